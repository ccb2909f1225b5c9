"""The owner's four documents, as they came and as pages of the shape they were taken from."""

import html
import re
from pathlib import Path
from typing import Any

import pytest

from tests.ingest.reading import answered, noted, notes, numbers, rule

pytestmark = pytest.mark.real_text

_RESIDUE = re.compile(r"\[\]$")
_GLUED = re.compile(r"^702\.33c(?=M)")
_HEADINGS = ("Regolamento", "Descrizione", "Subreglas", "Otras reglas de este apartado")


def _in_bold(match: re.Match[str]) -> str:
    return f"<b>{match[0]}</b>"


def seed(shared: Path, name: str) -> str:
    (path,) = (shared / "seeds").glob(f"{name}_*.txt")
    return path.read_text(encoding="utf-8")


def as_page(text: str, language: str) -> str:
    """The page that gives this text when its marks are taken away."""
    edit = '<span class="mw-editsection">[<a href="?edit">modifica</a>]</span>'
    parts: list[str] = []
    for line in filter(None, map(str.rstrip, text.split("\n"))):
        label, tab, value = line.partition("\t")
        said = html.escape(line, quote=False)
        if tab:
            parts.append(
                f'<aside class="portable-infobox"><h3 class="pi-data-label">{label}</h3>'
                f'<div class="pi-data-value">{html.escape(value)}</div></aside>'
            )
        elif _RESIDUE.search(line) or line in _HEADINGS:
            parts.append(f"<h2><span>{_RESIDUE.sub('', said)}</span>{edit}</h2>")
        elif line.startswith("• "):
            parts.append(f"<ul><li>{said[2:]}</li></ul>")
        elif line.startswith("- "):
            parts.append(f'<ul><li><a href="/{line[2:]}">{line[2:]}</a></li></ul>')
        else:
            parts.append(f"<p>{_GLUED.sub(_in_bold, said)}</p>")
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>x</title>'
        '<script>var n = "702.999";</script></head><body><nav><a href="/">702.998</a></nav>'
        f'<main><div class="mw-parser-output">\n{body}\n</div></main>'
        "<footer>702.997</footer></body></html>"
    )


@pytest.fixture(params=["text", "html"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def got(shared: Path, name: str, form: str, language: str) -> dict[str, Any]:
    text = seed(shared, name)
    answer = answered(as_page(text, language) if form == "html" else text)
    assert (answer["form"], answer["language"]) == (form, language)
    return answer


def test_kicker(shared: Path, form: str) -> None:
    answer = got(shared, "000", form, "it")
    assert numbers(answer) == ["702.33", *(f"702.33{letter}" for letter in "abcdefgh")]
    assert [edition["date"] for edition in answer["editions"]] == ["2024-11-23"]
    assert rule(answer, "702.33c")["text"].startswith("Multipotenziamento (Multikicker)")
    assert "Se lo fai" not in rule(answer, "702.33h")["text"]
    assert rule(answer, "702.33a")["cites"] == ["601.2b", "601.2f", "601.2g", "601.2h"]
    assert rule(answer, "702.33b")["cites"] == []
    assert rule(answer, "702.33e")["cites"] == ["607"]
    assert len(answer["rulings"]) == 2
    assert noted(answer) == {"glued-number", "duplicate-text", "lost-symbol"}
    assert notes(answer, "glued-number")[0]["number"] == "702.33c"


def test_power_up(shared: Path, form: str) -> None:
    answer = got(shared, "001", form, "es")
    assert numbers(answer) == ["702.193", "702.193a", "702.193b"]
    assert [found["inferred"] for found in answer["rules"]] == [False, True, True]
    assert rule(answer, "702.193a")["cites"] == []
    assert rule(answer, "702.193b")["cites"] == ["118.7"]
    assert answer["editions"][0]["date"] is None
    assert noted(answer) == {"inferred-number"}
    assert notes(answer, "navigation")


def test_prototype(shared: Path, form: str) -> None:
    answer = got(shared, "003", form, "it")
    assert numbers(answer) == [
        *("702.160", "702.160a", "718", "718.1", "718.2", "718.2a", "718.3"),
        *("718.3a", "718.3b", "718.3c", "718.3d", "718.4", "718.5"),
    ]
    assert [edition["date"] for edition in answer["editions"]] == ["2025-04-03"]
    assert rule(answer, "702.160a")["cites"] == ["718"]
    assert rule(answer, "718.3")["cites"] == ["702.160"]
    assert rule(answer, "718.3b")["cites"] == ["105.2"]
    assert rule(answer, "718.4")["cites"] == []
    assert len(answer["rulings"]) == 7
    assert answer["facts"]["introduced"] == "La Guerra dei Fratelli"
    assert noted(answer) == {"term-mismatch"}
    assert notes(answer, "term-mismatch")[0]["number"] == "702.160a"


def test_enlist(shared: Path, form: str) -> None:
    answer = got(shared, "004", form, "it")
    assert numbers(answer) == ["702.154", *(f"702.154{letter}" for letter in "abcd")]
    assert len(answer["rulings"]) == 6
    assert answer["facts"]["type"] == "Abilità statica"
    assert noted(answer) == set()
