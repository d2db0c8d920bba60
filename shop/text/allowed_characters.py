"""The characters that a text may contain. A name is one line, and a note may have several lines.

Control characters, line and paragraph separators, and marks that change the text direction (Unicode Standard Annex 9)
are refused, because they make a text look different from what is stored. Texts are stored in Unicode normalization
form C, so that texts that look the same are equal.
"""

import re
import unicodedata

_TURNING = r"\u202a-\u202e\u2066-\u2069\ufff9-\ufffb"
UNFIT_FOR_A_LINE = rf"\u0000-\u001f\u007f-\u009f\u2028\u2029{_TURNING}"
"""A character class for regular expressions of Python and JSON Schema."""
UNFIT_FOR_LINES = rf"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f{_TURNING}"

NO_LINE = "must be one line, without control characters"
NO_LINES = "must not hold control characters"

_UNFIT_FOR_A_LINE = re.compile(f"[{UNFIT_FOR_A_LINE}]+")
_UNFIT_FOR_LINES = re.compile(f"[{UNFIT_FOR_LINES}]+")
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Mn", "Mc", "Me", "Zs", "Zl", "Zp"}
_INVISIBLE_LETTERS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Fillers of Hangul and the blank of Braille, which Unicode counts as letters and symbols."""
_LINE_BREAK = re.compile("\r\n|[\r\u2028\u2029]")


def is_line(text: str) -> bool:
    """Whether a text is valid as a single line."""
    return _UNFIT_FOR_A_LINE.search(text) is None


def are_lines(text: str) -> bool:
    """Whether a text is valid where several lines are allowed."""
    return _UNFIT_FOR_LINES.search(text) is None


def is_blank(text: str) -> bool:
    """Whether a text has no visible character, only spaces, joiners and combining marks."""
    return all(
        unicodedata.category(character) in _INVISIBLE_CATEGORIES or character in _INVISIBLE_LETTERS
        for character in text
    )


def line(text: str) -> str:
    """Normalize a valid line for storage."""
    return unicodedata.normalize("NFC", text).strip()


def lines(text: str) -> str:
    """Normalize valid lines for storage: line feeds between lines, spaces for tabs."""
    return unicodedata.normalize("NFC", _LINE_BREAK.sub("\n", text).replace("\t", " ")).strip()


def cleaned_line(text: str) -> str:
    """Make a text older than these rules valid as a line: spaces replace invalid characters."""
    return line(_UNFIT_FOR_A_LINE.sub(" ", text))


def cleaned_lines(text: str) -> str:
    """Make a text older than these rules valid as several lines."""
    return lines(_UNFIT_FOR_LINES.sub(" ", text))
