"""The limit of order mails to one customer, and the combination of status changes in one mail."""

import datetime as dt
import html
import re

import pytest
from sqlalchemy import text

from shop.clock import now
from shop.events import leasing
from shop.operations import queries
from shop.orders import mail_limit
from shop.orders.model import Status
from shop.settings import settings
from tests.support import factories
from tests.workers.conftest import SUBSCRIPTIONS
from tests.workers.test_mails import change, confirm, parts, preview
from workers import deliver
from workers.reactions.mails.order_mails import STATUS_MAIL_DELAY

LASTED = STATUS_MAIL_DELAY + dt.timedelta(seconds=1)


@pytest.fixture
def place(session, shopper):
    """Return a function that places an order with this number of lines, each of so many rings, dated yesterday."""

    def make(lines: int = 1, quantity: int = 1):
        products = [factories.stock_product(session, name=f"Ring {number}") for number in range(1, lines + 1)]
        made = factories.order(session, shopper, products, quantity=quantity, at=now() - dt.timedelta(days=1))
        session.commit()
        return made

    return make


def pass_time(session, seconds: float) -> None:
    """Move the times of all stored rows into the past."""
    given = {"seconds": seconds}
    back = "- make_interval(secs => :seconds)"
    session.execute(text(f"UPDATE order_mail SET sent_at = sent_at {back}"), given)
    times = ", ".join(f"{name} = {name} {back}" for name in ("due_at", "postponed_to", "done_at"))
    session.execute(text(f"UPDATE delivery SET {times}"), given)
    session.execute(
        text(f"UPDATE domain_event SET occurred_at = occurred_at {back}, recorded_at = recorded_at {back}"), given
    )
    session.execute(text(f"UPDATE status_change SET at = at {back}"), given)
    session.commit()


def subjects(mailbox) -> list[str]:
    return [mail["Subject"] for mail in mailbox.mails]


def test_fifty_orders_are_nine_mails_and_a_digest_of_the_rest(session, place, mailbox, deliver_due):
    orders = [place() for _ in range(50)]
    for order in orders:
        confirm(session, order)
    deliver_due()
    assert subjects(mailbox) == [f"Your order {order.id} at Swarna" for order in orders[:9]]
    deliver_due()
    assert len(mailbox.mails) == 9
    pass_time(session, mail_limit.DIGEST_DELAY.total_seconds() + 1)
    deliver_due()
    assert subjects(mailbox)[9:] == ["News of your orders at Swarna: 41 orders"]
    digest = mailbox.mails[-1]
    for part in parts(digest):
        assert {int(number) for number in re.findall(r"Order (\d+)", part)} == {order.id for order in orders[9:]}
        assert len(set(re.findall(r"https://shop\.example/track/[\w.-]+", part))) == len(orders[9:])
    assert session.scalar(text("SELECT count(*) FROM delivery WHERE queue = 'mail' AND done_at IS NULL")) == 0
    about = session.scalar(text("SELECT about FROM sent_mail ORDER BY id DESC LIMIT 1"))
    assert sorted(re.findall(r"\d+", about)) == sorted(str(order.id) for order in orders[9:])
    assert about.startswith("orders ")


def test_the_digest_confirms_an_order_with_its_pieces_and_how_to_pay(session, place, mailbox, deliver_due, monkeypatch):
    monkeypatch.setattr(settings(), "upi_id", "swarna@testbank")
    orders = [place(lines=2, quantity=3) for _ in range(12)]
    session.execute(text("UPDATE payment SET method = 'upi' WHERE order_id = :id"), {"id": orders[9].id})
    session.execute(text("UPDATE payment SET status = 'claimed' WHERE order_id = :id"), {"id": orders[10].id})
    for order in orders:
        confirm(session, order)
    change(session, orders[11], Status.PACKED, at=now() - LASTED)
    session.commit()
    deliver_due()
    pass_time(session, mail_limit.DIGEST_DELAY.total_seconds() + 1)
    deliver_due()
    assert subjects(mailbox)[9:] == ["News of your orders at Swarna: 3 orders"]
    for part in parts(mailbox.mails[-1]):
        words = " ".join(html.unescape(re.sub("<[^>]+>", " ", part)).split()).replace("\u00d7", "x")
        of_order = re.split(r"Order \d+", words)[1:]
        assert all(re.search(r"Ring 1 x 3.*Ring 2 x 3", each) for each in of_order)
        by_upi, claimed, on_delivery = of_order
        assert f"By UPI, to swarna@testbank; write SW{orders[9].id} into the note." in by_upi
        assert f"/my-orders/{orders[9].id}/pay" in part
        assert "pay" not in claimed.lower()
        assert re.search(r"Ring 1 x 3:? packed Ring 2 x 3:? ₹2,74,500.00 You pay", on_delivery)
    # The cells of this table do not wrap, which is right for amounts only.
    assert re.search(r"<td [^>]*white-space: normal[^>]*><p[^>]*>Please pay", part)


@pytest.mark.parametrize("news", ["confirmation", "status", "both"])
def test_a_digest_of_a_single_mail_is_that_mail(session, place, mailbox, deliver_due, news):
    order = place(2)
    for number in range(mail_limit.SINGLE_MAILS_AN_HOUR):
        session.add(mail_limit.OrderMail(delivery_id=-1 - number, customer_id=order.customer_id, sent_at=now()))
    if news != "status":
        confirm(session, order)
    if news != "confirmation":
        change(session, order, Status.PACKED, at=now() - LASTED)
    deliver_due()
    pass_time(session, mail_limit.DIGEST_DELAY.total_seconds() + 1)
    deliver_due()
    [mail] = mailbox.mails
    packed, placed = f"Order {order.id}: Ring 1 is packed", f"Your order {order.id} at Swarna"
    assert mail["Subject"] == (packed if news == "status" else placed)
    assert (mail["List-Unsubscribe"] is None) is (news == "confirmation")
    for part in parts(mail):
        assert ("much happened to your orders" in part) is (news == "both")
        assert ("Making charge" in part) is (news == "confirmation")
    assert session.scalar(text("SELECT count(*) FROM delivery WHERE queue = 'mail' AND done_at IS NULL")) == 0


def test_within_an_hour_no_more_than_ten_mails_go_out_and_then_the_rest_does(session, place, mailbox, deliver_due):
    for _ in range(12):
        confirm(session, place())
    deliver_due()
    pass_time(session, 301)
    deliver_due()
    assert len(mailbox.mails) == 10
    late = [place(), place()]
    for order in late:
        confirm(session, order)
    for _ in range(5):
        deliver_due()
        pass_time(session, 600)
    assert len(mailbox.mails) == 10
    pass_time(session, 600)
    deliver_due()
    assert subjects(mailbox)[10:] == [f"Your order {order.id} at Swarna" for order in late]


def test_another_customer_is_mailed_meanwhile(session, place, shopper, mailbox, deliver_due):
    for _ in range(12):
        confirm(session, place())
    other = factories.register_shopper(session, "Ben Rao", "ben@mail.example")
    theirs = factories.order(session, other, [factories.stock_product(session)], at=now())
    session.commit()
    confirm(session, theirs)
    deliver_due()
    assert f"Your order {theirs.id} at Swarna" in subjects(mailbox)


def test_items_of_an_order_that_change_together_are_in_one_mail(session, place, mailbox, deliver_due):
    order, at = place(3), now()
    for line, seconds in enumerate((0, 8, 15)):
        change(session, order, Status.SHIPPED, at=at + dt.timedelta(seconds=seconds), line=line)
    assert deliver_due() == 0
    with_second_thoughts = "UPDATE delivery SET due_at = event.occurred_at + interval '22 s' FROM domain_event AS event"
    session.execute(text(f"{with_second_thoughts} WHERE event.id = event_id AND queue = 'mail'"))
    session.commit()
    pass_time(session, 23)
    deliver_due()
    assert mailbox.mails == [], "the last line may still be taken back"
    pass_time(session, 16)
    deliver_due()
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Order {order.id}: 3 pieces are shipped"
    assert len(mail["X-Swarna-Deliveries"].split(", ")) == 3
    for part in parts(mail):
        assert all(f"Ring {number}" in part for number in (1, 2, 3))
        assert f"https://shop.example/my-orders#order-{order.id}" in part
    assert deliver_due() == 0


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.PACKED, "They leave our hands next."),
        (Status.SHIPPED, "They are on their way to you."),
        (Status.DELIVERED, "We hope that they bring you joy."),
        (Status.CANCELLED, "They will not be sent. Nothing has to be paid for them."),
    ],
)
def test_a_mail_about_several_pieces_of_one_line_says_how_many(session, place, mailbox, deliver_due, status, sentence):
    order = place(quantity=3)
    change(session, order, status, at=now() - LASTED)
    deliver_due()
    pass_time(session, 23)
    deliver_due()
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Order {order.id}: Ring 1 x 3 are {status}"
    plain, page = (" ".join(html.unescape(re.sub("<[^>]+>", "", part)).split()) for part in parts(mail))
    assert f"Ring 1 x 3 are {status} " in plain
    assert f"Ring 1 \xd7 3 are {status} " in page
    for part in (plain, page):
        assert f"these 3 pieces of your order {order.id} are {status}." in part
    assert sentence in page


def test_a_mail_about_several_lines_counts_their_pieces(session, place, mailbox, deliver_due):
    order, at = place(2, quantity=2), now() - LASTED
    for line in range(2):
        change(session, order, Status.SHIPPED, at=at, line=line)
    deliver_due()
    pass_time(session, 23)
    deliver_due()
    [mail] = mailbox.mails
    assert mail["Subject"] == f"Order {order.id}: 4 pieces are shipped"
    for part, times in zip(parts(mail), ("x 2", "\xd7&nbsp;2"), strict=True):
        assert "this is how 4 pieces of your order stand" in part
        assert all(f"Ring {number} {times}" in part for number in (1, 2))


def test_different_statuses_of_one_order_are_in_one_mail(session, place, mailbox, deliver_due):
    order, at = place(2), now() - LASTED
    change(session, order, Status.PACKED, at=at, line=0)
    change(session, order, Status.SHIPPED, at=at, line=1)
    deliver_due()
    pass_time(session, 23)
    deliver_due()
    assert subjects(mailbox) == [f"Order {order.id}: news of 2 pieces"]
    assert preview(mailbox.mails[0]) == "Ring 1: packed, Ring 2: shipped. "


def test_an_undone_status_is_not_in_the_mail_of_the_others(session, place, mailbox, deliver_due):
    order, at = place(2), now() - LASTED
    change(session, order, Status.PACKED, at=at, line=0)
    change(session, order, Status.PACKED, at=at, line=1)
    change(session, order, Status.ORDERED, at=at + dt.timedelta(seconds=5), line=1)
    deliver_due()
    pass_time(session, 23)
    deliver_due()
    assert subjects(mailbox) == [f"Order {order.id}: Ring 1 is packed"]


def test_two_workers_do_not_mail_one_customer_at_once(session, place, mailbox, deliver_due, engine):
    order = place()
    confirm(session, order)
    with engine.begin() as other:
        assert mail_limit.try_lock(other, order.customer_id)
        deliver_due()
        assert mailbox.mails == []
    attempts, done_at, error = session.execute(
        text("SELECT attempts, done_at, last_error FROM delivery WHERE queue = 'mail'")
    ).one()
    assert (attempts, done_at, error) == (0, None, None)
    session.rollback()
    pass_time(session, 3)
    deliver_due()
    assert len(mailbox.mails) == 1


def test_a_delivery_is_postponed_at_once_while_another_worker_sends_a_mail_that_covers_it(
    session, place, mailbox, engine
):
    orders = [place(), place()]
    for order in orders:
        confirm(session, order)
    with engine.begin() as connection:
        _, leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS)
    first, second = [lease for lease in leases if lease.consumer == mail_limit.CONFIRMATION]
    customer_id = orders[0].customer_id
    with engine.begin() as other:
        assert mail_limit.try_lock(other, customer_id)
        covered = [row.id for row in mail_limit.load_pending(other, customer_id, at=now())]
        assert covered == [first.delivery_id, second.delivery_id]
        assert deliver.work(engine, second.consumer, [second]) == 1
        result = text("SELECT attempts, done_at IS NOT NULL, last_error FROM delivery WHERE id = :id")
        assert session.execute(result, {"id": second.delivery_id}).one() == (0, False, None)
        session.rollback()
        mail_limit.record_sent(other, customer_id, first.delivery_id, covered, at=now())
    assert session.execute(result, {"id": second.delivery_id}).one() == (
        0,
        True,
        f"Covered by the mail of delivery {first.delivery_id}.",
    )
    assert mailbox.mails == []


def test_a_postponed_delivery_does_not_count_as_late(session, place, mailbox, deliver_due):
    for _ in range(12):
        confirm(session, place())
    deliver_due()
    session.execute(text("UPDATE domain_event SET recorded_at = recorded_at - interval '10 minutes'"))
    [row] = [row for row in session.execute(queries.WAITING) if row.queue == "mail"]
    assert (row.consumer, row.waiting, row.oldest) == ("mail_order_confirmation", 3, 0)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Visit http://evil.example now", "Visit now"),
        ("evil.example", "customer"),
        ("Call +1 (555) 123-4567 now", "Call now"),
        ("Asha 2nd of 1998", "Asha 2nd of 1998"),
        ("Win at www.evil.example/prize today", "Win at today"),
        ("evil\u3002example", "customer"),
        ("write me@evil.example", "write"),
        ("A.K. Verma", "A. K. Verma"),
        ("x.com", "x. com"),
        ("Asha " * 40, ("Asha " * 12).strip()),
    ],
)
def test_a_name_in_a_mail_is_short_and_neither_link_nor_address(
    session, shopper, place, mailbox, deliver_due, name, shown
):
    shopper.name = name
    session.merge(shopper)
    session.commit()
    confirm(session, place())
    deliver_due()
    [mail] = mailbox.mails
    for part in parts(mail):
        assert f"Dear {shown}," in part
        assert "evil.example" not in part
    assert mail["To"].addresses[0].display_name == shown


@pytest.mark.parametrize(
    ("street", "shown"),
    [
        ("8-2-293/82/A, Jubilee Hills", "8-2-293/82/A, Jubilee Hills"),
        ("No.12/4, Anna Nagar", "No.12/4, Anna Nagar"),
        ("H.No.8-2-293/82, Road No. 10", "H. No.8-2-293/82, Road No. 10"),
        ("St.Mary's Road 5", "St. Mary's Road 5"),
        ("5 Lane, no.evil.example now", "5 Lane, now"),
        ("5 Lane evil.example:8080/prize", "5 Lane"),
        ("5 Lane 1.xn--p1ai/prize", "5 Lane"),
        ("5 Lane 10.0.0.1/prize", "5 Lane"),
    ],
)
def test_the_address_in_a_mail_has_its_numbers_and_no_link(session, place, mailbox, deliver_due, street, shown):
    order = place()
    person = {"name": "Asha Verma", "address": street, "city": "Los Angeles", "zip_code": "90001-1234"}
    order.address = person | {"state": "California", "country": "United States"}
    session.commit()
    confirm(session, order)
    deliver_due()
    [mail] = mailbox.mails
    for part in parts(mail):
        words = " ".join(html.unescape(part).split())
        assert f"Delivering to Asha Verma, {shown}, Los Angeles 90001-1234, California" in words
