"""The statements that place an order.

They load the state that it depends on, lock that state, and write the order if the state is unchanged.

Loading locks nothing. Prices are computed between loading and writing, in Python, while no lock is held. The locks and
the write go together, in one transaction. A change of a gold rate commits only while no order is being written (trigger
``hold_orders``), so no order commits at a rate that is no longer in force.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from sqlalchemy import BigInteger, bindparam, update
from sqlalchemy.dialects.postgresql import JSONB

from shop.audit.context import Actor
from shop.catalogue.stock import LAST_PIECES
from shop.clock import today
from shop.db import sql_files
from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.orders.draft import DraftOrder
from shop.orders.events import OrderPlaced
from shop.orders.model import Order
from shop.payments.state import REFERENCE_PREFIX
from shop.stock.piece_movements import PRICES_SETTLED
from shop.throttles import limits
from shop.throttles import queries as throttles

RATES_LOCK = 0x5261_7465
"""The advisory lock that orders share while they are written. A change of a gold rate takes it exclusively."""
_LONG_AGO = dt.datetime.fromtimestamp(0, dt.UTC)

_LOAD_STATE = sql_files.query("load_order_state")
_LOCK_STATE = sql_files.query("lock_order_state")
_LOCK_FREE_STATE = sql_files.query("lock_free_order_state")
_INSERT_ORDER = sql_files.query("insert_order")
_ADD_GIFT = Query.of(
    update(Order)
    .where(Order.id == bindparam("of_order", type_=BigInteger()))
    .values(gift=bindparam("gift", type_=JSONB()))
    .returning(Order.id)
)
_COLUMNS = (
    "name",
    "email",
    "phone",
    "address",
    "total_quantity",
    "total_amount",
    "ordered_at",
    "delivery_from",
    "delivery_date",
)


def load_state(
    *,
    customer_id: int,
    product_ids: Sequence[int],
    sizes: Sequence[str | None],
    address_id: int | None,
    key: str,
    at: dt.datetime,
) -> BoundQuery:
    """Query the state that an order depends on, with a row for each product: see ``load_order_state.sql``.

    :param sizes: the size of each product; None takes the default of a product that comes in sizes.
    :param address_id: the id of one of the customer's addresses; None takes the newest.
    :param key: the idempotency key, unique among the customer's orders.
    """
    return _LOAD_STATE(
        customer_id=customer_id,
        product_ids=list(product_ids),
        sizes=[size or "" for size in sizes],
        address_id=address_id,
        key=key,
        today=today(at),
        **throttles.paused_until_parameters(limits.order(customer_id), at=at),
    )


def add_gift(gift: dict[str, Any], order_id: int) -> BoundQuery:
    """Return the statement that makes a new order a gift: see :attr:`shop.orders.model.Order.gift`."""
    return _ADD_GIFT(of_order=order_id, gift=gift)


def insert_order(
    order: DraftOrder,
    *,
    event_data: BaseModel | dict[str, Any],
    key: str,
    request_hash: bytes,
    void_before: dt.datetime | None,
    is_limited: bool,
    admin: Actor | None = None,
    may_wait: bool = True,
) -> list[BoundQuery]:
    """Return the statements that write an order, for one transaction: see ``insert_order.sql``.

    The last one returns ``order_id`` and the ``item_ids`` of the lines, or no row if something has changed since it was
    loaded.

    :param event_data: the order as its event carries it, without ids; PostgreSQL adds them.
    :param void_before: a key that was used before this time can be reused; None if keys never expire.
    :param is_limited: whether this counts against the limit of the customer's orders.
    :param admin: who enters the order for the customer; None if the customer places it.
    :param may_wait: whether they wait for a lock that another transaction holds; otherwise they fail.
    """
    lock_state = _LOCK_STATE if may_wait else _LOCK_FREE_STATE
    event = OrderPlaced(order_id=order.id, customer_id=order.customer_id, order={})
    # An order that sells the last piece writes the listing, which a repricing holds.
    settle = [PRICES_SETTLED()] if any(item.is_counted for item in order.items) else []
    return [
        *settle,
        lock_state(
            customer_id=order.customer_id,
            product_ids=sorted({item.product_id for item in order.items}),
            rates_lock=RATES_LOCK,
        ),
        _INSERT_ORDER(
            **{name: getattr(order, name) for name in _COLUMNS},
            **outbox.values(event, at=order.ordered_at) | {"event_data": event_data},
            **throttles.consume_parameters(limits.order(order.customer_id), at=order.ordered_at),
            customer_id=order.customer_id,
            key=key,
            request_hash=request_hash,
            void_before=void_before or _LONG_AGO,
            today=today(order.ordered_at),
            is_limited=is_limited,
            admin_id=admin.admin_id if admin else None,
            changed_by=admin.name if admin else None,
            last_pieces=LAST_PIECES,
            held_rate=order.held_rate,
            payment_method=order.payment.method,
            reference_prefix=REFERENCE_PREFIX,
            payment_expires_at=order.payment.expires_at,
            payment_remind_at=order.payment.remind_at,
            lines=[item.columns() for item in order.items],
        ),
    ]
