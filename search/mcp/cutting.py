"""Cutting: long answers in pages of bounded size, each of the shape of the whole."""

import json
from typing import Any, NamedTuple

PAGE_SIZE = 40_000
"""Characters of JSON that a page has, or one unit more."""
UNIT_SIZE = 8_000
"""Characters of a part that is not taken apart."""
LONGEST_TEXT = 12_000
"""Characters of one text."""
MARK = " […]"
_SMALL_LIST = 2_000
_MOST_KEYS = 60
"""A dict of more is a table; one of fewer has keys that its shape wants."""


class Cut(NamedTuple):
    """One page of an answer."""

    answer: Any
    pages: int
    shortened: bool
    """Whether a text on it was cut."""


def cut(answer: Any, page: int) -> Cut:
    """A page of an answer, from 1; of one that is not there only the number of pages is right.

    >>> cut({"hits": [1, 2], "total": 2}, 1)
    Cut(answer={'hits': [1, 2], 'total': 2}, pages=1, shortened=False)
    """
    packer = _Packer(page)
    shown, _ = packer.taken_apart(answer)
    return Cut(shown, packer.page, packer.shortened)


class _Packer:
    """Goes through an answer once, fills page after page, and keeps what is on the one wanted."""

    def __init__(self, wanted: int) -> None:
        self.page = 1
        self.shortened = False
        self._wanted = wanted
        self._used = 0

    def taken_apart(self, value: Any) -> tuple[Any, bool]:
        """What stays of something large, and whether any of it is on the page."""
        if isinstance(value, dict):
            return self._dict(value)
        if isinstance(value, list):
            return self._list(value)
        return value, self._is_here(_size(value))

    def _dict(self, value: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        if len(value) > _MOST_KEYS:
            return self._table(value)
        fixed = {key: part for key, part in value.items() if not _is_large(part)}
        here = self._is_here(sum(map(_size, fixed.values())))
        kept: dict[str, Any] = {}
        for key, part in value.items():
            if key in fixed:
                kept[key] = part
            elif isinstance(part, str):
                on_page = self._is_here(min(_size(part), LONGEST_TEXT))
                here |= on_page
                kept[key] = self._shortened(part, on_page)
            else:
                kept[key], some = self.taken_apart(part)
                here |= some
        return kept, here

    def _table(self, value: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        kept: dict[str, Any] = {}
        for key, part in value.items():
            shown, here = self._unit(part, len(key))
            if here:
                kept[key] = shown
        return kept, bool(kept)

    def _list(self, value: list[Any]) -> tuple[list[Any], bool]:
        kept = []
        for part in value:
            shown, here = self._unit(part, 0)
            if here:
                kept.append(shown)
        return kept, bool(kept)

    def _unit(self, part: Any, more: int) -> tuple[Any, bool]:
        size = _size(part)
        if size > UNIT_SIZE and isinstance(part, (dict, list)):
            return self.taken_apart(part)
        here = self._is_here(min(size, LONGEST_TEXT) + more)
        return self._shortened(part, here), here

    def _is_here(self, size: int) -> bool:
        """Whether a part of a size, put on the page that is being filled, is on the one wanted."""
        if self._used and self._used + size > PAGE_SIZE:
            self.page += 1
            self._used = 0
        self._used += size
        return self.page == self._wanted

    def _shortened(self, part: Any, here: bool) -> Any:
        if not isinstance(part, str) or len(part) <= LONGEST_TEXT:
            return part
        self.shortened |= here
        return part[:LONGEST_TEXT] + MARK


def _is_large(part: Any) -> bool:
    """Whether it is packed by itself, and not with the dict in which it stands."""
    return isinstance(part, (dict, list, str)) and _size(part) > _SMALL_LIST


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
