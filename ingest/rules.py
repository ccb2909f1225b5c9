"""The segmenter: from the pieces of a document to its rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from ingest.contents import body
from ingest.document import Document, LineKind
from ingest.found import Counts, Editions, FoundRule, FoundRuling, Segmented
from ingest.glossary import GlossaryLine, entries
from ingest.joins import Joiner
from ingest.numbers_in_lines import ended, start_at, title_like
from ingest.pieces import Piece, PieceKind, pieces
from ingest.repeats import Repeats
from ingest.words import document_words
from kb.lang import folded
from kb.model import Note, NoteKind
from kb.number import RuleNumber

_HEADING = 60
"""Letters of a line without a stop that is taken for a heading."""
_INDENT = 3
_WIDEST_PAGE = 140
LONGEST = 20_000
"""Letters of a rule; what follows a longer one is no part of it."""
_SITE_OF_SINGLE_RULES = 3
"""Bare numbers in a page that make it one of a site with a page for each rule."""


class _Part(Enum):
    FRONT = auto()
    RULINGS = auto()
    RULE = auto()
    SUBRULES = auto()
    GLOSSARY = auto()
    CREDITS = auto()
    NAVIGATION = auto()
    OTHER = auto()


def segment(document: Document) -> Segmented:
    """Rules, rulings, glossary and facts of a document, with notes on all else."""
    contents = body(tuple(pieces(document.lines)))
    return _Segmenter(document, contents.pieces, contents.left_out).read(contents.promised)


@dataclass(slots=True)
class _Segmenter:
    document: Document
    pieces: Sequence[Piece]
    contents: int
    part: _Part = _Part.FRONT
    rules: list[FoundRule] = field(default_factory=list)
    rulings: list[FoundRuling] = field(default_factory=list)
    glossary: list[GlossaryLine] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    others: list[tuple[str, int]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    editions: Editions = field(default_factory=Editions)
    unclear: set[RuleNumber] = field(default_factory=set)
    seen: set[_Part] = field(default_factory=set)
    joiner: Joiner = field(init=False)
    repeats: Repeats = field(init=False)
    single: bool = False
    next_starts: list[int] = field(default_factory=list)
    """For each piece the place of the next one that begins a rule, itself included."""
    next_heads: list[int] = field(default_factory=list)
    wrapped: bool = False

    def __post_init__(self) -> None:
        self.joiner = Joiner(self.document.lines)
        self.repeats = Repeats(self.document.lines)
        bare = sum(piece.kind is PieceKind.BARE for piece in self.pieces)
        self.single = bare >= _SITE_OF_SINGLE_RULES
        self.wrapped = _is_wrapped(self.document)
        end = len(self.pieces)
        self.next_starts, self.next_heads = [end] * (end + 1), [end] * (end + 1)
        for index in range(end - 1, -1, -1):
            starts = self.pieces[index].start is not None
            self.next_starts[index] = index if starts else self.next_starts[index + 1]
            heads = self.is_head(self.pieces[index])
            self.next_heads[index] = index if heads else self.next_heads[index + 1]

    def read(self, promised: frozenset[str]) -> Segmented:
        readers: dict[PieceKind, Callable[[int, Piece], None]] = {
            PieceKind.TEXT: self.text,
            PieceKind.START: self.start,
            PieceKind.EDITION: self.edition,
            PieceKind.BARE: self.bare,
            PieceKind.NUMBERS: self.navigate,
            PieceKind.MENU: self.menu,
            PieceKind.PAGE: self.page,
            PieceKind.LEADERS: self.navigate,
            PieceKind.UNCLEAR: self.not_clear,
        }
        for index, piece in enumerate(self.pieces):
            readers[piece.kind](index, piece)
        self.promises(promised)
        found, left = entries(self.glossary)
        self.others += left
        self.counts.contents = self.contents
        self.counts.navigation += self.document.skipped
        return Segmented(
            rules=tuple(self.rules),
            rulings=tuple(self.rulings),
            glossary=found,
            facts=tuple(self.facts.items()),
            editions=self.editions,
            notes=tuple(self.notes),
            others=tuple(self.others),
            counts=self.counts,
            unclear=frozenset(self.unclear),
        )

    # -- the kinds of pieces -----------------------------------------------------------

    def start(self, index: int, piece: Piece) -> None:
        assert piece.start is not None
        if self.part is _Part.NAVIGATION and self.is_link(index, piece):
            self.navigate(index, piece)
            return
        if self.part is _Part.GLOSSARY and not any(rule.number.rule for rule in self.rules):
            self.give_back_glossary()
        self.begin(piece, piece.start.number, piece.text)
        start = piece.start
        if start.glued:
            printed = f"{start.number}{piece.text[:20]}"
            self.note(NoteKind.GLUED_NUMBER, f"no blank after the number: {printed!r}", piece)
        if start.odd:
            printed = piece.line.text[:24] if piece.first else f"{start.number}…"
            self.note(NoteKind.ODD_NUMBER, f"{start.odd}: {printed!r}", piece)

    def begin(self, piece: Piece, number: RuleNumber, text: str, *, inferred: bool = False) -> None:
        rule = FoundRule(number, text, piece.line.number, self.editions.current, inferred)
        rule.named = not number.is_subrule and (number.rule is None or title_like(text))
        rule.lost, rule.cut = piece.line.lost, piece.line.cut
        self.rules.append(rule)
        self.part = _Part.RULE if not inferred else _Part.SUBRULES

    def edition(self, index: int, piece: Piece) -> None:
        assert piece.edition is not None
        self.editions.add(piece.edition)
        if self.part not in (_Part.CREDITS, _Part.GLOSSARY):
            self.part = _Part.OTHER

    def bare(self, index: int, piece: Piece) -> None:
        """A number alone: a link among others, or a rule whose text is in the next line."""
        after = self.pieces[index + 1] if index + 1 < len(self.pieces) else None
        before = self.pieces[index - 1] if index else None
        alone = piece.line.kind is LineKind.TEXT and piece.number is not None
        linked = any(
            near is not None and near.kind in (PieceKind.BARE, PieceKind.NUMBERS)
            for near in (before, after)
        )
        told = after is not None and after.kind is PieceKind.TEXT and not self.is_head(after)
        if self.part is not _Part.NAVIGATION and alone and not linked and told:
            assert after is not None and piece.number is not None
            if piece.number.rule is not None:
                self.begin(piece, piece.number, "")
                return
        self.navigate(index, piece)

    def navigate(self, index: int, piece: Piece) -> None:
        self.counts.navigation += 1
        self.counts.first_navigation = self.counts.first_navigation or piece.line.number

    def menu(self, index: int, piece: Piece) -> None:
        if self.part is _Part.GLOSSARY:  # a word of the site may be a term, too
            self.text(index, piece)
            return
        if self.part is _Part.RULINGS and piece.line.kind is LineKind.HEADING:
            self.part = _Part.OTHER
        self.navigate(index, piece)

    def page(self, index: int, piece: Piece) -> None:
        self.counts.pages += 1

    def not_clear(self, index: int, piece: Piece) -> None:
        """A number that is told and not guessed; its text is nobody's."""
        kind = NoteKind.ODD_NUMBER if piece.number is None else NoteKind.GLUED_NUMBER
        why = "no rule number" if piece.number is None else "number or word begins here?"
        detail = f"{why}: {piece.text[:30]!r}; not read as a rule"
        self.notes.append(Note(kind, detail, piece.number, piece.line.number))
        if piece.number is not None:
            self.unclear.add(piece.number)
        self.other(piece)
        self.part = _Part.OTHER if self.part is not _Part.GLOSSARY else self.part

    def text(self, index: int, piece: Piece) -> None:
        if piece.line.kind is LineKind.FACT:
            self.fact(piece)
        elif part := self.part_named(piece):
            self.enter(part, index, piece)
        elif self.part is _Part.RULINGS:
            self.ruling(piece)
        elif self.part is _Part.SUBRULES:
            self.subrule(piece)
        elif self.part is _Part.GLOSSARY:
            self.glossary.append(GlossaryLine.of(piece, self.editions.current))
        elif self.part is _Part.RULE:
            self.after_rule(index, piece)
        elif (example := self.example(piece)) and self.rules and self.part is _Part.OTHER:
            self.rules[-1].examples.append(example)
        else:
            self.other(piece)

    # -- texts -------------------------------------------------------------------------

    def part_named(self, piece: Piece) -> _Part | None:
        """The part that a line is the heading of."""
        words, head = document_words(), piece.head
        if not head or piece.line.kind is LineKind.ITEM or not piece.first:
            return None
        for heads, part in (
            (words.glossary, _Part.GLOSSARY),
            (words.credits, _Part.CREDITS),
            (words.rulings, _Part.RULINGS),
            (words.subrules, _Part.SUBRULES),
            (words.navigation, _Part.NAVIGATION),
        ):
            if head in heads:
                return part
        if piece.line.kind is LineKind.HEADING and self.part is not _Part.GLOSSARY:
            return _Part.OTHER
        return None

    def enter(self, part: _Part, index: int, piece: Piece) -> None:
        if part is _Part.SUBRULES and not (self.rules and self.rules[-1].number.rule):
            part = _Part.OTHER
        if part is _Part.NAVIGATION:
            self.navigate(index, piece)
        self.part = part
        self.seen.add(part)

    def fact(self, piece: Piece) -> None:
        label, _, value = piece.text.partition("\t")
        if self.part is _Part.GLOSSARY:
            self.glossary.append(GlossaryLine.pair(label, value, piece, self.editions.current))
            return
        if self.rules:
            self.other(piece)
            return
        words, bare = document_words(), label.rstrip(":").strip()
        key = "type" if folded(bare) in words.types else bare
        key = "introduced" if folded(bare) in words.introduced else key
        self.facts.setdefault(key, value)

    def ruling(self, piece: Piece) -> None:
        wraps = piece.line.kind is LineKind.TEXT and not piece.line.apart and self.rulings
        if wraps and not ended(self.rulings[-1].text) and piece.text[:1].islower():
            last = self.rulings[-1]
            last.text = self.joiner.join(last.text, piece.text, cut=False)
        else:
            self.rulings.append(FoundRuling(piece.text, piece.line.number, self.editions.current))

    def subrule(self, piece: Piece) -> None:
        """A paragraph without a number under its rule: the letter follows from the order."""
        if example := self.example(piece):
            self.rules[-1].examples.append(example)
            return
        last = self.rules[-1]
        unended = not ended(last.text) and last.inferred
        if unended and not piece.line.apart and piece.text[:1].islower():
            last.text = self.joiner.join(last.text, piece.text, cut=last.cut)
            return
        number = last.number.following if last.number.is_subrule else last.number.first_child
        if number is None:
            self.other(piece)
            return
        self.begin(piece, number, piece.text, inferred=True)
        opening = piece.text[:40]
        self.note(NoteKind.INFERRED_NUMBER, f"no letter in the source: {opening!r}", piece)

    def after_rule(self, index: int, piece: Piece) -> None:
        """A line behind a rule: its example, its wrapped rest, or something else."""
        rule = self.rules[-1]
        if example := self.example(piece):
            rule.examples.append(example)
            rule.cut = piece.line.cut
            return
        target = rule.examples[-1] if rule.examples else rule.text
        if not target:
            rule.text, rule.cut = piece.text, piece.line.cut
            rule.named = not rule.number.is_subrule and title_like(piece.text)
            return
        lower = piece.text[:1].islower()
        goes_on = self.goes_on(index, rule)
        hangs = self.wrapped and not piece.line.apart
        told_before = (ended(target) or lower) and not goes_on and not hangs
        if told_before and self.repeats.is_repeated(piece):
            detail = f"a copy of an earlier text, cut off: {piece.text[:60]!r}"
            self.notes.append(Note(NoteKind.DUPLICATE_TEXT, detail, None, piece.line.number))
            self.part = _Part.OTHER
            return
        if rule.named and not rule.examples:
            if lower and not piece.line.apart and rule.number.rule is not None:
                rule.text = self.joiner.join(rule.text, piece.text, cut=rule.cut)
                rule.named = title_like(rule.text)
            elif self.single and rule.number.rule is not None:
                self.subrule(piece)
            else:
                self.leave(piece)
            return
        if len(target) > LONGEST:
            self.leave(piece)
        elif not ended(target) and piece.line.kind is not LineKind.ITEM:
            self.append(rule, piece)
        elif not piece.line.apart and not self.is_heading(piece):
            self.append(rule, piece, to_rule=not self.wrapped)
        elif piece.line.indent >= _INDENT or goes_on:
            self.append(rule, piece, to_rule=True)
        else:
            self.leave(piece)

    def append(self, rule: FoundRule, piece: Piece, *, to_rule: bool = False) -> None:
        """The rest of a wrapped line, or one more paragraph of the rule."""
        if rule.examples and not to_rule:
            rule.examples[-1] = self.joiner.join(rule.examples[-1], piece.text, cut=rule.cut)
        else:
            cut = rule.cut and not rule.examples
            rule.text = self.joiner.join(rule.text, piece.text, cut=cut)
        rule.cut = piece.line.cut
        rule.lost += piece.line.lost

    def leave(self, piece: Piece) -> None:
        self.part = _Part.OTHER
        self.other(piece)

    def other(self, piece: Piece) -> None:
        self.others.append((piece.text, piece.line.number))
        self.counts.lost += piece.line.lost

    def example(self, piece: Piece) -> str | None:
        match = document_words().example.match(piece.text)
        if match is None or match.end() == len(piece.text):
            return None
        return piece.text[match.end() :]

    # -- what stands around ------------------------------------------------------------

    def goes_on(self, index: int, rule: FoundRule) -> bool:
        """Whether the section goes on further down, with no heading or edition between."""
        following = self.next_starts[index]
        if following == len(self.pieces):
            return False
        start = self.pieces[following].start
        assert start is not None
        if start.number.section != rule.number.section or not rule.number < start.number:
            return False
        return self.next_heads[index] > following

    def is_head(self, piece: Piece) -> bool:
        return piece.kind is PieceKind.EDITION or (
            piece.kind is PieceKind.TEXT
            and (self.part_named(piece) is not None or piece.line.kind is LineKind.HEADING)
        )

    def is_heading(self, piece: Piece) -> bool:
        text = piece.text
        return len(text) <= _HEADING and title_like(text) and text[:1].isupper()

    def is_link(self, index: int, piece: Piece) -> bool:
        """Whether a name with its number, in a list of links, is one more of them."""
        if not title_like(piece.text):
            return False
        if piece.line.kind is LineKind.ITEM:
            return True
        after = self.pieces[index + 1] if index + 1 < len(self.pieces) else None
        return after is None or (after.start is not None and not after.start.number.is_subrule)

    def give_back_glossary(self) -> None:
        """What stood under a glossary heading before the first rule was no glossary."""
        self.others += [(line.text, line.line) for line in self.glossary]
        self.glossary.clear()

    def promises(self, promised: frozenset[str]) -> None:
        for name, part in (("glossary", _Part.GLOSSARY), ("credits", _Part.CREDITS)):
            if name in promised and part not in self.seen:
                detail = f"the contents name a part ({name}) that the text lacks"
                self.notes.append(Note(NoteKind.TRUNCATED, detail))

    def note(self, kind: NoteKind, detail: str, piece: Piece) -> None:
        self.notes.append(Note(kind, detail, self.rules[-1].number, piece.line.number))


def _is_wrapped(document: Document) -> bool:
    """Whether paragraphs are cut into lines of one width, as on a typewriter."""
    hanging, before = 0, ""
    for line in document.lines:
        if len(line.text) > _WIDEST_PAGE:
            return False
        hanging += not line.apart and not ended(before) and start_at(line.text) is None
        before = line.text
    return hanging * 4 > len(document.lines)
