"""Differences between real editions: the moves that are known, and matches read one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.pipeline import read_path
from kb.diff.chain import Chain
from kb.diff.changes import Diff, End, diff
from kb.diff.history import History, history
from kb.diff.history_index import index
from kb.diff.kinds import ChangeKind
from kb.diff.phrases import HolderKind, find_phrase
from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import put

pytestmark = pytest.mark.real_text


@pytest.fixture(scope="module")
def held(shared: Path) -> Iterator[Store]:
    """All editions of the folder, indexed."""
    with in_memory() as store:
        put(store, *(read_path(str(path)) for path in sorted((shared / "cr").glob("*.txt"))))
        index(store, "en")
        yield store


@pytest.fixture(scope="module")
def chain(held: Store) -> Chain:
    return Chain(held, "en")


def place(chain: Chain, date: str) -> int:
    return [str(day.date) for day in chain.days].index(date)


def differences(chain: Chain, old: str, new: str) -> Diff:
    places = place(chain, old), place(chain, new)
    one, other = (
        End(day.side, {each.key: each.edition for each in day.speakers}, day.whole)
        for day in (chain.days[at] for at in places)
    )
    return diff(one, other, chain.between(*places), chain.wordings)


def followed(held: Store, number: str, date: str) -> History:
    rule = Holdings(held).rule(RuleNumber.parse(number), "en", at=EditionDate.parse(date))
    assert rule is not None
    return history(held, rule)


KICKER = {
    **dict.fromkeys(("2003-03-15", "2004-02-01", "2006-07-15"), "502.21"),
    "2009-07-11": "702.30",
    **dict.fromkeys(("2011-06-17", "2013-05-01"), "702.31"),
    **dict.fromkeys(("2016-11-11", "2019-05-03"), "702.32"),
    **dict.fromkeys(("2021-04-22", "2022-11-18", "2023-11-17", "2025-04-04"), "702.33"),
    **dict.fromkeys(("2025-07-25", "2025-11-14", "2026-01-16"), "702.33"),
    **dict.fromkeys(("2026-04-17", "2026-08-07"), "702.33"),
}
SCRY = {
    "2006-07-15": "502.36",
    "2009-07-11": "701.16",
    "2011-06-17": "701.17",
    "2013-05-01": "701.18",
    "2016-11-11": "701.16",
    "2019-05-03": "701.17",
    **dict.fromkeys(("2021-04-22", "2022-11-18", "2023-11-17", "2025-04-04"), "701.18"),
    **dict.fromkeys(("2025-07-25", "2025-11-14", "2026-01-16"), "701.22"),
    **dict.fromkeys(("2026-04-17", "2026-08-07"), "701.22"),
}
MADNESS = {
    **dict.fromkeys(("2003-03-15", "2004-02-01", "2006-07-15"), "502.24"),
    "2009-07-11": "702.32",
    **dict.fromkeys(("2011-06-17", "2013-05-01"), "702.33"),
    **dict.fromkeys(("2016-11-11", "2019-05-03"), "702.34"),
    **dict.fromkeys(("2021-04-22", "2022-11-18", "2023-11-17", "2025-04-04"), "702.35"),
    **dict.fromkeys(("2025-07-25", "2025-11-14", "2026-01-16"), "702.35"),
    **dict.fromkeys(("2026-04-17", "2026-08-07"), "702.35"),
}


@pytest.mark.parametrize(
    ("says", "numbers"), [("kicker", KICKER), ("scry", SCRY), ("madness", MADNESS)]
)
@pytest.mark.parametrize("part", ["", "a"])
def test_a_rule_over_the_renumberings(
    held: Store, says: str, numbers: dict[str, str], part: str
) -> None:
    told = followed(held, numbers["2026-08-07"] + part, "2026-08-07")
    found = {str(stood.edition.date): str(stood.number) for stood in told.stood}
    assert found == {date: number + part for date, number in numbers.items()}, says
    assert told.gone is None


@pytest.mark.parametrize("date", ["2003-03-15", "2011-06-17"])
def test_the_same_from_an_older_edition_on(held: Store, date: str) -> None:
    assert followed(held, KICKER[date], date).stood == followed(held, "702.33", "2026-08-07").stood


def test_the_insertion_of_2026_moves_those_behind_it(chain: Chain) -> None:
    found = differences(chain, "2026-04-17", "2026-08-07")
    kinds = {
        (str(change.old.number) if change.old else "-", str(change.place)): change.kind
        for change in found.changes
        if change.place.section == 310
    }
    assert kinds.pop(("310.7", "310.7")) is ChangeKind.CHANGED
    assert kinds.pop(("-", "310.8")) is ChangeKind.ADDED
    reworded = {("310.8a", "310.9a"), ("310.10", "310.11"), ("310.11", "310.12")}
    assert {
        pair for pair, kind in kinds.items() if kind is ChangeKind.MOVED_AND_CHANGED
    } == reworded
    assert {pair for pair, kind in kinds.items() if kind is ChangeKind.MOVED} == {
        *((f"310.8{part}", f"310.9{part}") for part in ("", *"bcdefg")),
        *(("310.9", "310.10"), ("310.11a", "310.12a"), ("310.11b", "310.12b")),
    }


# Matches from 2011-06-17 to 2026-08-07 of which the old and the new text were read: the 75 that
# are least alike, and 75 of the others, drawn by chance. What stands here is what a reader says;
# a dash for a rule that nothing in the new edition is.
READ = """
100.5:100.5 100.6b:100.6b 103.3b:103.4b 103.4b:103.5c 103.4c:103.5d 103.6:103.7 103.7:103.8
104.2b:104.2b 106.3:106.3 107.1c:107.1c 107.3g:107.3i 107.4c:- 107.5:107.5 108.2:108.2
108.3:108.3 110.5a:111.2 110.5c:111.4 110.5d:111.5 110.5f:111.7 114.1a:115.1a 114.2:115.2
114.5:115.6 116.1d:117.1d 117.5:118.5 117.9b:118.9b 117.12:118.12 118.1a:119.1a 118.4:119.4
118.8:119.8 120.2b:121.2d 121.1c:122.1f 121.6:122.6 202.1b:202.1b 202.3a:202.3a 204.2a:205.2a
204.3d:205.3e 204.3i:205.3j 204.3n:205.3r 205.3:206.3 301.7:301.5f 305.2:305.2 305.3:305.3
306.2:306.2 306.4:306.4 306.7:306.7 308.2:308.2 309.6:311.6 309.7:311.7 400.10b:400.11b
401.5:121.8 406.3:406.3 407.2:407.2 408.3:408.3 500.4:500.5 500.5:500.5 503.2:503.1 504.3:504.2
505.5:505.6 506.2b:506.2b 506.3d:506.3e 507.3:507.2 508.1c:508.1c 508.2:508.1m 508.3:508.2
509.4c:509.3c 509.5:509.2 510.1c:510.1c 510.1d:510.1d 510.4:510.3 511.1:511.2 513.2:513.1
601.2b:601.2b 601.2g:601.2h 601.2h:601.2i 602.5e:602.5e 603.2c:603.2c 603.6c:603.6c
603.6d:603.10 605.1:605.1 605.1b:605.1b 608.2g:608.2h 608.3:608.3a 609.7:609.7 609.7a:609.7a
612.5:612.6 613.1a:613.1a 613.1f:613.1f 613.2:613.3 613.3c:613.4c 613.6a:613.7a 613.6g:613.7m
614.13:614.13 614.15:614.15 615.7:615.7 700.2:700.2 700.2b:700.2b 700.4:702.12b 700.6:700.4
701.2a:701.2a 701.10a:701.18a 701.11a:701.19a 701.13a:701.21a 701.19c:701.30d 701.21b:701.32b
702.5b:702.5b 702.18d:702.19f 702.20j:702.22j 702.24j:702.26k 702.32a:702.34a 702.35c:702.37d
702.42b:702.44b 702.46c:702.48c 702.49a:702.51a 702.52a:702.54a 702.64a:702.66a 703.4b:703.4c
704.5k:704.5j 704.5v:704.6c 706.8d:707.9d 707.4:708.4 708.2a:709.3a 714.2:729.2 715.1a:732.1a
800.4d:800.4e 800.4e:800.4g 800.4f:800.4i 800.5:800.6 801.3:801.3 802.3:802.3 807.5b:807.5b
809.3c:809.3c 810.7:810.7 810.10d:810.10d 811.4:811.4 901.2:901.2 901.3a:901.3a 901.4:901.4
901.7a:901.7a 901.8b:901.9b 901.10:901.11 902.5a:902.5a 903.3:903.3 903.4:903.4 903.4a:903.4a
903.5a:903.5a 903.5c:903.5c 903.7:903.7 903.9:- 903.11:903.9b 904.4:904.4
"""


def test_matches_that_were_read(chain: Chain) -> None:
    old, new = (chain.days[place(chain, date)].side for date in ("2011-06-17", "2026-08-07"))
    pairs = chain.between(place(chain, "2011-06-17"), place(chain, "2026-08-07")).pairs
    found = {old.by_rank[one].number: new.by_rank[other].number for one, other in pairs.items()}
    read = dict(pair.split(":") for pair in READ.split())
    assert len(read) == 150
    wrong = {
        one: found.get(one, "-") for one, other in read.items() if found.get(one, "-") != other
    }
    assert len(wrong) <= 3, wrong


@pytest.mark.parametrize(
    ("old", "new"), [("2011-06-17", "2026-08-07"), ("2006-07-15", "2009-07-11")]
)
def test_no_rule_is_matched_twice(chain: Chain, old: str, new: str) -> None:
    """Nor is a part of one rule a part of another, or matched beside."""
    pairs, split, merged = chain.between(place(chain, old), place(chain, new))
    parts = [part for several in split.values() for part in several]
    went = [part for several in merged.values() for part in several]
    taken = [*pairs.values(), *parts]
    assert len(taken) == len(set(taken))
    given = [*pairs, *went]
    assert len(given) == len(set(given))


def test_every_rule_is_told_of_once(chain: Chain) -> None:
    found = differences(chain, "2011-06-17", "2026-08-07")
    one, other = (chain.days[place(chain, date)].side for date in ("2011-06-17", "2026-08-07"))
    olds = [change.old.number for change in found.changes if change.old]
    news = [change.new.number for change in found.changes if change.new]
    assert len(olds) == len(set(olds)) and len(news) == len(set(news))
    split = [c for c in found.changes if c.kind is ChangeKind.SPLIT]
    merged = [c for c in found.changes if c.kind is ChangeKind.MERGED]
    assert len(olds) + found.unchanged + sum(len(c.others) for c in merged) == len(one.lines)
    assert len(news) + found.unchanged + sum(len(c.others) for c in split) == len(other.lines)


@pytest.mark.parametrize(
    ("phrase", "since", "number"),
    [
        ("State-based actions", "2009-07-11", "704.1"),
        ("multikicker", "2011-06-17", "702.31c"),
        ("kicker", "2003-03-15", "502.21"),
    ],
)
def test_when_words_came_in(held: Store, phrase: str, since: str, number: str) -> None:
    found = find_phrase(held, phrase, ["en"])
    assert str(found.editions[0].date) == since
    numbers = {
        str(holder.since.number)
        for holder in found.holders
        if holder.kind is HolderKind.RULE and str(holder.since.edition.date) == since
    }
    assert number in numbers
