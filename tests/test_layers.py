"""Imports go one way: ingest -> kb <- search, and the heavy packages stay where they belong."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("ingest", "kb", "search")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

HOMES = {
    "anyio": ("search/mcp/serving.py",),
    "bs4": ("ingest/readers/html.py",),
    "click": ("search/cli/", "search/render.py"),
    "dask": ("search/distributed/cluster.py",),
    "distributed": (
        "search/cli/spreading.py",
        "search/distributed/cluster.py",
        "search/distributed/driver.py",
        "search/distributed/run.py",
    ),
    "fsspec": ("search/distributed/addresses.py",),
    "hishel": ("ingest/fetch.py",),
    "httpcore": ("ingest/fetch.py", "ingest/fetch_net.py"),
    "httpx": ("ingest/fetch.py", "ingest/fetch_net.py"),
    "docx": ("ingest/readers/docx.py", "ingest/readers/docx_styles.py"),
    "jinja2": ("search/web/templating.py",),
    "litestar": (
        "search/web/api/",
        "search/web/app.py",
        "search/web/desk.py",
        "search/web/guard.py",
    ),
    "markupsafe": ("search/web/",),
    "mcp": ("search/mcp/server.py", "search/mcp/serving.py"),
    "mwparserfromhell": ("ingest/readers/wiki.py",),
    "networkx": (
        "kb/graph.py",
        "search/citation_path.py",
        "search/graph_formats.py",
        "search/needs.py",
        "search/picture/",
        "search/reading.py",
    ),
    "opensearchpy": ("search/engines/opensearch/connection.py",),
    "polib": ("ingest/readers/exported_po.py", "ingest/readers/po.py", "kb/export_po.py"),
    "pypdfium2": ("ingest/readers/pdf_layer.py",),
    "protego": ("ingest/fetch_robots.py",),
    "pyarrow": ("search/distributed/parts.py",),
    "rich": ("search/compare/as_table.py", "search/progress.py", "search/tables.py"),
    "simplemma": ("kb/dictionary.py",),
    "spacy": ("kb/analyst.py",),
    "sqlite3": ("kb/store.py", "kb/among.py", "search/contents.py"),
    "stamina": ("ingest/fetch.py",),
    "tantivy": ("search/engines/with_tantivy.py",),
    "uvicorn": ("search/web/serving.py",),
    "translate": (),  # its licence is for tests alone (docs/dependencies.md)
    "whoosh": ("search/engines/with_whoosh.py",),
}
"""Where alone a package may be imported."""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    tops = {module.split(".")[0] for module in imported(path)}
    neighbours = {"kb": {"ingest", "search"}, "ingest": {"search"}, "search": {"ingest"}}[package]
    if name(path).startswith("search/cli/"):
        neighbours -= {"ingest"}
    assert not tops & neighbours, f"{name(path)} imports {tops & neighbours}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_heavy_packages_stay_at_home(path: Path) -> None:
    for module in imported(path):
        homes = HOMES.get(module.split(".")[0])
        assert homes is None or name(path).startswith(homes), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_short_and_introduced(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400, f"{name(path)}: split it by noun"
    assert ast.get_docstring(ast.parse(text)), f"{name(path)} says not what it holds"


@pytest.mark.parametrize("package", PACKAGES)
def test_top_packages_hold_only_their_docstring(package: str) -> None:
    tree = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))
    assert len(tree.body) == 1
