"""Notes of staff about orders and customers, and assignments of orders to staff."""

import datetime as dt
import random
from collections.abc import Sequence

from sqlalchemy.orm import Session

from shop.customer_record.model import CustomerNote
from shop.desk.model import OrderAssignment, OrderNote
from shop.orders.model import Order
from shop.orders.queries import OPEN_STATUSES
from shop.staff.model import Admin
from shop.staff.roles import StaffRole

NOTES = (
    "The shopper asks for a call before the parcel leaves.",
    "Gift box, no bill inside.\nThe card is at the packing table.",
    "Her bank allows 9 lakh a day, so the money comes in two transfers.",
    "The clasp was polished again; it may be packed.",
    "The courier does not go there on Saturdays.",
)

ABOUT_CUSTOMERS = (
    "Wedding of her sister in January, asks about the layered set. Tell her when the rate is below 11,700.",
    "Prefers a call after six in the evening.",
    "Ring size 14, bangles 2.6.",
)


def draw(session: Session, placed: Sequence[Order], staff: Sequence[Admin], *, at: dt.datetime) -> None:
    """Assign two thirds of the open orders to staff who may change orders. Add notes to some orders and customers."""
    drawn = random.Random(7)
    writers = [admin for admin in staff if {StaffRole.OWNER, StaffRole.ORDERS} & set(admin.roles)]
    is_open = {status.value for status in OPEN_STATUSES}
    for number, customer_id in enumerate(sorted({order.customer_id for order in placed})[:3]):
        writer = drawn.choice(writers)
        note = CustomerNote(
            customer_id=customer_id,
            text=ABOUT_CUSTOMERS[number],
            admin_id=writer.id,
            written_by=writer.name,
            at=at - dt.timedelta(days=3 + number),
        )
        session.add(note)
    for order in placed:
        if not any(item.status in is_open for item in order.items):
            continue
        since = at - order.ordered_at
        if drawn.random() < 2 / 3:
            admin = drawn.choice(writers)
            when = order.ordered_at + since / 4
            session.add(
                OrderAssignment(order_id=order.id, admin_id=admin.id, version=1, changed_by=admin.name, at=when)
            )
        for number, text in enumerate(drawn.sample(NOTES, drawn.choice((0, 0, 1, 2))), start=2):
            writer = drawn.choice(writers)
            session.add(
                OrderNote(
                    order_id=order.id,
                    text=text,
                    admin_id=writer.id,
                    written_by=writer.name,
                    at=order.ordered_at + since * number / 5,
                )
            )
