"""Mutations: what may befall a source on its way, from a flipped bit to nesting without end."""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from html import escape
from random import Random

LARGEST = 3 * 2**20
"""Bytes that a mutated source may have; the limits of the readers themselves have tests."""
_LONG = 200_000
"""Bytes of a repetition, at most."""

Mutation = Callable[[bytes, Random, bytes], bytes]
"""What becomes of a source; the last argument is another of its form."""

_NUMBER = re.compile(rb"[1-9]\d\d(?:\.\d{1,3}(?:[a-z]{1,2})?)?")
_DIGITS = re.compile(rb"\d+")
_TAG = re.compile(rb"</?[A-Za-z][^<>]*>")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)

# Signs that have broken readers of texts: other people's, and ours.
_BYTES: tuple[bytes, ...] = (
    *(b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80"),
    *(b"\r", b"\r\n", b"\n\n\n", b"\t", b"\x0c", b"\x1b", b"\x85"),
)
_SIGNS: tuple[str, ...] = (
    *("\u00ad", "\u200b", "\u202e", "\u2028", "\u00a0", "\ufffd", "\ue000", "\ue003", "\ufeff"),
    *("\u0301" * 40, "ﬁ", "̈", "İ", "ß", "٣", "²", "Ã¨", "ÃƒÂ¨", "…"),
    *("«", "“", "”)", "(", "{T}", "{", "\nCredits\n", "\nContents\n"),
    *("702.33", "702.33a ", "702.33b. ", "704.5aa ", "702.1000", "702.01a", "702.33o ", "1. "),
    *("702.33–702.35", "702.33a–", "601.2f–h", "999.999zz", "100.", "9" * 5000, "-1", "1e999"),
    *("\nGlossary\n", "\nGlosario\n", "\nRegolamento\n", "Esempio: "),
    *("(Aggiornato a X, 3 maggio 2019)", "effective as of February 31, 2019", "20190230"),
    *("Regla 702.33, “", "see rule ", "vedi regole ", "..........12\n", "\tx\t", "a-\nb"),
)  # fmt: skip
_TOKENS = (*_BYTES, *(sign.encode() for sign in _SIGNS))
_MARKS: Mapping[str, tuple[str, ...]] = {
    "text": ("\n• ", "\n\t• ", "\n- ", "\n    ", "[modifica]", "\nTipo\tx\n", "\n|\n", "\n105\n"),
    "html": (
        *("<", ">", "</", "<p>", "</p>", "<div>", "</div>", "<ul><li>", "</li></ul>", "<br>"),
        *("<table><tr><td>", "</td></tr></table>", "<tr>", "<td>", "<dl><dt>", "<dd>", "<pre>"),
        *("<!--", "-->", "<script>", "</script>", "<style>", "<title>", "<nav>", "</nav>"),
        *("&#xD800;", "&#0;", "&#1114112;", "&#99999999999;", "&nbsp;", "&ndash;", "&", "&lt"),
        *('<img width="60">', f'<img width="{"9" * 5000}" alt="x">', '<img alt="{T}">', "<svg>"),
        *('<center data-source-line="x">', '<p data-source-line="-1">', "<html><body>", "<hr>"),
        *('<span class="mana">', '<div class="toc">', '<div class="mw-parser-output">', "<main>"),
        *("<![CDATA[", "]]>", "<?xml version='1.0' encoding='utf-16'?>", "<!DOCTYPE html>", "<h2>"),
        *('<aside class="portable-infobox">', '<h3 class="pi-data-label">', "<textarea>", "<td/>"),
    ),
    "wiki": (
        *("{{", "}}", "[[", "]]", "{|\n", "\n|}", "\n|-\n", "\n| ", " || ", "\n! ", "{{{", "|"),
        *("'''", "''", "<ref>", "</ref>", "<!--", "-->", "<nowiki>", "</nowiki>", "<br>", "=="),
        *("\n== x ==\n", "\n* ", "\n** ", "\n# ", "\n: ", "\n; a : b", "&#xD800;", "&#0;", "&x;"),
        *("[[File:x.png|" + "9" * 5000 + "px|alt=T]]", "[[Categoria:x]]", "{{T}}"),
        *("{{mana|2WW}}", "#REDIRECT [[x]]", "[http://a b]", "~~~~", "__TOC__", "<li>", "{{!}}"),
        *("<table>", "<1 ", "<,", "</", "&", "{|"),
    ),
    "api": (
        *('"', "\\", "{", "}", "[", "]", ",", ":", "null", "true", "0", "-1e999", "\\ud800"),
        *('"*":', '"wikitext":', '"text":', '"html":', '"missing":"",', '"error":{},', "\\u0000"),
        *("{" * 5, "[" * 5, "<p>", "{{", "\\n== x ==\\n", "\\n* ", "&#xD800;", '"revisions":[]'),
    ),
    "xml": (
        *("<w:p>", "</w:p>", "<w:r>", "</w:r>", "<w:t>", "</w:t>", "<w:tab/>", "<w:br/>"),
        *("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", "<w:del>", "<w:numPr/>", "<x/>", "<!--"),
        *('<w:pStyle w:val="x"/>', '<w:ilvl w:val="²"/>', '<w:ilvl w:val="' + "9" * 5000 + '"/>'),
        *("<w:drawing/>", "<w:sym/>", "&#xD800;", "&#0;", "&x;", "<![CDATA[", "]]>", "\ufffe"),
        *("<!DOCTYPE x [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>", "<w:body>", "</w:body>"),
    ),
    "pdf": (
        *("<<", ">>", "[", "]", "(", ")", "<", "/", "obj", "endobj", "stream\n", "endstream", "R"),
        *("/Type", "/Pages", "/Kids", "/Count", "/Length", "/Filter", "/FlateDecode", "2 0 R"),
        *("/Encrypt", "/ObjStm", "/XRef", "/Prev 0", "/Parent", "xref\n", "trailer", "startxref"),
        *("BT", "ET", "Tj", "TJ", "Tm", "q ", "Q ", "99999999999", "-2147483648", "4294967295"),
    ),
    "po": (
        *('msgid "', 'msgstr "', 'msgctxt "', 'msgid_plural "x"\n', 'msgstr[0] "', 'msgstr[99] "'),
        *("#, fuzzy\n", "#~ ", "#| ", "#: a:1\n", '"', "\\", "\\n", "\\x", '"\n"', "\n\n", "# "),
        *('msgid ""\nmsgstr ""\n', '"Language: it\\n"\n', '"Content-Type: charset=x\\n"\n'),
    ),
    "json": (
        *('"', "\\", "{", "}", "[", "]", ",", ":", "null", "0", "1.5", "-1", "\\ud800", "\n"),
        *("1" * 400, "[" * 50, '"line":', '"number":"702.33a"', '"date":"2024-02-30"', "9e999"),
    ),
    "csv": (
        *('"', '""', ",", ";", "\t", "\r\n", "\n", "'", "=1+1", "702.33", "702.33a"),
        *("1", "-1", "yes", "9" * 5000, "٣", "0", "2024-02-30", "it", "xx", ",,,,", "\0"),
    ),
}


def mutated(content: bytes, rng: Random, *, other: bytes, marks: str) -> bytes:
    """The content after one mutation to six, among them those of its form."""
    kinds = (*_GENERAL, *_OF_TEXT, *_OF_FORM.get(marks, ()))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4, 6))):
        if rng.random() < 0.35:
            content = _with_mark(content, rng, marks)
        else:
            content = rng.choice(kinds)(content, rng, other)
    return content[:LARGEST]


def mutated_archive(content: bytes, rng: Random, *, other: bytes) -> bytes:
    """A word-processor file with some of its parts mutated, and packed again."""
    if rng.random() < 0.1:
        return _of_bytes(content, rng, other)
    parts = parts_of(content)
    others = parts_of(other)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if not parts:
            break
        name = "word/document.xml" if rng.random() < 0.6 else rng.choice(sorted(parts))
        what = rng.random()
        if name in parts and what < 0.4:
            parts[name] = _in_tags(parts[name], rng, b"")
        elif name in parts and what < 0.85:
            beside = others.get(name, b"")
            parts[name] = mutated(parts[name], rng, other=beside, marks="xml")
        elif what < 0.90:
            parts.pop(name, None)
        elif what < 0.95:
            parts[rng.choice(sorted(parts))] = parts.get(name, b"")
        else:
            parts[f"word/{rng.randrange(100)}.xml"] = parts.get(name, b"")
    return packed(parts)


def mutated_pdf(content: bytes, rng: Random, *, other: bytes) -> bytes:
    """A PDF with its objects mutated, or what its streams hold."""
    if rng.random() < 0.5:
        content = _STREAM.sub(lambda match: _stream(match, rng, other), content)
    else:
        content = mutated(content, rng, other=other, marks="pdf")
    if not content.startswith(b"%PDF-") and rng.random() < 0.8:
        content = b"%PDF-1.7\n" + content
    return content


def parts_of(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(parts: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return file.getvalue()


def _stream(match: re.Match[bytes], rng: Random, other: bytes) -> bytes:
    """A stream of an object, mutated unpacked where it is packed; one in three is."""
    if rng.random() < 0.67:
        return match[0]
    inflate = zlib.decompressobj()
    try:
        inner = inflate.decompress(match[1], LARGEST)
    except zlib.error:
        return b"stream\n" + mutated(match[1], rng, other=b"", marks="pdf") + b"\nendstream"
    inner = mutated(inner, rng, other=b"", marks="pdf")
    return b"stream\n" + zlib.compress(inner) + b"\nendstream"


# -- bytes ---------------------------------------------------------------------------------------


def _place(content: bytes, rng: Random) -> int:
    return rng.randrange(len(content) + 1)


def _span(content: bytes, rng: Random) -> tuple[int, int]:
    """A part, more often a short one than a long one."""
    start = _place(content, rng)
    longest = max(1, len(content) // rng.choice((2, 8, 50, 1000)))
    return start, min(len(content), start + rng.randrange(1, longest + 1))


def _flip(content: bytes, rng: Random, other: bytes) -> bytes:
    made = bytearray(content)
    for _ in range(rng.choice((1, 2, 8, 64)) if made else 0):
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def _delete(content: bytes, rng: Random, other: bytes) -> bytes:
    start, end = _span(content, rng)
    return content[:start] + content[end:]


def _duplicate(content: bytes, rng: Random, other: bytes) -> bytes:
    start, end = _span(content, rng)
    place = rng.choice((end, _place(content, rng)))
    return content[:place] + content[start:end] + content[place:]


def _repeat(content: bytes, rng: Random, other: bytes) -> bytes:
    start, end = _span(content, rng)
    end = min(end, start + rng.choice((1, 3, 20, 400)))
    part = content[start:end]
    times = rng.choice((50, 1000, 10_000, _LONG)) if part else 0
    times = min(times, _LONG // max(len(part), 1))
    return content[:end] + part * times + content[end:]


def _truncate(content: bytes, rng: Random, other: bytes) -> bytes:
    place = _place(content, rng)
    return content[:place] if rng.random() < 0.7 else content[place:]


def _splice(content: bytes, rng: Random, other: bytes) -> bytes:
    start, end = _span(other, rng)
    place = _place(content, rng)
    return content[:place] + (other[start:end] if rng.random() < 0.5 else other[start:])


def _insert(content: bytes, rng: Random, other: bytes) -> bytes:
    token = rng.choice(_TOKENS)
    times = rng.choice((1, 1, 1, 3, 100))
    for _ in range(rng.choice((1, 1, 4))):
        place = _place(content, rng)
        content = content[:place] + token * times + content[place:]
    return content


def _of_bytes(content: bytes, rng: Random, other: bytes) -> bytes:
    return rng.choice((_flip, _delete, _duplicate, _truncate))(content, rng, other)


# -- texts ---------------------------------------------------------------------------------------


def _renumber(content: bytes, rng: Random, other: bytes) -> bytes:
    """Some rule numbers become others: neighbours, damaged ones, those of another place."""
    numbers = _NUMBER.findall(content)[:5000] or [b"702.33"]
    share = rng.choice((0.02, 0.2, 1.0))

    def change(match: re.Match[bytes]) -> bytes:
        if rng.random() > share:
            return match[0]
        return rng.choice((
            rng.choice(numbers), match[0] + b"a", match[0][:-1], match[0] + b".", match[0] + b"0",
            match[0].replace(b".", b","), match[0].replace(b".", b". "), b"\n" + match[0] + b" ",
        ))  # fmt: skip

    return _NUMBER.sub(change, content)


def _count(content: bytes, rng: Random, other: bytes) -> bytes:
    """One number of any kind becomes one that nobody expects."""
    places = [*_DIGITS.finditer(content)]
    if not places:
        return content
    match = rng.choice(places)
    wild = (b"0", b"-1", b"65536", b"2147483648", b"99999999999999999999", b"9" * 5000, b"1e9", b"")
    return content[: match.start()] + rng.choice(wild) + content[match.end() :]


def _line_ends(content: bytes, rng: Random, other: bytes) -> bytes:
    ends = rng.choice((b"\r", b"\r\n", b"\n\n", b" ", b"\x0b", b"\xe2\x80\xa8", b"\n\r"))
    if rng.random() < 0.5:
        return content.replace(b"\r\n", b"\n").replace(b"\n", ends)
    return re.sub(rb"\n", lambda match: rng.choice((b"\n", ends)), content)


def _encode(content: bytes, rng: Random, other: bytes) -> bytes:
    """In another encoding, or twice in one, with its mark or without."""
    page = rng.choice(("utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp437", "utf-8", "utf-32"))
    text = content.decode("utf-8", errors=rng.choice(("replace", "ignore")))
    if rng.random() < 0.2:
        text = content.decode("latin-1")
    mark = "\ufeff" if rng.random() < 0.5 and page.startswith("utf") else ""
    return (mark + text).encode(page, errors="replace")


def _shuffle(content: bytes, rng: Random, other: bytes) -> bytes:
    lines = content.split(b"\n")
    start = rng.randrange(len(lines))
    end = min(len(lines), start + rng.choice((2, 10, 200)))
    part = lines[start:end]
    rng.shuffle(part)
    return b"\n".join([*lines[:start], *part, *lines[end:]])


def _rewrap(content: bytes, rng: Random, other: bytes) -> bytes:
    """Lines cut at a width, or run together."""
    if rng.random() < 0.5:
        return re.sub(rb"\r?\n+", lambda _: b" " if rng.random() < 0.7 else b"\n", content)
    width = rng.choice((1, 10, 40, 70))
    if len(content) // width > 40_000:
        return content
    return b"\n".join(content[at : at + width] for at in range(0, len(content), width))


def _with_mark(content: bytes, rng: Random, marks: str) -> bytes:
    """A mark of the form put in: once, in many places, or nested without end."""
    mark = rng.choice(_MARKS[marks]).encode()
    how = rng.random()
    if how < 0.6:
        places, times = 1, 1
    elif how < 0.8:
        places, times = rng.choice((5, 50, 500)), 1
    else:
        places, times = 1, min(rng.choice((100, 1000, 20_000)), _LONG // len(mark))
    cuts = sorted(_place(content, rng) for _ in range(places))
    made, reached = bytearray(), 0
    for cut in cuts:
        made += content[reached:cut] + mark * times
        reached = cut
    return bytes(made + content[reached:])


def _tags(content: bytes, rng: Random, other: bytes) -> bytes:
    """Some tags are lost, doubled or become others of the page."""
    tags = _TAG.findall(content)[:5000] or [b"<p>"]
    share = rng.choice((0.01, 0.1, 0.5))

    def change(match: re.Match[bytes]) -> bytes:
        if rng.random() > share:
            return match[0]
        return rng.choice((b"", match[0] * 2, rng.choice(tags), match[0][:-1], match[0][1:]))

    return _TAG.sub(change, content)


def _within(pattern: re.Pattern[bytes], *, escaped: Callable[[bytes], bytes]) -> Mutation:
    """Words between the marks of a form are mutated, and the marks left whole."""

    def change(content: bytes, rng: Random, other: bytes) -> bytes:
        places = [*pattern.finditer(content)]
        for match in rng.sample(places, min(len(places), rng.choice((1, 1, 3)))):
            words = rng.choice((*_OF_TEXT, _insert, _insert, _delete, _repeat))
            made = escaped(words(match[1], rng, other))
            content = content.replace(match[1], made, 1)
        return content

    return change


def _in_json(words: bytes) -> bytes:
    return json.dumps(words.decode("utf-8", "replace")).encode()[1:-1]


def _in_xml(words: bytes) -> bytes:
    return escape(words.decode("utf-8", "replace")).encode()


_in_tags = _within(re.compile(rb">([^<>]{4,})<"), escaped=_in_xml)
_in_strings = _within(re.compile(rb'"([^"\\]{4,})"'), escaped=_in_json)

_GENERAL: Sequence[Mutation] = (
    _flip, _delete, _duplicate, _repeat, _truncate, _splice, _insert, _insert,
)  # fmt: skip
_OF_TEXT: Sequence[Mutation] = (
    _renumber, _renumber, _count, _line_ends, _encode, _shuffle, _rewrap,
)  # fmt: skip
_OF_FORM: Mapping[str, Sequence[Mutation]] = {
    "html": (_tags, _tags, _in_tags, _in_tags),
    "xml": (_tags, *[_in_tags] * 8),
    "wiki": (_tags, _in_tags, _in_tags),
    "api": (_tags, _in_tags, _in_strings, _in_strings),
    "po": (_in_strings, _in_strings, _in_strings),
    "json": (_in_strings,) * 8,
}
