import asyncio
import datetime as dt
import json
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from api.carts.routes import CartListQuery
from api.http.pagination import OffsetPage
from shop.carts.limits import MAX_LINES
from shop.carts.model import CartItem
from shop.carts.queries import AMOUNT_SORTS, CartSort
from shop.clock import now
from tests.support import factories
from tests.support.http_client import failed, succeeded


def lines(session) -> list[tuple[int, int]]:
    return [(line.product_id, line.quantity) for line in session.scalars(select(CartItem).order_by(CartItem.id))]


def wish(people, quantity: object = 1, **fields) -> dict:
    return {"customerId": people.asha.id, "productId": people.ring.id, "quantity": quantity} | fields


async def test_what_is_added_is_listed_with_its_price_of_today(asha, people):
    response = await asha.post("/cart/", json=wish(people, 2))
    added = succeeded(response)
    assert response.json()["message"] == "Product added to cart"
    listed = await asha.get(f"/cart/?custId={people.asha.id}")
    assert listed.json() == [added]
    product = added.pop("product")
    assert added == {
        "cartId": added["cartId"],
        "customerId": people.asha.id,
        "productId": people.ring.id,
        "size": None,
        "quantity": 2,
        "weight": 10,
    }
    shown = {"id", "goldRate", "metalValue", "mrp", "ornamentPrice", "makingCharge", "wastageCharge", "discount"}
    assert {name: product[name] for name in shown} == {
        "id": people.ring.id,
        "goldRate": 9000,
        "metalValue": 90000,
        "mrp": 91500,
        "ornamentPrice": 91500,
        "makingCharge": 1000,
        "wastageCharge": 500,
        "discount": 0,
    }


async def test_adding_the_same_again_adds_the_quantities_up_to_ten(asha, people, run_sync):
    for expected in (4, 8, 10, 10):
        assert succeeded(await asha.post("/cart/", json=wish(people, 4)))["quantity"] == expected
    assert await run_sync(lines) == [(people.ring.id, 10)]


async def added(browser, people, product, **fields) -> int:
    return succeeded(await browser.post("/cart/", json=wish(people, productId=product.id, **fields)))["cartId"]


async def test_a_line_that_was_removed_takes_its_place_again(asha, people):
    first, second = await added(asha, people, people.ring), await added(asha, people, people.chain)
    succeeded(await asha.delete(f"/cart/?id={first}"))
    assert await added(asha, people, people.ring, quantity=3, restores=first) == first
    listed = (await asha.get(f"/cart/?custId={people.asha.id}")).json()
    assert [(line["cartId"], line["quantity"]) for line in listed] == [(first, 3), (second, 1)]


async def test_the_place_of_another_line_or_of_none_cannot_be_taken(asha, ben, people, run_sync):
    theirs = await ben.post("/cart/", json=wish(people, customerId=people.ben.id))
    taken = succeeded(theirs)["cartId"]
    for restores in (taken, taken + 1000, 2**31 - 1):
        line = await added(asha, people, people.ring, restores=restores)
        assert line not in {taken, restores}
        succeeded(await asha.delete(f"/cart/?id={line}"))
    assert succeeded(await ben.get("/customer/me/"))["id"] == people.ben.id
    assert await run_sync(lines) == [(people.ring.id, 1)]
    failed(await asha.post("/cart/", json=wish(people, restores="x")), 422, "restores")


@pytest.mark.parametrize("quantity", [0, -1, 11, 2**31, 1.5, "x", None, [1]])
async def test_an_unfit_quantity_is_refused(asha, people, run_sync, quantity):
    failed(await asha.post("/cart/", json=wish(people, quantity)), 422, "quantity")
    assert await run_sync(lines) == []
    item = succeeded(await asha.post("/cart/", json=wish(people, 3)))
    failed(await asha.post(f"/cart/?id={item['cartId']}", json=wish(people, quantity)), 422, "quantity")
    assert await run_sync(lines) == [(people.ring.id, 3)]


async def test_a_quantity_is_set_not_added(asha, people, run_sync):
    item = succeeded(await asha.post("/cart/", json=wish(people, 3)))
    response = await asha.post(f"/cart/?id={item['cartId']}", json=wish(people, 7, id=item["cartId"]))
    assert (succeeded(response)["quantity"], response.json()["message"]) == (7, "Quantity updated")
    assert await run_sync(lines) == [(people.ring.id, 7)]


async def test_a_quantity_stays_where_none_is_given(asha, people, run_sync):
    wanted = wish(people, 3)
    item = succeeded(await asha.post("/cart/", json=wanted))
    del wanted["quantity"]
    assert succeeded(await asha.post(f"/cart/?id={item['cartId']}", json=wanted))["quantity"] == 3
    assert await run_sync(lines) == [(people.ring.id, 3)]


async def test_a_quantity_is_not_set_for_another_product_than_the_item_holds(asha, people, run_sync):
    item = succeeded(await asha.post("/cart/", json=wish(people, 3)))
    response = await asha.post(f"/cart/?id={item['cartId']}", json=wish(people, 7, productId=people.ring.id + 1))
    failed(response, 409, "productId")
    assert await run_sync(lines) == [(people.ring.id, 3)]


async def test_an_item_is_removed_once(asha, people, run_sync):
    item = succeeded(await asha.post("/cart/", json=wish(people)))
    response = await asha.delete(f"/cart/?id={item['cartId']}")
    assert (succeeded(response), response.json()["message"]) == (None, "Item removed from cart")
    failed(await asha.delete(f"/cart/?id={item['cartId']}"), 404)
    assert await run_sync(lines) == []


async def test_anothers_item_stays_as_it_is(asha, ben, people, run_sync):
    item = succeeded(await asha.post("/cart/", json=wish(people, 3)))
    of_ben = wish(people, 9, customerId=people.ben.id)
    failed(await ben.post(f"/cart/?id={item['cartId']}", json=of_ben), 404)
    failed(await ben.delete(f"/cart/?id={item['cartId']}"), 404)
    assert await run_sync(lines) == [(people.ring.id, 3)]


@pytest.mark.parametrize(("fields", "status"), [({"status": "in active"}, 404), ({"stock_availability": "no"}, 409)])
async def test_what_is_not_for_sale_is_not_put_in_a_cart(asha, people, database, run_sync, fields, status):
    product = await database.run_sync(lambda session: factories.stock_product(session, **fields))
    await database.commit()
    failed(await asha.post("/cart/", json=wish(people, productId=product.id)), status)
    assert await run_sync(lines) == []


async def test_a_price_in_the_body_is_refused(asha, people, run_sync):
    failed(await asha.post("/cart/", json=wish(people, price=1, weight=1)), 422, "price", "weight")
    assert await run_sync(lines) == []


async def test_an_empty_cart_is_an_empty_list(asha, people):
    assert (await asha.get(f"/cart/?custId={people.asha.id}")).json() == []


async def test_concurrent_additions_end_at_ten_pieces_of_one_line(committing_api, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        answers = await asyncio.gather(*(asha.post("/cart/", json=wish(people, 1)) for _ in range(14)))
    assert {answer.status_code for answer in answers} == {200}
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(lines) == [(people.ring.id, 10)]


async def test_admins_list_who_has_something_in_the_cart(karthik, asha, ben, people):
    for browser, customer, product, quantity in (
        (asha, people.asha, people.chain, 1),
        (ben, people.ben, people.ring, 2),
        (ben, people.ben, people.chain, 1),
    ):
        wanted = {"customerId": customer.id, "productId": product.id, "quantity": quantity}
        succeeded(await browser.post("/cart/", json=wanted))
    carts = succeeded(await karthik.get("/cart/?flag=allCarts&sort=amountDesc"))
    assert carts[0] | {"addedAt": ""} == {
        "customerId": people.ben.id,
        "name": "Ben Thomas",
        "email": people.ben.email,
        "phone": people.ben.phone,
        "products": 2,
        "pieces": 3,
        "amount": 229500,
        "addedAt": "",
    }
    assert [cart["name"] for cart in carts] == ["Ben Thomas", "Asha Verma"]
    assert [cart["name"] for cart in succeeded(await karthik.get("/cart/?flag=allCarts&sort=amountAsc"))] == [
        "Asha Verma",
        "Ben Thomas",
    ]
    assert [cart["name"] for cart in succeeded(await karthik.get("/cart/?flag=allCarts&search=asha"))] == ["Asha Verma"]
    page = (await karthik.get("/cart/?flag=allCarts&sort=name&limit=1")).json()
    following = (await karthik.get(f"/cart/?flag=allCarts&sort=name&limit=1&cursor={page['nextCursor']}")).json()
    assert [row["name"] for row in page["data"] + following["data"]] == ["Asha Verma", "Ben Thomas"]
    assert following["nextCursor"] is None


async def test_pages_in_each_order_have_the_carts_of_the_whole_list(karthik, people, run_sync):
    def add(session):
        at = now()
        for number, hours in enumerate((5, 3, 1, 4, 2)):
            shopper = factories.register_shopper(session, name="bdaec"[number].upper())
            for product, late in ((people.ring, 0), (people.chain, 9 - number)):
                added_at = at + dt.timedelta(hours=hours, minutes=late)
                session.add(
                    CartItem(customer_id=shopper.id, product_id=product.id, quantity=1 + late % 3, added_at=added_at)
                )
        session.commit()

    await run_sync(add)
    for sort, names in (("recent", "BEDCA"), ("oldest", "ACDEB"), ("name", "ABCDE"), ("nameDesc", "EDCBA")):
        whole = succeeded(await karthik.get(f"/cart/?flag=allCarts&sort={sort}"))
        assert "".join(cart["name"] for cart in whole) == names
        paged, cursor = [], 0
        while cursor is not None:
            page = (await karthik.get(f"/cart/?flag=allCarts&sort={sort}&limit=2&cursor={cursor}")).json()
            paged += page["data"]
            cursor = page["nextCursor"]
        assert paged == whole
        assert [cart["products"] for cart in whole] == [2] * 5
        assert succeeded(await karthik.get(f"/cart/?flag=allCarts&sort={sort}&search=c")) != []


@pytest.mark.parametrize("sort", sorted({*CartSort} - {*AMOUNT_SORTS}))
async def test_a_page_prices_no_other_carts(people, run_sync, sort):
    def priced(session) -> float:
        for _ in range(50):
            shopper = factories.register_shopper(session)
            session.add(CartItem(customer_id=shopper.id, product_id=people.ring.id, quantity=1))
        session.flush()
        query = CartListQuery(sort=sort).select_page(factories.RATE, OffsetPage(limit=5))
        sql = query.compile(session.bind, compile_kwargs={"literal_binds": True})
        plan = session.connection().exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}").scalar()
        plan = json.loads(plan) if isinstance(plan, str) else plan
        return sum(node["Actual Loops"] for node in nodes(plan[0]["Plan"]) if node["Node Type"] == "Function Scan")

    assert await run_sync(priced) == 6


def nodes(plan: dict) -> Iterator[dict]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def fill(session, people, count: int) -> None:
    """Put items of one product in as many sizes into Asha's cart, the way an earlier version could."""
    session.add_all(
        CartItem(customer_id=people.asha.id, sized_product_id=people.chain.id, size=f"{number}", quantity=1)
        for number in range(count)
    )
    session.commit()


async def test_a_full_cart_takes_more_of_what_it_has_but_nothing_new(asha, people, run_sync):
    await run_sync(fill, people, MAX_LINES - 1)
    first = await added(asha, people, people.ring)
    answer = await asha.post("/cart/", json=wish(people, productId=people.chain.id))
    refusal = failed(answer, 409)
    assert refusal["message"] == "Your cart has 100 items already. Please order or remove some first."
    assert refusal["data"] == {"maxItems": MAX_LINES}
    assert succeeded(await asha.post("/cart/", json=wish(people, 3)))["quantity"] == 4
    succeeded(await asha.delete(f"/cart/?id={first}"))
    assert await added(asha, people, people.chain)
    assert len((await asha.get(f"/cart/?custId={people.asha.id}")).json()) == MAX_LINES


async def test_each_item_of_a_cart_from_before_the_limit_is_shown(asha, people, run_sync):
    succeeded(await asha.post("/cart/", json=wish(people, 10)))
    await run_sync(fill, people, 200)
    assert len((await asha.get(f"/cart/?custId={people.asha.id}")).json()) == 201
    assert succeeded(await asha.post("/cart/", json=wish(people, 10)))["quantity"] == 10


async def test_concurrent_additions_do_not_exceed_the_limit(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        await session.run_sync(fill, people, MAX_LINES - 1)
    async with await browsers.of(people.asha) as asha:
        wanted = [wish(people, productId=product.id) for product in (people.ring, people.chain)]
        answers = await asyncio.gather(*(asha.post("/cart/", json=each) for each in wanted))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
