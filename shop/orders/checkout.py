"""Placing an order in two trips to PostgreSQL: look at all that it depends on, then write it, if that still holds.

The look locks nothing. The writing locks the shopper's row, so that a shopper's orders are placed one after the other,
then the products in the order of their ids, and writes nothing unless each is for sale at the figures of its line and
the key is free. So an order and a change of a price never cross, and nobody waits for a lock while Python thinks.
"""

import datetime as dt
from collections.abc import Sequence as Several
from typing import Any

from sqlalchemy import (
    ARRAY,
    BindParameter,
    Date,
    DateTime,
    Integer,
    Sequence,
    and_,
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
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import insert as insert_or

from shop.carts.model import CartItem
from shop.catalogue.model import Product, ProductImage
from shop.catalogue.queries import pictures_shown
from shop.clock import today
from shop.customers.model import KEPT_OF_ADDRESS, Address, Customer
from shop.database import Base
from shop.events import outbox
from shop.events.event import Event
from shop.orders.model import IdempotencyKey, Order, OrderItem, Status, StatusChange
from shop.orders.placed import PlacedOrder
from shop.rates.model import GoldRate, current_rate
from shop.sessions.queries import LIVE_PEOPLE
from shop.trips import Asked, Statement

_wanted = (
    func.unnest(bindparam("product_ids", type_=ARRAY(Integer)))
    .table_valued(column("id", Integer), with_ordinality="line", name="wanted")
    .render_derived()
)
_address_id = bindparam("address_id", type_=Integer)
_address = (
    select(func.jsonb_build_object(*(part for name in KEPT_OF_ADDRESS for part in (name, getattr(Address, name)))))
    .where(Address.customer_id == bindparam("customer_id"), or_(_address_id.is_(None), Address.id == _address_id))
    .order_by(Address.id.desc())
    .limit(1)
)
_picture = pictures_shown(select(ProductImage.image_url), Product.id).limit(1)

_LOOK = (
    select(
        Customer.name.label("customer_name"),
        Customer.email.label("customer_email"),
        Customer.phone.label("customer_phone"),
        IdempotencyKey.order_id.label("placed_id"),
        IdempotencyKey.request_hash.label("placed_hash"),
        IdempotencyKey.created_at.label("placed_at"),
        current_rate(bindparam("today", type_=Date)).with_only_columns(GoldRate.r22k).scalar_subquery().label("rate"),
        _address.scalar_subquery().label("address"),
        select(Sequence("shop_order_id_seq").next_value()).scalar_subquery().label("order_id"),
        Sequence("order_item_id_seq").next_value().label("item_id"),
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
_LOOK_ANEW = Statement.of(_LOOK)
_LOOK_FIRST = Statement.of(_LOOK.where(LIVE_PEOPLE.with_only_columns(literal_column("1")).exists()))

_OF_LINE = (
    *("id", "line", "product_id", "product_name", "product_image_url", "purity", "quantity"),
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
_lines = select(
    func.jsonb_populate_recordset(literal_column("NULL::order_item"), bindparam("lines", type_=JSONB)).table_valued(
        *(column(name, OrderItem.__table__.c[name].type) for name in _OF_LINE), name="given"
    )
).cte("line")
_held = (
    select(Product.id)
    .join_from(_shopper, _lines, true())
    .join(Product, Product.id == _lines.c.product_id)
    .where(
        Product.is_for_sale,
        Product.name == _lines.c.product_name,
        *(getattr(Product, name) == _lines.c[name] for name in _AS_PRICED),
    )
    .order_by(Product.id)
    .with_for_update(read=True, of=Product)
    .cte("held")
)
_key = insert_or(IdempotencyKey).from_select(
    ["customer_id", "key", "request_hash", "order_id", "created_at"],
    select(_shopper.c.id, *_given(IdempotencyKey, "key", "request_hash", "order_id", "created_at")).where(
        select(func.count()).select_from(_held).scalar_subquery()
        == select(func.count()).select_from(_lines).scalar_subquery()
    ),
)
_taken = (
    _key.on_conflict_do_update(
        index_elements=[IdempotencyKey.customer_id, IdempotencyKey.key],
        set_={name: _key.excluded[name] for name in ("request_hash", "order_id", "created_at")},
        where=IdempotencyKey.created_at < bindparam("void_before"),
    )
    .returning(IdempotencyKey.customer_id, IdempotencyKey.order_id, IdempotencyKey.created_at)
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
        ["order_id", *_OF_LINE, "status", "ordered_at"],
        select(_taken.c.order_id, *(_lines.c[name] for name in _OF_LINE), _status, _at).join_from(
            _taken, _lines, true()
        ),
    )
    .cte("item")
)
_history = (
    insert(StatusChange)
    .from_select(
        ["order_item_id", "version", "to_status", "at"],
        select(_lines.c.id, literal(1), _status, _at).join_from(_taken, _lines, true()),
    )
    .cte("step")
)
_left_cart = (
    delete(CartItem)
    .where(CartItem.customer_id == _taken.c.customer_id, CartItem.product_id == _lines.c.product_id)
    .cte("left_cart")
)

_PLACE = Statement.of(outbox.recording(_order, _items, _history, _left_cart, only_with=_taken))


def look(
    *,
    customer_id: int,
    product_ids: Several[int],
    address_id: int | None,
    key: str,
    at: dt.datetime,
    hashes: Several[bytes],
) -> Asked:
    """Ask for a row for each product, with the shopper, the order of this key, rate, address and ids to be used.

    There is none where there is no such shopper; a product that is not there has no ``id``. The address is the one
    that is named, else the shopper's newest.

    :param hashes: of session tokens, where it is not yet known who calls: there is no row unless one of them is alive.
    """
    values = {"customer_id": customer_id, "product_ids": list(product_ids), "address_id": address_id, "key": key}
    if hashes:
        return _LOOK_FIRST(**values, today=today(at), hashes=list(hashes), at=at)
    return _LOOK_ANEW(**values, today=today(at))


def place(order: PlacedOrder, event: Event, *, key: str, request_hash: bytes, void_before: dt.datetime | None) -> Asked:
    """Write the order, its lines with their history, its key and its event, and take its products out of the cart.

    It gives a row, or none where nothing was written since something has changed: look again.

    :param void_before: a key that was used before this is free again; None where a key is for ever.
    """
    return _PLACE(
        **{name: getattr(order, name) for name in _OF_ORDER},
        **outbox.values(event, at=order.ordered_at),
        customer_id=order.customer_id,
        order_id=order.id,
        key=key,
        request_hash=request_hash,
        created_at=order.ordered_at,
        void_before=void_before,
        lines=[item.columns() for item in order.items],
    )
