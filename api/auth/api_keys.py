"""Identify another system by the API key of its request, count its calls, and record when the key was used."""

from dataclasses import dataclass
from datetime import datetime

from fastapi import Request
from starlette.requests import HTTPConnection

from api.auth.throttling import client_address_of, too_many
from shop.api_keys import queries
from shop.api_keys.model import Scope
from shop.audit.context import Actor
from shop.clock import now
from shop.db import sql_files
from shop.db.pipeline import Rows
from shop.db.pool import Pool
from shop.db.query import Keyed, Query
from shop.errors import Unauthenticated
from shop.sessions.model import token_digest
from shop.throttles import limits
from shop.throttles.queries import consume_parameters, next_allowed_at

MAX_KEY_LENGTH = 200

_LIVE_KEYS = Query.of(queries.LIVE_KEYS, keyed=Keyed("hashes", "key_hash"))
_IS_LIVE = Query(
    "SELECT id FROM api_key WHERE id = %(id)s AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > %(at)s)"
)
_MARK_USED = Query(queries.MARK_USED)
_COUNT_CALL = sql_files.query("count_key_call")


@dataclass(frozen=True)
class KeyHolder:
    """Another system, identified by its key. ``name`` is the name of the key."""

    key_id: int
    name: str
    scopes: frozenset[Scope]
    expires_at: datetime | None = None

    @property
    def actor(self) -> Actor:
        """The name of this system in history and audit."""
        return Actor(f"{self.name} (API key)", api_key_id=self.key_id)


async def is_live(pool: Pool, holder: KeyHolder) -> bool:
    """Return whether a key may still be used. Open connections check this repeatedly."""
    return bool(await pool.fetch(_IS_LIVE(id=holder.key_id, at=now())))


def sent_key(request: HTTPConnection) -> str | None:
    """Return the bearer token of a request, None if it has none.

    Other authentication schemes are meant for a reverse proxy.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def identify_key(request: Request, pool: Pool, key: str) -> KeyHolder:
    """Return the system that this key belongs to, and count the call.

    :raises Unauthenticated: if there is no such key, or it has expired or was revoked.
    :raises shop.errors.TooMany: if the key has made too many calls.
    """
    at = now()
    rows: Rows = []
    if key.isascii() and len(key) <= MAX_KEY_LENGTH:
        (rows,) = await pool.fetch_batched(_LIVE_KEYS(hashes=[token_digest(key)], at=at))
    if not rows:
        raise Unauthenticated("This API key is not valid: it is unknown, has ended or was revoked.")
    row = rows[0]
    attempt = limits.api_key(row.id)
    mark = _MARK_USED(id=row.id, at=at, address=client_address_of(request))
    counted, _ = await pool.fetch_all(_COUNT_CALL(**consume_parameters(attempt, at=at)), mark)
    if not counted:
        found = await pool.fetch(Query.of(next_allowed_at(attempt))())
        raise too_many(attempt.limit, found[0][0] if found else at)
    known = {scope.value for scope in Scope}
    scopes = frozenset(Scope(scope) for scope in row.scopes if scope in known)
    return KeyHolder(row.id, row.name, scopes, row.expires_at)
