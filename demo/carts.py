"""Carts of some demo shoppers."""

import datetime as dt
from typing import Any

from shop.carts.model import CartItem
from shop.catalogue.model import Product
from shop.catalogue.sizes import default_of
from shop.customers.model import Customer


def fill(others: list[Customer], products: list[Product], *, at: dt.datetime) -> list[CartItem]:
    """Return the cart items of every third shopper, one to three products each."""
    return [
        CartItem(
            customer_id=customer.id,
            quantity=1 + place % 2,
            added_at=at - dt.timedelta(hours=7 * number + place + 1),
            **_product_in_size(products[(number * 5 + place) % len(products)]),
        )
        for number, customer in enumerate(others[::3])
        for place in range(1 + number % 3)
    ]


def _product_in_size(product: Product) -> dict[str, Any]:
    default = default_of(product.sizes)
    if default is None:
        return {"product_id": product.id}
    return {"sized_product_id": product.id, "size": default["label"]}
