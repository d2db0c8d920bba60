"""What some shoppers have put aside and not ordered yet."""

import datetime as dt

from shop.carts.model import CartItem
from shop.catalogue.model import Product
from shop.customers.model import Customer


def fill(others: list[Customer], products: list[Product], *, at: dt.datetime) -> list[CartItem]:
    """Return the cart items of every third shopper, one to three products each."""
    return [
        CartItem(
            customer_id=customer.id,
            product_id=products[(number * 5 + place) % len(products)].id,
            quantity=1 + place % 2,
            added_at=at - dt.timedelta(hours=7 * number + place + 1),
        )
        for number, customer in enumerate(others[::3])
        for place in range(1 + number % 3)
    ]
