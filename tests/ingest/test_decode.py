"""Bytes to text: encodings by evidence, damage told, nothing guessed."""

import pytest

from ingest.decode import LARGEST, decode, lines
from ingest.entities import without_entities
from kb.errors import Unreadable
from tests.ingest.reading import answered, notes, rule

ITALIAN = "100.1a Così l’abilità non c’è più: “perché” – è già finita.\n" * 3
DOS = "100.1a L'abilità di Dandân non c'è più, perché è già finita.\n" * 3


@pytest.mark.parametrize(
    ("says", "text", "encoding"),
    [
        ("UTF-8", ITALIAN, "utf-8"),
        ("UTF-8 with its mark", ITALIAN, "utf-8-sig"),
        ("UTF-16 with its mark", ITALIAN, "utf-16"),
        ("UTF-16 little endian without a mark", ITALIAN, "utf-16-le"),
        ("UTF-16 big endian without a mark", ITALIAN, "utf-16-be"),
        ("Windows", ITALIAN, "cp1252"),
        ("an old Macintosh", ITALIAN, "mac_roman"),
        ("DOS", DOS, "cp437"),
    ],
)
def test_encodings(says: str, text: str, encoding: str) -> None:
    read = decode(text.encode(encoding))
    assert read.text == text, says
    assert read.damage == (), says


def test_big_endian_with_its_mark() -> None:
    assert decode(b"\xfe\xff\x001\x000\x000\x00.").text == "100."


@pytest.mark.parametrize(
    ("says", "text", "right"),
    [
        ("accents", "perchÃ© la prioritÃ\u00a0 c'Ã¨", "perché la priorità c'è"),
        ("quotes and dashes", "â€œNomeâ€\x9d 601.2fâ€“h", "“Nome” 601.2f–h"),
        ("a capital", "Ãˆ vero", "È vero"),
    ],
)
def test_twice_encoded_is_repaired_once_and_told(says: str, text: str, right: str) -> None:
    read = decode(text.encode())
    assert read.text == right, says
    assert any("twice" in damage for damage in read.damage), says


def test_what_only_looks_twice_encoded_stays() -> None:
    assert decode("João, São e Â sozinho".encode()).text == "João, São e Â sozinho"


def test_letters_lost_before_are_told() -> None:
    read = decode("gli articoli 306\ufffd311".encode())
    assert "\ufffd" in read.text
    assert any("U+FFFD" in damage for damage in read.damage)


def test_few_wrong_bytes_in_utf8_are_read_as_windows() -> None:
    read = decode("è più già perché così — qui: ".encode() + b"\x93X\x94")
    assert read.text.endswith("“X”")
    assert any("wrong places" in damage for damage in read.damage)


@pytest.mark.parametrize(
    ("says", "content", "reason"),
    [
        ("nothing", b"", "empty"),
        ("blanks only", b" \r\n\t", "empty"),
        ("UTF-16 whose mark was lost", b"\xef\xbf\xbd\xef\xbf\xbd" + b" a\0 b\0" * 20, "UTF-16"),
        ("UTF-16 of odd length", b"\xff\xfe1\x000\x000", "UTF-16"),
        ("controls everywhere", bytes(range(256)) * 8, "binary"),
        ("too large", b"a" * (LARGEST + 1), "more than"),
    ],
)
def test_refused(says: str, content: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        decode(content)


def test_only_three_signs_end_a_line() -> None:
    assert lines("a\rb\nc\r\nd\x85e\u2028f\x0bg\x0ch") == ["a", "b", "c", "d\x85e\u2028f\x0bg\x0ch"]


@pytest.mark.parametrize(
    ("says", "written", "read", "found"),
    [
        ("a name", "pi&ugrave;", "più", 1),
        ("numbers", "601.2f&#8211;h &#x2014;", "601.2f–h —", 2),
        ("a blank", "a&nbsp;b", "a\N{NO-BREAK SPACE}b", 1),
        ("once only", "&amp;egrave;", "&egrave;", 1),
        ("no such name", "R&D; e &pippo;", "R&D; e &pippo;", 0),
        ("no sign", "&#0; &#xD800; &#1114112;", "&#0; &#xD800; &#1114112;", 0),
        ("an ampersand", "a & b", "a & b", 0),
    ],
)
def test_entities_in_a_plain_text(says: str, written: str, read: str, found: int) -> None:
    assert without_entities(written) == (read, found), says


def test_entities_are_told() -> None:
    got = answered("702.9. Volare\n702.9a Chi vola &egrave; in alto (regole 601.2f&#8211;h).")
    assert rule(got, "702.9a")["text"] == "Chi vola è in alto (regole 601.2f–h)."
    assert rule(got, "702.9a")["cites"] == ["601.2f", "601.2g", "601.2h"]
    assert "2 entities" in notes(got, "damaged-text")[0]["detail"]
