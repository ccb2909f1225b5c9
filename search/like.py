"""Like: the rules that speak of the same things as one of them."""

from collections import Counter
from math import sqrt

from kb.errors import UnknownRule
from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store
from kb.tokens import tokens
from search.find import find
from search.hits import Found
from search.index import Index
from search.ranking import rarity
from search.words import Lexicon

TELLING = 12
"""Words of the rule that are asked for."""
_COMMON = 8
"""What more than one text in so many has says nothing of this one."""


def find_like(
    store: Store,
    index: Index,
    number: RuleNumber,
    *,
    language: str,
    within: str | None = None,
    kind: str | None = None,
    limit: int = 10,
    explain: bool = False,
) -> Found:
    """What the most telling words of a rule find, without the rule; raises UnknownRule."""
    holdings = Holdings(store)
    texts = (holdings.rule(number, code) for code in in_order_for(language))
    held = next((text for text in texts if text is not None), None)
    if held is None:
        raise UnknownRule(said("rule.like_nothing", number=number))
    found = find(
        store,
        index,
        " ".join(telling(holdings, index, held)),
        language=language,
        within=within,
        kind=kind,
        limit=limit + 1,
        explain=explain,
    )
    others = tuple(hit for hit in found.hits if hit.number != number)
    return found._replace(
        query=str(number),
        total=found.total - (len(others) < len(found.hits)),
        hits=others[:limit],
        warnings=(),
        textless=(),
        did_you_mean=(),
    )


def telling(holdings: Holdings, index: Index, rule: HeldRule) -> tuple[str, ...]:
    """The words by which a text differs most from others of its language, in their order.

    A word tells more the fewer texts have it, and the more often this one does.
    """
    language = rule.edition.language
    forms = [token.form for token in tokens(f"{rule.title or ''} {rule.text}")]
    known = Lexicon(holdings.store).known({form for form in forms if form.isalpha()})
    lemmas = {
        form: each[language].lemmas[0]
        for form, each in known.items()
        if language in each and each[language].lemmas and not each[language].is_silent
    }
    counts = Counter(lemmas[form] for form in forms if form in lemmas)
    held = index.contents.frequencies(counts)
    texts = index.contents.sizes[language].texts

    def weight(lemma: str) -> float:
        return sqrt(counts[lemma]) * rarity(texts, held.get((lemma, language), 0))

    rare = (lemma for lemma in counts if held.get((lemma, language), 0) * _COMMON <= texts)
    best = set(sorted(rare, key=lambda lemma: (-weight(lemma), lemma))[:TELLING])
    if not best:  # in a small base every word may be common
        best = set(sorted(counts, key=lambda lemma: (-weight(lemma), lemma))[:TELLING])
    first: dict[str, str] = {}
    for form in forms:
        if lemmas.get(form) in best:
            first.setdefault(lemmas[form], form)
    return tuple(first.values())
