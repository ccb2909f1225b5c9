"""Answers about a text that is sent: its citations, its terms, the rules it may rest on."""

from kb.cite import citations
from kb.dictionary import dictionary
from kb.errors import Unreadable
from kb.term_faults import faults
from kb.terms import numbers
from search.citing_json import citation_json
from search.lint.as_json import JsonFormat
from search.lint.report import Totals
from search.lint.run import FileLinter, Settings
from search.lint.run import Given as GivenText
from search.lint.source import text_of, unless_binary
from search.opening import opened_index
from search.shapes.texts import ExtractedJson, SuggestionsJson, TermFaultsJson
from search.suggest.as_json import suggestions_json
from search.suggest.suggest import suggestions
from search.term_check import faults_json, placed
from search.web.api import questions
from search.web.api.given import Given, latest
from search.web.api.problems import Refusal

_NAME = "-"
"""What a text without a file is called, as on the command line."""


def extract(given: Given, question: questions.Extract) -> ExtractedJson:
    text = text_of(unless_binary(given.body), _NAME, wanted="text")
    known = {known.number for known in numbers()} | given.holdings.all_numbers()
    found = citations(text, language=question.text_lang or None, known=frozenset(known))
    return {"citations": [citation_json(text, each) for each in given.in_time(found)]}


def lint(given: Given, question: questions.Lint) -> str:
    """As the command line writes it."""
    settings = Settings(latest(question.edition), latest(question.written_for), given.language)
    judge = FileLinter(given.store, settings)
    totals = Totals(judge.edition, settings.written_for)
    written = JsonFormat()
    report = judge.report(GivenText(_NAME, unless_binary(given.body)))
    parts = [written.begin()]
    for each in totals.counting([report]):
        parts += given.in_time(written.each(each))
    return "".join((*parts, written.end(totals)))


def suggest(given: Given, question: questions.Suggest) -> SuggestionsJson:
    text = _utf8(given.body)
    code = question.text_lang or given.told_language(text)
    given.turned_back(question.edition)
    index = opened_index(given.store)
    found = suggestions(given.store, index, text, code=code, limit=question.limit)
    return suggestions_json(given.in_time(found), text, code=code, language=given.language)


def check_terms(given: Given, question: questions.CheckTerms) -> TermFaultsJson:
    text = _utf8(given.body).removeprefix("\ufeff")
    code = question.text_lang or given.told_language(text)
    if code is None:
        raise Refusal("unknown-language", parameter="text_lang")
    found = faults(text, code=code, is_word=dictionary(code).has)
    return faults_json(_NAME, code, placed(text, given.in_time(found)), given.language)


def _utf8(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"-: byte {error.start} is no UTF-8; wanted a text") from error
