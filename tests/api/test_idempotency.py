"""Repeated and concurrent requests with the same ``Idempotency-Key`` add one row and get one response."""

import asyncio
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select, text, update

from shop.carts.model import CartItem
from shop.catalogue.model import Activity, Product, Vendor
from shop.clock import now
from shop.idempotency.model import STORED_RESPONSES
from shop.media.media import media
from shop.operations import retention
from shop.orders.model import Order
from tests.api.test_addresses import ADDRESS
from tests.api.test_api_keys import bearer, make_key
from tests.api.test_audit_of_every_call import PICTURE, product_of
from tests.api.test_order_placement import basket
from tests.support import factories
from tests.support.database import prune_within
from tests.support.http_client import failed, succeeded
from tests.support.images import jpeg

HEADER = "Idempotency-Key"
KEY = {HEADER: "7d2f"}
WORDS = {"rating": 5, "title": "Fine", "text": "It is fine."}
VENDOR = {
    "name": "Anand Gold",
    "address1": "1 Car Street",
    "address2": "Chennai",
    "address3": "Tamil Nadu",
    "address4": "600001",
    "contactNumbers": "+91 44 2345 6789",
    "status": "active",
}
CUSTOMER = {"name": "Mira", "email": "mira@shop.example", "phone": "+91 98410 55001", "password": "Secret@2026"}


def mine(people, **fields) -> dict:
    return {"customerId": people.asha.id, **fields}


SHOPPERS = {
    "cart": lambda people: ("/cart/", mine(people, productId=people.ring.id, quantity=2), {"quantity": 3}),
    "wishlist": lambda people: ("/wishlist/", mine(people, productId=people.ring.id), {"productId": people.chain.id}),
    "address": lambda people: ("/address/", mine(people, **ADDRESS, zipCode="600001"), {"name": "Somebody Else"}),
    "review": lambda people: ("/review/", {"productId": people.ring.id, **WORDS}, {"rating": 4}),
}
STAFFS = {
    "vendor": lambda people: ("/vendor/", VENDOR, {"name": "Another"}),
    "customer": lambda people: ("/customer/", CUSTOMER, {"password": "Another@2026"}),
    "rate": lambda people: (
        "/goldrate/",
        {"date": "2026-11-20", "r22kRate": 9000, "r24kRate": 9800},
        {"r22kRate": 9001},
    ),
    "manual order": lambda people: (
        "/order/",
        mine(
            people,
            totalQuantity=1,
            totalAmount=5000,
            orderedDate="2026-11-20",
            deliveryDate="2026-11-25",
            currentStatus="by phone",
        ),
        {"totalAmount": 5001},
    ),
}


@pytest.fixture
async def delivered(people, database):
    """Deliver a ring to Asha, so that she may review it."""
    await database.run_sync(factories.order, people.asha, [people.ring])
    await database.execute(text("UPDATE order_item SET status = 'delivered', delivered_at = now()"))
    await database.commit()


async def adds_once(browser, path, body, change, run_sync) -> None:
    before = await run_sync(factories.contents)
    first = await browser.post(path, json=body, headers=KEY)
    added = succeeded(first)
    after = await run_sync(factories.contents)
    assert after != before
    for _ in range(2):
        again = await browser.post(path, json=body, headers=KEY)
        assert again.content == first.content
    assert await run_sync(factories.contents) == after
    failed(await browser.post(path, json=body | change, headers=KEY), 422, "Idempotency-Key")
    assert await run_sync(factories.contents) == after
    assert added


@pytest.mark.parametrize("name", SHOPPERS)
async def test_what_a_shopper_adds_is_added_once(asha, people, delivered, run_sync, name):
    await adds_once(asha, *SHOPPERS[name](people), run_sync)


@pytest.mark.parametrize("name", STAFFS)
async def test_what_staff_add_is_added_once(karthik, people, run_sync, name):
    await adds_once(karthik, *STAFFS[name](people), run_sync)


@pytest.mark.parametrize("path", ["/category/", "/productimage/"])
async def test_a_form_with_a_picture_is_known_by_its_fields_and_the_pictures_content(karthik, people, run_sync, path):
    fields = {"code": "NEW", "name": "New"} if path == "/category/" else {"productId": people.ring.id, "type": "g"}
    fields = {name: str(value) for name, value in fields.items()}
    one, other = jpeg(), jpeg((33, 33))

    async def send(content: bytes, filename: str = "a.jpg", **change: str):
        files = {"imageUrl": (filename, content, "image/jpeg")}
        return await karthik.post(path, data=fields | change, files=files, headers=KEY)

    first = await send(one)
    succeeded(first)
    after = await run_sync(factories.contents)
    assert (await send(one, "renamed.jpg")).content == first.content
    failed(await send(other), 422, "Idempotency-Key")
    failed(await send(one, **{list(fields)[1]: "changed"}), 422, "Idempotency-Key")
    assert await run_sync(factories.contents) == after


async def test_a_change_of_a_product_adds_its_pictures_once(karthik, people, run_sync):
    path, one, other = f"/product/?id={people.ring.id}", jpeg(), jpeg((33, 33))

    async def send(content: bytes, path: str = path, **change: str):
        files = {"imageUrl": ("a.jpg", content, "image/jpeg")}
        return await karthik.post(path, data={"name": "Lily Ring"} | change, files=files, headers=KEY)

    first = await send(one)
    assert succeeded(first)["name"] == "Lily Ring"
    after = await run_sync(factories.contents)
    assert (await send(one)).content == first.content
    failed(await send(other), 422, "Idempotency-Key")
    failed(await send(one, name="Rose Ring"), 422, "Idempotency-Key")
    failed(await send(one, f"/product/?id={people.chain.id}"), 422, "Idempotency-Key")
    assert await run_sync(factories.contents) == after
    succeeded(await karthik.post(path, data={"name": "Rose Ring"}))
    assert (await send(one)).content == first.content  # not changed back


async def test_a_key_that_was_used_elsewhere_is_refused(asha, people):
    body = mine(people, productId=people.ring.id)
    succeeded(await asha.post("/cart/", json=body | {"quantity": 1}, headers=KEY))
    failed(await asha.post("/wishlist/", json=body, headers=KEY), 422, "Idempotency-Key")


async def test_a_key_belongs_to_whoever_sends_it(asha, ben, karthik, people, run_sync):
    for browser, person in ((asha, people.asha), (ben, people.ben)):
        body = {"customerId": person.id, "productId": people.ring.id}
        assert succeeded(await browser.post("/cart/", json=body, headers=KEY))["customerId"] == person.id
    succeeded(await karthik.post("/vendor/", json=VENDOR, headers=KEY))


async def test_a_key_of_a_shopper_who_is_an_owner_too_is_the_shoppers(asha, browsers, people, delivered):
    path, body, _ = SHOPPERS["review"](people)
    async with await browsers.of(people.asha, people.karthik) as both:
        first = await both.post(path, json=body, headers=KEY)
    assert succeeded(first)["rating"] == 5
    assert (await asha.post(path, json=body, headers=KEY)).content == first.content


async def test_a_key_belongs_to_the_system_that_sends_it(karthik, visitor, people, run_sync):
    product = product_of(SimpleNamespace(vendor=people.ring.vendor_id, category=people.ring.category_id))
    systems = [bearer(await make_key(karthik, "products:write", name=name)) for name in ("ERP", "Import")]

    async def send(system: dict[str, str], **change: str):
        return await visitor.post("/product/", data=product | change, files=PICTURE, headers=KEY | system)

    first = await send(systems[0])
    assert succeeded(first)["code"] == product["code"]
    assert (await send(systems[0])).content == first.content
    failed(await send(systems[0], name="Other"), 422, "Idempotency-Key")
    failed(await send(systems[1]), 409, "code")  # executed, as another system sent the key


async def test_a_product_that_was_added_is_repeated_after_its_vendor_left(karthik, people, database):
    product = product_of(SimpleNamespace(vendor=people.ring.vendor_id, category=people.ring.category_id))

    async def send(**headers: str):
        return await karthik.post("/product/", data=product, files=PICTURE, headers=headers)

    first = await send(**KEY)
    succeeded(first)
    await database.execute(update(Vendor).values(status=Activity.INACTIVE))
    await database.commit()
    assert (await send(**KEY)).content == first.content
    failed(await send(), 409, "vendorId")


async def test_a_review_that_was_written_is_repeated_after_its_uploads_left(asha, people, delivered):
    picture = {"imageUrl": ("a.jpg", jpeg(), "image/jpeg")}
    upload = succeeded(await asha.post("/review/photo/", files=picture))["upload"]
    body = {"productId": people.ring.id, **WORDS, "photos": [{"upload": upload}]}
    first = await asha.post("/review/", json=body, headers=KEY)
    succeeded(first)
    media().delete(upload)
    assert (await asha.post("/review/", json=body, headers=KEY)).content == first.content
    failed(await asha.post("/review/", json=body), 422, "photos")


async def test_a_sign_up_ignores_the_key_as_its_description_says(visitor):
    succeeded(await visitor.post("/customer/", json=CUSTOMER, headers=KEY))
    failed(await visitor.post("/customer/", json=CUSTOMER, headers=KEY), 409, "email")
    paths = (await visitor.get("/openapi.json")).json()["paths"]
    described = paths["/api/customer/"]["post"]
    assert f"A sign-up ignores an ``{HEADER}``" in described["description"]
    [key] = [each for each in described["parameters"] if each["name"] == HEADER]
    assert key["description"].endswith(" The key of a visitor is ignored.")


SECRETS = {
    "webhook": ("/admin/webhooks/", {"name": "ERP", "url": "https://erp.invalid/hook"}, "Please change its secret"),
    "key": ("/admin/keys/", {"name": "ERP", "scopes": ["events:read"]}, "Please revoke it"),
}


@pytest.mark.parametrize("name", SECRETS)
async def test_what_has_a_secret_is_added_once_and_a_repetition_says_what_to_do(karthik, run_sync, name):
    path, body, advice = SECRETS[name]
    succeeded(await karthik.post(path, json=body, headers=KEY))
    after = await run_sync(factories.contents)
    for _ in range(2):
        assert advice in failed(await karthik.post(path, json=body, headers=KEY), 409)["message"]
    failed(await karthik.post(path, json=body | {"name": "Till"}, headers=KEY), 422, HEADER)
    assert await run_sync(factories.contents) == after
    assert await run_sync(lambda s: s.scalar(select(STORED_RESPONSES.c.answer))) is None
    for key in ({}, {HEADER: "another"}):
        succeeded(await karthik.post(path, json=body, headers=key))


@pytest.mark.parametrize("name", SECRETS)
async def test_of_concurrent_requests_that_add_a_secret_one_adds_it(committing_api, open_shop, name):
    people, browsers = open_shop
    path, body, _ = SECRETS[name]
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(*(karthik.post(path, json=body, headers=KEY) for _ in range(8)))
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
        assert len(succeeded(await karthik.get(path))) == 1


async def test_a_refused_endpoint_leaves_its_key_free(karthik):
    path, body, _ = SECRETS["webhook"]
    failed(await karthik.post(path, json=body | {"url": "http://erp.invalid/hook"}, headers=KEY), 422, "url")
    succeeded(await karthik.post(path, json=body, headers=KEY))


async def test_staff_order_for_one_shopper_under_a_key(karthik, people, run_sync):
    first = await karthik.post("/order/", json=basket(people), headers=KEY)
    placed = succeeded(first)
    after = await run_sync(factories.contents)
    failed(await karthik.post("/order/", json=basket(people, customerId=people.ben.id), headers=KEY), 422, HEADER)
    failed(await karthik.post("/vendor/", json=VENDOR, headers=KEY), 422, HEADER)
    assert succeeded(await karthik.post("/order/", json=basket(people), headers=KEY)) == placed
    assert await run_sync(factories.contents) == after


async def test_a_refused_order_of_staff_leaves_its_key_free(karthik, people):
    failed(await karthik.post("/order/", json=basket(people, totalAmount=1), headers=KEY), 409)
    succeeded(await karthik.post("/order/", json=basket(people, customerId=people.ben.id), headers=KEY))


async def test_of_concurrent_orders_of_staff_under_one_key_one_is_placed(committing_api, open_shop):
    people, browsers = open_shop
    bodies = [basket(people), basket(people, customerId=people.ben.id)]
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(*(karthik.post("/order/", json=body, headers=KEY) for body in bodies * 2))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 422, 422]
    async with committing_api.state.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(Order)) == 1


async def test_without_a_key_each_adds(asha, people):
    body = mine(people, productId=people.ring.id)
    succeeded(await asha.post("/cart/", json=body))
    assert succeeded(await asha.post("/cart/", json=body))["quantity"] == 2


async def test_another_key_adds_again(asha, people):
    body = mine(people, productId=people.ring.id)
    for number in (1, 2):
        added = succeeded(await asha.post("/cart/", json=body, headers={"Idempotency-Key": str(number)}))
        assert added["quantity"] == number


async def test_a_refused_request_leaves_its_key_free(asha, people, database):
    body = mine(people, productId=people.ring.id)
    await database.execute(update(Product).where(Product.id == people.ring.id).values(stock_availability="no"))
    await database.commit()
    failed(await asha.post("/cart/", json=body, headers=KEY), 409)
    await database.execute(update(Product).where(Product.id == people.ring.id).values(stock_availability="yes"))
    await database.commit()
    succeeded(await asha.post("/cart/", json=body, headers=KEY))


@pytest.mark.parametrize("key", ["", "x" * 201])
async def test_an_unfit_key_is_refused(asha, people, key):
    body = mine(people, productId=people.ring.id)
    failed(await asha.post("/cart/", json=body, headers={"Idempotency-Key": key}), 422, "Idempotency-Key")


async def test_the_dry_run_of_a_rate_takes_no_key(karthik, people):
    rate = {"date": "2026-11-20", "r22kRate": 9000, "r24kRate": 9800}
    succeeded(await karthik.post("/goldrate/?dryRun=true", json=rate, headers=KEY))
    assert "id" in succeeded(await karthik.post("/goldrate/", json=rate, headers=KEY))


async def test_a_percentage_is_applied_once_to_many_products(karthik, people, run_sync):
    body = {"ids": [people.ring.id], "changes": {"makingChargePercent": 10}, "count": 1}
    await adds_once(karthik, "/product/?flag=bulk", body, {"changes": {"makingChargePercent": 11}}, run_sync)
    shown = succeeded(await karthik.get(f"/product/?id={people.ring.id}"))
    assert shown["makingCharge"] == 1100


async def test_a_null_makes_another_bulk_change(karthik, people):
    body = {"ids": [people.ring.id], "changes": {"productType": "men"}}
    succeeded(await karthik.post("/product/?flag=bulk", json=body, headers=KEY))
    body["changes"]["stockQuantity"] = None
    failed(await karthik.post("/product/?flag=bulk", json=body, headers=KEY), 422, "Idempotency-Key")


async def test_the_preview_of_a_bulk_change_takes_no_key(karthik, people):
    body = {"ids": [people.ring.id], "changes": {"makingChargePercent": 10}}
    preview = await karthik.post("/product/?flag=bulk", json=body | {"dryRun": True}, headers=KEY)
    assert succeeded(preview)["changed"] == 1
    succeeded(await karthik.post("/product/?flag=bulk", json=body, headers=KEY))
    assert succeeded(await karthik.get(f"/product/?id={people.ring.id}"))["makingCharge"] == 1100


@pytest.mark.parametrize("processes", ["one", "several"])
async def test_sixteen_at_once_add_one(committing_api, open_shop, processes):
    from api.http import keyed_lock  # noqa: PLC0415 - the test clears its locks to simulate several processes

    people, browsers = open_shop
    body = mine(people, productId=people.ring.id)
    async with await browsers.of(people.asha) as asha:

        async def send():
            if processes == "several":
                keyed_lock._locks.clear()
            return await asha.post("/cart/", json=body, headers=KEY)

        answers = await asyncio.gather(*(send() for _ in range(16)))
    assert {succeeded(answer)["quantity"] for answer in answers} == {1}
    assert len({answer.content for answer in answers}) == 1
    async with committing_api.state.sessions() as session:
        assert await session.scalar(select(func.sum(CartItem.quantity))) == 1


async def test_no_answer_holds_what_a_request_could_be_guessed_by(karthik, run_sync):
    succeeded(await karthik.post("/customer/", json=CUSTOMER, headers=KEY))
    [(request_hash, answer)] = await run_sync(
        lambda s: s.execute(select(STORED_RESPONSES.c.request_hash, STORED_RESPONSES.c.answer)).all()
    )
    assert len(request_hash) == 32
    assert b"Secret" not in answer


async def test_an_answer_is_kept_for_a_week_and_goes_with_its_person(asha, karthik, people, run_sync, connection):
    succeeded(await asha.post("/cart/", json=mine(people, productId=people.ring.id), headers=KEY))
    kept = select(func.count()).select_from(STORED_RESPONSES)
    at = now()
    await connection.run_sync(prune_within, at=at)
    assert await run_sync(lambda s: s.scalar(kept)) == 1
    await connection.run_sync(prune_within, at=at + retention.KEEP_KEYS + retention.KEEP_EVENT_PROBES)
    assert await run_sync(lambda s: s.scalar(kept)) == 0


async def test_the_description_names_the_key_where_something_is_added(visitor):
    paths = (await visitor.get("/openapi.json")).json()["paths"]
    taking = {
        path.removeprefix("/api")
        for path, methods in paths.items()
        if any(parameter["name"] == "Idempotency-Key" for parameter in methods.get("post", {}).get("parameters", []))
    }
    assert taking == {
        *("/cart/", "/wishlist/", "/address/", "/review/", "/order/", "/stock/", "/return/"),
        *("/payment/refund/", "/payment/refund/sent/"),
        *("/customer/notes/", "/order/notes/", "/admin/webhooks/", "/admin/keys/"),
        *("/category/", "/vendor/", "/product/", "/productimage/", "/goldrate/", "/customer/"),
        "/product/?flag=bulk",
        "/product/?id={id}",
    }
