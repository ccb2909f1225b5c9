"""The modules of checkers with what their checkers need: which need not be imported.

A test holds the table to the modules, and says what it has to be.
"""

GROUPS: dict[str, frozenset[str] | None] = {
    "r107_symbols": frozenset(
        {
            "choices & said:paid",
            "choices & said:total",
            "claim:counters",
            "claim:x",
            "do:resolve & said:amount",
            "do:trigger & said:targets",
            "said:alternative & said:x",
            "said:paid",
        }
    ),
    "r111_tokens": frozenset({"do:create"}),
    "r115_targets": frozenset(
        {
            "do:activate & said:targets",
            "do:cast & said:targets",
            "do:cast-copy & said:targets",
            "do:copy-spell & said:targets",
            "do:resolve & said:targets",
            "do:trigger & said:targets",
            "said:targets",
            "said:targets & type:Aura",
        }
    ),
    "r117_priority": frozenset(
        {
            "do:activate & at:priority",
            "do:activate & do:pass",
            "do:activate & priority",
            "do:begin & at:priority",
            "do:pass",
            "do:resolve",
            "do:resolve & do:pass",
        }
    ),
    "r117_timing": frozenset(
        {
            "do:cast",
            "do:cast & face:down",
            "do:cast & keyword:flash",
            "do:cast & type:Artifact",
            "do:cast & type:Battle",
            "do:cast & type:Creature",
            "do:cast & type:Enchantment",
            "do:cast & type:Instant",
            "do:cast & type:Planeswalker",
            "do:cast & type:Sorcery",
        }
    ),
    "r118_costs": frozenset(
        {
            "choices & said:paid",
            "choices & said:total",
            "do:activate",
            "do:cast",
            "do:cast-copy",
            "paid:life",
            "said:additional & said:paid",
            "said:additional & said:total",
            "said:alternative & claim:cost",
            "said:alternative & claim:mana_value",
            "said:paid",
        }
    ),
    "r118_reductions": frozenset({"reduces"}),
    "r120_damage": frozenset(
        {"counter:lifelink", "do:damage", "keyword:infect", "keyword:lifelink", "players"}
    ),
    "r122_counters": frozenset(
        {
            "claim:counters",
            "counter:deathtouch",
            "counter:decayed",
            "counter:double strike",
            "counter:exalted",
            "counter:finality",
            "counter:first strike",
            "counter:flying",
            "counter:haste",
            "counter:hexproof",
            "counter:indestructible",
            "counter:lifelink",
            "counter:menace",
            "counter:reach",
            "counter:shadow",
            "counter:shield",
            "counter:stun",
            "counter:trample",
            "counter:vigilance",
            "do:phase-out",
            "has:phased_out",
            "keyword:infect",
            "keyword:wither",
            "type:Saga",
        }
    ),
    "r202_values": frozenset({"claim:colors", "claim:cost", "claim:mana_value"}),
    "r305_lands": frozenset({"do:cast & type:Land", "do:play-land", "do:play-land & type:Land"}),
    "r400_zones": frozenset(
        {
            "claim:controller",
            "claim:tapped",
            "has:controller",
            "has:tapped",
            "type:Conspiracy",
            "type:Dungeon",
            "type:Instant",
            "type:Phenomenon",
            "type:Plane",
            "type:Scheme",
            "type:Sorcery",
            "type:Vanguard",
        }
    ),
    "r506_combat": frozenset({"claim:attacking", "do:damage"}),
    "r508_attackers": frozenset({"do:activate", "do:attack"}),
    "r508_costs": frozenset({"do:attack", "do:block"}),
    "r508_declared": frozenset({"claim:attacking", "do:attack", "do:block"}),
    "r509_blockers": frozenset({"do:block"}),
    "r510_assignment": frozenset({"do:damage"}),
    "r510_steps": frozenset({"do:damage"}),
    "r601_casting": frozenset(
        {
            "ability:kicker",
            "do:cast-copy",
            "kicked & said:paid",
            "kicked & said:total",
            "said:alternative",
            "said:alternative & said:paid",
            "said:alternative & said:total",
            "said:paid",
            "said:total",
        }
    ),
    "r601_choices": frozenset(
        {
            "ability:spell & kicked",
            "ability:sticker_kicker",
            "choices & said:paid",
            "choices & said:total",
            "do:cast & ability:spell",
            "do:cast-copy & ability:spell",
            "kicked",
            "said:alternative",
            "said:modes",
            "said:order",
            "said:pays_as",
            "said:x",
        }
    ),
    "r601_proposing": frozenset(
        {
            "claim:cast",
            "claim:controller",
            "claim:zone",
            "do:cast & do:trigger",
            "do:cast & said:from",
            "effect:cast_only_if",
            "effect:prohibit",
            "said:divided",
        }
    ),
    "r602_activating": frozenset({"do:activate"}),
    "r603_triggers": frozenset({"do:trigger"}),
    "r605_mana_abilities": frozenset({"do:activate"}),
    "r606_loyalty": frozenset({"do:activate"}),
    "r608_destinations": frozenset({"claim:controller", "claim:zone", "do:resolve & claim:zone"}),
    "r608_resolving": frozenset({"do:resolve & enlists", "do:resolve & said:amount"}),
    "r613_layers": frozenset(
        {"effect:add_keywords", "effect:add_types", "effect:colors", "effect:lose", "effect:types"}
    ),
    "r613_sizes": frozenset(
        {"claim:base_pt", "claim:power", "claim:toughness", "effect:base_pt", "type:Vehicle"}
    ),
    "r702_026_phasing": frozenset({"do:phase-out", "has:left", "has:phased_out"}),
    "r702_033_kicked": frozenset(
        {"ability:kicker", "ability:multikicker", "ability:sticker_kicker", "kicked"}
    ),
    "r702_033_kicker": frozenset(
        {"ability:kicker", "ability:multikicker", "ability:sticker_kicker", "kicked"}
    ),
    "r702_051_other_payers": frozenset({"do:activate", "do:cast", "do:cast-copy"}),
    "r702_154_bonus": frozenset(
        {"do:resolve & enlists", "do:trigger & ability:enlist", "do:trigger & enlists", "enlists"}
    ),
    "r702_154_enlist": frozenset({"ability:enlist", "enlists"}),
    "r702_193_power_up": frozenset({"ability:power_up"}),
    "r702_attack_keywords": frozenset(
        {
            "do:attack & counter:haste",
            "do:attack & counter:vigilance",
            "do:attack & keyword:defender",
            "do:attack & keyword:haste",
            "do:attack & keyword:vigilance",
        }
    ),
    "r702_combat_triggers": frozenset(
        {
            "fires:afflict",
            "fires:annihilator",
            "fires:battle cry",
            "fires:bushido",
            "fires:dethrone",
            "fires:exalted",
            "fires:firebending",
            "fires:flanking",
            "fires:frenzy",
            "fires:melee",
            "fires:mentor",
            "fires:mobilize",
            "fires:myriad",
            "fires:provoke",
            "fires:rampage",
            "fires:training",
        }
    ),
    "r702_cost_keywords": frozenset(
        {
            "alternative:bestow",
            "alternative:blitz",
            "alternative:cleave",
            "alternative:dash",
            "alternative:disturb",
            "alternative:escape",
            "alternative:evoke",
            "alternative:flashback",
            "alternative:foretell",
            "alternative:impending",
            "alternative:madness",
            "alternative:mayhem",
            "alternative:miracle",
            "alternative:overload",
            "alternative:warp",
            "said:additional",
        }
    ),
    "r702_damage_results": frozenset({"do:damage"}),
    "r702_evasion": frozenset({"do:block"}),
    "r702_shields": frozenset({"said:targets"}),
    "r702_trample": frozenset({"do:damage"}),
    "r704_alone": frozenset({"type:Legendary", "type:World"}),
    "r704_attached": frozenset({"has:attached_to", "type:Aura", "type:Role"}),
    "r704_checking": frozenset(
        {
            "counter:-1/-1",
            "counter:deathtouch",
            "counter:poison",
            "do:cast-copy",
            "do:copy-spell",
            "do:create",
            "do:damage",
            "do:life",
            "has:copy",
            "has:damage",
            "has:life",
            "has:token",
            "keyword:deathtouch",
            "keyword:infect",
            "keyword:toxic",
            "keyword:wither",
            "paid:life",
            "priority",
            "shrinks",
            "type:Legendary",
            "type:Planeswalker",
            "type:Saga",
            "type:World",
            "weak",
        }
    ),
    "r704_creatures": frozenset(
        {
            "counter:deathtouch",
            "do:damage",
            "has:damage",
            "keyword:deathtouch",
            "keyword:infect",
            "keyword:wither",
            "priority",
            "shrinks",
            "weak",
        }
    ),
    "r704_gone": frozenset({"do:cast-copy", "do:copy-spell", "do:create", "has:copy", "has:token"}),
    "r704_permanents": frozenset(
        {
            "counter:-1/-1",
            "keyword:infect",
            "keyword:wither",
            "type:Battle",
            "type:Planeswalker",
            "type:Saga",
        }
    ),
    "r704_players": frozenset(
        {
            "counter:poison",
            "do:damage",
            "do:life",
            "has:life",
            "keyword:infect",
            "keyword:toxic",
            "paid:life",
        }
    ),
    "r707_copies": frozenset(
        {
            "claim:kicked",
            "claims",
            "claims & copies",
            "copies",
            "do:resolve",
            "do:resolve & said:amount",
            "do:trigger",
        }
    ),
    "r709_elsewhere": frozenset(
        {"claims & layout:adventure", "claims & layout:omen", "claims & layout:split"}
    ),
    "r712_faces": frozenset({"do:transform", "face:down", "has:back"}),
    "r718_prototype": frozenset({"ability:prototype", "prototyped"}),
    "r733_illegal_actions": frozenset({"taken-back"}),
}
"""None: what always has something to say."""
