"""Mana costs: reading, writing, values, reductions, payments."""

import pytest

from kb.mana import Mana, ManaCost, can_be_paid, reduced


@pytest.mark.parametrize(
    ("says", "written", "canonical"),
    [
        ("the short form", "2RR", "{2}{R}{R}"),
        ("braces", "{2}{R}{R}", "{2}{R}{R}"),
        ("a bare number", 7, "{7}"),
        ("zero is a cost", "0", "{0}"),
        ("no mana cost is none", "none", "none"),
        ("X first, then the number, then colours in order", "GRU2X", "{X}{2}{U}{R}{G}"),
        ("colourless and snow behind the colours", "SCW", "{W}{C}{S}"),
        ("choice symbols last", "{G/W}{2/W}1", "{1}{2/W}{G/W}"),
        ("a hybrid symbol has one order", "{W/G}", "{G/W}"),
        ("hybrid Phyrexian", "{U/G/P}", "{G/U/P}"),
    ],
)
def test_costs_are_read(says: str, written: str | int, canonical: str) -> None:
    cost = ManaCost.parse(written)
    assert str(cost) == canonical, says
    assert ManaCost.parse(str(cost)) == cost, says


@pytest.mark.parametrize(
    "written", ["", "?", "2Q", "{2", "{}", "{W/}", "{P}", "R R", "-1", "{W/W/W}"]
)
def test_what_is_no_cost_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="no mana cost"):
        ManaCost.parse(written)


@pytest.mark.parametrize(
    ("cost", "x", "value"),
    [
        ("none", 0, 0),
        ("{X}{X}{G}", 3, 7),
        ("{X}{G}", None, None),
        ("{2/W}{G/W}{U/P}{C/R}{S}", 0, 6),
        ("2RR", None, 4),
    ],
)
def test_mana_value(cost: str, x: int | None, value: int | None) -> None:
    assert ManaCost.parse(cost).mana_value(x=x) == value


def test_colours_come_from_symbols() -> None:
    assert ManaCost.parse("{2}{G/W}{U/P}{C}").colors == {"G", "W", "U"}


# Power-up: what is left of the ability's cost (X = 5 in it) less the permanent's mana cost.
@pytest.mark.parametrize(
    ("cost", "by", "totals"),
    [
        ("5W", "2WW", {"{2}"}),
        ("4RR", "1RR", {"{3}"}),
        ("4UU", "3U", {"{1}{U}"}),
        ("3U", "none", {"{3}{U}"}),
        ("2GU", "X{G/W}{U/P}", {"{2}", "{1}{G}"}),
        ("1W", "4WW", {"{0}"}),
        ("UU", "2RR", {"{U}{U}"}),
        ("3CC", "1C", {"{2}{C}"}),
        ("2C", "1CCC", {"{0}"}),
        ("3G", "{2/G}", {"{1}{G}", "{3}"}),
        ("3G", "{C/G}G", {"{2}"}),
        ("3W", "{S}{S}", {"{1}{W}"}),
        ("{S}{S}1", "3", {"{S}{S}"}),
        ("{W/U}2", "1U", {"{W}", "{1}"}),
        ("XR", "2R", {"{3}"}),
        ("1B", "{B/G/P}", {"{1}", "{B}"}),
    ],
)
def test_reductions(cost: str, by: str, totals: set[str]) -> None:
    left = reduced(ManaCost.parse(cost).readings(x=5), ManaCost.parse(by).as_reduction())
    assert {str(mana) for mana in left} == totals


def test_a_half_that_was_said_is_the_one_taken() -> None:
    halves = ManaCost.parse("{2/G}").as_reduction(chosen={1: "2"})
    assert [str(mana) for mana in halves] == ["{2}"]


def test_a_phyrexian_symbol_may_be_paid_with_life_but_reduces_mana() -> None:
    cost = ManaCost.parse("{G/P}")
    assert {(str(mana), mana.life) for mana in cost.readings(x=0)} == {("{G}", 0), ("{0}", 2)}
    assert [(str(mana), mana.life) for mana in cost.as_reduction()] == [("{G}", 0)]


@pytest.mark.parametrize(
    ("says", "cost", "mana", "paid"),
    [
        ("any mana pays generic", "2R", "RGW", True),
        ("colour by colour", "2R", "GGW", False),
        ("not too much", "1R", "RRR", False),
        ("not too little", "2R", "RR", False),
        ("colourless by colourless only", "1C", "CW", True),
        ("a colour is not colourless", "1C", "WW", False),
        ("snow is not seen in the letters", "{S}", "W", None),
    ],
)
def test_payment(says: str, cost: str, mana: str, paid: bool | None) -> None:
    [amount] = ManaCost.parse(cost).readings(x=0)
    assert can_be_paid(amount, mana) is paid, says


def test_payment_with_snow_and_mana_of_any_type() -> None:
    assert can_be_paid(Mana(snow=1), "W", snow=1) is True
    assert can_be_paid(Mana(snow=2), "WW", snow=1) is False
    [blue] = ManaCost.parse("UU").readings(x=0)
    assert can_be_paid(blue, "GG", any_type=True) is True
