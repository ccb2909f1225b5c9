"""One fact of a right scenario made wrong: the checker that is about it notices."""

import json
from typing import Any

import pytest

from kb.checks import verify
from kb.model import Outcome
from kb.paths import data_dir
from kb.state_read import read
from kb.state_text import documents

GONE = object()
"""Instead of a value: the key is left out."""

CHANGES: list[tuple[str, str, Any, str, str]] = [
    ("timing/right-time", "turn/phase", "combat", "302.1", "main-phase-timing"),
    ("timing/right-time", "history/0/by", "Carlo", "302.1", "main-phase-timing"),
    ("timing/right-time", "turn/active", "Carlo", "301.1", "main-phase-timing"),
    ("timing/right-time", "turn/active", "Carlo", "303.1", "main-phase-timing"),
    ("timing/right-time", "turn/active", "Carlo", "306.1", "main-phase-timing"),
    ("timing/right-time", "turn/active", "Carlo", "310.1", "main-phase-timing"),
    ("timing/right-time", "history/14/at/phase", "ending", "307.1", "main-phase-timing"),
    ("timing/right-time", "history/1/at/priority", "Bruna", "304.1", "instant-timing"),
    ("timing/right-time", "history/1/at/priority", "Bruna", "117.1a", "cast-timing"),
    ("timing/right-time", "history/17/at/priority", "Bruna", "702.8a", "flash-timing"),
    ("lands/played", "turn/phase", "beginning", "305.1", "land-timing"),
    ("lands/played", "players/Bruna/lands_played", 1, "305.2", "land-limit"),
    ("lands/played", "players/Bruna/lands_played", 1, "305.2a", "land-limit"),
    ("lands/played", "players/Bruna/lands_played", 1, "305.2b", "land-limit"),
    ("lands/played", "players/Bruna/lands_played", 1, "116.2a", "land-special-action"),
    ("lands/played", "history/0/by", "Carlo", "305.3", "land-own-turn"),
    ("lands/played", "history/2/do", "cast", "305.9", "land-not-cast"),
    ("lands/played", "history/2/do", "cast", "300.2a", "land-not-cast"),
    ("stack/passing", "history/0/at/priority", "Carlo", "117.3a", "active-player-first"),
    ("stack/passing", "history/9/by", "Carlo", "117.3b", "active-after-resolution"),
    ("stack/passing", "history/3/by", "Carlo", "117.3c", "same-player-after-acting"),
    ("stack/passing", "history/4/by", "Bruna", "117.3d", "next-player-after-pass"),
    ("stack/passing", "history/21/by", "Bruna", "117.1b", "activate-with-priority"),
    ("stack/passing", "history/14/by", "Bruna", "117.4", "all-pass-first"),
    ("stack/passing", "history/15/object", "splash", "405.5", "top-resolves-first"),
    ("stack/passing", "history/15/object", "splash", "608.1", "top-resolves-first"),
    ("stack/passing", "history/15/object", "splash", "117.7", "response-resolves-first"),
    ("abilities/in-order", "history/0/by", "Carlo", "602.2", "activated-by-its-controller"),
    ("abilities/in-order", "history/0/total", 3, "602.2b", "activation-cost"),
    ("abilities/in-order", "effects/0/only", GONE, "602.5", "not-prohibited"),
    ("abilities/in-order", "objects/elfo/keywords", [], "602.5a", "tap-ability-needs-control"),
    ("abilities/in-order", "objects/torre/activated", {"activated1": 1}, "602.5b", "use-limit"),
    ("abilities/in-order", "objects/torre/activated", {"dono": 1}, "602.5c", "acquired-limit"),
    ("abilities/in-order", "history/7/ability", "sforzo", "702.177a", "exhaust-once"),
    ("abilities/in-order", "turn/phase", "combat", "602.5d", "ability-as-sorcery"),
    ("abilities/in-order", "turn/phase", "combat", "307.5", "as-a-sorcery"),
    ("abilities/in-order", "history/2/do", "counter", "605.3b", "mana-ability-no-stack"),
    ("abilities/in-order", "history/2/do", "counter", "405.6c", "mana-ability-no-stack"),
    ("abilities/in-order", "history/1/targets", {"t": ["torre"]}, "605.1a",
     "mana-ability-untargeted"),
    ("abilities/in-order", "history/1/targets", {"t": ["torre"]}, "605.5a",
     "mana-ability-untargeted"),
    ("abilities/in-order", "turn/phase", "ending", "606.3", "loyalty-timing"),
    ("abilities/in-order", "history/10/object", "veggente", "606.3", "loyalty-once-a-turn"),
    ("abilities/in-order", "objects/veggente/counters", {"loyalty": 2}, "606.6", "loyalty-enough"),
    ("targets/right-ones", "history/1/targets/t1/0", "lodo", "601.2c", "target-legal"),
    ("targets/right-ones", "history/11/targets/t1/0", "nutria", "601.2c", "target-legal"),
    ("targets/right-ones", "history/27/targets/t1/0", "garza", "602.2b", "target-legal"),
    ("targets/right-ones", "objects/gato/pt", "3/3", "603.3d", "target-legal"),
    ("targets/right-ones", "history/29/targets/t1", ["gato", "nutria", "lodo"], "603.3d",
     "trigger-targets"),
    ("targets/right-ones", "history/5/targets/t1/0", "pico", "707.10c", "new-targets"),
    ("targets/right-ones", "history/0/targets/t1/0", "lodo", "115.4", "any-target"),
    ("targets/right-ones", "history/1/targets/t1/0", "freno", "115.5", "no-self-target"),
    ("targets/right-ones", "history/11/targets/t1/0", "buho", "115.3", "no-repeat-in-slot"),
    ("targets/right-ones", "history/11/targets/t1/0", "buho", "601.2c", "no-repeat-in-slot"),
    ("targets/right-ones", "objects/lodo/zone", "graveyard", "115.2", "targets-are-permanents"),
    ("targets/right-ones", "history/21/applies", ["a"], "608.2b", "illegal-targets"),
    ("targets/right-ones", "objects/rayo/cost", "B", "702.16b", "protection-targeting"),
    ("targets/right-ones", "objects/par/cost", "1W", "702.11d", "hexproof-from"),
    ("targets/right-ones", "history/0/targets/t1/0", "muro", "702.16j",
     "untargeted-by-anything"),
    ("targets/right-ones", "history/0/targets/t1/0", "topo", "702.18a", "shroud"),
    ("targets/right-ones", "objects/garza/owner", "Carlo", "702.11b", "hexproof"),
    ("targets/right-ones", "history/12/source", "pico", "702.21a", "ward-triggers"),
    ("targets/right-ones", "history/23/targets/t1", [], "303.4a", "aura-has-a-target"),
    ("targets/right-ones", "history/23/targets/t1", [], "115.1b", "aura-has-a-target"),
    ("targets/right-ones", "objects/nutria/cost", "1B", "702.5a", "enchant-restricts"),
    ("triggers/again", "history/3/do", "counter", "603.6a", "enters-needs-entering"),
    ("triggers/right", "history/6/ability", "greet", "603.2c", "once-per-occurrence"),
    ("triggers/right", "history/7/by", "Bruna", "603.3a", "trigger-controller"),
    ("triggers/right", "turn/active", "Carlo", "603.3b", "apnap"),
    ("triggers/right", "turn/active", "Carlo", "405.3", "apnap"),
    ("triggers/right", "history/5/targets/t1", ["guard", "herald", "echo"], "603.3d",
     "trigger-targets"),
    ("triggers/right", "history/0/kicked", False, "603.4", "intervening-if"),
    ("triggers/right", "history/0/kicked", False, "608.2a", "if-checked-again"),
    ("triggers/right", "history/12/to", "exile", "603.10a", "leaves-looks-back"),
    ("triggers/right", "history/18/at/step", "cleanup", "603.2b", "trigger-at-its-step"),
    ("triggers/again", "history/4", {"do": "trigger", "id": "g1", "source": "prisma",
     "ability": "luce", "for": "c1"}, "601.2i", "cast-trigger-after-cast"),
    ("costs/paid", "history/0/paid/life", 1, "107.4f", "phyrexian-payment"),
    ("costs/paid", "history/4/paid/mana", "GG", "107.4c", "colorless-payment"),
    ("costs/paid", "history/7/paid/snow", 0, "107.4h", "snow-payment"),
    ("costs/paid", "history/9/paid/mana", "R", "107.4e", "hybrid-payment"),
    ("costs/paid", "history/8/total", "UR", "118.13a", "symbols-announced"),
    ("costs/paid", "history/10/paid/mana", "GG", "107.4a", "colored-payment"),
    ("costs/paid", "objects/ladro/owner", "Carlo", "118.3", "resources-in-full"),
    ("costs/paid", "objects/ladro/zone", "graveyard", "601.2h", "resources-in-full"),
    ("costs/paid", "history/37/paid/0/tapped", ["bue"], "118.10", "resource-once"),
    ("costs/paid", "players/Carlo/life", 2, "119.4", "life-enough"),
    ("costs/paid", "history/11/total", "2B", "118.8", "additional-in-total"),
    ("costs/paid", "history/12/alternative", GONE, "118.6", "no-unpayable"),
    ("costs/paid", "history/12/alternative", GONE, "601.2h", "no-unpayable"),
    ("costs/paid", "history/14/alternative", GONE, "118.6a", "unpayable-stays-unpayable"),
    ("costs/paid", "history/21/objects/marea/cost", "0", "118.9c", "alternative-keeps-mana-cost"),
    ("costs/paid", "history/18/objects/onda/controller", "Carlo", "601.2a",
     "caster-controls-spell"),
    ("costs/paid", "history/17/from", "exile", "601.2a", "cast-from-where-it-is"),
    ("costs/paid", "history/18/objects/onda/cast", False, "601.2i", "becomes-cast"),
    ("costs/paid", "history/18/objects/onda/x", 2, "107.3a", "x-as-announced"),
    ("costs/paid", "history/20/x", 1, "107.3b", "x-zero-when-free"),
    ("costs/paid", "history/23/x", 1, "601.2b", "x-zero-when-free"),
    ("costs/paid", "objects/altra/now/x", 2, "107.3g", "x-zero-elsewhere"),
    ("costs/paid", "history/28/objects/idra/x", 2, "107.3m", "x-of-the-spell"),
    ("costs/paid", "history/29/amount", 0, "107.3m", "x-of-the-spell"),
    ("costs/paid", "objects/fuso/cost", 3, "107.3m", "x-of-the-spell"),
    ("keywords/used", "objects/recall/zone", "hand", "702.34a", "cast-with-keyword"),
    ("keywords/used", "objects/return/type", "Artifact", "702.34a", "cast-with-keyword"),
    ("keywords/used", "history/2/objects/recall/zone", "hand", "702.34a", "flashback-exiles"),
    ("keywords/used", "history/6/alternative/cost", "UU", "702.74a", "cast-with-keyword"),
    ("keywords/used", "history/8/total", "1U", "702.96a", "cast-with-keyword"),
    ("keywords/used", "history/8/targets", {"t1": ["cow"]}, "702.96b", "overload-no-targets"),
    ("keywords/used", "history/12/objects/flood/zone", "hand", "608.2n", "resolved-to-graveyard"),
    ("keywords/used", "history/12/objects/flood/zone", "hand", "304.2", "resolved-to-graveyard"),
    ("keywords/used", "history/33/objects/twine/zone", "hand", "307.2", "resolved-to-graveyard"),
    ("keywords/used", "history/13/total", "1G", "702.103a", "cast-with-keyword"),
    ("keywords/used", "history/13/targets/t/0", "cog", "702.103b", "bestow-has-target"),
    ("keywords/used", "history/17/total", "3R", "702.109a", "cast-with-keyword"),
    ("keywords/used", "history/19/total", "3R", "702.152a", "cast-with-keyword"),
    ("keywords/used", "objects/shade/zone", "hand", "702.138a", "cast-with-keyword"),
    ("keywords/used", "objects/ghost/zone", "hand", "702.146a", "cast-with-keyword"),
    ("keywords/used", "objects/ransom/type", "Artifact", "702.27a", "keyword-cost-once"),
    ("keywords/used", "history/27/objects/ransom/zone", "graveyard", "702.27a",
     "buyback-returns"),
    ("keywords/used", "objects/twine/type", "Artifact", "702.42a", "keyword-cost-once"),
    ("keywords/used", "history/31/modes", ["grow"], "702.42a", "entwine-all-modes"),
    ("keywords/used", "history/38/of", "squad", "702.56a", "copies-paid-for"),
    ("keywords/used", "history/49/tokens", ["s1"], "702.157a", "tokens-paid-for"),
    ("keywords/used", "history/54/additional/0/chosen", "Bruna", "702.174a",
     "gift-to-an-opponent"),
    ("keywords/used", "objects/cow/tapped", True, "702.51a", "convoke-payment"),
    ("keywords/used", "objects/cow/cost", "1R", "702.51a", "convoke-payment"),
    ("keywords/used", "history/58/total", "GG", "702.51b", "paid-after-total"),
    ("keywords/used", "objects/bone/zone", "hand", "702.66a", "delve-payment"),
    ("keywords/used", "history/62/total", "2U", "702.66b", "paid-after-total"),
    ("keywords/used", "objects/cog/type", "Creature", "702.126a", "improvise-payment"),
    ("keywords/used", "history/66/total", "2U", "702.126b", "paid-after-total"),
    ("keywords/used", "history/70/paid/1/mana", "UUUUUU", "702.132a", "assist-pays-generic"),
    ("keywords/used", "history/73/to", "battlefield", "304.4", "never-enters"),
    ("keywords/used", "history/74/to", "battlefield", "307.4", "never-enters"),
    ("keywords/more-costs", "objects/a/zone", "hand", "702.35a", "cast-with-keyword"),
    ("keywords/more-costs", "objects/b/zone", "graveyard", "702.94a", "cast-with-keyword"),
    ("keywords/more-costs", "objects/c/zone", "hand", "702.143a", "cast-with-keyword"),
    ("keywords/more-costs", "history/6/total", "3U", "702.148a", "cast-with-keyword"),
    ("keywords/more-costs", "history/6/paid/mana", "GGG", "118.14", "any-type-payment"),
    ("keywords/more-costs", "history/8/total", "4B", "702.176a", "cast-with-keyword"),
    ("keywords/more-costs", "history/10/objects/e/zone", "hand", "608.3a", "permanent-enters"),
    ("keywords/more-costs", "objects/f/zone", "graveyard", "702.185a", "cast-with-keyword"),
    ("keywords/more-costs", "objects/g/zone", "hand", "702.187b", "cast-with-keyword"),
    ("stack/passing", "history/15/object", "splash", "405.2", "top-resolves-first"),
    ("costs/paid", "history/18/objects/onda/controller", "Carlo", "112.2",
     "caster-controls-spell"),
    ("costs/paid", "history/18/objects/onda/zone", "exile", "405.4", "caster-controls-spell"),
    ("targets/right-ones", "history/5/targets/t1/0", "pico", "115.7d", "new-targets"),
    ("kicker/linked-parts", "history/8/kicks", {}, "607.1", "linked-to-declared-cost"),
    ("casting/divided-and-allowed", "history/0/divided/lobo", 0, "601.2d", "division"),
    ("casting/divided-and-allowed", "effects/0/spells/types", ["Artifact", "Sorcery"], "601.3",
     "permission-to-cast"),
    ("casting/divided-and-allowed", "effects/0/spells/types", ["Artifact", "Sorcery"], "601.2e",
     "permission-to-cast"),
    ("halves/away-from-the-stack", "objects/a/now/cost", "3WB", "709.4b", "halves-combined"),
    ("halves/away-from-the-stack", "objects/a/now/cost", "3WB", "709.4", "halves-combined"),
    ("halves/away-from-the-stack", "objects/h/now/mana_value", 5, "202.3d", "halves-combined"),
    ("halves/away-from-the-stack", "objects/a/now/types", ["Instant"], "709.4c",
     "types-of-both-halves"),
    ("halves/away-from-the-stack", "objects/d/now/mana_value", 2, "715.4", "only-normal-set"),
    ("halves/away-from-the-stack", "objects/f/now/cost", "1G", "720.4", "only-normal-set"),
]  # fmt: skip


def changed(value: Any, at: list[str], new: Any) -> Any:
    """A copy of a document with another value at a path, or without it."""
    if not at:
        return new
    if isinstance(value, list):
        place = int(at[0])
        return [changed(v, at[1:], new) if n == place else v for n, v in enumerate(value)]
    inner = changed(value.get(at[0], {}), at[1:], new)
    kept = {key: one for key, one in value.items() if key != at[0]}
    return kept if inner is GONE else {**kept, at[0]: inner}


def faults(document: Any, rule: str, prop: str) -> int:
    [state] = read(json.dumps(document), name="a.json")
    return sum(
        verdict.outcome is Outcome.VIOLATES
        for verdict in verify(state)
        if (str(verdict.rule), verdict.prop) == (rule, prop)
    )


@pytest.mark.parametrize(
    ("scenario", "at", "new", "rule", "prop"),
    CHANGES,
    ids=[f"{rule}-{prop}-{scenario}-{at}" for scenario, at, _, rule, prop in CHANGES],
)
def test_one_wrong_fact_is_a_fault_more(
    scenario: str, at: str, new: Any, rule: str, prop: str
) -> None:
    path = data_dir() / "scenarios" / f"{scenario}.yaml"
    [raw] = documents(path.read_text(encoding="utf-8"), name=path.name)
    before = faults(raw.value, rule, prop)
    assert faults(changed(raw.value, at.split("/"), new), rule, prop) > before
