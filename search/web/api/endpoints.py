"""Endpoints: which address answers which question, with an example of each."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from search.shapes import comparisons, editions, rules, texts, verdicts
from search.web.api import answers, edition_answers, questions, text_answers
from search.web.api.given import Given
from search.web.lanes import Lane

Answer = Callable[[Given, Any], object]

RULING = "Si paga come dicono le regole 601.2b e 601.2f–h; vedi regola 702.33d."
GAME = """\
format: mtg-state/1
title: A creature that came this turn is tapped for enlist
turn: {number: 4, active: Ada}
objects:
  veteran: {type: Creature, pt: 2/2, abilities: [enlist], owner: Ada}
  recruit: {type: Creature, pt: 3/1, owner: Ada, controlled_since: 4}
history:
  - do: attack
    by: Ada
    attackers: [{who: veteran, attacks: Bruno, enlist: [{taps: recruit}]}]
"""


class Body(NamedTuple):
    """The text that is sent along."""

    media_types: tuple[str, ...]
    what: str
    example: str


_TEXT = ("text/plain", "text/markdown")
_GAMES = (
    *("application/yaml", "application/json", "application/x-ndjson", "application/jsonl"),
    "text/plain",
)


class Endpoint(NamedTuple):
    """One address behind ``/api/v1``."""

    path: str
    asks: type[questions.Question]
    gives: object
    """The shape of the answer."""
    example: Mapping[str, str | list[str]]
    """Parameters of a question that the bundled texts answer."""
    answer: Answer | None
    """None where a worker answers."""
    command: str
    """Of the command line, that answers the same."""
    body: Body | None = None
    in_snapshot: bool = True
    """Whether all is read of one moment of the base; not so where an index may be made first."""
    lane: Lane = Lane.PAGE
    is_of_the_base: bool = True
    """Whether the answer is the same as long as the base is; not so where it tells of today."""

    @property
    def name(self) -> str:
        return self.asks.__name__[:1].lower() + self.asks.__name__[1:]


ENDPOINTS = (
    Endpoint(
        "/show",
        questions.Show,
        rules.LookUpJson,
        {"what": ["702.33d"], "lang": "it"},
        answers.show,
        "show",
    ),
    Endpoint(
        "/search",
        questions.Search,
        rules.FoundJson,
        {"q": "costo di potenziamento", "lang": "it", "limit": "3"},
        answers.search,
        "search",
        lane=Lane.SEARCH,
    ),
    Endpoint(
        "/complete",
        questions.Complete,
        rules.CompletionsJson,
        {"q": "potenz", "lang": "it", "limit": "3"},
        answers.complete,
        "search --complete",
    ),
    Endpoint(
        "/glossary",
        questions.Glossary,
        rules.GlossaryJson,
        {"term": "Kicker"},
        answers.glossary,
        "",
    ),
    Endpoint(
        "/compare",
        questions.Compare,
        comparisons.ComparisonJson,
        {"what": ["702.154"], "langs": ["it", "en"], "lang": "en"},
        answers.compare,
        "compare",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/coverage",
        questions.Cover,
        comparisons.CoverageJson,
        {"langs": ["it"]},
        answers.cover,
        "compare --all",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/cite",
        questions.Cite,
        texts.CitingJson,
        {"what": ["702.33a-d"], "style": "markdown", "lang": "es"},
        answers.cite,
        "cite",
    ),
    Endpoint(
        "/terms",
        questions.Terms,
        rules.NamesJson,
        {"word": "potenziamento"},
        answers.terms,
        "terms",
    ),
    Endpoint(
        "/false-friends",
        questions.FalseFriends,
        rules.FriendsJson,
        {"word": "potenciar", "lang": "es"},
        answers.false_friends,
        "terms --friends",
    ),
    Endpoint(
        "/diff",
        questions.Diff,
        editions.ChangesJson,
        {"old": "2026-08-07", "new": "2026-08-07", "what": ["702.33"]},
        edition_answers.diff,
        "diff",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/history",
        questions.History,
        editions.HistoriesJson,
        {"what": ["702.33d"]},
        edition_answers.history,
        "history",
        in_snapshot=False,
        lane=Lane.LONG,
    ),
    Endpoint(
        "/phrase",
        questions.Phrase,
        editions.PhraseJson,
        {"phrase": "kicker", "limit": "2"},
        edition_answers.phrase,
        "history --phrase",
        in_snapshot=False,
        lane=Lane.LONG,
    ),
    Endpoint(
        "/graph",
        questions.Graph,
        rules.GraphJson,
        {"what": ["702.33d"]},
        edition_answers.graph,
        "graph",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/needs",
        questions.Needs,
        rules.NeedsJson,
        {"what": ["702.33"], "depth": "1"},
        edition_answers.needs,
        "graph --needs",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/path",
        questions.Path,
        rules.PathJson,
        {"from": "702.33d", "to": "601.2b"},
        edition_answers.path,
        "graph --path",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/checks",
        questions.Checks,
        verdicts.CheckersJson,
        {"what": ["702.33"], "lang": "es"},
        answers.checks,
        "checks",
        lane=Lane.LONG,
    ),
    Endpoint(
        "/sources",
        questions.Sources,
        editions.SourcesJson,
        {"in": "it"},
        edition_answers.sources,
        "sources",
        is_of_the_base=False,
    ),
    Endpoint(
        "/editions",
        questions.Editions,
        editions.EditionsJson,
        {"in": "es"},
        edition_answers.editions,
        "editions",
    ),
    Endpoint(
        "/extract",
        questions.Extract,
        texts.ExtractedJson,
        {},
        text_answers.extract,
        "extract",
        Body(_TEXT, "A text.", RULING),
    ),
    Endpoint(
        "/lint",
        questions.Lint,
        texts.LintJson,
        {"lang": "it"},
        text_answers.lint,
        "lint",
        Body(_TEXT, "A text.", "Kicker is told by rule 702.33d and rule 702.999."),
    ),
    Endpoint(
        "/suggest",
        questions.Suggest,
        texts.SuggestionsJson,
        {"limit": "2", "lang": "it", "text_lang": "it"},
        text_answers.suggest,
        "suggest",
        Body(_TEXT, "A ruling.", "La magia è stata potenziata due volte."),
        in_snapshot=False,
    ),
    Endpoint(
        "/terms/check",
        questions.CheckTerms,
        texts.TermFaultsJson,
        {"lang": "it", "text_lang": "it"},
        text_answers.check_terms,
        "terms --check",
        Body(_TEXT, "A text.", "Ha attacco 3 e resistenza 2."),
    ),
    Endpoint(
        "/verify",
        questions.Verify,
        verdicts.VerifiedJson,
        {"lang": "it"},
        None,
        "verify",
        Body(_GAMES, "A game state in YAML or JSON, or JSON Lines, a document a line.", GAME),
    ),
)
