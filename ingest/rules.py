"""The segmenter: from the pieces of a document to its rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ingest.contents import body
from ingest.document import Document, LineKind
from ingest.found import Counts, Editions, FoundRule, FoundRuling, Segmented
from ingest.glossary import GlossaryLine, entries
from ingest.joins import Joiner
from ingest.numbers_in_lines import ended, title_like
from ingest.pieces import Piece, PieceKind, pieces
from ingest.repeats import Repeats
from ingest.surroundings import Part, Surroundings, is_heading, is_wrapped, part_named
from ingest.words import document_words
from kb.lang import folded
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.saying import said

LONGEST = 20_000
"""Letters of a rule; what follows a longer one is no part of it."""
_INDENT = 3
_SITE_OF_SINGLE_RULES = 3
"""Bare numbers in a page that make it one of a site with a page for each rule."""
_PROMISES = {Part.GLOSSARY: "glossary", Part.CREDITS: "credits"}


def segment(document: Document) -> Segmented:
    """Rules, rulings, glossary and facts of a document, with notes on all else."""
    contents = body(tuple(pieces(document.lines)))
    segmenter = _Segmenter(document, contents.pieces, promised=set(contents.promised))
    segmenter.counts.contents = contents.left_out
    segmenter.counts.navigation = document.skipped
    return segmenter.read()


@dataclass(slots=True)
class _Segmenter:
    """Goes through the pieces once and knows in which part of the document it is."""

    document: Document
    pieces: Sequence[Piece]
    promised: set[str]
    part: Part = Part.FRONT
    rules: list[FoundRule] = field(default_factory=list)
    rulings: list[FoundRuling] = field(default_factory=list)
    glossary: list[GlossaryLine] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    others: list[tuple[str, int]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    editions: Editions = field(default_factory=Editions)
    unclear: set[RuleNumber] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    """The promised parts that the body has."""
    joiner: Joiner = field(init=False)
    repeats: Repeats = field(init=False)
    around: Surroundings = field(init=False)
    single: bool = field(init=False)
    """Whether the page is one of a site with a page for each rule."""
    wrapped: bool = field(init=False)

    def __post_init__(self) -> None:
        self.joiner = Joiner(self.document.lines)
        self.repeats = Repeats(self.document.lines)
        self.around = Surroundings(self.pieces)
        bare = sum(piece.kind is PieceKind.BARE for piece in self.pieces)
        self.single = bare >= _SITE_OF_SINGLE_RULES
        self.wrapped = is_wrapped(self.document)

    def read(self) -> Segmented:
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
        if self.rules:
            self.notes += [
                Note(NoteKind.TRUNCATED, said("note.part_lacking", name=name))
                for name in sorted(self.promised - self.seen)
            ]
        found, left = entries(self.glossary, joiner=self.joiner)
        return Segmented(
            rules=tuple(self.rules),
            rulings=tuple(self.rulings),
            glossary=found,
            facts=tuple(self.facts.items()),
            editions=self.editions,
            notes=tuple(self.notes),
            others=(*self.others, *left),
            counts=self.counts,
            unclear=frozenset(self.unclear),
        )

    # -- the kinds of pieces -----------------------------------------------------------

    def start(self, index: int, piece: Piece) -> None:
        start = piece.start
        assert start is not None
        if self.part is Part.NAVIGATION and self.around.is_link(index):
            self.navigate(index, piece)
            return
        if self.part is Part.GLOSSARY and not any(rule.number.rule for rule in self.rules):
            self.give_back_glossary()
        self.begin(piece, start.number, piece.text)
        if start.glued:
            printed = f"{start.number}{piece.text[:20]}"
            self.note(NoteKind.GLUED_NUMBER, said("note.glued", printed=printed), piece)
        if start.odd:
            printed = piece.line.text[:24] if piece.first else f"{start.number}…"
            detail = said("note.odd", why=said(f"note.odd_{start.odd}"), printed=printed)
            self.note(NoteKind.ODD_NUMBER, detail, piece)

    def begin(self, piece: Piece, number: RuleNumber, text: str, *, inferred: bool = False) -> None:
        rule = FoundRule(number, text, piece.line.number, self.editions.current, inferred)
        rule.named = not number.is_subrule and (number.rule is None or title_like(text))
        rule.lost, rule.cut = piece.line.lost, piece.line.cut
        self.rules.append(rule)
        self.part = Part.SUBRULES if inferred else Part.RULE

    def edition(self, index: int, piece: Piece) -> None:
        assert piece.edition is not None
        self.editions.add(piece.edition)
        if self.part not in (Part.CREDITS, Part.GLOSSARY):
            self.part = Part.OTHER

    def bare(self, index: int, piece: Piece) -> None:
        """A number alone: a link among others, or a rule whose text is in the next line."""
        if self.part is not Part.NAVIGATION and self.around.has_text_below(index):
            assert piece.number is not None
            self.begin(piece, piece.number, "")
        else:
            self.navigate(index, piece)

    def navigate(self, index: int, piece: Piece) -> None:
        self.counts.navigation += 1
        self.counts.first_navigation = self.counts.first_navigation or piece.line.number

    def menu(self, index: int, piece: Piece) -> None:
        if self.part is Part.GLOSSARY:  # a word of the site may be a term, too
            self.text(index, piece)
            return
        if piece.line.kind is LineKind.HEADING:
            self.part = Part.OTHER
        self.navigate(index, piece)

    def page(self, index: int, piece: Piece) -> None:
        self.counts.pages += 1

    def not_clear(self, index: int, piece: Piece) -> None:
        """A number that is told and not guessed; its text is nobody's."""
        kind = NoteKind.ODD_NUMBER if piece.number is None else NoteKind.GLUED_NUMBER
        why = said("note.no_number" if piece.number is None else "note.number_or_word")
        detail = said("note.not_clear", why=why, printed=piece.text[:30])
        self.notes.append(Note(kind, detail, piece.number, piece.line.number))
        if piece.number is not None:
            self.unclear.add(piece.number)
        self.other(piece)
        if self.part is not Part.GLOSSARY:
            self.part = Part.OTHER

    def text(self, index: int, piece: Piece) -> None:
        if piece.line.kind is LineKind.FACT:
            label, _, value = piece.text.partition("\t")
            if not self.rules or self.part is Part.GLOSSARY:
                self.fact(piece, label, value)
                return
            piece = replace(piece, text=f"{label} {value}")  # no table stands behind a rule
        if part := part_named(piece, within=self.part):
            self.enter(part, index, piece)
        elif self.part is Part.RULINGS:
            self.ruling(piece)
        elif self.part is Part.SUBRULES:
            self.subrule(piece)
        elif self.part is Part.GLOSSARY:
            self.glossary.append(GlossaryLine.of(piece, self.editions.current))
        elif self.rules and self.part in (Part.RULE, Part.EXAMPLES, Part.OTHER):
            self.after_rule(index, piece)
        elif not (self.part is Part.FRONT and self.known_fact(piece)):
            self.other(piece)

    # -- parts -------------------------------------------------------------------------

    def enter(self, part: Part, index: int, piece: Piece) -> None:
        if part is Part.SUBRULES and not (self.rules and self.rules[-1].number.rule):
            part = Part.OTHER
        if part is Part.NAVIGATION:
            self.navigate(index, piece)
        if name := _PROMISES.get(part):
            if any(rule.number.rule for rule in self.rules):
                self.seen.add(name)
            elif self.around.is_listed(index):
                self.promised.add(name)
        self.part = part

    def give_back_glossary(self) -> None:
        """What stood under a glossary heading before the first rule was no glossary."""
        self.others += [(line.text, line.line) for line in self.glossary]
        self.glossary.clear()

    def fact(self, piece: Piece, label: str, value: str) -> None:
        if self.part is Part.GLOSSARY:
            self.glossary.append(GlossaryLine.pair(label, value, piece, self.editions.current))
        else:
            words, bare = document_words(), label.rstrip(":").strip()
            key = "type" if folded(bare) in words.types else bare
            key = "introduced" if folded(bare) in words.introduced else key
            if self.facts.setdefault(key, value) != value:
                self.others.append((f"{label}: {value}", piece.line.number))

    def known_fact(self, piece: Piece) -> bool:
        """Whether a line is a fact after all, such as ``Tipo: …`` without a table."""
        label, colon, value = piece.text.partition(": ")
        words = document_words()
        if not (colon and value and folded(label) in words.types | words.introduced):
            return False
        self.fact(piece, label, value)
        return True

    def ruling(self, piece: Piece) -> None:
        wraps = piece.line.kind is LineKind.TEXT and not piece.line.apart and self.rulings
        if wraps and not ended(self.rulings[-1].text) and piece.text[:1].islower():
            last = self.rulings[-1]
            last.text = self.joiner.join(last.text, piece.text, cut=piece.line.cut)
        else:
            self.rulings.append(FoundRuling(piece.text, piece.line.number, self.editions.current))

    # -- rules -------------------------------------------------------------------------

    def subrule(self, piece: Piece) -> None:
        """A paragraph without a number under its rule: the letter follows from the order."""
        last = self.rules[-1]
        if self.takes_example(piece):
            return
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
        self.note(NoteKind.INFERRED_NUMBER, said("note.inferred", opening=opening), piece)

    def after_rule(self, index: int, piece: Piece) -> None:
        """A line behind a rule: its example, its wrapped rest, or something else."""
        rule, line = self.rules[-1], piece.line
        if self.takes_example(piece):
            return
        if self.part is Part.OTHER:
            self.other(piece)
            return
        self.part = Part.RULE
        target = rule.examples[-1] if rule.examples else rule.text
        if not target:
            rule.text, rule.cut = piece.text, line.cut
            rule.named = not rule.number.is_subrule and title_like(piece.text)
            return
        goes_on = self.around.goes_on(index, rule.number)
        if self.is_copy(piece, target) and not goes_on:
            detail = said("note.copy_cut", opening=piece.text[:60])
            self.notes.append(Note(NoteKind.DUPLICATE_TEXT, detail, None, line.number))
            self.part = Part.OTHER
        elif rule.named and not rule.examples:
            self.after_name(rule, piece)
        elif len(target) > LONGEST:
            self.leave(piece)
        elif self.is_rest(piece, target):
            self.append(rule, piece)
        elif goes_on or self.is_paragraph(index, piece):
            self.append(rule, piece, to_rule=True)
        else:
            self.leave(piece)

    def is_rest(self, piece: Piece, target: str) -> bool:
        """Whether a line goes on with the sentence or paragraph before it."""
        hangs = self.wrapped and not piece.line.apart
        return hangs or (not ended(target) and piece.line.kind is not LineKind.ITEM)

    def is_paragraph(self, index: int, piece: Piece) -> bool:
        """Whether a line is one more paragraph of its rule: indented, or in the midst of rules."""
        if piece.line.indent >= _INDENT:
            return True
        beside = not piece.line.apart and not is_heading(piece)
        return beside and self.around.rules_follow(index)

    def after_name(self, rule: FoundRule, piece: Piece) -> None:
        """A line behind a rule that only names something."""
        hangs = not piece.line.apart and (self.wrapped or piece.text[:1].islower())
        if hangs and rule.number.rule is not None:
            rule.text = self.joiner.join(rule.text, piece.text, cut=rule.cut)
            rule.named = title_like(rule.text)
        elif self.single and rule.number.rule is not None:
            self.subrule(piece)
        else:
            self.leave(piece)

    def is_copy(self, piece: Piece, target: str) -> bool:
        """Whether a line repeats an earlier text; a wrapped line may do so by chance."""
        if self.wrapped and not piece.line.apart:
            return False
        begins = ended(target) or piece.text[:1].islower()
        return begins and self.repeats.is_repeated(piece)

    def append(self, rule: FoundRule, piece: Piece, *, to_rule: bool = False) -> None:
        """The rest of a wrapped line, or one more paragraph of the rule."""
        if rule.examples and not to_rule:
            rule.examples[-1] = self.joiner.join(rule.examples[-1], piece.text, cut=rule.cut)
        else:
            cut = rule.cut and not rule.examples
            rule.text = self.joiner.join(rule.text, piece.text, cut=cut)
        rule.cut = piece.line.cut
        rule.lost += piece.line.lost

    def takes_example(self, piece: Piece) -> bool:
        """Whether the piece is an example of the last rule; ``Examples:`` alone opens a list."""
        rule, part = self.rules[-1], self.part
        match = document_words().example.match(piece.text)
        text = piece.text[match.end() :] if match else piece.text
        listed = part is Part.EXAMPLES and (piece.line.kind is LineKind.ITEM or not rule.examples)
        if match is None and not listed:
            return False
        if text:
            rule.examples.append(text)
            rule.cut = piece.line.cut
            rule.lost += piece.line.lost
        else:
            self.part = Part.EXAMPLES
        return True

    def leave(self, piece: Piece) -> None:
        self.part = Part.OTHER
        self.other(piece)

    def other(self, piece: Piece) -> None:
        self.others.append((piece.text, piece.line.number))
        self.counts.lost += piece.line.lost

    def note(self, kind: NoteKind, detail: str, piece: Piece) -> None:
        self.notes.append(Note(kind, detail, self.rules[-1].number, piece.line.number))
