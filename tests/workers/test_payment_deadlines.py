"""Payments end automatically when they are overdue or their order is cancelled."""

import datetime as dt

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.orders import consistency
from shop.orders.model import OrderItem, StatusChange
from shop.payments import rules
from shop.payments.model import Payment, PaymentStatus
from shop.rates.model import GoldRate
from shop.stock import queries as stock
from tests.support import factories
from workers import payment_deadlines


def place(engine, *, ago: dt.timedelta, status: str = "due", **fields) -> int:
    with Session(engine) as session:
        if session.scalar(select(GoldRate.id)) is None:
            factories.set_gold_rate(session)
        asha = factories.register_shopper(session, "Asha Verma")
        ring = factories.stock_product(session, name="Lotus Ring")
        placed = factories.upi_order(session, asha, [ring], status=status, at=now() - ago, **fields)
        session.commit()
        return placed.id


def standing(engine, order_id: int):
    with Session(engine) as session:
        payment = session.get_one(Payment, order_id)
        items = session.execute(text("SELECT status FROM order_item WHERE order_id = :id"), {"id": order_id})
        types = session.scalars(text("SELECT type FROM domain_event ORDER BY id")).all()
        assert [fault for _, found in consistency.verify(session) for fault in found] == []
        assert session.execute(stock.differences()).all() == []
        return payment.status, [item.status for item in items], list(types)


@pytest.mark.parametrize(("status", "ended"), [("due", "expired"), ("claimed", "claimed"), ("paid", "paid")])
def test_what_is_not_paid_in_time_is_cancelled_with_its_order(engine, status, ended):
    order_id = place(engine, ago=dt.timedelta(hours=73), status=status)
    payment_deadlines.settle(engine, now())
    payment_deadlines.settle(engine, now())
    found, items, types = standing(engine, order_id)
    assert (found, items) == (ended, ["cancelled" if ended == "expired" else "ordered"])
    assert types == (["payment.changed", "order.status_changed"] if ended == "expired" else [])


def test_an_order_that_still_has_time_stays(engine):
    order_id = place(engine, ago=dt.timedelta(hours=71))
    payment_deadlines.settle(engine, now())
    assert standing(engine, order_id)[:2] == ("due", ["ordered"])


def test_an_unpaid_order_that_was_packed_stays(engine):
    order_id = place(engine, ago=dt.timedelta(hours=73))
    with Session(engine) as session:
        [item] = session.scalars(text("SELECT id FROM order_item WHERE order_id = :id"), {"id": order_id}).all()
        session.add(StatusChange(order_item_id=item, version=2, from_status="ordered", to_status="packed", at=now()))
        session.execute(text("UPDATE order_item SET status = 'packed', version = 2, packed_at = now()"))
        session.execute(text("UPDATE order_item SET packed_at = (SELECT max(at) FROM status_change)"))
        session.commit()
    payment_deadlines.settle(engine, now())
    assert standing(engine, order_id)[:2] == ("due", ["packed"])


def change(engine, version: int, before: str, status: str, *, at: dt.datetime, undoes: int | None = None) -> None:
    """Change the status of the only line. An undo removes the time of the status that it undoes."""
    with Session(engine) as session:
        item = session.scalars(select(OrderItem)).one()
        step = {"version": version, "from_status": before, "to_status": status, "at": at, "undoes": undoes}
        session.add(StatusChange(order_item_id=item.id, **step))
        item.status, item.version = status, version
        setattr(item, f"{before if undoes else status}_at", None if undoes else at)
        session.commit()


def test_an_overdue_order_that_staff_took_back_from_packing_has_another_day(engine):
    order_id, at = place(engine, ago=dt.timedelta(hours=80)), now()
    change(engine, 2, "ordered", "packed", at=at - dt.timedelta(hours=10))
    change(engine, 3, "packed", "ordered", at=at, undoes=2)
    payment_deadlines.settle(engine, at + dt.timedelta(hours=23, minutes=59))
    assert standing(engine, order_id)[:2] == ("due", ["ordered"])
    payment_deadlines.settle(engine, at + dt.timedelta(hours=24, seconds=1))
    assert standing(engine, order_id)[:2] == ("expired", ["cancelled"])


def test_an_overdue_order_is_not_ended_while_its_cancellation_can_be_undone(engine):
    order_id, at = place(engine, ago=dt.timedelta(hours=80)), now()
    change(engine, 2, "ordered", "packed", at=at - dt.timedelta(hours=10))
    change(engine, 3, "packed", "cancelled", at=at)
    payment_deadlines.settle(engine, at + dt.timedelta(seconds=24))
    assert standing(engine, order_id)[:2] == ("due", ["cancelled"])
    change(engine, 4, "cancelled", "packed", at=at + dt.timedelta(seconds=20), undoes=3)
    payment_deadlines.settle(engine, at + dt.timedelta(hours=48))
    assert standing(engine, order_id)[:2] == ("due", ["packed"])


def test_an_order_that_changed_after_it_was_found_overdue_stays(engine):
    order_id, at = place(engine, ago=dt.timedelta(hours=80)), now()
    change(engine, 2, "ordered", "packed", at=at)
    change(engine, 3, "packed", "ordered", at=at, undoes=2)
    with engine.begin() as connection:
        payment_deadlines.expire(connection, order_id, at)
    assert standing(engine, order_id)[:2] == ("due", ["ordered"])


@pytest.mark.parametrize(
    ("status", "ended", "kinds"),
    [
        ("due", "cancelled", ["cancellation"]),
        ("failed", "cancelled", ["failure", "retry", "cancellation"]),
        ("claimed", "claimed", ["claim"]),
    ],
)
def test_the_payment_of_a_cancelled_order_ends_when_it_cannot_be_undone_any_more(engine, status, ended, kinds):
    order_id, at = place(engine, ago=dt.timedelta(hours=1), status=status), now()
    with Session(engine) as session:
        [item] = session.scalars(text("SELECT id FROM order_item WHERE order_id = :id"), {"id": order_id}).all()
        session.add(StatusChange(order_item_id=item, version=2, from_status="ordered", to_status="cancelled", at=at))
        session.execute(text("UPDATE order_item SET status = 'cancelled', version = 2, cancelled_at = :at"), {"at": at})
        session.commit()
    payment_deadlines.settle(engine, at + dt.timedelta(seconds=24))
    assert standing(engine, order_id)[0] == status
    payment_deadlines.settle(engine, at + dt.timedelta(seconds=26))
    payment_deadlines.settle(engine, at + dt.timedelta(seconds=27))
    assert standing(engine, order_id)[0] == ended
    with engine.connect() as connection:
        entries = connection.execute(text("SELECT kind, from_status, to_status FROM payment_entry ORDER BY version"))
        steps = [tuple(entry) for entry in entries]
    assert [kind for kind, _, _ in steps] == kinds
    assert all(to in rules.MOVES[PaymentStatus(left)] for _, left, to in steps)


def test_a_reminder_is_recorded_once(engine):
    order_id = place(engine, ago=dt.timedelta(hours=25))
    with engine.begin() as connection:
        connection.execute(text("UPDATE payment SET remind_at = now() - interval '1 hour'"))
    payment_deadlines.settle(engine, now())
    payment_deadlines.settle(engine, now())
    assert standing(engine, order_id)[2] == ["payment.reminder_due"]


def test_a_rejected_claim_is_not_followed_by_a_reminder(engine, make_move):
    order_id = place(engine, ago=dt.timedelta(hours=30), status="claimed")
    with engine.begin() as connection:
        connection.execute(text("UPDATE payment SET remind_at = now() - interval '6 hours'"))
    make_move(order_id, rules.reject, reason="Not there", who=rules.Who("Karthik"))
    payment_deadlines.settle(engine, now())
    assert standing(engine, order_id)[2] == ["payment.changed"]


def test_an_order_that_staff_hold_does_not_stop_those_after_it(engine):
    held, cancelled, other = (place(engine, ago=dt.timedelta(hours=hours)) for hours in (80, 1, 73))
    at = now()
    with Session(engine) as session:
        line = session.scalars(select(OrderItem).where(OrderItem.order_id == cancelled)).one()
        step = {"version": 2, "from_status": "ordered", "to_status": "cancelled", "at": at - dt.timedelta(minutes=5)}
        session.add(StatusChange(order_item_id=line.id, **step))
        line.status, line.version, line.cancelled_at = "cancelled", 2, step["at"]
        session.commit()
    with engine.begin() as connection:
        connection.execute(text("SELECT FROM payment WHERE order_id = :id FOR UPDATE"), {"id": held})
        payment_deadlines.settle(engine, at)
    assert [standing(engine, id_)[0] for id_ in (held, other, cancelled)] == ["due", "expired", "cancelled"]
    payment_deadlines.settle(engine, at)
    assert standing(engine, held)[0] == "expired"
