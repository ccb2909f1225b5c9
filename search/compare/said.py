"""Findings of a comparison, said in the answer language."""

from kb.compare.findings import Difference, FindingKind, Lag, Said
from kb.compare.terms import Fault, FaultKind
from search.sentences import language_name, words


def difference_sentence(difference: Difference, language: str) -> str:
    """What differs, and where it is told, that an older edition explains it."""
    sentence = _sentence(difference, language)
    if difference.older is not None:
        sentence += " " + words(language, "finding_older", older=difference.older)
    return sentence


def _sentence(difference: Difference, language: str) -> str:
    names = {
        "number": difference.number,
        "language": language_name(difference.languages[-1], language),
        "other": language_name(difference.other, language) if difference.other else "",
    }
    match difference.kind:
        case FindingKind.MISSING if difference.evidence:
            return words(language, "finding_missing_sentence", **names)
        case FindingKind.MISSING:
            named = ", ".join(language_name(code, language) for code in difference.languages)
            return words(language, "finding_missing", languages=named, **names)
        case FindingKind.EDITION if difference.lag is not None:
            return _lag(difference.lag, names, language)
        case FindingKind.CITATIONS if difference.cited is not None:
            lacks, only = (", ".join(map(str, numbers)) for numbers in difference.cited)
            told = (
                [words(language, "finding_citations_lacks", lacks=lacks, **names)] if lacks else []
            )
            told += [words(language, "finding_citations", only=only, **names)] if only else []
            return " ".join(told)
        case FindingKind.NEGATION:
            cues = "; ".join(_cue(said, names, language) for said in difference.said)
            return words(language, "finding_negation", cues=cues, **names)
        case FindingKind.TERMS if difference.fault is not None:
            return _term(difference, difference.fault, names, language)
        case FindingKind.ORDER if not difference.evidence:
            return words(language, "finding_order_rule", **names)
        case FindingKind.ORDER:
            return words(language, "finding_order", **names)
        case _:
            [said] = difference.said
            return words(language, f"finding_{difference.kind}", **_sides(said, language), **names)


def _lag(lag: Lag, names: dict[str, object], language: str) -> str:
    if lag.date is None:
        return words(language, "finding_edition_unknown", **names)
    told = words(
        language,
        "finding_edition_older",
        date=lag.date,
        newest=lag.newest,
        days=lag.days,
        **names,
    )
    if lag.since is None:
        return told
    key = "finding_edition_changed" if lag.changed else "finding_edition_same"
    changed = ", ".join(map(str, lag.changed))
    since = words(language, key, since=lag.since, changed=changed, total=lag.changed_in_all)
    return f"{told} {since}"


def _cue(said: Said, names: dict[str, object], language: str) -> str:
    cue = words(language, f"finding_cue_{said.what}")
    return words(language, "finding_cue", cue=cue, **_sides(said, language), **names)


def _sides(said: Said, language: str) -> dict[str, object]:
    """What both sides have: of examples how many, of all else the words."""
    if said.what == FindingKind.EXAMPLES:
        return {"here": len(said.here), "there": len(said.there)}
    return {"here": _quoted(said.here, language), "there": _quoted(said.there, language)}


def _quoted(parts: tuple[str, ...], language: str) -> str:
    if not parts:
        return words(language, "finding_nothing")
    return ", ".join(words(language, "finding_quote", text=part) for part in parts)


def _term(difference: Difference, fault: Fault, names: dict[str, object], language: str) -> str:
    here = [one.text for one in difference.evidence if one.language == difference.languages[-1]]
    there = [one.text for one in difference.evidence if one.language == difference.other]
    key = "wrong" if fault.kind is FaultKind.EXPECTED and here else str(fault.kind)
    found = tuple(dict.fromkeys(here))
    return words(
        language,
        f"finding_terms_{key}",
        expected=fault.expected,
        found=_quoted(found, language),
        original=_quoted(tuple(dict.fromkeys(there)), language),
        **names,
    )
