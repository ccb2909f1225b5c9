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
        step = str(part)
        if "~" in step or "/" in step:
            step = step.replace("~", "~0").replace("/", "~1")
        return Pointer(f"{self}/{step}")

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
