"""The bundled corpus: its languages side by side, its wording against the real rules."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kb.cite import citations
from kb.number import RuleNumber
from kb.paths import data_dir

EDITION = "2026-08-07"
RUN = 8
"""So many words in a row, shared with a real text, are a copy."""

FILES = sorted(data_dir().glob("*/corpus/*.toml"))
CODES = sorted({path.parts[-3] for path in FILES})

SHARED = Path(os.environ.get("REGULAE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
NEEDED = (SHARED / "cr" / f"{EDITION}.txt", SHARED / "seeds")

_QUOTED = re.compile(r"""[“"«„] [^”"»]* [”"»]""", re.VERBOSE)
_FIGURES = re.compile(r"\d [\d.a-z–-]*", re.VERBOSE)
_WORD = re.compile(r"[^\W\d_]+ | \|", re.VERBOSE)
_RULE_LINE = re.compile(
    r"""
    (?P<number> \d{3} (?: \.\d+[a-z]{0,2} )? )
    \.? [ ]+
    (?P<text> \S.* )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one corpus file says under one number."""

    number: RuleNumber
    title: str | None
    text: str | None
    examples: tuple[str, ...]

    @property
    def passages(self) -> tuple[str, ...]:
        return self.examples if self.text is None else (self.text, *self.examples)


def rows(path: Path) -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def entries(path: Path) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            RuleNumber.parse(number),
            row.get("title"),
            row.get("text"),
            tuple(row.get("examples", ())),
        )
        for number, row in rows(path).items()
    )


def name(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


def cited(text: str, code: str) -> set[RuleNumber]:
    found = tuple(citations(text, language=code, bare=True))
    assert not [text[citation.start : citation.end] for citation in found if citation.fault]
    return {number for citation in found for number in citation.numbers}


def words(text: str) -> list[str]:
    """The words of a text; a bar stands where words were quoted, numbers are left out."""
    return _WORD.findall(_FIGURES.sub(" ", _QUOTED.sub(" | ", text)).casefold())


def shingles(text: str) -> set[str]:
    """All runs of eight words; no run reaches over a quotation, which is a template or a title."""
    found = words(text)
    runs = (found[start : start + RUN] for start in range(len(found) - RUN + 1))
    return {" ".join(run) for run in runs if "|" not in run}


def decoded(path: Path) -> str:
    """The real editions come in three encodings."""
    content = path.read_bytes()
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def lines(path: Path) -> Iterator[str]:
    return (line.strip() for line in re.split(r"\r\n|\r|\n", decoded(path)))


english = pytest.mark.parametrize(
    "path", [path for path in FILES if path.parts[-3] == "en"], ids=name
)
every_file = pytest.mark.parametrize("path", FILES, ids=name)
every_section = pytest.mark.parametrize("section", sorted({path.stem for path in FILES}))


def file_of(section: str, code: str) -> Path:
    return data_dir() / code / "corpus" / f"{section}.toml"


def test_three_languages_hold_a_corpus() -> None:
    assert {"en", "es", "it"} <= set(CODES)


@every_file
def test_every_entry_is_a_heading_or_a_text(path: Path) -> None:
    for number, row in rows(path).items():
        assert set(row) in ({"title"}, {"text"}, {"text", "examples"}), number
        for passage in (row.get("title", "-"), row.get("text", "-"), *row.get("examples", ("-",))):
            assert isinstance(passage, str), number
            assert passage and passage == " ".join(passage.split()), number


@every_file
def test_numbers_stand_in_rule_order_below_their_section(path: Path) -> None:
    numbers = [entry.number for entry in entries(path)]
    assert numbers[0] == RuleNumber.parse(path.stem)
    assert all(number.within(numbers[0]) for number in numbers)
    assert numbers == sorted(set(numbers))


@every_section
def test_the_languages_hold_the_same_numbers(section: str) -> None:
    shapes = {
        code: [
            (str(entry.number), entry.title is not None, len(entry.examples))
            for entry in entries(file_of(section, code))
        ]
        for code in CODES
    }
    assert all(shape == shapes["en"] for shape in shapes.values())


@every_section
def test_the_languages_cite_the_same_numbers(section: str) -> None:
    for entry, *others in zip(*(entries(file_of(section, code)) for code in CODES), strict=True):
        wanted = cited(entry.text or "", CODES[0])
        for code, other in zip(CODES[1:], others, strict=True):
            assert cited(other.text or "", code) == wanted, f"{entry.number} {code}"


@every_file
def test_examples_cite_nothing(path: Path) -> None:
    for entry in entries(path):
        for example in entry.examples:
            assert not cited(example, path.parts[-3]), entry.number


COPIED = "A player who owes mana pays it at once and in full before anything else happens."


@pytest.mark.parametrize(
    ("says", "text", "shared"),
    [
        ("the sentence itself", COPIED, True),
        ("inside another, without its case", f"Note: {COPIED.upper()} So it is.", True),
        ("with a number put in", COPIED.replace("at once", "(see rule 799.3b) at once"), True),
        ("eight of its words", "pays it at once and in full before that", True),
        ("seven of its words", "pays it at once and in full later", False),
        ("a quotation between", COPIED.replace("at once", "“at once”"), False),
        ("quoted as a whole", f"“{COPIED}”", False),
        ("said anew", "Owed mana is due straight away, and all of it.", False),
    ],
)
def test_shingles_find_a_copy(says: str, text: str, shared: bool) -> None:
    assert bool(shingles(text) & shingles(COPIED)) is shared, says


@pytest.fixture(scope="module")
def shared() -> Path:
    for path in NEEDED:
        if not path.exists():
            pytest.skip(f"no real rules: {path} is not there (set REGULAE_SHARED to their folder)")
    return SHARED


@pytest.fixture(scope="module")
def real_rules(shared: Path) -> Mapping[RuleNumber, str]:
    """What the real edition says under each number, without its examples."""
    found: dict[RuleNumber, str] = {}
    current: RuleNumber | None = None
    for line in lines(shared / "cr" / f"{EDITION}.txt"):
        match = _RULE_LINE.fullmatch(line)
        if match is not None:
            current = RuleNumber.parse(match["number"])
            found[current] = match["text"]
        elif line.startswith("Example:") or line == "Glossary":
            current = None
        elif line and current is not None and not current.is_section:
            found[current] += f" {line}"
    return found


@pytest.fixture(scope="module")
def real_shingles(shared: Path) -> set[str]:
    """The runs of all real texts, whatever their language."""
    passages = {line for path in (shared / "cr").glob("*.txt") for line in lines(path)}
    passages |= {decoded(path) for path in (shared / "seeds").glob("*.txt")}
    return {run for passage in passages for run in shingles(passage)}


@pytest.mark.real_text
def test_a_copied_rule_would_be_found(
    shared: Path, real_rules: Mapping[RuleNumber, str], real_shingles: set[str]
) -> None:
    assert shingles(real_rules[RuleNumber.parse("702.33g")]) <= real_shingles
    for page in (shared / "seeds").glob("*.txt"):
        longest = max(lines(page), key=len)
        assert shingles(longest) & real_shingles, page.name


@pytest.mark.real_text
@every_file
def test_no_run_of_words_is_copied(path: Path, real_shingles: set[str]) -> None:
    copied = {
        f"{entry.number}: {run}"
        for entry in entries(path)
        for passage in entry.passages
        for run in shingles(passage) & real_shingles
    }
    assert not copied


@pytest.mark.real_text
def test_no_run_of_words_is_copied_elsewhere(real_shingles: set[str]) -> None:
    """Messages, scenarios, pages of documentation and docstrings are our own words too."""
    root = Path(__file__).resolve().parents[1]
    patterns = ["data/*/*.toml", "data/scenarios/**/*.yaml", "docs/**/*.md", "*.md"]
    patterns += [f"{package}/**/*.py" for package in ("ingest", "kb", "search")]
    found = [
        f"{path.relative_to(root)}:{number}: {run}"
        for pattern in patterns
        for path in sorted(root.glob(pattern))
        for number, line in enumerate(lines(path), start=1)
        for run in sorted(shingles(line.replace('"', " ")) & real_shingles)[:1]
    ]
    assert found == []


@pytest.mark.real_text
@english
def test_numbers_and_headings_are_those_of_the_edition(
    path: Path, real_rules: Mapping[RuleNumber, str]
) -> None:
    for entry in entries(path):
        real = real_rules.get(entry.number)
        assert real is not None, f"{entry.number} does not stand in {EDITION}"
        if entry.title is None:
            assert not real[-1].isalpha(), f"{entry.number} is a heading: {real}"
        else:
            assert entry.title == real, entry.number


@pytest.mark.real_text
@english
def test_citations_are_those_of_the_edition(
    path: Path, real_rules: Mapping[RuleNumber, str]
) -> None:
    for entry in entries(path):
        if entry.text is not None:
            real = real_rules[entry.number]
            assert cited(entry.text, "en") == cited(real, "en"), entry.number
