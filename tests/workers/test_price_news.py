"""A mail about prices on a wishlist follows a large change, covers all products, and is sent at most daily."""

import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import select, text

from shop.clock import INDIA, now, today
from shop.notifications.model import MailChoice
from shop.rates import repricing
from shop.wishlists import price_news
from shop.wishlists.model import WishlistEntry
from tests.support import factories
from tests.workers.test_mails import parts

AT = dt.datetime(2026, 11, 26, 12, tzinfo=INDIA)


@pytest.fixture
def wished(session, shopper):
    """Put two products with their current prices on a shopper's wishlist."""
    shopper.email_confirmed_at = now()
    factories.set_gold_rate(session, Decimal(10_000))
    made = [factories.stock_product(session, name=name) for name in ("Lotus Ring", "Temple Chain")]
    session.flush()
    repricing.apply_current_rate(session, day=today(now()))
    session.add_all(WishlistEntry(customer_id=shopper.id, product_id=product.id) for product in made)
    session.commit()
    return made


@pytest.fixture
def look(engine):
    def run(at: dt.datetime = AT, percent: float = 3) -> None:
        with engine.begin() as connection:
            price_news.queue(connection, percent=percent, at=at)

    return run


def move(session, by: str) -> None:
    session.execute(text(f"UPDATE listing SET price = round(price * {by})"))
    session.commit()


def test_moves_of_several_products_are_in_one_mail_that_can_be_stopped(session, wished, look, mailbox, deliver_all):
    look()
    move(session, "1.01")
    look()
    deliver_all()
    assert mailbox.mails == []
    move(session, "0.95")
    look()
    look()
    deliver_all("mail_price_news")
    [mail] = mailbox.mails
    assert mail["Subject"] == "New prices of 2 pieces on your wishlist"
    assert "/api/notification/unsubscribe/?subject=wishlist" in mail["List-Unsubscribe"]
    for part in parts(mail):
        assert "Lotus Ring" in part
        assert "Temple Chain" in part
        assert "before" in part.lower()


def test_a_shopper_is_told_at_most_once_a_day_and_from_the_price_that_they_know(
    session, wished, look, mailbox, deliver_all
):
    look()
    move(session, "1.10")
    look()
    move(session, "1.10")
    look(AT + dt.timedelta(hours=2))
    deliver_all("mail_price_news")
    assert len(mailbox.mails) == 1
    look(AT + dt.timedelta(days=1))
    deliver_all("mail_price_news")
    assert len(mailbox.mails) == 2
    look(AT + dt.timedelta(days=2))
    deliver_all("mail_price_news")
    assert len(mailbox.mails) == 2


@pytest.mark.parametrize("why", ["not confirmed", "switched off", "off sale", "never"])
def test_nobody_is_told_who_must_not_be(session, shopper, wished, look, mailbox, deliver_all, why):
    look()
    if why == "not confirmed":
        shopper.email_confirmed_at = None
    if why == "switched off":
        session.add(MailChoice(customer_id=shopper.id, subject="wishlist", is_wanted=False))
    if why == "off sale":
        for product in wished:
            product.status = "in active"
    session.commit()
    move(session, "0.5")
    if why != "never":
        look()
    deliver_all("mail_price_news")
    assert mailbox.mails == []
    told = session.scalars(select(WishlistEntry.told_at)).all()
    assert told == [None, None]


def test_only_by_day():
    assert [price_news.is_time(AT.replace(hour=hour)) for hour in (3, 8, 9, 19, 20, 23)] == [
        *(False, False, True),
        *(True, False, False),
    ]
