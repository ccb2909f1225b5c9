"""The report of what to translate and to review: XLIFF 1.2, for the tools of translators.

Of the two forms in use 1.2 has a state for a translation that is to be reviewed, and a place for
the former original; 2.0 has neither without a module, and fewer tools open it.
"""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, BinaryIO

from lxml import etree

from kb.lang import ORIGINAL
from kb.tmx import LANGUAGE, unit_id
from kb.translations import State, Unit
from search.exchange.reasons import reason
from search.xml_text import one_line

_SPACE = "urn:oasis:names:tc:xliff:document:1.2"
_SPACES: Any = {None: _SPACE}  # the stubs know no default name space
_STATES: Mapping[State, str] = {
    State.TRANSLATED: "final",
    State.MOVED: "needs-review-translation",
    State.CHANGED: "needs-review-translation",
    State.UNKNOWN: "needs-review-translation",
    State.MISSING: "needs-translation",
}


def write_xliff(units: Iterable[Unit], file: BinaryIO, *, translation: str, language: str) -> None:
    """All units in their order; ``translation`` is their language, ``language`` that of notes."""
    root = etree.Element(_named("xliff"), {"version": "1.2"}, nsmap=_SPACES)
    of = {
        "original": "regulae",
        "source-language": ORIGINAL,
        "target-language": translation,
        "datatype": "plaintext",
        "product-name": "regulae",
        "product-version": version("regulae"),
    }
    body = etree.SubElement(etree.SubElement(root, _named("file"), of), _named("body"))
    for unit in units:
        _add(body, unit, translation, language).tail = "\n"
    etree.ElementTree(root).write(file, encoding="UTF-8", xml_declaration=True)


def _add(body: etree._Element, unit: Unit, translation: str, language: str) -> etree._Element:
    gone = unit.state is State.GONE
    name = unit_id(unit.part)
    made = etree.SubElement(
        body, _named("trans-unit"), {"id": f"gone-{name}" if gone else name, "resname": name}
    )
    if gone:
        made.set("translate", "no")
    else:  # where it is not said, tools take a translation for one that nobody has approved
        made.set("approved", "yes" if unit.state is State.TRANSLATED else "no")
    _text(made, "source", unit.original or unit.was or name, ORIGINAL)
    target = _text(made, "target", unit.held.text if unit.held else "", translation)
    if unit.state in _STATES:
        target.set("state", _STATES[unit.state])
    if why := reason(unit, language):
        note = _text(made, "note", why, language)
        note.set("from", "regulae")
    if unit.held is not None and unit.was is not None and not gone:
        before = etree.SubElement(made, _named("alt-trans"), {"alttranstype": "previous-version"})
        _text(before, "source", unit.was, ORIGINAL)
        _text(before, "target", unit.held.text, translation)
    return made


def _text(owner: etree._Element, name: str, text: str, language: str) -> etree._Element:
    made = etree.SubElement(owner, _named(name), {LANGUAGE: language})
    made.text = one_line(text)
    return made


def _named(element: str) -> str:
    return f"{{{_SPACE}}}{element}"
