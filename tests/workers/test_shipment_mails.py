"""A courier and tracking number entered after the status mail are mailed. Those in the status mail are not repeated."""

import datetime as dt

import pytest

from shop.clock import now
from shop.events import outbox
from shop.notifications.model import MailChoice
from shop.orders.model import Status
from shop.orders.status_rules import UNDO_TIME
from shop.shipping.events import OrderShipmentChanged
from tests.support import factories
from tests.workers.test_mails import change, parts

LATER = UNDO_TIME + dt.timedelta(seconds=1)


@pytest.fixture
def order(session, shopper):
    products = [factories.stock_product(session, name=f"Ring {number}") for number in range(2)]
    made = factories.order(session, shopper, products, at=now() - dt.timedelta(days=1))
    session.commit()
    return made


@pytest.fixture
def enter(session, order):
    """Return a function that enters courier and tracking number of one or more lines."""

    def run(*lines: int, number: str | None = "BD774109", at: dt.datetime | None = None) -> None:
        for line in lines:
            item = order.items[line]
            item.courier, item.tracking_number = ("Blue Dart", number) if number else (None, None)
            item.tracking_url, item.shipment_version = None, item.shipment_version + 1
            event = OrderShipmentChanged(
                order_id=order.id,
                item_id=item.id,
                customer_id=order.customer_id,
                courier=item.courier,
                tracking_number=item.tracking_number,
                tracking_url=None,
                shipment_version=item.shipment_version,
                changed_by="Karthik",
                at=at or now(),
            )
            outbox.record_sync(session, event, at=at or now())
        session.commit()

    return run


def ship(session, order, *lines: int) -> None:
    for line in lines:
        change(session, order, Status.SHIPPED, at=now() - LATER, line=line)


def test_what_comes_later_is_in_one_mail(session, order, enter, mailbox, deliver_all):
    ship(session, order, 0, 1)
    deliver_all("mail_status")
    enter(0, 1)
    deliver_all("mail_shipment")
    deliver_all("mail_shipment")
    [_, mail] = mailbox.mails
    assert mail["Subject"] == f"Order {order.id}: how to follow your parcel"
    assert "subject=orders" in mail["List-Unsubscribe"]
    for part in parts(mail):
        assert all(said in part for said in ("Ring 0", "Ring 1", "Blue Dart", "BD774109", "/track/"))


def test_what_the_mail_of_the_status_names_is_not_mailed_again(session, order, enter, mailbox, deliver_all):
    enter(0, at=now() - LATER)
    ship(session, order, 0)
    deliver_all("mail_shipment")
    deliver_all("mail_status")
    deliver_all("mail_shipment")
    [mail] = mailbox.mails
    assert all("BD774109" in part for part in parts(mail))


def test_only_the_last_number_is_mailed(session, order, enter, mailbox, deliver_all):
    ship(session, order, 0)
    deliver_all("mail_status")
    enter(0, number="BD000001")
    enter(0)
    deliver_all("mail_shipment")
    [_, mail] = mailbox.mails
    assert all("BD774109" in part and "BD000001" not in part for part in parts(mail))


@pytest.mark.parametrize("why", ["switched off", "removed", "not shipped"])
def test_what_is_no_news_is_not_mailed(session, order, enter, mailbox, deliver_all, why):
    change(session, order, Status.PACKED if why == "not shipped" else Status.SHIPPED, at=now() - LATER)
    deliver_all("mail_status")
    mailbox.mails.clear()
    if why == "switched off":
        session.add(MailChoice(customer_id=order.customer_id, subject="orders", is_wanted=False))
    enter(0)
    if why == "removed":
        enter(0, number=None)
    deliver_all("mail_shipment")
    assert mailbox.mails == []
