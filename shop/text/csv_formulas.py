"""Escapes text in CSV files so that no spreadsheet runs it as a formula. Reading the file restores the text.

A spreadsheet runs a cell that starts with ``=``, ``+``, ``-`` or ``@`` or their full-width forms, also after spaces or
quotes (OWASP, CSV injection). Where semicolons separate cells, a semicolon inside a text starts a new cell, and a line
break starts a new row. So an apostrophe is put before each such start.
"""

import re

_BLANKS = r"[ \t\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff\"'\u2018\u2019\u201c\u201d]*"
_RUN = r"=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b"
_BEGINS = r"(^|[;\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029])"
_MAY_BE_RUN = re.compile(rf"^(?='*[\t\r\n])|{_BEGINS}(?={_BLANKS}[{_RUN}])")
_GUARDED = re.compile(rf"^'(?='*[\t\r\n])|{_BEGINS}'(?={_BLANKS}[{_RUN}])")


def guarded(text: str) -> str:
    """Escape a text for a cell."""
    return _MAY_BE_RUN.sub(lambda found: f"{found[0]}'", text)


def unguarded(cell: str) -> str:
    """Return the text of a cell that :func:`guarded` escaped."""
    return _GUARDED.sub(lambda found: found[1] or "", cell)
