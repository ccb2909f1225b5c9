"""202.3d, 709.4, 715.4, 720.4: split, adventurer and omen cards where they are not spells."""

from collections.abc import Iterator

from kb.checks.claimed import FRAME, REST, Compared, compared
from kb.checks.registry import checks
from kb.number import RuleNumber
from kb.replay import Game
from kb.verdict import Finding

SINCE = "2021-04-22"
SPLIT = RuleNumber.parse("709.4b")


def _of_layout(game: Game, layout: str, keys: tuple[str, ...]) -> Iterator[Compared]:
    """The claims about cards of a layout that are not on the stack."""
    for row in compared(game, keys):
        thing = row.thing
        own = thing.own is not None and thing.copied is None and thing.own.layout == layout
        if own and thing.zone != "stack" and thing.face == "front":
            yield row


@checks(
    "709.4b",
    prop="halves-combined",
    about="combined mana costs of its",
    since="2022-11-18",
    needs=("claims & layout:split",),
)
def halves_combined(game: Game) -> Iterator[Finding]:
    """Mana cost, mana value and colours of a split card are those of both halves together."""
    for row in _of_layout(game, "split", ("cost", "mana_value", "colors")):
        yield row.finding()


@checks(
    "202.3d",
    prop="halves-combined",
    about="combined mana costs of its",
    since=SINCE,
    cites=("709.4b",),
    needs=("claims & layout:split",),
)
def mana_value_of_halves(game: Game) -> Iterator[Finding]:
    """The same of the mana value, as its own rules say it."""
    for row in _of_layout(game, "split", ("mana_value",)):
        yield row.finding(follows=SPLIT)


@checks(
    "709.4c",
    prop="types-of-both-halves",
    about="each card type specified on",
    since="2022-11-18",
    needs=("claims & layout:split",),
)
def types_of_both_halves(game: Game) -> Iterator[Finding]:
    """A split card has the card types of both halves."""
    for row in _of_layout(game, "split", ("types",)):
        yield row.finding()


@checks(
    "709.4",
    prop="halves-combined",
    about="two halves combined",
    since="2022-11-18",
    needs=("claims & layout:split",),
)
def characteristics_combined(game: Game) -> Iterator[Finding]:
    """Everywhere but on the stack a split card is both of its halves."""
    for row in _of_layout(game, "split", ("cost", "mana_value", "colors")):
        yield row.finding(follows=SPLIT)


@checks(
    "715.4",
    prop="only-normal-set",
    about="only its normal characteristics",
    since="2023-11-17",
    needs=("claims & layout:adventure",),
)
def adventurer_is_normal(game: Game) -> Iterator[Finding]:
    """An adventurer card that is no spell has its normal characteristics only."""
    for row in _of_layout(game, "adventure", (*FRAME, *REST)):
        yield row.finding()


@checks(
    "720.4",
    prop="only-normal-set",
    about="only its normal characteristics",
    since="2025-04-04",
    needs=("claims & layout:omen",),
)
def omen_is_normal(game: Game) -> Iterator[Finding]:
    """An omen card that is no spell has its normal characteristics only."""
    for row in _of_layout(game, "omen", (*FRAME, *REST)):
        yield row.finding()
