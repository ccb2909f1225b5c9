"""JSON Pointers (RFC 6901): where something stands in a document."""


class Pointer(str):
    """A pointer that grows with ``/``.

    >>> Pointer("/objects") / "bear" / "counters" / "+1/+1"
    '/objects/bear/counters/+1~1+1'
    >>> Pointer("/history/1/paid").within("/history/1"), Pointer("/history/10").within("/history/1")
    (True, False)
    """

    __slots__ = ()

    def __truediv__(self, part: str | int) -> "Pointer":
        if isinstance(part, int):
            return Pointer(self + f"/{part}")
        if "/" in part or "~" in part:
            part = part.replace("~", "~0").replace("/", "~1")
        return Pointer(self + "/" + part)

    @property
    def parts(self) -> tuple[str, ...]:
        """Its steps from the root, unescaped."""
        return tuple(
            step.replace("~1", "/").replace("~0", "~") for step in self.removeprefix("/").split("/")
        )

    def within(self, other: str) -> bool:
        """Whether it is ``other`` or stands below it."""
        return self == other or self.startswith(f"{other}/")


ROOT = Pointer("")
