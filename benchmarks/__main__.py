"""The benchmarks by name: ``python -m benchmarks [commands|ingest|editions]``."""

import sys
from collections.abc import Callable, Sequence

from benchmarks import commands, editions, ingest

BENCHMARKS: dict[str, Callable[[Sequence[str]], None]] = {
    "commands": commands.main,
    "ingest": ingest.main,
    "editions": editions.main,
}


def main() -> None:
    arguments = sys.argv[1:]
    name = arguments.pop(0) if arguments and not arguments[0].startswith("-") else "commands"
    if name not in BENCHMARKS:
        sys.exit(f"no benchmark {name!r}; there are {', '.join(BENCHMARKS)}")
    BENCHMARKS[name](arguments)


if __name__ == "__main__":
    main()
