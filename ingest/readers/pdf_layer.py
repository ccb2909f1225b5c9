"""A program that gives the text layer of a PDF, line by line; run apart, since it may break.

The bytes come on standard input, the answer goes to standard output as JSON. It holds itself
within limits of memory and time: the library that reads PDFs is no match for every hostile file.
"""

import ctypes
import json
import sys
from typing import Any

import pypdfium2.raw as pdfium

MOST_PAGES = 3000
"""Pages of a document; a whole edition has three hundred."""
MOST_SIGNS = 8_000_000
"""Letters of a document; a whole edition has one million."""
MEMORY = 768 * 2**20
SECONDS = 12
"""Of the processor; a whole edition takes two."""

HYPHEN = "\ufffe"
"""What the library puts in place of a hyphen and the line end behind it."""
_ERRORS = {
    pdfium.FPDF_ERR_FORMAT: "damaged",
    pdfium.FPDF_ERR_PASSWORD: "password",
    pdfium.FPDF_ERR_SECURITY: "security",
}


class TooMuch(Exception):
    """A document over one of the limits."""


def main() -> None:
    _confine()
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)


def _confine() -> None:
    if sys.platform == "win32":
        return  # there the one who called looks at the clock
    import resource

    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        _, hard = resource.getrlimit(limit)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (allowed, hard))


def answer(content: bytes) -> dict[str, Any]:
    """``pages``, each a list of lines (text, left, bottom, height), or an ``error``."""
    pdfium.FPDF_InitLibraryWithConfig(ctypes.byref(pdfium.FPDF_LIBRARY_CONFIG(version=2)))
    document = pdfium.FPDF_LoadMemDocument64(content, len(content), None)
    if not document:
        code = pdfium.FPDF_GetLastError()
        return {"error": _ERRORS.get(code, "other")}
    count = pdfium.FPDF_GetPageCount(document)
    if count > MOST_PAGES:
        return {"error": f"{count} pages are more than the {MOST_PAGES} that are read"}
    pages: list[list[tuple[str, float, float, float]]] = []
    drawn: list[int] = []
    signs = 0
    try:
        for index in range(count):
            page = pdfium.FPDF_LoadPage(document, index)
            lines = _lines(page, MOST_SIGNS - signs) if page else []
            signs += sum(len(line[0]) for line in lines)
            if page and not lines and _shows_picture(page):
                drawn.append(index + 1)
            if page:
                pdfium.FPDF_ClosePage(page)
            pages.append(lines)
    except TooMuch as error:
        return {"error": str(error)}
    return {"pages": pages, "drawn": drawn}


def _lines(page: Any, left: int) -> list[tuple[str, float, float, float]]:
    layer = pdfium.FPDFText_LoadPage(page)
    if not layer:
        return []
    try:
        count = pdfium.FPDFText_CountChars(layer)
        if count > left:
            raise TooMuch(f"it has more than the {MOST_SIGNS} letters that are read")
        if count <= 0:
            return []
        buffer = (ctypes.c_ushort * (2 * count + 2))()
        written = pdfium.FPDFText_GetText(layer, 0, count, buffer)
        text = bytes(buffer)[: 2 * max(written - 1, 0)].decode("utf-16-le", errors="replace")
        return list(_placed(layer, text))
    finally:
        pdfium.FPDFText_ClosePage(layer)


def _placed(layer: Any, text: str) -> Any:
    """The lines with the place of their first letter that is no blank."""
    box = pdfium.FS_RECTF()
    at = 0
    for whole in text.split("\r\n"):
        parts = whole.split(HYPHEN)
        for place, part in enumerate(parts):
            blanks = len(part) - len(part.lstrip())
            index = pdfium.FPDFText_GetCharIndexFromTextIndex(layer, at + blanks)
            at += len(part) + 1
            if not part.strip():
                continue
            found = index >= 0 and pdfium.FPDFText_GetLooseCharBox(layer, index, box)
            where = (box.left, box.bottom, box.top - box.bottom) if found else (0.0, 0.0, 0.0)
            yield (part + "-" if place + 1 < len(parts) else part, *(round(n, 1) for n in where))
        at += 1


def _shows_picture(page: Any) -> bool:
    count = min(pdfium.FPDFPage_CountObjects(page), 1000)
    return any(
        pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index))
        == pdfium.FPDF_PAGEOBJ_IMAGE
        for index in range(count)
    )


if __name__ == "__main__":
    main()
