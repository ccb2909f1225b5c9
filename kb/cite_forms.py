"""Patterns of citations: blanks, numbers, joiners, titles."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kb.cite_words import Words, words
from kb.number import LETTERS

_BLANK = r"[^\S\r\n]*+"
BREAK = r"(?:\r\n|\r|\n)"
LEADER = r"(?: \* | //[/!]? | \#+ | >+ )"
_BLANKS = rf"{_BLANK} (?: {BREAK} {_BLANK} (?: {LEADER} {_BLANK} )?+ )?+"
"""At most one line break, the comment leader behind it included."""
_MARKUP = r"[*`]{0,3}+"
DASH = r"(?: -- | [-‐‑‒–—−] )"
_DAMAGE = "\N{REPLACEMENT CHARACTER}"
_LETTER = rf"[aA]?[{LETTERS}{LETTERS.upper()}]"
# Latin letters only: in Japanese no blank stands behind a number
_NO_WORD = r"(?![0-9A-Za-z_ªºÀ-ɏ])"

# neither s, which may be a plural, nor upper case
_PLAIN_LETTER = rf"a?[{LETTERS.replace('s', '')}]"
# Most numbers stand behind such a sign, and perhaps a blank.
_NO_MARK = r"[-,;)}\]?+=<$€%&|~@]"
# The digit comes first, so that the engine skips all that is none.
BEGIN = re.compile(
    rf"""
    [0-9] (?<! [0-9_][0-9] ) (?<! [0-9][.,][0-9] )
    (?:
        [0-9]{{2}} (?= \.[1-9xX] )                                   # 702.33 may count alone
    |   (?<! {_NO_MARK}[0-9] ) (?<! {_NO_MARK}[^\S\r\n][0-9] )        # no word marks it
        (?: [0-9]{{2}} | (?<! 0 ) ) (?! [0-9] )
    )
    """,
    re.VERBOSE,
)
"""Where a number may begin that something makes a citation."""

NUMBER = re.compile(
    rf"""
    (?P<section> [1-9][0-9][0-9] )
    (?:
        \. (?P<wild> [xX] )                                         # 708.x
    |   \.[1-9][0-9]{{0,2}} {_LETTER}? (?P<plural> [sS] )?
    |   (?! ,[0-9]{{1,2}} (?![0-9]) )                               # not 601,2c
        (?! [-‐‑] [A-Za-z]{{2}} )                                   # not 100-card
        (?! {DASH} [0-9]{{1,2}} [A-Za-z]? {_NO_WORD} )              # not 601-2c
        (?! \.[xXnN?#_]{{2}} | \.[nN?#] {_NO_WORD} )                # not 702.xxx
    )
    {_NO_WORD}
    (?! @ | \.[0-9] | \.[a-z](?![\w'’]) )                           # not 702.1.4, 601.2.b
    """,
    re.VERBOSE,
)

ALONE = re.compile(
    r"""
    (?! (?<! [^\r\n] ) [0-9]{3}\.[0-9]{1,3}\.\s )                  # the head of a paragraph
    [0-9]{3}\.[1-9xX]
    """,
    re.VERBOSE,
)
"""What may count without a word before it."""

ALONE_AND_BARE = re.compile(r"[0-9]{3}\.[1-9xX]")
"""The same in the text of the rules itself."""

CHAPTER = re.compile(
    rf"""
    (?P<section> [1-9] ) {_NO_WORD}
    (?! [.,/:][0-9] | {DASH} [0-9A-Za-z]{{2}} )
    """,
    re.VERBOSE,
)

PLACEHOLDER = re.compile(r"[0-9]{3}\.(?:[xXnN?#_]{2,}[a-z]?|[nN?#])(?!\w)")

ODD = re.compile(
    rf"""
    [0-9]{{3}}
    (?: (?: \. | ,(?=[0-9]) | {DASH}(?=[0-9]) )?+ [0-9A-Za-z]++ )++
    """,
    re.VERBOSE,
)
"""What looks like a number where NUMBER does not match."""

ODD_IN_LIST = re.compile(r"[0-9]{3}[-‐‑‒–—−0-9.,]++[A-Za-z]")
"""The odd forms that are no price and no year."""

POSSESSIVE = re.compile(r"['’ʼ][sS](?!\w)")

DASHED = re.compile(
    rf"(?P<before> {_BLANK} ) (?P<dash> {DASH} ) (?P<behind> {_BLANKS} ) {_MARKUP}", re.VERBOSE
)

TAIL = re.compile(
    rf"""
    {DASH}
    (?P<tail> (?P<rule> [1-9][0-9]{{0,2}} )? (?P<letter> {_LETTER} )? )
    (?<! [-‐‑‒–—−] )                                                # not the dash alone
    {_NO_WORD} (?! \.[0-9] | ['’](?![sS]\b)\w )                      # not a–d'altra
    """,
    re.VERBOSE,
)
"""The shortened right side of a range: 601.2f–h, 119.7–8."""

MAY_REACH = re.compile(r"[*`]{0,3}(?:\s|[-‐‑‒–—−])")
"""Where neither stands behind a number, it begins no range."""

ODD_TAIL = re.compile(rf"{DASH}[loLO]{_NO_WORD}(?!['’])", re.VERBOSE)

# an em dash and an English article; a range up to a would run backwards anyway
ARTICLE_TAIL = re.compile(r"—[aA][^\S\r\n]")

DAMAGED = re.compile(
    rf"""
    {_BLANK} {_DAMAGE} {_BLANK}
    (?: [0-9]{{3}} (?: \.[0-9]{{1,3}} (?: {_LETTER} )? )? | [0-9]{{1,3}} | (?! [sS] ) {_LETTER} )
    {_NO_WORD}
    """,
    re.VERBOSE,
)
"""A range whose dash was lost in decoding."""

TITLE = re.compile(
    rf"""
    {_MARKUP}
    (?: {_BLANK} , {_BLANKS} | (?=\s) {_BLANKS} (?: [(\[] {_BLANK} )? | [(\[] {_BLANK} ) {_MARKUP}
    \\?+ (?:
        « (?P<guillemets> [^«»\\]{{1,200}}+ ) \\? »
    |   » (?! \s ) (?P<reversed> [^«»\\]{{1,200}}+ ) \\? «                   # as in German books
    |   [“„«] (?P<curly> [^“”„«»"\\]{{1,200}}+ ) \\? [”“»"]
    |   [”"] (?! \s ) (?P<straight> [^“”„«»"\\]{{1,200}}+ ) \\? [”“»"]
    )
    (?P<behind> {_MARKUP} [)\]]? )
    """,
    re.VERBOSE,
)

EMPTY_LINE = re.compile(rf"{BREAK} {_BLANK} (?: {LEADER} {_BLANK} )?+ {BREAK}", re.VERBOSE)

FOLD = re.compile(rf"{BREAK} {_BLANK} (?: {LEADER} (?=\s) )? {_BLANK} | \s+", re.VERBOSE)
"""What becomes one blank inside a title."""

BLANKS = re.compile(rf"(?=\s) {_BLANKS} {_MARKUP}", re.VERBOSE)

CLOSURE = re.compile(
    rf"""
    {_MARKUP} {_BLANK}
    (?:
        [)\]】］）] | \*/ | -->
    |   [.!?…] (?! [0-9A-Za-z] )
    |   {BREAK}? \Z
    |   {BREAK} {_BLANK} (?: {LEADER} {_BLANK} )?+ {BREAK}
    )
    """,
    re.VERBOSE,
)
"""A closing bracket or the end of the sentence."""

LINE_END = re.compile(rf"""["'’”»]? {_BLANK} ,? {_BLANK} (?: {BREAK} | \Z )""", re.VERBOSE)

PUNCTUATION = re.compile(rf"{_MARKUP} {_BLANK} [,;:] (?! [0-9] )", re.VERBOSE)

HEADING_BEFORE = re.compile(
    rf"""{_BLANK} (?: /?\*+ | //[/!]? | \#+ | >+ | ;+ | -- | <!-- | \"\"\" | ''' ) {_BLANK}""",
    re.VERBOSE,
)

HEADING_BEHIND = re.compile(r"\.[^\S\r\n]+(?P<first>[^\W\d_])")

FILE_NAME = re.compile(r"\.[a-z]{2,}")
"""Behind a number that nothing else makes a citation."""

ADDRESS = re.compile(
    r"""
    (?: [a-z]{2,8} :/{2,3} | \b www\. | \b mailto: ) [^\s<>"“”«»]*+
    | (?<= [a-z0-9] ) \. [a-z]{2,6} / [^\s<>"“”«»]*+                # example.org/…
    | @ [a-z0-9] [a-z0-9.-]*+
    """,
    re.VERBOSE | re.IGNORECASE,
)


LONGEST_SCHEME = len("abcdefgh:")
ADDRESS_SIGN = re.compile(
    r"""
    [/@wWmM]
    (?:
        (?<= [A-Za-z]{2}:/ ) (?= / )
    |   (?<= \.[A-Za-z]{2}/ ) | (?<= \.[A-Za-z]{3}/ ) | (?<= \.[A-Za-z]{4}/ )
    |   (?<= \.[A-Za-z]{5}/ ) | (?<= \.[A-Za-z]{6}/ )
    |   (?<= @ ) (?= [A-Za-z0-9] )
    |   (?<= [wW] ) [wW]{2} \.
    |   (?<= [mM] ) [aA][iI][lL][tT][oO] :
    )
    """,
    re.VERBOSE,
)
"""What ADDRESS has near its beginning, found sooner than that."""

_PATH = re.compile(r"\.[a-z]{2,6}/", re.IGNORECASE)


def may_hold_address(text: str) -> bool:
    """Whether ADDRESS has anything to look for: it is slow, and most texts have no address."""
    if "://" in text or "@" in text or ("/" in text and _PATH.search(text)):
        return True
    lower = text.lower()
    return "ww." in lower or "lto:" in lower  # parts of www. and mailto: with one lower case


@dataclass(frozen=True, slots=True)
class Joiners:
    """The patterns that hold words of the languages."""

    joined: re.Pattern[str]
    """Between two numbers of a list."""
    reaching: re.Pattern[str]
    """Between the two numbers of a range that is written with a word."""
    unit: re.Pattern[str]
    plain: re.Pattern[str]
    """A number, with its title, that ends there: no range, no list and no unit follows."""


def joiners() -> Joiners:
    return _joiners(words())


@cache
def _joiners(spoken: Words) -> Joiners:
    and_ = rf"(?: {_any(spoken.and_)} ) \b {_BLANKS}"
    filler = rf"(?: (?: {_any(spoken.also)} ) \b {_BLANKS} )?"
    filler += rf"(?: (?: {_any(spoken.article)} ) \b {_BLANKS} )?"
    joined = rf"""
        {_MARKUP} {_BLANKS} (?: [,;/&] {_BLANKS} (?: {and_} )? | (?<!\w) {and_} ) {filler} {_MARKUP}
        """
    reaching = rf"""
        {_MARKUP} {_BLANKS} (?<!\w) (?: {_any(spoken.to)} ) \b (?=\s) {_BLANKS} {filler} {_MARKUP}
        """
    unit = rf"{_BLANK} (?: [€$£¥%] | (?: {_any(spoken.unit)} ) \b )"
    between = _any((*spoken.to, *spoken.and_, *spoken.also, *spoken.article))
    going_on = rf"(?: (?: {between} ) \b [\s*`/\#>!]*+ )++ [0-9]"
    stop = rf"""
        [)\]:!?"”»}}] | \. (?! [0-9A-Za-z] ) | \Z | \n\n | [ ]\(\w   # what joins nothing
        |   (?: ,?[ ] | \n[ ]*+ )                                    # a word that joins nothing
            (?! {going_on} | (?: {_any(spoken.unit)} ) \b )
            (?: [^\W\d_] | (?<! ,[ ] ) [0-9] )
        """
    plain = rf"""
        (?P<number> [1-9][0-9][0-9] (?: \.[1-9][0-9]{{0,2}} (?-i: {_PLAIN_LETTER} )? )? )
        (?:
            (?= {stop} )
        |   ,[ ]“ (?P<title> [^“”„«»"\\\r\n]{{1,200}}+ ) (?<! [,;\s] ) ” (?= [)\]]?+ (?: {stop} ) )
        )
        """
    flags = re.VERBOSE | re.IGNORECASE
    patterns = (joined, reaching, unit, plain)
    return Joiners(*(re.compile(pattern, flags) for pattern in patterns))


def _any(phrases: Iterable[str]) -> str:
    """One of them, the longest first, with any blanks inside; nothing at all if there is none."""
    longest = sorted(phrases, key=len, reverse=True)
    return " | ".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in longest) or "(?!)"
