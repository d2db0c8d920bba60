"""The columns of a CSV file of products: headings, readers of cells, and the JSON form of values."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from shop.catalogue.limits import (
    MAX_CARATS,
    MAX_CODE_LENGTH,
    MAX_GRAMS,
    MAX_NAME_LENGTH,
    MAX_PROSE_LENGTH,
    MAX_RUPEES,
    MAX_STONE_COUNT,
    MAX_STONE_KIND_LENGTH,
    MAX_STONE_KINDS,
)
from shop.catalogue.model import Activity, ProductType
from shop.catalogue.pricing import NO_STONES, stored_stones
from shop.catalogue.stock import MOST_PIECES
from shop.text import plain_text
from shop.text.csv_formulas import guarded

CellReader = Callable[[str], Any]


class InvalidCell(ValueError):
    """A cell cannot be read. The message is for the person who filled it in."""


@dataclass(frozen=True)
class Column:
    """A column. An empty cell leaves the product's ``field`` as it is, if the column ``may_be_empty``.

    ``read`` returns the value of a cell or raises :class:`InvalidCell`. ``example`` is in the template. ``decimals``
    is None unless the value is a decimal.
    """

    heading: str
    field: str
    read: CellReader
    example: str
    may_be_empty: bool = False
    decimals: int | None = None


_NUMBER = re.compile(r"\d{1,12}(\.\d+)?|\.\d+")
_GROUPED = re.compile(r"\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?")
_RUPEES = re.compile(r"(₹|rs\.?)\s*", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_MONTH_NAMED = re.compile(r"(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})([ T]00:00(:00)?)?")
_MONTHS = [dt.date(2000, month, 1).strftime("%B").lower() for month in range(1, 13)]


def _text(heading: str, longest: int, *, has_lines: bool = False) -> CellReader:
    def read(cell: str) -> str:
        if not (plain_text.are_lines(cell) if has_lines else plain_text.is_line(cell)):
            raise InvalidCell(f"{heading} {plain_text.NO_LINES if has_lines else plain_text.NO_LINE}.")
        cell = plain_text.lines(cell) if has_lines else plain_text.line(cell)
        if plain_text.is_blank(cell):
            raise InvalidCell(f"{heading} is empty.")
        if len(cell) > longest:
            raise InvalidCell(f"{heading} has {len(cell)} characters; at most {longest} fit.")
        return cell

    return read


def _decimal(heading: str, *, decimals: int, most: int, above_zero: bool = False, unit: str = "rupees") -> CellReader:
    def read(cell: str) -> Decimal:
        plain = strip_rupee_sign(cell)
        if _GROUPED.fullmatch(plain):
            plain = plain.replace(",", "")
        if plain.startswith("-") and _NUMBER.fullmatch(plain[1:]):
            raise InvalidCell(f"{heading} cannot be less than 0.")
        if not _NUMBER.fullmatch(plain):
            raise InvalidCell(
                f"{heading} is “{_shortened(cell)}”, which is no number. Write digits and a point, such as 12.5."
            )
        value = Decimal(plain)
        if value != round(value, decimals):
            kind = f"can have {decimals} decimals at most" if decimals else f"must be whole {unit}"
            raise InvalidCell(f"{heading} {kind}.")
        if above_zero and not value:
            raise InvalidCell(f"{heading} must be more than 0.")
        if value > most:
            raise InvalidCell(f"{heading} can be {most} at most.")
        return round(value, decimals)

    return read


def strip_rupee_sign(cell: str) -> str:
    """Remove the rupee sign before a number."""
    return _RUPEES.sub("", cell, count=1).strip() if _RUPEES.match(cell) else cell


def _rupees(heading: str, field: str, example: str) -> Column:
    return Column(heading, field, _decimal(heading, decimals=2, most=MAX_RUPEES), example, decimals=2)


def _one_of(heading: str, *values: str) -> CellReader:
    by_letters = {_letters(value): value for value in values}

    def read(cell: str) -> str:
        if _letters(cell) not in by_letters:
            known = f"{', '.join(values[:-1])} or {values[-1]}"
            raise InvalidCell(f"{heading} is “{_shortened(cell)}”. It must be {known}.")
        return by_letters[_letters(cell)]

    return read


def _or_none(read: CellReader, none: Any) -> CellReader:
    return lambda cell: none if _letters(cell) == NO_STONES else read(cell)


def _stones(cell: str) -> list[dict[str, Any]]:
    stones = [_stone(part) for part in cell.split(";") if part.strip()]
    if len(stones) > MAX_STONE_KINDS:
        raise InvalidCell(f"Stones has {len(stones)} kinds; at most {MAX_STONE_KINDS} fit.")
    return stored_stones(stones)


def _stone(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != len(_STONE) or not all(parts):
        raise InvalidCell(
            f"Stones has “{_shortened(text.strip())}”. Write kind | count | carats | charge, and a semicolon before"
            f" the next kind, such as {STONES_EXAMPLE}, or {NO_STONES}."
        )
    stone = {name: read(part) for (name, read), part in zip(_STONE.items(), parts, strict=True)}
    return stone | {"count": int(stone["count"])}


_STONE: dict[str, CellReader] = {
    "kind": _text("The kind of a stone", MAX_STONE_KIND_LENGTH),
    "count": _decimal("The count of a stone", decimals=0, most=MAX_STONE_COUNT, above_zero=True, unit="stones"),
    "carats": _decimal("The carats of a stone", decimals=3, most=MAX_CARATS, above_zero=True),
    "charge": _decimal("The charge of a stone", decimals=2, most=MAX_RUPEES),
}
STONES_EXAMPLE = "Ruby | 1 | 0.52 | 12000; Diamond | 18 | 0.36 | 21600"


def _date(heading: str) -> CellReader:
    def read(cell: str) -> dt.date:
        try:
            year, month, day = _year_month_day(cell)
            if year >= 1900:
                return dt.date(year, month, day)
        except ValueError:
            pass
        raise InvalidCell(f"{heading} is “{_shortened(cell)}”, which is no date. Write it as 2026-11-03 or 03/11/2026.")

    return read


def _year_month_day(cell: str) -> tuple[int, int, int]:
    """Parse a date as spreadsheets write it: ``2026-11-03``, ``03/11/2026``, ``3-Nov-26``.

    :raises ValueError: if it is not a date.
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


def _shortened(cell: str) -> str:
    return cell if len(cell) <= 40 else f"{cell[:39]}…"


CODE = Column("Code", "code", _text("Code", MAX_CODE_LENGTH), "RG-501")
CATEGORY = Column("Category", "category_id", _text("Category", MAX_NAME_LENGTH), "RINGS")
VENDOR = Column("Vendor", "vendor_id", _text("Vendor", MAX_NAME_LENGTH), "Ratnakosh Gem Traders")

COLUMNS = (
    CODE,
    Column("Name", "name", _text("Name", MAX_NAME_LENGTH), "Lotus Ring"),
    Column(
        "Description",
        "description",
        _text("Description", MAX_PROSE_LENGTH, has_lines=True),
        "A ring with a lotus of rubies.",
    ),
    CATEGORY,
    Column("Product type", "product_type", _one_of("Product type", *ProductType), ProductType.GENERAL.value),
    VENDOR,
    Column("Weight", "weight", _decimal("Weight", decimals=3, most=MAX_GRAMS, above_zero=True), "8.125", decimals=3),
    Column(
        "Gross weight",
        "gross_weight",
        _or_none(_decimal("Gross weight", decimals=3, most=MAX_GRAMS, above_zero=True), None),
        "8.4",
        may_be_empty=True,
        decimals=3,
    ),
    Column("Stones", "stones", _or_none(_stones, []), STONES_EXAMPLE, may_be_empty=True),
    _rupees("Making charge", "making_charge", "4800"),
    _rupees("Wastage charge", "wastage_charge", "1250.50"),
    Column(
        "Discount",
        "discount",
        _decimal("Discount", decimals=0, most=MAX_RUPEES),
        "500",
        may_be_empty=True,
        decimals=0,
    ),
    Column("Purity", "purity", _one_of("Purity", "22k", "24k"), "22k", may_be_empty=True),
    Column("Status", "status", _one_of("Status", *Activity), Activity.ACTIVE.value),
    Column("Stock availability", "stock_availability", _one_of("Stock availability", "yes", "no"), "yes"),
    Column(
        "Stock quantity",
        "stock_quantity",
        _decimal("Stock quantity", decimals=0, most=MOST_PIECES, unit="pieces"),
        "5",
        may_be_empty=True,
        decimals=0,
    ),
    _rupees("Purchase rate", "purchase_rate", "96000"),
    _rupees("Purchase gold rate", "purchase_gold_rate", "11640"),
    Column("Purchase date", "purchase_date", _date("Purchase date"), "2026-11-03"),
)

_BY_LETTERS = {_letters(name): column for column in COLUMNS for name in (column.heading, column.field)} | {
    "categoryid": CATEGORY,
    "vendorid": VENDOR,
}
BY_FIELD = {column.field: column for column in COLUMNS}

REASON_HEADING = "What is wrong"
"""The heading of the reasons in the file of refused rows."""

COMPUTED = frozenset({"id", "goldrate", "stonecharge", "mrp", "price", "rating", _letters(REASON_HEADING)})
"""Columns of exported files that are computed from others. An import ignores them."""


def column_called(heading: str) -> Column | None:
    """Return the column of a heading. Case and spaces do not matter: ``Making charge`` is also ``makingCharge``."""
    return _BY_LETTERS.get(_letters(heading))


def is_computed(heading: str) -> bool:
    """Whether a heading is one of :data:`COMPUTED`."""
    return _letters(heading) in COMPUTED


def template(category: str | None, vendor: str | None) -> str:
    """Return a CSV file with every column and one example row, with a byte order mark for spreadsheets.

    :param category, vendor: the code of a category and the name of a vendor that exist, so that the row is valid.
    """
    named = {CATEGORY: category, VENDOR: vendor}
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow([column.heading for column in COLUMNS])
    writer.writerow([guarded(named.get(column) or column.example) for column in COLUMNS])
    return f"\ufeff{text.getvalue()}"


def to_json(values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values with decimals and dates as texts."""
    return {name: str(value) if isinstance(value, Decimal | dt.date) else value for name, value in values.items()}


def from_json(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that :func:`to_json` was given."""
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        if BY_FIELD[name].decimals is not None and value is not None:
            parsed[name] = Decimal(value)
        elif name == "purchase_date":
            parsed[name] = dt.date.fromisoformat(value)
        else:
            parsed[name] = value
    return parsed
