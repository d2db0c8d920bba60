"""What is owed back is computed in four places, which must agree: see ``PaymentState.refund_due``."""

import datetime as dt
from decimal import Decimal
from itertools import product

import pytest
from sqlalchemy import Engine, select, update
from sqlalchemy.orm import Session

from api.payments import payment_json
from api.payments.schemas import PaymentOut
from shop.clock import now
from shop.orders import queries
from shop.orders.model import Order
from shop.payments.model import Payment
from shop.personal_data import erasure
from shop.returns.model import Return
from shop.stuck.queries import _waiting
from shop.stuck.rules import StuckRule
from tests.support import factories

PARTS = (Decimal(0), Decimal("0.5"), Decimal(1))
STATUSES = ("paid", "part_refunded", "refunded", "cancelled")


@pytest.mark.parametrize(("is_cancelled", "is_returned"), [(True, False), (False, True), (True, True)])
def test_what_is_owed_back_is_the_same_everywhere(engine: Engine, is_cancelled, is_returned):
    with engine.connect() as connection, Session(connection) as session:
        factories.set_gold_rate(session)
        shopper, long_ago = factories.register_shopper(session), now() - dt.timedelta(days=90)
        products = [factories.stock_product(session, name=name) for name in ("Ring", "Chain")]
        order = factories.order(session, shopper, products, at=long_ago)
        kept, other = order.items
        for item in order.items:
            item.status, item.delivered_at = "delivered", long_ago
        if is_cancelled:
            other.status, other.delivered_at, other.cancelled_at = "cancelled", None, long_ago
        if is_returned:
            texts = {"reason": "", "note": "", "answer": "", "status": "refunded"}
            whose = {"order_item_id": kept.id, "customer_id": shopper.id}
            session.add(Return(**whose, **texts, quantity=1, version=1, requested_at=long_ago))
        session.flush()
        owed = [_owed(session, order, *payment) for payment in product(STATUSES, PARTS, PARTS)]
    assert all(len(set(amounts)) == 1 for amounts in owed), owed
    assert any(amount for amount, *_ in owed)


def _owed(session: Session, order: Order, status: str, refunded: Decimal, for_returns: Decimal) -> list[Decimal]:
    """Return what is owed for the order as each place computes it. Erasure only tells whether anything is.

    :param refunded: the part of the payment that was refunded.
    :param for_returns: the part of this that was refunded for returns.
    """
    paid = order.total_amount
    amounts = {"paid": paid, "refunded": paid * refunded, "refunded_for_returns": paid * refunded * for_returns}
    changed = update(Payment).where(Payment.order_id == order.id)
    session.execute(changed.values(status=status, paid_at=order.ordered_at, **amounts))
    session.expire_all()
    state = session.scalars(queries.by_number(order.id)).unique().one().payment.refund_due
    shown = session.scalar(select(payment_json.of_order(PaymentOut)).where(Order.id == order.id))
    waiting = session.execute(_waiting(StuckRule.REFUND), {"stuck_refund": now()}).all()
    stuck = sum((row.amount for row in waiting), Decimal(0))
    is_open = order.id in erasure.open_orders(session, order.customer_id, at=now())
    return [state, Decimal(str(shown["refundDue"])), stuck, state if is_open == (state > 0) else Decimal(-1)]
