"""Queries of the responses that are stored for keys."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, Update, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

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


def find(key: OwnedKey) -> Select[bytes, bytes | None]:
    """Select the hash of the request for which a key was used, and the response."""
    return select(_RESPONSE.request_hash, _RESPONSE.answer).where(*_row(key))


def claim(key: OwnedKey, *, request_hash: bytes, at: dt.datetime) -> ReturningInsert[str]:
    """Insert a key, or return no row if it was used.

    It waits for a concurrent transaction that has inserted the key and not ended yet.
    """
    values = key.columns | {"request_hash": request_hash, "created_at": at}
    return insert(STORED_RESPONSES).values(values).on_conflict_do_nothing().returning(_RESPONSE.key)


def store_response(key: OwnedKey, body: bytes) -> Update:
    """Store the response to the request that claimed a key."""
    return update(STORED_RESPONSES).where(*_row(key)).values(answer=body)


def _row(key: OwnedKey) -> list[ColumnElement[bool]]:
    return [
        _RESPONSE[name].is_(None) if value is None else _RESPONSE[name] == value for name, value in key.columns.items()
    ]
