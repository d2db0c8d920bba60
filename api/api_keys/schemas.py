"""Requests and responses of API keys."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from api.http.base_schemas import In, Out
from api.http.schema_types import NOT_BOOL, BoundedText
from shop.api_keys.model import ApiKey, Scope
from shop.clock import iso
from shop.throttles import limits

MAX_DAYS = 3650


def _without_repeats(scopes: list[Scope]) -> list[Scope]:
    if len(set(scopes)) < len(scopes):
        raise ValueError("Please name each scope once.")
    return scopes


class ApiKeyIn(In):
    """A key to be made. Without ``expiresInDays`` it does not expire."""

    name: Annotated[str, BoundedText(100, min_length=1)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(Scope)), AfterValidator(_without_repeats)]
    expires_in_days: Annotated[int, Field(ge=1, le=MAX_DAYS), NOT_BOOL] | None = None


class ApiKeyOut(Out):
    """A key as the list shows it. ``start`` is how the key begins; the rest of it is not stored.

    ``callsPerMinute`` is the number of calls in the current minute, ``limitPerMinute`` the maximum.
    """

    id: int
    name: str
    start: str
    scopes: list[str]
    created_at: str | None
    created_by: str
    expires_at: str | None
    revoked_at: str | None
    revoked_by: str | None
    used_at: str | None
    used_from: str | None
    is_live: bool
    calls_per_minute: int
    limit_per_minute: int

    @classmethod
    def of(cls, key: ApiKey, *, calls: int, at: datetime) -> "ApiKeyOut":
        return cls(
            id=key.id,
            name=key.name,
            start=key.start,
            scopes=key.scopes,
            created_at=iso(key.created_at),
            created_by=key.created_by,
            expires_at=iso(key.expires_at),
            revoked_at=iso(key.revoked_at),
            revoked_by=key.revoked_by,
            used_at=iso(key.used_at),
            used_from=key.used_from,
            is_live=key.revoked_at is None and (key.expires_at is None or key.expires_at > at),
            calls_per_minute=calls,
            limit_per_minute=limits.API_KEY.free,
        )


class NewApiKeyOut(ApiKeyOut):
    """A key that was just made. ``key`` is in this response only."""

    key: str
