"""Linting of files: which are read, how, by how many processes, and what is reported."""
