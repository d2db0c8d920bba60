"""Files with shoppers' data are made, mailed and removed; deleted accounts are erased once their orders are closed."""

import datetime as dt
import json
import re
from decimal import Decimal

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.customers.model import Customer
from shop.db.query import send
from shop.events import outbox
from shop.events.model import Delivery
from shop.media import private_files
from shop.orders import cancellation, status_rules
from shop.orders.events import OrderPlaced
from shop.orders.model import Order
from shop.orders.status_rules import Line
from shop.payments.events import RefundRequested, RefundSent
from shop.payments.model import PaymentEntry
from shop.personal_data import erasure, export, files
from shop.personal_data.events import DataExportRequested
from shop.personal_data.model import DataExport
from shop.reviews.model import HelpfulMark, Review
from shop.security import signed_links
from shop.settings import settings
from shop.stock.model import StockMovement
from tests.support import factories
from tests.support.database import full_scans
from tests.workers.test_mails import parts
from workers import payment_deadlines
from workers.reactions import personal_data
from workers.relay_threads.scheduler import Scheduler


@pytest.fixture(autouse=True)
def storage(mailbox, tmp_path, monkeypatch):
    monkeypatch.setattr(settings(), "media_dir", tmp_path)
    private_files.storage.cache_clear()
    yield tmp_path
    private_files.storage.cache_clear()


def ask(session, shopper) -> DataExport:
    asked = DataExport.ask(shopper.id, at=now())
    session.add(asked)
    session.flush()
    outbox.record_sync(session, DataExportRequested(export_id=asked.id, customer_id=shopper.id), at=now())
    session.commit()
    return asked


def test_a_file_is_made_and_its_link_mailed(session, mailbox, deliver_all, shopper):
    shopper.email_confirmed_at = now()
    asked = ask(session, shopper)
    deliver_all("make_data_export")
    deliver_all()
    session.refresh(asked)
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == shopper.email
    plain, page = parts(mail)
    [token] = re.findall(r"https://shop\.example/my-data\?token=(\S+)", plain)
    assert token in page
    assert asked.is_link(signed_links.read(token, at=now()), shopper.email)
    assert signed_links.read(token, at=now() + dt.timedelta(hours=73)) is None
    content = files.read(asked.name)
    assert len(content) == asked.size
    assert json.loads(content)["account"]["email"] == shopper.email
    assert "sign in first" not in plain


def test_a_mail_to_an_unconfirmed_address_asks_to_sign_in(session, mailbox, deliver_all, shopper):
    ask(session, shopper)
    deliver_all("make_data_export")
    deliver_all()
    assert "sign in first" in parts(mailbox.mails[0])[0]


def test_a_file_is_made_once_however_often_it_is_delivered(session, deliver_all, shopper, monkeypatch):
    asked = ask(session, shopper)
    with monkeypatch.context() as patched:
        patched.setattr(files, "store", lambda *_: 1 / 0)  # the worker fails while it stores the file
        deliver_all("make_data_export")
    session.rollback()
    session.refresh(asked)
    assert asked.made_at is None
    deliver_all("make_data_export")
    session.refresh(asked)
    assert asked.made_at is not None
    ready = "SELECT count(*) FROM domain_event WHERE type = 'data_export.ready'"
    assert session.scalar(text(ready)) == 1


def test_a_file_is_removed_when_its_time_is_over(engine, session, deliver_all, shopper, storage):
    asked = ask(session, shopper)
    deliver_all("make_data_export")
    deliver_all()
    assert list(storage.glob("exports/*"))
    scheduler = Scheduler(engine)
    scheduler.end_data_exports(now() + dt.timedelta(hours=71))
    assert session.scalar(select(DataExport.id)) == asked.id
    session.rollback()
    Scheduler(engine).end_data_exports(now() + dt.timedelta(hours=73))
    deliver_all()
    assert session.scalar(select(DataExport.id)) is None
    assert not list(storage.glob("exports/*"))


def test_a_file_that_was_not_made_in_a_day_is_given_up(engine, session, deliver_all, shopper, storage):
    asked = ask(session, shopper)
    Scheduler(engine).end_data_exports(now() + dt.timedelta(hours=23))
    assert session.scalar(select(DataExport.id)) == asked.id
    session.rollback()
    Scheduler(engine).end_data_exports(now() + dt.timedelta(hours=25))
    assert session.scalar(select(DataExport.id)) is None
    session.rollback()
    deliver_all()
    assert session.scalars(select(Delivery.last_error).where(Delivery.done_at.is_(None))).all() == []
    assert not list(storage.glob("exports/*"))


@pytest.fixture
def orders(session, shopper):
    factories.set_gold_rate(session)
    ring = factories.stock_product(session)
    place = {"city": "Chennai", "state": "Tamil Nadu", "country": "India", "zip_code": "600001", "phone": ""}
    address = {"name": "Asha Verma", "address": "12 Temple Street", **place}
    closed, opened = (factories.order(session, shopper, [ring], address=address) for _ in range(2))
    closed.items[0].status, closed.items[0].delivered_at = "delivered", now() - dt.timedelta(days=1)
    session.commit()
    return closed, opened


def delete_account(session, shopper) -> None:
    erasure.delete_account(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()


def pending(session) -> Delivery:
    session.rollback()
    return session.scalars(select(Delivery).where(Delivery.consumer == "erase_account")).one()


def test_the_rest_is_erased_once_the_last_order_is_closed(session, mailbox, deliver_all, shopper, orders, monkeypatch):
    monkeypatch.setattr(personal_data, "LATE_ROWS", dt.timedelta())
    _, opened = orders
    delete_account(session, shopper)
    deliver_all()
    assert pending(session).done_at is None
    session.refresh(opened)
    assert opened.address["address"] == "12 Temple Street"
    session.execute(
        text("UPDATE order_item SET status = 'delivered', delivered_at = :at WHERE order_id = :id"),
        {"at": now() - dt.timedelta(minutes=1), "id": opened.id},
    )
    session.commit()
    deliver_all()
    assert pending(session).done_at is not None
    session.expire_all()
    for order in session.scalars(select(Order)).all():
        assert (order.name, order.email, order.phone, order.address) == ("Deleted account", "", "", None)
        assert order.erased_at is not None
    assert mailbox.mails == []


def test_a_killed_worker_leaves_all_or_nothing_and_the_next_one_goes_on(
    session, deliver_all, shopper, orders, monkeypatch
):
    monkeypatch.setattr(personal_data, "LATE_ROWS", dt.timedelta())
    _, opened = orders
    delete_account(session, shopper)
    session.execute(text("UPDATE order_item SET status = 'delivered', delivered_at = '2026-01-01'"))
    session.commit()
    with monkeypatch.context() as patched:
        patched.setattr(erasure, "redact_records", lambda *_: 1 / 0)
        deliver_all("erase_account")
    session.rollback()
    session.refresh(opened)
    assert opened.erased_at is None
    deliver_all("erase_account")
    session.refresh(opened)
    assert opened.erased_at is not None


@pytest.mark.parametrize("name", ["Asha Verma", "Swarna", "Asha Verma at the terminal"])
def test_a_cancellation_by_the_shop_keeps_its_author_and_reason(engine, session, name):
    factories.set_gold_rate(session)
    shopper = factories.register_shopper(session, name)
    ring = factories.stock_product(session, stock_quantity=5)
    days_ago = now() - dt.timedelta(days=4)
    unpaid, cancelled = (factories.upi_order(session, shopper, [ring], status="due", at=at) for at in (days_ago, now()))
    for order in (unpaid, cancelled):
        session.add(
            StockMovement(
                product_id=ring.id,
                quantity=-1,
                reason="order",
                order_item_id=order.items[0].id,
                changed_by=name,
                at=order.ordered_at,
            )
        )
    ring.stock_quantity -= 2
    session.commit()
    at = now() - dt.timedelta(minutes=1)
    payment_deadlines.settle(engine, at)
    with engine.begin() as connection:
        *_, rows = send(connection, *cancellation.lock(cancelled.id))
        lines = [Line(*row) for row in rows]
        given = {"reason": "I, Asha, need it not", "changed_by": name}
        events = status_rules.cancel(lines, None, is_staff=False, at=at, **given)
        send(connection, *cancellation.cancel(events, lines, admin_id=None)[0])
    session.expire_all()
    erasure.delete_account(session, session.get_one(Customer, shopper.id), at=now())
    erasure.redact_records(session, shopper.id, [])
    by_shop, by_shopper = ("Swarna", "Not paid in time"), ("Deleted account", None)
    steps = text("SELECT changed_by, reason FROM status_change WHERE to_status = 'cancelled' ORDER BY order_item_id")
    assert session.execute(steps).all() == [by_shop, by_shopper]
    moves = text("SELECT changed_by FROM stock_movement WHERE order_item_id IS NOT NULL ORDER BY order_item_id, id")
    assert session.scalars(moves).all() == ["Deleted account", "Swarna", "Deleted account", "Deleted account"]
    items = text("SELECT changed_by FROM order_item ORDER BY id")
    assert session.scalars(items).all() == ["Swarna", "Deleted account"]
    logged = text("""
        SELECT admin_data ->> 'changedBy', data ->> 'reason' FROM domain_event
        WHERE type = 'order.status_changed' ORDER BY id
    """)
    assert session.execute(logged).all() == [by_shop, by_shopper]


def test_lines_in_events_keep_that_the_shop_cancelled_them():
    by_shop = {"changedBy": "Swarna", "reason": "Not paid in time"}
    ordered = {"changedBy": "Swarna", "reason": None}
    line = {"changedBy": "Swarna", "history": [ordered, by_shop]}
    redacted = {"changedBy": "Swarna", "history": [ordered | {"changedBy": "Deleted account"}, by_shop]}
    assert erasure.redacted({"items": [line, ordered]}, set()) == {
        "items": [redacted, ordered | {"changedBy": "Deleted account"}]
    }


def test_an_account_that_staff_removed_is_erased_like_one_that_its_shopper_deleted(
    session, deliver_all, shopper, monkeypatch
):
    monkeypatch.setattr(personal_data, "LATE_ROWS", dt.timedelta())
    audit = "INSERT INTO audit_entry (actor, action, entity, entity_id, label, changes)"
    session.execute(text(f"{audit} VALUES ('K', 'deleted', 'customer', :id, 'Asha Verma', '{{}}')"), {"id": shopper.id})
    erasure.remove_account(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()
    deliver_all("erase_account")
    assert pending(session).done_at is not None
    assert session.scalars(text("SELECT label FROM audit_entry")).all() == ["Deleted account"]


def test_reviews_lose_the_marks_of_a_customer_who_is_removed(session, shopper):
    writer, other = (factories.register_shopper(session, name=name) for name in ("Ben Bose", "Chitra Rao"))
    review = Review(
        product_id=factories.stock_product(session).id,
        customer_id=writer.id,
        rating=5,
        text="Lovely",
        created_at=now(),
        helpful=2,
    )
    session.add(review)
    session.flush()
    session.add_all(HelpfulMark(review_id=review.id, customer_id=each.id) for each in (shopper, other))
    session.commit()
    erasure.remove_account(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()
    assert session.scalar(select(Review.helpful)) == 1
    told = [event["data"] for event in factories.events(session) if event["type"] == "review.changed"]
    assert told == [{"reviewId": review.id, "productId": review.product_id, "action": "marked", "helpful": 1}]


@pytest.mark.parametrize(("end", "action"), [(erasure.delete_account, "changed"), (erasure.remove_account, "deleted")])
def test_open_pages_are_told_of_the_reviews_of_an_account_that_ends(session, shopper, end, action):
    product_id = factories.stock_product(session).id
    review = Review(product_id=product_id, customer_id=shopper.id, rating=5, text="Lovely", created_at=now())
    session.add(review)
    session.flush()
    told = {"reviewId": review.id, "productId": product_id, "action": action, "helpful": 0}
    end(session, session.get_one(Customer, shopper.id), at=now())
    session.commit()
    assert [event["data"] for event in factories.events(session) if event["type"] == "review.changed"] == [told]


def test_what_a_late_request_added_is_deleted_too(session, deliver_all, shopper, orders):
    delete_account(session, shopper)
    deliver_all("erase_account")
    factories.note_address(session, shopper)
    factories.sign_in(session, shopper)
    session.commit()
    deliver_all("erase_account")
    session.rollback()
    for table in ("address", "session"):
        assert session.scalar(text(f"SELECT count(*) FROM {table}")) == 0


def test_an_open_order_is_still_mailed_and_a_closed_one_is_not(session, mailbox, deliver_all, shopper, orders):
    shopper_email = shopper.email
    delete_account(session, shopper)
    for order in orders:
        event = OrderPlaced(order_id=order.id, customer_id=shopper.id, order={"id": order.id})
        outbox.record_sync(session, event, at=now())
    session.commit()
    deliver_all("mail_order_confirmation")
    assert mailbox.recipients == [[shopper_email]]


@pytest.mark.parametrize("consumer", ["mail_refund_sent", "mail_payment_surplus"])
def test_an_order_is_erased_after_the_mail_about_its_refund(
    session, mailbox, deliver_all, shopper, orders, monkeypatch, consumer
):
    monkeypatch.setattr(personal_data, "LATE_ROWS", dt.timedelta())
    (closed, _), shopper_email = orders, shopper.email
    event = RefundSent(order_id=closed.id, customer_id=shopper.id, refund_id="rfnd_1", amount=Decimal(500))
    if consumer == "mail_payment_surplus":
        state = {"from_status": "due", "to_status": "due", "method": "cod", "at": now()}
        session.add(PaymentEntry(order_id=closed.id, version=2, kind="surplus", amount=500, **state))
        event = RefundRequested(order_id=closed.id, customer_id=shopper.id, version=2, is_surplus=True)
    outbox.record_sync(session, event, at=now())

    def is_erased() -> bool:
        session.rollback()
        session.refresh(closed)
        return closed.erased_at is not None

    delete_account(session, shopper)  # before the event has a position
    assert not is_erased()
    deliver_all("erase_account")
    assert not is_erased()
    deliver_all(consumer)
    assert mailbox.recipients == [[shopper_email]]
    deliver_all("erase_account")
    assert is_erased()


LOGS = ("audit_entry", "domain_event", "delivery", "delivery_attempt")
LARGE_LOGS = """
    INSERT INTO shop_order (id, customer_id, name, email, phone, total_quantity, total_amount, ordered_at)
    VALUES (:id + 5, :id, 'Asha Verma', '', '', 1, 1, now());
    INSERT INTO audit_entry (actor, action, entity, entity_id, label, changes)
    SELECT 'Karthik Rao', 'changed', CASE WHEN n % 4 = 0 THEN 'customer' ELSE 'order' END,
        CASE WHEN n % 4 = 0 THEN n % 1000 ELSE n % 10000 END + :id, 'Asha Verma',
        CASE WHEN n % 40 = 2 THEN jsonb_build_object('customer_id', jsonb_build_object('from', NULL, 'to', n % 1000))
            ELSE '{"total_amount": {"from": 1, "to": 2}}' END
    FROM generate_series(1, 10000) AS n;
    INSERT INTO audit_entry (actor, action, entity, entity_id, label, changes)
    VALUES ('Karthik Rao', 'changed', 'order', :id + 7,
        'Asha Verma', jsonb_build_object('customer_id', jsonb_build_object('from', :id, 'to', :id + 1)));
    INSERT INTO domain_event (position, type, aggregate, reach, customer_id, data, occurred_at)
    SELECT n, 'test', CASE WHEN n % 3 = 0 THEN 'customer:' ELSE 'order:' END || :id + n % 1000,
        CASE WHEN n % 2 = 0 THEN 'nobody' ELSE 'customer_and_admins' END,
        CASE WHEN n % 3 > 0 THEN :id + n % 1000 END, '{"customerName": "Asha Verma"}', now()
    FROM generate_series(1, 10000) AS n;
    INSERT INTO delivery (event_id, consumer, queue, due_at, done_at)
    SELECT id, 'mail_status', 'mail', now(), now() FROM domain_event;
    INSERT INTO delivery_attempt (delivery_id, outcome, began_at, ended_at, attempts)
    SELECT id, 'postponed', now(), now(), 1 FROM delivery
"""


@pytest.fixture
def large_logs(new_database):
    """Yield a session with a customer in a separate database with large logs of other customers and statistics."""
    made = create_engine(new_database())
    with Session(made, expire_on_commit=False) as session, session.begin():
        shopper = factories.register_shopper(session)
        for statement in LARGE_LOGS.split(";"):
            session.execute(text(statement), {"id": shopper.id})
        session.execute(text(f"ANALYZE {', '.join(LOGS)}"))
    with made.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"VACUUM {', '.join(LOGS)}"))
    made.dispose()
    with Session(made) as session:
        yield session, session.get_one(Customer, shopper.id)
    made.dispose()


def test_neither_a_file_nor_an_erasure_reads_the_logs_of_others(large_logs, storage):
    session, shopper = large_logs
    document = json.loads(export.collect(session, shopper, at=now()))
    assert (len(document["mailsSent"]), len(document["changesByStaff"])) == (10, 10)
    assert full_scans(session.connection(), LOGS) == 0
    erasure.delete_account(session, shopper, at=now())
    session.flush()
    erasure.redact_records(session, shopper.id, [])
    assert full_scans(session.connection(), LOGS) == 0
    redacted = session.execute(
        text("SELECT entity, count(*) FROM audit_entry WHERE label = 'Deleted account' GROUP BY entity")
    )
    assert dict(redacted.all()) == {"customer": 10, "order": 1 + 2}
    named = "SELECT count(*) FROM domain_event WHERE data ->> 'customerName' = 'Asha Verma'"
    assert session.scalar(text(named)) == 10_000 - 10


@pytest.mark.parametrize(("age", "seconds"), [(0, 10), (200, 10), (2000, 100), (10**8, 900)])
def test_an_account_with_an_open_order_is_checked_ever_more_rarely(age, seconds):
    assert personal_data.next_look(dt.timedelta(seconds=age)) == dt.timedelta(seconds=seconds)
