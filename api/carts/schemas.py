"""Requests and responses of carts."""

import datetime as dt
from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field

from api.catalogue.schemas import ProductOut
from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, Id, Number, SizeLabel
from shop.carts.limits import MAX_QUANTITY
from shop.customers.model import Customer

Quantity = Annotated[int, Field(ge=1, le=MAX_QUANTITY), NOT_BOOL]


class CartItemIn(In):
    """An item of a cart. ``size`` is one of the product's ``sizes``; without one it has the default size.

    A client that sends ``size`` must name one for a product that comes in sizes. On a change it is another size of the
    same product. If the cart already has that size, the two items are merged.
    """

    id: Id | None = None
    customer_id: Id
    product_id: Id
    size: SizeLabel | None = None
    quantity: Quantity = 1
    restores: Id | None = None
    """The id that the item had before it was removed."""


class CartItemOut(Out):
    """An item of a cart. Weight, price and stock of the ``product`` are those of the ``size``.

    ``size`` is null if none was chosen; a product that comes in sizes cannot be ordered without one. An item is out of
    stock if the product no longer comes in its size.
    """

    cart_id: int
    customer_id: int
    product_id: int
    size: str | None
    quantity: int
    weight: Number
    product: ProductOut


class CartOut(Out):
    """A cart in the list of all carts; ``amount`` is rupees at today's rate."""

    customer_id: int
    name: str
    email: str
    phone: str
    products: int
    pieces: int
    amount: Number
    added_at: Time

    @classmethod
    def of(cls, customer: Customer, products: int, pieces: int, amount: Decimal, added_at: dt.datetime) -> Self:
        return cls(
            customer_id=customer.id,
            name=customer.name,
            email=customer.email,
            phone=customer.phone,
            products=products,
            pieces=pieces,
            amount=amount,
            added_at=added_at,
        )
