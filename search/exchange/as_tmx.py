"""Translation memories: TMX 1.4b, one unit a part of a rule, in which all texts say the same.

A translation that is behind stands beside the English text for which it was made, in a unit of
its own: a memory that set it beside the text of now would propose it as a perfect match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import BinaryIO

from lxml import etree

from kb import tmx
from kb.edition import Edition, EditionDate
from kb.export_marks import VERSION
from kb.lang import ORIGINAL
from kb.originals import Originals, Part, content_hash, parts
from kb.store import Store
from kb.translations import State, Unit, units
from search.xml_text import one_line

ALL = "*all*"
"""In place of the language of the original, where none of the texts is it."""


@dataclass(slots=True)
class MemoryUnit:
    """Texts of one part in several languages, all of which say the same."""

    part: Part
    older: str
    """Tells one of a former or an unknown English text from that of now."""
    english: str | None
    edition: Edition | None
    named: bool
    translations: list[tuple[str, Unit]] = field(default_factory=list)


def write_tmx(memory: Sequence[MemoryUnit], file: BinaryIO) -> int:
    """How many texts it holds."""
    # piece by piece, and not by an lxml.etree.xmlfile: that flushes after the first mark, by which
    # nobody at the other end of a pipe can tell what follows
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n')
    file.write(_written(_header()) + b"<body>\n")
    for unit in memory:
        file.write(_written(_element(unit)))
    file.write(b"</body>\n</tmx>\n")
    return sum(len(unit.translations) + (unit.english is not None) for unit in memory)


def memory(
    store: Store, languages: Sequence[str], *, at: EditionDate | None = None
) -> list[MemoryUnit]:
    """The units of the English texts in force, then those of others."""
    originals = Originals(store, at)
    now = {
        Part(number, example): MemoryUnit(
            Part(number, example), "", text, rule.edition, rule.title is not None and not example
        )
        for number, rule in originals.now.items()
        for example, text in enumerate(parts(rule))
    }
    older: dict[tuple[Part, str], MemoryUnit] = {}
    for language in languages:
        if language == ORIGINAL:
            continue
        for unit in units(store, language, originals=originals, at=at):
            if unit.held is None:
                continue
            if unit.state in (State.TRANSLATED, State.MOVED):
                now[unit.part].translations.append((language, unit))
                continue
            part = unit.held.part
            key = unit.held.original or f"{tmx.UNKNOWN}-{language}"
            made = MemoryUnit(part, key, unit.was, None, unit.held.named)
            older.setdefault((part, key), made).translations.append((language, unit))
    return [*now.values(), *(older[key] for key in sorted(older))]


def _written(element: etree._Element) -> bytes:
    return etree.tostring(element, encoding="UTF-8") + b"\n"


def _header() -> etree._Element:
    header = etree.Element(
        "header",
        {
            "creationtool": "regulae",
            "creationtoolversion": version("regulae"),
            "segtype": "paragraph",
            "o-tmf": "regulae",
            "adminlang": ORIGINAL,
            "srclang": ORIGINAL,
            "datatype": "plaintext",
        },
    )
    _property(header, tmx.MARK, VERSION)
    return header


def _element(unit: MemoryUnit) -> etree._Element:
    made = etree.Element("tu", tuid=tmx.unit_id(unit.part, unit.older))
    if unit.english is None:
        made.set("srclang", ALL)
    if unit.named:
        _property(made, tmx.NAME, "yes")
    if unit.english is not None:
        _text(made, ORIGINAL, unit.english, list(_edition(unit.edition)))
    for language, translation in unit.translations:
        if translation.held is not None:
            said = [*_edition(translation.held.edition), *_standing(translation)]
            _text(made, language, translation.held.text, said)
    return made


def _text(unit: etree._Element, language: str, text: str, said: Sequence[tuple[str, str]]) -> None:
    variant = etree.SubElement(unit, "tuv", {tmx.LANGUAGE: language})
    text = one_line(text)
    for name, value in (*said, (tmx.HASH, content_hash(text))):
        _property(variant, name, value)
    etree.SubElement(variant, "seg").text = text


def _edition(edition: Edition | None) -> Iterator[tuple[str, str]]:
    if edition is None:
        return
    if edition.date is not None:
        yield tmx.EDITION, str(edition.date)
    if edition.label is not None:
        yield tmx.LABEL, edition.label
    yield tmx.KIND, edition.kind


def _standing(unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.held is not None:
        yield tmx.TRANSLATES, unit.held.original or tmx.UNKNOWN
        yield tmx.STATE, unit.state
        if unit.state is State.MOVED:
            yield tmx.MOVED, str(unit.held.part.number)


def _property(owner: etree._Element, name: str, value: object) -> None:
    etree.SubElement(owner, "prop", type=name).text = one_line(str(value))
