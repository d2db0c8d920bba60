"""Delivery areas and times: a table of pin code prefixes."""

import csv
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from shop.clock import today

COLUMNS = ["prefix", "days", "deliverable"]
PIN_CODE = re.compile(r"[1-9][0-9]{5}")
NO_PIN_CODE = "must have six digits and not begin with 0, such as 600020"
MAX_DAYS = 60
_DAYS = re.compile(r"([0-9]{1,2})(?:\s*[-\u2013]\s*([0-9]{1,2}))?")
_YES, _NO = {"yes", "y", "true", "1"}, {"no", "n", "false", "0"}


@dataclass(frozen=True)
class Estimate:
    """The minimum and maximum days of a delivery, counted from the order."""

    least: int
    most: int

    def window(self, at: datetime) -> tuple[date, date]:
        """Return the first and the last day of a delivery that is ordered at this time."""
        return today(at + timedelta(days=self.least)), today(at + timedelta(days=self.most))


EVERYWHERE = Estimate(3, 5)
"""The estimate for pin codes that the table does not contain."""


@dataclass(frozen=True)
class PinCodes:
    """The estimate of each prefix; None for a prefix to which the shop does not deliver."""

    by_prefix: dict[str, Estimate | None]

    def estimate(self, pin_code: str) -> Estimate | None:
        """Return the estimate of the longest prefix of a pin code, None if the shop does not deliver."""
        for length in range(len(pin_code), -1, -1):
            if pin_code[:length] in self.by_prefix:
                return self.by_prefix[pin_code[:length]]
        return EVERYWHERE


def read_pin_code(text: str) -> str | None:
    """Normalize a pin code, which may be written as ``600 020``. None if it is not a pin code."""
    pin_code = text.replace(" ", "")
    return pin_code if PIN_CODE.fullmatch(pin_code) else None


def estimate_of(table: PinCodes | None, zip_code: str) -> Estimate | None:
    """Return the estimate for an address. For a text that is not an Indian pin code, the general estimate applies."""
    pin_code = read_pin_code(zip_code)
    if table is None or pin_code is None:
        return EVERYWHERE
    return table.estimate(pin_code)


def read_pin_codes(path: Path) -> PinCodes:
    """Read a CSV with the columns ``prefix``, ``days`` (``3`` or ``2-4``) and ``deliverable`` (``yes`` or ``no``).

    An empty prefix applies to all pin codes without another row.

    :raises OSError, ValueError: if the file cannot be read, or a line of it is wrong.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        if [name.strip().lower() for name in next(rows, [])] != COLUMNS:
            raise ValueError(f"{path}: the first line must be {','.join(COLUMNS)}")
        table: dict[str, Estimate | None] = {}
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            prefix, estimate = _read_row(row, f"{path}, line {rows.line_num}")
            if prefix in table:
                raise ValueError(f"{path}, line {rows.line_num}: the prefix {prefix or '(empty)'} is there twice")
            table[prefix] = estimate
    return PinCodes(table)


def _read_row(row: list[str], place: str) -> tuple[str, Estimate | None]:
    if len(row) != len(COLUMNS):
        raise ValueError(f"{place}: it needs {len(COLUMNS)} cells")
    prefix, days, deliverable = (cell.strip() for cell in row)
    if not re.fullmatch(r"([1-9][0-9]{0,5})?", prefix):
        raise ValueError(f"{place}: {prefix} does not begin a pin code")
    if deliverable.lower() in _NO:
        return prefix, None
    if deliverable.lower() not in _YES:
        raise ValueError(f"{place}: deliverable must be yes or no")
    match = _DAYS.fullmatch(days)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 0 <= least <= most <= MAX_DAYS or not match:
        raise ValueError(f"{place}: days must be a number as 3, or two as 2-4, of at most {MAX_DAYS}")
    return prefix, Estimate(least, most)
