"""Queries of API keys."""

from sqlalchemy import DateTime, LargeBinary, Select, any_, bindparam, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY

from shop.api_keys.model import ApiKey
from shop.throttles.model import Throttle

REVOKED_CHANNEL = "api_key_revoked"
"""The PostgreSQL channel that notifies the API processes of the id of a revoked key."""

LIVE_KEYS = select(ApiKey.id, ApiKey.name, ApiKey.scopes, ApiKey.key_hash, ApiKey.expires_at).where(
    ApiKey.key_hash == any_(bindparam("hashes", type_=ARRAY(LargeBinary))),
    ApiKey.revoked_at.is_(None),
    or_(ApiKey.expires_at.is_(None), ApiKey.expires_at > bindparam("at", type_=DateTime(timezone=True))),
)
"""Selects the keys among ``hashes`` that may be used at ``at``."""

MARK_USED = """
    UPDATE api_key SET used_at = %(at)s, used_from = %(address)s
    WHERE id = %(id)s AND (used_at IS NULL OR used_at < %(at)s - interval '5 seconds')
"""
"""Records a call, at most every five seconds, so that a busy key does not cause a write for each call."""


def newest_first() -> Select[ApiKey]:
    """Select all keys: usable ones first, then revoked ones."""
    return select(ApiKey).order_by(ApiKey.revoked_at.desc().nulls_first(), ApiKey.id.desc())


def calls_in_window(scope: str) -> Select[bytes, int]:
    """Select the counts of calls in the current window of a limit, by subject."""
    return select(Throttle.subject, Throttle.count.label("count_")).where(
        Throttle.scope == scope, Throttle.ends_at > func.now()
    )


def notify_revoked(key_id: int) -> Select[object]:
    """Notify every API process on commit, so that it closes the connections that were opened with the key."""
    return select(func.pg_notify(REVOKED_CHANNEL, str(key_id)))
