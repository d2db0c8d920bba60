"""A customer's page: the account with figures, orders, money, mails, events and notes."""

import asyncio

import psycopg
import pytest
from sqlalchemy import select, text

from shop.catalogue.model import Product
from shop.clock import now
from shop.customer_record.events import CHANNEL
from shop.customer_record.model import CustomerNote
from shop.text.urls import driver_url
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.postgres_notifications import heard

WORDS = "Wedding of her sister in January.\nAsks about the layered set."


@pytest.fixture
async def order(asha, people):
    """Place an order for Asha, and return its number."""
    return succeeded(await asha.post("/order/", json=basket(people)))["id"]


async def test_the_page_counts_what_was_ordered_and_what_is_due(karthik, people, order):
    shown = succeeded(await karthik.get(f"/customer/?id={people.asha.id}"))
    assert (shown["name"], shown["email"], shown["unwantedMails"]) == (people.asha.name, people.asha.email, [])
    [listed] = succeeded(await karthik.get(f"/customer/orders/?customerId={people.asha.id}"))
    figures = shown["figures"]
    assert (figures["orders"], figures["firstOrderAt"]) == (1, listed["orderedAt"])
    assert figures["bought"] == listed["totalAmount"]
    assert (figures["due"], figures["dueOrder"]) == (listed["payment"]["due"], order)
    assert figures["dueOrders"] == 1
    assert (listed["id"], listed["currentStatus"], len(listed["pieces"])) == (order, "ordered", 2)
    assert shown["lastDevice"] == "Unknown device"


async def test_what_is_due_is_of_all_orders_that_are_counted(asha, karthik, people, order):
    second = succeeded(await asha.post("/order/", json=basket(people, line(people.chain))))["id"]
    figures = succeeded(await karthik.get(f"/customer/?id={people.asha.id}"))["figures"]
    listed = succeeded(await karthik.get(f"/customer/orders/?customerId={people.asha.id}"))
    assert (figures["dueOrders"], figures["dueOrder"]) == (2, second)
    assert figures["due"] == sum(each["payment"]["due"] for each in listed)


async def test_a_cancelled_order_counts_as_not_bought(karthik, people, order):
    succeeded(await karthik.post("/order/cancel/", json={"orderId": order, "reason": "By mistake"}))
    figures = succeeded(await karthik.get(f"/customer/?id={people.asha.id}"))["figures"]
    assert (figures["orders"], figures["bought"], figures["due"], figures["pieces"]) == (1, 0, 0, 0)


async def test_an_order_without_items_counts_with_its_own_amount_and_pieces(karthik, people, order):
    fields = {"totalQuantity": 3, "totalAmount": 4500, "currentStatus": "by phone"}
    dates = {"orderedDate": "2026-11-20", "deliveryDate": "2026-11-25"}
    added = await karthik.post("/order/", json={"customerId": people.asha.id, **fields, **dates})
    succeeded(added)
    listed = succeeded(await karthik.get(f"/customer/orders/?customerId={people.asha.id}"))
    figures = succeeded(await karthik.get(f"/customer/?id={people.asha.id}"))["figures"]
    assert (figures["orders"], figures["bought"]) == (2, sum(each["totalAmount"] for each in listed))
    before = figures["pieces"]
    succeeded(await karthik.post("/order/cancel/", json={"orderId": order, "reason": "By mistake"}))
    figures = succeeded(await karthik.get(f"/customer/?id={people.asha.id}"))["figures"]
    assert (figures["bought"], figures["pieces"]) == (4500, 3)
    assert before > 3


async def test_a_customer_without_orders_has_an_empty_page(karthik, people):
    shown = succeeded(await karthik.get(f"/customer/?id={people.ben.id}"))
    assert (shown["figures"]["orders"], shown["figures"]["firstOrderAt"], shown["figures"]["due"]) == (0, None, 0)
    for part in ("orders", "money", "mails", "events", "notes"):
        assert succeeded(await karthik.get(f"/customer/{part}/?customerId={people.ben.id}")) == []
    missing = failed(await karthik.get("/customer/?id=999999"), 404)
    assert missing["message"] == "There is no customer 999999."


async def test_lists_go_on_after_their_cursor(karthik, asha, people, order):
    again = {"Idempotency-Key": "the second order"}
    second = succeeded(await asha.post("/order/", json=basket(people), headers=again))["id"]
    first_page = (await karthik.get(f"/customer/orders/?customerId={people.asha.id}&limit=1")).json()
    assert ([each["id"] for each in first_page["data"]], first_page["nextCursor"]) == ([second], str(second))
    rest = (await karthik.get(f"/customer/orders/?customerId={people.asha.id}&limit=1&cursor={second}")).json()
    assert ([each["id"] for each in rest["data"]], rest["nextCursor"]) == ([order], None)


async def test_a_note_is_kept_with_who_wrote_it_and_audited(karthik, people):
    body = {"customerId": people.asha.id, "text": WORDS}
    note = succeeded(await karthik.post("/customer/notes/", json=body))
    assert (note["text"], note["writtenBy"]) == (WORDS, people.karthik.name)
    assert succeeded(await karthik.get(f"/customer/notes/?customerId={people.asha.id}")) == [note]
    [entry] = succeeded(await karthik.get("/audit/?entity=customer"))
    assert (entry["action"], entry["entityId"], entry["label"]) == ("changed", people.asha.id, "a note was added")


async def test_the_same_note_sent_twice_is_written_once(karthik, people):
    body, key = {"customerId": people.asha.id, "text": WORDS}, {"Idempotency-Key": "note-1"}
    first = succeeded(await karthik.post("/customer/notes/", json=body, headers=key))
    assert succeeded(await karthik.post("/customer/notes/", json=body, headers=key)) == first
    assert len(succeeded(await karthik.get(f"/customer/notes/?customerId={people.asha.id}"))) == 1


@pytest.mark.parametrize(
    ("body", "status", "fields"),
    [
        ({"text": ""}, 422, ["text"]),
        ({"text": " \n "}, 422, ["text"]),
        ({"text": "x" * 2001}, 422, ["text"]),
        ({}, 422, ["text"]),
        ({"customerId": 999999, "text": "Hello"}, 404, []),
        ({"customerId": "x", "text": "Hello"}, 422, ["customerId"]),
    ],
)
async def test_a_note_that_cannot_be_written_is_refused(karthik, people, body, status, fields):
    failed(await karthik.post("/customer/notes/", json={"customerId": people.asha.id} | body), status, *fields)
    assert succeeded(await karthik.get(f"/customer/notes/?customerId={people.asha.id}")) == []


async def test_a_note_about_a_deleted_account_is_refused(karthik, people, database, run_sync):
    people.asha.delete(at=now())
    await database.commit()
    body = {"customerId": people.asha.id, "text": WORDS}
    refused = failed(await karthik.post("/customer/notes/", json=body), 409)
    assert refused["message"] == "This customer has deleted their account. It cannot be changed any more."
    assert await run_sync(lambda session: session.scalars(select(CustomerNote)).all()) == []


async def test_changes_of_cart_wishlist_address_account_and_notes_are_told(open_shop, database_url):
    people, browsers = open_shop
    own, product = people.asha.id, people.ring.id
    place = {"country": "India", "state": "Kerala", "city": "Kochi", "zipCode": "682001"}
    address = {"name": "Home", "address": "1 Road", "customerId": own, **place}
    changed = {"id": own, "name": "Asha V", "email": people.asha.email, "phone": "+91 98410 55001"}
    async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
        with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            succeeded(await asha.post("/cart/", json={"customerId": own, "productId": product, "quantity": 1}))
            entry = succeeded(await asha.post("/wishlist/", json={"customerId": own, "productId": product}))
            succeeded(await asha.delete(f"/wishlist/?id={entry['wishlistId']}"))
            succeeded(await asha.post("/address/", json=address))
            succeeded(await karthik.post(f"/customer/?id={own}", json=changed))
            succeeded(await karthik.post("/customer/notes/", json={"customerId": own, "text": WORDS}))
            told = await asyncio.to_thread(heard, listening, CHANNEL)
    assert told == [f"{own} {part}" for part in ("cart", "wishlist", "wishlist", "addresses", "account", "notes")]


async def test_mails_show_what_became_of_them(karthik, people, database):
    await database.run_sync(factories.record, customer_id=people.asha.id)
    await database.execute(
        text("""
            INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, last_error, dead_at)
            SELECT max(id), consumer, 'mail', now(), 8, error, CASE WHEN error IS NOT NULL THEN now() END
            FROM domain_event, (VALUES ('mail_welcome', 'SMTPDataError: (452, ''mailbox full'')'), ('mail_code', NULL))
                AS given(consumer, error) GROUP BY consumer, error ORDER BY consumer DESC
        """)
    )
    await database.execute(
        text("""
            INSERT INTO sent_mail (customer_id, delivery_id, kind, subject, about, outcome, tries, seconds, at)
            VALUES (:id, 999, 'mail_status', 'Order 7: Ring is packed', 'order 7', 'sent', 2, 240, now())
        """),
        {"id": people.asha.id},
    )
    await database.commit()
    mails = succeeded(await karthik.get(f"/customer/mails/?customerId={people.asha.id}"))
    assert [(mail["kind"], mail["outcome"], mail["tries"], mail["error"]) for mail in mails] == [
        ("mail_code", "waiting", 8, None),
        ("mail_welcome", "dead", 8, "452 mailbox full"),
        ("mail_status", "sent", 2, None),
    ]
    assert (mails[2]["subject"], mails[2]["about"], mails[2]["seconds"]) == ("Order 7: Ring is packed", "order 7", 240)


async def test_the_steps_of_all_payments_are_listed(karthik, people, database):
    product = await database.get(Product, basket(people)["items"][0]["productId"])
    order = await database.run_sync(factories.upi_order, people.asha, [product], status="paid")
    number, amount = order.id, order.total_amount
    await database.commit()
    money = succeeded(await karthik.get(f"/customer/money/?customerId={people.asha.id}"))
    assert [(step["orderId"], step["kind"], step["reference"]) for step in money] == [
        (number, "payment", "400000000001"),
        (number, "claim", "400000000001"),
    ]
    assert [(step["amount"], step["from"]) for step in money] == [(amount, "claimed"), (amount, "due")]


async def test_staff_find_the_returns_of_one_customer(karthik, people):
    for customer in (people.asha.id, people.ben.id):
        assert succeeded(await karthik.get(f"/return/?customerId={customer}")) == []


async def test_a_shopper_does_not_see_the_returns_of_another(asha, people):
    failed(await asha.get(f"/return/?customerId={people.ben.id}"), 404)
    assert succeeded(await asha.get(f"/return/?customerId={people.asha.id}")) == []
