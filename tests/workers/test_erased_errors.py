"""The address is removed from the errors of all mails to a shopper when the account is deleted."""

import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import select, text

from shop.clock import now
from shop.customer_record.queries import OPEN_MAILS
from shop.customers import one_time_codes
from shop.customers.events import OtpRequested
from shop.customers.model import Customer
from shop.events import outbox, retries
from shop.integrations.model import WebhookDelivery
from shop.newsletter.events import NewsletterSubscribed
from shop.newsletter.model import NewsletterReader
from shop.payments.events import RefundRequested, RefundSent
from shop.payments.model import Payment, PaymentEntry
from shop.personal_data import erasure
from shop.stock.model import BackInStockRequest
from tests.support import factories
from workers import payment_deadlines

NAMED = text("""
    SELECT last_error FROM delivery WHERE last_error LIKE '%asha@mail.example%'
    UNION ALL SELECT error FROM delivery_attempt WHERE error LIKE '%asha@mail.example%'
""")
FORGET_CUSTOMERS = text("UPDATE domain_event SET customer_id = NULL")


@pytest.fixture
def ring(session, shopper):
    shopper.confirm_email(shopper.email, at=now())
    factories.set_gold_rate(session)
    return factories.stock_product(session, stock_quantity=5)


@pytest.fixture
def queue_mail(engine, session, shopper, ring, deliver_all):
    """Return a function that records the event of a mail to the shopper."""

    def refund_sent(order) -> None:
        event = RefundSent(order_id=order.id, customer_id=shopper.id, refund_id="rfnd_1", amount=Decimal(500))
        outbox.record_sync(session, event, at=now())

    def surplus(order) -> None:
        state = {"from_status": "due", "to_status": "due", "method": "upi", "at": now()}
        session.add(PaymentEntry(order_id=order.id, version=2, kind="surplus", amount=500, **state))
        event = RefundRequested(order_id=order.id, customer_id=shopper.id, version=2, is_surplus=True)
        outbox.record_sync(session, event, at=now())

    def reminder(order) -> None:
        session.get_one(Payment, order.id).remind_at = now() - dt.timedelta(minutes=1)
        session.commit()
        payment_deadlines.settle(engine, now())

    def code(_) -> None:
        new = one_time_codes.new_code(shopper.email, at=now())
        code_id = session.scalar(one_time_codes.store(new, customer_id=shopper.id))
        outbox.record_sync(session, OtpRequested(code_id=code_id, customer_id=shopper.id), at=now())

    def back_in_stock(_) -> None:
        session.add(BackInStockRequest(product_id=ring.id, customer_id=shopper.id, asked_at=now()))
        outbox.record_sync(session, ring.change_event("updated"), at=now())
        session.commit()
        deliver_all("queue_stock_mails")

    def newsletter(_) -> None:
        reader = NewsletterReader(email=shopper.email, asked_at=now())
        session.add(reader)
        session.flush()
        outbox.record_sync(session, NewsletterSubscribed(reader_id=reader.id), at=now())

    queues = {
        "mail_refund_sent": refund_sent,
        "mail_payment_surplus": surplus,
        "mail_payment_reminder": reminder,
        "mail_code": code,
        "mail_back_in_stock": back_in_stock,
        "mail_newsletter": newsletter,
    }

    def queue(consumer: str) -> None:
        order = factories.upi_order(session, shopper, [ring], status="due")
        session.commit()
        queues[consumer](order)
        session.commit()

    return queue


def give_up(consumer, deliver_all, mailbox) -> None:
    mailbox.refusal = "550 No mailbox <asha@mail.example> here"
    for _ in range(retries.MAX_ATTEMPTS):
        deliver_all(consumer)


MAILS = ["mail_refund_sent", "mail_payment_surplus", "mail_payment_reminder", "mail_code", "mail_back_in_stock"]


@pytest.mark.parametrize("consumer", MAILS)
def test_the_error_of_a_dead_mail_is_erased_with_the_account(
    session, shopper, deliver_all, mailbox, queue_mail, consumer
):
    queue_mail(consumer)
    give_up(consumer, deliver_all, mailbox)
    assert len(session.scalars(NAMED).all()) == 1 + retries.MAX_ATTEMPTS
    shown = session.execute(OPEN_MAILS, {"id": shopper.id}).all()
    assert (consumer, "dead") in [(mail.kind, mail.outcome) for mail in shown]
    session.expire_all()
    erasure.delete_account(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()
    deliver_all("erase_account")
    assert session.scalars(NAMED).all() == []


def test_the_answer_of_a_webhook_is_erased_with_the_account(session, shopper, deliver_all, mailbox, queue_mail):
    queue_mail("mail_code")
    give_up("mail_code", deliver_all, mailbox)
    endpoint = factories.add_webhook(session)
    delivery_id = session.scalar(text("SELECT id FROM delivery WHERE consumer = 'mail_code'"))
    state = {"endpoint_id": endpoint.id, "aggregate": "code", "position": 1, "is_open": False}
    session.add(WebhookDelivery(delivery_id=delivery_id, answer="made: Asha, asha@mail.example", **state))
    session.commit()
    erasure.delete_account(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()
    deliver_all("erase_account")
    session.expire_all()
    assert session.get_one(WebhookDelivery, delivery_id).answer is None


@pytest.mark.parametrize("consumer", [*MAILS, "mail_newsletter"])
def test_an_error_that_no_erasure_would_find_is_stored_without_the_address(
    session, deliver_all, mailbox, queue_mail, consumer
):
    """A reader of the newsletter needs no account, and the previous version recorded the other events without a
    customer.
    """
    queue_mail(consumer)
    session.execute(FORGET_CUSTOMERS)
    session.commit()
    give_up(consumer, deliver_all, mailbox)
    dead = text("SELECT last_error FROM delivery WHERE consumer = :consumer AND dead_at IS NOT NULL")
    [error] = session.scalars(dead, {"consumer": consumer}).all()
    assert "550" in error
    assert "No mailbox <[address]> here" in error
    assert session.scalars(NAMED).all() == []


def test_a_reader_who_unsubscribed_meanwhile_gets_no_confirmation(session, deliver_all, mailbox, queue_mail):
    queue_mail("mail_newsletter")
    session.scalars(select(NewsletterReader)).one().unsubscribe(at=now())
    session.commit()
    deliver_all("mail_newsletter")
    assert mailbox.mails == []
