"""E-mail addresses that are one and the same, however they are typed."""

import unicodedata


def composed(email: str) -> str:
    """Return the address with each letter and its accents in one character, as keyboards send it (RFC 6532, 3.1)."""
    return unicodedata.normalize("NFC", email)


def without_case(email: str) -> str:
    """Return the address in lower case, letter by letter as the database's ``lower`` does it.

    ``str.lower`` looks at a letter's neighbours and may make two of one (U+0130): what counts by it would take one
    account for several.
    """
    return "".join(letter.lower()[0] for letter in email.strip())
