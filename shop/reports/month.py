"""Months in India's time."""

import datetime as dt
from dataclasses import dataclass
from typing import Self

from shop.clock import INDIA, today

_DECEMBER = 12


@dataclass(frozen=True, order=True)
class Month:
    """A month of the calendar."""

    year: int
    number: int

    @classmethod
    def at(cls, at: dt.datetime) -> Self:
        """Return the month of a time."""
        day = today(at)
        return cls(day.year, day.month)

    @property
    def previous(self) -> "Month":
        """The month before."""
        return Month(self.year, self.number - 1) if self.number > 1 else Month(self.year - 1, _DECEMBER)

    @property
    def next(self) -> "Month":
        """The month after."""
        return Month(self.year, self.number + 1) if self.number < _DECEMBER else Month(self.year + 1, 1)

    @property
    def start(self) -> dt.datetime:
        """Its first moment."""
        return dt.datetime(self.year, self.number, 1, tzinfo=INDIA)

    @property
    def end(self) -> dt.datetime:
        """The first moment after it."""
        return self.next.start

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"
