"""PDFs: paragraphs from lines, heads and feet, columns of pages, what is refused."""

import time
import zlib

import pytest

from ingest.readers import pdf as reader
from ingest.readers.pdf_layer import MOST_PAGES
from tests.ingest.making import pdf, pdf_of_streams
from tests.ingest.reading import answered, notes, numbers, rule

Lines = list[tuple[float, float, str]]


def page(number: int, *texts: str, head: str = "Reglas Completas - copia") -> Lines:
    """A page with a head and a foot; an empty text is a gap."""
    lines: Lines = [(60, 800, head)]
    lines += [(60, 760 - 14 * place, text) for place, text in enumerate(texts) if text]
    return [*lines, (500, 40, f"Página {number} de 3")]


BOOK = pdf(
    page(
        1,
        "Estas reglas son válidas desde el 1 de octubre de 2012.",
        "",
        "Índice",
        "402. Mano ............................ 2",
        "403. Campo de batalla ................ 3",
    ),
    page(
        2,
        "402. Mano",
        "",
        "402.1. La mano es el lugar de las cartas que no se han ju-",
        "gado, según la regla",
        "400.1 y lo que se dice allí.",
        "",
        "402.2. No se enseña lo que dice la frase y sigue en la",
    ),
    page(3, "otra página.", "", "403. Campo de batalla", "", "403.1. Aquí pasa casi todo."),
)


def test_a_book_of_three_pages() -> None:
    got = answered(BOOK)
    assert (got["form"], got["language"]) == ("pdf", "es")
    assert [edition["date"] for edition in got["editions"]] == ["2012-10-01"]
    assert numbers(got) == ["402", "402.1", "402.2", "403", "403.1"]
    first = rule(got, "402.1")
    assert first["text"] == (
        "La mano es el lugar de las cartas que no se han jugado, según la regla 400.1 y lo que "
        "se dice allí."
    )
    assert first["cites"] == ["400.1"]
    assert rule(got, "402.2")["text"].endswith("sigue en la otra página.")
    assert not any("copia" in text["text"] or "Página" in text["text"] for text in got["rules"])
    (left,) = notes(got, "navigation")
    assert "6" in left["detail"]


def test_the_line_of_a_rule_is_a_line_of_the_text_layer() -> None:
    got = answered(BOOK)
    assert rule(got, "402")["line"] == 8
    assert rule(got, "402.1")["line"] == 9


def test_the_same_heading_on_pages_far_apart_is_no_head() -> None:
    pages = []
    for place in range(1, 10):
        said: Lines = [(60, 780, f"{place}. Parte"), (60, 760, f"{place}00. General")]
        said.append((60, 700, f"{place}00.1. Esta es la regla de la parte, que se lee así."))
        filler: Lines = [(60, 780 - 20 * n, f"Ejemplo: Otro caso {place}.") for n in range(5)]
        pages += [said, filler, filler, filler]
    got = answered(pdf(*pages))
    assert [number for number in numbers(got) if len(number) == 3] == [
        f"{place}00" for place in range(1, 10)
    ]


@pytest.mark.parametrize(
    ("says", "before", "after", "joined"),
    [
        ("a dash holds both sides", "the turn ends—", "unless it does not.", "ends—unless it"),
        ("a range is one word", "see rules 601.2f–", "h.", "601.2f–h."),
        ("a dash with a blank stays so", "choose one –", "this or that.", "one – this"),
    ],
)
def test_dashes_at_line_ends(says: str, before: str, after: str, joined: str) -> None:
    got = answered(pdf([(60, 700, f"702.9a One may {before}"), (60, 688, after)]))
    assert joined in rule(got, "702.9a")["text"], says


@pytest.mark.parametrize(
    ("says", "rest", "joined"),
    [
        ("the compound stands elsewhere", "A face-up card is seen by all.", "face-up"),
        ("the whole word stands elsewhere", "Every faceup card is seen.", "faceup"),
    ],
)
def test_hyphens_at_line_ends(says: str, rest: str, joined: str) -> None:
    lines: Lines = [
        (60, 700, "702.9a This is a card which lies face-"),
        (60, 688, "up on the table."),
        (60, 650, f"702.9b {rest}"),
    ]
    assert f"lies {joined} on" in rule(answered(pdf(lines)), "702.9a")["text"], says


def test_paragraphs_of_a_glossary_are_told_by_their_gaps() -> None:
    lines: Lines = [
        (60, 780, "702.9. Flying"),
        (60, 752, "702.9a A creature with flying passes above."),
        (60, 720, "Glossary"),
    ]
    for place, term in enumerate(("Flying", "Hand", "Library", "Zone")):
        height = 690 - 40 * place
        lines += [(60, height, term), (60, height - 12, "A word of the game that one looks")]
        lines.append((60, height - 24, "up here."))
    got = answered(pdf(lines))
    assert [entry["term"] for entry in got["glossary"]] == ["Flying", "Hand", "Library", "Zone"]
    assert got["glossary"][0]["text"] == "A word of the game that one looks up here."


BOMB = zlib.compress(zlib.compress(b"q\n" * 2**28, 9), 9)
PASSWORD = (
    b"/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]"
    b" /Encrypt << /Filter /Standard /V 1 /R 2 /O <"
    + b"5a" * 32
    + b"> /U <"
    + b"a5" * 32
    + b"> /P -4 >>"
)


@pytest.mark.parametrize(
    ("says", "content", "reason"),
    [
        ("only drawings", pdf_of_streams(b"0 0 200 200 re f"), "OCR"),
        ("no page", pdf_of_streams(), "PDF"),
        ("cut off", b"%PDF-1.7\n%\xe2\xe3", "damaged"),
        ("a password", pdf_of_streams(b"BT ET", trailer=PASSWORD), "password"),
        ("many pages", pdf_of_streams(*[b""] * (MOST_PAGES + 1)), "pages"),
    ],
)
def test_refused(says: str, content: bytes, reason: str) -> None:
    got = answered(content)
    (refused,) = notes(got, "refused")
    assert got["form"] == "pdf"
    assert reason in refused["detail"], f"{says}: {refused['detail']}"


@pytest.mark.parametrize(
    ("says", "content"),
    [
        ("a bomb in a bomb", pdf_of_streams(BOMB, entries=b"/Filter [/FlateDecode /FlateDecode]")),
        ("marks without end", pdf_of_streams(b"q " * 500_000)),
        ("one long line", pdf([(60, 700, "702.9a " + "a" * 200_000)])),
    ],
)
def test_hostile(says: str, content: bytes) -> None:
    begin = time.monotonic()
    answered(content)
    assert time.monotonic() - begin < 20, says


def test_a_program_that_breaks_off_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_PROGRAM", "ingest.no_such_program")
    assert "limits" in notes(answered(BOOK), "refused")[0]["detail"]


def test_a_program_that_takes_too_long_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PATIENCE", 0.0)
    assert "seconds" in notes(answered(BOOK), "refused")[0]["detail"]
