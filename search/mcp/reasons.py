"""Reasons: why an answer is empty, or lacks what was asked for, and what to ask instead."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from kb.edition import EditionDate
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store
from search.asked import Absent, asked
from search.mcp.arguments import Call
from search.mcp.sentences import note
from search.render import absent_text
from search.sentences import language_name, words
from search.web.api import questions
from search.web.api.given import latest

_MOST = 20
"""Rules or editions that a remark names."""
Reasons = Callable[[Holdings, Call, Any], Iterator[str]]


def notes(store: Store, call: Call, answer: Any) -> Iterator[str]:
    """Remarks about an answer, in its language; none where there is nothing to remark."""
    holdings = Holdings(store)
    yield from _unknown(holdings, call)
    reasons = _REASONS.get(call.tool.name)
    if reasons is not None:
        yield from reasons(holdings, call, answer)


def _unknown(holdings: Holdings, call: Call) -> Iterator[str]:
    """What was asked for and is called nothing, with what is near."""
    what: Sequence[str] = getattr(call.question, "what", ())
    if isinstance(call.question, questions.Path):
        what = call.question.source, call.question.target
    at = latest(getattr(call.question, "edition", ""))
    absent = list(_absent(holdings, what, at))
    if absent:
        yield absent_text(absent[:_MOST], call.language)


def _absent(holdings: Holdings, what: Sequence[str], at: EditionDate | None) -> Iterable[Absent]:
    return asked(holdings, what, at=at).absent if what else ()


# -- rules -------------------------------------------------------------------------------


def _look_up(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    without = [shown["number"] for shown in answer["results"] if shown["text"] is None]
    yield from _textless(holdings, call, without)
    if getattr(call.question, "all_langs", False):
        return
    elsewhere: dict[str, list[str]] = {}
    for shown in answer["results"]:
        if shown["text"] is not None and shown["language"] != call.language:
            elsewhere.setdefault(shown["language"], []).append(shown["number"])
    for code, numbers in elsewhere.items():
        yield _in_other_language(call.language, call.language, numbers, code)


def _in_other_language(language: str, wanted: str, numbers: Sequence[str], code: str) -> str:
    return note(
        language,
        "shown_in",
        numbers=_listed(numbers),
        language=language_name(wanted, language),
        other=language_name(code, language),
        code=code,
    )


def _textless(holdings: Holdings, call: Call, numbers: Iterable[str]) -> Iterator[str]:
    for number in islice(numbers, _MOST):
        editions = held_by(holdings, RuleNumber.parse(number))
        if editions:
            yield note(call.language, "not_then", number=number, editions=_listed(editions))
        else:
            yield note(call.language, "no_text", number=number)


def held_by(holdings: Holdings, number: RuleNumber) -> list[str]:
    """The editions that have a text of a number, as ``en 2026-08-07``, the newest first."""
    rows = holdings.store.db.execute(
        "SELECT DISTINCT e.language, e.date FROM rule r JOIN edition e ON e.id = r.edition"
        " WHERE r.number = ? ORDER BY e.date DESC NULLS LAST, e.language",
        (str(number),),
    )
    return [f"{language} {date or '?'}" for language, date in rows]


def _search(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    language, question = call.language, call.question
    assert isinstance(question, questions.Search)
    for each in answer["textless"]:
        yield note(language, "no_text", number=each["number"])
    if answer["hits"]:
        for phrase in answer["loosened"]:
            yield words(language, "loosened", phrase=phrase)
        if answer["total"] > len(answer["hits"]):
            yield note(language, "more_hits", total=answer["total"], shown=len(answer["hits"]))
        return
    yield words(language, "no_hit", query=question.q)
    if question.within:
        yield note(language, "only_in", language=language_name(question.within, language))
    if question.kind:
        yield note(language, "only_kind", kind=question.kind)
    if answer["did_you_mean"]:
        yield words(language, "did_you_mean", suggestions=_quoted(answer["did_you_mean"]))
    yield note(language, "no_words")


def _quoted(texts: Iterable[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)


def _compare(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    lacking: dict[str, list[str]] = {}
    for row in answer["rows"]:
        for code, text in row["texts"].items():
            if text is None:
                lacking.setdefault(code, []).append(row["number"])
    for code, numbers in lacking.items():
        name = language_name(code, call.language)
        yield note(call.language, "lacking", language=name, numbers=_listed(numbers))
    if answer["rows"] and not answer["findings"]:
        yield note(call.language, "no_difference")


def _cite(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    cited = answer["citations"]
    bare = [each["number"] for each in cited if each["edition"] is None]
    yield from _textless(holdings, call, bare)
    elsewhere: dict[str, list[str]] = {}
    for each in cited:
        if each["edition"] is not None and each["edition"]["language"] != call.language:
            elsewhere.setdefault(each["edition"]["language"], []).append(each["number"])
    for code, numbers in elsewhere.items():
        yield _in_other_language(call.language, call.language, numbers, code)


def _terms(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["terms"]:
        yield note(call.language, "no_term")
        if answer["nearest"]:
            yield words(call.language, "nearest", nearest=", ".join(answer["nearest"]))


def _glossary(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["entries"]:
        yield note(call.language, "no_entry")


def _complete(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["completions"]:
        yield note(call.language, "no_completion")


# -- the graph ---------------------------------------------------------------------------


def _graph(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if answer["nodes"] and not answer["edges"]:
        yield note(call.language, "no_edge")


def _needs(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if answer["nodes"] and not any(each["distance"] for each in answer["needs"]):
        yield note(call.language, "no_need")


def _path(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    asked_for = call.question
    assert isinstance(asked_for, questions.Path)
    ends = {"source": asked_for.source, "target": asked_for.target}
    if answer["direction"] == "backward":
        yield note(call.language, "path_back", **ends)
    elif not answer["path"]:
        yield note(call.language, "no_path", **ends)


# -- editions ----------------------------------------------------------------------------


def _editions(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["editions"]:
        yield note(call.language, "no_edition", held=", ".join(holdings.languages()))


def _diff(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if answer["old"]["hash"] == answer["new"]["hash"]:
        yield words(call.language, "diff_same", edition=answer["new"]["date"])
    elif not answer["changes"] and not answer["glossary"]:
        yield note(call.language, "no_change")
        kinds = getattr(call.question, "kind", ())
        if kinds:
            yield note(call.language, "only_changes", kinds=", ".join(kinds))


def _history(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    what: Sequence[str] = getattr(call.question, "what", ())
    absent = {each.text for each in _absent(holdings, what, None)}
    known = [text for text in what if text not in absent]
    if not answer["history"] and known:
        yield note(call.language, "no_history", what=_listed(known))


def _phrase(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["holders"]:
        yield note(call.language, "no_phrase", phrase=answer["phrase"])
    elif answer["total"] > len(answer["holders"]):
        yield note(
            call.language, "more_holders", total=answer["total"], shown=len(answer["holders"])
        )


# -- texts -------------------------------------------------------------------------------


def _extract(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["citations"]:
        yield words(call.language, "no_citation")


def _lint(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if answer["binary"]:
        yield note(call.language, "binary")
    elif not answer["citations"]:
        yield words(call.language, "no_citation")
    elif not answer["findings"] and answer["edition"]:
        told = {"count": answer["citations"], "edition": answer["edition"]["date"]}
        yield note(call.language, "sound", **told)


def _check_terms(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["findings"]:
        name = language_name(answer["language"], call.language)
        yield note(call.language, "sound_terms", language=name)


def _suggest(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not any(each["candidates"] for each in answer["suggestions"]):
        yield note(call.language, "no_suggestion")
    elif answer["language"] is None:
        yield note(call.language, "untold_language")


def _checks(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if not answer["checks"]:
        yield note(call.language, "no_checker" if answer["unchecked"] else "nothing_to_check")


def _verify(holdings: Holdings, call: Call, answer: Any) -> Iterator[str]:
    if any(not document["verdicts"] for document in answer["documents"]):
        yield note(call.language, "no_verdict")
    if answer["errors"]:
        yield note(call.language, "unread")
    elif not answer["documents"]:
        yield note(call.language, "no_document")


_REASONS: Mapping[str, Reasons] = {
    "look_up": _look_up,
    "search": _search,
    "suggest": _suggest,
    "complete": _complete,
    "compare": _compare,
    "cite": _cite,
    "terms": _terms,
    "glossary": _glossary,
    "editions": _editions,
    "graph": _graph,
    "needs": _needs,
    "path": _path,
    "diff": _diff,
    "history": _history,
    "phrase": _phrase,
    "extract": _extract,
    "lint": _lint,
    "check_terms": _check_terms,
    "checks": _checks,
    "verify": _verify,
}


def _listed(things: Sequence[str]) -> str:
    """So many of them as a sentence can hold."""
    listed = ", ".join(things[:_MOST])
    return f"{listed}, … ({len(things)})" if len(things) > _MOST else listed
