"""Held prices: an order is charged at the rate of its hold or at the current one, whichever is lower."""

import asyncio
import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import func, select, update

from api.orders.placement import PlaceOrder, place_order
from api.orders.price_check import PricesChanged
from api.orders.schemas import OrderIn
from shop.catalogue.model import Product
from shop.clock import now
from shop.orders.model import Order
from shop.price_holds.model import PriceHold
from shop.rates.model import GoldRate
from tests.api.test_order_placement import basket, line
from tests.support.http_client import failed, succeeded


def checkout_of(*lines: dict) -> dict:
    return {"items": [{"productId": item["productId"], "quantity": item["productQuantity"]} for item in lines]}


@pytest.fixture
def lines(people):
    return [line(people.ring), line(people.chain, 3)]


@pytest.fixture
def set_rate(database):
    async def set_rate(rate):
        await database.execute(update(GoldRate).values(r22k=Decimal(rate)))
        await database.commit()

    return set_rate


async def test_a_hold_names_its_rate_and_what_each_item_costs(asha, lines):
    before = now()
    hold = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))
    until = dt.datetime.fromisoformat(hold["expiresAt"])
    assert dt.timedelta(minutes=15) <= until - before + dt.timedelta(milliseconds=1) < dt.timedelta(minutes=16)
    assert hold["secondsLeft"] == 900
    assert (hold["goldRate"], [item["totalAmount"] for item in hold["items"]]) == (9000, [91500, 139500])
    assert [(item["productId"], item["quantity"]) for item in hold["items"]] == [
        (item["productId"], item["productQuantity"]) for item in lines
    ]


@pytest.mark.parametrize(("rate", "charged"), [(9500, 231000), (8000, 206000), (9000, 231000)])
async def test_an_order_is_charged_the_lower_of_both_prices(asha, people, lines, set_rate, rate, charged):
    hold = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))
    await set_rate(rate)
    order = succeeded(await asha.post("/order/", json=basket(people, *lines, holdId=hold["id"])))
    assert order["totalAmount"] == charged
    assert {item["goldRate"] for item in order["items"]} == {min(rate, 9000)}


async def test_a_shopper_who_saw_the_rise_still_pays_the_held_price(asha, people, set_rate):
    seen = [line(people.ring)]
    hold = succeeded(await asha.post("/hold/", json=checkout_of(*seen)))
    await set_rate(9500)
    seen[0] |= {"goldRate": 9500, "productRate": 95000, "totalAmount": 96500}
    order = succeeded(await asha.post("/order/", json=basket(people, *seen, holdId=hold["id"])))
    assert order["totalAmount"] == 91500


async def test_only_the_rate_is_held(asha, people, database, set_rate):
    seen = line(people.ring)
    hold = succeeded(await asha.post("/hold/", json=checkout_of(seen)))
    await set_rate(9500)
    await database.execute(update(Product).where(Product.id == people.ring.id).values(making_charge=2000))
    await database.commit()
    refused = failed(await asha.post("/order/", json=basket(people, seen, holdId=hold["id"])), 409)
    [now_costs] = refused["data"]["items"]
    assert (refused["data"]["reason"], refused["data"]["isHeld"]) == ("prices_changed", True)
    assert (now_costs["goldRate"], now_costs["totalAmount"]) == (9000, 92500)
    again = seen | {"makingCharge": 2000, "totalAmount": 92500}
    order = succeeded(await asha.post("/order/", json=basket(people, again, holdId=hold["id"])))
    assert order["totalAmount"] == 92500


async def make_foreign(_asha, ben, lines, _database):
    return succeeded(await ben.post("/hold/", json=checkout_of(*lines)))["id"]


async def make_expired(asha, _ben, lines, database):
    hold_id = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))["id"]
    await database.execute(update(PriceHold).values(expires_at=now()))
    await database.commit()
    return hold_id


async def make_of_other_items(asha, _ben, lines, _database):
    return succeeded(await asha.post("/hold/", json=checkout_of(lines[0])))["id"]


async def make_of_other_quantities(asha, _ben, lines, _database):
    return succeeded(await asha.post("/hold/", json=checkout_of(lines[0] | {"productQuantity": 2}, lines[1])))["id"]


async def make_replaced(asha, _ben, lines, _database):
    replaced = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))["id"]
    succeeded(await asha.post("/hold/", json=checkout_of(lines[0])))
    return replaced


async def make_none(*_):
    return 2**40


@pytest.mark.parametrize(
    "make", [make_foreign, make_expired, make_of_other_items, make_of_other_quantities, make_replaced, make_none]
)
async def test_a_hold_that_does_not_fit_is_answered_with_the_prices_of_now(
    asha, ben, people, lines, database, set_rate, run_sync, make
):
    hold_id = await make(asha, ben, lines, database)
    await set_rate(9500)
    refused = failed(await asha.post("/order/", json=basket(people, *lines, holdId=hold_id)), 409, "holdId")
    assert refused["errors"].keys() == {"holdId"}
    data = refused["data"]
    assert (data["reason"], data["isHeld"], data["totalAmount"]) == ("prices_changed", False, 243500)
    assert await run_sync(lambda session: session.scalar(select(func.count()).select_from(Order))) == 0


async def test_a_hold_gives_one_order(asha, people, lines, run_sync):
    hold = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))
    wanted = basket(people, *lines, holdId=hold["id"])
    order = succeeded(await asha.post("/order/", json=wanted, headers={"Idempotency-Key": "first"}))
    repeated = succeeded(await asha.post("/order/", json=wanted, headers={"Idempotency-Key": "first"}))
    assert repeated["id"] == order["id"]
    failed(await asha.post("/order/", json=wanted, headers={"Idempotency-Key": "second"}), 409, "holdId")
    assert await run_sync(lambda session: session.scalars(select(PriceHold.order_id)).all()) == [order["id"]]


async def test_the_same_items_again_give_the_same_hold(asha, lines, set_rate):
    first = succeeded(await asha.post("/hold/", json=checkout_of(*lines)))
    await set_rate(9500)
    assert succeeded(await asha.post("/hold/", json=checkout_of(*lines[::-1])))["id"] == first["id"]


async def test_the_sixth_hold_of_a_day_is_refused_and_the_fifth_stays_open(asha, people, database):
    holds = [
        succeeded(await asha.post("/hold/", json=checkout_of(line(people.ring, quantity))))["id"]
        for quantity in range(1, 6)
    ]
    response = await asha.post("/hold/", json=checkout_of(line(people.ring, 6)))
    failed(response, 429)
    assert 0 < int(response.headers["Retry-After"]) <= 86_400
    succeeded(await asha.post("/order/", json=basket(people, line(people.ring, 5), holdId=holds[-1])))
    await database.execute(update(PriceHold).values(held_at=PriceHold.held_at - dt.timedelta(days=1)))
    await database.commit()
    succeeded(await asha.post("/hold/", json=checkout_of(line(people.ring, 6))))
    left = (await database.scalars(select(PriceHold.id).order_by(PriceHold.id))).all()
    assert left[0] == holds[-1]  # a used hold is never deleted, as it explains the price of its order
    assert len(left) == 2


async def test_nothing_is_held_that_cannot_be_ordered(asha, people, database, run_sync):
    await database.execute(update(Product).where(Product.id == people.ring.id).values(stock_availability="no"))
    await database.commit()
    refused = failed(await asha.post("/hold/", json=checkout_of(line(people.ring))), 409)
    assert refused["data"]["reason"] == "unavailable"
    failed(await asha.post("/hold/", json=checkout_of(line(people.chain), line(people.chain))), 409, "items")
    failed(await asha.post("/hold/", json={"items": []}), 422, "items")
    assert await run_sync(lambda session: session.scalar(select(func.count()).select_from(PriceHold))) == 0


async def test_a_shop_without_holds_refuses_them(asha, lines, monkeypatch, shop_settings):
    monkeypatch.setattr(
        "api.price_holds.service.settings", lambda: shop_settings.model_copy(update={"hold_minutes": 0})
    )
    failed(await asha.post("/hold/", json=checkout_of(*lines)), 409)


async def test_of_eight_orders_at_once_in_several_processes_one_uses_the_hold(committing_api, open_shop):
    people, browsers = open_shop
    seen = line(people.ring)
    async with await browsers.of(people.asha) as asha:
        hold = succeeded(await asha.post("/hold/", json=checkout_of(seen)))
    order = OrderIn.model_validate(basket(people, seen, holdId=hold["id"]))
    placing = (place_order(committing_api.state.pool, PlaceOrder(order, str(key)), None) for key in range(8))
    answers = await asyncio.gather(*placing, return_exceptions=True)
    [placed] = [answer for answer in answers if isinstance(answer, dict)]
    assert {type(answer) for answer in answers} == {dict, PricesChanged}
    async with committing_api.state.sessions() as session:
        assert (await session.scalars(select(Order.id))).all() == [placed["id"]]
        assert (await session.scalars(select(PriceHold.order_id))).all() == [placed["id"]]


async def test_holds_at_once_leave_one_open(committing_api, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        asked = (asha.post("/hold/", json=checkout_of(line(people.ring, quantity))) for quantity in range(1, 9))
        answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 3
    async with committing_api.state.sessions() as session:
        assert await session.scalar(select(func.count()).where(PriceHold.expires_at > now())) == 1
