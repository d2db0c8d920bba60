"""The rules of GST for jewellery: 3 % of the taxable value, which prices include (HSN 7113).

Within the shop's state it is CGST and SGST of 1.5 % each, otherwise IGST of 3 %. Each tax is rounded to paise; the
taxable value is the remainder, so that the parts always add up to the price.
"""

import re
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Self

from shop.clock import today

HSN = "7113"
PAISA = Decimal("0.01")
GST_RATE = Decimal(3)
"""Percent of the taxable value."""
_HALF, _GROSS = Decimal("1.5"), Decimal(103)
_APRIL = 4


class Kind(StrEnum):
    """The kind of a document. Each kind has its own series of numbers."""

    INVOICE = "invoice"
    CREDIT_NOTE = "credit_note"


PREFIXES = {Kind.INVOICE: "SW", Kind.CREDIT_NOTE: "SWC"}
_NUMBER = re.compile(rf"(?:{'|'.join(PREFIXES.values())})/[0-9]{{2}}-[0-9]{{2}}/[0-9]{{6,10}}")


@dataclass(frozen=True, kw_only=True)
class Tax:
    """Amounts in rupees whose parts add up to ``total``."""

    taxable: Decimal = Decimal(0)
    cgst: Decimal = Decimal(0)
    sgst: Decimal = Decimal(0)
    igst: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal:
        """The amount to pay."""
        return self.taxable + self.cgst + self.sgst + self.igst

    def __add__(self, other: Self) -> Self:
        return type(self)(**{part.name: getattr(self, part.name) + getattr(other, part.name) for part in fields(self)})


def tax_of(price: Decimal, *, within_state: bool) -> Tax:
    """Return the tax that a price in rupees includes."""
    if within_state:
        half = _round(price * _HALF / _GROSS)
        return Tax(taxable=price - 2 * half, cgst=half, sgst=half)
    whole = _round(price * GST_RATE / _GROSS)
    return Tax(taxable=price - whole, igst=whole)


def tax_of_pieces(line: Tax, *, quantity: int, before: int, pieces: int) -> Tax:
    """Return the amounts of a credit note for an invoiced line.

    All credit notes of a line together have exactly the invoiced amounts.

    :param quantity: the pieces of the line.
    :param before: how many of them earlier credit notes covered.
    :param pieces: how many this one covers.
    """

    def share(amount: Decimal) -> Decimal:
        return _round(amount * (before + pieces) / quantity) - _round(amount * before / quantity)

    taxes = {part: share(getattr(line, part)) for part in ("cgst", "sgst", "igst")}
    return Tax(taxable=share(line.total) - sum(taxes.values()), **taxes)


def financial_year(at: datetime) -> str:
    """Return the financial year of a time, as ``26-27``: April to March in India."""
    day = today(at)
    first = day.year if day.month >= _APRIL else day.year - 1
    return f"{first % 100:02}-{(first + 1) % 100:02}"


def number_of(kind: Kind, year: str, sequence: int) -> str:
    """Return the number of a document, as ``SW/26-27/000001``."""
    return f"{PREFIXES[kind]}/{year}/{sequence:06}"


def read_number(text: str) -> str | None:
    """Return the number of a document in capitals; None if the text is not one."""
    number = text.strip().upper()
    return number if _NUMBER.fullmatch(number) else None


def _round(amount: Decimal) -> Decimal:
    return amount.quantize(PAISA, ROUND_HALF_UP)
