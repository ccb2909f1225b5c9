"""Like: the rules that speak of the same things as one of them."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from kb.errors import UnknownRule
from kb.holdings import HeldRule, Holdings
from kb.lang import in_order_for
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store
from kb.tokens import tokens
from search.asked import asked
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
    """What the most telling words of a rule find, without the rule; raises UnknownRule.

    Of a rule that is only a name the words are those of its subrules, which are left out too.
    """
    holdings = Holdings(store)
    texts = (holdings.rule(number, code) for code in in_order_for(language))
    held = next((text for text in texts if text is not None), None)
    if held is None:
        raise UnknownRule(said("rule.like_nothing", number=number))
    parts = holdings.with_parts(held) if held.title == held.text else (held,)
    found = find(
        store,
        index,
        " ".join(telling(holdings, index, parts)),
        language=language,
        within=within,
        kind=kind,
        limit=limit + len(parts),
        explain=explain,
    )
    own = {part.number for part in parts}
    others = tuple(hit for hit in found.hits if hit.number not in own)
    return found._replace(
        query=str(number),
        total=found.total - (len(found.hits) - len(others)),
        hits=others[:limit],
        warnings=(),
        textless=(),
        did_you_mean=(),
    )


def rule_of(holdings: Holdings, text: str) -> RuleNumber:
    """The rule that a number or a name in any language asks for; raises UnknownRule."""
    found = asked(holdings, (text,))
    if len(found.numbers) == 1:
        return found.numbers[0]
    if found.numbers:
        numbers = ", ".join(map(str, found.numbers))
        raise UnknownRule(said("rule.like_several", text=text, numbers=numbers))
    near = ", ".join(near for absent in found.absent for near in absent.nearest)
    if near:
        raise UnknownRule(said("rule.like_near", text=text, near=near))
    raise UnknownRule(said("rule.like_unknown", text=text))


def telling(holdings: Holdings, index: Index, rules: Sequence[HeldRule]) -> tuple[str, ...]:
    """The words by which some texts differ most from others of their language, in their order.

    A word tells more the fewer texts have it, and the more often this one does.
    """
    language = rules[0].edition.language
    said = " ".join(f"{rule.title or ''} {rule.text}" for rule in rules)
    forms = [token.form for token in tokens(said)]
    known = Lexicon(holdings.store, index.contents.memory).known(
        {form for form in forms if form.isalpha()}
    )
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
