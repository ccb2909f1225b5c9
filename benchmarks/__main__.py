"""The benchmarks by name, as in ``python -m benchmarks commands``."""

import sys
from collections.abc import Callable, Sequence

from benchmarks import (
    api_examples,
    checkers,
    citations,
    commands,
    compare,
    diff,
    distributed,
    editions,
    engines,
    examples,
    exchange,
    extract,
    fuzz,
    ingest,
    kills,
    lint,
    odd_files,
    opensearch,
    search,
    search_quality,
    serve,
    site,
    terms,
    verify,
)

BENCHMARKS: dict[str, Callable[[Sequence[str]], None]] = {
    "commands": commands.main,
    "ingest": ingest.main,
    "editions": editions.main,
    "examples": examples.main,
    "extract": extract.main,
    "citations": citations.main,
    "kills": kills.main,
    "lint": lint.main,
    "verify": verify.main,
    "exchange": exchange.main,
    "checkers": checkers.main,
    "compare": compare.main,
    "diff": diff.main,
    "distributed": distributed.main,
    "odd-files": odd_files.main,
    "search": search.main,
    "engines": engines.main,
    "opensearch": opensearch.main,
    "search-quality": search_quality.main,
    "fuzz": fuzz.main,
    "serve": serve.main,
    "site": site.main,
    "terms": terms.main,
    "api-examples": api_examples.main,
}


def main() -> None:
    arguments = sys.argv[1:]
    name = arguments.pop(0) if arguments and not arguments[0].startswith("-") else "commands"
    if name not in BENCHMARKS:
        sys.exit(f"no benchmark {name!r}; there are {', '.join(BENCHMARKS)}")
    BENCHMARKS[name](arguments)


if __name__ == "__main__":
    main()
