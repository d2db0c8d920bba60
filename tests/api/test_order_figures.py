"""The figures of the dashboard, and the sort orders of the board."""

import datetime as dt

import pytest

from shop.clock import INDIA, iso, now
from shop.orders.model import Status
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def orders(database, people):
    """Place orders: Ben's chain three days ago, Asha's ring and chain two hours ago, Ben's ring now."""

    def place(session):
        moments = [now() - dt.timedelta(days=3), now() - dt.timedelta(hours=2), now()]
        wanted = [(people.ben, [people.chain]), (people.asha, [people.ring, people.chain]), (people.ben, [people.ring])]
        return [
            factories.order(session, customer, products, at=at)
            for at, (customer, products) in zip(moments, wanted, strict=True)
        ]

    made = await database.run_sync(place)
    await database.commit()
    return made


async def test_figures_of_a_shop_without_orders_are_zero(karthik):
    assert succeeded(await karthik.get("/order/?flag=figures")) == {
        "today": {"orders": 0, "sales": 0},
        "before": {"orders": 0, "sales": 0},
        "standing": {status.value: {"items": 0, "oldest": None} for status in Status},
        "delivered": {"items": 0, "hours": None},
    }


async def test_figures_count_the_day_as_india_has_it(karthik, database, people):
    midnight = now().astimezone(INDIA).replace(hour=0, minute=0, second=0, microsecond=0)
    so_far = now() - midnight

    def place(session):
        for at in (
            midnight + so_far / 2,
            midnight - dt.timedelta(seconds=1),
            midnight - dt.timedelta(days=1) + so_far / 2,
            midnight - dt.timedelta(days=1, seconds=1),
        ):
            factories.order(session, people.asha, [people.ring], at=at)

    await database.run_sync(place)
    await database.commit()
    figures = succeeded(await karthik.get("/order/?flag=figures"))
    assert figures["today"] == {"orders": 1, "sales": 91500}
    # Only orders up to the current time of day count, so yesterday's last order does not.
    assert figures["before"] == {"orders": 1, "sales": 91500}


async def test_figures_tell_what_stands_and_how_fast_it_went(karthik, orders):
    item = orders[0].items[0].id
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "delivered"}))
    figures = succeeded(await karthik.get("/order/?flag=figures"))
    assert figures["standing"]["ordered"] == {"items": 3, "oldest": iso(orders[1].ordered_at)}
    assert figures["standing"]["delivered"] == {"items": 1, "oldest": iso(orders[0].ordered_at)}
    assert figures["delivered"] == {"items": 1, "hours": 72.0}


@cases(
    ("sort", "order"),
    [
        ("newest", [2, 1, 0]),
        ("oldest", [0, 1, 2]),
        ("amountAsc", [0, 2, 1]),
        ("amountDesc", [1, 2, 0]),
        ("customer", [1, 0, 2]),
        ("customerDesc", [2, 0, 1]),
    ],
)
@cases("limit", [1, 2])
async def test_the_board_pages_through_every_order_once(karthik, orders, sort, order, limit):
    found, cursor = [], ""
    for _ in range(9):
        body = (await karthik.get(f"/order/?flag=allOrders&sort={sort}&limit={limit}{cursor}")).json()
        found += [row["id"] for row in body["data"]]
        if body["nextCursor"] is None:
            break
        cursor = f"&cursor={body['nextCursor']}"
    assert found == [orders[number].id for number in order]


async def test_a_list_cannot_go_on_from_an_order_that_is_gone(karthik, orders):
    failed(await karthik.get("/order/?flag=allOrders&sort=customer&cursor=2000000000"), 404, "cursor")
