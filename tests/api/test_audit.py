"""The audit records every change by staff, in the transaction of the change, and nothing else."""

import asyncio
import csv
import datetime as dt
import io

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from api.audit.schemas import ChangeOut
from shop.audit import queries
from shop.audit.context import Actor, set_actor
from shop.audit.queries import EntryFilters
from shop.catalogue.model import Product
from shop.clock import now, today
from shop.customers.model import Customer
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.images import jpeg

VENDOR = {
    "name": "Sri Lakshmi Goldsmiths",
    "address1": "14 Car Street",
    "address2": "Chennai",
    "address4": "600004",
    "contactNumbers": "+91 44 5550 1234",
    "status": "active",
}


async def entries(browser, query: str = "") -> list[dict]:
    return succeeded(await browser.get(f"/audit/{query}"))


def diff(entry: dict) -> dict[str, tuple]:
    return {change["field"]: (change["from"], change["to"]) for change in entry["changes"]}


async def test_each_change_of_a_vendor_is_audited_with_values_actor_and_time(karthik, people):
    began = now()
    vendor = succeeded(await karthik.post("/vendor/", json=VENDOR))
    await karthik.post(f"/vendor/?id={vendor['id']}", json={"name": "Sri Lakshmi & Sons", "status": "in active"})
    succeeded(await karthik.delete(f"/vendor/?id={vendor['id']}"))
    deleted, changed, added = await entries(karthik)
    assert [entry["action"] for entry in (added, changed, deleted)] == ["added", "changed", "deleted"]
    for entry in (added, changed, deleted):
        assert (entry["actor"], entry["entity"], entry["entityId"]) == ("Karthik Rao", "vendor", vendor["id"])
        assert began <= dt.datetime.fromisoformat(entry["at"]) <= now()
    assert diff(added)["name"] == (None, "Sri Lakshmi Goldsmiths")
    assert diff(changed) == {
        "name": ("Sri Lakshmi Goldsmiths", "Sri Lakshmi & Sons"),
        "status": ("active", "in active"),
    }
    assert deleted["label"] == "Sri Lakshmi & Sons"
    assert diff(deleted)["name"] == ("Sri Lakshmi & Sons", None)
    assert changed["requestId"] != added["requestId"]


async def test_an_entry_has_the_id_of_its_request(karthik):
    answer = await karthik.post("/vendor/", json=VENDOR)
    [entry] = await entries(karthik)
    assert entry["requestId"] == answer.headers["x-request-id"]


async def test_an_added_picture_is_audited(karthik, people):
    form = {"productId": people.ring.id, "type": "gallery"}
    image = succeeded(await karthik.post("/productimage/", data=form, files={"imageUrl": ("a.jpg", jpeg())}))
    [entry] = await entries(karthik)
    assert (entry["actor"], entry["action"], entry["entityId"]) == ("Karthik Rao", "added", image["id"])
    assert diff(entry)["position"] == (None, 1)


async def test_prices_pictures_and_rates_are_audited(karthik, people, database):
    await database.execute(update(Product).values(updated_at=now() - dt.timedelta(days=1)))
    await database.commit()
    await karthik.post(f"/product/?id={people.ring.id}", data={"discount": "250", "weight": "12.5"})
    image = succeeded(await karthik.get(f"/productimage/?productId={people.ring.id}"))[0]
    await karthik.post(f"/productimage/?id={image['id']}", data={"type": "thumbnail"})
    tomorrow = f"{today(now()) + dt.timedelta(days=1)}"
    rate = {"r22kRate": 9100, "r24kRate": 9927, "date": tomorrow}
    succeeded(await karthik.post("/goldrate/", json=rate))
    added, picture, product = await entries(karthik)
    assert diff(product) == {"discount": (0, 250), "weight": (10, 12.5)}
    assert (picture["entity"], diff(picture)) == ("picture", {"type": ("gallery", "thumbnail")})
    assert (added["entity"], added["label"], diff(added)["r22k"]) == ("gold rate", tomorrow, (None, 9100))


async def test_of_a_password_the_audit_says_only_that_it_changed(karthik, people, run_sync):
    fields = {"name": "Asha V", "email": people.asha.email, "phone": people.asha.phone, "password": "Another@2026"}
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=fields))
    [entry] = await entries(karthik)
    assert entry["changes"] == [
        {"field": "name", "from": "Asha Verma", "to": "Asha V", "secret": False},
        {"field": "password_hash", "from": None, "to": None, "secret": True},
    ]
    written = await run_sync(
        lambda session: session.scalar(text("SELECT string_agg(a::text, '') FROM audit_entry AS a"))
    )
    assert "argon2" not in written


async def test_a_change_of_status_and_an_edit_of_an_order_are_audited_once(karthik, people, database):
    order = await database.run_sync(factories.order, people.asha, [people.ring])
    await database.commit()
    item = order.items[0]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item.id, "status": "packed"}))
    succeeded(await karthik.post(f"/order/?id={order.id}", json={"currentStatus": "held"}))
    edited, moved = await entries(karthik, "?entity=order")
    assert (moved["entityId"], moved["actor"], diff(moved)) == (
        order.id,
        "Karthik Rao",
        {"status": ("ordered", "packed")},
    )
    assert moved["label"] == "item 1, Lotus Ring"
    assert diff(edited) == {"status_text": (None, "held")}


async def test_calls_that_change_nothing_or_are_refused_leave_no_entry(karthik, people):
    await karthik.post(f"/product/?id={people.ring.id}", data={"name": people.ring.name})
    failed(await karthik.post(f"/product/?id={people.ring.id}", data={"discount": "5000"}), 409, "discount")
    failed(await karthik.delete("/vendor/?id=2000000000"), 404)
    assert await entries(karthik) == []


async def test_a_customers_actions_are_not_audited_even_beside_an_admin_in_one_browser(open_shop):
    people, browsers = open_shop
    order = {
        "customerId": people.asha.id,
        "totalQuantity": 1,
        "totalAmount": 91500,
        "items": [{"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500}],
    }
    own = {"name": "Asha V", "email": people.asha.email, "phone": "9841055001", "password": ""}
    async with await browsers.of(people.asha, people.karthik) as both:
        succeeded(await both.post("/order/", json=order))
        succeeded(await both.post(f"/customer/?id={people.asha.id}", json=own))
        assert await entries(both) == []
        succeeded(await both.post(f"/customer/?id={people.ben.id}", json=own | {"email": people.ben.email}))
        [entry] = await entries(both)
        assert (entry["entity"], entry["entityId"]) == ("customer", people.ben.id)


async def test_one_admins_name_never_reaches_the_next_request(open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.karthik) as karthik, await browsers.of(people.asha) as asha:
        own = {"name": "Asha", "email": people.asha.email, "phone": "9841055001", "password": ""}
        await asyncio.gather(
            *(karthik.post("/vendor/", json=VENDOR | {"name": f"Vendor {number}"}) for number in range(10)),
            *(asha.post(f"/customer/?id={people.asha.id}", json=own | {"phone": f"9841055{n:03}"}) for n in range(10)),
        )
        assert {entry["entity"] for entry in await entries(karthik)} == {"vendor"}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?search=ornate", ["Ornate"]),
        ("?search=karthik", ["Plain", "Ornate"]),
        ("?search=100%25", []),
        ("?entity=vendor", ["Plain", "Ornate"]),
        ("?entity=product", []),
        ("?from=2200-01-01", []),
        ("?to=2020-01-01", []),
    ],
)
async def test_the_audit_can_be_searched_and_filtered(karthik, query, names):
    for name in ("Ornate", "Plain"):
        await karthik.post("/vendor/", json=VENDOR | {"name": name})
    assert [entry["label"] for entry in await entries(karthik, query)] == names


async def test_the_audit_can_be_filtered_by_day_and_person(karthik, people):
    await karthik.post("/vendor/", json=VENDOR)
    day = today(now())
    assert len(await entries(karthik, f"?from={day}&to={day}&adminId={people.karthik.id}")) == 1
    assert await entries(karthik, f"?adminId={people.karthik.id + 1}") == []
    answer = (await karthik.get("/audit/")).json()
    assert {"id": people.karthik.id, "name": "Karthik Rao"} in answer["actors"]


async def test_the_audit_is_paginated_across_all_histories(karthik, people, database):
    order = await database.run_sync(factories.upi_order, people.asha, [people.ring], status="claimed")
    await database.commit()
    await karthik.post("/vendor/", json=VENDOR)
    succeeded(await karthik.post("/payment/confirm/", json={"orderId": order.id, "version": 2}))
    for status in ("packed", "shipped", "delivered"):
        await karthik.post("/vendor/", json=VENDOR)
        await karthik.post("/order/?flag=updateStatus", json={"id": order.items[0].id, "status": status})
    whole = [entry["id"] for entry in await entries(karthik)]
    paged, cursor = [], ""
    while True:
        body = (await karthik.get(f"/audit/?limit=1{f'&cursor={cursor}' if cursor else ''}")).json()
        paged += [entry["id"] for entry in body["data"]]
        cursor = body["nextCursor"]
        if not cursor:
            break
    assert (paged, len(paged)) == (whole, 8)


LONG_AGO = text("""
    INSERT INTO audit_entry (at, actor, admin_id, action, entity, label, changes)
    SELECT now() - n * interval '1 second', 'Meera Nair', 1000001, 'changed',
        CASE WHEN n = 1200 THEN 'policy' ELSE 'product' END,
        CASE WHEN n = 1200 THEN 'Returns' ELSE 'Ring' END, '{}'
    FROM generate_series(1, 1200) AS n
""")


@pytest.mark.parametrize("query", ["?search=returns", "?entity=policy&adminId=1000001"])
async def test_a_search_goes_on_page_by_page_to_the_oldest_entry(karthik, database, monkeypatch, query):
    monkeypatch.setattr(queries, "WINDOW", 500)
    await database.execute(LONG_AGO)
    await database.commit()
    sizes, cursor = [], ""
    while cursor is not None:
        body = (await karthik.get(f"/audit/{query}{cursor and f'&cursor={cursor}'}")).json()
        sizes.append(len(body["data"]))
        cursor = body["nextCursor"]
    assert sizes == [0, 0, 1]
    exported = await karthik.get(f"/audit/{query}&flag=csv")
    assert [row["Name"] for row in csv.DictReader(io.StringIO(exported.text.removeprefix("\ufeff")))] == ["Returns"]


@pytest.mark.parametrize("filters", [{"entity": "policy"}, {"admin_id": 1}, {"entity": "order", "admin_id": 1}])
async def test_what_was_changed_and_by_whom_is_found_by_index(database, filters):
    found = EntryFilters(since=now() - dt.timedelta(days=700), until=now(), **filters)
    # With few rows, reading the whole table is the fastest way.
    await database.execute(text("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off"))
    query = queries.entries(found).bindparams(**found.values, limit=50)
    sql = query.compile(database.get_bind(), compile_kwargs={"literal_binds": True})
    connection = await database.connection()
    plan = "\n".join((await connection.exec_driver_sql(f"EXPLAIN {sql}")).scalars())
    assert "audit_entry_entity_idx" in plan or "audit_entry_admin_idx" in plan
    if "admin_id" in filters:
        assert "status_change_admin_idx" in plan
        assert "payment_entry_admin_idx" in plan
    else:
        assert "status_change" not in plan


async def test_the_audit_can_be_exported(karthik, people):
    for name in ("Ornate", "=Plain"):
        await karthik.post("/vendor/", json=VENDOR | {"name": name})
    answer = await karthik.get("/audit/?flag=csv&search=vendor&limit=1")
    assert answer.headers["content-type"].startswith("text/csv")
    plain, ornate = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert (plain["Who"], plain["What"], plain["Name"]) == ("Karthik Rao", "added vendor", "'=Plain")
    assert ornate["From, to"].startswith("name: nothing → Ornate\n")


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        (None, ["orders", "viewer"], "nothing → orders, viewer"),
        ([], ["owner"], "nothing → owner"),
        (True, False, "yes → no"),
        (0, 2.5, "0 → 2.5"),
        (
            {"city": "Chennai", "phone": ""},
            {"city": "Madurai", "zip": "625001"},
            "city: Chennai → city: Madurai, zip: 625001",
        ),
        (
            [{"label": "12", "weight": 5}, {"label": "14", "weight": 6}],
            None,
            "label: 12, weight: 5; label: 14, weight: 6 → nothing",
        ),
    ],
)
def test_a_value_is_exported_in_words(before, after, written):
    assert str(ChangeOut.model_validate({"field": "field", "from": before, "to": after})) == f"field: {written}"


@pytest.mark.parametrize("cursor", ["x", "2026-01-01~change~1", "2026-99-01T00:00:00.000000Z~change~1", "~~"])
async def test_an_invalid_cursor_is_refused(karthik, cursor):
    failed(await karthik.get("/audit/", params={"cursor": cursor}), 404, "cursor")


@pytest.mark.parametrize("statement", ["UPDATE audit_entry SET actor = 'nobody'", "DELETE FROM audit_entry"])
def test_the_database_refuses_changes_of_the_audit(session, statement):
    set_actor(session, Actor("Karthik Rao", 1))
    factories.register_shopper(session)
    with pytest.raises(DBAPIError, match="only ever added to"), session.begin_nested():
        session.execute(text(statement))
    assert session.scalar(text("SELECT actor FROM audit_entry")) == "Karthik Rao"


def test_entries_may_be_deleted_after_two_years(session):
    session.execute(
        text("""
            INSERT INTO audit_entry (at, actor, action, entity, changes)
            VALUES (now() - interval '2 years 1 day', 'K', 'added', 'vendor', '{}')
        """)
    )
    assert session.execute(text("DELETE FROM audit_entry")).rowcount == 1


def test_the_actor_of_a_session_is_set_in_each_of_its_transactions(session, real_commits):
    set_actor(session, Actor("root at the terminal"))
    factories.register_shopper(session, "One")
    session.commit()
    factories.register_shopper(session, "Two")
    session.commit()
    rows = session.execute(text("SELECT actor, admin_id, label FROM audit_entry ORDER BY id")).all()
    assert rows == [("root at the terminal", None, "One"), ("root at the terminal", None, "Two")]
    with real_commits.begin() as connection:
        connection.execute(Customer.__table__.update().values(phone="2"))
    assert session.scalar(text("SELECT count(*) FROM audit_entry")) == 2


@pytest.fixture
def session(engine, real_commits):

    with Session(engine, expire_on_commit=False) as made:
        yield made
