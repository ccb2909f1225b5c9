"""What goes wrong where work is spread over several machines."""

from kb.errors import RegulaeError, Unreadable, Unwritable


class NoScheduler(RegulaeError):
    """A scheduler that does not answer, or that has no workers."""


class BadAddress(Unreadable):
    """An address that is none, or of a kind that is not read."""


class SourceChanged(Unreadable):
    """A source that is not what it was when its partitions were cut."""


class OtherWork(Unwritable):
    """A folder for the parts that holds something else."""


class OtherWorker(RegulaeError):
    """A worker that has another program or base, or that does not see what the driver sees."""
