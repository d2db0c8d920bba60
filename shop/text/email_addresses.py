"""Normalizes email addresses, checks those in settings, and removes those in errors.

A domain has many spellings: ``bücher.example`` and ``xn--bcher-kva.example``, in either case, with letters of another
width. Mails to all of them go to the form in ASCII, so the shop treats them as one (UTS 46, IDNA).
"""

import re
import unicodedata
from email.errors import ObsoleteHeaderDefect
from email.headerregistry import AddressHeader, HeaderRegistry
from email.utils import parseaddr
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo

ADDRESS = r"""[^\s<>'"(){}]+@[^\s<>'"(){}]+"""
"""An email address in the error of a mail server, as a regular expression of Python and of PostgreSQL."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
_PREFIX = "xn--"
_MAX_DOMAIN_LENGTH = 255
"""No longer domain exists, and to encode one takes long."""


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


def mailbox_of(email: str) -> str:
    """Return one text for all spellings of an address whose mails go to one mailbox, to compare and to count by."""
    local_part, at, domain = without_case(email).rpartition("@")
    return f"{local_part}{at}{domain_in_ascii(domain) if at else domain}"


def spellings(email: str) -> list[str]:
    """Return the spellings in which an account may be stored, without case: first as given, then with one domain.

    Accounts from before :func:`with_one_domain` keep the spelling that they have.
    """
    as_given, mailbox = without_case(email), mailbox_of(email)
    return list(dict.fromkeys([as_given, with_one_domain(mailbox), mailbox]))


def with_one_domain(email: str) -> str:
    """Return the address in the one spelling that new accounts are stored in. A domain in ASCII letters stays as it is.

    Other domains are in small letters and decoded: ``bücher.example``.
    """
    local_part, at, domain = email.rpartition("@")
    if not at or (domain.isascii() and _PREFIX not in domain.lower()):
        return email
    return f"{local_part}@{_decoded(domain_in_ascii(domain))}"


def domain_in_ascii(domain: str) -> str:
    """Return a domain as mail servers get it, in small letters.

    Labels that IDNA 2008 refuses, such as one with a heart, are encoded as they are.
    """
    if (domain.isascii() and _PREFIX not in domain.lower()) or len(domain) > _MAX_DOMAIN_LENGTH:
        return domain.lower()
    import idna  # noqa: PLC0415 - its tables are large, and few addresses need them

    try:
        return idna.encode(domain, uts46=True).decode().rstrip(".")
    except UnicodeError:
        labels = without_case(domain).split(".")
        return ".".join(label if label.isascii() else _PREFIX + label.encode("punycode").decode() for label in labels)


def _decoded(domain: str) -> str:
    """Decode a domain in ASCII, unless it has invisible characters or would be encoded in another way."""
    try:
        decoded = ".".join(
            label[len(_PREFIX) :].encode().decode("punycode") if label.startswith(_PREFIX) else label
            for label in domain.split(".")
        )
    except UnicodeError:
        return domain
    is_visible = all(unicodedata.category(character) not in _INVISIBLE for character in decoded)
    return decoded if is_visible and domain_in_ascii(decoded) == domain else domain


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
