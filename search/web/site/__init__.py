"""The site: the pages written out as files, for a host that runs no program."""
