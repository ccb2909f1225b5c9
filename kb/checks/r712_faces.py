"""708.2a and 712.8: which characteristics a face-down or double-faced object shows."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kb.checks.claimed import Compared, compared, real
from kb.checks.registry import checks
from kb.facts import Fact
from kb.replay import Game
from kb.values import called, values
from kb.verdict import Finding, outcome_of

SHOWN = ("name", "cost", "mana_value", "colors", "types", "subtypes", "base_pt")
DOWN = ("face:down",)
FACES = ("has:back",)


class Faced(Struct, frozen=True):
    """A claim about an object with two faces, with what the other face would show."""

    row: Compared
    other: Any

    def findings(self) -> Iterator[Finding]:
        """A claim that is wrong because it is the other face's, or that is right."""
        truth = self.row.true
        if truth is not False or (self.other is not None and self.other == self.row.said):
            yield self.row.finding()


@checks("708.2a", prop="face-down-is-2-2", about="2/2 face-down creature with no",
        since="2022-11-18", needs=DOWN)  # fmt: skip
def face_down_is_2_2(game: Game) -> Iterator[Finding]:
    """A face-down permanent is a 2/2 creature without name, cost, colour or subtypes."""
    for row in compared(game, SHOWN):
        thing = row.thing
        if thing.face == "down" and thing.zone == "battlefield" and thing.doubt is None:
            yield row.finding()


def _faced(game: Game) -> Iterator[Faced]:
    for row in compared(game, SHOWN):
        thing = row.thing
        if thing.own is None or thing.own.back is None or thing.copied is not None:
            continue
        if thing.doubt is not None or thing.face == "down":
            continue
        turned = replace(thing, face="front" if thing.face == "back" else "back")
        yield Faced(row, real(values(turned, row.claim.world), row.key).value)


@checks("712.8a", prop="front-face-elsewhere", about="characteristics of its front face",
        since="2023-11-17", needs=FACES)  # fmt: skip
def front_face_elsewhere(game: Game) -> Iterator[Finding]:
    """Off the battlefield and the stack a double-faced card is its front face only."""
    for one in _faced(game):
        if not one.row.thing.on_board:
            yield from one.findings()


@checks("712.8d", prop="shows-face-that-is-up", about="characteristics of its front face",
        since="2023-11-17", needs=FACES)  # fmt: skip
def shows_front_face(game: Game) -> Iterator[Finding]:
    """Of two faces only the one that is up counts."""
    for one in _faced(game):
        if one.row.thing.zone == "battlefield" and one.row.thing.face == "front":
            yield from one.findings()


@checks("712.8f", prop="shows-face-that-is-up", about="characteristics of the face",
        since="2023-11-17", needs=FACES)  # fmt: skip
def shows_modal_face(game: Game) -> Iterator[Finding]:
    """A modal double-faced permanent is the face that is up only, mana value and all."""
    for one in _faced(game):
        own = one.row.thing.own
        modal = own is not None and own.layout == "modal-double-faced"
        if one.row.thing.zone == "battlefield" and one.row.thing.face == "back" and modal:
            yield from one.findings()


@checks("712.8e", prop="shows-face-that-is-up", about="characteristics of its back face",
        since="2023-11-17", needs=FACES)  # fmt: skip
def shows_back_face(game: Game) -> Iterator[Finding]:
    """With its back face up it is that face only, but for the mana value of the front."""
    for one in _faced(game):
        own = one.row.thing.own
        modal = own is not None and own.layout == "modal-double-faced"
        if one.row.thing.zone == "battlefield" and one.row.thing.face == "back" and not modal:
            yield from one.findings()


SINGLE = frozenset({"normal", "prototype", "split", "adventure", "omen", "flip"})
"""Layouts of cards with one face."""


@checks("701.27c", prop="transforms-double-faced", about="isn’t represented by a",
        since="2025-07-25", needs=("do:transform",))  # fmt: skip
@checks("701.27a", prop="transforms-double-faced", about="Only permanents represented by",
        since="2025-11-14", needs=("do:transform",), root="701.27c")  # fmt: skip
def transforms_double_faced(game: Game) -> Iterator[Finding]:
    """Only what has two faces transforms."""
    for step in game.done("transform"):
        thing = step.before.thing(str(step.event.object), step.at / "object")
        # 707.8a: what is nothing but a copy has the faces of what it is a copy of.
        card = thing.own or (thing.copied.represented if thing.copied is not None else None)
        if card is None or thing.doubt is not None:
            continue
        layout, back = card.layout, card.back
        if back is not None or layout in SINGLE:
            words = {"o": called(thing, step.before)}
            leans = (Fact(layout or "double-faced", thing.at / "layout"),)
            yield Finding(step.at, outcome_of(back is not None), leans, words)
