"""Wishlists."""

import pytest

from tests.support import factories
from tests.support.http_client import failed, succeeded


async def test_a_product_goes_on_the_wishlist_once(asha, people):
    wanted = {"customerId": people.asha.id, "productId": people.ring.id}
    first = succeeded(await asha.post("/wishlist/", json=wanted))
    assert succeeded(await asha.post("/wishlist/", json=wanted)) == first
    entries = (await asha.get(f"/wishlist/?customerId={people.asha.id}")).json()
    assert [entry["wishlistId"] for entry in entries] == [first["wishlistId"]]
    assert (first["name"], first["weight"], first["ornamentPrice"]) == ("Lotus Ring", 10, 91500)


async def test_the_newest_entry_is_first(asha, people):
    for product in (people.ring, people.chain):
        succeeded(await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": product.id}))
    entries = (await asha.get(f"/wishlist/?customerId={people.asha.id}")).json()
    assert [entry["productId"] for entry in entries] == [people.chain.id, people.ring.id]


async def test_an_entry_is_removed(asha, people):
    entry = succeeded(await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": people.ring.id}))
    answer = await asha.delete(f"/wishlist/?id={entry['wishlistId']}")
    assert answer.json()["message"] == "Removed from wishlist"
    assert (await asha.get(f"/wishlist/?customerId={people.asha.id}")).json() == []


async def test_another_customers_wishlist_is_not_found(asha, ben, people):
    entry = succeeded(await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": people.ring.id}))
    others = await ben.delete(f"/wishlist/?id={entry['wishlistId']}")
    missing = await ben.delete("/wishlist/?id=2000000000")
    failed(others, 404)
    assert others.content == missing.content
    failed(await ben.get(f"/wishlist/?customerId={people.asha.id}"), 404)
    failed(await ben.post("/wishlist/", json={"customerId": people.asha.id, "productId": people.ring.id}), 404)


@pytest.mark.parametrize("product_id", [0, -1, 2**53, "ring", None, 1.5])
async def test_a_product_that_is_no_number_is_refused(asha, people, product_id):
    failed(
        await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": product_id}), 422, "productId"
    )


async def test_a_product_that_is_not_on_sale_cannot_be_added(asha, people, database):
    hidden = await database.run_sync(factories.stock_product, status="in active")
    await database.commit()
    for product_id in (hidden.id, 2000000000):
        failed(await asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": product_id}), 404)
