"""Stones of products are priced separately, shown beside the gold, copied into orders, and exported as CSV."""

import json
import random
from decimal import Decimal

import pytest
from sqlalchemy import func, select, text, update

from shop.catalogue.model import Category, Product, Vendor
from shop.orders.model import OrderItem
from tests.api.test_products import FIGURES
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

RUBY = {"kind": "Ruby", "count": 1, "carats": 0.85, "charge": 18700}
DIAMONDS = {"kind": "Diamond", "count": 30, "carats": 0.365, "charge": 25200.5}


async def set_stones(karthik, product_id: int, stones: list[dict], **fields: str) -> dict:
    form = {"stones": json.dumps(stones)} | fields
    return succeeded(await karthik.post(f"/product/?id={product_id}", data=form))


async def test_stones_are_a_part_of_the_price(karthik, visitor, people, run_sync):
    product = await set_stones(karthik, people.ring.id, [RUBY, DIAMONDS], grossWeight="10.3")
    shown = succeeded(await visitor.get(f"/product/customer/?id={people.ring.id}"))
    for each in (product, shown):
        assert (each["weight"], each["grossWeight"], each["stones"]) == (10, 10.3, [RUBY, DIAMONDS])
        assert (each["stoneCharge"], each["metalValue"]) == (43900.5, 90000)
        assert each["mrp"] == each["ornamentPrice"] == 90000 + 43901 + 1000 + 500  # 43,900.50 is rounded up
    [event] = [event["data"] for event in await run_sync(factories.events)]
    assert (event["stoneCharge"], event["stones"], event["grossWeight"]) == (43900.5, [RUBY, DIAMONDS], 10.3)


async def test_a_product_without_stones_is_as_before(visitor, people):
    shown = succeeded(await visitor.get(f"/product/customer/?id={people.ring.id}"))
    assert (shown["grossWeight"], shown["stones"], shown["stoneCharge"], shown["mrp"]) == (None, [], 0, 91500)


@pytest.mark.parametrize("nothing", ["", "[]", "null"])
async def test_stones_and_gross_weight_can_be_removed(karthik, people, nothing):
    await set_stones(karthik, people.ring.id, [RUBY], grossWeight="10.3")
    await set_stones(karthik, people.ring.id, [RUBY])
    form = {"stones": nothing, "grossWeight": ""}
    product = succeeded(await karthik.post(f"/product/?id={people.ring.id}", data=form))
    assert (product["stones"], product["stoneCharge"], product["grossWeight"], product["mrp"]) == ([], 0, None, 91500)


async def test_a_product_with_stones_is_sent_back_as_json(karthik, people):
    product = await set_stones(karthik, people.ring.id, [RUBY, DIAMONDS])
    again = succeeded(await karthik.post(f"/product/?id={people.ring.id}", json=product | {"name": "Lotus"}))
    assert (again["name"], again["stones"], again["mrp"]) == ("Lotus", [RUBY, DIAMONDS], product["mrp"])


async def test_a_new_product_has_stones(karthik, people):
    form = FIGURES | {"vendorId": str(people.ring.vendor_id), "categoryId": str(people.ring.category_id)}
    product = succeeded(await karthik.post("/product/", data=form | {"stones": json.dumps([RUBY])}))
    assert (product["stones"], product["stoneCharge"], product["grossWeight"]) == ([RUBY], 18700, None)


@cases(
    ("field", "value"),
    [
        *(("count", value) for value in (0, -1, 1.5, "many", True, None, 10_001)),
        *(("carats", value) for value in (0, -0.5, 0.0001, "x", None, 10_001, 1e12)),
        *(("charge", value) for value in (-1, 0.001, "x", None, 10**9 + 1, 1e12, True)),
        *(("kind", value) for value in ("", "  ", "a|b", "a;b", "a\nb", "x" * 61, 1, None)),
        ("colour", "red"),
    ],
)
async def test_a_bad_stone_is_refused_and_changes_nothing(karthik, people, run_sync, field, value):
    before = await run_sync(factories.contents)
    answer = await karthik.post(f"/product/?id={people.ring.id}", data={"stones": json.dumps([RUBY | {field: value}])})
    failed(answer, 422, f"stones.0.{field}")
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("value", "field"),
    [
        *((value, "stones") for value in ("ruby", "{}", '{"kind": "Ruby"}', json.dumps([RUBY] * 21), "1")),
        *((value, "stones.0") for value in ("[1]", "[[]]")),
    ],
)
async def test_what_is_no_list_of_stones_is_refused(karthik, people, value, field):
    failed(await karthik.post(f"/product/?id={people.ring.id}", data={"stones": value}), 422, field)


@cases("gross", ["0", "-1", "x", "1e12", "10.0001", "100001"])
async def test_a_bad_gross_weight_is_refused(karthik, people, gross):
    failed(await karthik.post(f"/product/?id={people.ring.id}", data={"grossWeight": gross}), 422, "grossWeight")


async def test_the_gross_weight_has_room_for_gold_and_stones(karthik, people):
    await set_stones(karthik, people.ring.id, [RUBY], grossWeight="10.17")
    for form in ({"grossWeight": "10.169"}, {"weight": "10.001"}, {"stones": json.dumps([RUBY, DIAMONDS])}):
        error = failed(await karthik.post(f"/product/?id={people.ring.id}", data=form), 409, "grossWeight")
        assert error["errors"]["grossWeight"].startswith("At least 10.")


async def test_an_order_keeps_its_stones(karthik, asha, people, database):
    product = await set_stones(karthik, people.ring.id, [RUBY, DIAMONDS], grossWeight="10.3")
    total = product["ornamentPrice"] * 2
    line = {"productId": people.ring.id, "productQuantity": 2, "totalAmount": total, "stoneCharge": 43900.5}
    wanted = {"customerId": people.asha.id, "totalQuantity": 2, "totalAmount": total, "items": [line]}
    order = succeeded(await asha.post("/order/", json=wanted))
    await set_stones(karthik, people.ring.id, [])
    [listed] = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    [managed] = succeeded(await karthik.get(f"/order/?id={order['id']}"))["items"]
    for each in (order["items"][0], listed, managed):
        assert (each["stones"], each["stoneCharge"], each["grossWeight"]) == ([RUBY, DIAMONDS], 43900.5, 10.3)
    item = (await database.scalars(select(OrderItem))).one()
    assert item.total_amount == item.price.ornament_price * 2 == total


async def test_other_stones_than_the_shopper_saw_are_told(karthik, asha, people):
    old = await set_stones(karthik, people.ring.id, [RUBY])
    new = await set_stones(karthik, people.ring.id, [DIAMONDS])
    line = {"productId": people.ring.id, "productQuantity": 1, "totalAmount": old["ornamentPrice"]}
    wanted = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": old["ornamentPrice"], "items": [line]}
    told = failed(await asha.post("/order/", json=wanted), 409)["data"]
    assert (told["reason"], told["totalAmount"]) == ("prices_changed", new["ornamentPrice"])
    assert (told["items"][0]["stoneCharge"], told["items"][0]["totalAmount"]) == (25200.5, new["ornamentPrice"])
    same_total = wanted | {"totalAmount": new["ornamentPrice"]}
    same_total["items"] = [line | {"totalAmount": new["ornamentPrice"], "stoneCharge": 18700}]
    assert failed(await asha.post("/order/", json=same_total), 409)["data"]["reason"] == "prices_changed"


async def test_an_import_brings_back_what_was_exported(karthik, people, database):
    await set_stones(karthik, people.ring.id, [RUBY, DIAMONDS], grossWeight="10.3")
    exported = (await karthik.get("/product/?flag=csv")).content
    assert b"Ruby | 1 | 0.85 | 18700; Diamond | 30 | 0.365 | 25200.5" in exported
    await database.execute(update(Vendor).values(name=func.concat("Vendor ", Vendor.id)))
    await database.execute(update(Category).values(name=func.concat("Category ", Category.id)))
    await database.commit()
    exported = (await karthik.get("/product/?flag=csv")).content
    file = {"file": ("products.csv", exported)}
    told = succeeded(await karthik.post("/product/import/", files=file))
    assert (told["unchanged"], told["updated"], told["problems"]) == (2, 0, [])
    await set_stones(karthik, people.ring.id, [], grossWeight="")
    await set_stones(karthik, people.chain.id, [RUBY], grossWeight="9")
    told = succeeded(await karthik.post("/product/import/", files=file))
    assert [change["columns"] for change in told["changes"]] == [["Gross weight", "Stones"]] * 2


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Ruby", "Write kind | count | carats | charge"),
        ("Ruby | 1 | 0.5", "Write kind | count | carats | charge"),
        ("Ruby | 0 | 0.5 | 100", "The count of a stone must be more than 0."),
        ("Ruby | 1.5 | 0.5 | 100", "The count of a stone must be whole stones."),
        ("Ruby | 1 | 0 | 100", "The carats of a stone must be more than 0."),
        ("Ruby | 1 | 0.5 | -1", "The charge of a stone cannot be less than 0."),
        ("; ".join(["Ruby | 1 | 0.5 | 1"] * 21), "at most 20 fit."),
        ("Ruby | 1 | 500 | 1", "The gross weight cannot be less than the gold and the stones weigh together."),
    ],
)
async def test_a_bad_cell_of_an_import_is_named(karthik, people, cell, words):
    rows = f"Code,Gross weight,Stones\n{people.ring.code},20,{cell}\n"
    told = succeeded(await karthik.post("/product/import/", files={"file": ("products.csv", rows.encode())}))
    [problem] = told["problems"]
    assert words in problem["message"]
    assert (told["created"], told["updated"]) == (0, 0)


async def test_all_prices_of_random_products_agree(karthik, visitor, people, database):
    chance = random.Random(20261123)
    ids = []
    for _ in range(30):
        stones = [
            {
                "kind": "Ruby",
                "count": chance.randrange(1, 99),
                "carats": Decimal(chance.randrange(1, 99_999)) / 1000,
                "charge": Decimal(chance.randrange(10**8)) / 100,
            }
            for _ in range(chance.randrange(4))
        ]
        fields = {"weight": Decimal(chance.randrange(1, 99_999)) / 1000, "stones": stones}
        fields["making_charge"] = Decimal(chance.randrange(10**7)) / 100
        product = await database.run_sync(lambda session, fields=fields: factories.stock_product(session, **fields))
        ids.append(product.id)
    await database.commit()
    listed = succeeded(await visitor.get("/product/customer/?sort=priceAsc&limit=100"))
    managed = succeeded(await karthik.get("/product/?sort=priceAsc&limit=100"))
    assert [product["id"] for product in listed] == [product["id"] for product in managed]
    prices = [product["ornamentPrice"] for product in listed]
    assert prices == sorted(prices)
    stored = dict((await database.execute(text("SELECT product_id, price FROM listing"))).all())
    rows = {product.id: product for product in await database.scalars(select(Product).where(Product.id.in_(ids)))}
    for product in listed:
        assert product["ornamentPrice"] == stored[product["id"]]
        if product["id"] in rows:
            price = rows[product["id"]].price_at(factories.RATE)
            assert (product["mrp"], product["stoneCharge"]) == (price.mrp, float(price.stone_charge))
    middle = prices[len(prices) // 2]
    dearer = succeeded(await visitor.get(f"/product/customer/?minPrice={middle}&limit=100"))
    assert {product["id"] for product in dearer} == {p["id"] for p in listed if p["ornamentPrice"] >= middle}
