"""Which characters a text may hold: a name is one line, a note may have several; neither hides or turns anything.

Refused are control characters, separators of lines and paragraphs, and the marks that turn the direction of what
follows (Unicode Standard Annex 9), by which a text reads otherwise than it is stored. Letters are kept in their
composed form (NFC), so that what looks the same is the same.
"""

import re
import unicodedata

_TURNING = r"\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
UNFIT_FOR_A_LINE = rf"\u0000-\u001f\u007f-\u009f\u2028\u2029{_TURNING}"
"""As a class of characters in a regular expression, in Python and in JSON Schema."""
UNFIT_FOR_LINES = rf"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f{_TURNING}"

NO_LINE = "must be one line, without control characters"
NO_LINES = "must not hold control characters"

_UNFIT_FOR_A_LINE = re.compile(f"[{UNFIT_FOR_A_LINE}]+")
_UNFIT_FOR_LINES = re.compile(f"[{UNFIT_FOR_LINES}]+")
_LINE_BREAK = re.compile("\r\n|[\r\u2028\u2029]")


def is_line(text: str) -> bool:
    """Tell whether a text may stand where one line is meant."""
    return _UNFIT_FOR_A_LINE.search(text) is None


def are_lines(text: str) -> bool:
    """Tell whether a text may stand where several lines are meant."""
    return _UNFIT_FOR_LINES.search(text) is None


def line(text: str) -> str:
    """Return a fit line as it is stored."""
    return unicodedata.normalize("NFC", text).strip()


def lines(text: str) -> str:
    """Return fit lines as they are stored: between them a line feed, for a tab a space."""
    return unicodedata.normalize("NFC", _LINE_BREAK.sub("\n", text).replace("\t", " ")).strip()


def cleaned_line(text: str) -> str:
    """Return a text from before these rules as a fit line: a space in the place of what is unfit."""
    return line(_UNFIT_FOR_A_LINE.sub(" ", text))


def cleaned_lines(text: str) -> str:
    """Return a text from before these rules as fit lines."""
    return lines(_UNFIT_FOR_LINES.sub(" ", text))
