"""The seeds of the fuzz: real and made sources of every form, and new ones made of them."""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from random import Random

from benchmarks.mutations import mutated, mutated_archive, mutated_pdf
from ingest.decode import decode
from ingest.pipeline import read_source
from kb.export_csv import write_csv
from kb.export_json import write_json
from kb.export_po import as_po
from kb.model import SourceTexts
from kb.store import in_memory
from search.exchange.as_tmx import memory, write_tmx
from tests.factories import put
from tests.ingest.making import paragraphs, pdf

READERS = (
    "text",
    "html",
    "wiki",
    "api",
    "wiki-xml",
    "docx",
    "pdf",
    "po",
    "json",
    "csv",
    "po-export",
    "tmx",
)
"""What is fuzzed: a reader of one form each."""
_SUFFIX: Mapping[str, str] = {
    "text": "txt",
    "api": "json",
    "wiki-xml": "xml",
    "po-export": "po",
}
_MARKS: Mapping[str, str] = {"wiki-xml": "wiki", "po-export": "po", "tmx": "xml"}
_PIECE = (300, 3000, 20_000)
"""Letters of a piece cut from an edition."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One source: the files that it is made of, each with its name."""

    reader: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def content(self) -> bytes:
        return self.files[0][1]


@dataclass(frozen=True, slots=True)
class Seeds:
    """Sources by reader; the real ones where the folder of real rules is at hand."""

    of: Mapping[str, tuple[Sample, ...]]
    editions: tuple[str, ...]
    """Whole editions as text, which are cut to pieces."""

    def sample(self, reader: str, rng: Random) -> Sample:
        """A new source of this reader; the same for the same random numbers."""
        seed, other = rng.choice(self.of[reader]), rng.choice(self.of[reader])
        if reader == "text" and self.editions and rng.random() < 0.5:
            seed = _one(reader, self._piece(rng))
        match reader:
            case "docx":
                made = mutated_archive(seed.content, rng, other=other.content)
            case "pdf":
                made = mutated_pdf(seed.content, rng, other=other.content)
            case "csv":
                place = rng.randrange(len(seed.files))
                files = [*seed.files]
                name, content = files[place]
                beside = other.files[rng.randrange(len(other.files))][1]
                files[place] = name, mutated(content, rng, other=beside, marks="csv")
                return Sample(reader, tuple(files))
            case _:
                marks = _MARKS.get(reader, reader)
                made = mutated(seed.content, rng, other=other.content, marks=marks)
        return _one(reader, made)

    def _piece(self, rng: Random) -> bytes:
        text = rng.choice(self.editions)
        start = rng.randrange(len(text))
        end = start + rng.randrange(100, rng.choice(_PIECE))
        return text[text.rfind("\n", 0, start) + 1 : end].encode()


def _one(reader: str, content: bytes) -> Sample:
    return Sample(reader, ((f"source.{_SUFFIX.get(reader, reader)}", content),))


def seeds(shared: Path | None, pages: Path) -> Seeds:
    """Those of the suite (its folder of pages), and the real ones below ``shared``."""
    found: dict[str, list[bytes]] = {reader: [] for reader in READERS}
    found["html"] = [path.read_bytes() for path in sorted(pages.glob("*.html"))]
    for name, make in _MADE.items():
        found[name] += make()
    editions: tuple[str, ...] = ()
    if shared is not None:
        editions = _editions(shared)
        for reader, content in _real(shared):
            found[reader].append(content)
    of = {reader: tuple(_one(reader, each) for each in found[reader]) for reader in READERS}
    return Seeds({**of, "csv": (_tables(),)}, editions)


@cache
def _editions(shared: Path) -> tuple[str, ...]:
    paths = sorted((shared / "cr").glob("*.txt"))
    return tuple(decode(path.read_bytes()).text.replace("\r", "\n") for path in paths)


def _real(shared: Path) -> Iterator[tuple[str, bytes]]:
    readers = {".txt": "text", ".html": "html", ".docx": "docx", ".pdf": "pdf", ".po": "po"}
    paths = [*(shared / "accept/cases/ingest").glob("*/input.*"), *(shared / "seeds").glob("*.txt")]
    for path in sorted(paths):
        content = path.read_bytes()
        if not content or len(content) > 100_000 or "bomb" in path.parent.name:
            continue  # a bomb and a deep page have tests of their own; mutated they only take time
        reader = "wiki" if "wikite" in path.parent.name else readers[path.suffix]
        yield reader, content


# -- made in the style of the suite ----------------------------------------------------------------

_LINES = (
    "Regole Complete",
    "Queste regole sono valide dal 27 settembre 2024.",
    "7. Regole in più",
    "702. Parole",
    "702.9. Volteggio",
    "702.9a Chi volteggia passa sopra agli altri. (Vedi regole 509.1b–d e regola 702.17, “Presa”.)",
    "Esempio: Un passero volteggia sopra un muro.",
    "702.9b Chi volteggia paga {2}{W}, TAP: il resto cammina.",
    "702.10. Scatto",
    "702.10a Chi scatta non aspetta il turno dopo. Vedi sezione 5, “Turno”.",
    "702.10b Due scatti sono uno.",
    "Glossario",
    "Scatto",
    "Andare prima del tempo. Vedi regola 702.10.",
)
_ENGLISH = (
    "These rules are effective as of May 3, 2019.",
    "702. Words",
    "702.9. Gliding",
    "702.9a Who glides goes over the others. See rules 509.1b–d.",
    "Example: A sparrow glides over a wall.",
    "702.10. Dash",
    "702.10a Who dashes does not wait.",
)


def _texts() -> list[bytes]:
    lines = "\n".join(_LINES)
    run = " ".join(line for line in _LINES if line[:1].isdigit())
    return [lines.encode(), run.encode(), lines.encode("utf-16"), lines.encode("cp1252")]


def _wiki() -> list[bytes]:
    page = "\n".join((
        "{{Parola|tipo=Statica|introdotta=Prima}}",
        "== Regolamento ==",
        "(Aggiornato a Prova, 3 Maggio 2019)",
        *(f"* '''{line[:6]}''' {line[6:]}" for line in _LINES[4:8]),
        "** Esempio: Un muro [[sta fermo|fermo]].<ref>Nota.</ref>",
        "{| class=x\n! 702.10.\n| Scatto\n|-\n| 702.10a || Chi scatta {{T}} non aspetta.\n|}",
        "[[File:W.png|20px|alt=W]] [[Categoria:Parole]]",
    ))  # fmt: skip
    return [page.encode(), "\n".join(_LINES).encode()]


def _answers() -> list[bytes]:
    page, shown = _wiki()[0].decode(), "".join(f"<p>{line}</p>" for line in _LINES)
    revision = {"slots": {"main": {"content": page, "contentmodel": "wikitext"}}}
    new = {"title": "Uno", "revisions": [revision]}
    old = {"title": "Uno", "revisions": [{"*": page}]}
    extracts = [{"title": "Uno", "extract": shown}, {"title": "Due", "extract": page}]
    shapes: tuple[object, ...] = (
        {"batchcomplete": True, "query": {"pages": [new]}},
        {"query": {"pages": {"1": old, "-1": {"missing": ""}}}},
        {"parse": {"title": "Uno", "text": {"*": shown}}},
        {"title": "Uno", "content_model": "wikitext", "source": page},
        {"query": {"pages": extracts}},
    )
    return [
        json.dumps(shape, ensure_ascii=place % 2 == 0).encode()
        for place, shape in enumerate(shapes)
    ]


def _wiki_exports() -> list[bytes]:
    page = escape(_wiki()[0].decode())
    revision = "<revision><timestamp>{}</timestamp><text>{}</text></revision>"
    pages = "".join(
        f"<page><title>{title}</title><ns>{ns}</ns>{revision.format(year, page)}"
        f"{revision.format(2000, title)}</page>"
        for title, ns, year in (("Uno", 0, 2019), ("Due", 0, 1999), ("Tre", 1, 2019))
    )
    whole = f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">{pages}</mediawiki>'
    return [whole.encode(), b"<?xml version='1.0'?>\n" + whole.replace(">", ">\n").encode()]


def _words() -> list[bytes]:
    return [paragraphs(*_LINES), paragraphs(*_LINES[2:9])]


def _books() -> list[bytes]:
    lines = [(60.0, 760.0 - 14 * place, line[:80]) for place, line in enumerate(_ascii(_LINES))]
    head = (250.0, 815.0, "Regole Complete")
    return [pdf(lines), pdf(*([head, *lines, (290.0, 20.0, str(page))] for page in (1, 2, 3)))]


def _ascii(lines: tuple[str, ...]) -> list[str]:
    return [line.encode("cp1252", "replace").decode("cp1252") for line in lines]


def _gettext() -> list[bytes]:
    entries = ['msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: charset=UTF-8\\n"']
    entries += [
        f'#: body:{place}\nmsgid "{line[:8]}…"\nmsgstr "{line}"'
        for place, line in enumerate(_LINES)
    ]
    entries.append('#, fuzzy\nmsgid "702.11a Old."\nmsgstr "702.11a Vecchio."')
    return ["\n\n".join(entries).encode()]


_MADE: Mapping[str, Callable[[], list[bytes]]] = {
    "text": _texts,
    "wiki": _wiki,
    "api": _answers,
    "wiki-xml": _wiki_exports,
    "docx": _words,
    "pdf": _books,
    "po": _gettext,
    "json": lambda: [_exported_json()],
    "po-export": lambda: [_exported_po()],
    "tmx": lambda: [_exported_tmx()],
}


@cache
def _documents() -> tuple[SourceTexts, ...]:
    texts = ("\n".join(_LINES), "\n".join(_ENGLISH))
    return tuple(
        read_source(text.encode(), source=f"{place}.txt") for place, text in enumerate(texts)
    )


def _exported_json() -> bytes:
    with tempfile.SpooledTemporaryFile() as file:
        write_json(_documents(), file)  # type: ignore[arg-type]
        file.seek(0)
        return file.read()


def _exported_po() -> bytes:
    with in_memory() as store:
        put(store, *_documents())
        return as_po(store, "it").content.encode()


def _exported_tmx() -> bytes:
    with in_memory() as store, tempfile.SpooledTemporaryFile() as file:
        put(store, *_documents())
        write_tmx(memory(store, ["it"]), file)  # type: ignore[arg-type]
        file.seek(0)
        return file.read()


def _tables() -> Sample:
    with tempfile.TemporaryDirectory() as place:
        write_csv(_documents(), Path(place))
        files = sorted(Path(place).iterdir())
        return Sample("csv", tuple((file.name, file.read_bytes()) for file in files))
