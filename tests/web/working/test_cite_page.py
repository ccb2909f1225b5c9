"""The page of citations to paste."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb.cite import citations
from kb.cite_write import styles
from kb.lang import codes
from search.cli import main
from tests.web.conftest import BAD, Client
from tests.web.working.test_compare_page import page


def pasted(room: Client, address: str) -> dict[str, str]:
    """What stands in the field of each style, the first line end being none of it."""
    found = page(room, address)
    fields = found.all("textarea")
    assert all("readonly" in each.attributes for each in fields)
    return {each.attributes["id"][3:]: each.text.removeprefix("\n") for each in fields}


@pytest.mark.parametrize("code", codes())
def test_as_the_command_writes_it(room: Client, bundled_folder: Path, code: str) -> None:
    written = pasted(room, f"/{code}/cite?what=702.33d,601.2b-d&quote=1")
    assert set(written) == set(styles())
    link = f"http://127.0.0.1/{code}/rules/{{number}}"
    for style, text in written.items():
        asked = ["cite", "702.33d", "601.2b-d", "--quote", "--lang", code, "--style", style]
        result = CliRunner().invoke(main, ["--kb", str(bundled_folder), *asked, "--link", link])
        assert text.rstrip("\n") == result.stdout.rstrip("\n"), style
    read = citations(written["plain"].split("\n")[0], language=code)
    assert [str(number) for each in read for number in each.numbers] == ["702.33d"]


def test_the_chosen_style_comes_first(room: Client) -> None:
    assert next(iter(pasted(room, "/it/cite?what=702.33&style=bibtex"))) == "bibtex"
    assert next(iter(pasted(room, "/it/cite?what=702.33&style=x"))) == "plain"
    records = json.loads(pasted(room, "/it/cite?what=702.33,601&style=csl-json")["csl-json"])
    assert len(records) == 2


def test_the_edition_of_a_day(worked: Client) -> None:
    text = pasted(worked, "/it/cite?what=702.33&edition=2021-04-22")["plain"]
    assert "edizione del 22 aprile 2021" in text
    link = pasted(worked, "/it/cite?what=702.33&edition=2021-04-22")["markdown"]
    assert "/it/rules/702.33?edition=2021-04-22" in link


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("kiker", "Kicker"),
        ("potenziamento", "Potenciar"),
        ("702.33d-a", "702.33d-a"),
        (BAD, "<script>alert(1)</script>"),
        (",;,", ""),
    ],
)
def test_what_cannot_be_cited_or_misleads(room: Client, what: str, says: str) -> None:
    answer = room.get("/it/cite", params={"what": what})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert says in page(room, f"/it/cite?{answer.request.url.query.decode()}").text


def test_not_without_end(room: Client) -> None:
    what = ",".join(["702.33"] * 150)
    assert room.get("/it/cite", params={"what": what}).status_code == 200
