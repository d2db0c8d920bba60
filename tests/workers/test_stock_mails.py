"""Each shopper who waits for a product gets one mail, in the order of requests, only while it is in stock."""

import datetime as dt

import pytest
from sqlalchemy import func, select, text

from shop.catalogue.model import Product
from shop.catalogue.sizes import counts_of
from shop.clock import now
from shop.customers.events import EmailConfirmed
from shop.customers.model import Customer
from shop.events import outbox
from shop.stock.model import BackInStockRequest, MovementReason
from shop.stock.rules import record_movement
from tests.support import factories


@pytest.fixture
def ring(session):
    factories.set_gold_rate(session)
    made = factories.stock_product(session, name="Peacock Ring", stock_quantity=0)
    session.commit()
    return made


@pytest.fixture
def waiting(session, ring):
    """Add requests of three shoppers, in a different order from that of their ids."""
    shoppers = [factories.register_shopper(session, f"Shopper {n}", f"s{n}@mail.example") for n in (3, 2, 1)][::-1]
    for minutes, shopper in enumerate(shoppers):
        shopper.confirm_email(shopper.email, at=now())
        asked_at = now() - dt.timedelta(minutes=60 - minutes)
        session.add(BackInStockRequest(product_id=ring.id, customer_id=shopper.id, asked_at=asked_at))
    session.commit()
    return shoppers


def restock(session, ring: Product, quantity: int) -> None:
    session.refresh(ring)
    before = counts_of(ring)
    ring.stock_quantity = quantity
    ring.normalize()
    record_movement(session, ring, before, MovementReason.CORRECTION, at=now(), note="New pieces.")
    outbox.record_sync(session, ring.change_event("updated"), at=now())
    session.commit()


def confirm(session, shopper: Customer) -> None:
    shopper.confirm_email(shopper.email, at=now())
    outbox.record_sync(session, EmailConfirmed(customer_id=shopper.id), at=now())
    session.commit()


def deliver_everything(deliver_all) -> None:
    while deliver_all():
        pass


def test_each_is_told_once_in_the_order_of_asking(session, ring, waiting, deliver_all, mailbox):
    restock(session, ring, 2)
    deliver_everything(deliver_all)
    assert [to for [to] in mailbox.recipients] == ["s1@mail.example", "s2@mail.example", "s3@mail.example"]
    [mail, *_] = mailbox.mails
    assert mail["Subject"] == "Peacock Ring is back in stock"
    assert "there are 2" in mail.get_body(("plain",)).get_content()
    assert f"https://shop.example/{ring.id}" in mail.get_body(("plain",)).get_content()
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 3
    restock(session, ring, 0)
    restock(session, ring, 5)
    deliver_everything(deliver_all)
    assert len(mailbox.mails) == 3


def test_a_request_whose_mail_was_given_up_is_told_of_a_later_return(session, ring, waiting, deliver_all, mailbox):
    session.execute(text("UPDATE back_in_stock_request SET due_at = now() - interval '9 days'"))
    restock(session, ring, 2)
    deliver_everything(deliver_all)
    assert len(mailbox.mails) == len(waiting)


def test_many_changes_before_the_mail_goes_queue_one(session, ring, waiting, deliver_all, mailbox):
    for quantity in (2, 3, 4):
        restock(session, ring, quantity)
        deliver_all("queue_stock_mails")
    queued = text("SELECT count(*) FROM domain_event WHERE type = 'stock.request_due'")
    assert session.scalar(queued) == 3
    deliver_everything(deliver_all)
    assert len(mailbox.mails) == 3


def test_a_mail_that_is_handed_over_again_after_it_went_is_not_sent_again(session, ring, waiting, deliver_all, mailbox):
    restock(session, ring, 2)
    deliver_everything(deliver_all)
    session.execute(
        text("UPDATE delivery SET done_at = NULL, lease = 0, leased_at = NULL, taken_at = NULL"
             " WHERE consumer = 'mail_back_in_stock'")
    )  # fmt: skip
    session.commit()
    deliver_everything(deliver_all)
    assert len(mailbox.mails) == 3


def test_what_was_sold_meanwhile_is_not_told_and_the_shopper_waits_on(session, ring, waiting, deliver_all, mailbox):
    restock(session, ring, 1)
    deliver_all("queue_stock_mails")
    restock(session, ring, 0)
    deliver_everything(deliver_all)
    assert mailbox.mails == []
    open_ones = select(func.count()).where(BackInStockRequest.mailed_at.is_(None), BackInStockRequest.due_at.is_(None))
    assert session.scalar(open_ones) == 3
    restock(session, ring, 1)
    deliver_everything(deliver_all)
    assert len(mailbox.mails) == 3


def test_a_mail_that_the_server_refuses_stays_open(session, ring, waiting, deliver_all, mailbox):
    mailbox.refusal = "451 Later"
    restock(session, ring, 1)
    deliver_all()
    deliver_all()
    mailbox.refusal = None
    assert session.scalar(select(func.count()).where(BackInStockRequest.mailed_at.is_not(None))) == 0
    deliver_everything(deliver_all)
    assert sorted(to for [to] in mailbox.recipients) == [f"s{n}@mail.example" for n in (1, 2, 3)]


def test_an_address_is_mailed_once_it_is_confirmed(session, ring, waiting, deliver_all, mailbox):
    """Anyone can sign up with another person's address, so unconfirmed addresses must get no mail."""
    first, second, _ = waiting
    first.email_confirmed_at = second.email_confirmed_at = None
    session.commit()
    restock(session, ring, 2)
    deliver_everything(deliver_all)
    assert mailbox.recipients == [["s3@mail.example"]]
    confirm(session, first)
    deliver_everything(deliver_all)
    assert mailbox.recipients == [["s3@mail.example"], ["s1@mail.example"]]


def test_one_who_confirms_while_the_product_is_out_of_stock_keeps_the_place(
    session, ring, waiting, deliver_all, mailbox
):
    waiting[0].email_confirmed_at = None
    session.commit()
    restock(session, ring, 2)
    restock(session, ring, 0)
    confirm(session, waiting[0])
    deliver_everything(deliver_all)
    assert mailbox.mails == []
    restock(session, ring, 1)
    deliver_everything(deliver_all)
    assert [to for [to] in mailbox.recipients] == ["s1@mail.example", "s2@mail.example", "s3@mail.example"]


def test_who_waits_for_a_size_is_told_of_that_size(session, ring, waiting, deliver_all, mailbox):
    def set_sizes(*, alone: int | None = None, **counts: int) -> None:
        session.refresh(ring)
        before = counts_of(ring)
        ring.stock_quantity = alone
        ring.sizes = [{"label": label[1:], "weight": 2, "stock_quantity": count} for label, count in counts.items()]
        ring.normalize()
        record_movement(session, ring, before, MovementReason.CORRECTION, at=now(), note="New pieces.")
        outbox.record_sync(session, ring.change_event("updated"), at=now())
        session.commit()
        deliver_everything(deliver_all)

    for request, size in zip(session.scalars(select(BackInStockRequest)), ("12", "14", "16"), strict=True):
        request.size = size
    set_sizes(_12=0, _14=0)
    assert mailbox.mails == []
    set_sizes(_12=0, _14=2)
    [mail] = mailbox.mails
    assert mail["Subject"] == "Peacock Ring, size 14, is back in stock"
    assert "there are 2" in mail.get_body(("plain",)).get_content()
    assert f"https://shop.example/{ring.id}?size=14" in mail.get_body(("plain",)).get_content()
    set_sizes(_12=1, _14=1)
    assert [mail["Subject"] for mail in mailbox.mails[1:]] == ["Peacock Ring, size 12, is back in stock"]
    set_sizes(alone=1)  # the size was removed, so its request gets a mail about the product
    assert [mail["Subject"] for mail in mailbox.mails[2:]] == ["Peacock Ring is back in stock"]


def test_an_address_that_staff_changed_meanwhile_is_not_mailed(session, ring, waiting, deliver_all, mailbox):
    restock(session, ring, 1)
    deliver_all("queue_stock_mails")
    waiting[1].email, waiting[1].email_confirmed_at = "stranger@mail.example", None
    session.commit()
    deliver_everything(deliver_all)
    assert [to for [to] in mailbox.recipients] == ["s1@mail.example", "s3@mail.example"]
    assert session.scalar(select(func.count()).where(BackInStockRequest.due_at.is_(None))) == 1
