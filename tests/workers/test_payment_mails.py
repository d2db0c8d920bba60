"""The mails about payments: the reminder, the rejected claim, and money sent back by hand."""

import html
import re
from decimal import Decimal

import pytest
from sqlalchemy import select, text

from shop.clock import now
from shop.events import leasing, outbox
from shop.events.model import Delivery
from shop.notifications.model import MailChoice, Subject
from shop.payments import rules, writes
from shop.payments.events import RefundRequested
from shop.payments.model import Payment
from shop.payments.rules import Cause, Who
from shop.settings import settings
from shop.text.formatting import when
from tests.support import factories
from tests.workers.conftest import SUBSCRIPTIONS
from tests.workers.test_mails import preview

KARTHIK = Who("Karthik", 1)


def bodies(mail) -> list[str]:
    return [" ".join(mail.get_body((kind,)).get_content().split()) for kind in ("plain", "html")]


def remind(session, shopper, method: str):
    """Place an order that is not paid, and record that a reminder is due."""
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status="due")
    session.get_one(Payment, placed.id).method = method
    factories.record(session, type="payment.reminder_due", fields={"orderId": placed.id})
    session.commit()
    return placed


@pytest.mark.parametrize(("method", "is_transfer"), [("upi", True), ("bank", True), ("online", False)])
def test_only_who_pays_by_a_transfer_is_told_to_name_it(session, shopper, mailbox, deliver_all, method, is_transfer):
    placed = remind(session, shopper, method)
    deliver_all("mail_payment_reminder")
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Your payment for order {placed.id}"
    for body in bodies(mail):
        assert "is kept for you until" in body
        assert (f"Please write SW{placed.id} into the transfer" in body) is is_transfer
        assert ("Tell us the UTR on that page" in body) is is_transfer
        assert f"https://shop.example/my-orders/{placed.id}/pay" in body


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("upi", " by UPI to swarna@testbank. Please write SW"),
        ("bank", " by bank transfer to Rao & Sons, account 123456789012, IFSC TEST0123456. Please write SW"),
        ("online", ". It is kept"),
    ],
)
def test_a_reminder_names_the_account_to_pay_to(session, shopper, mailbox, deliver_all, monkeypatch, method, words):
    account = {"bank_account": "123456789012", "bank_ifsc": "TEST0123456", "payee_name": "Rao & Sons"}
    for name, value in ({"upi_id": "swarna@testbank"} | account).items():
        monkeypatch.setattr(settings(), name, value)
    remind(session, shopper, method)
    deliver_all("mail_payment_reminder")
    [mail] = mailbox.mails
    plain, page = bodies(mail)
    assert f"waits for ₹91,500.00{words}" in plain
    assert f"waits for ₹91,500.00{words}" in html.unescape(re.sub("</?p[^>]*>", "", page))


@pytest.fixture
def claimed(session, shopper) -> int:
    """Place an order whose payment is claimed, of a shopper who wants no mails about payments."""
    session.add(MailChoice(customer_id=shopper.id, subject=Subject.PAYMENTS.value, is_wanted=False))
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status="claimed")
    session.commit()
    return placed.id


def test_a_rejected_claim_is_always_told_with_its_reason_and_time(mailbox, deliver_all, make_move, claimed):
    payment = make_move(claimed, rules.reject, reason="Not on\nthe statement", who=KARTHIK)
    assert deliver_all("mail_payment_rejected") == 1
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Your payment for order {claimed} was not found"
    assert mail["List-Unsubscribe"] is None
    for body in bodies(mail):
        for words in ("400000000001", "Reason: Not on the statement", when(payment.expires_at)):
            assert words in body
        assert f"https://shop.example/my-orders/{claimed}/pay" in body


@pytest.mark.parametrize(("status", "is_promised"), [("ordered", True), ("cancelled", True), ("packed", False)])
def test_mails_promise_an_end_only_of_orders_that_staff_have_not_begun(
    session, shopper, mailbox, deliver_all, make_move, status, is_promised
):
    order = factories.upi_order(session, shopper, [factories.stock_product(session) for _ in "12"], status="claimed")
    order.items[0].status = status
    session.commit()
    make_move(order.id, rules.reject, reason="Not there", who=KARTHIK)
    factories.record(session, type="payment.reminder_due", fields={"orderId": order.id})
    session.commit()
    for consumer in ("mail_payment_rejected", "mail_payment_reminder"):
        deliver_all(consumer)
    assert len(mailbox.mails) == 2
    for body in (body for mail in mailbox.mails for body in bodies(mail)):
        assert ("Then it is cancelled by itself." in body) is is_promised


def test_a_rejection_is_not_told_once_the_payment_has_changed(mailbox, deliver_all, make_move, claimed):
    make_move(claimed, rules.reject, reason="Not there", who=KARTHIK)
    make_move(claimed, rules.claim, reference="400000000002", who=Who("Asha Verma"))
    make_move(claimed, rules.confirm, who=KARTHIK)
    assert deliver_all("mail_payment_rejected") == 1
    assert mailbox.mails == []


def test_a_rejection_is_not_told_to_the_customer_to_whom_the_order_was_moved_since(
    session, mailbox, deliver_all, make_move, claimed
):
    make_move(claimed, rules.reject, reason="Not there", who=KARTHIK)
    session.execute(writes.forget_claim(claimed))
    session.commit()
    deliver_all("mail_payment_rejected")
    assert session.scalars(select(Delivery).where(Delivery.consumer == "mail_payment_rejected")).one().done_at
    assert mailbox.mails == []


@pytest.mark.parametrize(("method", "words"), [("upi", " by UPI."), ("bank", " by bank transfer."), ("cod", ".")])
def test_money_sent_back_by_hand_is_told_with_its_reference(
    session, shopper, mailbox, deliver_all, make_move, claimed, method, words
):
    make_move(claimed, rules.confirm, who=KARTHIK)
    session.execute(text("UPDATE payment SET method = :method"), {"method": method})
    session.commit()
    make_move(claimed, rules.refund, amount=Decimal(500), reason="Cancelled", reference="UTR 77", who=KARTHIK)
    make_move(
        claimed, rules.refund, amount=Decimal(600), reason="Back", reference="R", who=KARTHIK, cause=Cause(return_id=3)
    )
    deliver_all("mail_refund_by_hand")
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Your money for order {claimed} was sent back"
    assert mail["List-Unsubscribe"] is None
    assert preview(mail) == f"₹500.00{words}"
    for body in bodies(mail):
        assert f"we have sent ₹500.00 back to you{words} If you ask" in body
        assert "name the transfer UTR 77." in body


def test_a_refund_through_the_provider_is_not_told_as_sent_by_hand(session, mailbox, deliver_all, make_move, claimed):
    make_move(claimed, rules.confirm, who=KARTHIK)
    session.execute(text("UPDATE payment SET method = 'online'"))
    session.commit()
    make_move(claimed, rules.refund, amount=Decimal(500), reason="Cancelled", reference=None, who=KARTHIK)
    assert deliver_all("mail_refund_by_hand") == 0


@pytest.mark.parametrize("is_surplus", [True, False])
def test_of_refunds_only_that_of_a_surplus_is_announced(session, shopper, deliver_all, is_surplus):
    """The customer's page and the shopper's data export list each delivery of a mail."""
    placed = factories.upi_order(session, shopper, [factories.stock_product(session)], status="paid")
    event = RefundRequested(order_id=placed.id, customer_id=shopper.id, version=3, is_surplus=is_surplus)
    outbox.record_sync(session, event, at=now())
    session.commit()
    deliver_all("none")
    queued = session.scalars(select(Delivery.consumer).where(Delivery.queue == "mail")).all()
    assert queued == ["mail_payment_surplus"] * is_surplus


@pytest.mark.parametrize(
    ("kind", "consumers"),
    [
        ("claim", set()),
        ("payment", {"mail_payment_received", "queue_push_news"}),
        ("rejection", {"mail_payment_rejected", "queue_push_news"}),
    ],
)
def test_a_step_of_a_payment_has_no_delivery_that_would_do_nothing(engine, session, kind, consumers):
    factories.record(session, type="payment.changed", fields={"kind": kind, "payment": {"method": "upi"}})
    session.commit()
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
    assert set(session.scalars(select(Delivery.consumer))) == {"push", *consumers}
