"""Messages of chats: whatever the text, within the limit, complete, and nothing but text."""

import re
from collections import deque

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kb import chat_marks
from kb.errors import RegulaeError
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import in_memory
from search.chat import saying
from search.chat.asking_again import requests
from search.chat.blocks import Block, Part
from search.chat.graphemes import borders
from search.chat.packing import Posted, posted
from search.chat.request import Wish, looked_up, wishes
from search.chat.styles import NAMES, chat_style
from search.look import look_up
from tests.factories import document, edition, put, rule

TOKENS = st.sampled_from(
    [
        *"*_~`|<>[]()#@&:!\\^=+-.",
        *("**", "__", "~~", "||", "```", "\n", "\r\nQUIT :gone\r\n", "\x00", "\x01ACTION x\x01"),
        *("\x02", "\x0304", "\x1b[31m", "\u202e", "\u2028", "\u200b", "\ud800", "\x85"),
        *("@everyone", "@here", "<@123>", "<@&123>", "<#123>", "<!channel>", "<!here|x>"),
        *("https://example.org/a", "http://x.y", "[a](https://b.c)", "<https://d.e|f>", "www.g.h"),
        *(":smile:", "<a:b:1>", "<t:1>", "&lt;", "&amp;", "# ", "- ", "1. ", "> ", ">>> ", "-# "),
        *("👩🏽\u200d🚀", "🇮🇹", "e\u0301\u0302", "＊", "\u0301", "각", "😀" * 9, "한"),
        *("word ", "Pay {2}. ", "Then draw. ", " ", "x" * 70, "lorem ipsum dolor sit amet " * 9),
    ]
)
TEXTS = st.lists(TOKENS, min_size=1, max_size=60).map("".join) | st.text(max_size=900)


def utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def utf8_bytes(text: str) -> int:
    return len(text.encode("utf-8"))


LENGTHS = {"discord": (2000, utf16_units), "slack": (4000, utf16_units), "irc": (400, utf8_bytes)}
"""Written down once more: a limit that is changed by mistake is found."""


def blocks_of(texts: list[str]) -> list[Block]:
    """A rule for each, as the texts of an answer come: without line ends and controls."""
    numbers = [RuleNumber(100, 1, letter) for letter in "abcdefghijk"]
    made = []
    for number, text in zip(numbers, texts, strict=False):
        said = chat_marks.harmless(text)
        if said:
            parts = (Part(said),)
            made.append(Block(str(number), parts, mark="en, 2026", numbers=(number,)))
    return made


def everything(style: str, blocks: list[Block], most: int | None = None) -> Posted:
    return posted(blocks, chat_style(style), language="en", most=most)


def shown(style: str, text: str) -> str:
    """What a reader sees of an escaped text, with a ¤ for a mark that is none of the text."""
    if style == "discord":
        text = re.sub(r"\\([^0-9A-Za-z\s])|([*_~`|<>\[\]\\])", lambda m: m[1] or "¤", text)
    elif style == "slack":
        pattern = r"<!date\^00000000\^\{_\}\|([^>]*)>|&(amp|lt|gt);|([*_~`<>&＊＿～｀])"
        signs = {"amp": "&", "lt": "<", "gt": ">"}
        text = re.sub(pattern, lambda m: m[1] or signs.get(m[2], "¤"), text).replace("\u00ad", "")
    return text.replace("\u200b", "")


HEADS = {
    "discord": re.compile(r"> \*\*100\.1[a-k]\*\*( \(continued\))? "),
    "slack": re.compile(r"> \*100\.1[a-k]\*( \(continued\))? "),
    "irc": re.compile(r"100\.1[a-k]( \(continued\))?: "),
}


def texts_in(style: str, messages: tuple[str, ...]) -> list[str]:
    """The pieces of the rules without heads and editions."""
    lines = [line for message in messages for line in message.split("\n")]
    if style == "irc":
        assert all(line.endswith(" [en, 2026]") for line in lines)
        lines = [line.removesuffix(" [en, 2026]") for line in lines]
    pieces = []
    for line in lines:
        if line == "> — en, 2026":
            continue
        head = HEADS[style].match(line)
        assert head, line
        pieces.append(line[head.end() :])
    return pieces


@pytest.mark.parametrize("style", NAMES)
@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_nothing_is_too_long_and_nothing_is_lost_or_doubled(style: str, texts: list[str]) -> None:
    blocks = blocks_of(texts)
    written = everything(style, blocks)
    most, measure = LENGTHS[style]
    assert all(0 < measure(message) <= most for message in written.messages)
    assert written.more == ()
    pieces = [shown(style, piece) for piece in texts_in(style, written.messages)]
    said = "".join(pieces)
    whole = "".join(block.parts[0].text for block in blocks).replace("\u200b", "")
    if style == "slack":
        whole = whole.replace("\u00ad", "")
    assert "".join(said.split()) == "".join(whole.split())


@pytest.mark.parametrize("style", NAMES)
@given(texts=st.lists(TEXTS, min_size=1, max_size=3), most=st.integers(1, 3))
def test_the_last_message_says_what_is_left(style: str, texts: list[str], most: int) -> None:
    blocks = blocks_of(texts)
    written = everything(style, blocks, most)
    limit, measure = LENGTHS[style]
    assert len(written.messages) <= most
    assert all(measure(message) <= limit for message in written.messages)
    all_of_it = everything(style, blocks)
    if len(all_of_it.messages) <= most:
        assert written == all_of_it
    else:
        assert "… " in written.messages[-1] and written.more
        assert written.messages[:-1] == all_of_it.messages[: most - 1]


@pytest.mark.parametrize("style", NAMES)
@given(texts=st.lists(TEXTS, min_size=1, max_size=3))
def test_a_text_is_only_text(style: str, texts: list[str]) -> None:
    written = everything(style, blocks_of(texts))
    for message in written.messages:
        controls = re.findall(
            r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\ud800-\udfff]", message
        )
        assert controls == []
    for piece in texts_in(style, written.messages):
        if style == "irc":
            continue
        assert "¤" not in shown(style, piece.replace("¤", "")), "a mark that is not escaped"
        calls = re.findall(r"@(?:everyone|here|[&!]?\d)", piece)
        links = re.findall(r"https?://", piece)
        emoji = re.findall(r"(?<!\\):[^:\s>|]+:", piece)
        assert (calls, links, emoji) == ([], [], [])


@given(text=TEXTS)
def test_where_a_text_begins_a_line(text: str) -> None:
    """So it does in the quotation of a citation: no heading, list or quotation comes of it."""
    said = chat_marks.harmless(text)
    assert not re.match(r"[#+=>-]|\*\s|\d+[.)](\s|\Z)", chat_marks.discord_line(said))
    assert not re.match(r"&gt;|>|＞", chat_marks.slack_line(said))


WOMAN = "👩🏽\u200d🚀"


@pytest.mark.parametrize("style", NAMES)
@pytest.mark.parametrize("sign", ["x", "😀", "é", "e\u0301\u0302", WOMAN, "🇮🇹"])
def test_a_text_without_a_border_fills_messages_and_no_grapheme_is_cut(
    style: str, sign: str
) -> None:
    written = everything(style, blocks_of([sign * 9000]))
    most, measure = LENGTHS[style]
    for message in written.messages[:-1]:
        assert most - measure(sign) < measure(message) <= most
    pieces = texts_in(style, written.messages)
    assert all(piece == sign * (len(piece) // len(sign)) for piece in pieces)
    assert sum(map(len, pieces)) == len(sign) * 9000


@pytest.mark.parametrize("style", NAMES)
@pytest.mark.parametrize("length", range(290, 330))
def test_the_remark_has_place_whatever_the_rules_leave(style: str, length: int) -> None:
    """Also where the rules alone fill the message to the last sign."""
    texts = ["x" * length, "y" * length, *["z" * (length + more) for more in range(9)]]
    texts = [text * (1 if style == "irc" else LENGTHS[style][0] // 1200) for text in texts]
    written = everything(style, blocks_of(texts), 1)
    most, measure = LENGTHS[style]
    [message] = written.messages
    assert measure(message) <= most
    assert message.split("\n")[-1].endswith(f"more subrules: {written.more[0]}")
    begun = len(re.findall(r"100\.1[a-k]\W* [x-z]", message))
    assert begun and written.more == (f"100.1{'abcdefghijk'[begun]}-k",)


@pytest.mark.parametrize(
    ("says", "text", "count"),
    [
        ("a letter with its accents", "e\u0301\u0302", 1),
        ("an emoji of three with a tone", "👩🏽\u200d🚀", 1),
        ("two flags", "🇮🇹🇪🇸", 2),
        ("a tick in colour", "✔\ufe0f", 1),
        ("Korean letters", "\u1112\u1161\u11ab", 1),
        ("letters", "ab", 2),
        ("a flag of a region", "🏴\U000e0067\U000e0062\U000e007f", 1),
    ],
)
def test_graphemes(says: str, text: str, count: int) -> None:
    assert len(list(borders(text))) + 1 == count, says


def test_a_sign_longer_than_a_message_is_cut_all_the_same() -> None:
    written = everything("irc", blocks_of(["e" + "\u0301" * 1000]))
    assert all(utf8_bytes(message) <= 400 for message in written.messages)
    assert sum(message.count("\u0301") for message in written.messages) == 1000


@pytest.mark.parametrize(
    ("says", "text", "ends"),
    [
        ("a sentence", "One two three. " * 200, "three."),
        ("a sentence that ends in a quotation", "One (“two three.”) " * 200, "three.”)"),
        ("a word where the sentence is too short a part", "Short. Word " + "word " * 600, "word"),
        ("a sign where there is no word", "x" * 3000, "x"),
    ],
)
def test_where_a_text_is_cut(says: str, text: str, ends: str) -> None:
    written = everything("discord", blocks_of([text]))
    first = written.messages[0].split("\n")[0]
    assert first.endswith(ends), says
    assert len(written.messages[0]) > 1000, "more than half of the place is used"


def test_a_rule_that_has_no_place_begins_the_next_message() -> None:
    written = everything("discord", blocks_of(["First. " * 150, "Second. " * 150, "Third."]))
    assert [message.count("100.1") for message in written.messages] == [1, 2]
    assert "continued" not in "".join(written.messages)


LEFT = [
    ("subrules in a row", ["702.33e", "702.33f", "702.33g"], (), ("702.33e-g",)),
    ("no letter l", ["702.33k", "702.33m"], (), ("702.33k-m",)),
    ("a rule with its subrules", ["702.5", "702.5a", "702.5b"], ["702.5"], ("702.5",)),
    ("a rule alone", ["702.5", "702.6"], ["702.5", "702.6"], ("702.5.", "702.6.")),
    ("rules without subrules", ["100.1", "100.2"], (), ("100.1-2",)),
    (
        "several",
        ["702.4d", "702.5", "702.5a", "702.6", "704"],
        ["702.5", "704"],
        ("702.4d", "702.5", "702.6", "704."),
    ),
    ("a section with its rules", ["702", "702.1", "702.1a"], ["702", "702.1"], ("702",)),
    ("chapters", ["7", "8"], (), ("7", "8")),
]


@pytest.mark.parametrize(("says", "left", "with_parts", "asked"), LEFT)
def test_what_to_ask_for(
    says: str, left: list[str], with_parts: list[str], asked: tuple[str, ...]
) -> None:
    blocks = [
        Block(text, (), numbers=(RuleNumber.parse(text),), has_parts=text in with_parts)
        for text in left
    ]
    assert requests(blocks) == asked, says


def test_what_is_left_can_be_asked_for(holdings: Holdings) -> None:
    """Message after message, until all of it was there: each rule once."""
    for style in NAMES:
        asking, names, messages = deque(["702.33", "704.5."]), [], 0
        while asking:
            answer = looked_up(holdings, [asking.popleft()], language="it")
            assert not answer.absent
            blocks = list(saying.rules(answer, "it"))
            written = posted(blocks, chat_style(style), language="it", most=3)
            asking.extendleft(reversed(written.more))
            messages += len(written.messages)
            names += re.findall(
                r"^(?:> )?\**(\d\S*?[a-z]?)\**:? ", "\n".join(written.messages), re.M
            )
        wanted = [
            str(shown.number) for shown in look_up(holdings, ["702.33"], language="it").results
        ]
        assert list(dict.fromkeys(names)) == [*wanted, "704.5"], style
        assert messages >= 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("702.33", [("702.33", False)]),
        ("702.33.", [("702.33", True)]),
        ("702.33a.", [("702.33a", True)]),
        ("702.33 704.5f", [("702.33", False), ("704.5f", False)]),
        ("702.33. kicker, 704.5f", [("702.33", True), ("kicker", False), ("704.5f", False)]),
        (
            "doppio attacco 702.33 qwxyz",
            [("doppio attacco", False), ("702.33", False), ("qwxyz", False)],
        ),
        (
            "attacco improvviso; first strike",
            [("attacco improvviso", False), ("first strike", False)],
        ),
        ("first strike travolgere", [("first strike", False), ("travolgere", False)]),
        ("CR 702.33a - d.", [("702.33a-d", False)]),
        ("regola 601.2b", [("601.2b", False)]),
        ("what is kicker", [("what is kicker", False)]),
        ("rules", [("rules", False)]),
        ("mana burn kicker 702.33", [("mana burn kicker", False), ("702.33", False)]),
        ("kicker rule 702.33a.", [("kicker", False), ("702.33a", True)]),
        ("kicker.", [("kicker", True)]),
        ("first strike. 702.33a", [("first strike", True), ("702.33a", False)]),
        ("kicker? 702.33! 702.33.?", [("kicker", False), ("702.33", False), ("702.33", True)]),
        ("qwxyz.", [("qwxyz.", False)]),
    ],
)
def test_a_line_of_a_chat(holdings: Holdings, line: str, expected: list[tuple[str, bool]]) -> None:
    assert wishes(holdings, [line]) == tuple(Wish(*each) for each in expected)


@pytest.mark.parametrize("line", ["", "  ", " , ", ";\n,"])
def test_a_line_with_nothing_in_it_is_told_what_was_wanted(holdings: Holdings, line: str) -> None:
    with pytest.raises(RegulaeError, match=r"702\.33d"):
        wishes(holdings, [line])


@given(text=TEXTS)
def test_any_line_is_answered(bundled_holdings: Holdings, text: str) -> None:
    assume(re.search(r"[^\s,;]", text[:200]))
    answer = looked_up(bundled_holdings, [text[:200]], language="en")
    for style in NAMES:
        written = posted(saying.rules(answer, "en"), chat_style(style), language="en", most=1)
        most, measure = LENGTHS[style]
        assert len(written.messages) == 1
        assert measure(written.messages[0]) <= most


@pytest.fixture(scope="module")
def bundled_holdings(bundled: object) -> Holdings:
    return Holdings(bundled)  # type: ignore[arg-type]


def test_two_editions_in_a_message_are_both_named() -> None:
    august = edition("en", "2026-08-07")
    with in_memory() as store:
        put(store, document(rule("100.1", "Italian."), of=edition("it", "2024-11-23")))
        put(store, document(rule("100.1", "One."), rule("100.2", "Two."), of=august))
        answer = look_up(Holdings(store), ["100.1", "100.2"], language="it")
        written = posted(saying.rules(answer, "it"), chat_style("discord"), language="it", most=1)
    [message] = written.messages
    marks = [line for line in message.split("\n") if line.startswith("> —")]
    assert [mark.split()[2:4] for mark in marks] == [["it,", "2024-11-23,"], ["en,", "2026-08-07,"]]


def test_examples_and_names_come_along() -> None:
    with in_memory() as store:
        text = rule("100.1", "Pay *it*.", examples=["Ada pays."])
        put(store, document(rule("100", title="Costs"), text, of=edition("en", "2026-08-07")))
        answer = look_up(Holdings(store), ["100"], language="en")
        discord, slack, irc = (
            posted(
                saying.rules(answer, "en"), chat_style(name, bold=True), language="en", most=None
            )
            for name in NAMES
        )
    mark = "en, 2026-08-07, translation, not official"
    assert discord.messages[0].split("\n") == [
        "> **100** Costs",
        r"> **100.1** Pay \*it\*.",
        "> *Example:* Ada pays.",
        f"> — {mark}",
    ]
    assert slack.messages[0].split("\n")[1:3] == [
        "> *100.1* Pay <!date^00000000^{_}|*>it<!date^00000000^{_}|*>.",
        "> _Example:_ Ada pays.",
    ]
    assert irc.messages == (
        f"\x02100\x02: Costs [{mark}]",
        f"\x02100.1\x02: Pay *it*. [{mark}]",
        f"\x02100.1\x02 (continued): Example: Ada pays. [{mark}]",
    )
