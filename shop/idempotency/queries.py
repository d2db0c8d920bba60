"""Queries of the responses that are stored for keys."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    LargeBinary,
    Select,
    String,
    Update,
    bindparam,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

from shop.db.query import BoundQuery, Query
from shop.idempotency.model import STORED_RESPONSES

_RESPONSE = STORED_RESPONSES.c


class Owner(StrEnum):
    """The kind of sender of a key, named by the column that has the sender's id."""

    CUSTOMER = "customer_id"
    ADMIN = "admin_id"
    API_KEY = "api_key_id"


@dataclass(frozen=True)
class OwnedKey:
    """A key with its sender, because different senders may use the same key."""

    owner: Owner
    owner_id: int
    key: str

    @property
    def columns(self) -> dict[str, Any]:
        """The columns that identify its row."""
        return {**{owner.value: self.owner_id if owner is self.owner else None for owner in Owner}, "key": self.key}


_OWNER_ID, _KEY = bindparam("owner_id", type_=BigInteger), bindparam("of_key", type_=String)
_FIND_HASH = {
    owner: Query.of(
        select(_RESPONSE.request_hash).where(
            _RESPONSE[owner.value] == _OWNER_ID,
            *(_RESPONSE[other.value].is_(None) for other in Owner if other is not owner),
            _RESPONSE.key == _KEY,
        )
    )
    for owner in Owner
}
_CLAIM = {
    owner: Query.of(
        insert(STORED_RESPONSES)
        .values(
            {
                owner.value: _OWNER_ID,
                "key": _KEY,
                "request_hash": bindparam("digest", type_=LargeBinary),
                "created_at": bindparam("at", type_=DateTime(timezone=True)),
            }
        )
        .on_conflict_do_nothing()
        .returning(_RESPONSE.key)
    )
    for owner in Owner
}


def find(key: OwnedKey) -> Select[bytes, bytes | None]:
    """Select the hash of the request for which a key was used, and the response."""
    return select(_RESPONSE.request_hash, _RESPONSE.answer).where(*_row(key))


def claim(key: OwnedKey, *, request_hash: bytes, at: dt.datetime) -> ReturningInsert[str]:
    """Insert a key, or return no row if it was used.

    It waits for a concurrent transaction that has inserted the key and not ended yet.
    """
    values = key.columns | {"request_hash": request_hash, "created_at": at}
    return insert(STORED_RESPONSES).values(values).on_conflict_do_nothing().returning(_RESPONSE.key)


def find_hash(key: OwnedKey) -> BoundQuery:
    """Return the query of the hash of the request for which a key was used, for the pool."""
    return _FIND_HASH[key.owner](owner_id=key.owner_id, of_key=key.key)


def claim_for_order(key: OwnedKey, *, request_hash: bytes, at: dt.datetime) -> BoundQuery:
    """Return the statement that claims a key for an order, for the pool. It returns no row if the key was used.

    It stores no response: the order's own key has its number.
    """
    return _CLAIM[key.owner](owner_id=key.owner_id, of_key=key.key, digest=request_hash, at=at)


def store_response(key: OwnedKey, body: bytes) -> Update:
    """Store the response to the request that claimed a key."""
    return update(STORED_RESPONSES).where(*_row(key)).values(answer=body)


def _row(key: OwnedKey) -> list[ColumnElement[bool]]:
    return [
        _RESPONSE[name].is_(None) if value is None else _RESPONSE[name] == value for name, value in key.columns.items()
    ]
