"""The scheduled tasks, and the sales counts of products."""

import datetime as dt
import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Numeric, func, literal, select, text

from shop.catalogue.model import Product
from shop.catalogue.pricing import PriceBreakUp
from shop.clock import INDIA, now, today
from shop.rates.model import RateInForce
from tests.support import factories
from workers.reactions import catalogue, rates
from workers.relay_threads.scheduler import Scheduler


@pytest.fixture
def midnight() -> dt.datetime:
    """Return the next midnight in India after the start of the test."""
    return dt.datetime.combine(today(now()) + dt.timedelta(days=1), dt.time.min, INDIA)


@pytest.fixture
def ring(session, midnight):
    """Add a ring of 10 g with charges of 1,500 rupees. It costs 91,500 rupees today, and 92,500 from midnight."""
    factories.set_gold_rate(session, date=midnight.date() - dt.timedelta(days=1))
    factories.set_gold_rate(session, Decimal(9100), date=midnight.date())
    made = factories.stock_product(session)
    session.commit()
    return made


def price(session) -> Decimal:
    session.rollback()
    return session.scalar(text("SELECT price FROM listing"))


def changes(session) -> list[dict]:
    session.rollback()
    return [event["data"] for event in factories.events(session)]


def test_a_rate_comes_into_force_at_midnight_in_india(real_commits, session, ring, midnight):
    scheduler = Scheduler(real_commits)
    scheduler.apply_rate_of_the_day(midnight - dt.timedelta(microseconds=1))
    assert (price(session), changes(session)) == (91500, [])
    scheduler.apply_rate_of_the_day(midnight)
    scheduler.apply_rate_of_the_day(midnight)
    Scheduler(real_commits).apply_rate_of_the_day(midnight)
    assert price(session) == 92500
    [change] = changes(session)
    assert (change["r22kRate"], change["date"]) == (9100, f"{midnight.date()}")
    assert (change["change"], change["repriced"]) == ("in force", 1)
    assert change["changed"]["id"] == change["id"]
    assert [event["reach"] for event in factories.events(session)] == ["everyone"]


def test_a_shop_without_rates_has_none_in_force(real_commits, session):
    Scheduler(real_commits).apply_rate_of_the_day(now())
    assert session.get(RateInForce, 1).rate_id is None
    factories.set_gold_rate(session)
    session.commit()
    Scheduler(real_commits).apply_rate_of_the_day(now())
    assert [change["r22kRate"] for change in changes(session)] == [9000]


def test_a_rate_that_was_written_past_the_shop_is_followed(real_commits, session, ring):
    Scheduler(real_commits).apply_rate_of_the_day(now())
    with real_commits.begin() as connection:
        connection.execute(text("UPDATE gold_rate SET r22k = 8900 WHERE date = :day"), {"day": today(now())})
    Scheduler(real_commits).apply_rate_of_the_day(now())
    assert price(session) == 90500


def sold(session) -> dict[str, int]:
    session.rollback()
    return dict(session.execute(text("SELECT name, sold FROM listing")).all())


def test_what_was_ordered_in_the_last_ninety_days_counts_as_sold(real_commits, session):
    factories.set_gold_rate(session)
    ring, chain = (factories.stock_product(session, name=name) for name in ("ring", "chain"))
    asha = factories.register_shopper(session)
    at = now()
    factories.order(session, asha, [ring, chain], quantity=3)
    factories.order(session, asha, [ring], quantity=2, at=at - dt.timedelta(days=89))
    factories.order(session, asha, [chain], quantity=9, at=at - dt.timedelta(days=91))
    session.commit()
    Scheduler(real_commits).recount_sales(at)
    assert sold(session) == {"ring": 5, "chain": 3}
    Scheduler(real_commits).recount_sales(at + dt.timedelta(days=2))
    assert sold(session) == {"ring": 3, "chain": 3}


def test_a_new_order_is_counted_by_its_event_however_often_it_comes(real_commits, session):
    factories.set_gold_rate(session)
    ring, chain, _ = (factories.stock_product(session, name=name) for name in ("ring", "chain", "pendant"))
    factories.order(session, factories.register_shopper(session), [ring, chain], quantity=2)
    session.commit()
    items = [{"productId": ring.id}, {"productId": chain.id}, {"productId": 2**31 - 1}]
    for _ in range(2):
        with real_commits.begin() as connection:
            catalogue.count_sales(connection, [Event({"items": items})])
    assert sold(session) == {"ring": 2, "chain": 2, "pendant": 0}


class Event:
    def __init__(self, data: dict) -> None:
        self.data = data


def test_a_repricing_leaves_no_old_prices_behind(real_commits, session, ring):
    with real_commits.begin() as connection:
        rates.vacuum_listing(connection, [Event({"repriced": 0}), Event({"repriced": 1})])
    assert price(session) == 91500


def test_the_database_and_the_shop_compute_the_same_price(session):
    rupees = st.decimals(0, 10**8, places=2)

    @given(
        rate=st.decimals(0, 10**7, places=2),
        weight=st.decimals("0.001", 10**6, places=3),
        making=rupees,
        wastage=rupees,
        discount=rupees,
        stones=rupees,
    )
    def agree(rate, weight, making, wastage, discount, stones):
        figures = (rate, weight, making, wastage, discount, stones)
        ours = PriceBreakUp(*figures)
        theirs: Any = PriceBreakUp(*(literal(figure, Numeric) for figure in figures))
        listed = func.ornament_price(*figures)
        row = session.execute(select(theirs.metal_value, theirs.mrp, theirs.ornament_price, listed)).one()
        assert tuple(row) == (ours.metal_value, ours.mrp, ours.ornament_price, ours.ornament_price)

    agree()


def test_a_repricing_that_fails_stops_no_other_work(real_commits, session):
    due = factories.stock_product(session, on_sale_at=now(), status="in active", stock_availability="no")
    session.execute(text("ALTER TABLE rate_in_force ADD CONSTRAINT no_rate CHECK (id <> 1)"))
    session.commit()
    scheduler = Scheduler(real_commits)
    scheduler.start()
    try:
        until = time.monotonic() + 10
        while session.scalar(select(Product.status).where(Product.id == due.id)) != "active":
            session.rollback()
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        scheduler.stop()
        scheduler.join()
        session.rollback()
        session.execute(text("ALTER TABLE rate_in_force DROP CONSTRAINT no_rate"))
        session.commit()
