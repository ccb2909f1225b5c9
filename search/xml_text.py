"""Text that may stand in XML: what XML cannot hold is replaced."""

import re

# XML 1.0 section 2.2: no control signs but tab and line ends, no half of a surrogate pair.
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """``text`` with one kind of line end, and U+FFFD for each sign that XML forbids.

    >>> xml_text("a\\x00b")
    'a\ufffdb'
    """
    ends = text.replace("\r\n", "\n").replace("\r", "\n")
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", ends)


def one_line(text: str) -> str:
    """As ``xml_text``, with single blanks for all runs of white space."""
    return " ".join(xml_text(text).split())
