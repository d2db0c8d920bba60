"""Reviews: one for each customer and delivered product."""

import asyncio
import datetime as dt

import pytest
from sqlalchemy import text

from shop.clock import now
from shop.orders.model import Order
from shop.reviews.model import Review
from tests.api.conftest import Callers, add_people
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

WORDS = {"rating": 5, "title": "A treasure", "text": "It glows."}


def deliver(session, customer, *products) -> Order:
    order = factories.order(session, customer, products)
    session.execute(text("UPDATE order_item SET status = 'delivered' WHERE order_id = :id"), {"id": order.id})
    return order


@pytest.fixture
async def delivered(database, people):
    """Deliver the ring to Asha and Ben."""
    for customer in (people.asha, people.ben):
        await database.run_sync(deliver, customer, people.ring)
    await database.commit()
    return people


def rating(session, product) -> tuple[float, int, float]:
    query = text(
        "SELECT product.rating, review_count, listing.rating FROM product JOIN listing ON product_id = product.id"
        " WHERE product.id = :id"
    )
    first, count, listed = session.execute(query, {"id": product.id}).one()
    return float(first), count, float(listed)


async def reviews(browser, product) -> dict:
    response = await browser.get(f"/review/?productId={product.id}")
    succeeded(response)
    return response.json()


async def test_a_product_without_reviews_has_four_stars(visitor, people, run_sync):
    body = await reviews(visitor, people.ring)
    assert (body["data"], body["rating"], body["total"], body["own"], body["canReview"]) == ([], 4, 0, None, False)
    assert body["distribution"] == {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0}
    assert await run_sync(rating, people.ring) == (4, 0, 0), "sorted after all rated ones"


async def test_a_filter_by_rating_finds_only_what_is_reviewed(asha, visitor, delivered):
    async def listed() -> tuple[list[int], dict[int, int]]:
        body = (await visitor.get("/product/customer/?minRating=3")).json()
        return [row["id"] for row in body["data"]], {
            each["minRating"]: each["count"] for each in body["facets"]["rating"]
        }

    assert await listed() == ([], dict.fromkeys(range(1, 6), 0))
    review = succeeded(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id, "rating": 4}))
    assert await listed() == ([delivered.ring.id], {5: 0, 4: 1, 3: 1, 2: 1, 1: 1})
    succeeded(await asha.delete(f"/review/?id={review['id']}"))
    assert await listed() == ([], dict.fromkeys(range(1, 6), 0))


async def test_a_delivered_product_can_be_reviewed_once(asha, ben, visitor, delivered, run_sync):
    ring = delivered.ring
    assert (await reviews(asha, ring))["canReview"] is True
    review = succeeded(await asha.post("/review/", json=WORDS | {"productId": ring.id}))
    assert review | WORDS == review
    assert (review["name"], review["productId"], review["editedAt"]) == ("Asha", ring.id, None)
    before = await run_sync(factories.contents)
    failed(await asha.post("/review/", json=WORDS | {"productId": ring.id}), 409)
    assert await run_sync(factories.contents) == before
    succeeded(await ben.post("/review/", data={"productId": ring.id, "rating": "2", "text": " Thin. "}))
    for browser, own, can in ((asha, review, False), (visitor, None, False)):
        body = await reviews(browser, ring)
        assert [(entry["name"], entry["rating"], entry["text"]) for entry in body["data"]] == [
            ("Ben", 2, "Thin."),
            ("Asha", 5, "It glows."),
        ]
        assert (body["rating"], body["total"], body["own"], body["canReview"]) == (3.5, 2, own, can)
        assert body["distribution"] == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 1}
    assert await run_sync(rating, ring) == (3.5, 2, 3.5)
    shown = succeeded(await visitor.get(f"/product/customer/?id={ring.id}"))
    assert (shown["rating"], shown["reviewCount"]) == (3.5, 2)
    events = await run_sync(factories.events)
    told = [(event["type"], event["reach"]) for event in events]
    assert told == [("catalogue.changed", "everyone"), ("review.changed", "everyone")] * 2
    assert events[2]["data"] == {
        "entity": "product",
        "id": ring.id,
        "action": "updated",
        "rating": 3.5,
        "reviewCount": 2,
    }


@pytest.mark.parametrize("status", ["ordered", "packed", "shipped"])
async def test_a_product_cannot_be_reviewed_before_it_is_delivered(asha, delivered, database, run_sync, status):
    await database.execute(text("UPDATE order_item SET status = :status"), {"status": status})
    await database.commit()
    before = await run_sync(factories.contents)
    body = failed(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id}), 403)
    assert body["message"] == "You can review an ornament once it was delivered to you."
    assert (await reviews(asha, delivered.ring))["canReview"] is False
    failed(await asha.post("/review/", json=WORDS | {"productId": delivered.chain.id}), 403)
    assert await run_sync(factories.contents) == before


async def test_a_missing_product_has_no_reviews(asha, delivered, database):
    failed(await asha.post("/review/", json=WORDS | {"productId": 2**31 - 1}), 404)
    missing = await asha.get("/review/?productId=2147483647")
    await database.execute(text("UPDATE product SET status = 'in active'"))
    await database.commit()
    assert (await asha.get(f"/review/?productId={delivered.ring.id}")).content == missing.content
    failed(missing, 404)


async def test_only_its_customer_changes_a_review(asha, ben, karthik, visitor, delivered, run_sync):
    review = succeeded(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id}))
    address, missing = f"/review/?id={review['id']}", "/review/?id=2147483647"
    before = await run_sync(factories.contents)
    edit = {"rating": 3, "text": "It glowed."}
    others = await ben.post(address, json=edit)
    assert others.content == (await ben.post(missing, json=edit)).content
    failed(others, 404)
    failed(await karthik.post(address, json=edit), 403)
    failed(await visitor.post(address, json=edit), 401)
    assert await run_sync(factories.contents) == before
    changed = succeeded(await asha.post(address, json=edit))
    assert changed | edit | {"title": ""} == changed
    assert changed["editedAt"]
    assert await run_sync(rating, delivered.ring) == (3, 1, 3)


async def test_its_customer_or_an_admin_deletes_a_review(asha, ben, karthik, visitor, delivered, run_sync):
    made = [
        succeeded(await browser.post("/review/", json=WORDS | {"productId": delivered.ring.id, "rating": stars}))
        for browser, stars in ((asha, 1), (ben, 2))
    ]
    first, second = (f"/review/?id={review['id']}" for review in made)
    others = await ben.delete(first)
    assert others.content == (await ben.delete("/review/?id=2147483647")).content
    failed(others, 404)
    failed(await visitor.delete(first), 401)
    succeeded(await asha.delete(first))
    assert await run_sync(rating, delivered.ring) == (2, 1, 2)
    succeeded(await karthik.delete(second))
    assert await run_sync(rating, delivered.ring) == (4, 0, 0)
    failed(await karthik.delete(second), 404)
    assert (await reviews(asha, delivered.ring))["canReview"] is True


async def test_an_order_says_which_of_its_pieces_its_customer_has_reviewed(asha, ben, delivered, database):
    await database.run_sync(deliver, delivered.asha, delivered.chain)
    await database.commit()

    async def reviewed() -> set[int]:
        lines = succeeded(await asha.get(f"/order/?customerId={delivered.asha.id}"))
        return {line["productId"] for line in lines if line["isReviewed"]}

    succeeded(await ben.post("/review/", json=WORDS | {"productId": delivered.ring.id}))
    assert await reviewed() == set()
    review = succeeded(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id}))
    assert await reviewed() == {delivered.ring.id}
    succeeded(await asha.delete(f"/review/?id={review['id']}"))
    assert await reviewed() == set()


async def test_a_hidden_review_is_not_deleted_by_its_customer_but_by_staff(asha, karthik, delivered, run_sync):
    review = succeeded(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id}))
    address = f"/review/?id={review['id']}"
    hide = {"id": review["id"], "version": 1, "action": "hide", "reason": "It names a person."}
    succeeded(await karthik.post("/review/?flag=moderate", json=hide))
    before = await run_sync(factories.contents)
    refused = failed(await asha.delete(address), 409)
    assert refused["message"] == "A hidden review cannot be deleted. You can change it; we read it again."
    failed(await asha.post("/review/", json=WORDS | {"productId": delivered.ring.id}), 409)
    assert await run_sync(factories.contents) == before
    succeeded(await asha.post(address, json=WORDS | {"text": "It shines."}))
    failed(await asha.delete(address), 409)
    succeeded(await karthik.delete(address))
    assert (await reviews(asha, delivered.ring))["own"] is None


async def test_visitors_and_admins_write_no_reviews(karthik, visitor, delivered, run_sync):
    before = await run_sync(factories.contents)
    failed(await visitor.post("/review/", json=WORDS | {"productId": delivered.ring.id}), 401)
    failed(await karthik.post("/review/", json=WORDS | {"productId": delivered.ring.id}), 403)
    assert await run_sync(factories.contents) == before


async def test_reviews_are_paginated(browsers, people, database, visitor):
    def write(session):
        for number in range(7):
            customer = factories.register_shopper(session, f"Reader{number} Rao")
            at = now() - dt.timedelta(days=7 - number)
            session.add(Review(product_id=people.ring.id, customer_id=customer.id, rating=4, text="x", created_at=at))
        session.flush()

    await database.run_sync(write)
    await database.commit()
    got, cursor = [], ""
    while cursor is not None:
        response = await visitor.get(f"/review/?productId={people.ring.id}&limit=3{cursor and f'&cursor={cursor}'}")
        got += [review["name"] for review in succeeded(response)]
        cursor = response.json()["nextCursor"]
        assert response.json()["total"] == 7
    assert got == [f"Reader{number}" for number in reversed(range(7))]


async def test_the_mean_in_the_list_is_that_of_the_product(asha, people, database, visitor, run_sync):
    def write(session):
        for stars in (5, *[4] * 6):
            customer = factories.register_shopper(session)
            at = now()
            session.add(
                Review(product_id=people.ring.id, customer_id=customer.id, rating=stars, text="x", created_at=at)
            )
        deliver(session, people.asha, people.ring)

    await database.run_sync(write)
    await database.commit()
    succeeded(await asha.post("/review/", json=WORDS | {"productId": people.ring.id, "rating": 4}))
    mean, count, _ = await run_sync(rating, people.ring)
    assert (mean, count) == (4.13, 8), "33 / 8 is 4.125"
    body = await reviews(visitor, people.ring)
    assert (body["rating"], body["total"]) == (mean, count)


@cases(
    ("field", "value"),
    [
        ("rating", 0),
        ("rating", 6),
        ("rating", 4.5),
        ("rating", True),
        ("rating", None),
        ("rating", 10**400),
        ("rating", "five"),
        ("text", ""),
        ("text", "  "),
        ("text", "a\x00b"),
        ("text", "x" * 2001),
        ("text", ["x"]),
        ("title", "x" * 121),
        ("title", "\x00"),
        ("productId", -1),
        ("productId", 2**53),
        ("customerId", 1),
    ],
)
async def test_an_invalid_review_is_refused_by_field(asha, delivered, run_sync, field, value):
    before = await run_sync(factories.contents)
    failed(await asha.post("/review/", json={"productId": delivered.ring.id} | WORDS | {field: value}), 422, field)
    assert await run_sync(factories.contents) == before


@cases("body", [b"", b"[]", b"{", b'{"text": "\\ud800"}', b"\xff", b"null"])
async def test_a_body_that_is_no_object_is_refused(asha, delivered, body):
    response = await asha.post("/review/", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422


async def test_unusual_texts_are_stored_or_refused_but_cause_no_error(asha, delivered):
    body = {"productId": delivered.ring.id, "rating": 5, "text": "é😀" * 1000, "title": "<b>"}
    assert succeeded(await asha.post("/review/", json=body))["title"] == "<b>"


async def test_concurrent_reviews_are_one_for_each_customer_and_all_are_counted(committing_api, async_engine):
    from sqlalchemy.ext.asyncio import AsyncSession  # noqa: PLC0415 - only this test needs a session that commits

    async with AsyncSession(async_engine, expire_on_commit=False) as database:
        people = await database.run_sync(add_people)
        buyers = [await database.run_sync(factories.register_shopper, f"Buyer {number}") for number in range(4)]
        for buyer in buyers:
            await database.run_sync(deliver, buyer, people.ring)
        await database.commit()
        callers = Callers(committing_api, database)
        browsers = [await callers.of(buyer) for buyer in buyers]
        answers = await asyncio.gather(
            *(
                browser.post("/review/", json={"productId": people.ring.id, "rating": stars, "text": "x"})
                for stars, browser in enumerate(browsers, start=1)
                for _ in range(4)
            )
        )
        statuses = [answer.status_code for answer in answers]
        assert (statuses.count(200), statuses.count(409)) == (4, 12)
        assert await database.run_sync(rating, people.ring) == (2.5, 4, 2.5)
        for browser in browsers:
            await browser.aclose()
