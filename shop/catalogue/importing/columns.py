"""The columns of a file of products: what each is called, how its cells are read, and how they are written."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from shop import texts
from shop.catalogue.limits import LONGEST_CODE, LONGEST_NAME, LONGEST_PROSE, MOST_GRAMS, MOST_RUPEES
from shop.catalogue.model import Activity, ProductType
from shop.spreadsheets import guarded

Read = Callable[[str], Any]


class Unfit(ValueError):
    """A cell cannot be read; the message is a sentence for who filled it in."""


@dataclass(frozen=True)
class Column:
    """One column. ``field`` is the product's; a cell that ``may_be_empty`` leaves it as it is.

    ``read`` returns the value or raises :class:`Unfit`; ``example`` stands in the template. A figure has ``decimals``.
    """

    heading: str
    field: str
    read: Read
    example: str
    may_be_empty: bool = False
    decimals: int | None = None


_FIGURE = re.compile(r"\d{1,12}(\.\d+)?|\.\d+")
_GROUPED = re.compile(r"\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?")
_RUPEES = re.compile(r"(₹|rs\.?)\s*", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_MONTH_NAMED = re.compile(r"(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})([ T]00:00(:00)?)?")
_MONTHS = [dt.date(2000, month, 1).strftime("%B").lower() for month in range(1, 13)]


def _text(heading: str, longest: int, *, has_lines: bool = False) -> Read:
    def read(cell: str) -> str:
        if not (texts.are_lines(cell) if has_lines else texts.is_line(cell)):
            raise Unfit(f"{heading} {texts.NO_LINES if has_lines else texts.NO_LINE}.")
        cell = texts.lines(cell) if has_lines else texts.line(cell)
        if len(cell) > longest:
            raise Unfit(f"{heading} has {len(cell)} characters; at most {longest} fit.")
        return cell

    return read


def _figure(heading: str, *, decimals: int, most: int, above_zero: bool = False) -> Read:
    def read(cell: str) -> Decimal:
        plain = without_rupees(cell)
        if _GROUPED.fullmatch(plain):
            plain = plain.replace(",", "")
        if plain.startswith("-") and _FIGURE.fullmatch(plain[1:]):
            raise Unfit(f"{heading} cannot be less than 0.")
        if not _FIGURE.fullmatch(plain):
            raise Unfit(f"{heading} is “{_short(cell)}”, which is no number. Write digits and a point, such as 12.5.")
        value = Decimal(plain)
        if value != round(value, decimals):
            kind = f"can have {decimals} decimals at most" if decimals else "must be whole rupees"
            raise Unfit(f"{heading} {kind}.")
        if above_zero and not value:
            raise Unfit(f"{heading} must be more than 0.")
        if value > most:
            raise Unfit(f"{heading} can be {most} at most.")
        return round(value, decimals)

    return read


def without_rupees(cell: str) -> str:
    """Take off the sign of rupees before a figure."""
    return _RUPEES.sub("", cell, count=1).strip() if _RUPEES.match(cell) else cell


def _rupees(heading: str, field: str, example: str) -> Column:
    return Column(heading, field, _figure(heading, decimals=2, most=MOST_RUPEES), example, decimals=2)


def _one_of(heading: str, *values: str) -> Read:
    by_letters = {_letters(value): value for value in values}

    def read(cell: str) -> str:
        if _letters(cell) not in by_letters:
            known = f"{', '.join(values[:-1])} or {values[-1]}"
            raise Unfit(f"{heading} is “{_short(cell)}”. It must be {known}.")
        return by_letters[_letters(cell)]

    return read


def _date(heading: str) -> Read:
    def read(cell: str) -> dt.date:
        try:
            year, month, day = _year_month_day(cell)
            if year >= 1900:
                return dt.date(year, month, day)
        except ValueError:
            pass
        raise Unfit(f"{heading} is “{_short(cell)}”, which is no date. Write it as 2026-11-03 or 03/11/2026.")

    return read


def _year_month_day(cell: str) -> tuple[int, int, int]:
    """Read a date as spreadsheets write it: ``2026-11-03``, ``03/11/2026``, ``3-Nov-26``.

    :raises ValueError: where it is none.
    """
    if iso := _ISO.fullmatch(cell):
        return int(iso[1]), int(iso[2]), int(iso[3])
    if day_first := _DAY_FIRST.fullmatch(cell):
        return int(day_first[3]), int(day_first[2]), int(day_first[1])
    if named := _MONTH_NAMED.fullmatch(cell):
        month = next((at for at, name in enumerate(_MONTHS, 1) if name.startswith(named[2].lower())), 0)
        return int(named[3]) + (2000 if len(named[3]) == 2 else 0), month, int(named[1])
    raise ValueError(cell)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _short(cell: str) -> str:
    return cell if len(cell) <= 40 else f"{cell[:39]}…"


CODE = Column("Code", "code", _text("Code", LONGEST_CODE), "RG-501")
CATEGORY = Column("Category", "category_id", _text("Category", LONGEST_NAME), "RINGS")
VENDOR = Column("Vendor", "vendor_id", _text("Vendor", LONGEST_NAME), "Ratnakosh Gem Traders")

COLUMNS = (
    CODE,
    Column("Name", "name", _text("Name", LONGEST_NAME), "Lotus Ring"),
    Column(
        "Description",
        "description",
        _text("Description", LONGEST_PROSE, has_lines=True),
        "A ring with a lotus of rubies.",
    ),
    CATEGORY,
    Column("Product type", "product_type", _one_of("Product type", *ProductType), ProductType.GENERAL.value),
    VENDOR,
    Column("Weight", "weight", _figure("Weight", decimals=3, most=MOST_GRAMS, above_zero=True), "8.125", decimals=3),
    _rupees("Making charge", "making_charge", "4800"),
    _rupees("Wastage charge", "wastage_charge", "1250.50"),
    Column(
        "Discount",
        "discount",
        _figure("Discount", decimals=0, most=MOST_RUPEES),
        "500",
        may_be_empty=True,
        decimals=0,
    ),
    Column("Purity", "purity", _one_of("Purity", "22k", "24k"), "22k", may_be_empty=True),
    Column("Status", "status", _one_of("Status", *Activity), Activity.ACTIVE.value),
    Column("Stock availability", "stock_availability", _one_of("Stock availability", "yes", "no"), "yes"),
    _rupees("Purchase rate", "purchase_rate", "96000"),
    _rupees("Purchase gold rate", "purchase_gold_rate", "11640"),
    Column("Purchase date", "purchase_date", _date("Purchase date"), "2026-11-03"),
)

_BY_LETTERS = {_letters(name): column for column in COLUMNS for name in (column.heading, column.field)} | {
    "categoryid": CATEGORY,
    "vendorid": VENDOR,
}
BY_FIELD = {column.field: column for column in COLUMNS}

REASON = "What is wrong"
"""The heading under which the rows that were not brought in say why."""

COMPUTED = frozenset({"id", "goldrate", "mrp", "price", "rating", _letters(REASON)})
"""Columns of the list as a file that follow from others: they are there to be read, and passed over here."""


def column_called(heading: str) -> Column | None:
    """Return the column of a heading, however its letters are written: ``Making charge`` is also ``makingCharge``."""
    return _BY_LETTERS.get(_letters(heading))


def is_computed(heading: str) -> bool:
    """Whether a heading is one of :data:`COMPUTED`."""
    return _letters(heading) in COMPUTED


def template(category: str | None, vendor: str | None) -> str:
    """Return a CSV file with every column and one example, with the mark by which spreadsheets know UTF-8.

    :param category: the code of one that there is, and the name of a vendor, so that the example is fit.
    """
    named = {CATEGORY: category, VENDOR: vendor}
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow([column.heading for column in COLUMNS])
    writer.writerow([guarded(named.get(column) or column.example) for column in COLUMNS])
    return f"\ufeff{text.getvalue()}"


def frozen(values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values as JSON keeps them."""
    return {name: str(value) if isinstance(value, Decimal | dt.date) else value for name, value in values.items()}


def thawed(values: dict[str, Any]) -> dict[str, Any]:
    """Return what :func:`frozen` took."""
    as_was: dict[str, Any] = {}
    for name, value in values.items():
        if BY_FIELD[name].decimals is not None:
            as_was[name] = Decimal(value)
        elif name == "purchase_date":
            as_was[name] = dt.date.fromisoformat(value)
        else:
            as_was[name] = value
    return as_was
