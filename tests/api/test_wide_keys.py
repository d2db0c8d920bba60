"""The shop works with ids above three billion, which do not fit into 32 bits."""

import pytest
from sqlalchemy import text

from tests.api.conftest import add_people
from tests.api.test_order_placement import basket
from tests.support import factories
from tests.support.http_client import failed, succeeded

FAR = 3_000_000_000
BEYOND_ALL = [2**53, 2**63 - 1, 2**63, 10**40]

SEQUENCES = text("SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'")
KEYS = text("""
    SELECT table_name || '.' || column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('integer', 'smallint')
        AND (column_name = 'id' OR column_name LIKE '%\\_id') AND table_name NOT IN ('event_stream', 'rate_in_force')
""")
NARROW = text("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND data_type <> 'bigint'::regtype")


@pytest.fixture
async def far(database):
    """Set every sequence above three billion, and restore it at the end."""
    before = (await database.execute(SEQUENCES)).all()
    for name, last in before:
        await database.execute(text(f"SELECT setval('{name}', {FAR} + {last})"))
    yield
    for name, last in before:
        await database.execute(text(f"SELECT setval('{name}', {last} + 1, false)"))


async def test_every_key_is_wide(database):
    assert (await database.execute(KEYS)).scalars().all() == []
    assert (await database.execute(NARROW)).scalars().all() == []


async def test_orders_are_placed_and_change_status_with_ids_above_32_bits(far, browsers, database):
    people = await database.run_sync(add_people)
    address = await database.run_sync(factories.note_address, people.asha)
    await database.commit()
    async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
        mine = {"customerId": people.asha.id, "productId": people.ring.id}
        assert succeeded(await asha.post("/cart/", json=mine))["cartId"] > FAR
        assert succeeded(await asha.post("/wishlist/", json=mine))["wishlistId"] > FAR
        order = succeeded(await asha.post("/order/", json=basket(people, addressId=address.id)))
        assert order["id"] > FAR
        item = order["items"][0]["id"]
        assert item > FAR
        for status in ("packed", "delivered"):
            changed = succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": status}))
            assert (changed["itemId"], changed["status"]) == (item, status)
        words = {"productId": people.ring.id, "rating": 5, "title": "Fine", "text": "It is fine."}
        assert succeeded(await asha.post("/review/", json=words))["id"] > FAR
        lines = (await asha.get(f"/order/?customerId={people.asha.id}&limit=1")).json()
        rest = (await asha.get(f"/order/?customerId={people.asha.id}&cursor={lines['nextCursor']}")).json()
        assert len(lines["data"] + rest["data"]) == 2
        board = (await karthik.get("/order/?flag=allOrders&limit=1")).json()
        assert board["data"][0]["id"] == order["id"]
        listed = (await karthik.get("/product/customer/?limit=1")).json()
        assert listed["data"][0]["id"] > FAR
        assert (await karthik.get(f"/product/customer/?limit=1&cursor={listed['nextCursor']}")).status_code == 200
        assert succeeded(await karthik.get(f"/product/customer/?id={people.ring.id}"))["id"] == people.ring.id
        assert (await karthik.get("/customer/?limit=1")).json()["data"][0]["id"] > FAR


@pytest.mark.parametrize("number", BEYOND_ALL)
async def test_a_number_beyond_all_is_refused_by_name(asha, karthik, people, number):
    for path, name in (("/order/?customerId=", "customerId"), ("/cart/?custId=", "custId")):
        failed(await asha.get(f"{path}{number}"), 422, name)
    failed(await asha.post("/cart/", json={"customerId": people.asha.id, "productId": number}), 422, "productId")
    failed(await asha.post("/order/", json=basket(people, customerId=number)), 422, "customerId")
    for path in ("/order/?id=", "/product/?id=", "/customer/?id=", "/goldrate/?id=", "/category/?id="):
        failed(await karthik.delete(f"{path}{number}"), 422, "id")
    failed(await karthik.post("/order/?flag=updateStatus", json={"id": number, "status": "packed"}), 422, "id")


async def test_a_number_that_nothing_has_is_not_found(asha, karthik, people):
    most = 2**53 - 1
    for path in ("/order/?id=", "/product/?id=", "/customer/?id=", "/goldrate/?id=", "/category/?id=", "/vendor/?id="):
        failed(await karthik.delete(f"{path}{most}"), 404)
    failed(await karthik.get(f"/order/?id={most}"), 404)
    failed(await asha.get(f"/order/?customerId={most}"), 404)
    failed(await karthik.post("/order/?flag=updateStatus", json={"id": most, "status": "packed"}), 404)
    assert (await karthik.get(f"/order/?flag=allOrders&cursor={most}")).status_code == 200
    assert (await asha.get(f"/order/?customerId={people.asha.id}&cursor={most}.1")).status_code == 200
