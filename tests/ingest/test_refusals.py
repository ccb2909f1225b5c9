"""Sources that are refused, each with its reason; none is a silent success."""

import random
from pathlib import Path

import pytest

from ingest.pipeline import files_in, read_path, read_source
from kb.errors import UnknownLanguage, Unreadable
from tests.ingest.reading import answered, notes, read

CIPHER = "".join(f",-{sign}! El t#xt~ d# pru#b) h)bl) d# c)rt)s.\n" for sign in ";/+*(&%$" * 3)
MISSING = (
    '<html lang="{}"><head><title>{}</title></head><body><h1>702.33 Nome</h1>'
    "<p>702.33 - 404</p></body></html>"
)


@pytest.mark.parametrize(
    ("says", "content", "form", "reason"),
    [
        ("empty", b"", "text", "empty"),
        ("no numbers", b"Una lettera a casa, con molte parole.", "text", "no rule number"),
        ("random bytes", random.Random(1).randbytes(5000), "text", "binary"),
        ("a list, not rules", b"1. Uno\n2. Due\n3. Tre\n", "text", "no rule number"),
        ("a cipher", CIPHER.encode(), "text", "unreadable text layer"),
        ("damaged UTF-16", b"\xef\xbf\xbd" * 2 + b" 1\0 0\0" * 40, "text", "damaged UTF-16"),
        (
            "an Italian error page",
            MISSING.format("it", "Pagina non trovata").encode(),
            "html",
            "error",
        ),
        ("a Spanish one", MISSING.format("es", "404 | Sitio").encode(), "html", "error page"),
        ("an English one", MISSING.format("en", "Page not found - Site").encode(), "html", "error"),
        ("a PDF", b"%PDF-1.7\n%\xe2\xe3", "pdf", "damaged"),
        ("an archive", b"PK\x03\x04" + b"x" * 50, "zip", "unpack it"),
        ("a damaged document", b"PK\x03\x04" + b"word/" * 50, "docx", "damaged archive"),
        ("a packed file", b"\x1f\x8b" + b"x" * 50, "gzip", "unpack it"),
        ("rich text", b"{\\rtf1 702.1. Testo}", "rtf", "save it as"),
        ("a gettext file", b'msgid "702.1. A"\nmsgstr ""\n', "po", "is translated"),
    ],
)
def test_refused(says: str, content: bytes, form: str, reason: str) -> None:
    source = read(content)
    assert source.refused, says
    got = answered(content)
    assert (got["form"], got["rules"], got["glossary"]) == (form, [], []), says
    (note,) = notes(got, "refused")
    assert reason in note["detail"], says


def test_what_was_found_is_told_all_the_same() -> None:
    got = answered(
        "Suono\n\nRegolamento\n\n• Uno è permesso.\n\n(Aggiornato a Lune, 3 marzo 2020)\n|\n"
    )
    assert [edition["date"] for edition in got["editions"]] == ["2020-03-03"]
    assert len(got["rulings"]) == 1
    assert "Lune" in notes(got, "refused")[0]["detail"]


def test_wrong_usage() -> None:
    with pytest.raises(Unreadable, match="no form"):
        read(b"x", form="odt")
    with pytest.raises(UnknownLanguage):
        read_source(b"", source="x", language="xx")
    with pytest.raises(Unreadable, match=r"nowhere\.txt"):
        read_path("nowhere.txt")


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/two.HTML", "one.txt", "picture.png"):
        (tmp_path / name).write_text("702.9. Volare\n")
    names = [Path(file).name for file in files_in(str(tmp_path))]
    assert names == ["two.HTML", "one.txt"]
    assert list(files_in("-")) == ["-"]
    assert not read_path(str(tmp_path / "one.txt")).refused
