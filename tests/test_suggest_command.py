"""The command suggest, as it is typed."""

import json
from pathlib import Path

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
