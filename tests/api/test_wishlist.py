"""Wishlists."""

import pytest

from shop.catalogue.model import Category
from shop.wishlists.model import MAX_ENTRIES, WishlistEntry
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


def fill(session, people, count: int) -> None:
    """Put other products on Asha's wishlist, the way an earlier version could."""
    category = session.get(Category, people.ring.category_id)
    products = [factories.stock_product(session, category=category, pictures=0) for _ in range(count)]
    session.add_all(WishlistEntry(customer_id=people.asha.id, product_id=product.id) for product in products)
    session.commit()


async def test_a_full_wishlist_takes_nothing_new(asha, people, run_sync):
    await run_sync(fill, people, MAX_ENTRIES - 1)
    wanted = [{"customerId": people.asha.id, "productId": product.id} for product in (people.ring, people.chain)]
    first = succeeded(await asha.post("/wishlist/", json=wanted[0]))
    answer = await asha.post("/wishlist/", json=wanted[1])
    failed(answer, 409)
    assert answer.json()["message"] == "Your wishlist has 200 pieces already. Please remove one first."
    assert succeeded(await asha.post("/wishlist/", json=wanted[0])) == first
    # Entries from before the limit are shown as well.
    await run_sync(fill, people, 1)
    assert len((await asha.get(f"/wishlist/?customerId={people.asha.id}")).json()) == MAX_ENTRIES + 1
    assert succeeded(await asha.post("/wishlist/", json=wanted[0])) == first
    succeeded(await asha.delete(f"/wishlist/?id={first['wishlistId']}"))
    failed(await asha.post("/wishlist/", json=wanted[1]), 409)
