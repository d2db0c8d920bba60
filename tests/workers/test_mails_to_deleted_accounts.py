"""Mails about the open orders of a deleted account, which nobody can sign in to."""

import datetime as dt
from decimal import Decimal

import pytest

from shop.clock import now
from shop.events import outbox
from shop.orders import mail_limit
from shop.orders.model import Status
from shop.payments import rules
from shop.payments.rules import Who
from shop.personal_data import erasure
from shop.returns.events import ReturnChanged
from shop.shipping.events import OrderShipmentChanged
from shop.tracking import queries as tracking
from tests.support import factories
from tests.workers.test_mails import change, confirm, parts
from tests.workers.test_order_mails import LASTED, pass_time
from tests.workers.test_payment_mails import KARTHIK

LINKED = [
    "mail_order_confirmation",
    "mail_status",
    "mail_shipment",
    "mail_return",
    "mail_payment_received",
    "mail_refund_by_hand",
]
TO_PAY = ["mail_payment_reminder", "mail_payment_rejected"]


@pytest.fixture
def happen(session, shopper, make_move, mailbox, deliver_all):
    """Return a function that places an order and lets happen what a consumer mails. It returns the order."""

    def run(consumer: str):
        claimed = consumer in {"mail_payment_rejected", "mail_payment_received", "mail_refund_by_hand"}
        placed = factories.upi_order(
            session, shopper, [factories.stock_product(session)], status="claimed" if claimed else "due"
        )
        session.commit()
        at = now()
        if consumer == "mail_order_confirmation":
            confirm(session, placed)
        elif consumer == "mail_status":
            change(session, placed, Status.PACKED, at=at - LASTED)
        elif consumer == "mail_shipment":
            change(session, placed, Status.SHIPPED, at=at - dt.timedelta(hours=1))
            deliver_all("mail_status")
            mailbox.mails.clear()
            mailbox.recipients.clear()
            enter_courier(session, placed)
        elif consumer == "mail_return":
            data = {"id": 9, "orderId": placed.id, "customerId": shopper.id, "status": "approved", "quantity": 1}
            data |= {"productName": "Ring", "amount": 91500}
            event = ReturnChanged(return_id=9, customer_id=shopper.id, for_shopper=data, for_staff=data)
            outbox.record_sync(session, event, at=at)
        elif consumer == "mail_payment_reminder":
            factories.record(session, type="payment.reminder_due", fields={"orderId": placed.id})
        elif consumer == "mail_payment_rejected":
            make_move(placed.id, rules.reject, reason="Not there", who=KARTHIK)
        else:
            make_move(placed.id, rules.confirm, who=KARTHIK)
        if consumer == "mail_refund_by_hand":
            make_move(placed.id, rules.refund, amount=Decimal(500), reason="Back", reference="R", who=Who("Karthik", 1))
        session.commit()
        return placed

    return run


def enter_courier(session, placed) -> None:
    item = placed.items[0]
    item.courier, item.tracking_number, item.shipment_version = "Blue Dart", "BD774109", 2
    event = OrderShipmentChanged(
        order_id=placed.id,
        item_id=item.id,
        customer_id=placed.customer_id,
        courier=item.courier,
        tracking_number=item.tracking_number,
        tracking_url=None,
        shipment_version=2,
        changed_by="Karthik",
        at=now(),
    )
    outbox.record_sync(session, event, at=now())


def delete_account(session, shopper) -> str:
    """Delete the account of the shopper, and return its address."""
    email = shopper.email
    erasure.delete_account(session, shopper, at=now())
    session.commit()
    return email


def is_for_a_guest(part: str) -> bool:
    """Whether a part of a mail names no account and no page behind the sign-in."""
    return "/my-orders" not in part and "have an account" not in part


@pytest.mark.parametrize("consumer", LINKED)
def test_they_lead_to_the_tracking_link(session, shopper, happen, mailbox, deliver_all, consumer):
    placed = happen(consumer)
    email = delete_account(session, shopper)
    deliver_all(consumer)
    link = f"https://shop.example/track/{tracking.token_of(session, placed, at=now())}"
    [mail] = mailbox.mails
    assert mailbox.recipients == [[email]]
    plain, page = parts(mail)
    assert plain.count(link) == 1
    assert page.count(f'href="{link}"') == 1
    assert "You get this mail because you placed an order with us." in page
    assert all(is_for_a_guest(part) for part in (plain, page))


@pytest.mark.parametrize("consumer", LINKED)
def test_they_have_no_button_once_the_tracking_link_has_ended(session, shopper, happen, mailbox, deliver_all, consumer):
    placed = happen(consumer)
    session.execute(tracking.end_links([placed.id], at=now()))
    delete_account(session, shopper)
    deliver_all(consumer)
    for part in parts(mailbox.mails[0]):
        assert 'class="button"' not in part
        assert "None" not in part
        assert is_for_a_guest(part)


@pytest.mark.parametrize("consumer", TO_PAY)
def test_mails_about_what_is_to_be_paid_lead_to_the_contact_page(
    session, shopper, happen, mailbox, deliver_all, consumer
):
    happen(consumer)
    delete_account(session, shopper)
    deliver_all(consumer)
    [mail] = mailbox.mails
    for part in parts(mail):
        assert "https://shop.example/contact-us" in part
        assert is_for_a_guest(part)


def test_a_digest_leads_to_the_tracking_links(session, shopper, happen, mailbox, deliver_all):
    orders = [happen("mail_order_confirmation") for _ in range(2)]
    for number in range(mail_limit.SINGLE_MAILS_AN_HOUR):
        session.add(mail_limit.OrderMail(delivery_id=-1 - number, customer_id=shopper.id, sent_at=now()))
    delete_account(session, shopper)
    deliver_all("mail_order_confirmation")
    pass_time(session, mail_limit.DIGEST_DELAY.total_seconds())
    deliver_all("mail_order_confirmation")
    [mail] = mailbox.mails
    assert mail["Subject"] == "News of your orders at Swarna: 2 orders"
    for part in parts(mail):
        assert all(tracking.token_of(session, order, at=now()) in part for order in orders)
        assert is_for_a_guest(part)
