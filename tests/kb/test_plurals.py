"""Plurals: the form of a word beside a number, by the rules of CLDR."""

import pytest
from babel import Locale

from kb.errors import BadData
from kb.lang import codes, language
from kb.messages import say
from kb.plurals import chosen, rule


@pytest.mark.parametrize("code", codes())
def test_the_rules_are_those_of_cldr(code: str) -> None:
    told = language(code).tables.get("plurals", language("en").tables["plurals"])
    rules = {form: rule(text, code) for form, text in told.items()}
    for count in range(1000):
        ours = next((form for form, fits in rules.items() if fits(count)), "other")
        assert ours == Locale(code).plural_form(count), count


@pytest.mark.parametrize("code", ["fr", "pl", "ru", "lt", "ar", "cs", "sl"])
def test_the_rules_of_other_languages_can_be_written(code: str) -> None:
    """As CLDR has them, without what it says of fractions alone."""
    cldr = {
        "fr": {"one": "i = 0,1"},
        "pl": {"one": "i = 1", "few": "i % 10 = 2..4 and i % 100 != 12..14"},
        "ru": {"one": "i % 10 = 1 and i % 100 != 11", "few": "i % 10 = 2..4 and i % 100 != 12..14"},
        "lt": {
            "one": "n % 10 = 1 and n % 100 != 11..19",
            "few": "n % 10 = 2..9 and n % 100 != 11..19",
        },
        "ar": {
            "zero": "n = 0", "one": "n = 1", "two": "n = 2",
            "few": "n % 100 = 3..10", "many": "n % 100 = 11..99",
        },
        "cs": {"one": "i = 1", "few": "i = 2..4"},
        "sl": {"one": "i % 100 = 1", "two": "i % 100 = 2", "few": "i % 100 = 3..4"},
    }  # fmt: skip
    rules = {form: rule(text, code) for form, text in cldr[code].items()}
    for count in range(1000):
        ours = next((form for form, fits in rules.items() if fits(count)), None)
        theirs = Locale(code).plural_form(count)
        assert ours == theirs or (ours is None and theirs in ("other", "many")), count


@pytest.mark.parametrize("text", ["", "n", "n > 1", "n = x", "n % 0 = 1", "n = 1..", "v = 0"])
def test_what_is_no_rule_is_told(text: str) -> None:
    with pytest.raises(BadData, match=r"here: .*no rule for plurals \(like n = 1"):
        rule(text, "here")


@pytest.mark.parametrize(
    ("says", "code", "days", "told"),
    [
        ("one", "it", 1, "indietro di 1 giorno"),
        ("none", "it", 0, "indietro di 0 giorni"),
        ("some", "es", 21, "atrasada 21 días"),
        ("one", "es", 1, "atrasada 1 día"),
        ("one", "en", 1, "1 day behind"),
    ],
)
def test_a_sentence_counts(says: str, code: str, days: int, told: str) -> None:
    assert say(code, "interface", "coverage_days", days=days) == told, says


def test_what_is_no_number_or_no_choice_stays_as_it_is() -> None:
    assert chosen(5, "# file", code="it") == "5 file"
    assert say("it", "interface", "nearest", nearest="1|2 #") == "Più vicine: 1|2 #."
