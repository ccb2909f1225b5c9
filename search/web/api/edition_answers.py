"""Answers about editions and the graph, in the shapes of the command line."""

from kb.diff.kinds import ChangeKind
from kb.edition import EditionDate
from kb.lang import codes
from search import graph_answers
from search.as_json import editions_json
from search.asked import asked
from search.changes import Wanted, changes
from search.changes_json import changes_json
from search.citation_path import citation_paths
from search.graph_formats import as_json
from search.held_sources import sources_json
from search.histories import Reader, histories
from search.histories import Wanted as Followed
from search.histories import phrase as find_phrase
from search.histories_json import histories_json, phrase_json
from search.needs import needs as all_needs
from search.neighbourhood import neighbourhood
from search.shapes.editions import (
    ChangesJson,
    EditionsJson,
    HistoriesJson,
    PhraseJson,
    SourcesJson,
)
from search.shapes.rules import GraphJson, NeedsJson, PathJson
from search.web.api import questions
from search.web.api.given import Given, latest


def sources(given: Given, question: questions.Sources) -> SourcesJson:
    found = given.sources()
    within = question.within
    return sources_json(tuple(each for each in found if within in ("", each.language)))


def editions(given: Given, question: questions.Editions) -> EditionsJson:
    held = given.holdings.counted_editions()
    within = question.within
    return editions_json([each for each in held if within in ("", each[0].language)])


def diff(given: Given, question: questions.Diff) -> ChangesJson:
    wanted = Wanted(
        EditionDate.parse(question.old),
        EditionDate.parse(question.new),
        question.what,
        frozenset(map(ChangeKind, question.kind)),
    )
    answer, _ = changes(
        given.store, wanted, language=given.language, within=question.within or None
    )
    return changes_json(answer)


def history(given: Given, question: questions.History) -> HistoriesJson:
    within = question.within or None
    also = codes() if question.all_langs else (given.language,) if within is None else ()
    wanted = Followed(question.what, latest(question.edition), question.whole, within, also)
    return histories_json(histories(given.store, wanted, _reader(given)))


def phrase(given: Given, question: questions.Phrase) -> PhraseJson:
    wanted = Followed(
        question.what,
        latest(question.edition),
        within=question.within or None,
        also=() if question.within else (given.language,),
    )
    found, _ = find_phrase(
        given.store, question.phrase, wanted, _reader(given), limit=question.limit
    )
    return phrase_json(found)


def _reader(given: Given) -> Reader:
    return Reader(given.language, lambda code: None)


def graph(given: Given, question: questions.Graph) -> GraphJson:
    at = given.turned_back(question.edition)
    if at is not None and not question.all_langs:
        given.holdings.check_edition(given.language, at)
    what = asked(given.holdings, question.what)
    if not what.numbers:
        return {"nodes": [], "edges": []}
    part = neighbourhood(
        given.store,
        what.numbers,
        language=given.language,
        depth=question.depth,
        all_languages=question.all_langs,
    )
    return as_json(part.graph)


def needs(given: Given, question: questions.Needs) -> NeedsJson:
    given.turned_back(question.edition)
    what = asked(given.holdings, question.what)
    if not what.numbers:
        return {"needs": [], "nodes": [], "edges": []}
    return graph_answers.needs_json(
        all_needs(
            given.store,
            what.numbers,
            language=given.language,
            exact=what.exact,
            depth=question.depth or None,
        )
    )


def path(given: Given, question: questions.Path) -> PathJson:
    given.turned_back(question.edition)
    ends = (asked(given.holdings, [text]) for text in (question.source, question.target))
    source, target = (end.numbers for end in ends)
    nothing: PathJson = {"path": [], "direction": None, "nodes": [], "edges": []}
    if not source or not target:
        return nothing
    there, back = citation_paths(given.store, source, target, language=given.language)
    if not there.steps and (back is None or not back.steps):
        return nothing
    return graph_answers.path_json(there, back)
