"""The way from an address to the base on the command line: ingest, sources, editions."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from search.cli import main
from tests.ingest.clocks import Hand
from tests.ingest.server import page, served, status

ITALIAN = (
    "Tratto dal Regolamento (Aggiornato a Prova, 23 Novembre 2024)\n"
    "702.154. Arruolare\n"
    "702.154a Arruolare è un'abilità di prova che cita la regola 508.1g, già così.\n"
)
WIKI = f"<html><body><p>{ITALIAN.replace(chr(10), '</p><p>')}</p></body></html>"
LINKS = '<html><body><a href="/rules.docx">DOCX</a> <a href="/rules.txt">TXT</a></body></html>'
ENGLISH = "702.154. Enlist\n702.154a This is a test of a rule, written for it; see rule 508.1g.\n"


@pytest.fixture
def base(tmp_path: Path, bundled_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A base of its own with no source but the user's, and a clock that nobody waits for."""
    hand = Hand()
    monkeypatch.setattr("ingest.fetch.Clock", hand.clock)
    monkeypatch.setattr("ingest.sources._bundled", tuple)
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "base.sqlite").write_bytes((bundled_folder / "base.sqlite").read_bytes())
    return folder


def list_sources(base: Path, address: str) -> None:
    (base / "sources.toml").write_text(
        f"""
        [[source]]
        id = "it-prova"
        language = "it"
        name = "Una pagina di prova"
        kind = "translation"
        form = "html"
        address = "{address}/{{page}}"
        pages = ["arruolare", "assente"]
        licence = "ours"

        [[source]]
        id = "en-test"
        language = "en"
        name = "A page with links"
        kind = "official"
        address = "{address}/links"
        links = '\\.txt$'
        licence = "ours"
        """,
        encoding="utf-8",
    )


def run(base: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(base), *args], prog_name="regulae")


def asked(base: Path, *args: str) -> Any:
    return json.loads(run(base, *args, "--json").stdout)


def test_a_source_is_fetched_listed_and_read_again_offline(base: Path) -> None:
    pages = {"arruolare": page(WIKI), "rules.txt": page(ENGLISH), "links": page(LINKS)}
    with served(**pages) as site:
        list_sources(base, site.address().rstrip("/"))
        before = {row["id"]: row for row in asked(base, "sources")["sources"]}
        assert [row["held"] for row in before.values()] == [[], []]
        assert before["it-prova"]["fetched"] is None and before["it-prova"]["days"] is None

        result = run(base, "ingest", "--all", "--lang", "it", "--allow-private", "--json")
        assert result.exit_code == 1, "one page is not there"
        first, second = json.loads(result.stdout)["documents"]
        assert [rule["number"] for rule in first["rules"]] == ["702.154", "702.154a"]
        assert first["editions"][0]["date"] == "2024-11-23"
        assert first["source"] == site.address("/arruolare")
        assert [note["kind"] for note in second["notes"]] == ["refused"]
        assert "no such page" in second["notes"][0]["detail"]

        [document] = asked(base, "ingest", "en-test", "--allow-private")["documents"]
        assert document["source"] == site.address("/rules.txt")
        assert document["editions"][0]["official"] is True
        site.pages.clear()

    after = {row["id"]: row for row in asked(base, "sources")["sources"]}
    assert after["it-prova"]["held"][0]["date"] == "2024-11-23"
    assert after["it-prova"]["held"][0]["kind"] == "translation"
    assert after["en-test"]["held"][0]["source"] == site.address("/rules.txt")
    assert after["en-test"]["fetched"].startswith("20") and after["en-test"]["days"] >= 0
    assert [row["id"] for row in asked(base, "sources", "--lang", "it")["sources"]] == ["it-prova"]
    table = run(base, "sources", "--lang", "it").stdout
    assert "it-prova" in table and "2024-11-23" in table and "en-test" not in table

    again = run(base, "ingest", "it-prova:arruolare", "en-test", "--offline", "--json")
    assert again.exit_code == 0, again.stderr
    assert json.loads(again.stdout)["documents"] == [first, document]
    never = run(base, "ingest", "it-prova:assente", "--offline")
    assert never.exit_code == 1 and "--offline" in never.stderr


def test_editions(base: Path) -> None:
    with served(arruolare=page(WIKI)) as site:
        assert run(base, "ingest", site.address("/arruolare"), "--allow-private").exit_code == 0
    held = asked(base, "editions")["editions"]
    assert [each["language"] for each in held] == ["en", "es", "it", "it"]
    [came] = [each for each in held if each["kind"] == "translation"]
    assert came["source"] == site.address("/arruolare")
    assert (came["date"], came["label"], came["rules"]) == ("2024-11-23", "Prova", 2)
    assert len(asked(base, "editions", "--lang", "it")["editions"]) == 2
    table = run(base, "editions", "--lang", "it").stdout
    assert "2024-11-23" in table and "Prova" in table


def test_a_dry_run_over_the_net_leaves_the_base(base: Path) -> None:
    before = (base / "base.sqlite").read_bytes()
    with served(arruolare=page(WIKI)) as site:
        result = run(base, "ingest", site.address("/arruolare"), "--allow-private", "--dry-run")
    assert result.exit_code == 0, result.stderr
    assert (base / "base.sqlite").read_bytes() == before


@pytest.mark.parametrize("charset", ["utf-8", "us-ascii", "utf-16", "nonsense"])
def test_the_charset_that_a_host_tells_is_not_trusted(base: Path, charset: str) -> None:
    wrong = page(WIKI.encode("cp1252"), content_type=f"text/html; charset={charset}")
    with served(arruolare=wrong) as site:
        [document] = asked(base, "ingest", site.address("/arruolare"), "--allow-private")[
            "documents"
        ]
    assert "è un'abilità di prova" in document["rules"][1]["text"]
    assert "già così" in document["rules"][1]["text"]


@pytest.mark.parametrize(
    ("says", "args", "code", "wanted"),
    [
        ("the loopback", ["http://127.0.0.1:9/"], 1, "--allow-private"),
        ("no scheme we read", ["ftp://example.org/"], 2, "only http and https"),
        ("no source", ["it-provaa"], 2, "`regulae sources`"),
        ("nothing", [], 2, "--all"),
        ("none in this language", ["--all", "--lang", "es"], 1, "No source is listed"),
    ],
)
def test_refusals(base: Path, says: str, args: list[str], code: int, wanted: str) -> None:
    result = run(base, "ingest", *args)
    assert result.exit_code == code, says
    assert wanted in result.stderr, says


def test_a_crooked_file_of_sources_is_one_line(base: Path) -> None:
    (base / "sources.toml").write_text("[[source]]\nid = 7\n", encoding="utf-8")
    result = run(base, "sources")
    assert result.exit_code == 2
    assert "sources.toml" in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_page_that_no_longer_links(base: Path) -> None:
    with served(links=page("<html><body>moved</body></html>")) as site:
        list_sources(base, site.address().rstrip("/"))
        result = run(base, "ingest", "en-test", "--allow-private")
    assert result.exit_code == 1 and "none of its 0 links" in result.stderr
    with served(links=page(LINKS), **{"rules.txt": status(404)}) as site:
        list_sources(base, site.address().rstrip("/"))
        result = run(base, "ingest", "en-test", "--allow-private")
    assert result.exit_code == 1 and f"{site.address('/rules.txt')}, to which" in result.stderr
