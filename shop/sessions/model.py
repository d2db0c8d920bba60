"""Who is signed in, and for how long.

The browser holds a random token in an HttpOnly cookie; the shop keeps only its SHA-256, so that a leaked table opens
no session.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class Role(StrEnum):
    """The two kinds of people who sign in."""

    CUSTOMER = "customer"
    ADMIN = "admin"


@dataclass(frozen=True)
class Lifetime:
    """How long a session lasts without a request (``idle``) and at most (``absolute``)."""

    idle: timedelta
    absolute: timedelta


LIFETIMES = {
    Role.CUSTOMER: Lifetime(idle=timedelta(days=14), absolute=timedelta(days=30)),
    Role.ADMIN: Lifetime(idle=timedelta(minutes=30), absolute=timedelta(hours=12)),
}
FRESH = timedelta(minutes=15)
"""Who signed in no longer ago is taken for who named the password then."""
SEEN_EVERY = timedelta(minutes=1)
"""A busy session's ``seen_at`` is written at most this often."""


def digest(token: str) -> bytes:
    """Return what is stored of a session token."""
    return hashlib.sha256(token.encode()).digest()


class Session(Base):
    """One sign-in on one browser."""

    __tablename__ = "session"
    __table_args__ = (
        CheckConstraint("(role = 'customer') = (customer_id IS NOT NULL)", name="customer"),
        CheckConstraint("(role = 'admin') = (admin_id IS NOT NULL)", name="admin"),
    )

    id: Mapped[Key]
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    role: Mapped[str]
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)

    @classmethod
    def open(cls, role: Role, person_id: int, *, at: datetime) -> tuple["Session", str]:
        """Return a new session and the token that opens it, which exists nowhere else."""
        token = secrets.token_urlsafe(32)
        session = cls(
            token_hash=digest(token),
            role=role.value,
            customer_id=person_id if role is Role.CUSTOMER else None,
            admin_id=person_id if role is Role.ADMIN else None,
            created_at=at,
            seen_at=at,
            expires_at=at + LIFETIMES[role].absolute,
        )
        return session, token
