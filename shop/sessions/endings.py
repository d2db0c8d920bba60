"""Why a session ended, so that the sign-in page can say so: kept by the token's hash, beside the sessions."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class Ending(StrEnum):
    """What ended a session, as the wire names it."""

    SIGNED_OUT = "signed_out"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - no password
    BY_SHOP = "by_shop"
    IDLE = "idle"
    EXPIRED = "expired"


class EndedSession(Base):
    """A session that was ended before its time. Its token's hash opens nothing any more."""

    __tablename__ = "ended_session"

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    reason: Mapped[str]
    ended_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)


WHY_ENDED = """
    SELECT token_hash, reason FROM ended_session WHERE token_hash = ANY(%(hashes)s)
    UNION ALL
    SELECT token_hash, CASE
        WHEN session.expires_at <= %(at)s THEN 'expired'
        WHEN admin.disabled_at IS NOT NULL THEN 'by_shop'
        ELSE 'idle'
    END
    FROM session LEFT JOIN admin ON admin.id = session.admin_id WHERE token_hash = ANY(%(hashes)s)
"""
"""Selects the reason of each of the tokens' hashes, none of which signs anybody in; unknown ones are left out."""
