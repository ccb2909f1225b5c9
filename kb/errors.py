"""The tree of errors.

    RegulaeError
    ├── UnknownRule        a text is no rule number, or the number is not held
    ├── BadRange           two numbers that make no range
    ├── BadDate            a text is no edition date
    ├── UnknownLanguage    no folder data/<code>/ for this code
    ├── UnknownEdition     no edition of that date is held
    ├── BadData            a bundled or edited data file is not as its reader wants it
    ├── Unreadable         a file or stream cannot be read
    │   ├── BadState       a game-state document is not `mtg-state/1`
    │   └── Unfetched      an address gives no document, or must not be asked for one
    ├── NoEngine           a search engine that is not there
    ├── Unwritable         a file or folder cannot be written where it was asked for
    └── StoreError         the knowledge base cannot be opened or written
        ├── NewerSchema    it was written by a newer regulae
        ├── NoPlace        its index can be kept nowhere
        └── StoreBusy      another process holds it

Each message says what came, what was wanted and where to look. Where it is a ``Saying``
(``kb.saying``) it is told in the language of the answer; any other text is English.
"""


class RegulaeError(Exception):
    """Anything the user should read as one line instead of a traceback."""

    @property
    def said(self) -> str:
        """The sentence, which may be a ``Saying``; ``str()`` of the error is the English text."""
        sentence = self.args[0] if self.args else ""
        return sentence if isinstance(sentence, str) else str(sentence)

    def told(self, language: str) -> str:
        """The sentence in a language, in English where it is in no other."""
        from kb.saying import told  # kb.saying reads the data, whose reader raises these errors

        return told(self.said, language)


class UnknownRule(RegulaeError):
    """A text that is no rule number, or a number that is not held."""


class BadRange(RegulaeError):
    """Two numbers that make no range: backwards, over two parents, or too long."""


class BadDate(RegulaeError):
    """A text that is no edition date (2024-11-23, or 2011-09 for a month)."""


class UnknownLanguage(RegulaeError):
    """A language code without a folder under data/."""


class UnknownEdition(RegulaeError):
    """A date for which no edition is held."""


class BadData(RegulaeError):
    """A data file that is not as its reader wants it."""


class Unreadable(RegulaeError):
    """A file or stream that cannot be read."""


class Unwritable(RegulaeError):
    """A file or folder that cannot be written, or whose place is taken."""


class NoEngine(RegulaeError):
    """A search engine that is not installed, or that nobody knows."""


class BadState(Unreadable):
    """A document that is not a game state in the format ``mtg-state/1``."""


class Unfetched(Unreadable):
    """An address that gives no document, or that must not be asked for one."""


class StoreError(RegulaeError):
    """A knowledge base that cannot be opened or written."""


class NewerSchema(StoreError):
    """A knowledge base written by a newer regulae."""


class NoPlace(StoreError):
    """An index that can be kept neither beside its base nor in the user's cache."""


class StoreBusy(StoreError):
    """A knowledge base that another process is writing."""
