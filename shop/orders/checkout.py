"""Placing an order in two trips to PostgreSQL: look at all that it depends on, then write it, if that still holds.

The look locks nothing. The second trip is one transaction of two statements. The first locks the shopper's row, so that
a shopper's orders are placed one after the other, then the products in the order of their ids, then the gold rates. The
second sees what is committed by then. It writes nothing, and draws no number, unless the key is free, the shopper may
order now, each product is for sale at the figures of its line and the rate is the one in force. A change of a rate
commits only when no order is between the two (the trigger ``hold_orders``, migration ``order_numbers``), so no order
commits at a price that is out of force. Nobody waits for a lock while Python thinks.
"""

import datetime as dt
from collections.abc import Sequence as Several
from typing import Any

from pydantic import BaseModel
from sqlalchemy import (
    ARRAY,
    BigInteger,
    BindParameter,
    Boolean,
    Date,
    DateTime,
    Sequence,
    String,
    and_,
    any_,
    bindparam,
    column,
    delete,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlalchemy.dialects.postgresql import insert as insert_or

from shop.carts.model import CartItem
from shop.catalogue.model import Product, ProductImage
from shop.catalogue.queries import pictures_shown
from shop.clock import today
from shop.customers.model import KEPT_OF_ADDRESS, Address, Customer
from shop.db.base import Base
from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.idempotency.model import IdempotencyKey
from shop.orders.events import OrderPlaced
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.orders.placed import PlacedOrder
from shop.rates.model import GoldRate, current_rate, in_india
from shop.throttles import limits
from shop.throttles import queries as throttles

RATES_LOCK = 0x5261_7465
"""The advisory lock that orders share while they are written. Who changes a gold rate takes it alone, to commit."""
# By their names, so that a dry run can hide them behind sequences of its own.
_ORDER_ID, _ITEM_ID, _STEP_ID = (
    Sequence(f"{table}_id_seq").next_value() for table in ("shop_order", "order_item", "status_change")
)
_LONG_AGO = dt.datetime.fromtimestamp(0, dt.UTC)

_product_ids = bindparam("product_ids", type_=ARRAY(BigInteger))
_wanted = (
    func.unnest(_product_ids)
    .table_valued(column("id", BigInteger), with_ordinality="line", name="wanted")
    .render_derived()
)
_address_id = bindparam("address_id", type_=BigInteger)
_address = (
    select(func.jsonb_build_object(*(part for name in KEPT_OF_ADDRESS for part in (name, getattr(Address, name)))))
    .where(Address.customer_id == bindparam("customer_id"), or_(_address_id.is_(None), Address.id == _address_id))
    .order_by(Address.id.desc())
    .limit(1)
)
_picture = pictures_shown(select(ProductImage.image_url), Product.id).limit(1)
_rate = current_rate(in_india(bindparam("today", type_=Date))).with_only_columns(GoldRate.r22k).scalar_subquery()

_LOOK = Query.of(
    select(
        Customer.name.label("customer_name"),
        Customer.email.label("customer_email"),
        Customer.phone.label("customer_phone"),
        IdempotencyKey.order_id.label("placed_id"),
        IdempotencyKey.request_hash.label("placed_hash"),
        IdempotencyKey.created_at.label("placed_at"),
        throttles.paused_until().scalar_subquery().label("paused_until"),
        _rate.label("rate"),
        _address.scalar_subquery().label("address"),
        *(Product.id, Product.name, Product.purity, Product.is_for_sale.label("is_for_sale")),
        *(Product.weight, Product.making_charge, Product.wastage_charge, Product.discount),
        _picture.scalar_subquery().label("image_url"),
    )
    .join_from(Customer, _wanted, true())
    .outerjoin(Product, Product.id == _wanted.c.id)
    .outerjoin(IdempotencyKey, and_(IdempotencyKey.customer_id == Customer.id, IdempotencyKey.key == bindparam("key")))
    .where(Customer.id == bindparam("customer_id"))
    .order_by(_wanted.c.line)
)

_OF_LINE = (
    *("line", "product_id", "product_name", "product_image_url", "purity", "quantity"),
    *("weight", "gold_rate", "making_charge", "wastage_charge", "discount", "total_amount"),
)
_OF_ORDER = (*("name", "email", "phone", "address", "total_quantity", "total_amount", "ordered_at", "delivery_date"),)
_AS_PRICED = ("purity", "weight", "making_charge", "wastage_charge", "discount")


def _given(model: type[Base], *names: str) -> list[BindParameter[Any]]:
    """Return a parameter for each of these columns, of its name."""
    return [bindparam(name, type_=model.__table__.c[name].type) for name in names]


_shopper = (
    select(Customer.id).where(Customer.id == bindparam("customer_id")).with_for_update(key_share=True).cte("shopper")
)
_held = (
    select(Product.id)
    .join_from(_shopper, Product, Product.id == any_(_product_ids))
    .order_by(Product.id)
    .with_for_update(read=True, of=Product)
    .cte("held")
)
_holding = select(func.count().label("products")).select_from(_held).subquery("holding")
_LOCK = Query.of(select(_holding.c.products, func.pg_advisory_xact_lock_shared(RATES_LOCK)))

_lines = select(
    func.jsonb_populate_recordset(literal_column("NULL::order_item"), bindparam("lines", type_=JSONB)).table_valued(
        *(column(name, OrderItem.__table__.c[name].type) for name in _OF_LINE), name="given"
    )
).cte("line")
_as_priced = (
    select(func.count())
    .join_from(_lines, Product, Product.id == _lines.c.product_id)
    .where(
        Product.is_for_sale,
        Product.name == _lines.c.product_name,
        _lines.c.gold_rate == _rate,
        *(getattr(Product, name) == _lines.c[name] for name in _AS_PRICED),
    )
)
_key, _void_before = bindparam("key", type_=String), bindparam("void_before", type_=DateTime(timezone=True))
_used = select(IdempotencyKey.key).where(
    IdempotencyKey.customer_id == bindparam("customer_id"),
    IdempotencyKey.key == _key,
    IdempotencyKey.created_at >= _void_before,
)
_fit = (
    select(Customer.id)
    .where(
        Customer.id == bindparam("customer_id"),
        ~_used.exists(),
        _as_priced.scalar_subquery() == select(func.count()).select_from(_lines).scalar_subquery(),
    )
    .cte("fit")
)
_is_limited = bindparam("is_limited", type_=Boolean)
_admitted = throttles.admitting(":is_limited AND EXISTS (SELECT FROM fit)")
_keep_key = insert_or(IdempotencyKey).from_select(
    ["customer_id", "order_id", "key", "request_hash", "created_at"],
    select(
        _fit.c.id,
        _ORDER_ID,
        *_given(IdempotencyKey, "key", "request_hash", "created_at"),
    ).where(or_(~_is_limited, select(_admitted.c.count).exists())),
)
_taken = (
    _keep_key.on_conflict_do_update(
        index_elements=[IdempotencyKey.customer_id, IdempotencyKey.key],
        set_={name: _keep_key.excluded[name] for name in ("request_hash", "order_id", "created_at")},
        where=IdempotencyKey.created_at < _void_before,
    )
    .returning(IdempotencyKey.customer_id, IdempotencyKey.order_id)
    .cte("taken")
)
_order = (
    insert(Order)
    .from_select(
        ["id", "customer_id", *_OF_ORDER],
        select(_taken.c.order_id, _taken.c.customer_id, *_given(Order, *_OF_ORDER)),
    )
    .cte("placed")
)
_at = bindparam("ordered_at", type_=DateTime(timezone=True))
_status = literal(Status.ORDERED.value)
_items = (
    insert(OrderItem)
    .from_select(
        ["id", "order_id", *_OF_LINE, "status", "ordered_at"],
        select(_ITEM_ID, _taken.c.order_id, *(_lines.c[name] for name in _OF_LINE), _status, _at)
        .join_from(_taken, _lines, true())
        .order_by(_lines.c.line),
    )
    .returning(OrderItem.id, OrderItem.line)
    .cte("item")
)
_history = (
    insert(StatusChange)
    .from_select(
        ["id", "order_item_id", "version", "to_status", "at"],
        select(_STEP_ID, _items.c.id, literal(1), _status, _at),
    )
    .cte("step")
)
_left_cart = (
    delete(CartItem)
    .where(CartItem.customer_id == _taken.c.customer_id, CartItem.product_id == _lines.c.product_id)
    .cte("left_cart")
)
_shown = bindparam("shown", type_=JSONB)
_item_ids = func.jsonb_build_object("orderId", _taken.c.order_id, "itemId", _items.c.id, "id", _items.c.id)
_item_shown = _shown.op("->")("items").op("->")(_items.c.line - 1).op("||", return_type=JSONB)(_item_ids)
_items_shown = select(func.jsonb_agg(aggregate_order_by(_item_shown, _items.c.line))).correlate(_taken)
_order_shown = _shown.op("||", return_type=JSONB)(
    func.jsonb_build_object("id", _taken.c.order_id, "items", _items_shown.scalar_subquery())
)
_item_numbers = func.array(select(_items.c.id).order_by(_items.c.line).scalar_subquery())

_WRITE = Query.of(
    outbox.recording(
        *(_order, _items, _history, _left_cart),
        only_with=_taken,
        found={"aggregate": func.concat("order:", _taken.c.order_id), "data": _order_shown},
    )
    .join(_taken, true())
    .add_columns(_taken.c.order_id, _item_numbers.label("item_ids"))
)


def look(
    *, customer_id: int, product_ids: Several[int], address_id: int | None, key: str, at: dt.datetime
) -> BoundQuery:
    """Ask for a row for each product, with the shopper, the order of this key, the rate, the address.

    There is none where there is no such shopper; a product that is not there has no ``id``. The address is the one
    that is named, else the shopper's newest. ``paused_until`` is when the shopper may order again, where they have to
    wait.
    """
    return _LOOK(
        customer_id=customer_id,
        product_ids=list(product_ids),
        address_id=address_id,
        key=key,
        today=today(at),
        **throttles.pause(limits.order(customer_id), at=at),
    )


def place(
    order: PlacedOrder,
    *,
    shown: BaseModel | dict[str, Any],
    key: str,
    request_hash: bytes,
    void_before: dt.datetime | None,
    is_limited: bool,
) -> list[BoundQuery]:
    """Write the order, its lines with their history, its key and its event, and take its products out of the cart.

    The last of the statements, which go together, gives the ``order_id`` and the ``item_ids`` of the lines. It gives no
    row where nothing was written since something has changed: look again.

    :param shown: the order as its event has it; its numbers are put in when they are drawn.
    :param void_before: a key that was used before this is free again; None where a key is for ever.
    :param is_limited: whether this counts against the limit of the shopper's orders.
    """
    event = OrderPlaced(order_id=order.id, customer_id=order.customer_id, order={})  # its data is made of ``shown``
    lines = [item.columns() for item in order.items]
    return [
        _LOCK(customer_id=order.customer_id, product_ids=[item.product_id for item in order.items]),
        _WRITE(
            **{name: getattr(order, name) for name in _OF_ORDER},
            **outbox.values(event, at=order.ordered_at),
            **throttles.admission(limits.order(order.customer_id), at=order.ordered_at),
            customer_id=order.customer_id,
            key=key,
            request_hash=request_hash,
            created_at=order.ordered_at,
            void_before=void_before or _LONG_AGO,
            today=today(order.ordered_at),
            is_limited=is_limited,
            lines=lines,
            shown=shown,
        ),
    ]
