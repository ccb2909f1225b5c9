"""The examples of the API: what the bundled texts answer; written for its description.

`python -m benchmarks api-examples` writes the file; a test holds it true.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kb.store import open_to_read
from search.base import build
from search.web.api.examples import FILE, answered


def main(arguments: Sequence[str] = ()) -> None:
    argparse.ArgumentParser("python -m benchmarks api-examples").parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        with open_to_read(Path(folder)) as store:
            text = json.dumps(answered(store), ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")
    print(f"{FILE.name}: {len(text)} characters")
