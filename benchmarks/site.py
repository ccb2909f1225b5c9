"""How long a site takes to write, and whether every link inside it leads somewhere.

Links are followed in pages, feeds and maps, to the file and to the place in it. Seconds of the
processor are hardly lengthened by what else the machine does; those of the clock are.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from benchmarks.measure import ROOT
from search.base import build

_BASE = "https://rules.example/sub"
_OURS = "from search.cli import main; main(prog_name='regulae')"
_LINK = re.compile(
    r'<(?:a|link|script|form|use|img)\b[^>]*? (?:href|src|action)="([^"]*)"'
    r"|<loc>([^<]*)</loc>| data-(?:index|site|rules)=\"([^\"]*)\""
)
_ID = re.compile(r' id="([^"]*)"')


class Dangling(NamedTuple):
    page: str
    link: str


def links(folder: Path, base: str = _BASE) -> Iterator[tuple[str, str]]:
    """Every link of a site with the file it stands in, both by their paths inside the site."""
    root = f"{urlsplit(base).path}/"
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".html", ".xml", ".atom"):
            continue
        page = path.relative_to(folder).as_posix()
        here = f"{base}/{page.removesuffix('index.html')}"
        for found in _LINK.findall(path.read_text(encoding="utf-8")):
            address = urljoin(here, unescape("".join(found)))
            parts = urlsplit(address)
            if parts.netloc != urlsplit(base).netloc:
                continue
            inside = parts.path.removeprefix(root) if parts.path.startswith(root) else parts.path
            yield page, inside + (f"#{parts.fragment}" if parts.fragment else "")


def dangling(folder: Path, base: str = _BASE) -> tuple[int, list[Dangling]]:
    """How many links a site has inside itself, and those that lead nowhere in it."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    folders = {str(Path(name).parent) for name in files} | {
        parent.as_posix() for name in files for parent in Path(name).parents
    }
    ids: dict[str, set[str]] = {}
    count, wrong = 0, []
    for page, link in links(folder, base):
        count += 1
        path, _, fragment = link.partition("#")
        name = unquote(path)
        file = f"{name}index.html" if name.endswith("/") or not name else name
        if file not in files and not (name.startswith("find/") and name.rstrip("/") in folders):
            wrong.append(Dangling(page, link))
        elif fragment:
            if file not in ids:
                ids[file] = set(_ID.findall((folder / file).read_text(encoding="utf-8")))
            if unquote(fragment) not in ids[file]:
                wrong.append(Dangling(page, link))
    return count, wrong


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks site", description=__doc__)
    parser.add_argument("--kb", type=Path, help="The base (default: the bundled texts).")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = args.kb or Path(made) / "base"
        build(folder)
        dest = Path(made) / "site"
        command = ["--kb", str(folder), "export", "site", str(dest), "--base-url", _BASE, "--json"]
        whole = [sys.executable, "-c", _OURS, *command]
        start, before = time.perf_counter(), os.times()
        done = subprocess.run(whole, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        clock, after = time.perf_counter() - start, os.times()
        worked = sum(after[2:4]) - sum(before[2:4])
        answer = json.loads(done.stdout)["export"]
        count, wrong = dangling(dest)
    print(f"{answer['pages']} pages, {answer['files']} files, {answer['bytes'] / 2**20:.0f} MiB")
    print(f"{clock:.1f} s, {worked:.1f} s of the processor")
    print(f"{count} links inside, {len(wrong)} lead nowhere")
    for each in wrong[:20]:
        print(f"  {each.page}: {each.link}")
    sys.exit(1 if wrong else 0)
