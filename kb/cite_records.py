"""Citation records: what programs that keep references read, BibTeX or CSL-JSON."""

import json
import re
from typing import Any

from kb.cite_styles import Written, style

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""Names that every BibTeX style defines, so that the style writes the month."""
# BibTeX counts braces whether a backslash stands before them or not, so none may stay.
_TEX_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
}
_TEX_SIGN = re.compile("[" + re.escape("".join(_TEX_SIGNS)) + "]")


@style("bibtex")
def _bibtex(written: Written) -> str:
    fields = {
        "author": f"{{{written.author}}}",  # braces of its own: an organisation has no first name
        "title": f"{{{escaped_tex(_title(written))}}}",
        "howpublished": escaped_tex(written.book),
        "note": escaped_tex(written.edition or ""),
        "language": written.language,
        "url": written.link or "",
        "abstract": escaped_tex(_quoted(written)),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    if written.date:
        lines[3:3] = [
            f"  year = {{{written.date.year}}},",
            f"  month = {_MONTHS[written.date.month - 1]},",
        ]
    return "\n".join((f"@misc{{{_key(written)},", *lines, "}"))


@style("csl-json")
def _csl_json(written: Written) -> str:
    """One item; a file of them is an array."""
    item: dict[str, Any] = {
        "id": _key(written),
        "type": "chapter",
        "title": _title(written),
        "container-title": written.book,
        "author": [{"literal": written.author}],
    }
    if written.date:
        date = written.date
        parts = [part for part in (date.year, date.month, date.day) if part is not None]
        item["issued"] = {"date-parts": [parts]}
    told = {
        "note": written.edition,
        "language": written.language,
        "URL": written.link,
        "abstract": _quoted(written),
    }
    item.update((name, value) for name, value in told.items() if value)
    return json.dumps(item, ensure_ascii=False)


def _title(written: Written) -> str:
    title = f" ({written.title})" if written.title else ""
    return f"{written.word} {written.number}{title}"


def _quoted(written: Written) -> str:
    quoted = written.quotation
    return " ".join(f"{quoted.text} — {quoted.mark}".split()) if quoted else ""


def _key(written: Written) -> str:
    """A name for the record that holds no number as a text writes it."""
    ends = dict.fromkeys((written.numbers[0], written.numbers[-1]))
    number = "-".join(str(end).replace(".", "-") for end in ends)
    when = f"-{written.date or 'undated'}" if written.edition else ""
    return f"mtg-{number}-{written.language}{when}"


def escaped_tex(text: str) -> str:
    r"""
    >>> escaped_tex("50% {T}")
    '50\\% \\textbraceleft{}T\\textbraceright{}'
    """
    return _TEX_SIGN.sub(lambda sign: _TEX_SIGNS[sign[0]], text)
