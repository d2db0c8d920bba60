"""A shopper places twenty orders in ten minutes without a pause, then with growing pauses."""

import asyncio

import pytest
from sqlalchemy import text

from shop.throttles import limits
from tests.api.test_order_placement import basket, line, orders
from tests.support.database import count_attempts
from tests.support.http_client import failed, succeeded

FREE = 20


async def place(browser, people, key, **fields):
    body = basket(people, line(people.ring), **fields)
    return await browser.post("/order/", json=body, headers={"Idempotency-Key": str(key)})


@pytest.fixture
async def used_up(asha, people, run_sync):
    """Use up all orders that Asha may place freely. Only the first and the last are placed."""
    succeeded(await place(asha, people, "first"))
    await count_attempts(run_sync, limits.ORDERS, FREE - 1)
    succeeded(await place(asha, people, "last"))


@pytest.fixture
def elapsed(database):
    """Return a function that moves the end of the pause, or of the whole window, into the past."""

    async def let_pass(column: str) -> None:
        await database.execute(text(f"UPDATE throttle SET {column} = now() - interval '1 second'"))
        await database.commit()

    return let_pass


async def test_one_order_more_has_to_wait_and_says_how_long(asha, people, used_up, run_sync):
    refused = await place(asha, people, "more")
    message = failed(refused, 429)["message"]
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    assert message.startswith("You have placed many orders within a few minutes. Please wait ")
    assert await run_sync(orders) == 2


async def test_the_pauses_grow_and_end(asha, people, used_up, elapsed):
    waits = []
    for number in range(5):
        await elapsed("next_at")
        succeeded(await place(asha, people, f"more {number}"))
        waits.append(int((await place(asha, people, "too soon")).headers["retry-after"]))
    assert waits == sorted(set(waits)), waits
    assert max(waits) <= 300
    await elapsed("ends_at")
    for number in range(FREE):
        succeeded(await place(asha, people, f"later {number}"))


async def test_an_order_that_is_there_already_is_no_new_one(asha, people, used_up):
    succeeded(await place(asha, people, "first"))
    failed(await place(asha, people, "more"), 429)
    succeeded(await place(asha, people, "last"))


async def test_a_refused_order_costs_nothing(asha, people, run_sync):
    for key in range(2):
        failed(await place(asha, people, key, totalAmount=1), 409)
        failed(await place(asha, people, key, customerId=people.ben.id), 404)
    for key in range(FREE):
        succeeded(await place(asha, people, key))


async def test_one_shopper_waits_and_not_another(asha, ben, people, used_up):
    failed(await place(asha, people, "more"), 429)
    succeeded(await place(ben, people, "more", customerId=people.ben.id))


async def test_staff_order_for_a_shopper_without_a_limit(asha, karthik, people, used_up):
    for key in range(FREE + 5):
        succeeded(await place(karthik, people, f"by phone {key}"))


async def test_a_price_that_moved_is_told_before_the_limit(asha, people, used_up):
    failed(await place(asha, people, "more", totalAmount=1), 409)


async def test_of_many_orders_at_once_twenty_are_placed(committing_api, open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:
        for key in range(FREE - 6):
            succeeded(await place(asha, people, key))
        answers = await asyncio.gather(*(place(asha, people, key) for key in range(FREE - 6, FREE + 10)))
    assert sorted(answer.status_code for answer in answers) == [200] * 6 + [429] * 10
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(orders) == FREE


async def test_all_twenty_are_counted_where_two_processes_write_at_once(committing_api, open_shop):
    """A lock in memory serialises the orders within one process. PostgreSQL serialises those of several processes."""
    from api.http import keyed_lock  # noqa: PLC0415 - only this function uses it

    people, browsers = open_shop
    async with await browsers.of(people.asha) as asha:

        async def elsewhere(key: int):
            keyed_lock._locks.clear()
            return await place(asha, people, key)

        for key in range(FREE - 6):
            succeeded(await place(asha, people, key))
        answers = await asyncio.gather(*(elsewhere(key) for key in range(FREE - 6, FREE + 10)))
    assert sorted(answer.status_code for answer in answers) == [200] * 6 + [429] * 10
