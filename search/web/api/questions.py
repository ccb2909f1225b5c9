"""Questions: what each endpoint is asked; their fields are the parameters of its address."""

from typing import Annotated

from msgspec import Meta, Struct, field

from kb.cite_write import styles
from kb.diff.kinds import ChangeKind
from kb.lang import ORIGINAL, codes
from search.completion import MOST

MOST_THINGS = 20
"""Times that a parameter may be said."""

DAY_PATTERN = r"^(199[0-9]|20[0-9]{2}|2100)-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$"
Day = Annotated[
    str,
    Meta(
        pattern=DAY_PATTERN,
        description="The edition in force on that day, or at the end of that month.",
        examples=["2026-08-07"],
    ),
]
Language = Annotated[
    str,
    Meta(
        description="The language of the answer (without it, that of Accept-Language).",
        extra_json_schema={"enum": list(codes())},
    ),
]
OtherLanguage = Annotated[
    str, Meta(description="Only this language.", extra_json_schema={"enum": list(codes())})
]
TextLanguage = Annotated[
    str,
    Meta(
        description="The language of the text (without it, told from the text).",
        extra_json_schema={"enum": list(codes())},
    ),
]
_Thing = Annotated[str, Meta(min_length=1, max_length=100)]
Things = Annotated[
    list[_Thing],
    Meta(
        min_length=1,
        max_length=MOST_THINGS,
        description="Rules: a number, a range, a section, or a name in any language.",
        examples=[["702.33d"]],
    ),
]
SomeThings = Annotated[
    list[_Thing],
    Meta(
        max_length=MOST_THINGS,
        description="Only these rules: a number, a range, a section, or a name in any language.",
    ),
]
Languages = Annotated[
    list[Annotated[str, Meta(extra_json_schema={"enum": list(codes())})]],
    Meta(max_length=MOST_THINGS, description="Languages, in order."),
]
AllLanguages = Annotated[bool, Meta(description="In every language that has a text.")]


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every endpoint may be asked; what is empty, or 0, was not asked for."""

    lang: Language = ""


class Show(Question, frozen=True, kw_only=True):
    """Show rules: what they say, and what stands around them."""

    what: Things
    all_langs: AllLanguages = False
    edition: Day = ""


class Complete(Question, frozen=True, kw_only=True):
    """List the numbers and names that begin with what was typed."""

    q: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=80,
            description="The beginning of a number, or of a name in any language.",
            examples=["potenz"],
        ),
    ]
    limit: Annotated[int, Meta(ge=1, le=MOST, description="At most so many.")] = 8


class Search(Question, frozen=True, kw_only=True):
    """Search the rules with words in any language."""

    q: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=300,
            description="The words, or a query as docs/query-language.md has it.",
            examples=["kicker"],
        ),
    ]
    within: OtherLanguage = field(name="in", default="")
    kind: Annotated[
        str,
        Meta(
            description="Only texts of this kind.",
            extra_json_schema={"enum": ["rule", "glossary", "ruling", "example"]},
        ),
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=1000, description="Hits, at most.")] = 10
    explain: Annotated[bool, Meta(description="With what makes up the score of each hit.")] = False
    edition: Day = ""


class Compare(Question, frozen=True, kw_only=True):
    """Compare the texts of rules in several languages, side by side."""

    what: Things
    langs: Languages = []
    edition: Day = ""


class Cover(Question, frozen=True, kw_only=True):
    """Say what each language holds of the rules, and what to translate first."""

    langs: Languages = []
    edition: Day = ""


class Cite(Question, frozen=True, kw_only=True):
    """Write citations to paste, with their edition."""

    what: Things
    style: Annotated[
        str, Meta(description="How to write them.", extra_json_schema={"enum": list(styles())})
    ] = "plain"
    quote: Annotated[bool, Meta(description="Add the text, marked as official or not.")] = False
    link: Annotated[
        str,
        Meta(
            pattern="^[Hh][Tt][Tt][Pp][Ss]?://",
            max_length=500,
            description="Address of a rule, like https://example.org/{number}"
            " (fields: number, section, rule, letter, edition, lang).",
        ),
    ] = ""
    edition: Day = ""


class Terms(Question, frozen=True, kw_only=True):
    """List what the languages call a rule; all names without a word."""

    word: Annotated[
        str,
        Meta(min_length=1, max_length=100, description="A word of any language, or a number."),
    ] = ""
    langs: Languages = []
    edition: Day = ""


class FalseFriends(Question, frozen=True, kw_only=True):
    """List words that look alike in two languages and mean different rules."""

    word: Annotated[
        str, Meta(min_length=1, max_length=100, description="Only pairs with this word.")
    ] = ""
    langs: Languages = []
    edition: Day = ""


class Glossary(Question, frozen=True, kw_only=True):
    """Show the glossary, or what it says of one term."""

    term: Annotated[
        str, Meta(min_length=1, max_length=100, description="Only the entry of this term.")
    ] = ""
    within: OtherLanguage = field(name="in", default="")


class Checks(Question, frozen=True, kw_only=True):
    """Say which rules have checkers, and why others have none."""

    what: SomeThings = []


class Sources(Question, frozen=True, kw_only=True):
    """List where rules are published, what of it is held, and how old it is."""

    within: OtherLanguage = field(name="in", default="")


class Editions(Question, frozen=True, kw_only=True):
    """List the editions held."""

    within: OtherLanguage = field(name="in", default="")


class Diff(Question, frozen=True, kw_only=True):
    """Show what the rules became from one edition to another, word by word."""

    old: Day
    new: Day
    what: SomeThings = []
    kind: Annotated[
        list[Annotated[str, Meta(extra_json_schema={"enum": list(map(str, ChangeKind))})]],
        Meta(max_length=MOST_THINGS, description="Only changes of these kinds."),
    ] = []
    within: OtherLanguage = field(name="in", default="")


class History(Question, frozen=True, kw_only=True):
    """Follow rules through their moves over all editions held."""

    what: Things
    edition: Day = ""
    whole: Annotated[bool, Meta(description="With all that stands below each rule.")] = False
    all_langs: AllLanguages = False
    within: OtherLanguage = field(name="in", default="")


class Phrase(Question, frozen=True, kw_only=True):
    """Say in which editions some words stand, since when, and in which rules."""

    phrase: Annotated[
        str,
        Meta(min_length=1, max_length=300, pattern=r"\S", description="Words as rules have them."),
    ]
    what: SomeThings = []
    edition: Day = ""
    limit: Annotated[int, Meta(ge=1, le=1000, description="Rules, at most.")] = 10
    within: OtherLanguage = field(name="in", default="")


class Graph(Question, frozen=True, kw_only=True):
    """Give what rules contain, cite and are cited by, as nodes and edges."""

    what: Things
    depth: Annotated[int, Meta(ge=0, le=10, description="Steps to follow.")] = 1
    all_langs: AllLanguages = False
    edition: Day = ""


class Needs(Question, frozen=True, kw_only=True):
    """List what must be read to understand a rule, in reading order."""

    what: Things
    depth: Annotated[int, Meta(ge=1, le=10, description="Steps to follow (without it, all).")] = 0
    edition: Day = ""


class Path(Question, frozen=True, kw_only=True):
    """Give the fewest citations that lead from one rule to another."""

    source: Annotated[str, Meta(min_length=1, max_length=100, description="Where it begins.")] = (
        field(name="from")
    )
    target: Annotated[str, Meta(min_length=1, max_length=100, description="Where it leads.")] = (
        field(name="to")
    )
    edition: Day = ""


class Extract(Question, frozen=True, kw_only=True):
    """Find the citations in a text, ranges expanded."""

    text_lang: TextLanguage = ""


class Lint(Question, frozen=True, kw_only=True):
    """Find the citations in a text that have rotted."""

    edition: Day = ""
    written_for: Day = field(name="from", default="")


class Suggest(Question, frozen=True, kw_only=True):
    """Suggest the rules that each sentence of a ruling may rest on."""

    limit: Annotated[
        int, Meta(ge=1, le=50, description="Candidates for each sentence, at most.")
    ] = 5
    edition: Day = ""
    text_lang: TextLanguage = ""


class CheckTerms(Question, frozen=True, kw_only=True):
    """Find words in a text that its language does not use for the concept."""

    text_lang: TextLanguage = ""


class Verify(Question, frozen=True, kw_only=True):
    """Verify game states: does what happened follow the rules, why, and where."""

    rule: SomeThings = []
    strict: Annotated[bool, Meta(description="Assume nothing that the document does not say.")] = (
        False
    )
    explain: Annotated[bool, Meta(description="With the replay, step by step.")] = False


DEFAULT_LANGUAGES = (*(code for code in codes() if code != ORIGINAL), ORIGINAL)
"""Of a comparison that names none."""
