"""Bounds: the memory and the time that a process may take which reads what strangers send."""

import time


def bound_memory(size: int) -> None:
    """Where the system can: who asks for more gets MemoryError. Nor is a dump of it written."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, wanted in ((resource.RLIMIT_AS, size), (resource.RLIMIT_CORE, 0)):
        most = _at_most(resource.getrlimit(what)[1], wanted)
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):  # it takes more already, or nothing can be bounded here
            continue


def bound_time(seconds: int) -> None:
    """Of the processor, from now on: the system ends the process that takes more."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(
        resource.RLIMIT_CPU, (_at_most(hard, int(time.process_time()) + seconds), hard)
    )


def _at_most(hard: int, wanted: int) -> int:
    """As much as is wanted, or the less that is allowed; a negative limit is none."""
    return wanted if hard < 0 else min(wanted, hard)
