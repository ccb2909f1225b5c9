"""Translation memories read back: TMX whose units are known by the number of a rule."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from ingest import by_day
from ingest.behind import Behind
from ingest.by_day import OfDay, Piece
from kb import saying, tmx
from kb.edition import EditionDate, EditionKind
from kb.errors import Unreadable
from kb.export_marks import VERSION
from kb.export_shapes import date, told, told_hash
from kb.lang import ORIGINAL, codes
from kb.model import Note, NoteKind, SourceTexts
from kb.number import RuleNumber
from kb.originals import Part, content_hash

LARGEST = 24 * 2**20
"""Bytes of a file; a whole edition in three languages has 7 million."""
MOST_MARKS = 1_500_000
"""Elements and attributes, roughly; such an edition has three hundred thousand."""
MOST_TEXTS = 200
"""Of one unit: more languages than that nobody has."""
MOST_UNITS = 50_000
"""A whole edition has 3,600, and more where translations are behind."""
_TEXT_INSIDE = ("hi",)
"""Elements of a segment that hold text; the others hold codes of the tool that wrote it."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of a unit in one language."""

    language: str
    text: str
    said: Mapping[str, str]
    line: int
    codes: int
    """Parts of the segment that are no text."""


@dataclass(slots=True)
class _Language:
    """What the file holds of one language."""

    behind: Behind
    pieces: list[Piece] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    codes: int = 0


def read_tmx(
    content: bytes, source: str, *, now: Mapping[Part, str], language: str | None = None
) -> list[SourceTexts]:
    """A document for each language, or for one; raises Unreadable with the line.

    A translation of a former English text comes back as it was, a former English text does not.
    ``now`` are the hashes of the English texts of the base.
    """
    found: dict[str, _Language] = {}
    unnumbered: list[int] = []
    former: list[int] = []
    foreign: list[int] = []
    for unit in _units(content):
        name, line = unit.get("tuid") or "", _line(unit)
        if not name.strip():
            unnumbered.append(line)
            continue
        part, older = tmx.part_of(name.strip(), f"line {line}, tuid")
        texts = list(_texts(unit))
        english = next((text for text in texts if text.language == ORIGINAL), None)
        for text in texts:
            if text.language not in codes():
                foreign.append(line)
            elif language in (None, text.language):
                if text.language == ORIGINAL and older:
                    former.append(line)
                    continue
                held = found.setdefault(text.language, _Language(Behind(now)))
                _take(held, text, part, english, older=older, named=_said(unit).get(tmx.NAME))
    made: list[SourceTexts] = []
    digest = hashlib.sha256(content).hexdigest()
    for code, held in found.items():
        editions, odd = by_day.joined(held.pieces, language=code, source=source, digest=digest)
        notes = [*held.notes, *odd, *by_day.notes(editions, of="units")]
        notes += _counted(held.codes, "codes")
        if not made:
            notes += _counted(len(unnumbered), "unnumbered", unnumbered)
            notes += _counted(len(former), "former", former)
            notes += _counted(len(foreign), "foreign", foreign)
        if editions:
            made.append(SourceTexts(source, "tmx", code, editions, notes=tuple(notes)))
    if not made:
        raise Unreadable(
            f"no text of a numbered unit{f' in {language!r}' if language else ''}; wanted what "
            "`export tmx` wrote, with the numbers of rules as tuid"
        )
    return made


def _take(
    held: _Language,
    text: _Text,
    part: Part,
    english: _Text | None,
    *,
    older: bool,
    named: str | None,
) -> None:
    held.codes += text.codes
    if not text.text:
        detail = saying.said("note.empty_segment", unit=tmx.unit_id(part))
        held.notes.append(Note(NoteKind.MISSING_NUMBER, detail, part.number, text.line))
        return
    at = f"line {text.line}"
    original, number = "", part.number
    if text.language != ORIGINAL:
        original = content_hash(english.text) if english else _told_original(text, at)
        moved = text.said.get(tmx.MOVED)
        if older:
            held.notes.extend(held.behind.told(part, None, text.line))
        elif moved is None:
            held.notes.extend(held.behind.note(part, original, text.line))
        else:
            number = told(RuleNumber.parse, moved, f"{at}, {tmx.MOVED}")
            held.notes.extend(held.behind.told(part, number, text.line))
    # a text that a translator has put in is of the edition of its original
    said = text.said if tmx.KIND in text.said or english is None or older else english.said
    of = OfDay(_day(said, at))
    if said is text.said:
        as_exported = said.get(tmx.HASH) == content_hash(text.text)
        ours = as_exported and said.get(tmx.KIND) == EditionKind.OURS
        of = of._replace(label=said.get(tmx.LABEL), ours=ours)
    named_here = named is not None and not part.example
    held.pieces.append(Piece(text.text, of, number, part, named_here, original, text.line))


def _told_original(text: _Text, at: str) -> str:
    said = text.said.get(tmx.TRANSLATES, tmx.UNKNOWN)
    return "" if said == tmx.UNKNOWN else told_hash(said, f"{at}, {tmx.TRANSLATES}")


def _day(said: Mapping[str, str], at: str) -> EditionDate | None:
    return date(said.get(tmx.EDITION), f"{at}, {tmx.EDITION}")


def _counted(count: int, what: str, lines: list[int] | None = None) -> list[Note]:
    if not count:
        return []
    detail = saying.said(f"note.tmx_{what}", count=count)
    return [Note(NoteKind.OTHER_TEXT, detail, line=lines[0] if lines else None)]


# -- XML -------------------------------------------------------------------------------------


def _units(content: bytes) -> Iterator[etree._Element]:
    if len(content) > LARGEST:
        raise Unreadable(f"over {LARGEST // 2**20} MiB")
    # each takes twenty times its room in memory
    if (count := max(content.count(b"<"), content.count(b"="))) > MOST_MARKS:
        raise Unreadable(f"{count} elements and attributes are more than the {MOST_MARKS} read")
    # No entity is followed and nothing is fetched; without huge_tree lxml stops at depth 256.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(f"damaged XML ({str(error)[:200]})") from error
    if etree.QName(root).localname != "tmx":
        raise Unreadable(f"no TMX: its root is {etree.QName(root).localname!r:.60}")
    declared: Any = root.getroottree().docinfo.internalDTD  # of which the stubs know nothing
    if declared is not None and any(True for _ in declared.iterentities()):
        raise Unreadable("it declares entities of its own, which are not read")
    mark = root.findtext(f"{{*}}header/{{*}}prop[@type='{tmx.MARK}']")
    if mark is not None and mark.strip() != str(VERSION):
        raise Unreadable(f"{tmx.MARK} is {mark!r:.20}, this regulae reads {VERSION}")
    for count, unit in enumerate(root.iterfind("{*}body/{*}tu")):
        if count == MOST_UNITS:
            raise Unreadable(f"over {MOST_UNITS} units; split the memory")
        yield unit


def _texts(unit: etree._Element) -> Iterator[_Text]:
    """All of them; of two of one language both."""
    for count, variant in enumerate(unit.iterfind("{*}tuv")):
        if count == MOST_TEXTS:
            raise Unreadable(f"line {_line(unit)}: over {MOST_TEXTS} texts in one unit")
        tag = variant.get(tmx.LANGUAGE) or variant.get("lang") or ""
        code = tag.replace("_", "-").split("-")[0].lower()
        segment = variant.find("{*}seg")
        if segment is not None:
            text, lost = _plain(segment)
            yield _Text(code, " ".join(text.split()), _said(variant), _line(variant), lost)


def _plain(element: etree._Element) -> tuple[str, int]:
    """The text of a segment, and how many parts of it are none."""
    pieces, lost = [element.text or ""], 0
    for child in element:
        if isinstance(child.tag, str) and etree.QName(child).localname in _TEXT_INSIDE:
            inside, within = _plain(child)
            pieces.append(inside)
            lost += within
        else:
            lost += 1
        pieces.append(child.tail or "")
    return "".join(pieces), lost


def _said(element: etree._Element) -> dict[str, str]:
    found = {}
    for each in element.iterfind("{*}prop"):
        if (value := (each.text or "").strip()) and (name := each.get("type")):
            found[name] = value
    return found


def _line(element: etree._Element) -> int:
    line: Any = element.sourceline  # which the stubs leave open
    return int(line or 1)
