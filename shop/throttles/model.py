"""Throttles: after some free attempts, each further attempt must wait longer. Nothing is locked permanently.

The counts are in PostgreSQL. All API processes share them, and an outage of Redis lifts no limit.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base
from shop.security import derived_keys


class Throttle(Base):
    """The count of one subject's attempts in one window. ``next_at`` is when the next attempt is allowed."""

    __tablename__ = "throttle"

    scope: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[bytes] = mapped_column(primary_key=True)
    count: Mapped[int]
    next_at: Mapped[datetime]
    ends_at: Mapped[datetime] = mapped_column(index=True)


@dataclass(frozen=True)
class Limit:
    """A limit: ``free`` attempts in a ``window``; each further one has to wait twice as long as the one before it.

    Without a ``first_pause``, no further attempt is allowed until the window ends. ``refusal`` is the text that people
    read; ``{wait}`` in it is replaced by the time to wait, in words.
    """

    scope: str
    free: int
    window: timedelta
    refusal: str
    first_pause: timedelta | None = None
    longest_pause: timedelta = timedelta(minutes=5)


@dataclass(frozen=True)
class Attempt:
    """An attempt by one subject, such as an email address or a client's address, under one limit."""

    limit: Limit
    value: str

    @property
    def subject(self) -> bytes:
        """The keyed digest that is stored, so that the table contains no addresses."""
        return derived_keys.sign("throttle", self.value)
