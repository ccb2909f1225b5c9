"""Whether an object was kicked, as its own abilities see it (702.33d-f, 607.2i)."""

from kb.facts import Fact, derived
from kb.world import UNKICKED, Kicks, Thing


def kicks_of(thing: Thing) -> Fact[Kicks]:
    """The kicks of the spell that it is or was (400.7d); a permanent's copy has none (707.2)."""
    if thing.doubt is not None:
        return Fact(None, thing.doubt)
    return thing.how.kicks


def linked_kicks(thing: Thing) -> Fact[Kicks]:
    """The kicks that its abilities may refer to: those of the kickers printed beside them.

    A permanent that became a copy has the other's abilities, linked to the other's kicker (707.7).
    """
    copied = thing.copied
    if thing.doubt is None and copied is not None and copied.kind != "spell":
        return derived(UNKICKED, thing.at)
    return kicks_of(thing)


def was_kicked(kicks: Fact[Kicks], wanted: bool | str) -> Fact[bool]:
    """Whether a condition ``kicked: …`` is met; a text is the id of one kicker (702.33f)."""
    if isinstance(wanted, bool):
        return kicks.then(lambda known: known.kicked is wanted)

    def with_that(known: Kicks) -> bool | None:
        count = known.of(wanted)
        return None if count is None else count > 0

    return kicks.then(with_that)
