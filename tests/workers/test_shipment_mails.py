"""A courier and tracking number entered after the status mail are mailed. Those in the status mail are not repeated."""

import datetime as dt

import pytest

from shop.clock import now
from shop.events import outbox
from shop.notifications.model import MailChoice
from shop.orders import mail_limit
from shop.orders.model import Status
from shop.orders.status_rules import UNDO_TIME
from shop.shipping.events import OrderShipmentChanged
from tests.support import factories
from tests.workers.test_mails import cancel_line, change, confirm, parts, preview
from tests.workers.test_order_mails import pass_time

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
    order.items[1].quantity = 2
    session.commit()
    ship(session, order, 0, 1)
    deliver_all("mail_status")
    enter(0, 1)
    deliver_all("mail_shipment")
    deliver_all("mail_shipment")
    [_, mail] = mailbox.mails
    assert mail["Subject"] == f"Order {order.id}: how to follow your parcel"
    assert "subject=orders" in mail["List-Unsubscribe"]
    assert {"  Ring 0", "  Ring 1 x 2"} <= set(parts(mail)[0].splitlines())
    for part, times in zip(parts(mail), ("x 2", "\xd7&nbsp;2"), strict=True):
        said = ("Ring 0", f"Ring 1 {times}", "Blue Dart", "BD774109", "/track/")
        assert all(each in part for each in said)
    assert preview(mail) == "Blue Dart, tracking number BD774109"


def test_what_the_mail_of_the_status_names_is_not_mailed_again(session, order, enter, mailbox, deliver_all):
    enter(0, at=now() - LATER)
    ship(session, order, 0)
    deliver_all("mail_shipment")
    deliver_all("mail_status")
    deliver_all("mail_shipment")
    [mail] = mailbox.mails
    assert all("BD774109" in part for part in parts(mail))
    assert preview(mail) == "Blue Dart, tracking number BD774109. "


@pytest.mark.parametrize("earlier", [0, mail_limit.SINGLE_MAILS_AN_HOUR], ids=["status mail", "digest"])
def test_a_mail_of_several_pieces_names_parcel_and_reason_of_each(
    session, shopper, order, enter, mailbox, deliver_all, earlier
):
    for number in range(earlier):
        session.add(mail_limit.OrderMail(delivery_id=-1 - number, customer_id=order.customer_id, sent_at=now()))
    enter(1, at=now() - LATER)
    order.items[1].tracking_url = "https://courier.example/BD774109"
    ship(session, order, 1)
    cancel_line(session, order, reason="The piece is <damaged>", at=now() - LATER)
    if earlier:
        confirm(session, factories.order(session, shopper, [factories.stock_product(session)]))
    deliver_all("mail_status")
    pass_time(session, mail_limit.DIGEST_DELAY.total_seconds())
    deliver_all("mail_status")
    deliver_all("mail_shipment")
    [mail] = mailbox.mails
    plain, page = (" ".join(part.split()) for part in parts(mail))
    assert ("News of your orders" in mail["Subject"]) is bool(earlier)
    assert "Ring 1: shipped, Blue Dart BD774109, https://courier.example/BD774109" in plain
    assert 'shipped with Blue Dart, <a href="https://courier.example/BD774109"' in page
    assert "Ring 0: cancelled. Nothing has to be paid for it. Reason: The piece is <damaged>" in plain
    assert "Nothing has to be paid for it. Reason: The piece is &lt;damaged&gt;" in page


def test_only_the_last_number_is_mailed(session, order, enter, mailbox, deliver_all):
    ship(session, order, 0)
    deliver_all("mail_status")
    enter(0, number="BD000001")
    enter(0)
    deliver_all("mail_shipment")
    [_, mail] = mailbox.mails
    assert all("BD774109" in part and "BD000001" not in part for part in parts(mail))


def test_a_number_that_may_still_be_corrected_waits_for_the_mail(
    session, order, enter, mailbox, deliver_all, deliver_due
):
    ship(session, order, 0, 1)
    deliver_all("mail_status")
    mailbox.mails.clear()
    enter(0)
    deliver_due()
    pass_time(session, 20)
    enter(1, number="BD000001")
    deliver_due()
    pass_time(session, 3)
    deliver_due()
    assert mailbox.mails == []
    enter(1)
    deliver_due()
    pass_time(session, 23)
    deliver_due()
    [mail] = mailbox.mails
    assert all("Ring 0" in part and "Ring 1" in part and "BD000001" not in part for part in parts(mail))


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


def test_a_number_is_mailed_though_the_status_after_it_is_no_news(session, order, enter, mailbox, deliver_all):
    change(session, order, Status.SHIPPED, at=now() - dt.timedelta(hours=6))
    deliver_all("mail_status")
    enter(0, at=now() - LATER)
    change(session, order, Status.PACKED, at=now() - LATER + dt.timedelta(seconds=8))
    change(session, order, Status.SHIPPED, at=now() - LATER + dt.timedelta(seconds=12))
    deliver_all("mail_shipment")
    deliver_all("mail_status")
    assert [mail["Subject"] for mail in mailbox.mails][1:] == [f"Order {order.id}: how to follow your parcel"]
