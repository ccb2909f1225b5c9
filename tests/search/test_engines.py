"""What every engine promises (``search.engine``), asked of each of them."""

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import NoEngine, StoreError
from search import engines
from search.engine import (
    MOST_MATCHES,
    AllOf,
    Among,
    AnyOf,
    Document,
    Engine,
    Limits,
    Maker,
    Match,
    Part,
    Word,
)
from search.engines import chosen
from search.index import explained
from search.ranking import K1, B, rarity

THREE_NODES = "opensearch of three nodes"


@pytest.fixture(params=(*chosen.ALL, THREE_NODES), scope="module")
def maker(request: pytest.FixtureRequest) -> Maker:
    if not request.param.startswith(chosen.REMOTE):
        pytest.importorskip(request.param)
        return chosen.maker(request.param)
    pytest.importorskip("opensearchpy")
    from search.engines.opensearch.address import address
    from search.engines.with_opensearch import Remote

    if request.param == THREE_NODES:
        nodes = request.getfixturevalue("opensearch_cluster")
        return Remote(replace(address(nodes.urls, {}), shards=3, replicas=1))
    nodes = request.getfixturevalue("opensearch_node")
    return Remote(replace(address(nodes.urls, {}), replicas=0))


def document(body: str, number: str = "", *, language: str = "en", key: int = 0) -> Document:
    kind = "rule" if number else "glossary"
    return Document(tuple(body.split()), kind, number, language, 7, key, None)


LIBRARY = (
    document("island island river", "702.6a", key=1),
    document("river sea {t} 702.33d c:kicker +1/+1", "702.60", key=2),
    document("isola fiume mare", "702.6a", language="it", key=3),
    document("island boat", key=4),
    document("Ærø ΩΜΕΓΑ 山 𝔐 😀 ́x", "704.5f", language="es", key=5),
)


@pytest.fixture(scope="module")
def engine(maker: Maker) -> Engine:
    return maker.in_memory(LIBRARY)


def opened(folder: Path, maker: Maker) -> Engine:
    engine = maker.open(folder, files(folder))
    assert engine is not None
    return engine


def kept(folder: Path, maker: Maker, documents: Iterable[Document] = LIBRARY) -> Path:
    folder.mkdir()
    maker.write(folder, documents)
    return folder


def files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def keys(matches: Iterable[Match]) -> list[int]:
    return [match.text_key for match in matches]


def any_of(*words: str) -> AnyOf:
    return AnyOf(tuple(map(Word, words)))


def all_of(*words: str, without: tuple[Part, ...] = ()) -> AllOf:
    return AllOf(tuple(map(Word, words)), without)


@pytest.mark.parametrize("word", [word for each in LIBRARY for word in each.body])
def test_every_word_is_found_whole(engine: Engine, word: str) -> None:
    expected = {each.text_key for each in LIBRARY if word in each.body}
    assert set(keys(engine.search(Word(word)))) == expected


@pytest.mark.parametrize(
    ("says", "word"),
    [
        ("nothing", ""),
        ("a blank", " "),
        ("a part of a word", "isla"),
        ("another case", "Island"),
        ("two words", "island river"),
        ("a sign that commands other engines", '*"~(:^'),
        ("a wildcard", "*"),
        ("a pattern that never ends", "(i+)+$"),
        ("NUL", "\0"),
        ("a word with a NUL", "island\0"),
        ("half a sign", "\ud83d"),
        ("the last sign of all", "\U0010ffff"),
        ("100 kB", "island" * 17_000),
    ],
)
def test_words_that_no_text_has(engine: Engine, says: str, word: str) -> None:
    assert engine.search(Word(word)) == (), says
    assert engine.search(AllOf((Word("island"), Word(word)))) == (), says
    assert keys(engine.search(AnyOf((Word("boat"), Word(word))))) == [4], says
    assert keys(engine.search(AllOf((Word("boat"),), (Word(word),)))) == [4], says


@pytest.mark.parametrize("plane", range(17))
def test_words_of_every_plane(maker: Maker, plane: int) -> None:
    signs = [chr(plane * 0x10000 + at) for at in range(0x4E00, 0x4E00 + 40)]
    engine = maker.in_memory([document(" ".join(signs), key=1), document("island", key=2)])
    assert keys(engine.search(all_of(*signs))) == [1]


@pytest.mark.parametrize(
    ("says", "asked", "expected"),
    [
        ("any: more is better", any_of("island", "boat"), [4, 1]),
        ("any of nothing", AnyOf(()), []),
        ("any of nothings", AnyOf((AnyOf(()), AllOf(()))), []),
        ("all", all_of("island", "river"), [1]),
        ("all of nothing", AllOf(()), []),
        ("nothing without something", AllOf((), (Word("boat"),)), []),
        ("one without another", all_of("island", without=(Word("river"),)), [4]),
        ("without what is not there", all_of("boat", without=(Word("sea"),)), [4]),
        ("without itself", all_of("island", without=(Word("island"),)), []),
        ("without any of two", all_of("river", without=(any_of("sea", "boat"),)), [1]),
        ("without both at once", all_of("river", without=(all_of("sea", "river"),)), [1]),
        ("all of any", AllOf((any_of("isola", "sea"), any_of("fiume", "mare"))), [3]),
        ("any of all", AnyOf((all_of("island", "boat"), all_of("isola", "boat"))), [4]),
        ("everything", Among(Limits()), [1, 2, 3, 4, 5]),
        ("all of a language", Among(Limits(("en",))), [1, 2, 4]),
        (
            "a word among some",
            AllOf((Word("river"), Among(Limits(numbers=frozenset(["702.60"]))))),
            [2],
        ),
        ("all but a word", AllOf((Among(Limits()),), (Word("river"),)), [3, 4, 5]),
        (
            "a word but not among some",
            AllOf((Word("island"),), (Among(Limits(kinds=("rule",))),)),
            [4],
        ),
        ("a word, or else those", AnyOf((Word("boat"), Among(Limits(("it",))))), [4, 3]),
    ],
)
def test_parts(engine: Engine, says: str, asked: Part, expected: list[int]) -> None:
    assert keys(engine.search(asked)) == expected, says


@pytest.mark.parametrize(
    ("says", "limits", "expected"),
    [
        ("none", Limits(), [1, 2, 3, 4, 5]),
        ("a language", Limits(("it",)), [3]),
        ("languages", Limits(("it", "es")), [3, 5]),
        ("one that nobody has", Limits(("xx",)), []),
        ("kinds", Limits(kinds=("glossary",)), [4]),
        ("numbers", Limits(numbers=frozenset(["702.6a"])), [1, 3]),
        ("no number at all", Limits(numbers=frozenset()), []),
        ("the number of what has none", Limits(numbers=frozenset([""])), [4]),
        ("a rule with what is below it", Limits(within=("702.6",)), [1, 3]),
        ("a section", Limits(within=("702",)), [1, 2, 3]),
        ("a chapter and a subrule", Limits(within=("7", "702.6a")), [1, 2, 3, 5]),
        ("itself", Limits(within=("704.5f",)), [5]),
        ("texts", Limits(texts=frozenset([2, 4, 99])), [2, 4]),
        ("no text at all", Limits(texts=frozenset()), []),
        (
            "all at once",
            Limits(("en",), ("rule",), frozenset(["702.6a"]), ("702",), frozenset([1, 3])),
            [1],
        ),
        ("what cannot be", Limits(("it",), ("glossary",)), []),
        ("half a sign", Limits(("\ud83d",)), []),
        ("500 texts", Limits(texts=frozenset(range(3, 503))), [3, 4, 5]),
    ],
)
def test_limits(engine: Engine, says: str, limits: Limits, expected: list[int]) -> None:
    assert keys(engine.search(Among(limits))) == expected, says
    assert keys(engine.search(Among(Limits()), limits)) == expected, says
    words = any_of(*(word for each in LIBRARY for word in each.body))
    assert sorted(keys(engine.search(words, limits))) == expected, says


def score(engine: Engine, asked: Part, key: int) -> float:
    return next(match.score for match in engine.search(asked) if match.text_key == key)


def test_scores_are_bm25(maker: Maker, engine: Engine) -> None:
    # tantivy has parameters of its own, which nobody can set
    k1, b = (1.2, 0.75) if maker.name == "tantivy" else (K1, B)
    average = sum(len(each.body) for each in LIBRARY) / len(LIBRARY)
    damping = k1 * (1 - b + b * 3 / average)
    expected = rarity(len(LIBRARY), 2) * 2 * (k1 + 1) / (2 + damping)
    assert score(engine, Word("island"), 1) == pytest.approx(expected, rel=1e-5)


def test_weights_multiply_and_parts_add_up(engine: Engine) -> None:
    island, river = score(engine, Word("island"), 1), score(engine, Word("river"), 1)
    weighed = (Word("island", 3.0), Word("river", 0.5))
    for asked in (AnyOf(weighed), AllOf(weighed), AnyOf((AllOf(weighed),))):
        assert score(engine, asked, 1) == pytest.approx(3 * island + river / 2, rel=1e-5)
    assert score(engine, any_of("island", "island"), 1) == pytest.approx(2 * island, rel=1e-5)
    limited = engine.search(Word("island"), Limits(("en",), within=("702",)))
    assert limited[0].score == pytest.approx(island, rel=1e-5), "a limit scores nothing"


def test_a_word_that_weighs_nothing_is_found_all_the_same(engine: Engine) -> None:
    boat = Word("boat", 0.0)
    [match] = engine.search(boat)
    assert match.text_key == 4 and match.score == 0
    assert keys(engine.search(AllOf((Word("island"),), (boat,)))) == [1]
    assert keys(engine.search(AllOf((Word("island"), boat)))) == [4]


def test_equal_scores_in_the_order_of_the_documents(maker: Maker) -> None:
    many = [document("island", key=key) for key in range(2 * MOST_MATCHES)]
    many[MOST_MATCHES + 9] = document("island island", key=9999)
    engine = maker.in_memory(many)
    best = keys(engine.search(Word("island")))
    assert best == [9999, *range(MOST_MATCHES - 1)]


@pytest.mark.parametrize(("limit", "found"), [(0, 0), (1, 1), (2, 2), (50, 2), (10**9, 2)])
def test_no_more_than_the_limit(engine: Engine, limit: int, found: int) -> None:
    matches = engine.search(Word("island"), limit=limit)
    assert keys(matches) == [1, 4][:found]


def test_what_a_match_tells(maker: Maker) -> None:
    told = Document(("word",), "example", "702.33d", "it", 3, 2**40, 'A "title"\n\0 «è» 😀')
    [match] = maker.in_memory([told]).search(Word("word"))
    assert match[:6] == told[1:]


def test_kept_and_opened_again(tmp_path: Path, maker: Maker) -> None:
    folder = kept(tmp_path / "kept", maker)
    in_memory = maker.in_memory(LIBRARY)
    for _ in range(2):
        again = opened(folder, maker)
        for asked in (any_of("island", "river", "mare"), Among(Limits(within=("702",)))):
            assert again.search(asked) == in_memory.search(asked) != ()


def test_an_index_of_nothing(tmp_path: Path, maker: Maker) -> None:
    folder = kept(tmp_path / "kept", maker, [])
    empty = opened(folder, maker)
    assert empty.search(any_of("island")) == empty.search(Among(Limits())) == ()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


# Whoosh leaves open what it could not read.
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
@pytest.mark.parametrize("damage", [Path.unlink, emptied, halved, zeroed])
def test_damage(tmp_path: Path, maker: Maker, damage: Callable[[Path], None]) -> None:
    """Of each file that matters: it is told in one line, with the folder and what helps."""
    whole = kept(tmp_path / "whole", maker)
    told = 0
    names = sorted(path.name for path in whole.iterdir() if path.stat().st_size)
    for name in names:
        folder = kept(tmp_path / f"with {name}", maker)
        damage(next(path for path in folder.iterdir() if path.suffix == Path(name).suffix))
        try:
            with explained(folder, maker.failures):
                found = opened(folder, maker).search(Word("boat"))
            assert keys(found) == [4]
        except StoreError as error:
            told += 1
            assert str(folder) in str(error) and "remove this folder" in str(error)
    assert told >= min(2, len(names)), "what an engine does not need may be damaged"


def test_two_readers_at_once(tmp_path: Path, maker: Maker) -> None:
    many = [document(f"island w{n} w{n % 7} w{n % 11}", key=n) for n in range(500)]
    folder = kept(tmp_path / "kept", maker, many)
    shared = opened(folder, maker)
    asked = [any_of("island", f"w{n % 11}", f"w{n}") for n in range(40)]
    other = maker.in_memory(many)
    alone = [other.search(each) for each in asked]
    wrong: list[Part] = []

    def ask() -> None:
        for part, expected in zip(asked, alone, strict=True):
            if keys(shared.search(part)) != keys(expected):
                wrong.append(part)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_open_index_outlives_its_folder(tmp_path: Path, maker: Maker) -> None:
    """Another process may have gone on to a newer version, and removed this one."""
    folder = kept(tmp_path / "kept", maker)
    still = opened(folder, maker)
    for path in folder.iterdir():
        path.unlink()
    assert keys(still.search(any_of("island", "boat"))) == [4, 1]
    assert keys(still.search(Among(Limits(within=("702",))))) == [1, 2, 3]


def nested(part: Part, depth: int) -> Part:
    for at in range(depth):
        part = AnyOf((part,)) if at % 2 else AllOf((part,))
    return part


def test_parts_within_parts(engine: Engine) -> None:
    assert keys(engine.search(nested(Word("boat"), 100))) == [4]
    with pytest.raises(RecursionError):
        engine.search(nested(Word("boat"), 100_000))


def test_parts_that_say_more_at_each_depth(engine: Engine) -> None:
    part: Part = Word("boat")
    for _ in range(60):
        part = AnyOf((AllOf((part, Among(Limits(("en",))))), Word("nowhere")))
    assert keys(engine.search(part)) == [4]


def test_very_many_words(maker: Maker) -> None:
    """Four times as many as a question may ask for; OpenSearch refuses more than 1,024."""
    many = [document(f"w{n} v{n}" + " island" * (n == 3), key=n) for n in range(900)]
    words = [f"w{n}" for n in range(900)]
    engine = maker.in_memory(many)
    assert keys(engine.search(any_of("island", *words), limit=5)) == [3, 0, 1, 2, 4]
    assert len(engine.search(any_of(*words), limit=10**6)) == 900


def test_an_engine_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen.maker().name == "whoosh"
    assert chosen.maker("whoosh").name == "whoosh"
    monkeypatch.setenv(chosen.SETTING, "sphinx")
    assert chosen.maker("whoosh").name == "whoosh", "the command says more than the environment"
    with pytest.raises(
        NoEngine, match=r"'sphinx' is no engine; .* one of whoosh, tantivy, opensearch"
    ):
        chosen.maker()
    with pytest.raises(NoEngine, match="'whoosh' has no address"):
        chosen.maker("whoosh:https://a.example")


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "search.engines.with_tantivy", raising=False)
    monkeypatch.delattr(engines, "with_tantivy", raising=False)
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(NoEngine, match=r"not installed: .* its extra `fast`"):
        chosen.maker("tantivy")
