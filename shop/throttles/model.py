"""How often something may be tried: a few times freely, then with pauses that grow, never shut for good.

The counters are in PostgreSQL, so that every API process shares them and a Redis that is away opens nothing.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Mapped, mapped_column

from shop import keys
from shop.db.base import Base


class Throttle(Base):
    """The attempts of one subject within one window. ``next_at`` is when the next one is let in."""

    __tablename__ = "throttle"

    scope: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[bytes] = mapped_column(primary_key=True)
    count: Mapped[int]
    next_at: Mapped[datetime]
    ends_at: Mapped[datetime] = mapped_column(index=True)


@dataclass(frozen=True)
class Limit:
    """``free`` attempts in a ``window``; each further one must wait twice as long as the one before it.

    Without a ``first_pause`` nothing more is let in until the window ends. ``refusal`` is what people read; ``{wait}``
    in it is the time to wait, in words.
    """

    scope: str
    free: int
    window: timedelta
    refusal: str
    first_pause: timedelta | None = None
    longest_pause: timedelta = timedelta(minutes=5)


@dataclass(frozen=True)
class Attempt:
    """One subject, such as an e-mail address or a client's address, against one limit."""

    limit: Limit
    value: str

    @property
    def subject(self) -> bytes:
        """What is stored of it: a keyed digest, so that the table names nobody."""
        return keys.sign("throttle", self.value)
