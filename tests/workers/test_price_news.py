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
from shop.wishlists.price_news import PriceNews
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
            PriceNews().queue(connection, percent=percent, at=at)

    return run


def wished_by(session) -> int:
    return session.scalar(select(WishlistEntry.customer_id).limit(1))


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
    owners = text("SELECT customer_id FROM domain_event WHERE type = 'wishlist.price_news_due'")
    assert session.scalars(owners).all() == [wished_by(session)]
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


def test_prices_are_compared_after_a_change_of_a_product_or_the_rate_and_from_time_to_time(session, wished, engine):
    news = PriceNews()

    def told(minute: int) -> int:
        with engine.begin() as connection:
            news.queue(connection, percent=3, at=AT + dt.timedelta(minutes=minute))
        return session.scalar(text("SELECT count(*) FROM domain_event WHERE type = 'wishlist.price_news_due'"))

    def forget() -> None:
        session.execute(text("UPDATE wishlist_entry SET told_at = NULL"))

    assert told(0) == 0
    move(session, "1.1")  # a query of the listing alone, which only a change of a product or the rate causes
    assert [told(1), told(9), told(10)] == [0, 0, 1]
    forget()
    wished[0].stone_charge += 1
    move(session, "1.1")
    assert told(11) == 2
    forget()
    session.execute(text("UPDATE gold_rate SET r22k = 12000"))
    repricing.apply_current_rate(session, day=today(now()))
    session.commit()
    assert [told(12), told(13)] == [3, 3]


def test_only_by_day():
    assert [price_news.is_time(AT.replace(hour=hour)) for hour in (3, 8, 9, 19, 20, 23)] == [
        *(False, False, True),
        *(True, False, False),
    ]


def sizes_of(weights: dict[str, str]) -> list[dict]:
    """Return sizes by their labels, the first of which is the default."""
    bare = {"making_charge": None, "wastage_charge": None}
    figures = [{"label": label, "weight": weight, **bare} for label, weight in weights.items()]
    return [each | {"is_default": number == 0} for number, each in enumerate(figures)]


@pytest.fixture
def sized(session, shopper):
    """Put a product on a shopper's wishlist in size 14. The default is size 12, whose price is that of the listing."""
    shopper.email_confirmed_at = now()
    factories.set_gold_rate(session, Decimal(10_000))
    made = factories.stock_product(session, name="Lotus Ring", sizes=sizes_of({"12": "10", "14": "12"}))
    session.flush()
    repricing.apply_current_rate(session, day=today(now()))
    session.add(WishlistEntry(customer_id=shopper.id, product_id=made.id, size="14"))
    session.commit()
    return made


def set_sizes(session, product, weights: dict[str, str]) -> None:
    product.sizes = sizes_of(weights)
    product.normalize()
    session.commit()


def test_the_price_of_the_wished_size_is_told(session, sized, look, mailbox, deliver_all):
    look()
    set_sizes(session, sized, {"12": "10", "14": "11"})  # the price of the default size stays
    look()
    deliver_all("mail_price_news")
    [mail] = mailbox.mails
    assert mail["Subject"] == "Lotus Ring, size 14, costs less now"
    for part in parts(mail):
        assert "Lotus Ring, size 14" in part
        assert "1,11,500" in part
        assert "1,21,500" in part
        assert f"/{sized.id}?size=14" in part


def test_a_move_of_another_size_is_not_told(session, sized, look, mailbox, deliver_all):
    look()
    set_sizes(session, sized, {"12": "8", "14": "12"})
    look()
    deliver_all("mail_price_news")
    assert mailbox.mails == []


def test_a_size_that_is_gone_has_no_news_until_it_is_back(session, sized, look, mailbox, deliver_all):
    look()
    set_sizes(session, sized, {"12": "8"})
    look()
    deliver_all("mail_price_news")
    assert mailbox.mails == []
    set_sizes(session, sized, {"12": "8", "14": "13"})
    look()
    deliver_all("mail_price_news")
    assert [mail["Subject"] for mail in mailbox.mails] == ["Lotus Ring, size 14, costs more now"]


def test_a_price_of_another_size_is_not_taken_for_that_of_the_wished_one(session, sized, look, mailbox, deliver_all):
    session.execute(text("UPDATE wishlist_entry SET told_price = 101500, told_size = NULL"))
    session.commit()
    look()
    deliver_all("mail_price_news")
    assert mailbox.mails == []
    assert session.execute(select(WishlistEntry.told_price, WishlistEntry.told_size)).one() == (121500, "14")
