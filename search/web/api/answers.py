"""Answers about rules and what languages call them, in the shapes of the command line."""

from kb.cite_links import LinkPattern
from kb.dictionary import base_form
from kb.glossary import current_entries
from kb.lang import ORIGINAL, folded, in_order_for
from search.as_json import completions_json, entry_json, found_json, look_up_json
from search.asked import asked
from search.asked_rules import asked_rules
from search.checkers import checkers, checkers_json
from search.citing import Manner, citing
from search.citing_json import citing_json
from search.completion import completions
from search.find import find
from search.look import look_up
from search.names import friends, names
from search.query.faults import QueryError
from search.query.meaning import day_of, edition_elsewhere
from search.query.reading import read
from search.shapes.comparisons import ComparisonJson, CoverageJson
from search.shapes.rules import (
    CompletionsJson,
    FoundJson,
    FriendsJson,
    GlossaryJson,
    LookUpJson,
    NamesJson,
)
from search.shapes.texts import CitingJson
from search.shapes.verdicts import CheckersJson
from search.terms_json import friends_json, names_json
from search.web.api import questions
from search.web.api.given import Given, latest
from search.web.indexes import index_of


def show(given: Given, question: questions.Show) -> LookUpJson:
    at = given.turned_back(question.edition)
    return look_up_json(
        look_up(
            given.holdings,
            question.what,
            language=given.language,
            all_languages=question.all_langs,
            at=at,
        )
    )


def search(given: Given, question: questions.Search) -> FoundJson:
    try:
        tree = read(question.q)
        named = day_of(tree, question.q)
        if named is not None and question.edition:
            raise edition_elsewhere(tree, question.q)
        given.turned_back(str(named) if named else question.edition)
        day = given.store.as_of
        with index_of(given.store, given.kept.on(day) if day else given.kept) as index:
            found = find(
                given.store,
                index,
                question.q,
                language=given.language,
                within=question.within or None,
                kind=question.kind or None,
                limit=question.limit,
                explain=question.explain,
            )
    except QueryError as fault:
        raise fault.in_language(given.language) from fault
    return found_json(found)


def complete(given: Given, question: questions.Complete) -> CompletionsJson:
    return completions_json(
        completions(given.holdings, question.q, language=given.language, most=question.limit)
    )


def compare(given: Given, question: questions.Compare) -> ComparisonJson:
    from kb.compare.side_by_side import compare as side_by_side
    from search.compare.as_json import comparison_json

    holdings, at = given.holdings, latest(question.edition)
    if at is not None:
        holdings.check_edition(ORIGINAL, at)
    what = asked(holdings, question.what)
    found = side_by_side(
        holdings,
        what.numbers,
        tuple(dict.fromkeys(question.langs)) or questions.DEFAULT_LANGUAGES,
        exact=what.exact,
        at=at,
    )
    return comparison_json(found, given.language)


def cover(given: Given, question: questions.Cover) -> CoverageJson:
    from kb.compare.coverage import coverage
    from search.compare.coverage_tables import coverage_json

    holdings, at = given.holdings, latest(question.edition)
    if at is not None:
        holdings.check_edition(ORIGINAL, at)
    languages = dict.fromkeys(question.langs or questions.DEFAULT_LANGUAGES)
    measured = [code for code in languages if code != ORIGINAL] or [ORIGINAL]
    return coverage_json(coverage(holdings, measured, at=at, titles_in=given.language))


def cite(given: Given, question: questions.Cite) -> CitingJson:
    manner = Manner(
        language=given.language,
        style=question.style,
        at=latest(question.edition),
        link=LinkPattern.parse(question.link) if question.link else None,
        quote=question.quote,
    )
    found = citing(given.holdings, question.what, manner)
    return citing_json(found.citations, quote=question.quote)


def terms(given: Given, question: questions.Terms) -> NamesJson:
    given.turned_back(question.edition)
    return names_json(
        names(given.holdings, question.word, base_form=base_form, languages=question.langs)
    )


def false_friends(given: Given, question: questions.FalseFriends) -> FriendsJson:
    given.turned_back(question.edition)
    return friends_json(
        friends(given.holdings, question.word, language=given.language, languages=question.langs)
    )


def glossary(given: Given, question: questions.Glossary) -> GlossaryJson:
    """Of the language asked for; else of the first, for its readers, that has one."""
    holdings, key = given.holdings, folded(question.term)
    languages = (
        (question.within,)
        if question.within
        else in_order_for(given.language, holdings.languages())
    )
    held = (current_entries(given.store, code) for code in languages)
    entries = next(filter(None, held), {})
    return {
        "entries": [
            entry_json(entry.term, entry.text, holdings.edition(entry.edition))
            for term, entry in entries.items()
            if not key or term == key
        ]
    }


def checks(given: Given, question: questions.Checks) -> CheckersJson:
    return checkers_json(checkers(asked_rules(question.what)), given.language)
