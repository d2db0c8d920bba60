"""A refused order uses no number of any sequence, whatever the reason for the refusal is."""

import asyncio

import pytest
from sqlalchemy import text, update

from shop.catalogue.model import Product
from shop.sessions.cookies import XSRF_HEADER
from tests.api.test_order_placement import basket, line, waits_for
from tests.support.http_client import failed, succeeded

DRAWN = text("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1")


@pytest.fixture
def drawn(run_sync):
    """Return a function that reads the last number of each sequence."""

    async def read():
        return dict(map(tuple, await run_sync(lambda session: session.execute(DRAWN).all())))

    return read


def hundred_lines(people, **fields) -> dict:
    """Return a body of a hundred lines, one of which is for sale."""
    lines = [line(people.ring), *({**line(people.ring), "productId": 1_000_000 + n} for n in range(99))]
    return basket(people, *lines, **fields)


async def test_a_body_of_a_hundred_lines_that_is_refused_draws_nothing(asha, people, drawn):
    before = await drawn()
    for _ in range(10):
        failed(await asha.post("/order/", json=hundred_lines(people)), 409)
    assert await drawn() == before


async def test_an_order_draws_a_number_for_itself_and_each_of_its_lines(asha, people, drawn):
    before = await drawn()
    order = succeeded(await asha.post("/order/", json=basket(people)))
    after = await drawn()
    assert after["shop_order_id_seq"] == order["id"]
    assert after["order_item_id_seq"] == order["items"][1]["id"] == order["items"][0]["id"] + 1
    assert (after["order_item_id_seq"] - (before["order_item_id_seq"] or 0)) == 2


@pytest.mark.parametrize("body", ["xsrf", "role", "nobody"])
async def test_who_may_not_order_draws_nothing(browsers, people, drawn, body):
    async with await browsers.of(people.asha) as asha, browsers.visitor() as visitor:
        before = await drawn()
        if body == "xsrf":
            failed(await asha.post("/order/", json=hundred_lines(people), headers={XSRF_HEADER: "x"}), 403, "xsrf")
        elif body == "role":
            others = hundred_lines(people, customerId=people.ben.id)
            failed(await asha.post("/order/", json=others), 404)
        else:
            visitor.cookies.set("swarna_customer", "made up")
            failed(await visitor.post("/order/", json=hundred_lines(people)), 401)
        assert await drawn() == before


@pytest.mark.parametrize(
    ("fields", "status", "named"),
    [
        ({"totalAmount": 1}, 409, []),
        ({"totalQuantity": 1}, 409, ["totalQuantity"]),
        ({"items": []}, 422, ["items"]),
        ({"items": "x"}, 422, ["items"]),
        ({"customerId": 2**70}, 422, ["customerId"]),
        ({"customerId": 2**53 - 1}, 404, []),
        ({"addressId": 2**53 - 1}, 422, ["addressId"]),
        ({"email": "no address"}, 422, ["email"]),
        ({"surprise": 1}, 422, ["surprise"]),
    ],
)
async def test_an_unfit_order_draws_nothing(asha, people, drawn, fields, status, named):
    before = await drawn()
    failed(await asha.post("/order/", json=basket(people, **fields)), status, *named)
    assert await drawn() == before


async def test_stale_prices_and_what_is_gone_draw_nothing(asha, people, database, drawn):
    body = basket(people)
    for change in ({"making_charge": 999}, {"stock_availability": "no"}):
        await database.execute(update(Product).where(Product.id == people.ring.id).values(change))
        await database.commit()
        before = await drawn()
        failed(await asha.post("/order/", json=body), 409)
        assert await drawn() == before


async def test_a_key_that_stands_for_an_order_draws_nothing(asha, people, drawn):
    headers = {"Idempotency-Key": "7d2f"}
    succeeded(await asha.post("/order/", json=basket(people), headers=headers))
    before = await drawn()
    succeeded(await asha.post("/order/", json=basket(people), headers=headers))
    failed(await asha.post("/order/", json=basket(people, line(people.ring)), headers=headers), 422, "Idempotency-Key")
    assert await drawn() == before


async def test_a_price_that_changes_while_the_order_waits_draws_nothing(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as elsewhere, await browsers.of(people.asha) as asha:
        await elsewhere.execute(update(Product).where(Product.id == people.ring.id).values(making_charge=2000))
        before = dict(map(tuple, (await elsewhere.execute(DRAWN)).all()))
        placing = asyncio.create_task(asha.post("/order/", json=basket(people)))
        await waits_for(elsewhere, placing)
        await elsewhere.commit()
        failed(await placing, 409)
        assert dict(map(tuple, (await elsewhere.execute(DRAWN)).all())) == before
