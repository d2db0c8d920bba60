"""Removes words that a mail program would turn into links from text that people typed."""

import re
import unicodedata

_LINK_SIGNS = ("@", "://", "www.", "mailto:", "tel:", "%40")
_DOT_LIKE = {ord("\u3002"): ".", ord("\uff0e"): ".", ord("\uff61"): ".", ord("\u2024"): ".", 0xAD: None, 0x200B: None}
_INITIALS = re.compile(r"\b([^\W\d_])\.(?=\w)")
_ABBREVIATIONS = re.compile(r"(?<![\w.-])(dr|mr|mrs|ms|no|nr|opp|rd|sri|st)\.(?=[^\W\d_])", re.IGNORECASE)
"""Abbreviations in names and addresses that stand before a word without a space, as in "St.Mary's"."""
_HOST = re.compile(
    r"[^\W_][\w-]+(\.[\w-]+)*\.[^\W\d_]{2,}"
    r"|\d+\.\d+\.\d+\.\d+"
    r"|\w[\w-]*(\.[\w-]+)*\.([^\W\d_]{2,}|xn--[\w-]+)[/:?#]"
)
"""A host name such as ``evil.example`` or an IPv4 address, with or without a path.

Initials (A.B.) and house numbers (No.12/4) do not match.
"""
_PHONE_NUMBER = re.compile(r"\+?\d(?:[\W_]*\d){6,}")


def without_links(typed: str, *, keep_numbers: bool = False) -> str:
    """Remove everything that a mail program could turn into a link: words that look like links, and phone numbers.

    :param keep_numbers: whether to keep phone numbers, because house numbers may look like them: 8-2-293/82/A.
    """
    text = typed if keep_numbers else _PHONE_NUMBER.sub(" ", typed)
    words = (_ABBREVIATIONS.sub(r"\1. ", _INITIALS.sub(r"\1. ", word)) for word in text.split())
    return " ".join(word for word in words if not _is_link(word))


def _is_link(word: str) -> bool:
    seen = unicodedata.normalize("NFKC", word).translate(_DOT_LIKE).casefold()
    return any(sign in seen for sign in _LINK_SIGNS) or bool(_HOST.search(seen))
