"""Sessions: who is signed in.

The browser has a random token in an HttpOnly cookie. The database stores only its SHA-256, so a leaked table gives
access to no session.
"""

import hashlib
import secrets
from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, false, func
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.sessions import lifetimes


class Role(StrEnum):
    """The two kinds of people who sign in."""

    CUSTOMER = "customer"
    ADMIN = "admin"

    @property
    def lifetime(self) -> lifetimes.Lifetime:
        """How long a session of this role lasts."""
        return lifetimes.ADMIN if self is Role.ADMIN else lifetimes.CUSTOMER


class EndReason(StrEnum):
    """Why a session ended, by its name on the wire."""

    SIGNED_OUT = "signed_out"
    ENDED_ELSEWHERE = "ended_elsewhere"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - no password
    BY_SHOP = "by_shop"
    ACCOUNT_DELETED = "account_deleted"
    IDLE = "idle"
    EXPIRED = "expired"


def token_digest(token: str) -> bytes:
    """Return the hash of a session token, as the database stores it."""
    return hashlib.sha256(token.encode()).digest()


class Session(Base):
    """One sign-in on one browser. At ``verified_at`` the person entered their password or a code again."""

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
    verified_at: Mapped[datetime | None]
    user_agent: Mapped[str | None]
    address: Mapped[str | None]
    is_new_device: Mapped[bool] = mapped_column(server_default=false())

    @classmethod
    def open(cls, role: Role, person_id: int, *, at: datetime) -> tuple["Session", str]:
        """Return a new session and its token, of which the database stores only the hash."""
        token = secrets.token_urlsafe(32)
        session = cls(
            token_hash=token_digest(token),
            role=role.value,
            customer_id=person_id if role is Role.CUSTOMER else None,
            admin_id=person_id if role is Role.ADMIN else None,
            created_at=at,
            seen_at=at,
            expires_at=at + role.lifetime.absolute,
        )
        return session, token


class EndedSession(Base):
    """Why a deleted session ended. The sign-in page shows it to the browser that still has the token."""

    __tablename__ = "ended_session"

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    reason: Mapped[str]
    ended_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)
