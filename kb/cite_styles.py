"""Styles: how the parts of a citation are laid out in a line of text, markup or chat."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from kb import chat_marks
from kb.edition import EditionDate
from kb.number import RuleNumber


@dataclass(frozen=True, slots=True)
class Quotation:
    """The text of what is cited, to be set below the citation."""

    text: str
    mark: str
    """Whose words these are, and of which edition, in the language of the citation."""
    language: str
    """That of the text."""


@dataclass(frozen=True, slots=True)
class Written:
    """The parts of a citation, each in the words of its language."""

    word: str
    """What goes before the number: regola, sezioni."""
    numbers: tuple[RuleNumber, ...]
    """One, or a run of them inside one parent."""
    title: str | None
    """With its quotes."""
    edition: str | None
    """Which one it is, in words; None where it is not told."""
    date: EditionDate | None
    undated: str
    """What stands for a date that nobody knows, where there is no room for words."""
    language: str
    book: str
    """What the rules as a whole are called."""
    author: str
    """Whose words the edition has."""
    link: str | None
    quotation: Quotation | None

    @property
    def number(self) -> str:
        """As a text writes it: 702.33d, 702.33a–d, 702–704."""
        return shortened(self.numbers[0], self.numbers[-1])


def shortened(first: RuleNumber, last: RuleNumber) -> str:
    """A range inside one parent; a number where both ends are the same.

    >>> shortened(RuleNumber.parse("702.33a"), RuleNumber.parse("702.33d"))
    '702.33a–d'
    """
    if first == last:
        return str(first)
    return f"{first}–{last.letter or last.rule or last}"


Style = Callable[[Written], str]
STYLES: dict[str, Style] = {}
"""All of them, those of ``kb.cite_records`` too where that was imported."""


def style(name: str) -> Callable[[Style], Style]:
    """Makes a function a style under this name."""

    def register(write: Style) -> Style:
        STYLES[name] = write
        return write

    return register


LINKLESS = ("plain", "short", "irc")
"""The styles of bare text, which have no place for a link."""


def line(written: Written) -> str:
    """The citation without markup: what every other style says in its own way."""
    return f"{_cited(written, written.number)}{_edition(written)}"


@style("plain")
def _plain(written: Written) -> str:
    return _below(line(written), written)


@style("short")
def _short(written: Written) -> str:
    numbers = f"CR {written.number}"
    if written.numbers[0].is_chapter:
        # a bare digit behind CR is a version; in brackets of its own it is a chapter
        numbers = ", ".join(f"[CR {number}]" for number in written.numbers)
    when = f" ({written.date or written.undated})" if written.edition else ""
    return _below(f"{numbers}{when}", written)


def _below(cited: str, written: Written) -> str:
    """With the quotation behind an empty line, over which no citation goes on."""
    quoted = written.quotation
    if quoted is None:
        return cited
    lines = [f"  {part}" for part in (*_lines(quoted.text), f"— {quoted.mark}")]
    return "\n".join((cited, "", *lines))


@style("markdown")
def _markdown(written: Written) -> str:
    cited = _cited(written, f"**{written.number}**", escape=escaped_markdown)
    if written.link:
        # a round bracket would end the address
        address = written.link.replace("(", "%28").replace(")", "%29")
        cited = f"[{cited}]({address})"
    text = cited + escaped_markdown(_edition(written))
    quoted = written.quotation
    if quoted is None:
        return text
    parts = [_flush(escaped_markdown(part)) for part in _lines(quoted.text)]
    mark = f"— {escaped_markdown(quoted.mark)}"
    # an empty line between two parts, or Markdown makes one paragraph of them
    return "\n".join((text, "", "\n>\n".join(f"> {part}" for part in (*parts, mark))))


@style("discord")
def _discord(written: Written) -> str:
    cited = _cited(written, f"**{written.number}**", escape=chat_marks.discord)
    if written.link:
        cited = f"[{cited}](<{written.link}>)"  # in angle brackets: no preview below the message
    text = cited + chat_marks.discord(_edition(written))
    return _quoting(text, written, chat_marks.discord, chat_marks.discord_line)


@style("slack")
def _slack(written: Written) -> str:
    cited = _cited(written, f"*{written.number}*", escape=chat_marks.slack)
    text = cited + chat_marks.slack(_edition(written))
    if written.link:
        # the text of a link cannot hold a title with its escapes, so that it is only a sign
        address = re.sub(r"[|<>]", lambda sign: f"%{ord(sign[0]):02X}", written.link)
        text += f" <{address.replace('&', '&amp;')}|↗>"
    return _quoting(text, written, chat_marks.slack, chat_marks.slack_line)


@style("irc")
def _irc(written: Written) -> str:
    quoted = written.quotation
    parts = [line(written)]
    if quoted:
        parts += [*_lines(quoted.text), f"— {quoted.mark}"]
    return chat_marks.harmless(" | ".join(parts))  # a second line would be a command


def _quoting(
    text: str, written: Written, escape: Callable[[str], str], begin: Callable[[str], str]
) -> str:
    """With the quotation right below, as chats set it."""
    quoted = written.quotation
    if quoted is None:
        return text
    parts = [begin(part) for part in _lines(quoted.text)]
    return "\n".join((text, *(f"> {part}" for part in (*parts, f"— {escape(quoted.mark)}"))))


@style("html")
def _html(written: Written) -> str:
    cited = _cited(written, written.number, escape=_escaped_html)
    if written.link:
        cited = f'<a href="{html.escape(written.link)}">{cited}</a>'
    text = f'<cite lang="{written.language}">{cited}{_escaped_html(_edition(written))}</cite>'
    quoted = written.quotation
    if quoted is None:
        return text
    parts = "".join(f"<p>{_escaped_html(part)}</p>" for part in _lines(quoted.text))
    mark = f'<span lang="{written.language}">— {_escaped_html(quoted.mark)}</span>'
    return "\n".join(
        (
            "<figure>",
            f"<figcaption>{text} {mark}</figcaption>",
            f'<blockquote lang="{quoted.language}">{parts}</blockquote>',
            "</figure>",
        )
    )


def _cited(written: Written, number: str, *, escape: Callable[[str], str] = str) -> str:
    """Word, number and title; the number comes with the markup that it is to have."""
    title = f" ({escape(written.title)})" if written.title else ""
    return f"{escape(written.word)} {number}{title}"


def _edition(written: Written) -> str:
    return f", {written.edition}" if written.edition else ""


def _lines(text: str) -> list[str]:
    return [part.strip() for part in text.splitlines() if part.strip()]


# An ampersand alone is itself; with a name and a semicolon behind it, it is an entity.
_MARKDOWN_SIGN = re.compile(r"[\\`*_~|\[\]<>]|&(?=#?\w+;)")


def escaped_markdown(text: str) -> str:
    r"""
    >>> escaped_markdown("a [b](c) *d*")
    'a \\[b\\](c) \\*d\\*'
    """
    return _MARKDOWN_SIGN.sub(r"\\\g<0>", text)


def _flush(part: str) -> str:
    """A line whose first sign makes no heading and no list of it."""
    part = re.sub(r"\A(?=[#+=-])", r"\\", part)
    return re.sub(r"\A(\d+)(?=[.)](?:\s|\Z))", r"\1\\", part)


def _escaped_html(text: str) -> str:
    return html.escape(text, quote=False)  # quotes stay as they are: none stands in an attribute
