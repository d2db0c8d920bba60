"""API keys, with which other systems call the API. Each key permits the calls of its scopes only.

The key itself is shown once, when it is made. The database stores only its SHA-256. The row of a revoked key is kept,
because history and audit refer to it.
"""

import secrets
from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Text

from shop.db.base import Base, Key
from shop.errors import Conflict
from shop.sessions.model import token_digest

KEY_START = "sw_live_"
SHOWN_LENGTH = len(KEY_START) + 4
"""The number of characters of a key that the list shows, so that people can distinguish keys."""


class Scope(StrEnum):
    """The permissions of a key, by their names on the wire."""

    EVENTS_READ = "events:read"
    ORDERS_READ = "orders:read"
    ORDERS_STATUS = "orders:status"
    PRODUCTS_WRITE = "products:write"
    STOCK_WRITE = "stock:write"
    PAYMENTS_READ = "payments:read"


class AlreadyRevoked(Conflict):
    """The key was revoked before."""

    code = "revoked"


class ApiKey(Base):
    """A key of another system. ``used_at`` and ``used_from`` describe its last call. They may be a few seconds late."""

    __tablename__ = "api_key"
    __table_args__ = (CheckConstraint("cardinality(scopes) > 0", name="scopes"),)

    id: Mapped[Key]
    name: Mapped[str]
    start: Mapped[str]
    key_hash: Mapped[bytes] = mapped_column(unique=True)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime]
    created_by: Mapped[str]
    admin_id: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    revoked_by: Mapped[str | None]
    used_at: Mapped[datetime | None]
    used_from: Mapped[str | None]

    @classmethod
    def make(
        cls,
        name: str,
        scopes: list[Scope],
        *,
        expires_at: datetime | None,
        created_by: str,
        admin_id: int,
        at: datetime,
    ) -> tuple["ApiKey", str]:
        """Return a new key's row and the key itself, of which the database stores only the hash."""
        key = KEY_START + secrets.token_urlsafe(32)
        row = cls(
            name=name,
            start=key[:SHOWN_LENGTH],
            key_hash=token_digest(key),
            scopes=[scope.value for scope in Scope if scope in scopes],
            created_at=at,
            created_by=created_by,
            admin_id=admin_id,
            expires_at=expires_at,
        )
        return row, key

    def revoke(self, by: str, *, at: datetime) -> None:
        """Revoke the key.

        :raises AlreadyRevoked: if it was revoked before.
        """
        if self.revoked_at is not None:
            raise AlreadyRevoked("This key was revoked before.")
        self.revoked_at, self.revoked_by = at, by
