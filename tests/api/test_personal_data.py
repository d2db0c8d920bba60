"""A shopper downloads what the shop holds about them, and deletes their account."""

import asyncio
import datetime as dt
import json

import pytest
from sqlalchemy import select, text, update

from shop.clock import now
from shop.contact.model import ContactMessage
from shop.customers.model import Customer, confirmation_token
from shop.db.base import Base
from shop.desk.model import OrderNote
from shop.events.model import DomainEvent
from shop.media import private_files
from shop.newsletter.model import NewsletterReader
from shop.notifications.model import PushDevice
from shop.orders.model import Order
from shop.pan.model import OrderPan
from shop.payments.model import PaymentLink
from shop.personal_data import erasure, export, files, sections
from shop.personal_data.model import DataExport
from shop.reviews.model import Review, ReviewPhoto
from shop.saved_views.model import SavedView
from shop.sessions.lifetimes import FRESH_SIGN_IN
from shop.sessions.model import Session as SignIn
from shop.settings import settings
from shop.staff.model import Admin
from tests.api.test_online_payments import set_method
from tests.api.test_order_placement import basket, line
from tests.api.test_payments import UTR, claim, reject
from tests.support import factories
from tests.support.http_client import failed, succeeded

PASSWORD = {"currentPassword": factories.PASSWORD}
RETURN = """
    INSERT INTO return_request (
        order_item_id, customer_id, quantity, reason, note, status, answer, version, requested_at
    )
    SELECT order_item.id, customer_id, 1, 'x', '', 'approved', '', 1, now()
    FROM order_item JOIN shop_order ON shop_order.id = order_id
"""

RETURNED = f"{RETURN}; UPDATE return_request SET status = 'refunded'"
LONG_CANCELLED = "UPDATE order_item SET status = 'cancelled', cancelled_at = now() - interval '1 minute'"
LONG_DELIVERED = "UPDATE order_item SET delivered_at = now() - interval '3 years 1 day'"


def accepted_refund(status: str, *, days_ago: int) -> str:
    """Return the statements of an order whose money is refunded, as far as the provider has accepted it."""
    return f"""
        UPDATE payment SET method = 'online', paid = 91500, refunded = 91500, status = 'refunded';
        INSERT INTO payment_refund (id, order_id, payment_id, amount, status, created_at, asked_at)
        SELECT 'rfnd_1', order_id, 'pay_1', 91500, '{status}', now() - interval '{days_ago} days', now() FROM payment
    """


@pytest.fixture
def storage(tmp_path, monkeypatch):
    monkeypatch.setattr(settings(), "media_dir", tmp_path)
    monkeypatch.setattr(settings(), "media_url", "")
    private_files.storage.cache_clear()
    yield
    private_files.storage.cache_clear()


@pytest.fixture
def make_export(run_sync, storage):
    """Return a function that stores the requested file of a shopper, as the worker does, and returns its token."""

    def make(session, customer_id: int) -> str:
        made = session.scalars(select(DataExport).where(DataExport.customer_id == customer_id)).one()
        content = export.collect(session, session.get_one(Customer, customer_id), at=now())
        files.store(made.name, content)
        made.finish(len(content), at=now())
        session.commit()
        return made.token(session.get_one(Customer, customer_id).email)

    async def run(customer_id: int) -> str:
        return await run_sync(make, customer_id)

    return run


@pytest.fixture
async def confirmed(database, people):
    people.asha.email_confirmed_at = now()
    await database.commit()


async def test_a_file_is_asked_for_and_downloaded_by_its_link(asha, visitor, people, make_export, confirmed):
    assert succeeded(await asha.get("/customer/data/")) == {"export": None, "openOrders": []}
    asked = succeeded(await asha.post("/customer/data/", json={}))["export"]
    assert (asked["status"], asked["endsAt"]) == ("making", None)
    token = await make_export(people.asha.id)
    shown = succeeded(await asha.get("/customer/data/"))["export"]
    assert shown["status"] == "ready"
    link = succeeded(await visitor.get(f"/customer/data/link/?token={token}"))
    assert (link["size"], link["endsAt"], link["needsSignIn"]) == (shown["size"], shown["endsAt"], False)
    file = await visitor.get(f"/customer/data/file/?token={token}")
    assert file.headers["content-disposition"] == 'attachment; filename="swarna-my-data.json"'
    assert file.headers["cache-control"] == "no-store"
    assert file.json()["account"]["email"] == people.asha.email
    assert len(file.content) == shown["size"]


async def test_no_connection_is_held_while_the_storage_is_read(asha, people, make_export, connection, monkeypatch):
    succeeded(await asha.post("/customer/data/", json={}))
    token, held = await make_export(people.asha.id), []

    def read_slowly(_name: str) -> bytes:
        held.append(connection.in_nested_transaction())
        return b"{}"

    monkeypatch.setattr(files, "read", read_slowly)
    assert (await asha.get(f"/customer/data/file/?token={token}")).content == b"{}"
    assert held == [False]


async def test_an_unconfirmed_address_gets_no_file_without_a_sign_in(asha, ben, visitor, people, make_export):
    succeeded(await asha.post("/customer/data/", json={}))
    token = await make_export(people.asha.id)
    assert succeeded(await visitor.get(f"/customer/data/link/?token={token}"))["needsSignIn"] is True
    for stranger in (visitor, ben):
        failed(await stranger.get(f"/customer/data/file/?token={token}"), 401)
    assert (await asha.get(f"/customer/data/file/?token={token}")).status_code == 200


async def test_a_link_in_the_mailbox_of_an_earlier_address_opens_nothing(
    asha, visitor, people, make_export, confirmed, database
):
    succeeded(await asha.post("/customer/data/", json={}))
    token = await make_export(people.asha.id)
    people.asha.pending_email = "new@mail.example"
    await database.commit()
    succeeded(await visitor.get(f"/customer/data/link/?token={token}"))
    confirmation = confirmation_token(people.asha.id, "new@mail.example", at=now())
    succeeded(await visitor.post("/customer/confirmEmail/", json={"token": confirmation}))
    for path in ("link", "file"):
        for browser in (visitor, asha):
            failed(await browser.get(f"/customer/data/{path}/?token={token}"), 404, "token")


async def test_a_link_is_forged_old_or_of_another_file(asha, ben, visitor, people, make_export, confirmed, run_sync):
    succeeded(await asha.post("/customer/data/", json={}))
    succeeded(await ben.post("/customer/data/", json={}))
    token = await make_export(people.asha.id)
    other = await make_export(people.ben.id)
    forged = f"{token.partition('.')[0]}.{other.partition('.')[2]}"
    for wrong in (forged, token[:-1], token + "a", "1.2.x", "1"):
        for path in ("link", "file"):
            failed(await visitor.get(f"/customer/data/{path}/?token={wrong}"), 404, "token")
    await run_sync(_end_exports)
    failed(await visitor.get(f"/customer/data/file/?token={token}"), 404, "token")


async def test_one_file_is_made_at_a_time_and_three_a_day(asha, people, make_export, run_sync, no_pause_passes):
    for _ in range(3):
        first = succeeded(await asha.post("/customer/data/", json={}))
        assert succeeded(await asha.post("/customer/data/", json={}))["export"] == first["export"]
        await make_export(people.asha.id)
        await run_sync(_forget_exports)
    assert "three times" in failed(await asha.post("/customer/data/", json={}), 429)["message"]


def _end_exports(session) -> None:
    erasure.end_exports(session, at=now())
    session.commit()


def _forget_exports(session) -> None:
    session.execute(text("DELETE FROM data_export"))
    session.commit()


async def test_the_password_is_asked_for_long_after_the_sign_in(asha, database):
    await database.execute(update(SignIn).values(created_at=now() - FRESH_SIGN_IN - dt.timedelta(seconds=1)))
    await database.commit()
    failed(await asha.post("/customer/data/", json={}), 403, "currentPassword")
    failed(await asha.post("/customer/data/", json={"currentPassword": "Wrong@2026"}), 403, "currentPassword")
    assert succeeded(await asha.get("/customer/data/"))["export"] is None
    assert succeeded(await asha.post("/customer/data/", json=PASSWORD))["export"]["status"] == "making"


async def test_the_file_has_everything_and_nobody_elses(database, people, run_sync, confirmed):
    def everything(session):
        asha, ben = (session.get_one(Customer, person.id) for person in (people.asha, people.ben))
        for person in (asha, ben):
            factories.note_address(session, person, address=f"Street of {person.name}")
            placed = factories.upi_order(session, person, [people.ring], status="paid", gift={"message": person.name})
            photo = ReviewPhoto(position=0, original=f"originals/{person.id}.jpg", width=800, height=600)
            photo.renditions = [{"width": width, "webp": f"/media/{person.id}-{width}.webp"} for width in (320, 640)]
            words = {"rating": 5, "text": "Fine", "created_at": now()}
            session.add(Review(product_id=people.ring.id, customer_id=person.id, photos=[photo], **words))
            session.add(NewsletterReader(email=person.email, asked_at=now(), confirmed_at=now()))
            factories.sign_in(session, person)
            assert placed.items
        session.flush()
        return json.loads(export.collect(session, asha, at=now())), export.collect(session, ben, at=now())

    document, other = await run_sync(everything)
    assert document["account"]["name"] == "Asha Verma"
    assert document["addresses"][0]["address"] == "Street of Asha Verma"
    [order] = document["orders"]
    assert order["gift"] == {"message": "Asha Verma"}
    assert order["items"][0]["productName"] == "Lotus Ring"
    assert order["items"][0]["history"][0]["toStatus"] == "ordered"
    assert order["payment"]["status"] == "paid"
    assert [step["kind"] for step in order["paymentSteps"]] == ["claim", "payment"]
    assert document["reviews"][0]["productName"] == "Lotus Ring"
    [photo] = document["reviews"][0]["photos"]
    assert photo["address"] == f"{settings().public_url}/media/{people.asha.id}-640.webp"
    assert "original" not in photo
    assert document["newsletter"][0]["email"] == people.asha.email
    assert document["signIns"][0]["device"]
    whole = json.dumps(document)
    assert "Ben" not in whole
    assert people.ben.email not in whole
    assert "argon2" not in whole
    assert b"newsletter" not in other  # Ben's address is not confirmed, so it may be somebody else's


def test_every_table_about_a_customer_is_in_the_file():
    related, tables = {"customer"}, Base.metadata.sorted_tables
    for table in tables:
        if any(key.column.table.name in related for key in table.foreign_keys):
            related.add(table.name)
    of_others = (sections.OF_ORDER, sections.OF_ITEM, sections.OF_RETURN, sections.OF_REVIEW)
    groups = (sections.OF_CUSTOMER, *of_others, sections.BY_EMAIL)
    exported = {section.table.name for group in groups for section in group.values()}
    exported |= {sections.ACCOUNT.table.name, sections.ORDERS.table.name}
    assert related <= exported | sections.NOT_EXPORTED.keys()
    assert not exported & sections.NOT_EXPORTED.keys()


def _prepare_deletion(session, people) -> tuple[int, int]:
    """Add one row of every kind for Asha, and a closed and an open order. Return the order numbers."""
    asha = session.get_one(Customer, people.asha.id)
    asha.email_confirmed_at = now()
    factories.note_address(session, asha)
    session.add(Review(product_id=people.ring.id, customer_id=asha.id, rating=5, text="Fine", created_at=now()))
    session.add(NewsletterReader(email=asha.email, asked_at=now(), confirmed_at=now()))
    session.add(
        PushDevice(
            customer_id=asha.id,
            endpoint="https://push.example/1",
            p256dh="k",
            auth="a",
            orders=True,
            payments=True,
            wishlist=True,
            used_at=now(),
        )
    )
    address = {"name": "Asha Verma", "address": "12 Temple Street", "phone": "9841055001"}
    closed, opened = (
        factories.order(session, asha, [people.ring], address=address, gift={"message": "Asha"}) for _ in "12"
    )
    for item in closed.items:
        item.status, item.delivered_at = "delivered", now() - dt.timedelta(days=1)
    session.add(
        DomainEvent(
            type="order.changed",
            aggregate=f"order:{closed.id}",
            reach="customer_and_admins",
            customer_id=asha.id,
            data={"id": closed.id, "customerName": "Asha Verma", "address": address},
            admin_data={"items": [{"changedBy": "Asha Verma"}, {"changedBy": "Karthik Rao"}]},
            occurred_at=now(),
        )
    )
    session.commit()
    return closed.id, opened.id


@pytest.fixture
async def orders(run_sync, people) -> tuple[int, int]:
    return await run_sync(_prepare_deletion, people)


async def test_an_account_is_deleted_with_all_but_what_an_open_order_needs(
    asha, visitor, karthik, people, orders, run_sync
):
    closed, opened = orders
    assert succeeded(await asha.get("/customer/data/"))["openOrders"] == [opened]
    failed(await asha.post("/customer/delete/", json={"currentPassword": "Wrong@2026"}), 403, "currentPassword")
    failed(await asha.post("/customer/delete/", json={}), 422, "currentPassword")
    email, phone = people.asha.email, people.asha.phone
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    failed(await asha.get("/customer/me/"), 401)
    failed(await visitor.post("/customer/login/", json={"email": email, "password": factories.PASSWORD}), 401)

    row = succeeded(await karthik.get("/customer/?search=Deleted"))[0]
    assert (row["name"], row["email"], row["phone"], row["isDeleted"]) == ("Deleted account", "", "", True)
    shown = {order["id"]: order for order in succeeded(await karthik.get("/order/?flag=allOrders"))}
    assert shown[closed]["customerName"] == "Deleted account"
    assert (shown[closed]["customerEmail"], shown[closed]["address"], shown[closed]["gift"]) == ("", None, None)
    assert (shown[opened]["customerName"], shown[opened]["customerEmail"]) == ("Asha Verma", email)
    assert shown[opened]["address"]["address"] == "12 Temple Street"
    [review] = succeeded(await visitor.get(f"/review/?productId={people.ring.id}"))
    assert review["name"] == "A customer"

    again = {"name": "Asha", "email": email, "phone": phone, "password": factories.PASSWORD}
    assert succeeded(await visitor.post("/customer/", json=again))["id"] != people.asha.id

    def left(session):
        counts = {
            table: session.scalar(text(f"SELECT count(*) FROM {table} WHERE customer_id = {people.asha.id}"))
            for table in ("address", "push_device", "session", "cart_item", "wishlist_entry", "data_export")
        }
        return {**counts, "newsletter": session.scalar(text("SELECT count(*) FROM newsletter_reader"))}

    assert set((await run_sync(left)).values()) == {0}


async def test_what_came_from_an_address_that_was_not_confirmed_stays(asha, people, run_sync):
    """The address may be somebody else's."""
    email = people.asha.email

    def add(session):
        session.add(NewsletterReader(email=email, asked_at=now(), confirmed_at=now()))
        sent = {"name": "x", "phone": "", "company": "", "message": "Hello", "received_at": now()}
        session.add(ContactMessage(email=email, **sent))
        session.commit()

    await run_sync(add)
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    for model in (NewsletterReader, ContactMessage):
        assert await run_sync(lambda session, model=model: session.scalars(select(model.email)).all()) == [email]


async def test_the_link_of_a_closed_order_ends_with_the_account_and_that_of_an_open_one_names_nobody(
    asha, visitor, people, orders
):
    links = [succeeded(await asha.get(f"/order/tracking/?orderId={order}"))["path"] for order in orders]
    closed, opened = (f"/track/?token={link.removeprefix('/track/')}" for link in links)
    email = people.asha.email
    succeeded(await visitor.get(closed))
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    failed(await visitor.get(closed), 404)
    shown = json.dumps(succeeded(await visitor.get(opened)))
    assert not any(secret in shown for secret in ("Asha", email, "Temple Street", "9841055001"))


@pytest.fixture
async def views(karthik, people):
    """Save views for two members of staff: three that name Asha, and three that do not."""
    for page, name, filters in (
        ("order-management", "Late ones", "search=Asha+Verma&status=ordered"),
        ("returns", "Asha Verma", "status=requested"),
        ("customer", "Her", f"search={people.asha.email.replace('@', '%40')}"),
        ("order-management", "Ashas", "search=Asha"),
        ("product", "Asha Verma", "search=Asha+Verma"),
        ("customer", "Ben", "search=Ben"),
    ):
        succeeded(await karthik.post("/admin/views/", json={"page": page, "name": name, "filters": filters}))


async def test_views_that_name_the_shopper_go_with_the_account(asha, karthik, orders, views, run_sync):
    _, opened = orders
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))

    async def left():
        pages = ("order-management", "returns", "customer", "product")
        found = [succeeded(await karthik.get(f"/admin/views/?page={page}"))["views"] for page in pages]
        return [view["name"] for views in found for view in views]

    kept = ["Ashas", "Ben", "Asha Verma"]
    assert await left() == kept
    changed = [event["data"]["page"] for event in await run_sync(factories.events) if "views" in event["type"]]
    assert changed[-3:] == ["order-management", "returns", "customer"]

    # The open order still has her name, so a view may name her again until it is closed.
    late = {"page": "order-management", "name": "Late", "filters": "search=Asha+Verma"}
    succeeded(await karthik.post("/admin/views/", json=late))

    def close(session):
        session.execute(text("UPDATE order_item SET status = 'cancelled' WHERE order_id = :id"), {"id": opened})
        erasure.erase_orders(session, session.get_one(Order, opened).customer_id, [], at=now())
        session.commit()

    await run_sync(close)
    assert await left() == kept


@pytest.mark.parametrize("name", ["Ring", "Late"])
async def test_an_account_that_is_named_like_a_common_word_takes_no_view_along(asha, karthik, people, database, name):
    people.asha.name = name
    await database.commit()
    view = {"page": "order-management", "name": "Late ones", "filters": "search=ring&status=ordered"}
    succeeded(await karthik.post("/admin/views/", json=view))
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    assert len(succeeded(await karthik.get("/admin/views/?page=order-management"))["views"]) == 1


async def test_a_deleted_account_cannot_be_changed_or_ordered_for(asha, karthik, people, orders):
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    given = {"name": "Asha", "email": "asha@mail.example", "phone": "9841055001"}
    assert "deleted" in failed(await karthik.post(f"/customer/?id={people.asha.id}", json=given), 409)["message"]
    line = {"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500, "status": "ordered"}
    body = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 91500, "items": [line]}
    failed(await karthik.post("/order/", json=body), 404)


async def test_events_audit_and_histories_lose_the_name(asha, karthik, people, orders, run_sync):
    _, opened = orders
    given = {"name": "Asha Verma", "email": people.asha.email, "phone": "9999955555"}
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=given))
    email = people.asha.email
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))

    def finish(session):
        erasure.redact_records(session, people.asha.id, [opened])
        session.commit()
        events = [(event["type"], event["data"], event["admin_data"]) for event in factories.events(session)]
        audit = session.execute(text("SELECT label, changes FROM audit_entry")).all()
        steps = session.execute(text("SELECT changed_by FROM payment_entry UNION SELECT changed_by FROM status_change"))
        return events, audit, steps.scalars().all()

    events, audit, steps = await run_sync(finish)
    whole = json.dumps(events)
    for secret in ("Asha", email, "Temple Street", "9841055001"):
        assert secret not in whole
    [changed] = [admin_data for type_, _, admin_data in events if type_ == "order.changed"]
    assert [item["changedBy"] for item in changed["items"]] == ["Deleted account", "Karthik Rao"]
    assert {(label, str(changes["phone"])) for label, changes in audit} == {("Deleted account", "{'secret': True}")}
    assert "Asha Verma" not in steps


async def test_the_audit_of_a_deleted_account_still_says_what_staff_did(asha, karthik, people, database, run_sync):
    def place(session):
        order = factories.order(session, people.asha, [people.ring], total_amount=300_000)
        session.flush()
        return order.id, order.items[0].id

    order, item = await database.run_sync(place)
    await database.commit()
    of_customer, of_order = {"customerId": people.asha.id}, {"orderId": order}
    parcel = {"itemId": item, "courier": "Speed Post", "trackingNumber": "EK123456789IN", "version": 1}
    for path, body in (
        ("/customer/notes/", of_customer | {"text": "Rings on Fridays."}),
        ("/customer/data/?flag=forCustomer", of_customer),
        ("/order/notes/", of_order | {"text": "Call before packing."}),
        ("/order/assignment/", of_order | {"adminId": people.karthik.id, "version": 0}),
        ("/order/pan/", of_order | {"pan": "ABCDE1234F"}),
        ("/order/huids/", {"itemId": item, "huids": ["AB12C7"], "version": 1}),
        ("/order/?flag=updateStatus", {"id": item, "status": "packed"}),
        ("/order/shipment/", parcel),
        ("/order/shipment/", parcel | {"version": 2}),
        ("/order/?flag=updateStatus", {"id": item, "status": "delivered"}),
        (f"/order/?id={order}", {"currentStatus": "Delivered by hand"}),
    ):
        succeeded(await karthik.post(path, json=body))
    wanted = {"itemId": item, "quantity": 1, "reason": "It does not fit"}
    made = succeeded(await asha.post("/return/", json=wanted))["id"]
    refusal = {"action": "decline", "version": 1, "note": "It was worn."}
    succeeded(await karthik.post(f"/return/?id={made}", json=refusal))
    entries = text("SELECT label, changes FROM audit_entry ORDER BY id")
    before = await run_sync(lambda session: session.execute(entries).all())

    def redact(session):
        erasure.delete_account(session, session.get_one(Customer, people.asha.id), at=now())
        session.execute(text("UPDATE shop_order SET erased_at = now()"))
        erasure.redact_records(session, people.asha.id, [])
        session.commit()
        return session.execute(entries).all()

    after = await run_sync(redact)
    kept = [("Deleted account" if label == "Asha Verma" else label, changes) for label, changes in before]
    assert after[: len(before)] == kept
    labels = {label for label, _ in after}
    assert {"a note was added", "a file with their data was asked for", "item 1, Lotus Ring"} <= labels
    assert {f"order {order}", f"PAN of order {order}", f"return {made}, Lotus Ring"} <= labels
    assert "Deleted account" in labels


async def test_who_of_the_staff_entered_an_order_is_not_data_of_the_shopper(asha, karthik, people, database, run_sync):
    ring = await database.run_sync(factories.stock_product, stock_quantity=5)
    await database.commit()
    number = succeeded(await karthik.post("/order/", json=basket(people, line(ring))))["id"]
    exported = await run_sync(lambda s: export.collect(s, s.get_one(Customer, people.asha.id), at=now()))
    assert people.karthik.name not in str(exported)
    cancelled = {"orderId": number, "reason": "The shopper asked for it"}
    succeeded(await karthik.post("/order/cancel/", json=cancelled))
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))

    def erase(session):
        erasure.erase_orders(session, people.asha.id, [], at=now())
        erasure.redact_records(session, people.asha.id, [])
        session.commit()
        steps = session.scalars(text("SELECT changed_by FROM status_change ORDER BY version")).all()
        movements = text("SELECT changed_by FROM stock_movement WHERE order_item_id IS NOT NULL")
        events = [each["admin_data"] for each in factories.events(session) if each["type"] == "order.placed"]
        return steps, session.scalars(movements).all(), events[0]["items"][0]["history"][0]["changedBy"]

    name = people.karthik.name
    assert await run_sync(erase) == ([name, name], [name, name], name)


async def test_the_open_order_is_erased_once_it_is_closed(asha, people, orders, run_sync):
    closed, opened = orders
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    statuses = [
        ("delivered", now(), [opened]),  # the status can still be undone
        ("packed", None, [opened]),
        ("delivered", now() - dt.timedelta(minutes=1), []),
    ]

    def erase(session, status, delivered_at):
        order = session.get_one(Order, opened)
        session.execute(
            text("UPDATE order_item SET status = :status, delivered_at = :at WHERE order_id = :id"),
            {"status": status, "at": delivered_at, "id": opened},
        )
        found = list(erasure.open_orders(session, people.asha.id, at=now()))
        erasure.erase_orders(session, people.asha.id, found, at=now())
        session.commit()
        session.refresh(order)
        return found, order.name, order.email, order.address

    for status, delivered_at, expected in statuses:
        found, name, email, address = await run_sync(erase, status, delivered_at)
        assert found == expected
        assert (name == "Deleted account", email == "", address is None) == (not expected,) * 3
    assert closed != opened


async def test_the_pan_of_an_order_that_was_sold_is_kept(run_sync, people):
    def erase(session):
        asha = session.get_one(Customer, people.asha.id)
        sold, cancelled = (factories.order(session, asha, [people.ring]) for _ in "12")
        cancelled.items[0].status = "cancelled"
        session.add_all(OrderPan(order_id=each.id, encrypted=b"sealed", given_at=now()) for each in (sold, cancelled))
        session.flush()
        erased = erasure.erase_orders(session, asha.id, [], at=now())
        assert set(erased) == {sold.id, cancelled.id}
        assert session.scalars(select(OrderPan.order_id)).all() == [sold.id]

    await run_sync(erase)


@pytest.mark.parametrize(
    ("change", "is_open"),
    [
        ("UPDATE payment SET status = 'claimed'", True),
        ("UPDATE payment SET paid = 91500, status = 'paid', refund_pending = 100", True),
        ("UPDATE payment SET paid = 91500, status = 'paid'", False),
        ("UPDATE payment SET paid = 91500, status = 'paid'; UPDATE order_item SET status = 'cancelled'", True),
        ("UPDATE payment SET status = 'cancelled'; UPDATE order_item SET status = 'cancelled'", False),
        (
            RETURN,
            True,
        ),
        ("UPDATE payment SET method = 'upi'", True),
        ("UPDATE payment SET method = 'online', status = 'failed'", True),
        ("UPDATE payment SET method = 'bank'; UPDATE order_item SET status = 'cancelled', cancelled_at = now()", True),
        (f"UPDATE payment SET method = 'bank'; {LONG_CANCELLED}", False),
        (f"UPDATE payment SET method = 'upi'; {LONG_DELIVERED}", False),
        ("UPDATE payment SET method = 'upi', status = 'expired'", False),
        (f"UPDATE payment SET method = 'upi'; {RETURNED}", False),
        (f"UPDATE payment SET method = 'upi'; UPDATE order_item SET quantity = 2; {RETURNED}", True),
        (f"UPDATE payment SET paid = 91500, status = 'paid'; {RETURNED}", True),  # paid after the return
        (f"UPDATE payment SET method = 'upi'; {RETURN}; UPDATE return_request SET status = 'declined'", True),
        (accepted_refund("pending", days_ago=29), True),  # the provider may still fail
        (accepted_refund("pending", days_ago=31), False),
        (accepted_refund("processed", days_ago=1), False),
    ],
)
async def test_money_and_returns_keep_an_order_open(run_sync, people, change, is_open):
    def look(session):
        order = factories.order(session, session.get_one(Customer, people.asha.id), [people.ring])
        for item in order.items:
            item.status, item.delivered_at = "delivered", now() - dt.timedelta(days=1)
        session.flush()
        for statement in change.split(";"):
            session.execute(text(statement))
        return list(erasure.open_orders(session, people.asha.id, at=now()))

    assert bool(await run_sync(look)) is is_open


async def test_an_order_at_the_same_time_is_placed_before_or_not_at_all(open_shop):
    people, browsers = open_shop
    line = {"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500, "status": "ordered"}
    body = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 91500, "items": [line]}
    async with await browsers.of(people.asha) as first, await browsers.of(people.asha) as second:
        tries = [first.post("/order/", json=body, headers={"Idempotency-Key": f"key {n}"}) for n in range(6)]
        tries.insert(3, second.post("/customer/delete/", json=PASSWORD))
        answers = await asyncio.gather(*tries)
    deleted = answers.pop(3)
    assert deleted.status_code == 200, deleted.text
    assert {answer.status_code for answer in answers} <= {200, 401, 404}
    placed = sum(answer.status_code == 200 for answer in answers)

    def orders(session):
        return session.execute(text("SELECT name, email, erased_at FROM shop_order")).all()

    found = await browsers.database.run_sync(orders)
    assert len(found) == placed
    assert all(row.erased_at is None and row.email for row in found)


async def test_staff_are_no_shoppers(karthik, run_sync, people):
    failed(await karthik.get("/customer/data/"), 403)
    failed(await karthik.post("/customer/delete/", json=PASSWORD), 403)
    assert await run_sync(lambda session: session.get(Admin, people.karthik.id))


async def test_an_owner_asks_for_a_customers_file_and_the_customer_gets_the_link(karthik, asha, people, make_export):
    body = {"customerId": people.asha.id}
    succeeded(await karthik.post("/customer/data/?flag=forCustomer", json=body))
    assert succeeded(await asha.get("/customer/data/"))["export"]["status"] == "making"
    succeeded(await karthik.post("/customer/data/?flag=forCustomer", json=body))  # the file is not ready yet
    assert (await asha.get("/customer/data/file/", params={"token": await make_export(people.asha.id)})).is_success
    entry = succeeded(await karthik.get("/audit/"))[0]
    assert (entry["entity"], entry["entityId"], entry["label"]) == (
        "customer",
        people.asha.id,
        "a file with their data was asked for",
    )
    failed(await karthik.post("/customer/data/?flag=forCustomer", json={"customerId": 999_999}), 404)


async def test_an_owner_deletes_an_account_as_the_customer_would(karthik, asha, people, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people)))["id"]
    body = {"customerId": people.asha.id}
    succeeded(await karthik.post("/customer/delete/?flag=forCustomer", json=body))
    failed(await asha.get("/customer/me/"), 401)
    assert await run_sync(erasure.open_orders, people.asha.id, at=now()) == [order]
    assert [event["type"] for event in await run_sync(factories.events)][-1] == "customer.deleted"
    failed(await karthik.post("/customer/delete/?flag=forCustomer", json=body), 404)


async def test_a_customer_whom_staff_delete_leaves_no_file_mail_address_or_view(
    karthik, asha, people, confirmed, views, run_sync, make_export
):
    def add(session):
        for person in (people.asha, people.ben):
            session.add(NewsletterReader(email=person.email, asked_at=now(), confirmed_at=now()))
            sent = {"name": "x", "phone": "", "company": "", "message": "Hello", "received_at": now()}
            session.add(ContactMessage(email=person.email.upper(), **sent))
        session.commit()

    def left(session):
        read = [session.scalars(select(model.email)).all() for model in (NewsletterReader, ContactMessage)]
        return *read, session.scalars(select(SavedView.name).order_by(SavedView.id)).all()

    await run_sync(add)
    succeeded(await asha.post("/customer/data/", json={}))
    await make_export(people.asha.id)
    name = await run_sync(lambda session: session.scalar(select(DataExport.name)))
    succeeded(await karthik.delete(f"/customer/?id={people.asha.id}"))
    ended = [each["data"] for each in await run_sync(factories.events) if each["type"] == "data_export.ended"]
    assert ended == [{"name": name}]  # a worker removes the file
    ben = people.ben.email
    assert await run_sync(left) == ([ben], [ben.upper()], ["Ashas", "Asha Verma", "Ben"])


async def test_the_audit_of_a_customer_whom_staff_delete_loses_the_name_and_systems_are_told(karthik, people, run_sync):
    given = {"name": "Asha Verma", "email": people.asha.email, "phone": "9999955555"}
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=given))
    succeeded(await karthik.delete(f"/customer/?id={people.asha.id}"))

    def redact(session):
        [told] = [event["data"] for event in factories.events(session) if event["type"] == "customer.deleted"]
        erasure.redact_records(session, told["customerId"], [])
        session.commit()
        return told["customerId"]

    assert await run_sync(redact) == people.asha.id
    entries = succeeded(await karthik.get("/audit/"))
    assert [(entry["action"], entry["label"]) for entry in entries] == [
        ("deleted", "Deleted account"),
        ("changed", "Deleted account"),
    ]
    assert not any(secret in json.dumps(entries) for secret in ("Asha", people.asha.email, people.asha.phone, "99999"))


async def test_the_audit_of_a_customer_who_stays_keeps_the_name(karthik, people, run_sync):
    given = {"name": "Ben B", "email": people.ben.email, "phone": people.ben.phone}
    succeeded(await karthik.post(f"/customer/?id={people.ben.id}", json=given))
    await run_sync(erasure.redact_records, people.ben.id, [])
    assert [entry["label"] for entry in succeeded(await karthik.get("/audit/"))] == ["Ben B"]


async def test_the_histories_of_an_order_lose_the_name_of_the_customer_from_whom_it_was_moved(
    karthik, asha, ben, people, run_sync
):
    """The entries since the move are about another customer, and stay."""
    days = {"orderedDate": "2026-11-01", "deliveryDate": "2026-11-06"}
    order = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 1000, "currentStatus": "Pending"} | days
    number = succeeded(await karthik.post("/order/", json=order))["id"]
    await run_sync(set_method, number, "upi")
    succeeded(await claim(asha, number))
    succeeded(await reject(karthik, number, 2))
    succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": people.ben.id}))
    succeeded(await claim(ben, number, "400000000002"))
    succeeded(await karthik.post(f"/order/?id={number}", json={"currentStatus": "Packed"}))

    def redact(session):
        erasure.redact_records(session, people.asha.id, [])
        session.commit()
        audit = session.execute(text("SELECT label, changes FROM audit_entry WHERE entity = 'order' ORDER BY id"))
        payers = text("SELECT changed_by FROM payment_entry WHERE kind = 'claim' ORDER BY id")
        return audit.all(), session.scalars(payers).all()

    audit, payers = await run_sync(redact)
    assert [label for label, _ in audit] == [people.asha.name, people.ben.name, people.ben.name]
    assert payers == [people.asha.name, people.ben.name]
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    audit, payers = await run_sync(redact)
    assert [label for label, _ in audit] == ["Deleted account", "Deleted account", people.ben.name]
    assert not any(secret in json.dumps([*map(list, audit)]) for secret in (people.asha.name, people.asha.email))
    assert payers == ["Deleted account", people.ben.name]


@pytest.fixture
async def moved(karthik, asha, ben, people, run_sync):
    """Move an order with a note, a rejected claim and a payment page from Asha to Ben, who gets a note of his own."""
    days = {"orderedDate": "2026-11-01", "deliveryDate": "2026-11-06"}
    order = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 1000, "currentStatus": "Pending"} | days
    number = succeeded(await karthik.post("/order/", json=order))["id"]
    await run_sync(set_method, number, "upi")
    succeeded(await claim(asha, number))
    succeeded(await reject(karthik, number, 2, "The account is of R. Verma"))
    page = {"reference": "1-1", "amount": 1000, "pay_url": "https://pay.example/asha", "expires_at": now()}
    link = PaymentLink(id="plink_1", order_id=number, status="closed", created_at=now(), asked_at=now(), **page)
    await run_sync(lambda session: (session.add(link), session.commit()))
    succeeded(await karthik.post("/order/notes/", json={"orderId": number, "text": "Asha V., a surprise"}))
    for person in (people.ben, people.ben):  # the second form repeats the customer
        succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": person.id}))
    succeeded(await karthik.post("/order/notes/", json={"orderId": number, "text": "Ben comes on Monday"}))
    succeeded(await claim(ben, number, "400000000002"))
    return number


async def test_the_file_has_of_an_order_that_was_moved_only_what_is_about_its_new_customer(moved, people, run_sync):
    def collect(session):
        return json.loads(export.collect(session, session.get_one(Customer, people.ben.id), at=now()))

    [order] = (await run_sync(collect))["orders"]
    assert [note["text"] for note in order["notes"]] == ["Ben comes on Monday"]
    assert [(step["kind"], step["reference"]) for step in order["paymentSteps"]] == [("claim", "400000000002")]
    assert order["paymentPages"] == []


async def test_a_note_about_the_customer_from_whom_an_order_was_moved_goes_with_the_account(
    moved, asha, people, run_sync
):
    def notes(session):
        erasure.redact_records(session, people.asha.id, [])
        session.commit()
        return session.scalars(select(OrderNote.text).order_by(OrderNote.id)).all()

    assert await run_sync(notes) == ["Asha V., a surprise", "Ben comes on Monday"]
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    assert await run_sync(notes) == ["Ben comes on Monday"]


async def test_of_an_order_that_was_moved_back_its_customer_keeps_what_is_about_them(
    moved, karthik, ben, people, run_sync
):
    succeeded(await reject(karthik, moved, 4))
    succeeded(await karthik.post(f"/order/?id={moved}", json={"customerId": people.asha.id}))
    succeeded(await karthik.post("/order/notes/", json={"orderId": moved, "text": "Asha rang again"}))
    succeeded(await ben.post("/customer/delete/", json=PASSWORD))

    def redact_and_collect(session):
        erasure.redact_records(session, people.ben.id, [])
        session.commit()
        notes = session.scalars(select(OrderNote.text).order_by(OrderNote.id)).all()
        return notes, json.loads(export.collect(session, session.get_one(Customer, people.asha.id), at=now()))

    notes, document = await run_sync(redact_and_collect)
    assert notes == ["Asha V., a surprise", "Asha rang again"]
    [order] = (each for each in document["orders"] if each["id"] == moved)
    assert [note["text"] for note in order["notes"]] == notes
    assert [page["id"] for page in order["paymentPages"]] == ["plink_1"]
    assert [step["reference"] for step in order["paymentSteps"] if step["kind"] == "claim"] == [UTR]


async def test_a_deleted_account_without_orders_is_removed_and_views_of_others_stay(karthik, asha, people, run_sync):
    succeeded(await asha.post("/customer/delete/", json=PASSWORD))
    view = {"page": "customer", "name": "Gone", "filters": "search=Deleted+account"}
    succeeded(await karthik.post("/admin/views/", json=view))
    succeeded(await karthik.delete(f"/customer/?id={people.asha.id}"))
    assert await run_sync(lambda session: session.scalars(select(SavedView.name)).all()) == ["Gone"]


@pytest.mark.parametrize("path", ["/customer/data/?flag=forCustomer", "/customer/delete/?flag=forCustomer"])
async def test_owners_must_prove_their_identity_before_an_export_or_deletion(karthik, people, database, path):
    await database.execute(update(SignIn).values(verified_at=now() - FRESH_SIGN_IN - dt.timedelta(minutes=1)))
    await database.commit()
    failed(await karthik.post(path, json={"customerId": people.asha.id}), 403, "stepUp")
