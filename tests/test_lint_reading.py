"""What the lint reads in a text: places, comments, YAML, forms that are no number (L12 to L15)."""

import re
from collections.abc import Iterator

import pytest

from kb.edition import EditionDate
from kb.errors import Unreadable
from kb.lint import limit, yaml_read
from kb.lint.linter import Linter, linter
from kb.store import Store
from tests.test_lint_editions import with_editions


@pytest.fixture(scope="module")
def by_2026(bundled: Store) -> Iterator[Linter]:
    for invented in with_editions(bundled):
        yield linter(invented, edition=EditionDate.parse("2026-01-16"), language="en")


def found(by: Linter, text: str, *, yaml: bool = False) -> list[str]:
    """Each finding as line, column, number and kind."""
    findings = by.lint(text, yaml=yaml).findings
    return [f"{f.line}:{f.column} {f.number} {f.kind}" for f in findings]


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("the number, not the rule word", "rule 509.6", ["1:6 509.6 gone"]),
        ("each number of a list", "rules 509.6, 290.1", ["1:7 509.6 gone", "1:14 290.1 unknown"]),
        ("LF, CR LF and CR are line ends", "a\nb\r\nc\rCR 509.6", ["4:4 509.6 gone"]),
        ("a line separator is none", "a\u2028CR 509.6\u0085\x0c CR 509.6",
         ["1:6 509.6 gone", "1:17 509.6 gone"]),
        ("columns are code points", "\U0001f3b2 é CR 509.6", ["1:8 509.6 gone"]),
        ("a byte order mark is one", "\ufeffCR 509.6", ["1:5 509.6 gone"]),
        ("soft hyphens count", "rule\u00ad 509\u00ad.6", ["1:7 509.6 gone"]),
        ("all of a range stand at its begin", "rules 601.2c–f", ["1:7 601.2d unknown",
                                                              "1:7 601.2e unknown"]),
    ],
)  # fmt: skip
def test_places(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text) == expected, says


def test_a_finding_quotes_the_text(by_2026: Linter) -> None:
    text = "As rules 509.6 and 110.1 say"
    (finding,) = by_2026.lint(text).findings
    assert finding.citation == "rules 509.6 and 110.1"
    assert text[finding.start : finding.end] == "509.6"


@pytest.mark.parametrize(
    ("says", "text", "counted"),
    [
        ("nothing", "version 702.1.4, 300 cards", 0),
        ("an empty text", "", 0),
        ("each number", "rules 702.33a, 702.34 and 8.1", 2),
        ("ranges expanded", "rules 601.2a–f", 6),
        ("duplicates too", "CR 702.33 CR 702.33", 2),
        ("a form that is no number", "rule 601.2.b", 1),
        ("a range backwards counts one", "rules 601.2h–f and 702.33", 2),
        ("a range over two parents counts one", "rules 601.2h–602.2b", 1),
        ("exempt lines count", "rule 509.6 // regulae: ignore", 1),
        ("a range too long to write out counts its ends", "rules 100.1–100.900", 2),
    ],
)
def test_counting(by_2026: Linter, says: str, text: str, counted: int) -> None:
    assert by_2026.lint(text).citations == counted, says


@pytest.mark.parametrize(
    ("says", "text", "expected", "quoted"),
    [
        ("a dot too many", "rule 601.2.b", ["1:6 None malformed"], "601.2.b"),
        ("a comma for a dot", "see rule 601,2c", ["1:10 None malformed"], "601,2c"),
        ("backwards", "rules 601.2h–f", ["1:7 None malformed"], "601.2h–f"),
        ("over two rules", "rules 702.33h–702.34a", ["1:7 None malformed"], "702.33h–702.34a"),
        ("the ends are not checked further", "rules 290.4–290.1", ["1:7 None malformed"],
         "290.4–290.1"),
        ("the rest of the list is", "rules 601.2h–f and 509.6", ["1:7 None malformed",
                                                                 "1:20 509.6 gone"], "601.2h–f"),
        ("a letter that is never used", "rule 704.5k–o", ["1:6 None malformed"], "704.5k–o"),
    ],
)  # fmt: skip
def test_malformed(by_2026: Linter, says: str, text: str, expected: list[str], quoted: str) -> None:
    assert found(by_2026, text) == expected, says
    finding = by_2026.lint(text).findings[0]
    assert text[finding.start : finding.end] == quoted, says
    assert finding.suggestion is None


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("at the end of its line", "CR 509.6 // regulae: ignore\nCR 509.6", ["2:4 509.6 gone"]),
        ("alone, the next line", "# regulae: ignore\nCR 509.6\nCR 509.6", ["3:4 509.6 gone"]),
        ("alone behind marks and blanks", "  /* regulae: ignore */\r\nCR 509.6", []),
        ("a closing mark behind it", "CR 509.6 <!-- regulae: ignore -->", []),
        ("words behind it", "CR 509.6 // regulae: ignore this", ["1:4 509.6 gone"]),
        ("code behind it", "CR 509.6 /* regulae: ignore */ x()", ["1:4 509.6 gone"]),
        ("another word of ours", "CR 509.6 // regulae: ignored", ["1:4 509.6 gone"]),
        ("no blank", "CR 509.6 //regulae:ignore", []),
        ("not the line after the next", "// regulae: ignore\n\nCR 509.6", ["3:4 509.6 gone"]),
        ("behind a citation that is fine", "CR 110.1 # regulae: ignore\nCR 509.6",
         ["2:4 509.6 gone"]),
        ("a citation belongs to its first line",
         "rules 110.1 and  // regulae: ignore\nCR 509.6\nrules 509.6,\n509.6 # regulae: ignore",
         ["2:4 509.6 gone", "3:7 509.6 gone", "4:1 509.6 gone"]),
        ("a form that is no number", "rule 601.2.b # regulae: ignore", []),
    ],
)  # fmt: skip
def test_ignored_lines(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("from its line on", "CR 509.6\n// regulae: edition 2016-11-11\nCR 509.6",
         ["1:4 509.6 gone"]),
        ("on its own line too", "CR 509.6 // regulae: edition 2016-11-11", []),
        ("to the next such comment",
         "# regulae: edition 2016-11-11\nCR 509.6\n# regulae: edition 2026-08-07\nCR 509.6",
         ["4:4 509.6 gone"]),
        ("the edition in force then", "# regulae: edition 2018-01-01\nCR 702.39a storm", []),
        ("a later edition than the one checked", "# regulae: edition 2026-08-07\nCR 702.181a", []),
        ("behind a mark that begins a comment", "CR 509.6 <!--regulae: edition 2016-11-11-->", []),
        ("among marks alone", '  """regulae: edition 2016-11-11."""\n[#]: _CR 509.6_', []),
        ("words behind it", "-- regulae: edition 2016-11-11, as it was\nCR 509.6", []),
        ("in a sentence it is prose", "With regulae: edition 2016-11-11 in a comment\nCR 509.6",
         ["2:4 509.6 gone"]),
        ("without a date it is prose", "Write regulae: edition DATE\nCR 509.6",
         ["2:4 509.6 gone"]),
        ("quoted as code it is prose", "Write `regulae: edition 2016-11-11`.\nCR 509.6",
         ["2:4 509.6 gone"]),
    ],
)  # fmt: skip
def test_edition_comments(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text) == expected, says


@pytest.mark.parametrize(
    ("says", "text", "told"),
    [
        ("older than all", "a\n# regulae: edition 2001-01-01\nCR 509.6",
         ["line 2: .* on 2001-01-01 .* held: 2016-11-11"]),
        ("no such month", "# regulae: edition 2016-13-01\nCR 509.6, 509.6",
         ["line 1: .*'2016-13-01' is not an edition"]),
        ("slashes", "CR 509.6\n// regulae: edition 2016/11/11",
         ["line 2: .*'2016/11/11' is not an edition date .like 2024-11-23"]),
        ("a word", "<!-- regulae: edition latest -->", ["line 1: .*'latest' is not an edition"]),
        ("nothing", "/* regulae: edition */\nCR 509.6", ["line 1: .*'' is not an edition"]),
        ("two days", "# regulae: edition 2016-11-11..2017-01-01", ["line 1: .*'2016-11-11"]),
        ("two", "# regulae: edition x\n# regulae: edition y", ["line 1: .*'x'", "line 2: .*'y'"]),
        ("many", "# regulae: edition x\n" * 13, ["line"] * 10 + ["and 3 comments more"]),
        ("prose", "See regulae: edition latest\nCR 509.6", []),
        ("another word", "# regulae: editions\n# regulae: edition-less", []),
    ],
)  # fmt: skip
def test_edition_comments_that_name_none(
    by_2026: Linter, says: str, text: str, told: list[str]
) -> None:
    """It is told, and the rest is checked as if they were not there."""
    linted = by_2026.lint(text)
    assert len(linted.problems) == len(told), (says, linted.problems)
    for problem, expected in zip(linted.problems, told, strict=True):
        assert re.match(expected, problem), says
    assert {str(finding.edition.date) for finding in linted.findings} <= {"2026-01-16"}


def test_a_comment_may_name_a_month(by_2026: Linter) -> None:
    (finding,) = by_2026.lint("# regulae: edition 2016-11\nCR 702.40a").findings
    assert str(finding.edition.date) == "2016-11-11"


def test_findings_of_a_comment_name_its_edition(by_2026: Linter) -> None:
    (finding,) = by_2026.lint("# regulae: edition 2016-11-11\nCR 702.40a").findings
    assert str(finding.edition.date) == "2016-11-11"


@pytest.mark.parametrize(
    ("says", "text", "expected"),
    [
        ("a bare number", "rule: 290.1\n", ["1:7 290.1 unknown"]),
        ("quoted", "regola: '290.1'\n", ["1:10 290.1 unknown"]),
        ("a list of numbers in lines", "rules:\n  - 290.1\n  - \"509.6\"\n",
         ["2:5 290.1 unknown", "3:6 509.6 gone"]),
        ("a list in brackets", "reglas: [110.1, 290.1]", ["1:17 290.1 unknown"]),
        ("a section", "cr: 290", ["1:5 290 unknown"]),
        ("keys without regard to case", "CR: 290.1\nNorma: 290.2",
         ["1:5 290.1 unknown", "2:8 290.2 unknown"]),
        ("no such key", "price: 290.1\nversion: '509.6'", []),
        ("a key of such a name with a map below", "rules: {price: 290.1}", []),
        ("an anchor and a tag", "rule: &x !!str 290.1\nalso: *x", ["1:16 290.1 unknown"]),
        ("behind a comment", "# first\nrule: 290.1 # why\n", ["2:7 290.1 unknown"]),
        ("text as in any file", "note: |\n  see CR 290.1\n", ["2:10 290.1 unknown"]),
        ("no number", "rule: 601.2.b", ["1:7 None malformed"]),
        ("several documents", "--- {rule: 290.1}\n--- {rule: 290.2}\n",
         ["1:12 290.1 unknown", "2:12 290.2 unknown"]),
        ("behind a byte order mark and wide signs", "\ufeffname: \U0001f3b2\r\nrule: 290.1",
         ["2:7 290.1 unknown"]),
        ("the name of the same map", "name: Flashback\nrule: 702.33a", ["2:7 702.33a moved"]),
        ("behind it, in Italian", "regola: 702.33a\nnome: Flashback", ["1:9 702.33a moved"]),
        ("in Spanish", "- nombre: Estímulo\n  regla: 702.34a", ["2:10 702.34a title-mismatch"]),
        ("a keyword", "{keyword: Kicker, rules: [702.34]}", ["1:27 702.34 title-mismatch"]),
        ("it fits", "name: Kicker\nrule: 702.33", []),
        ("the name of another map", "a: {name: Kicker}\nb: {rule: 702.34}", []),
        ("the name of the map around it", "name: Kicker\nmore:\n  rule: 702.34", []),
        ("the name of a map inside", "rule: 702.34\nmore: {name: Kicker}", []),
        ("a name for several numbers", "name: Kicker\nrules: [702.34, 702.35]", []),
        ("a title anywhere", "title: Attraction Cards\nrule: 718", ["2:7 718 title-mismatch"]),
        ("a name beside a section", "name: Cartas de Atracción\nrule: 718",
         ["2:7 718 title-mismatch"]),
        ("a name beside another rule is a subject", "name: Continuous Effects\nrule: 601.2", []),
        ("another key behind it is no title", "rule: 702.34\n\"kicker\": 20", []),
        ("nor one in the same line", "{rule: 702.34, \"kicker\": 3}", []),
        ("the name behind it all the same", "rule: 702.34\n\"name\" : \"Kicker\"",
         ["1:7 702.34 title-mismatch"]),
        ("a number inside an alias bomb is read once",
         "a: &a [rule: 290.1]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]",
         ["1:14 290.1 unknown"]),
        ("each line of a literal block", "rules: |2-  # two\n  290.1\n\n  509.6\n# 290.2\nx: 1",
         ["2:3 290.1 unknown", "4:3 509.6 gone"]),
        ("the lines of a folded one are one",
         "name: Kicker\nrules: >\n  702.33a,\n  702.34,\n  509.6",
         ["5:3 509.6 gone"]),
        ("a block with an anchor, CR LF", "rule: &a !!str >-\r\n  290.1\r\n",
         ["2:3 290.1 unknown"]),
        ("a block in a list", "rules:\n- |\n  290.1\n- 509.6",
         ["3:3 290.1 unknown", "4:3 509.6 gone"]),
        ("a sentence in a block", "rules: |\n  443 is open\n  443\n  cards: 443\n  509.6 is gone",
         ["3:3 443 unknown", "5:3 509.6 gone"]),
        ("a section in a folded one", "rule: >\n  443\n", ["2:3 443 unknown"]),
        ("an empty block", "rule: |\nname: Kicker", []),
        ("a block has a name too", "name: Kicker\nrule: |\n  702.34\n",
         ["3:3 702.34 title-mismatch"]),
        ("a name in a block", "name: >\n  Kicker\nrule: 702.34\n", ["3:7 702.34 title-mismatch"]),
        ("signs behind a backslash", r'rule: "29\x30\u002e\U00000031" # why',
         ["1:8 290.1 unknown"]),
        ("a mark among them", r'rule: "CR 110.\x31, \x32\x390.1 and 509\x2E6"',
         ["1:21 290.1 unknown", "1:37 509.6 gone"]),
        ("a line break behind one", 'rule: "290\\\n   .1"', ["1:8 290.1 unknown"]),
        ("a tab behind one", r'rule: "\t290.1"', ["1:10 290.1 unknown"]),
        ("a number by its alias", "x: &n 290.1\nrule: *n", ["1:7 290.1 unknown"]),
        ("once, however many aliases", "rule: &n 290.1\na: {rule: *n}\nb: [{rule: *n}]",
         ["1:10 290.1 unknown"]),
        ("an alias in a list", "x: &n 290.1\nrules: [*n, 110.1]", ["1:7 290.1 unknown"]),
        ("an alias of a list", "x: &n [290.1, '509.6']\nrules: *n",
         ["1:8 290.1 unknown", "1:16 509.6 gone"]),
        ("a name by its alias", "x: &n Kicker\ny: {name: *n, rule: 702.34}",
         ["2:21 702.34 title-mismatch"]),
        ("a key by its alias", "rule: 110.1\nx: &k regla\n*k : 290.1", ["3:6 290.1 unknown"]),
        ("one of the names of an alias fits",
         "{name: Kicker, rule: &n 702.34, y: {name: Flashback, rule: *n}}", []),
        ("none of them does", "{name: Kicker, rule: &n 702.35, y: {name: Flashback, rule: *n}}",
         ["1:25 702.35 title-mismatch"]),
        ("a name taken over", "x: &m {name: Kicker}\ny: {<<: *m, rule: 702.34}",
         ["2:19 702.34 title-mismatch"]),
        ("a name of its own comes first",
         "x: &m {name: Kicker}\ny: {rule: 702.34, <<: *m, name: Flashback}", []),
        ("the first of several", "a: &a {name: Flashback}\nb: &b {name: Kicker}\n"
         "c: {rule: 702.34, <<: [*a, *b]}", []),
        ("taken over twice", "a: &a {name: Kicker}\nb: &b {<<: *a}\nc: {rule: 702.34, <<: *b}",
         ["3:11 702.34 title-mismatch"]),
        ("a mapping written out", "{<<: {name: Kicker}, rule: 702.34}",
         ["1:28 702.34 title-mismatch"]),
        ("a number that is taken over is judged where it stands",
         "x: &m {rule: 702.34}\ny: {<<: *m, name: Kicker}", []),
        ("a mapping that would hold itself", "&m {<<: *m, name: Kicker, rule: 702.34}",
         ["1:33 702.34 title-mismatch"]),
        ("an anchor is that of its document", "--- {x: &n 290.1}\n--- {rule: *n}", []),
        ("an anchor that is set twice", "a: &n 290.1\nb: &n 290.2\nrule: *n",
         ["2:7 290.2 unknown"]),
        ("what is no YAML is text all the same", "{% if x %}\nrule: 290.1\n\t- [",
         ["2:7 290.1 unknown"]),
    ],
)  # fmt: skip
def test_yaml(by_2026: Linter, says: str, text: str, expected: list[str]) -> None:
    assert found(by_2026, text, yaml=True) == expected, says


def test_values_count_in_yaml_alone(by_2026: Linter) -> None:
    text = "rules:\n  - 110.1\n"
    assert by_2026.lint(text).citations == 0
    assert by_2026.lint(text, yaml=True).citations == 1


TAKEN_OVER = "a0: &a0 {name: Kicker}\n" + "".join(
    f"a{n}: &a{n} {{rule: 702.34, <<: [{', '.join([f'*a{n - 1}'] * 10)}]}}\n" for n in range(1, 500)
)


@pytest.mark.parametrize(
    ("says", "text", "yaml"),
    [
        ("deep lists", "rule: " + "[" * 20_000, True),
        ("many numbers in a YAML list", "rules:\n" + "- 702.33a\n" * 20_000, True),
        ("many mappings taken over", TAKEN_OVER, True),
        ("deep maps", "".join(f"{' ' * depth}rule:\n" for depth in range(2_000)), True),
        ("many numbers in one list", "rules " + "702.33a, " * 20_000, False),
        ("many citations in one list", "CR 702.33a / " * 20_000 + "CR 702.33a: Kicker", False),
        ("a very long line", "CR 702.33a " + "x" * 1_000_000 + " Kicker, CR 702.34a", False),
        ("many comments", "// regulae: ignore\n" * 20_000 + "CR 509.6", False),
        ("lone surrogates", "rule: \udcff\nname: Kicker\nrule: 702.33", True),
        ("control characters", "rule: 702.33\x00\x01\nname: Kicker", True),
    ],
)
def test_hostile_texts_end(by_2026: Linter, says: str, text: str, yaml: bool) -> None:
    assert by_2026.lint(text, yaml=yaml).citations >= 0, says


@pytest.mark.parametrize(
    ("says", "text", "yaml"),
    [
        ("one by one", "CR 110.1 " * 1_000, False),
        ("in ranges", "rules 601.2a–f\n" * 200, False),
        ("forms that are no number", "rule 601.2.b " * 1_000, False),
        ("values", "rules:\n" + "- 110.1\n" * 1_000, True),
        ("values that are no numbers", "rules:\n" + "- x\n" * 1_000, True),
        ("lines", "rules: |\n" + "  110.1\n" * 1_000, True),
    ],
)
def test_too_many_citations_are_refused(
    by_2026: Linter, says: str, text: str, yaml: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text of 64 MiB could cite so much that no memory would hold it."""
    for module in (limit, yaml_read):
        monkeypatch.setattr(module, "MOST", 999)
    with pytest.raises(Unreadable, match="over 999 citations"):
        by_2026.lint(text, yaml=yaml)
    half = text[: len(text) // 2].rpartition("\n" if "\n" in text else " ")[0]
    assert by_2026.lint(half, yaml=yaml).citations <= 999
