"""Texts in files for spreadsheets: none is run as a formula, and reading the file brings each back as it was.

A spreadsheet runs a cell that begins with ``=``, ``+``, ``-`` or ``@``, also in full width, after blanks or quotes
(OWASP, CSV injection). One that expects semicolons between cells takes those within a text for such, and a line break
for the end of a row. So an apostrophe stands before each part of a text that might be run.
"""

import re

_BLANKS = r"[ \t\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff\"'\u2018\u2019\u201c\u201d]*"
_RUN = r"=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b"
_BEGINS = r"(^|[;\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029])"
_MAY_BE_RUN = re.compile(rf"^(?='*[\t\r\n])|{_BEGINS}(?={_BLANKS}[{_RUN}])")
_GUARDED = re.compile(rf"^'(?='*[\t\r\n])|{_BEGINS}'(?={_BLANKS}[{_RUN}])")


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs."""
    return _MAY_BE_RUN.sub(lambda found: f"{found[0]}'", text)


def unguarded(cell: str) -> str:
    """Return the text of which :func:`guarded` made this cell."""
    return _GUARDED.sub(lambda found: found[1] or "", cell)
