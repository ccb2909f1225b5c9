"""The bundled facts, against the real editions: numbers, headings, moves."""

import os
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from kb.edition import EditionDate
from kb.number import RuleNumber
from kb.terms import KnownNumber, Move, edition_date, moves, numbers

SHARED = Path(os.environ.get("REGULAE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
ARCHIVE = SHARED / "cr"

pytestmark = [
    pytest.mark.real_text,
    pytest.mark.skipif(
        not ARCHIVE.is_dir(), reason=f"the real rules are not at hand: no folder {ARCHIVE}"
    ),
]

# Older files do not say in which code page they are.
CODE_PAGES = {"2004-02-01": "mac_roman", "2006-07-15": "cp437"}
FILES = {"2013-05-01": "2013-04-29", "2021-04-22": "2021-04-19"}
"""Effective date and name of the file, where they differ."""

LIKE = 0.65
"""So alike are two texts of one rule, or nothing in the later edition is nearer."""

_RULE_LINE = re.compile(
    r"""
    \s* (?P<number> [1-9] | [1-9]\d\d (?: \.\d{1,3} (?: a?[a-km-np-z] )? )? )
    (?P<dot> \.? ) (?: \s+ | $ )
    (?P<text> .* )
    """,
    re.VERBOSE,
)
_SENTENCE_END = re.compile(r"""[.:] ["”)’\]]* $""", re.VERBOSE)
_WORD = re.compile(r"[a-z]+")


def decoded(path: Path) -> str:
    content = path.read_bytes()
    if content.startswith((b"\xfe\xff", b"\xff\xfe")):
        text = content.decode("utf-16")
    elif content.startswith(b"\xef\xbb\xbf"):
        text = content.decode("utf-8-sig")
    else:
        text = content.decode(CODE_PAGES.get(path.stem, "cp1252"))
    return re.sub(r"\r\n|\r|\n", "\n", text)


@cache
def edition(date: str) -> dict[RuleNumber, str]:
    """Each number of an edition with its text: between the contents and the glossary."""
    lines = decoded(ARCHIVE / f"{FILES.get(date, date)}.txt").split("\n")
    starts = [at for at, line in enumerate(lines) if re.fullmatch(r"\s*1\. The Game\s*", line)]
    starts += [at for at, line in enumerate(lines) if line.strip() == "1. Game Concepts"]
    end = [at for at, line in enumerate(lines) if line.strip() == "Glossary"][1]
    texts: dict[RuleNumber, str] = {}
    last: RuleNumber | None = None
    example = False
    for line in lines[max(starts) : end]:
        number = numbered(line, last)
        if number is not None:
            match = _RULE_LINE.fullmatch(line)
            assert match is not None
            texts[number], last, example = match["text"].strip(), number, False
        elif line.strip().startswith("Example"):
            example = True
        elif last is not None and not example:
            texts[last] = f"{texts[last]} {line.strip()}".strip()
    return texts


def numbered(line: str, last: RuleNumber | None) -> RuleNumber | None:
    """The number that a line begins with, if it may follow: a wrapped line can begin with one."""
    match = _RULE_LINE.fullmatch(line)
    number = RuleNumber.read(match["number"]) if match else None
    if match is None or number is None or (last is not None and number <= last):
        return None
    if number.is_chapter and (not match["dot"] or line.rstrip().endswith(".")):
        return None
    if number.is_section and not match["dot"]:
        return None
    chapter = number.order[0]
    return number if last is None or chapter - last.order[0] in (0, 1) else None


def heading(number: RuleNumber, text: str) -> str | None:
    """The text, where it is only a name: that of a section, or of a rule without a sentence."""
    if number.rule is None:
        return text
    return None if number.is_subrule or _SENTENCE_END.search(text) else text


@cache
def words(date: str) -> dict[RuleNumber, Counter[str]]:
    return {
        number: Counter(_WORD.findall(re.sub(r"['’]", "", text.lower())))
        for number, text in edition(date).items()
    }


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Dice, over all words with their counts."""
    both = one.total() + other.total()
    return 2 * (one & other).total() / both if both else 0.0


def fault(move: Move) -> str | None:
    """Why a move is not true, None where it is."""
    old, new = str(move.from_edition), str(move.to_edition)
    if move.from_number not in edition(old):
        return f"{move.from_number} is not in {old}"
    if move.to_number not in edition(new):
        return f"{move.to_number} is not in {new}"
    names = [
        heading(move.from_number, edition(old)[move.from_number]),
        heading(move.to_number, edition(new)[move.to_number]),
    ]
    if any(names):
        same = [name.casefold() for name in names if name]
        return None if len(same) == 2 and same[0] == same[1] else f"{names} are two names"
    here = words(old)[move.from_number]
    nearness = likeness(here, words(new)[move.to_number])
    if nearness >= LIKE or nearness == max(likeness(here, text) for text in words(new).values()):
        return None
    return f"the texts are only {nearness:.2f} alike"


def test_the_edition_table_is_the_real_edition() -> None:
    real = edition(str(edition_date()))
    assert numbers() == tuple(
        KnownNumber(number, heading(number, text)) for number, text in real.items()
    )


def test_moves_are_true() -> None:
    assert [(move, fault(move)) for move in moves() if fault(move)] == []


def test_moves_join_editions_that_follow_each_other() -> None:
    dates = sorted({path.stem for path in ARCHIVE.glob("????-??-??.txt")})
    effective = {name: date for date, name in FILES.items()}
    dates = [effective.get(name, name) for name in dates]
    steps = set(pairwise(dates))
    assert {(str(move.from_edition), str(move.to_edition)) for move in moves()} <= steps


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("one rule too far", ("2026-01-16", "732.1", "2026-04-17", "732.1")),
        ("a keyword taken for its neighbour", ("2019-05-03", "702.32", "2021-04-22", "702.34")),
        ("a subrule taken for its neighbour", ("2021-04-22", "706.10a", "2022-11-18", "707.10b")),
        ("a number that was not there", ("2026-01-16", "733.1", "2026-04-17", "733.1")),
        ("a number that came later", ("2026-01-16", "704.5z", "2026-04-17", "704.5aa")),
        ("a name and a sentence", ("2019-05-03", "702.32", "2021-04-22", "702.33a")),
    ],
)
def test_a_wrong_move_is_seen(says: str, wrong: tuple[str, str, str, str]) -> None:
    old, number, new, to = wrong
    move = Move(
        EditionDate.parse(old),
        RuleNumber.parse(number),
        EditionDate.parse(new),
        RuleNumber.parse(to),
    )
    assert fault(move), says
