"""The command suggest, as it is typed."""

import json
from pathlib import Path

import pytest

from tests.test_interrupted import PLAIN, run


def test_candidates_for_each_sentence(tmp_path: Path, bundled_folder: Path) -> None:
    ruling = tmp_path / "ruling.md"
    text = "Dear all.\n\nA kicked spell is one whose kicker cost was announced. Nice weather."
    ruling.write_text(text, encoding="utf-8")
    base = ("--kb", str(bundled_folder), "suggest", str(ruling))
    code, out, err = run(PLAIN, *base, "--lang", "en", "--json")
    assert code == 0, err
    answer = json.loads(out)
    assert answer["language"] == "en"
    said = [text[each["start"] : each["end"]] for each in answer["suggestions"]]
    assert said == [
        "Dear all.",
        "A kicked spell is one whose kicker cost was announced.",
        "Nice weather.",
    ]
    first, second, _ = answer["suggestions"]
    assert first["candidates"] == [], "that nothing fits is an answer"
    best = second["candidates"][0]
    assert best["number"].startswith("702.33") and 0 < best["score"] <= 1
    assert "kick" in best["why"] and best["edition"]["language"] == best["language"]
    code, out, err = run(PLAIN, *base, "--lang", "en", "--limit", "1")
    assert code == 0 and best["number"] in out
    assert "Candidates, not an answer" in err


def test_nothing_at_all(tmp_path: Path, bundled_folder: Path) -> None:
    ruling = tmp_path / "ruling.txt"
    ruling.write_text("Tomorrow we go swimming.", encoding="utf-8")
    code, _, err = run(PLAIN, "--kb", str(bundled_folder), "suggest", str(ruling), "--lang", "en")
    assert code == 1 and "No rule fits" in err
    code, _, err = run(PLAIN, "--kb", str(bundled_folder), "suggest", str(tmp_path / "none.txt"))
    assert code == 2 and "none.txt" in err


def test_a_rule_of_which_no_text_is_held(tmp_path: Path, bundled_folder: Path) -> None:
    ruling = tmp_path / "ruling.txt"
    ruling.write_text("Attacca con travolgere.\nBuongiorno a tutti.", encoding="utf-8")
    base = ("--kb", str(bundled_folder), "suggest", str(ruling), "--lang", "it")
    code, out, _ = run(PLAIN, *base)
    assert code == 0
    assert "702.19  Travolgere  [its text is not held]" in out
    assert "Buongiorno a tutti.\n  Nothing fits." in out
    code, out, _ = run(PLAIN, *base, "--json")
    candidates = json.loads(out)["suggestions"][0]["candidates"]
    assert next(each["edition"] for each in candidates if each["number"] == "702.19") is None


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_text_in_another_encoding_is_read_and_that_is_told(
    tmp_path: Path, bundled_folder: Path, encoding: str
) -> None:
    ruling = tmp_path / "ruling.txt"
    told = "La criatura no puede atacar si está girada: así lo dice la habilidad de arrollar."
    ruling.write_bytes(told.encode(encoding))
    base = ("--kb", str(bundled_folder), "suggest", str(ruling), "--json")
    code, out, err = run(PLAIN, *base)
    assert code == 0 and "is no UTF-8; read as" in err
    [suggestion] = json.loads(out)["suggestions"]
    assert (suggestion["start"], suggestion["end"]) == (0, len(told))
    ruling.write_text(told, encoding="utf-8")
    code, as_utf8, err = run(PLAIN, *base)
    assert code == 0 and "UTF-8" not in err and as_utf8 == out


def test_what_is_no_text_is_refused(tmp_path: Path, bundled_folder: Path) -> None:
    ruling = tmp_path / "ruling.txt"
    for content, said in ((b"\x00\x01\xff", "in UTF-8 (iconv"), (b"x" * (2**20 + 1), "over 1 MiB")):
        ruling.write_bytes(content)
        code, out, err = run(PLAIN, "--kb", str(bundled_folder), "suggest", str(ruling))
        assert (code, out) == (2, "") and said in err
