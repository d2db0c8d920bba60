"""Makes, lists and revokes API keys. The caller commits."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from api.api_keys.schemas import ApiKeyIn, ApiKeyOut, NewApiKeyOut
from api.auth.identity import Person
from api.http.partial_update import get_or_404
from shop.api_keys import queries
from shop.api_keys.events import ApiKeyChanged
from shop.api_keys.model import ApiKey
from shop.audit.context import record_action
from shop.clock import iso, now
from shop.errors import Conflict
from shop.events import outbox
from shop.throttles import limits

MAX_KEYS = 100
MISSING = "API key not found"


class TooManyKeys(Conflict):
    """The number of usable keys has reached its limit."""

    code = "too_many_keys"


async def list_keys(database: AsyncSession) -> list[ApiKeyOut]:
    """Return all keys, usable ones first."""
    windows = await database.execute(queries.calls_in_window(limits.API_KEY.scope))
    counts = {row.subject: row.count_ for row in windows}
    at = now()
    return [
        ApiKeyOut.of(key, calls=counts.get(limits.api_key(key.id).subject, 0), at=at)
        for key in await database.scalars(queries.newest_first())
    ]


async def add(database: AsyncSession, wanted: ApiKeyIn, admin: Person) -> NewApiKeyOut:
    """Make a key and return it. It cannot be read again later.

    :raises TooManyKeys: if there are :data:`MAX_KEYS` already.
    """
    at = now()
    if sum(key.is_live for key in await list_keys(database)) >= MAX_KEYS:
        raise TooManyKeys(f"There are {MAX_KEYS} keys in use. Please revoke one first.")
    days = wanted.expires_in_days
    expires_at = at + timedelta(days=days) if days else None
    row, key = ApiKey.make(
        wanted.name, wanted.scopes, expires_at=expires_at, created_by=admin.name, admin_id=admin.id, at=at
    )
    database.add(row)
    await database.flush()
    made_with = {"scopes": ", ".join(row.scopes), "expires_at": iso(expires_at) or "never"}
    await _audit(database, "added", row, {name: {"from": None, "to": value} for name, value in made_with.items()})
    made = ApiKeyOut.of(row, calls=0, at=at)
    return NewApiKeyOut(**made.model_dump(), key=key)


async def revoke(database: AsyncSession, key_id: int, admin: Person) -> ApiKeyOut:
    """Revoke a key, and close all connections that were opened with it.

    :raises NotFound: if there is no such key.
    :raises shop.api_keys.model.AlreadyRevoked: if it was revoked before.
    """
    at = now()
    row = await get_or_404(database, ApiKey, key_id, MISSING, lock=True)
    row.revoke(admin.name, at=at)
    await _audit(database, "revoked", row, {})
    await database.execute(queries.notify_revoked(row.id))
    return ApiKeyOut.of(row, calls=0, at=at)


async def _audit(database: AsyncSession, action: str, row: ApiKey, changes: dict[str, object]) -> None:
    """Write the audit's entry, and the event for open pages."""
    await database.run_sync(record_action, action, "api key", entity_id=row.id, label=row.name, changes=changes)
    await outbox.record(database, ApiKeyChanged(key_id=row.id, name=row.name), at=now())
