"""Each mail to a customer is recorded with its outcome."""

import psycopg
from sqlalchemy import text

from shop.customer_record.events import CHANNEL
from shop.notifications.model import MailChoice, Subject
from shop.text.urls import driver_url
from tests.support import factories


def recorded(session):
    session.rollback()
    rows = session.execute(text("SELECT * FROM sent_mail ORDER BY id")).all()
    return [(row.kind, row.subject, row.about, row.outcome, row.tries) for row in rows]


def place(session, shopper):
    product = factories.stock_product(session)
    placed = factories.order(session, shopper, [product])
    session.commit()
    return placed


def test_a_sent_mail_is_recorded_with_its_tries_and_time(session, shopper, mailbox, deliver_all, database_url):
    factories.record(session, type="customer.registered", customer_id=shopper.id)
    session.execute(
        text("UPDATE domain_event SET data = jsonb_build_object('customerId', CAST(:id AS bigint))"), {"id": shopper.id}
    )
    session.commit()
    mailbox.refusal = "452 mailbox full"
    deliver_all("mail_welcome")
    assert recorded(session) == []
    mailbox.refusal = None
    with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        deliver_all("mail_welcome")
        told = [notice.payload for notice in listening.notifies(timeout=5, stop_after=1)]
    assert told == [f"{shopper.id} mails"]
    assert recorded(session) == [("mail_welcome", "Welcome to Swarna", "", "sent", 2)]
    assert 0 <= session.scalar(text("SELECT seconds FROM sent_mail")) < 60


def test_a_mail_that_is_switched_off_is_recorded_as_such(session, shopper, mailbox, deliver_all):
    session.add(MailChoice(customer_id=shopper.id, subject=Subject.PAYMENTS.value, is_wanted=False))
    product = factories.stock_product(session)
    placed = factories.upi_order(session, shopper, [product], status="due")
    factories.record(session, type="payment.reminder_due")
    session.execute(
        text("UPDATE domain_event SET data = jsonb_build_object('orderId', CAST(:id AS bigint))"), {"id": placed.id}
    )
    session.commit()
    deliver_all("mail_payment_reminder")
    assert mailbox.mails == []
    about = f"order {placed.id}"
    assert recorded(session) == [("mail_payment_reminder", f"Your payment for {about}", about, "unwanted", 1)]
