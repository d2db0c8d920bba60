"""Readers of the cells of a CSV file of products. Each returns a value, or raises an error about the cell."""

import datetime as dt
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from shop.catalogue.limits import (
    FIRST_PURCHASE,
    MAX_CARATS,
    MAX_GRAMS,
    MAX_RUPEES,
    MAX_STONE_COUNT,
    MAX_STONE_KIND_LENGTH,
    MAX_STONE_KINDS,
)
from shop.catalogue.pricing import stored_stones
from shop.catalogue.sizes import InvalidSizes, check_sizes
from shop.catalogue.stock import MAX_PIECES
from shop.clock import INDIA, YEAR_AHEAD, now
from shop.text import allowed_characters
from shop.text.csv_cells import NOTHING
from shop.text.json_numbers import plain_number

CellReader = Callable[[str], Any]


class InvalidCell(ValueError):
    """A cell cannot be read. The message is for the person who filled it in."""


_NUMBER = re.compile(r"\d{1,12}(\.\d+)?|\.\d+")
_GROUPED = re.compile(r"\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?")
_RUPEES = re.compile(r"(₹|rs\.?)\s*", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_MONTH_NAMED = re.compile(r"(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})([ T]00:00(:00)?)?")
_WITH_CLOCK = re.compile(r"([^:]+?)(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2}))?")
_MONTHS = [dt.date(2000, month, 1).strftime("%B").lower() for month in range(1, 13)]


def text_of(heading: str, longest: int, *, has_lines: bool = False) -> CellReader:
    def read(cell: str) -> str:
        if not (allowed_characters.are_lines(cell) if has_lines else allowed_characters.is_line(cell)):
            raise InvalidCell(f"{heading} {allowed_characters.NO_LINES if has_lines else allowed_characters.NO_LINE}.")
        cell = allowed_characters.lines(cell) if has_lines else allowed_characters.line(cell)
        if allowed_characters.is_blank(cell):
            raise InvalidCell(f"{heading} is empty.")
        if len(cell) > longest:
            raise InvalidCell(f"{heading} has {len(cell)} characters; at most {longest} fit.")
        return cell

    return read


def decimal_of(heading: str, *, decimals: int, most: int, above_zero: bool = False, unit: str = "rupees") -> CellReader:
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


def one_of(heading: str, *values: str) -> CellReader:
    by_letters = {letters_of(value): value for value in values}

    def read(cell: str) -> str:
        if letters_of(cell) not in by_letters:
            known = f"{', '.join(values[:-1])} or {values[-1]}"
            raise InvalidCell(f"{heading} is “{_shortened(cell)}”. It must be {known}.")
        return by_letters[letters_of(cell)]

    return read


def or_none(read: CellReader, none: Any) -> CellReader:
    return lambda cell: none if letters_of(cell) == NOTHING else read(cell)


def read_stones(cell: str) -> list[dict[str, Any]]:
    stones = [_stone(part) for part in cell.split(";") if part.strip()]
    if len(stones) > MAX_STONE_KINDS:
        raise InvalidCell(f"Stones has {len(stones)} kinds; at most {MAX_STONE_KINDS} fit.")
    return stored_stones(stones)


def _stone(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != len(_STONE) or not all(parts):
        raise InvalidCell(
            f"Stones has “{_shortened(text.strip())}”. Write kind | count | carats | charge, and a semicolon before"
            f" the next kind, such as {STONES_EXAMPLE}, or {NOTHING}."
        )
    stone = {name: read(part) for (name, read), part in zip(_STONE.items(), parts, strict=True)}
    return stone | {"count": int(stone["count"])}


_STONE: dict[str, CellReader] = {
    "kind": text_of("The kind of a stone", MAX_STONE_KIND_LENGTH),
    "count": decimal_of("The count of a stone", decimals=0, most=MAX_STONE_COUNT, above_zero=True, unit="stones"),
    "carats": decimal_of("The carats of a stone", decimals=3, most=MAX_CARATS, above_zero=True),
    "charge": decimal_of("The charge of a stone", decimals=2, most=MAX_RUPEES),
}
STONES_EXAMPLE = "Ruby | 1 | 0.52 | 12000; Diamond | 18 | 0.36 | 21600"


def read_sizes(cell: str) -> list[dict[str, Any]]:
    sizes = [_size(part) for part in cell.split(";") if part.strip()]
    try:
        check_sizes(sizes)
    except InvalidSizes as error:
        raise InvalidCell(str(error)) from None
    return sizes


def _size(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split("|")]
    parts += [""] * (len(_SIZE) + 1 - len(parts))
    label, *figures = parts
    if len(figures) != len(_SIZE) or not label or not figures[0]:
        raise InvalidCell(
            f"Sizes has “{_shortened(text.strip())}”. Write size | weight | making charge | wastage charge | pieces,"
            f" and a semicolon before the next one, such as {SIZES_EXAMPLE}, or {NOTHING}."
        )
    size: dict[str, Any] = {"label": label.removesuffix("*").strip(), "is_default": label.endswith("*")}
    for (name, read), figure in zip(_SIZE.items(), figures, strict=True):
        if figure:
            value = read(figure)
            size[name] = int(value) if name == "stock_quantity" else plain_number(value)
    return size


_SIZE: dict[str, CellReader] = {
    "weight": decimal_of("The weight of a size", decimals=3, most=MAX_GRAMS, above_zero=True),
    "making_charge": decimal_of("The making charge of a size", decimals=2, most=MAX_RUPEES),
    "wastage_charge": decimal_of("The wastage charge of a size", decimals=2, most=MAX_RUPEES),
    "stock_quantity": decimal_of("The pieces of a size", decimals=0, most=MAX_PIECES, unit="pieces"),
}
SIZES_EXAMPLE = "12* | 8.125 | | | 3; 14 | 8.5 | 4900 | 1300 | 2"


def date_of(heading: str) -> CellReader:
    def read(cell: str) -> dt.date:
        try:
            year, month, day = _year_month_day(cell)
            date = dt.date(year, month, day)
            if date >= FIRST_PURCHASE:
                return date
        except ValueError:
            pass
        raise InvalidCell(f"{heading} is “{_shortened(cell)}”, which is no date. Write it as 2026-11-03 or 03/11/2026.")

    return read


def time_of(heading: str) -> CellReader:
    """Return a reader of times in India, which are at most a year from now.

    They are a date as spreadsheets write it and a time of day such as ``10:30`` or ``10:30:00``. The returned times are
    in UTC.
    """

    def read(cell: str) -> dt.datetime:
        try:
            date, clock = _split_time(cell.strip())
            at = dt.datetime.combine(dt.date(*_year_month_day(date)), clock)
        except ValueError:
            at = None
        if at is None or at.year < 2000:
            raise InvalidCell(f"{heading} is “{_shortened(cell)}”, which is no time. Write it as 2026-11-25 10:30.")
        if at > now() + YEAR_AHEAD:
            raise InvalidCell(f"{heading} is “{_shortened(cell)}”. It must be within a year from now.")
        return at.astimezone(dt.UTC)

    return read


def _split_time(cell: str) -> tuple[str, dt.time]:
    """Split a time such as ``2026-11-25 10:30`` into its date and its time of day in India.

    :raises ValueError: if it is not a date with a time of day.
    """
    if with_clock := _WITH_CLOCK.fullmatch(cell):
        hour, minute, second = (int(each or 0) for each in with_clock.groups()[1:])
        return with_clock[1], dt.time(hour, minute, second, tzinfo=INDIA)
    raise ValueError(cell)


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


def letters_of(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _shortened(cell: str) -> str:
    return cell if len(cell) <= 40 else f"{cell[:39]}…"
