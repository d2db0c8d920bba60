"""The PANs of buyers whose orders need one. Two orders lack it, which the board shows to staff."""

import random
from collections.abc import Sequence

from sqlalchemy.orm import Session

from demo.payments import WAITING
from shop.orders.model import Order
from shop.pan import encryption, rules
from shop.pan.model import OrderPan

_MISSING = sorted(WAITING)[:2]
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def give(session: Session, placed: Sequence[Order]) -> None:
    """Store a PAN for each order that needs one, except two. All orders of a shopper have the same PAN."""
    for place, order in enumerate(placed):
        if place in _MISSING or not rules.is_needed(order.total_amount):
            continue
        encrypted = encryption.encrypt(_pan_of(order.customer.name), order.id)
        session.add(OrderPan(order_id=order.id, encrypted=encrypted, given_at=order.ordered_at))


def _pan_of(name: str) -> str:
    """Return a PAN in the form of a person's: the fourth letter is ``P``, the fifth the initial of the surname."""
    drawn = random.Random(name)
    start, end = "".join(drawn.choices(_LETTERS, k=3)), drawn.choice(_LETTERS)
    return f"{start}P{name.rsplit(maxsplit=1)[-1][0].upper()}{drawn.randrange(10_000):04}{end}"
