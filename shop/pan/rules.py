"""The buyer's PAN: when an order needs it, its form, and its masked form (Income-tax Rule 114B)."""

import re
from decimal import Decimal

from shop.errors import Invalid
from shop.settings import settings

PAN = re.compile(r"[A-Z]{5}[0-9]{4}[A-Z]")
ASK_FOR_IT = "Please enter your PAN, as ABCDE1234F: the law asks for it for a purchase of this amount."


def is_needed(total: Decimal) -> bool:
    """Whether an order of this amount, in rupees, needs the buyer's PAN."""
    return 0 < settings().pan_above < total


def is_missing(total: Decimal, *, has_pan: bool) -> bool:
    """Whether an order of this amount needs its buyer's PAN and has none."""
    return not has_pan and is_needed(total)


def read(text: str) -> str | None:
    """Normalize a PAN that a person entered: capitals without blanks. None if it is not a PAN."""
    pan = re.sub(r"\s", "", text).upper()
    return pan if PAN.fullmatch(pan) else None


def of_order(given: str | None, total: Decimal, *, is_required: bool) -> str | None:
    """Return the PAN to store with an order; None if the order needs none, or the given one is malformed.

    :raises Invalid: if it ``is_required`` and is missing or malformed.
    """
    if not is_needed(total):
        return None
    pan = read(given or "")
    if pan is None and is_required:
        raise Invalid(ASK_FOR_IT, fields={"pan": ASK_FOR_IT})
    return pan


def masked(pan: str) -> str:
    """Return the masked form: ``ABCDE****F``."""
    return f"{pan[:5]}****{pan[-1]}"
