"""The figures of the dashboard, and the sort orders of the board."""

import datetime as dt

import pytest
from sqlalchemy import text

from shop.clock import INDIA, iso, now
from shop.orders import statistics
from shop.orders.model import Status
from tests.support import factories, large_orders
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


async def plan_of(database, query) -> str:
    sql = query.compile(database.get_bind(), compile_kwargs={"literal_binds": True})
    connection = await database.connection()
    return "\n".join((await connection.exec_driver_sql(f"EXPLAIN {sql}")).scalars())


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
    assert figures["standing"]["delivered"] == {"items": 1, "oldest": None}
    assert figures["delivered"] == {"items": 1, "hours": 72.0}


async def test_the_age_of_a_status_counts_from_when_its_items_got_it(karthik, orders):
    first, second = orders[0].items[0].id, orders[1].items[0].id
    changed = succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": first, "status": "packed"}))
    for status in ("packed", "shipped"):
        succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": second, "status": status}))
    standing = succeeded(await karthik.get("/order/?flag=figures"))["standing"]
    assert standing["ordered"]["oldest"] == iso(orders[1].ordered_at)
    assert standing["packed"]["oldest"] == changed["packedAt"]
    assert standing["shipped"]["oldest"] > changed["packedAt"]


async def test_figures_read_open_and_recently_delivered_lines_only(database, people):
    await database.run_sync(
        lambda session: large_orders.fill(session.connection(), first=people.asha.id, shoppers=1, count=500)
    )
    await database.execute(text("ANALYZE order_item, shop_order"))
    read = {
        "oldest": (statistics.oldest_by_status(), "order_item_status_order_id_idx"),
        "delivered": (statistics.delivered(now() - dt.timedelta(days=7)), "order_item_delivered_idx"),
    }
    # Reading the whole table is the fastest way if most lines are open.
    await database.execute(text("SET LOCAL enable_seqscan = off"))
    for name, (query, index) in read.items():
        plan = await plan_of(database, query)
        assert index in plan, (name, plan)
        assert "Seq Scan" not in plan, (name, plan)


async def test_the_amounts_of_all_lines_are_maintained(karthik, database, orders):
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": orders[1].items[0].id, "status": "packed"}))
    whole, since = "/order/?flag=allOrders&amounts=true", f"&from={now() - dt.timedelta(days=9):%Y-%m-%d}"
    expected = {"ordered": 184500, "packed": 91500, "shipped": 0, "delivered": 0, "cancelled": 0}
    assert (await karthik.get(whole)).json()["amounts"] == expected
    assert (await karthik.get(whole + since)).json()["amounts"] == expected
    assert "order_item" not in await plan_of(database, statistics.all_amounts_by_status())


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
