"""Forms: what a reader sends."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

_KIND = "application/x-www-form-urlencoded"
_MOST_FIELDS = 20


def fields(kind: str, body: bytes) -> Mapping[str, str] | None:
    """The fields of a form, the first of each name; None where that is no form.

    >>> fields("application/x-www-form-urlencoded", b"text=a%3A+1&strict=1")
    {'text': 'a: 1', 'strict': '1'}
    """
    if kind.partition(";")[0].strip().lower() != _KIND:
        return None
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:  # too many of them, or bytes that no form has
        return None
    found: dict[str, str] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return found
