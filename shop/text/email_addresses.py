"""Normalizes email addresses, so that one address has one spelling."""

import unicodedata


def composed(email: str) -> str:
    """Return the address in Unicode normalization form C (RFC 6532, 3.1)."""
    return unicodedata.normalize("NFC", email)


def without_case(email: str) -> str:
    """Return the address in lower case, the same way as PostgreSQL's ``lower``: letter by letter.

    ``str.lower`` depends on neighbouring letters and may return two letters for one (U+0130), so it would treat one
    account as several.
    """
    return "".join(letter.lower()[0] for letter in email.strip())
