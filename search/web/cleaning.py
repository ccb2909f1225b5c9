"""Text that may stand on a page, whatever it came from."""

from search.render import printable
from search.xml_text import xml_text


def clean(text: str) -> str:
    """Without the signs that HTML forbids, or that would turn what follows around."""
    if text.isprintable():
        return text  # nearly every text is, and none of those signs
    return xml_text(printable(text))
