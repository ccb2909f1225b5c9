"""Marks by which an export is known: the key, the header, the file."""

MARK = "regulae-export"
"""In JSON a key, in the tables a heading; its value is VERSION."""
VERSION = 1
MANIFEST = f"{MARK}.csv"
"""The file that says that a folder is an export; below its heading stands the version."""
PO_MARK = f"X-{MARK.title()}"
"""The header field of a PO file."""
