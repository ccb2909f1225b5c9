"""The commands with ``--engine opensearch``: what somebody sees of a cluster."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("opensearchpy")

from kb.store import open_to_write
from search.cli import main
from search.engines.with_opensearch import Remote, maker
from tests.kb.test_diff import BASE, became, official, put_edition
from tests.opensearch.nodes import Nodes
from tests.test_history_command import SHIFTED


@pytest.fixture
def base(tmp_path: Path, bundled_folder: Path) -> Path:
    folder = tmp_path / "base"
    shutil.copytree(bundled_folder, folder)
    return folder


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(folder), *words], prog_name="regulae")


def at(nodes: Nodes) -> tuple[str, ...]:
    return ("--engine", "opensearch", "--url", nodes.urls)


def test_build_tells_how_the_index_fares(base: Path, opensearch_node: Nodes) -> None:
    built = run(base, "build", *at(opensearch_node), "--lang", "en")
    assert built.exit_code == 0, built.stderr
    assert "OpenSearch: index regulae-" in built.stdout
    # One node has no place for a second copy.
    assert "every text there, not every copy" in built.stdout and "nodes: 1" in built.stdout
    again = run(base, "build", *at(opensearch_node), "--json")
    told = json.loads(again.stdout)["opensearch"]
    assert told["state"] == "yellow" and told["served"] and told["documents"] > 100
    assert told["sent_again"] == 0 and told["unassigned"] == 1


def test_the_same_hits_as_with_whoosh(base: Path, opensearch_node: Nodes) -> None:
    for query in ("costo di potenziamento", "mareo de invocación", '"additional cost" -kicker'):
        there = run(base, "search", query, "--json", *at(opensearch_node))
        here = run(base, "search", query, "--json")
        assert [hit["number"] for hit in json.loads(there.stdout)["hits"]] == [
            hit["number"] for hit in json.loads(here.stdout)["hits"]
        ]


def test_by_the_settings(
    base: Path, opensearch_node: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULAE_ENGINE", "opensearch")
    monkeypatch.setenv("REGULAE_OPENSEARCH_URL", opensearch_node.urls)
    assert "702.33" in run(base, "search", "kicker").stdout


def test_an_index_that_is_gone_is_made_anew(base: Path, opensearch_node: Nodes) -> None:
    told = json.loads(run(base, "build", *at(opensearch_node), "--json").stdout)
    remote = maker(opensearch_node.urls)
    assert isinstance(remote, Remote)
    remote.cluster.ask("DELETE", f"/{told['opensearch']['name']}")
    answer = run(base, "search", "kicker", "--lang", "en", *at(opensearch_node))
    assert "702.33" in answer.stdout, answer.stderr
    assert "Bringing the search index up to date." in answer.stderr
    assert "not made by you" not in answer.stderr


def test_an_alias_that_is_gone_is_put_back(
    base: Path, opensearch_node: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULAE_OPENSEARCH_PREFIX", "alias")
    name = json.loads(run(base, "build", *at(opensearch_node), "--json").stdout)["opensearch"][
        "name"
    ]
    remote = maker(opensearch_node.urls)
    remote.cluster.ask("DELETE", f"/{name}/_alias/alias")
    again = run(base, "build", *at(opensearch_node), "--json")
    assert json.loads(again.stdout)["opensearch"]["served"]
    assert list(remote.cluster.ask("GET", "/_alias/alias")) == [name]
    # Where it leads to the index of somebody else, it stays there.
    remote.cluster.ask("PUT", "/alias-other")
    other = {"index": "alias-other", "alias": "alias"}
    actions = [{"remove": {"index": name, "alias": "alias"}}, {"add": other}]
    remote.cluster.ask("POST", "/_aliases", {"actions": actions})
    elsewhere = run(base, "build", *at(opensearch_node), "--lang", "en")
    assert "The alias leads to another index" in elsewhere.stdout
    assert list(remote.cluster.ask("GET", "/_alias/alias")) == ["alias-other"]


@pytest.mark.parametrize(
    ("says", "words", "message"),
    [
        ("no address", ("--engine", "opensearch"), "needs an address"),
        ("an address for whoosh", ("--url", "http://127.0.0.1:9"), "no other engine has"),
        ("nobody there", ("--engine", "opensearch", "--url", "http://127.0.0.1:9"), "be reached"),
    ],
)
def test_refused(
    base: Path, monkeypatch: pytest.MonkeyPatch, says: str, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("search.engines.opensearch.connection.DELAYS", (0.0,))
    answer = run(base, "search", "kicker", *words)
    assert answer.exit_code == 2 and message in answer.stderr and not answer.stdout, says
    assert sum(line.startswith("regulae: ") for line in answer.stderr.splitlines()) == 1
    assert "Traceback" not in answer.stderr


NOBODY = "http://127.0.0.1:9"


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.engines.opensearch.connection.DELAYS", (0.0,))
    monkeypatch.setenv("REGULAE_ENGINE", "opensearch")
    monkeypatch.setenv("REGULAE_OPENSEARCH_URL", NOBODY)


def rules(tmp_path: Path) -> str:
    file = tmp_path / "rules.txt"
    file.write_text("702.33a Potenziamento è un’abilità statica.\n", "utf-8")
    return str(file)


@pytest.mark.usefixtures("nobody")
def test_what_is_ingested_while_the_cluster_is_down_is_reported(base: Path, tmp_path: Path) -> None:
    words = ("ingest", rules(tmp_path), "--lang", "it", "--date", "2024-11-23", "--json")
    first = CliRunner(env={"REGULAE_LANG": "it"}).invoke(main, ["--kb", str(base), *words])
    assert first.exit_code == 2, first.output
    [document] = json.loads(first.stdout)["documents"]
    assert [rule["number"] for rule in document["rules"]] == ["702.33a"]
    told = json.loads(first.stderr)["error"]
    assert told["kind"] == "unindexed" and NOBODY in told["message"]
    assert told["message"].startswith("quello che è stato letto è nella base")
    assert "Potenziamento" in run(base, "show", "702.33a", "--lang", "it").stdout


@pytest.mark.usefixtures("nobody")
def test_nothing_is_ingested_for_an_engine_that_cannot_be(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULAE_OPENSEARCH_URL", "http://elsewhere.example")
    before = (base / "base.sqlite").read_bytes()
    answer = run(base, "ingest", rules(tmp_path), "--lang", "it", "--date", "2024-11-23")
    assert answer.exit_code == 2 and "REGULAE_OPENSEARCH_PLAIN_HTTP" in answer.stderr
    assert (base / "base.sqlite").read_bytes() == before


@pytest.mark.parametrize("words", [("build",), ("search", "kicker")])
@pytest.mark.usefixtures("nobody")
def test_nobody_answers(base: Path, words: tuple[str, ...]) -> None:
    answer = run(base, *words)
    lines = [line for line in answer.stderr.splitlines() if line.startswith("regulae: ")]
    assert answer.exit_code == 2 and len(lines) == 1, answer.output
    assert NOBODY in lines[0] and "cannot be reached" in lines[0]


def test_every_day_is_in_the_one_index(
    base: Path, opensearch_node: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a day the hits are those of whoosh, and no second index is made for it."""
    with open_to_write(base) as store:
        put_edition(store, BASE, official("2020-01-15"))
        put_edition(store, became(BASE, *SHIFTED, ("once more", "again")), official("2021-04-22"))
    monkeypatch.setenv("REGULAE_OPENSEARCH_PREFIX", "days")
    nodes = at(opensearch_node)
    for day in ((), ("--edition", "2020-06"), ("--edition", "2021-12")):
        for query in ("dead cards lie", "once more", "in:en cards"):
            there = run(base, "search", query, "--json", *nodes, *day)
            here = run(base, "search", query, "--json", *day)
            assert hits(there) == hits(here) != [], (query, day, there.stderr)
    remote = maker(opensearch_node.urls)
    assert isinstance(remote, Remote)
    assert len(remote.cluster.ask("GET", "/days-*")) == 1


def hits(result: Result) -> list[tuple[str, str]]:
    found = json.loads(result.stdout)["hits"]
    return [(hit["number"], hit["edition"]["date"]) for hit in found]
