"""Queries of PANs."""

import datetime as dt

from sqlalchemy import BigInteger, LargeBinary, bindparam
from sqlalchemy import DateTime as Timestamp
from sqlalchemy.dialects.postgresql import insert

from shop.db.query import BoundQuery, Query
from shop.pan.encryption import encrypt
from shop.pan.model import OrderPan

_ADD = Query.of(
    insert(OrderPan)
    .values(
        order_id=bindparam("for_order", type_=BigInteger),
        encrypted=bindparam("sealed", type_=LargeBinary),
        given_at=bindparam("at", type_=Timestamp(timezone=True)),
    )
    .returning(OrderPan.order_id)
)


def add(pan: str, order_id: int, *, at: dt.datetime) -> BoundQuery:
    """Return the statement that stores the PAN of a new order."""
    return _ADD(for_order=order_id, sealed=encrypt(pan, order_id), at=at)
