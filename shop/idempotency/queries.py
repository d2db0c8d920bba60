"""Finding and keeping the answer that a key stands for."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Update, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

from shop.idempotency.model import KEPT_ANSWERS
from shop.sessions.model import Role

_KEPT = KEPT_ANSWERS.c


@dataclass(frozen=True)
class OwnedKey:
    """A key, and the shopper or admin who sent it: two people may send the same."""

    role: Role
    person_id: int
    key: str

    @property
    def columns(self) -> dict[str, Any]:
        """What tells its row."""
        is_customer = self.role is Role.CUSTOMER
        return {
            "customer_id": self.person_id if is_customer else None,
            "admin_id": None if is_customer else self.person_id,
            "key": self.key,
        }


def find(key: OwnedKey) -> Select[bytes, bytes | None]:
    """Select the hash of the request that a key was used for, and its answer."""
    return select(_KEPT.request_hash, _KEPT.answer).where(*_row(key))


def claim(key: OwnedKey, *, request_hash: bytes, at: dt.datetime) -> ReturningInsert[str]:
    """Take a key for this transaction, or return no row where it is used.

    Where another transaction has taken it, this waits for that one's end.
    """
    values = key.columns | {"request_hash": request_hash, "created_at": at}
    return insert(KEPT_ANSWERS).values(values).on_conflict_do_nothing().returning(_KEPT.key)


def keep(key: OwnedKey, answer: bytes) -> Update:
    """Keep the answer to the request that claimed a key."""
    return update(KEPT_ANSWERS).where(*_row(key)).values(answer=answer)


def _row(key: OwnedKey) -> list[ColumnElement[bool]]:
    return [_KEPT[name].is_(None) if value is None else _KEPT[name] == value for name, value in key.columns.items()]
