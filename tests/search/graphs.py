"""Small rule graphs built by hand, for the tests of formats and pictures."""

from collections.abc import Iterable

from kb.edition import Edition, EditionDate, EditionKind
from kb.graph import Edge, Relation, RuleGraph, RuleNode, TermNode, rule_key
from kb.number import RuleNumber

HOSTILE = (
    'He said "no" & <left>',
    "one\ntwo\r\nthree\rfour",
    "]; n0 --> n1; %%{init: {}}%%",
    "back\\slash\\",
    'end"] click n0 "javascript:alert(1)"',
    "style: #x; `code` *bold* _thin_",
    "1. item - - >",
    "\x00\x07\x1b[31m\ufffe\ud800 \x7f\x85",
    "</text></svg><script>alert(1)</script>",
    "]]> <!-- --> &amp; &#65; #35; #quot;",
    "\\N \\G \\L {a|b}",
    "è ñ 漢字 🙂 \u202eabc\u202c",
    "W" * 500,
    "{rules} {0} %s",
)


def edition(language: str) -> Edition:
    date = EditionDate.parse("2024-11-23")
    return Edition(language, date, "L'edizione", "rules.txt", EditionKind.OFFICIAL, "c0ffee")


class Sketch:
    """A graph to be filled by numbers."""

    def __init__(self, language: str = "en") -> None:
        self.graph = RuleGraph()
        self.language = language

    def rule(
        self,
        number: str,
        title: str | None = None,
        *,
        held: bool = True,
        known: bool = True,
        language: str | None = None,
    ) -> str:
        code = language or self.language
        place = RuleNumber.parse(number)
        key = rule_key(code, place)
        self.graph.add_rule(
            RuleNode(key, place, code, edition(code) if held else None, title, known)
        )
        return key

    def rules(self, numbers: Iterable[str]) -> None:
        """Rules, each below its parent where that is there already."""
        for number in numbers:
            key = self.rule(number)
            parent = RuleNumber.parse(number).parent
            if parent is not None and rule_key(self.language, parent) in self.graph.network:
                above = rule_key(self.language, parent)
                self.graph.add_edge(Edge(above, key, Relation.CONTAINS))

    def cites(self, source: str, *targets: str, how: str = "explicit") -> None:
        for place, target in enumerate(targets):
            one, two = f"{self.language}:{source}", f"{self.language}:{target}"
            start = 10 * place
            self.graph.add_edge(Edge(one, two, Relation.CITES, how, start, start + len(target)))

    def name(self, word: str, number: str, *, concept: str | None = None) -> str:
        key = f"{self.language}:{concept or word.lower()}"
        self.graph.add_term(TermNode(key, self.language, concept or word.lower(), word))
        self.graph.add_edge(Edge(key, f"{self.language}:{number}", Relation.DEFINES))
        return key

    def same(self, one: str, two: str) -> None:
        self.graph.add_edge(Edge(one, two, Relation.SAME))
        self.graph.add_edge(Edge(two, one, Relation.SAME))


def lone() -> RuleGraph:
    sketch = Sketch()
    sketch.rule("100.1")
    return sketch.graph


def kicker(language: str = "en") -> RuleGraph:
    """702.33 with what it contains, cites, is called, and what cites it; all relations."""
    sketch = Sketch(language)
    sketch.rule("702", "Abilities with a name")
    sketch.rule("702.33", "Kicker")
    sketch.graph.add_edge(Edge(f"{language}:702", f"{language}:702.33", Relation.CONTAINS))
    sketch.rules(f"702.33{letter}" for letter in "abcdefgh")
    sketch.rules(("601.2b", "601.2c", "601.2f", "601.2g", "601.2h"))
    sketch.rule("607", "Linked abilities", held=False)
    sketch.rule("601.99z", held=False, known=False)
    sketch.rules(("118.8", "118.9"))
    sketch.cites("702.33a", "601.2b", "601.2b", "601.99z")
    sketch.cites("702.33a", "601.2f", "601.2g", "601.2h", how="range")
    sketch.cites("702.33d", "601.2b", "702.33a")
    sketch.cites("702.33e", "607")
    sketch.cites("702.33g", "601.2c")
    sketch.cites("118.8", "702.33", "601.2b")
    sketch.cites("118.9", "702.33")
    sketch.cites("601.2b", "118.8", "118.9")
    sketch.cites("601.2f", "601.2b")
    sketch.name("Kicker", "702.33")
    sketch.name("Kicked", "702.33d")
    other = sketch.rule("702.33", "Potenziamento", language="it" if language != "it" else "es")
    sketch.same(f"{language}:702.33", other)
    return sketch.graph


def section(children: int) -> RuleGraph:
    """A section with many rules, each citing the next but one, and some rules elsewhere."""
    sketch = Sketch()
    sketch.rules(("7", "702", *(f"702.{place}" for place in range(1, children + 1))))
    for place in range(1, children - 1):
        sketch.cites(f"702.{place}", f"702.{place + 2}")
    sketch.rules(f"601.{place}" for place in range(1, children // 3 + 1))
    for place in range(1, children // 3 + 1):
        sketch.cites(f"702.{3 * place}", f"601.{place}")
    return sketch.graph


def hostile() -> RuleGraph:
    """A rule and a name for each text that is made to break something."""
    sketch = Sketch()
    sketch.rule("702", HOSTILE[0])
    for place, title in enumerate(HOSTILE, start=1):
        sketch.rule(f"702.{place}", title)
        sketch.graph.add_edge(Edge("en:702", f"en:702.{place}", Relation.CONTAINS))
        sketch.name(title, f"702.{place}", concept=f"concept-{place}")
    return sketch.graph
