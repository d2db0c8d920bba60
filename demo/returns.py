"""Returns of delivered lines, in several states."""

import datetime as dt
from collections.abc import Sequence

from sqlalchemy.orm import Session

from demo import SHOPPER
from shop.orders.model import Order, OrderItem, Status
from shop.payments.model import EntryKind, Method, Payment, PaymentEntry, PaymentStatus
from shop.returns import rules
from shop.returns.model import Return, ReturnStatus
from shop.returns.rules import ReturnAction
from shop.staff.model import Admin

REQUESTED: tuple[ReturnAction, ...] = ()
APPROVED = (ReturnAction.APPROVE,)
RECEIVED = (ReturnAction.APPROVE, ReturnAction.RECEIVE)
DECLINED = (ReturnAction.DECLINE,)
WITHDRAWN = (ReturnAction.WITHDRAW,)
WANTED = (
    ("It does not fit", "One size larger would be right.", REQUESTED, False),
    ("It looks different from the pictures", "The stones are paler than on the page.", REQUESTED, False),
    ("I changed my mind", "", APPROVED, False),
    ("It is damaged or faulty", "The clasp springs open when I bend the wrist.", RECEIVED, False),
    ("I changed my mind", "It was a gift, and she has one already.", DECLINED, False),
    ("It does not fit", "", RECEIVED, True),
    ("Another reason", "I keep it after all.", WITHDRAWN, False),
)
"""The shopper's reason and comment, the actions that followed, and whether the money was refunded."""
DECLINED_FOR = "The piece shows a scratch that was not there when we sent it. We can polish it for you."


def draw(session: Session, placed: Sequence[Order], admin: Admin, *, at: dt.datetime) -> None:
    """Store returns of the lines delivered last, each of a different paid order, and none of Asha's.

    The refunds are recorded as made by hand, so no order was paid online.
    """
    paid = [order for order in placed if _is_paid_by_hand(session.get_one(Payment, order.id))]
    newest = [
        order.items[0]
        for order in reversed(paid)
        if order.customer.email != SHOPPER[0] and order.items[0].status == Status.DELIVERED
    ]
    drawn = [(_requested_at(item, at), item, wanted) for item, wanted in zip(newest, WANTED, strict=False)]
    # As in a real shop, the numbers follow the times of the requests.
    for requested_at, item, (reason, note, actions, is_refunded) in sorted(drawn, key=lambda each: each[0]):
        customer = next(order.customer for order in paid if item in order.items)
        made = rules.request_return(
            item,
            0,
            customer_id=customer.id,
            quantity=1,
            reason=reason,
            note=note,
            days=30,
            name=customer.name,
            at=requested_at,
        )
        session.add(made)
        moments = [requested_at + (at - requested_at) * part / 5 for part in range(1, 5)]
        for action, moment in zip(actions, moments, strict=False):
            words = DECLINED_FOR if action is ReturnAction.DECLINE else ""
            is_shopper = action is ReturnAction.WITHDRAW
            admin_id, name = (None, customer.name) if is_shopper else (admin.id, admin.name)
            rules.take_step(
                made,
                action,
                version=made.version,
                note=words,
                admin_id=admin_id,
                name=name,
                at=moment,
                payment=None,
            )
        if made.status == ReturnStatus.RECEIVED:
            made.into_stock = is_refunded
        session.flush()
        if is_refunded:
            _refund(session, made, item, admin, at=moments[-1])


def _requested_at(item: OrderItem, at: dt.datetime) -> dt.datetime:
    assert item.delivered_at is not None  # noqa: S101 - the query selects delivered lines
    return item.delivered_at + (at - item.delivered_at) * 3 / 8


def _is_paid_by_hand(payment: Payment) -> bool:
    return payment.status == PaymentStatus.PAID and payment.method != Method.ONLINE


def _refund(session: Session, made: Return, item: OrderItem, admin: Admin, *, at: dt.datetime) -> None:
    """Record a manual refund of the returned piece."""
    reason = f"Return of {item.product_name}"
    rules.note_refund(made, note=reason, admin_id=admin.id, name=admin.name, at=at)
    payment = session.get_one(Payment, item.order_id)
    amount = item.price.ornament_price * made.quantity
    is_all = amount == payment.paid
    entry = PaymentEntry(
        order_id=payment.order_id,
        version=payment.version + 1,
        kind=EntryKind.REFUND.value,
        from_status=payment.status,
        to_status=(PaymentStatus.REFUNDED if is_all else PaymentStatus.PART_REFUNDED).value,
        method=payment.method,
        amount=amount,
        reference="SWRN0000000017",
        reason=reason,
        return_id=made.id,
        admin_id=admin.id,
        changed_by=admin.name,
        at=at,
    )
    payment.refunded = payment.refunded_for_returns = amount
    payment.status, payment.version = entry.to_status, entry.version
    session.add(entry)
