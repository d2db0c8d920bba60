"""Normalizes email addresses, checks those in settings, and removes those in errors."""

import re
import unicodedata
from email.errors import ObsoleteHeaderDefect
from email.headerregistry import AddressHeader, HeaderRegistry
from email.utils import parseaddr
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo

ADDRESS = r"""[^\s<>'"(){}]+@[^\s<>'"(){}]+"""
"""An email address in the error of a mail server, as a regular expression of Python and of PostgreSQL."""


def without_addresses(error: str) -> str:
    """Return an error without the email addresses in it, for storage where nothing would erase them."""
    return re.sub(ADDRESS, "[address]", error)


def composed(email: str) -> str:
    """Return the address in Unicode normalization form C (RFC 6532, 3.1)."""
    return unicodedata.normalize("NFC", email)


def without_case(email: str) -> str:
    """Return the address in lower case, the same way as PostgreSQL's ``lower``: letter by letter.

    ``str.lower`` depends on neighbouring letters and may return two letters for one (U+0130), so it would treat one
    account as several.
    """
    return "".join(letter.lower()[0] for letter in email.strip())


def _is_mailbox(text: str) -> bool:
    """Whether a text is one email address, with or without a name, for both parsers of Python."""
    header = HeaderRegistry()("from", text)
    if not isinstance(header, AddressHeader):
        return False
    is_valid = all(isinstance(defect, ObsoleteHeaderDefect) for defect in header.defects)  # such as a point in a name
    addresses = [
        address.addr_spec for group in header.groups if group.display_name is None for address in group.addresses
    ]
    return is_valid and len(header.groups) == 1 and addresses == [parseaddr(text)[1]] and "@" in addresses[0]


def _mailbox(value: str, info: ValidationInfo) -> str:
    if not _is_mailbox(value):
        raise ValueError(
            f"SHOP_{str(info.field_name).upper()} must be one email address, with or without a name:"
            ' Swarna <care@swarna.example>. Put a name with a comma in quotation marks: "Swarna, Chennai" <…>'
        )
    return value


Mailbox = Annotated[str, AfterValidator(_mailbox)]
"""A setting that is one email address, with or without a name."""
