"""Names: what an edition calls its chapters, sections, keyword rules and their variants."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kb.lang import folded, name_keys
from kb.lint.books import Book
from kb.lint.words import words
from kb.number import RuleNumber
from kb.store import Store

_WORD = re.compile(r"\w+|∞")
_IN_BRACKETS = re.compile(r"(?P<outside>[^()]+)\((?P<inside>[^()]+)\)")
_ELISION = re.compile(r"[^\W_]{1,2}'")
_QUALITY = re.compile(r"\s*\[[^\]]*\].*|\s+[A-Z]$", re.DOTALL)
"""What varies in the name of a variant, as a quality in square brackets."""
_BEGINNING = 120
"""How much of a subrule is looked at for the variant that it defines."""
_KEYWORD_SECTIONS = (RuleNumber(701), RuleNumber(702))
"""Where the headings do not say which they are."""
_KEYWORD_CONCEPTS = frozenset(("keyword-actions", "keyword-abilities"))


@dataclass(frozen=True, slots=True)
class _Concept:
    """What one language calls one concept, with all its forms folded."""

    concept: str
    language: str
    kind: str
    sure: bool
    forms: tuple[str, ...]


@lru_cache(maxsize=4096)
def _keys(name: str) -> tuple[str, ...]:
    return name_keys(name)


class Terms:
    """The term tables of the base: the headings and the variants of all languages."""

    def __init__(self, store: Store) -> None:
        rows = store.db.execute(
            # an inflected form is a word of the language more often than a name
            "SELECT t.id, t.concept, t.language, t.kind, t.status <> 'unsure', f.form FROM term t"
            " JOIN term_form f ON f.term = t.id WHERE f.rank < 2 AND t.kind IN"
            " ('chapter', 'section', 'keyword-ability', 'keyword-action', 'variant')"
        )
        forms: dict[tuple[int, str, str, str, int], list[str]] = {}
        for *term, form in rows:
            forms.setdefault((term[0], term[1], term[2], term[3], term[4]), []).append(form)
        self._by_concept: dict[str, list[_Concept]] = {}
        self._by_form: dict[tuple[str, str], list[_Concept]] = {}
        for (_, concept, language, kind, sure), listed in forms.items():
            found = _Concept(concept, language, kind, bool(sure), tuple(listed))
            self._by_concept.setdefault(concept, []).append(found)
            for form in listed:
                self._by_form.setdefault((language, form), []).append(found)
        self.forms = frozenset(form for _, form in self._by_form)

    def concepts(self, name: str, language: str) -> Iterator[tuple[str, str]]:
        """The concepts that a heading of this language names, each with its kind."""
        for key in name_keys(name):
            for found in self._by_form.get((language, key), ()):
                yield found.concept, found.kind

    def all_forms(self, concept: str) -> Iterator[tuple[str, bool]]:
        """What the languages call a concept, and whether that is sure."""
        for found in self._by_concept.get(concept, ()):
            for form in found.forms:
                yield form, found.sure

    def variants(self, language: str) -> Iterator[tuple[str, str]]:
        for (code, form), found in self._by_form.items():
            if code == language:
                for each in found:
                    if each.kind == "variant":
                        yield form, each.concept


class Names:
    """The names of one edition, in all languages of the term tables."""

    def __init__(self, book: Book, terms: Terms) -> None:
        self._book = book
        self._terms = terms
        self._places: dict[str, set[RuleNumber]] = {}
        self._sure: set[str] = set()
        self._at: dict[RuleNumber, set[str]] = {}
        self._variants: dict[RuleNumber, set[str]] = {}
        """The variants of each keyword rule."""
        self._keyword_concepts: set[RuleNumber] = set()
        self._fits = lru_cache(maxsize=4096)(self._compared)
        for number, title in book.titles.items():
            self._add_heading(number, title)
        for section in self.keyword_sections:
            self._add_variants(section)

    @property
    def keyword_sections(self) -> tuple[RuleNumber, ...]:
        return tuple(sorted(self._keyword_concepts)) or _KEYWORD_SECTIONS

    @cached_property
    def keyword_section_numbers(self) -> frozenset[int]:
        return frozenset(section.section for section in self.keyword_sections)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every name, those too that have no place in this edition."""
        return self._terms.forms.union(self._places)

    @cached_property
    def longest(self) -> int:
        """How many words the longest name has."""
        return max((name.count(" ") + 1 for name in self.known), default=0)

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(name.split(" ", 1)[0] for name in self.known)

    @cached_property
    def _last_words(self) -> frozenset[str]:
        return frozenset(name.rsplit(" ", 1)[-1] for name in self.known)

    def may_begin(self, word: str) -> bool:
        """Whether any name begins with a word, or with its part before a hyphen."""
        return any(key.split(" ", 1)[0] in self._first_words for key in _keys(word))

    def may_end(self, word: str) -> bool:
        """As ``may_begin``; before the word may stand an elided article."""
        return any(
            _ELISION.sub("", key.rsplit(" ", 1)[-1]) in self._last_words
            or key.rsplit(" ", 1)[-1] in self._last_words
            for key in _keys(word)
        )

    def key(self, name: str) -> str | None:
        """Under which key a name is known, if it is."""
        return next((key for key in _keys(name) if key in self.known), None)

    def places(self, key: str, *, keywords: bool = False) -> tuple[RuleNumber, ...]:
        """The numbers that a name has, of keyword rules alone or all; no number twice."""
        places: Iterable[RuleNumber] = self._places.get(key, ())
        if keywords:
            places = (place for place in places if self.is_keyword(place))
        return tuple(sorted(places))

    def is_sure(self, key: str) -> bool:
        """Whether the name is a heading, or a translation that somebody has met."""
        return key in self._sure

    def is_keyword(self, number: RuleNumber) -> bool:
        return number.rule is not None and number.section in self.keyword_section_numbers

    def fits(self, name: str, number: RuleNumber) -> bool:
        """Whether a number may go under a name: its own, its rule's, its section's, a variant's.

        One contained in the other by whole words is enough.
        """
        return self._fits(name, number)

    def _compared(self, name: str, number: RuleNumber) -> bool:
        asked = plain(name)
        steps = tuple(dict.fromkeys(filter(None, (number, number.parent, _section(number)))))
        at = [known for step in steps for known in self._at.get(step, ())]
        at += self._variants.get(number.heading, ())
        return any(asked == known or _contained(asked, known) for known in at)

    def heading_in(self, name: str, number: RuleNumber) -> str | None:
        """The heading of the number, its rule or its section that a name is, or is a part of."""
        for step in filter(None, (number, number.parent, _section(number))):
            title = self._book.titles.get(step)
            if title is not None and any(
                plain(name) == known or _contained(plain(name), known)
                for known in self._at.get(step, ())
            ):
                return title
        return None

    # -- how they are found --------------------------------------------------------------

    def _add_heading(self, number: RuleNumber, title: str) -> None:
        language = self._book.edition.language
        names = dict.fromkeys(name_keys(title), True)
        for concept, kind in self._terms.concepts(title, language):
            if concept in _KEYWORD_CONCEPTS and number.is_section:
                self._keyword_concepts.add(number)
            if _may_head(kind, number):
                for form, sure in self._terms.all_forms(concept):
                    names[form] = sure or names.get(form, False)
        if number.rule is not None:
            for half in halves(title):
                names.update(dict.fromkeys(name_keys(half), True))
        self._add(number, names)

    def _add(self, number: RuleNumber, names: Mapping[str, bool]) -> None:
        for name, sure in names.items():
            self._places.setdefault(name, set()).add(number)
            if sure:
                self._sure.add(name)
        self._at.setdefault(number, set()).update(map(plain, names))

    def _add_variants(self, section: RuleNumber) -> None:
        """Of each the first subrule that begins with its name."""
        language = self._book.edition.language
        listed = dict(self._terms.variants(language))
        seen: set[tuple[RuleNumber, str]] = set()
        for number, body in self._book.texts(section).items():
            if not number.is_subrule:
                continue
            beginning = body[:_BEGINNING]
            text = folded(beginning).lstrip("“\"«'")
            names: dict[str, bool] = {}
            defined = _variant_defined(beginning)
            if defined and not self._compared(defined, number.heading):
                names.update(dict.fromkeys(name_keys(defined), True))
            for form, concept in listed.items():
                if text.startswith(form) and not text[len(form) : len(form) + 1].isalnum():
                    for other, sure in self._terms.all_forms(concept):
                        names[other] = sure
            fresh = {n: s for n, s in names.items() if (number.heading, n) not in seen}
            if fresh:
                seen.update((number.heading, name) for name in fresh)
                self._add(number, fresh)
                self._variants.setdefault(number.heading, set()).update(map(plain, fresh))


def plain(name: str) -> str:
    """Its words alone, folded: what is compared as a whole or as a part.

    >>> plain("Spells, Abilities, and Effects")
    'spells abilities and effects'
    """
    return " ".join(_WORD.findall(folded(name)))


def _contained(one: str, other: str) -> bool:
    if not one or not other:
        return False
    return f" {one} " in f" {other} " or f" {other} " in f" {one} "


def halves(title: str) -> tuple[str, ...]:
    """Those of a double heading.

    >>> halves("Tap and Untap"), halves("∞ (Infinity)"), halves("Kicker")
    (('Tap', 'Untap'), ('∞', 'Infinity'), ())
    """
    bracketed = _IN_BRACKETS.fullmatch(title.strip())
    if bracketed is not None:
        return bracketed["outside"].strip(), bracketed["inside"].strip()
    parts = words().joined.split(title)
    return tuple(part.strip() for part in parts) if len(parts) == 2 and all(parts) else ()


def _section(number: RuleNumber) -> RuleNumber | None:
    return None if number.is_chapter else RuleNumber(number.section)


def _may_head(kind: str, number: RuleNumber) -> bool:
    """Whether a concept of this kind can be what the heading of a number names."""
    if number.is_chapter:
        return kind == "chapter"
    if number.is_section:
        return kind == "section"
    return kind != "chapter"


def _variant_defined(beginning: str) -> str | None:
    """The variant that a subrule begins to define.

    >>> _variant_defined("“Devour [quality]” is a variant of devour.")
    'Devour'
    """
    match = words().variant.match(beginning)
    return _QUALITY.sub("", match["name"]).strip() or None if match else None
