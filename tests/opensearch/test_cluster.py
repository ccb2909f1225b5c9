"""OpenSearch of three real nodes: what happens to answers and documents when one of them goes."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("opensearchpy")

from search.engine import Among, AnyOf, Document, Engine, Limits, Match, Word
from search.engines.opensearch import keeping, searcher
from search.engines.opensearch.address import Address, address
from search.engines.opensearch.connection import Cluster, Refused
from search.engines.opensearch.filling import BLOCK, Line, fill, lines
from search.engines.opensearch.health import health
from search.engines.with_opensearch import FILE, Remote
from tests.opensearch.nodes import Node, Nodes

QUESTIONS = tuple(AnyOf((Word("island"), Word(f"w{n}"), Word(f"v{n}"))) for n in range(7))


def library(count: int, *, more: str = "") -> list[Document]:
    return [
        Document(
            ("island", f"w{n % 7}", f"v{n % 11}", *("sea",) * (n % 5), f"own{n}{more}"),
            "rule", f"{100 + n % 800}.1", "en", 1, n, None,
        )
        for n in range(count)
    ]  # fmt: skip


@pytest.fixture
def at(opensearch_cluster: Nodes) -> Address:
    return replace(address(opensearch_cluster.urls, {}), shards=3, replicas=1)


@pytest.fixture
def doomed(opensearch_cluster: Nodes) -> Iterator[Node]:
    """A node that may be killed; another takes its place."""
    nodes = opensearch_cluster
    node = nodes.running[-1]
    yield node
    if node.process.poll() is not None:
        nodes.running.remove(node)
        nodes.start(f"{node.name}x")


def keys(matches: Sequence[Match]) -> list[int]:
    return [match.text_key for match in matches]


def green(cluster: Cluster) -> None:
    cluster.ask(
        "GET", "/_cluster/health", wait_for_status="green", timeout="5s", delays=(0.0,) * 20
    )


def test_a_node_dies_while_questions_are_asked(at: Address, doomed: Node) -> None:
    maker = Remote(at)
    engine = maker.in_memory(library(3000))
    green(maker.cluster)
    expected = [keys(engine.search(each)) for each in QUESTIONS]
    stop = threading.Event()
    wrong: list[object] = []
    asked = [0, 0, 0]

    def ask(who: int) -> None:
        while not stop.is_set():
            for question, wanted in zip(QUESTIONS, expected, strict=True):
                try:
                    found = keys(engine.search(question))
                except Exception as error:
                    wrong.append(error)
                    return
                if found != wanted:
                    wrong.append((question, found, wanted))
                asked[who] += 1

    threads = [threading.Thread(target=ask, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    while min(asked) < 7 and not wrong:
        stop.wait(0.01)
    before = list(asked)
    doomed.kill()
    while min(now - then for now, then in zip(asked, before, strict=True)) < 35 and not wrong:
        stop.wait(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_node_dies_while_documents_come_in(at: Address, doomed: Node) -> None:
    cluster = Cluster(at)
    texts = library(20_000)
    whole = tuple(lines(texts))
    assert sum(len(line.written) for line in whole) > 2 * BLOCK

    def half_way() -> Iterator[Line]:
        for n, line in enumerate(whole):
            if n == len(whole) // 2:
                doomed.kill()
            yield line

    kept = keeping.Kept("regulae-now-deadbeef", len(whole))
    keeping.make(cluster, kept, half_way())
    engine = searcher.Searcher(cluster, *kept)
    assert keys(engine.search(Among(Limits()), limit=10**6)) == list(range(len(whole)))
    assert keys(engine.search(Word("own12345"))) == [12345]
    with_the_rest = health(cluster, kept)
    assert with_the_rest.documents == len(whole) and with_the_rest.state != "red"
    keeping.remove(cluster, kept.name)


def test_what_broke_off_goes_on(at: Address) -> None:
    cluster = Cluster(at)
    texts = library(500, more="broken")
    whole = tuple(lines(texts))
    name = f"{at.prefix}-{keeping.hash_of(whole)}"
    keeping.create(cluster, name)
    fill(cluster, name, whole[:200])
    assert not keeping.is_whole(cluster, keeping.Kept(name, len(whole)))
    kept = keeping.keep(cluster, texts)
    assert kept.name == name
    found = searcher.Searcher(cluster, *kept).search(Word("island"), limit=10**6)
    assert sorted(keys(found)) == list(range(500))


def test_who_comes_second_finds_it_whole(at: Address) -> None:
    """Of two that make the same index one closes it while the other still sends."""
    cluster = Cluster(at)
    whole = tuple(lines(library(100, more="second")))
    kept = keeping.keep_written(cluster, whole)
    keeping.make(cluster, kept, whole)
    assert keeping.is_whole(cluster, kept)
    with pytest.raises(Refused, match="blocked by"):
        fill_one_more(cluster, kept.name)


def fill_one_more(cluster: Cluster, name: str) -> None:
    cluster.ask("POST", f"/{name}/_doc", {"words": ["one", "more"]})


def test_pages_are_one_answer(at: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Remote(at).in_memory(library(100))
    whole = engine.search(QUESTIONS[0], limit=10**6)
    monkeypatch.setattr(searcher, "_PAGE", 7)
    assert engine.search(QUESTIONS[0], limit=10**6) == whole
    assert engine.search(QUESTIONS[0], limit=50) == whole[:50]
    assert len(whole) == 100


def test_a_point_in_time_that_is_lost_between_two_pages(
    at: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = Remote(at)
    engine = maker.in_memory(library(100))
    whole = engine.search(QUESTIONS[0], limit=10**6)
    monkeypatch.setattr(searcher, "_PAGE", 7)
    real, asked = engine._ask, 0

    def ask(*arguments: Any, **options: Any) -> Sequence[Any]:
        nonlocal asked
        asked += 1
        if asked == 3:
            maker.cluster.ask("DELETE", "/_search/point_in_time/_all")
        return real(*arguments, **options)

    monkeypatch.setattr(engine, "_ask", ask)
    assert engine.search(QUESTIONS[0], limit=10**6) == whole
    assert asked > 2 + 100 // 7, "it was begun again"


def test_the_alias_leads_to_a_whole_index_at_every_moment(at: Address, tmp_path: Path) -> None:
    maker = Remote(replace(at, prefix="switching"))
    (tmp_path / "first").mkdir()
    maker.write(tmp_path / "first", library(300))
    through_alias = searcher.Searcher(maker.cluster, "switching", 400)
    stop = threading.Event()
    seen: list[object] = []

    def ask() -> None:
        while not stop.is_set():
            try:
                seen.append(len(through_alias.search(Among(Limits()), limit=1000)))
            except Exception as error:
                seen.append(error)

    reader = threading.Thread(target=ask)
    reader.start()
    (tmp_path / "second").mkdir()
    maker.write(tmp_path / "second", library(400))
    while seen[-1:] != [400] and not any(isinstance(each, Exception) for each in seen):
        stop.wait(0.01)
    stop.set()
    reader.join()
    assert set(seen) == {300, 400}
    names = list(maker.cluster.ask("GET", "/_alias/switching"))
    assert names == [maker.health(tmp_path / "second").name]
    former = opened(maker, tmp_path / "first")
    assert len(former.search(Word("island"), limit=1000)) == 300, "whoever has it open, keeps it"


def opened(maker: Remote, folder: Path) -> Engine:
    engine = maker.open(folder, {FILE: (folder / FILE).read_bytes()})
    assert engine is not None
    return engine


def test_the_oldest_go_and_are_made_anew(
    at: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "KEPT", 1)
    maker = Remote(replace(at, prefix="old"))
    for n in range(3):
        (tmp_path / str(n)).mkdir()
        maker.write(tmp_path / str(n), library(5 + n))
    assert len(maker.cluster.ask("GET", "/old-*")) == 2
    content = {FILE: (tmp_path / "0" / FILE).read_bytes()}
    assert maker.open(tmp_path / "0", content) is None
    opened(maker, tmp_path / "1")
    opened(maker, tmp_path / "2")
    maker.write(tmp_path / "0", library(5))
    assert {FILE: (tmp_path / "0" / FILE).read_bytes()} == content
    opened(maker, tmp_path / "0")


def test_what_a_killed_program_left_goes_in_time(
    at: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = Remote(replace(at, prefix="left"))
    left = keeping.keep_for_now(maker.cluster, library(3))
    maker.write(tmp_path, library(3))
    assert left.name in maker.cluster.ask("GET", "/left-*"), "it may run still"
    monkeypatch.setattr(keeping, "_LASTS", -60)
    maker.write(tmp_path, library(3))
    assert left.name not in maker.cluster.ask("GET", "/left-*")


def test_nobody_changes_a_whole_index(at: Address, tmp_path: Path) -> None:
    maker = Remote(replace(at, prefix="closed"))
    maker.write(tmp_path, library(3))
    name = maker.health(tmp_path).name
    with pytest.raises(Refused, match="403"):
        maker.cluster.ask("PUT", f"/{name}/_doc/9", {"words": ["island"], "order": 9}, delays=())
    assert maker.health(tmp_path).served
