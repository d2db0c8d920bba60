"""Placing an order: the server sets the prices, a key gives one order, and a failed order changes nothing."""

import asyncio
import contextlib
import datetime as dt
import json
from copy import deepcopy
from decimal import Decimal

import pytest
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import make_transient

from shop.audit.model import AuditEntry
from shop.carts.model import CartItem
from shop.catalogue.model import Product
from shop.clock import now, today
from shop.customers.model import Customer
from shop.idempotency.model import IdempotencyKey
from shop.orders import checkout
from shop.orders.model import Order, OrderItem, StatusChange
from shop.rates import repricing
from shop.rates.model import GoldRate
from tests.support import factories
from tests.support.cases import cases
from tests.support.database import waits_for
from tests.support.http_client import failed, succeeded


def line(product: Product, quantity: int = 1) -> dict:
    price = product.price_at(factories.RATE)
    return {
        "productId": product.id,
        "weight": float(price.weight),
        "goldRate": float(price.gold_rate),
        "productRate": float(price.metal_value),
        "stoneCharge": float(price.stone_charge),
        "makingCharge": float(price.making_charge),
        "wastageCharge": float(price.wastage_charge),
        "discount": float(price.discount),
        "totalAmount": float(price.ornament_price * quantity),
        "productQuantity": quantity,
        "status": "ordered",
    }


def basket(people, *lines: dict, **fields) -> dict:
    lines = lines or (line(people.ring), line(people.chain, 3))
    return {
        "customerId": people.asha.id,
        "totalQuantity": sum(item["productQuantity"] for item in lines),
        "totalAmount": sum(item["totalAmount"] for item in lines),
        "name": "Asha Verma",
        "email": "asha@shop.example",
        "phone": "+91 98410 55099",
        "items": list(lines),
    } | fields


def orders(session) -> int:
    return session.scalar(select(func.count()).select_from(Order))


@pytest.fixture
def unchanged(run_sync):
    """Assert at the end that nothing was ordered, recorded or removed from a cart."""

    class Unchanged:
        async def __aenter__(self):
            self.before = await run_sync(factories.contents)

        async def __aexit__(self, *_):
            assert await run_sync(factories.contents) == self.before

    return Unchanged()


async def test_an_order_keeps_every_line_at_the_price_of_now(asha, people, run_sync, database):
    address = await database.run_sync(factories.note_address, people.asha)
    await database.commit()
    response = await asha.post("/order/", json=basket(people, addressId=address.id))
    order = succeeded(response)
    assert response.json()["message"] == "Order placed successfully!"
    assert {key: value for key, value in order.items() if key not in {"items", "id", "orderedDate", "payment"}} == {
        "customerId": people.asha.id,
        "customerName": "Asha Verma",
        "customerEmail": people.asha.email,
        "customerPhone": people.asha.phone,
        "totalQuantity": 4,
        "totalAmount": 231000,
        "deliveryFrom": str(today(now() + dt.timedelta(days=3))),
        "deliveryDate": str(today(now() + dt.timedelta(days=5))),
        "currentStatus": "ordered",
        "statusText": None,
        "address": address.snapshot(),
        "gift": None,
        "panMissing": True,
    }
    ring, chain = order["items"]
    stored = await run_sync(lambda s: s.scalars(select(OrderItem).order_by(OrderItem.line)).all())
    assert ring == {
        "id": stored[0].id,
        "itemId": stored[0].id,
        "orderId": order["id"],
        "customerId": people.asha.id,
        "productId": people.ring.id,
        "productName": "Lotus Ring",
        "productImageUrl": "/media/products/0.webp",
        "size": None,
        "productQuantity": 1,
        "weight": 10,
        "grossWeight": None,
        "stones": [],
        "stoneCharge": 0,
        "hallmark": None,
        "huids": [],
        "huidsVersion": 1,
        "courier": None,
        "trackingNumber": None,
        "trackingUrl": None,
        "shipmentVersion": 1,
        "goldRate": 9000,
        "productRate": 90000,
        "makingCharge": 1000,
        "wastageCharge": 500,
        "discount": 0,
        "purity": "22k",
        "totalAmount": 91500,
        "status": "ordered",
        "orderedAt": order["orderedDate"],
        "packedAt": None,
        "shippedAt": None,
        "deliveredAt": None,
        "cancelledAt": None,
        "version": 1,
        "changedBy": None,
        "history": [
            {
                "status": "ordered",
                "from": None,
                "at": order["orderedDate"],
                "version": 1,
                "reason": None,
                "changedBy": None,
                "undoes": None,
                "undone": False,
                "weights": [],
            },
        ],
    }
    assert (chain["productQuantity"], chain["totalAmount"]) == (3, 139500)
    assert [item.total_amount for item in stored] == [Decimal(91500), Decimal(139500)]
    assert await run_sync(lambda s: s.scalar(select(func.count()).select_from(StatusChange))) == 2


async def test_the_event_is_the_order_as_it_was_answered(asha, people, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people)))
    [event] = await run_sync(factories.events)
    assert (event["type"], event["aggregate"]) == ("order.placed", f"order:{order['id']}")
    assert (event["reach"], event["customer_id"]) == ("customer_and_admins", people.asha.id)
    assert event["data"] == order
    assert event["position"] is None
    assert event["occurred_at"].isoformat(timespec="milliseconds")[:23] == order["orderedDate"][:23]


async def test_a_later_price_leaves_a_placed_order_alone(asha, people, database):
    placed = succeeded(await asha.post("/order/", json=basket(people)))
    await database.execute(update(Product).values(weight=99, making_charge=9, name="Other"))
    await database.execute(update(GoldRate).values(r22k=1))
    await database.commit()
    [ring, chain] = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert (ring["productName"], ring["itemTotalAmount"], ring["goldRate"]) == ("Lotus Ring", 91500, 9000)
    assert chain["orderTotalAmount"] == placed["totalAmount"] == 231000


FIGURES = [
    "totalAmount",
    "weight",
    "goldRate",
    "productRate",
    "stoneCharge",
    "makingCharge",
    "wastageCharge",
    "discount",
]


@cases("figure", [*FIGURES, "order"])
@cases("change", [-1, -0.02, 0.02, 1, 1e6])
async def test_a_figure_that_is_not_the_shops_orders_nothing(asha, people, unchanged, figure, change):
    body = basket(people)
    if figure == "order":
        body["totalAmount"] += change
    else:
        body["items"][1][figure] = max(0, body["items"][1][figure] + change)
    if body == basket(people):
        body["items"][1][figure] = 0.5
    async with unchanged:
        answer = failed(await asha.post("/order/", json=body), 409)
    data = answer["data"]
    assert (data["reason"], data["oldTotalAmount"], data["totalAmount"]) == (
        "prices_changed",
        body["totalAmount"],
        231000,
    )
    assert data["items"][1] == {
        "productId": people.chain.id,
        "productName": "Rope Chain",
        "oldTotalAmount": body["items"][1]["totalAmount"],
        "totalAmount": 139500,
        "goldRate": 9000,
        "weight": 5,
        "productRate": 45000,
        "stoneCharge": 0,
        "makingCharge": 1000,
        "wastageCharge": 500,
        "discount": 0,
        "productQuantity": 3,
    }


async def test_the_figures_of_a_refusal_are_those_that_are_then_taken(asha, people, database):
    body = basket(people)
    await database.execute(update(GoldRate).values(r22k=Decimal("9100.50")))
    await database.commit()
    data = failed(await asha.post("/order/", json=body), 409)["data"]
    kept = {*FIGURES, "productId", "productQuantity"}
    items = [{name: item[name] for name in kept} for item in data["items"]]
    again = body | {"totalAmount": data["totalAmount"], "items": items}
    assert succeeded(await asha.post("/order/", json=again))["totalAmount"] == data["totalAmount"]


async def test_figures_that_are_left_out_are_the_shops(asha, people):
    items = [{"productId": people.ring.id, "productQuantity": 1, "totalAmount": 91500}]
    body = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 91500, "items": items}
    order = succeeded(await asha.post("/order/", json=body))
    assert order["items"][0]["makingCharge"] == 1000


@pytest.mark.parametrize("figure", ["-1", "NaN", "Infinity", '"x"', "1e400", "{}", "null"])
async def test_a_figure_that_is_no_amount_is_refused(asha, people, unchanged, figure):
    content = (
        f'{{"customerId": {people.asha.id}, "totalQuantity": 1, "totalAmount": {figure}, "items": '
        f'[{{"productId": {people.ring.id}, "productQuantity": 1, "totalAmount": 91500}}]}}'
    )
    async with unchanged:
        response = await asha.post("/order/", content=content)
        failed(response, 422, *response.json()["errors"])


async def test_a_total_quantity_that_does_not_add_up_is_refused(asha, people, unchanged):
    async with unchanged:
        body = failed(await asha.post("/order/", json=basket(people, totalQuantity=5)), 409, "totalQuantity")
    assert body["message"] == "The items add up to 4 pieces, and not to 5."
    new = {name: body["data"][name] for name in ("reason", "oldTotalQuantity", "totalQuantity", "totalAmount")}
    assert new == {"reason": "prices_changed", "oldTotalQuantity": 5, "totalQuantity": 4, "totalAmount": 231000}


async def test_a_name_that_is_left_open_is_the_shoppers(asha, people):
    nobody = dict.fromkeys(("name", "email", "phone"))
    order = succeeded(await asha.post("/order/", json=basket(people, **nobody)))
    assert (order["customerName"], order["customerEmail"]) == ("Asha Verma", people.asha.email)


@pytest.mark.parametrize("quantity", [0, -1, 11, 1.5, "x"])
async def test_an_unfit_quantity_is_refused(asha, people, unchanged, quantity):
    body = basket(people)
    body["items"][0]["productQuantity"] = quantity
    async with unchanged:
        failed(await asha.post("/order/", json=body), 422, "items.0.productQuantity")


async def test_an_order_without_items_is_refused(asha, people, unchanged):
    body = {"customerId": people.asha.id, "totalQuantity": 0, "totalAmount": 0, "items": []}
    async with unchanged:
        assert failed(await asha.post("/order/", json=body), 422, "items")["message"] == "Your Shopping Cart is Empty!"


async def test_a_product_that_stands_twice_is_refused(asha, people, unchanged):
    async with unchanged:
        body = basket(people, line(people.ring), line(people.ring, 2))
        failed(await asha.post("/order/", json=body), 409, "items")


@pytest.mark.parametrize("fields", [{"status": "in active"}, {"stock_availability": "no"}])
async def test_what_is_no_longer_for_sale_is_named(asha, people, database, unchanged, fields):
    await database.execute(update(Product).where(Product.id == people.chain.id).values(fields))
    await database.commit()
    async with unchanged:
        body = failed(await asha.post("/order/", json=basket(people)), 409)
    assert "Rope Chain" in body["message"]
    assert body["data"] == {
        "reason": "unavailable",
        "items": [{"productId": people.chain.id, "productName": "Rope Chain"}],
    }


async def test_a_product_that_never_was_is_named(asha, people, unchanged):
    body = basket(people)
    body["items"][0]["productId"] = 2_000_000_000
    async with unchanged:
        data = failed(await asha.post("/order/", json=body), 409)["data"]
    assert (data["reason"], [item["productId"] for item in data["items"]]) == ("unavailable", [2_000_000_000])


async def test_without_a_gold_rate_nothing_can_be_ordered(asha, people, database, unchanged):
    await database.execute(delete(GoldRate))
    await database.run_sync(factories.set_gold_rate, date=today(now()) + dt.timedelta(days=1))
    await database.commit()
    async with unchanged:
        failed(await asha.post("/order/", json=basket(people)), 409)


async def test_anothers_address_is_as_good_as_none(asha, people, database, unchanged):
    bens = await database.run_sync(factories.note_address, people.ben)
    await database.commit()
    async with unchanged:
        others = await asha.post("/order/", json=basket(people, addressId=bens.id))
        missing = await asha.post("/order/", json=basket(people, addressId=2_000_000_000))
    assert failed(others, 422, "addressId")["message"] == "Please select a valid address"
    assert others.content == missing.content


@pytest.mark.parametrize("email", ["no address", "a@b", "a@b.example, c@d.example", "a@b.example\nBcc: c@d.example"])
async def test_an_unfit_email_address_for_the_confirmation_is_refused(asha, people, unchanged, email):
    async with unchanged:
        failed(await asha.post("/order/", json=basket(people, email=email)), 422, "email")


@pytest.mark.parametrize("phone", ["abc", "123456", "1" * 16])
async def test_an_unfit_phone_for_the_parcel_is_refused(asha, people, unchanged, phone):
    async with unchanged:
        failed(await asha.post("/order/", json=basket(people, phone=phone)), 422, "phone")


async def test_the_phone_that_the_shop_keeps_of_a_customer_is_good_for_an_order(asha, people, database, run_sync):
    people.asha.phone = "abc"
    await database.commit()
    succeeded(await asha.post("/order/", json=basket(people, phone="abc")))
    assert await run_sync(lambda s: s.scalar(select(Order.phone))) == "abc"


async def test_whoever_names_nobody_orders_in_their_own_name(asha, people, run_sync):
    await asha.post("/order/", json=basket(people, name="", email="", phone=" "))
    order = await run_sync(lambda s: s.scalar(select(Order)))
    assert (order.name, order.email, order.phone) == (people.asha.name, people.asha.email, people.asha.phone)


async def test_only_the_ordered_lines_leave_the_cart(asha, people, database, run_sync):
    kept = await database.run_sync(factories.stock_product)
    for customer, product in ((people.asha, people.ring), (people.asha, kept), (people.ben, people.ring)):
        database.add(CartItem(customer_id=customer.id, product_id=product.id, quantity=2))
    await database.commit()
    succeeded(await asha.post("/order/", json=basket(people)))
    left = await run_sync(lambda s: [tuple(r) for r in s.execute(select(CartItem.customer_id, CartItem.product_id))])
    assert sorted(left) == sorted([(people.asha.id, kept.id), (people.ben.id, people.ring.id)])


async def test_the_same_key_and_body_give_the_same_order(asha, people, run_sync):
    headers = {"Idempotency-Key": "7d2f"}
    first = await asha.post("/order/", json=basket(people), headers=headers)
    again = await asha.post("/order/", json=basket(people), headers=headers)
    assert succeeded(first) == succeeded(again)
    assert await run_sync(orders) == 1
    assert len(await run_sync(factories.events)) == 1


async def test_the_same_key_gives_its_order_also_after_the_price_has_changed(asha, people, database):
    headers = {"Idempotency-Key": "7d2f"}
    first = succeeded(await asha.post("/order/", json=basket(people), headers=headers))
    await database.execute(update(GoldRate).values(r22k=1))
    await database.commit()
    assert succeeded(await asha.post("/order/", json=basket(people), headers=headers)) == first


async def test_the_same_key_with_another_body_is_refused(asha, people, unchanged):
    headers = {"Idempotency-Key": "7d2f"}
    succeeded(await asha.post("/order/", json=basket(people), headers=headers))
    async with unchanged:
        body = basket(people, line(people.ring, 2))
        failed(await asha.post("/order/", json=body, headers=headers), 422, "Idempotency-Key")


async def test_another_key_is_another_order(asha, people, run_sync):
    for key in ("a", "b"):
        succeeded(await asha.post("/order/", json=basket(people), headers={"Idempotency-Key": key}))
    assert await run_sync(orders) == 2


async def test_a_key_belongs_to_one_shopper(asha, ben, people, run_sync):
    headers = {"Idempotency-Key": "same"}
    succeeded(await asha.post("/order/", json=basket(people), headers=headers))
    response = await ben.post("/order/", json=basket(people, customerId=people.ben.id), headers=headers)
    assert succeeded(response)["customerId"] == people.ben.id
    assert await run_sync(orders) == 2


async def test_a_refused_order_leaves_its_key_free(asha, people):
    headers = {"Idempotency-Key": "7d2f"}
    failed(await asha.post("/order/", json=basket(people, totalAmount=1), headers=headers), 409)
    succeeded(await asha.post("/order/", json=basket(people), headers=headers))


async def test_without_a_key_the_same_body_is_one_order_for_a_minute(asha, people, database, run_sync):
    first = succeeded(await asha.post("/order/", json=basket(people)))
    assert succeeded(await asha.post("/order/", json=basket(people))) == first
    await database.execute(update(IdempotencyKey).values(created_at=now() - dt.timedelta(seconds=61)))
    await database.commit()
    assert succeeded(await asha.post("/order/", json=basket(people)))["id"] != first["id"]
    assert await run_sync(orders) == 2


async def test_who_is_not_signed_in_draws_no_order_number(visitor, people, run_sync):
    drawn = text("SELECT last_value FROM shop_order_id_seq")
    before = await run_sync(lambda session: session.scalar(drawn))
    visitor.cookies.set("swarna_customer", "made up")
    failed(await visitor.post("/order/", json=basket(people)), 401)
    assert await run_sync(lambda session: session.scalar(drawn)) == before


async def test_an_admin_orders_for_anyone(karthik, people):
    assert succeeded(await karthik.post("/order/", json=basket(people)))["customerId"] == people.asha.id


async def test_what_an_admin_orders_for_a_shopper_is_in_the_audit(karthik, people, run_sync):
    ordered = succeeded(await karthik.post("/order/", json=basket(people)))
    [entry] = await run_sync(lambda s: s.scalars(select(AuditEntry)).all())
    assert (entry.actor, entry.action, entry.entity, entry.entity_id) == (
        people.karthik.name,
        "added",
        "order",
        ordered["id"],
    )


async def test_what_an_admin_orders_for_a_shopper_names_the_admin_to_staff_only(asha, karthik, people, run_sync):
    ordered = succeeded(await karthik.post("/order/", json=basket(people)))
    [first] = ordered["items"][0]["history"]
    assert first["changedBy"] == people.karthik.name
    read = succeeded(await karthik.get(f"/order/?id={ordered['id']}"))
    assert read["items"] == ordered["items"]
    events = await run_sync(factories.events)
    [event] = [each for each in events if each["type"] == "order.placed"]
    assert event["admin_data"] == {"items": ordered["items"]}
    shown = await asha.get(f"/order/?customerId={people.asha.id}")
    assert people.karthik.name not in json.dumps(event["data"]) + shown.text
    entries = succeeded(await karthik.get("/audit/"))
    assert [(entry["action"], entry["entity"]) for entry in entries] == [("added", "order")]


async def test_what_a_shopper_orders_names_nobody_in_the_history(asha, people, run_sync):
    ordered = succeeded(await asha.post("/order/", json=basket(people)))
    assert ordered["items"][0]["history"][0]["changedBy"] is None
    [event] = [each for each in await run_sync(factories.events) if each["type"] == "order.placed"]
    assert event["admin_data"] == {}


async def test_what_a_shopper_orders_is_not_in_the_audit(asha, people, run_sync):
    succeeded(await asha.post("/order/", json=basket(people)))
    assert not await run_sync(lambda s: s.scalars(select(AuditEntry)).all())


@pytest.mark.parametrize("headers", [{"Idempotency-Key": "7d2f"}, {}])
async def test_sixteen_concurrent_requests_with_one_key_place_one_order(committing_api, open_shop, headers):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await asha.post("/cart/", json={"customerId": people.asha.id, "productId": people.ring.id})
        body = basket(people)
        sending = (asha.post("/order/", json=deepcopy(body), headers=headers) for _ in range(16))
        answers = await asyncio.gather(*sending)
    assert {succeeded(answer)["id"] for answer in answers} == {succeeded(answers[0])["id"]}
    assert len({answer.content for answer in answers}) == 1
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(orders) == 1
        told = [event["type"] for event in await session.run_sync(factories.events)]
        assert told == ["order.placed"]
        assert await session.scalar(select(func.count()).select_from(CartItem)) == 0


async def test_who_sends_many_orders_at_once_leaves_the_database_to_others(committing_api, open_shop):
    people, browsers = open_shop
    pool = committing_api.state.sessions.kw["bind"].pool
    held = []
    async with await browsers.of(people.asha) as asha, browsers.visitor() as ben:
        sending = [asyncio.create_task(asha.post("/order/", json=basket(people))) for _ in range(50)]
        while not all(task.done() for task in sending):
            succeeded(await ben.get("/goldrate/"))
            held.append(pool.checkedout())
        answers = await asyncio.gather(*sending)
    assert len({succeeded(answer)["id"] for answer in answers}) == 1
    assert sorted(held)[len(held) // 2] <= 3


async def test_concurrent_requests_with_different_keys_place_an_order_each(committing_api, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        keys = [{"Idempotency-Key": str(number)} for number in range(8)]
        answers = await asyncio.gather(*(asha.post("/order/", json=basket(people), headers=key) for key in keys))
    assert len({succeeded(answer)["id"] for answer in answers}) == 8


async def test_an_order_and_its_event_are_there_together_or_not_at_all(asha, people, database, unchanged):
    await database.execute(text("ALTER TABLE domain_event ADD CONSTRAINT closed CHECK (false) NOT VALID"))
    await database.commit()
    async with unchanged:
        failed(await asha.post("/order/", json=basket(people)), 409)


@pytest.fixture
async def elsewhere(committing_api):
    """Open a session for a concurrent transaction, as another API process would."""
    async with committing_api.state.sessions() as session:
        yield session


async def test_a_price_that_changes_while_an_order_is_written_is_told(elsewhere, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(update(Product).where(Product.id == people.chain.id).values(making_charge=2000))
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        assert failed(await placing, 409)["data"]["items"][1]["makingCharge"] == 2000
    assert await elsewhere.run_sync(orders) == 0
    assert await elsewhere.run_sync(factories.events) == []


RUBY = {"kind": "Ruby", "count": 1, "carats": 0.5, "charge": 500}


@pytest.mark.parametrize(
    ("columns", "is_price"),
    [
        ({"weight": 9}, True),
        ({"wastage_charge": 7}, True),
        ({"discount": 7}, True),
        ({"stones": [RUBY], "stone_charge": 500}, True),
        ({"name": "Lily Chain"}, False),
        ({"purity": "24k"}, False),
    ],
)
async def test_an_order_has_what_was_changed_while_it_was_written(elsewhere, open_shop, columns, is_price):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(update(Product).where(Product.id == people.chain.id).values(columns))
        placing = asyncio.create_task(asha.post("/order/", json=basket(people, line(people.chain))))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        if is_price:
            assert failed(await placing, 409)["data"]["reason"] == "prices_changed"
        else:
            succeeded(await placing)
            stored = (await elsewhere.execute(select(OrderItem.product_name.label("name"), OrderItem.purity))).one()
            assert columns.items() <= stored._asdict().items()


async def test_an_order_that_waits_for_its_product_holds_up_no_other(elsewhere, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha, await browsers.of(people.ben) as ben:
        await elsewhere.execute(update(Product).where(Product.id == people.ring.id).values(making_charge=2000))
        placing = asyncio.create_task(asha.post("/order/", json=basket(people, line(people.ring))))
        await waits_for(elsewhere, placing)
        succeeded(await ben.post("/order/", json=basket(people, line(people.chain), customerId=people.ben.id)))
        assert not placing.done()
        await elsewhere.rollback()
        succeeded(await placing)


async def test_orders_of_many_shoppers_at_once_have_their_own_lines_and_events(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session, contextlib.AsyncExitStack() as open_browsers:
        shoppers = [await session.run_sync(factories.register_shopper, f"Shopper {number}") for number in range(12)]
        await session.commit()
        placing = []
        for number, shopper in enumerate(shoppers):
            browser = await open_browsers.enter_async_context(await browsers.of(shopper))
            lines = [line(people.ring)] if number % 2 else [line(people.chain, 2), line(people.ring)]
            placing.append(browser.post("/order/", json=basket(people, *lines, customerId=shopper.id)))
        placed = [succeeded(answer) for answer in await asyncio.gather(*placing)]
        assert [order["customerId"] for order in placed] == [shopper.id for shopper in shoppers]
        events = {event["data"]["id"]: event["data"] for event in await session.run_sync(factories.events)}
        assert len(events) == len(shoppers)
        for number, order in enumerate(placed):
            assert len(order["items"]) == (1 if number % 2 else 2)
            assert events[order["id"]]["items"] == order["items"]
            stored = await session.scalars(select(OrderItem.id).where(OrderItem.order_id == order["id"]))
            assert sorted(stored) == [item["id"] for item in order["items"]]


async def test_a_product_that_goes_while_an_order_is_written_is_named(elsewhere, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(update(Product).where(Product.id == people.ring.id).values(stock_availability="no"))
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        assert failed(await placing, 409)["data"]["reason"] == "unavailable"
    assert await elsewhere.run_sync(orders) == 0


async def test_an_account_that_is_deleted_while_an_order_is_written_orders_nothing(elsewhere, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        (await elsewhere.get_one(Customer, people.asha.id)).delete(at=now())
        await elsewhere.flush()
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        failed(await placing, 404)
    assert await elsewhere.run_sync(orders) == 0


async def test_a_rate_that_changes_while_an_order_waits_for_its_product_is_told(elsewhere, committing_api, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(select(Product).where(Product.id == people.chain.id).with_for_update())
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        async with committing_api.state.sessions() as third:
            await third.execute(update(GoldRate).values(r22k=9500))
            await third.commit()
        await elsewhere.commit()
        data = failed(await placing, 409)["data"]
        assert (data["reason"], data["items"][0]["goldRate"]) == ("prices_changed", 9500)
    assert await elsewhere.run_sync(orders) == 0


async def test_a_rate_that_is_added_while_an_order_waits_is_told(elsewhere, committing_api, open_shop):
    people, browsers = open_shop
    await elsewhere.execute(update(GoldRate).values(date=today(now()) - dt.timedelta(days=1)))
    await elsewhere.commit()
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(select(Customer).where(Customer.id == people.asha.id).with_for_update())
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        async with committing_api.state.sessions() as third:
            third.add(GoldRate(date=today(now()), r22k=9500, r24k=9900))
            await third.commit()
        await elsewhere.commit()
        assert failed(await placing, 409)["data"]["items"][0]["goldRate"] == 9500


async def test_a_rate_that_is_deleted_while_an_order_waits_leaves_nothing_to_order_by(
    elsewhere, committing_api, open_shop
):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        await elsewhere.execute(select(Customer).where(Customer.id == people.asha.id).with_for_update())
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        async with committing_api.state.sessions() as third:
            await third.execute(delete(GoldRate))
            await third.commit()
        await elsewhere.commit()
        assert "no gold rate" in failed(await placing, 409)["message"]


async def test_a_rate_comes_into_force_only_between_two_orders(elsewhere, committing_api, open_shop):
    people, browsers = open_shop
    await elsewhere.execute(select(func.pg_advisory_xact_lock_shared(checkout.RATES_LOCK)))  # as an order takes it
    async with committing_api.state.sessions() as third, await browsers.of(people.asha) as asha:
        await third.execute(update(GoldRate).values(r22k=9500))
        changing = asyncio.create_task(third.commit())
        await waits_for(elsewhere, changing)
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, changing, placing)
        await elsewhere.commit()
        await changing
        assert failed(await placing, 409)["data"]["items"][0]["goldRate"] == 9500


async def test_an_order_does_not_wait_for_a_repricing_under_way(elsewhere, open_shop):
    people, browsers = open_shop
    await elsewhere.execute(update(GoldRate).values(r22k=9500))
    async with await browsers.of(people.asha) as asha:
        succeeded(await asha.post("/order/", json=basket(people)))
    await elsewhere.rollback()


@pytest.mark.parametrize("save", ["change", "delete"])
async def test_an_order_does_not_wait_for_a_form_that_waits_for_a_repricing(elsewhere, open_shop, save):
    people, browsers = open_shop
    path = f"/product/?id={people.ring.id}"
    async with await browsers.of(people.karthik) as karthik, await browsers.of(people.asha) as asha:
        await elsewhere.execute(update(GoldRate).values(r22k=9500))
        await elsewhere.run_sync(repricing.apply_current_rate, day=today(now()))
        form = karthik.post(path, json={"makingCharge": 1500}) if save == "change" else karthik.delete(path)
        saving = asyncio.create_task(form)
        await waits_for(elsewhere, saving)
        succeeded(await asha.post("/order/", json=basket(people)))
        await elsewhere.rollback()
        if save == "change":
            assert succeeded(await saving)["makingCharge"] == 1500
        else:
            assert failed(await saving, 409)["data"] == {"orders": 1}


async def test_at_midnight_in_india_the_rate_of_the_new_day_counts(open_shop, committing_api, monkeypatch):
    """The API reads the clock before midnight, and PostgreSQL inserts the order after midnight."""
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        await session.execute(update(GoldRate).values(date=today(now()) - dt.timedelta(days=1)))
        session.add(GoldRate(date=today(now()), r22k=9500, r24k=9900))
        await session.commit()
    monkeypatch.setattr("api.orders.placement.now", lambda: now() - dt.timedelta(days=1))
    async with await browsers.of(people.asha) as asha:
        assert failed(await asha.post("/order/", json=basket(people)), 409)["data"]["items"][0]["goldRate"] == 9500


async def test_another_process_with_the_same_key_places_the_order_meanwhile(elsewhere, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        first = succeeded(await asha.post("/order/", json=basket(people), headers={"Idempotency-Key": "7d2f"}))
        key = await elsewhere.scalar(select(IdempotencyKey))
        await elsewhere.delete(key)
        await elsewhere.commit()
        await elsewhere.execute(select(Customer).where(Customer.id == people.asha.id).with_for_update(key_share=True))
        make_transient(key)
        elsewhere.add(key)
        await elsewhere.flush()
        placing = asyncio.create_task(asha.post("/order/", json=basket(people), headers={"Idempotency-Key": "7d2f"}))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        assert succeeded(await placing) == first
    assert await elsewhere.run_sync(orders) == 1


async def test_a_gift_keeps_its_message_for_the_shopper_and_the_board(asha, karthik, people):
    gift = {"message": "For Meera,\nwith love 💐", "isWrapped": True}
    placed = succeeded(await asha.post("/order/", json=basket(people, gift=gift)))
    assert placed["gift"] == gift
    (row, *_) = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert row["gift"] == gift
    (on_board,) = succeeded(await karthik.get("/order/?flag=allOrders"))
    assert on_board["gift"] == gift
    assert succeeded(await karthik.get(f"/order/?id={placed['id']}"))["gift"] == gift


@pytest.mark.parametrize("gift", [{"message": "x" * 301}, {"isWrapped": "perhaps"}, "yes", {"price": 1}])
async def test_an_unfit_gift_is_refused(asha, people, unchanged, gift):
    async with unchanged:
        response = await asha.post("/order/", json=basket(people, gift=gift))
        assert response.status_code == 422
