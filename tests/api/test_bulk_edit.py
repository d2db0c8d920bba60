"""Bulk changes of products, and their preview."""

import asyncio
from decimal import Decimal

import pytest
from sqlalchemy import select, update

from shop.catalogue.model import Product, Vendor
from shop.catalogue.price_listing import Listing
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded


async def bulk(karthik, changes, *, dry_run=False, **which):
    body = {"changes": changes, "dryRun": dry_run} | which
    return await karthik.post("/product/?flag=bulk", json=body)


def product(product_id: int):
    return lambda session: session.get(Product, product_id)


@pytest.fixture
def both(people):
    return [people.ring.id, people.chain.id]


async def test_what_a_change_would_do_is_said_and_nothing_is_done(app, karthik, people, both, run_sync):
    before, generation = await run_sync(factories.contents), app.state.response_cache.generation
    told = succeeded(await bulk(karthik, {"makingChargePercent": 10}, ids=both, dry_run=True))
    assert (told["count"], told["changed"], told["raised"], told["lowered"], told["meanChange"]) == (2, 2, 2, 0, 100)
    assert told["prices"][0] == {
        "id": people.ring.id,
        "code": people.ring.code,
        "name": "Lotus Ring",
        "before": 91500,
        "after": 91600,
    }
    assert await run_sync(factories.contents) == before
    assert app.state.response_cache.generation == generation


async def test_many_are_changed_at_once_and_everyone_hears_of_it(karthik, people, both, run_sync):
    done = succeeded(await bulk(karthik, {"makingChargePercent": -50, "productType": "men"}, ids=both, count=2))
    assert (done["changed"], done["lowered"], done["refused"]) == (2, 2, [])
    ring = await run_sync(product(people.ring.id))
    assert (ring.making_charge, ring.product_type) == (Decimal(500), "men")
    prices = dict(await run_sync(lambda session: session.execute(select(Listing.product_id, Listing.price)).all()))
    assert prices == {people.ring.id: 91_000, people.chain.id: 46_000}
    [event] = await run_sync(factories.events)
    assert (event["type"], event["reach"], event["data"]["ids"]) == ("catalogue.changed", "everyone", both)


async def test_a_discount_in_percent_follows_the_making_charge_as_it_becomes(karthik, people, run_sync):
    changes = {"makingChargePercent": 20, "discountPercent": 12.5}
    succeeded(await bulk(karthik, changes, ids=[people.ring.id]))
    ring = await run_sync(product(people.ring.id))
    assert (ring.making_charge, ring.discount) == (Decimal(1200), Decimal(150))


async def test_what_cannot_take_the_change_is_left_out_and_named(karthik, people, both, database, run_sync):
    await database.execute(update(Product).where(Product.id == people.chain.id).values(making_charge=300))
    await database.commit()
    done = succeeded(await bulk(karthik, {"discount": 400}, ids=both))
    assert (done["count"], done["changed"], done["refusedCount"]) == (2, 1, 1)
    [refused] = done["refused"]
    assert (refused["id"], refused["reason"]) == (
        people.chain.id,
        "The discount cannot be more than the making charge.",
    )
    assert [(await run_sync(product(each))).discount for each in both] == [Decimal(400), Decimal(0)]


async def test_in_active_forces_stock_to_no(karthik, both, run_sync):
    succeeded(await bulk(karthik, {"status": "in active", "stockAvailability": "yes"}, ids=both))
    assert (await run_sync(product(both[0]))).stock_availability == "no"
    assert await run_sync(lambda session: session.scalars(select(Listing)).all()) == []


async def test_all_that_a_filter_leaves_are_changed(karthik, people, run_sync):
    done = succeeded(await bulk(karthik, {"stockAvailability": "no"}, filter={"search": "rope"}))
    assert done["count"] == 1
    assert (await run_sync(product(people.chain.id))).stock_availability == "no"
    assert (await run_sync(product(people.ring.id))).stock_availability == "yes"


async def test_other_products_than_were_foreseen_are_not_changed(karthik, people, both, run_sync):
    body = failed(await bulk(karthik, {"stockAvailability": "no"}, filter={}, count=5), 409)
    assert body["data"] == {"count": 2}
    failed(await bulk(karthik, {"stockAvailability": "no"}, ids=[*both, 2_000_000], count=3), 409)
    assert await run_sync(factories.events) == []


async def test_a_change_that_changes_nothing_says_so_and_tells_nobody(karthik, both, run_sync):
    done = succeeded(await bulk(karthik, {"stockAvailability": "yes"}, ids=both))
    assert (done["count"], done["changed"]) == (2, 0)
    assert await run_sync(factories.events) == []


async def test_a_vendor_who_is_in_active_cannot_be_chosen(karthik, people, both, database):
    await database.execute(update(Vendor).where(Vendor.id == people.ring.vendor_id).values(status="in active"))
    await database.commit()
    failed(await bulk(karthik, {"vendorId": people.ring.vendor_id}, ids=both), 409, "vendorId")
    failed(await bulk(karthik, {"categoryId": 2_000_000}, ids=both), 404, "categoryId")


@cases(
    "body",
    [
        {},
        {"ids": [1], "changes": {}},
        {"ids": [], "changes": {"status": "active"}},
        {"changes": {"status": "active"}},
        {"ids": [1], "filter": {}, "changes": {"status": "active"}},
        {"ids": [1], "changes": {"status": "sold"}},
        {"ids": [1], "changes": {"code": "X"}},
        {"ids": [1], "changes": {"discount": 5, "discountPercent": 5}},
        {"ids": [1], "changes": {"discount": 0.5}},
        {"ids": [1], "changes": {"discountPercent": 101}},
        {"ids": [1], "changes": {"makingChargePercent": -101}},
        {"ids": [1], "changes": {"makingChargePercent": "NaN"}},
        {"ids": list(range(1, 2002)), "changes": {"status": "active"}},
        {"filter": {"status": "sold"}, "changes": {"status": "active"}},
    ],
)
async def test_unfit_changes_are_refused(karthik, people, run_sync, body):
    before = await run_sync(factories.contents)
    answer = await karthik.post("/product/?flag=bulk", json=body)
    assert answer.status_code == 422, answer.text
    assert await run_sync(factories.contents) == before


async def test_two_admins_at_once_lose_nothing_of_each_other(open_shop):
    people, browsers = open_shop
    ids = [people.ring.id, people.chain.id]
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(
            *(bulk(karthik, {"makingChargePercent": 10}, ids=order) for order in (ids, ids[::-1], ids, ids[::-1]))
        )
        shown = succeeded(await karthik.get(f"/product/?id={people.ring.id}"))
    assert {answer.status_code for answer in answers} == {200}
    assert shown["makingCharge"] == 1464.1


async def test_an_availability_that_a_product_cannot_have_is_refused(karthik, people, both, database):
    ring, chain = both
    await database.execute(
        update(Product).where(Product.id == chain).values(status="in active", stock_availability="no")
    )
    await database.commit()
    succeeded(await bulk(karthik, {"stockQuantity": 3}, ids=[ring]))
    told = succeeded(await bulk(karthik, {"stockAvailability": "no"}, ids=[ring], dry_run=True))
    counted = "Its pieces are counted: it is in stock as long as there are any."
    assert (told["changed"], [row["reason"] for row in told["refused"]]) == (0, [counted])
    told = succeeded(await bulk(karthik, {"stockAvailability": "yes"}, ids=both))
    assert (told["changed"], [row["reason"] for row in told["refused"]]) == (
        0,
        ["It is in active, so it is out of stock."],
    )
