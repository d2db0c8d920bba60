"""Only pages of staff who manage webhooks receive news of deliveries and responses, about once a second."""

import asyncio

import pytest

from realtime.webhooks import EVENT
from shop.integrations.fan_out import notify_progress
from tests.realtime.test_presence import sign_in


def told(page) -> list[list[int]]:
    return [argument["data"]["endpointIds"] for word, argument in page.heard if word == EVENT]


@pytest.fixture
def notify(engine):
    def run(*endpoints: int) -> None:
        with engine.begin() as connection:
            notify_progress(connection, endpoints)

    return run


async def test_pages_hear_of_endpoints_together_and_only_those_of_who_may_see_them(shop, people, engine, notify):
    operator = await shop.open(sign_in(engine, "Omar", "operator"), role="admin")
    desk = await shop.open(sign_in(engine, "Priya Menon", "orders"), role="admin")
    for page in (operator, desk):
        await page.word("caught_up")
    notify(3)
    await operator.until(lambda: told(operator) == [[3]])
    for number in (5, 3, 4):
        notify(number, number)
    await operator.until(lambda: told(operator) == [[3], [3, 4, 5]])
    await asyncio.sleep(0.1)
    assert told(desk) == []
