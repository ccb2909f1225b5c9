"""Gettext files: what is translated, what is not, and how it is told."""

import polib
import pytest

from ingest.readers.po import MOST_ENTRIES
from tests.ingest.reading import answered, kinds, notes, numbers, rule


def catalogue(*entries: tuple[str, str], **options: list[str]) -> bytes:
    """A file with these pairs of original and translation; all get the options."""
    file = polib.POFile(wrapwidth=40)
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "it"}
    for msgid, msgstr in entries:
        file.append(polib.POEntry(msgid=msgid, msgstr=msgstr, **options))
    return str(file).encode()


FLYING = (
    ("These rules are effective as of May 3, 2019.", "Queste regole valgono dal 3 maggio 2019."),
    ("702.9. Flying", "702.9. Volare"),
    ("702.9a Flying is an evasion ability.", "702.9a Volare è un'abilità di elusione."),
    ("702.9b Only flyers block it. (See rule 509.1b.)", ""),
    ("702.9c Two of them are one.", "702.9c Due di queste sono una. Vedi regola 702.9a."),
    ("Example: A bird flies.", "Esempio: Un uccello vola."),
)


def test_translations_in_the_order_of_the_file() -> None:
    got = answered(catalogue(*FLYING))
    assert (got["form"], got["language"]) == ("po", "it")
    assert [edition["date"] for edition in got["editions"]] == ["2019-05-03"]
    assert numbers(got) == ["702.9", "702.9a", "702.9c"]
    assert rule(got, "702.9c")["cites"] == ["702.9a"]
    assert rule(got, "702.9c")["examples"] == ["Un uccello vola."]


def test_an_untranslated_rule_is_missing_once() -> None:
    content = catalogue(*FLYING)
    (note,) = notes(answered(content), "missing-number")
    assert note["number"] == "702.9b"
    assert content.decode().splitlines()[note["line"] - 1].startswith("msgid")


@pytest.mark.parametrize(
    ("says", "msgid", "msgstr", "options", "missing"),
    [
        ("the last of its rule", "702.9d It ends.", "", {}, True),
        ("a doubtful one", "702.9d It ends.", "702.9d Finisce.", {"flags": ["fuzzy"]}, True),
        ("a copy", "702.9d It ends so.", "702.9d It ends so.", {}, True),
        ("blanks only", "702.9d It ends.", "  ", {}, True),
        ("a name that is the same", "702.10. Flash", "702.10. Flash", {}, False),
        ("a heading", "703. Turns", "", {}, True),
    ],
)
def test_what_counts_as_untranslated(
    says: str, msgid: str, msgstr: str, options: dict[str, list[str]], missing: bool
) -> None:
    own = catalogue((msgid, msgstr), **options).partition(b"\n\n")[2]
    got = answered(catalogue(*FLYING) + b"\n" + own)
    number = msgid.split()[0].removesuffix(".")
    told = [note["number"] for note in notes(got, "missing-number")]
    assert (number in told) is missing, says
    assert (number in numbers(got)) is not missing, says


def test_untranslated_entries_without_a_number_are_counted() -> None:
    got = answered(catalogue(*FLYING, ("Example: One more.", ""), ("Glossary", "")))
    assert any("not translated: 2" in note["detail"] for note in notes(got, "other-text"))


def test_an_obsolete_entry_is_no_rule() -> None:
    got = answered(catalogue(*FLYING) + b'\n#~ msgid "702.10. Haste"\n#~ msgstr "702.10. Rapido"\n')
    assert "702.10" not in numbers(got) and "702.10" not in str(notes(got, "missing-number"))


def test_a_number_in_the_context() -> None:
    got = answered(
        b'msgctxt "702.9a"\nmsgid "It flies."\nmsgstr "Chi vola passa sopra."\n\n'
        b'msgctxt "702.9b"\nmsgid "It lands."\nmsgstr ""\n'
    )
    assert rule(got, "702.9a")["text"] == "Chi vola passa sopra."
    assert [note["number"] for note in notes(got, "missing-number")] == ["702.9b"]


def test_a_glossary_of_terms_and_texts() -> None:
    got = answered(
        catalogue(
            *FLYING,
            ("Glossary", "Glossario"),
            ("Hand", "Mano"),
            ("Where the cards are.", "Il luogo in cui stanno le carte."),
            ("Stack", "Pila"),
            ("Where spells are.", "Il luogo in cui stanno le magie."),
        )
    )
    assert [entry["term"] for entry in got["glossary"]] == ["Mano", "Pila"]


def test_line_ends_of_every_kind() -> None:
    for end in (b"\r\n", b"\r"):
        got = answered(catalogue(*FLYING).replace(b"\n", end))
        assert numbers(got) == ["702.9", "702.9a", "702.9c"], end


@pytest.mark.parametrize(
    ("says", "content", "reason"),
    [
        ("nothing translated", catalogue(("702.9. Flying", "")), "none of its 1 entries"),
        ("damaged", b'msgid "a"\nmsgstr "b"\nmsgwhat "c"\n"d"\nxyz', "no gettext file"),
        ("the name of a file", b"/etc/passwd", "no gettext file"),
        ("many entries", b'msgid "a"\nmsgstr "b"\n\n' * (MOST_ENTRIES + 1), "entries"),
    ],
)
def test_refused(says: str, content: bytes, reason: str) -> None:
    got = answered(content, form="po")
    (refused,) = notes(got, "refused")
    assert reason in refused["detail"], f"{says}: {refused['detail']}"
    assert "damaged-text" not in kinds(got)
