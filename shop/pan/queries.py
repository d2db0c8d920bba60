"""Queries of PANs."""

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import BigInteger, LargeBinary, bindparam, select
from sqlalchemy import DateTime as Timestamp
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shop.db.query import BoundQuery, Query
from shop.pan.encryption import decrypt, encrypt
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


def whole(session: Session, order_ids: Sequence[int]) -> dict[int, str]:
    """Return the full PANs of these orders. Orders without a PAN, or whose PAN no key decrypts, are left out."""
    stored = session.scalars(select(OrderPan).where(OrderPan.order_id.in_(order_ids)))
    pans = {row.order_id: decrypt(row.encrypted, row.order_id) for row in stored}
    return {order_id: pan for order_id, pan in pans.items() if pan}
