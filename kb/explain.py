"""The sentence that says why a verdict is what it is, in the language of the answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kb import messages
from kb.lang import ORIGINAL
from kb.mana import COLORS, ManaCost
from kb.model import Outcome
from kb.printed import Size
from kb.verdict import Verdict, Word

_FILE = messages.VERDICTS
_COMPLIES = Outcome.COMPLIES
AS_IT_IS = frozenset({type(None), bool, int, str})
"""The types whose values JSON has as they are."""


@dataclass(frozen=True, slots=True)
class Either:
    """Values any of which is right."""

    values: tuple[str, ...]


def message(code: str, table: str, key: str) -> str:
    """The text under ``[table] key`` of ``data/<code>/verdicts.toml``; raises BadData."""
    return messages.message(code, table, key, file=_FILE)


def because(verdict: Verdict, code: str) -> str:
    """Whole sentences: what was found, and what might still change it.

    A fault has a sentence of its own proposition; all others say what must hold.
    """
    outcome, unless = verdict.outcome, verdict.unless
    first = _complies(verdict.on.prop, code) if outcome is _COMPLIES else _first(verdict, code)
    if verdict.follows is None and not unless:  # as most are
        return first
    sentences = [first]
    if verdict.follows is not None:
        rule = {"rule": str(verdict.follows)}
        sentences.append(message(code, "general", "follows").format_map(rule))
    if unless and outcome in (Outcome.COMPLIES, Outcome.VIOLATES):
        at = {"at": _listed(unless)}
        sentences.append(message(code, "general", "unless").format_map(at))
    return " ".join(sentences)


def _first(verdict: Verdict, code: str) -> str:
    said = {key: shown(value, code) for key, value in verdict.words.items()}
    own = verdict.outcome is Outcome.VIOLATES
    if own and messages.has(code, "broken", verdict.prop, file=_FILE):
        return _capital(message(code, "broken", verdict.prop).format_map(said))
    said["must"] = message(code, "must", verdict.prop)
    said["missing"] = _listed(verdict.missing)
    key = "not-met" if verdict.outcome is Outcome.VIOLATES else verdict.outcome.value
    return _capital(message(code, "general", key).format_map(said))


@cache
def _complies(prop: str, code: str) -> str:
    """What holds is said in the same words each time."""
    must = {"must": message(code, "must", prop)}
    return _capital(message(code, "general", Outcome.COMPLIES).format_map(must))


def shown(value: object, code: str) -> str:
    """A value as a sentence shows it."""
    if isinstance(value, Word):
        return message(code, value.table, value.key)
    if isinstance(value, Either):
        return f" {message(code, 'words', 'or')} ".join(value.values)
    if isinstance(value, bool):
        return message(code, "words", "yes" if value else "no")
    if isinstance(value, frozenset):
        letters = [letter for letter in COLORS if letter in value]
        if value and not letters:
            return ", ".join(sorted(value))
        return "".join(f"{{{a}}}" for a in letters) or message(code, "words", "colorless")
    if isinstance(value, ManaCost) and not value.exists:
        return message(code, "words", "no-cost")
    if isinstance(value, Size):
        return "/".join("*" if n is None else str(n) for n in (value.power, value.toughness))
    if value is None:
        return "?"
    return str(value)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if type(value) in AS_IT_IS:
        return value
    if isinstance(value, frozenset):
        return sorted(str(part) for part in value)
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, Size):
        return shown(value, ORIGINAL)
    return str(value)


def _listed(parts: Iterable[object]) -> str:
    return ", ".join(str(part) for part in parts)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def totals_shown(total: Any) -> object:
    """Possible totals, or a total as it was claimed, for a sentence."""
    if isinstance(total, frozenset):
        return Either(tuple(sorted({str(mana.without_life) for mana in total})))
    if isinstance(total, (str, int)):
        return ManaCost.parse(total) if total != "?" else total
    return getattr(total, "mana", None)
