"""Reading orders, and changing the status of their lines."""

import asyncio
import datetime as dt

import psycopg
import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError

from shop.clock import INDIA, iso, now
from shop.customers.model import Customer
from shop.orders import status_writes
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.orders.status_rules import Line, change_status
from tests.support import factories
from tests.support.http_client import failed, succeeded

STATUSES = ["ordered", "packed", "shipped", "delivered"]


@pytest.fixture
async def placed(people, database):
    """Place an order for Asha with a ring and a chain."""
    made = await database.run_sync(factories.order, people.asha, [people.ring, people.chain])
    await database.commit()
    return made


@pytest.fixture
async def many(people, database):
    """Place seven orders of two lines each, alternately for Asha and Ben, oldest first."""

    def place(session):
        at = now() - dt.timedelta(days=7)
        return [
            factories.order(
                session,
                people.ben if number % 2 else people.asha,
                [people.ring, people.chain],
                at=at + dt.timedelta(days=number),
            )
            for number in range(7)
        ]

    made = await database.run_sync(place)
    await database.commit()
    return made


async def everything(browser, path: str, **options) -> list[dict]:
    """Read a list page by page to its end."""
    rows, cursor = [], ""
    for _ in range(50):
        body = (await browser.get(f"{path}{cursor}", **options)).json()
        rows += body["data"]
        if not body.get("nextCursor"):
            return rows
        cursor = f"&cursor={body['nextCursor']}"
    raise AssertionError("the list does not end")


async def test_a_shopper_reads_every_line_with_its_order(asha, people, placed):
    body = (await asha.get(f"/order/?customerId={people.asha.id}")).json()
    assert body["nextCursor"] is None
    assert body["data"][0] == {
        "orderId": placed.id,
        "itemId": placed.items[0].id,
        "customerId": people.asha.id,
        "orderedAt": iso(placed.ordered_at),
        "packedAt": None,
        "shippedAt": None,
        "deliveredAt": None,
        "cancelledAt": None,
        "status": "ordered",
        "currentStatus": "ordered",
        "statusText": None,
        "version": 1,
        "itemTotalAmount": 91500,
        "orderTotalAmount": 138000,
        "totalQuantity": 2,
        "productId": people.ring.id,
        "productName": "Lotus Ring",
        "productImageUrl": "",
        "productQuantity": 1,
        "productRate": 90000,
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
        "size": None,
        "goldRate": 9000,
        "wastageCharge": 500,
        "makingCharge": 1000,
        "discount": 0,
        "purity": "22k",
        "orderedDate": iso(placed.ordered_at),
        "deliveryFrom": None,
        "deliveryDate": str(placed.delivery_date),
        "address": None,
        "gift": None,
        "payment": {
            "method": "cod",
            "status": "due",
            "amount": 138000,
            "paid": 0,
            "refunded": 0,
            "due": 138000,
            "refundDue": 0,
            "refundPending": 0,
            "surplus": 0,
            "reference": f"SW{placed.id}",
            "expiresAt": None,
            "version": 1,
            "claim": None,
            "rejection": None,
            "paidAt": None,
            "refundedAt": None,
        },
        "history": [{"status": "ordered", "from": None, "at": iso(placed.ordered_at), "version": 1, "reason": None}],
        "isReviewed": False,
    }


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 200])
async def test_a_shoppers_list_pages_without_gap_or_repetition(asha, people, many, limit):
    rows = await everything(asha, f"/order/?customerId={people.asha.id}&limit={limit}")
    own = [order for order in reversed(many) if order.customer_id == people.asha.id]
    assert [row["itemId"] for row in rows] == [item.id for order in own for item in order.items]


@pytest.mark.parametrize("limit", [1, 3, 200])
async def test_the_board_pages_without_gap_or_repetition(karthik, many, limit):
    rows = await everything(karthik, f"/order/?flag=allOrders&limit={limit}")
    assert [row["id"] for row in rows] == [order.id for order in reversed(many)]


async def test_an_order_that_comes_in_between_two_pages_repeats_none(asha, people, many, database):
    first = (await asha.get(f"/order/?customerId={people.asha.id}&limit=3")).json()
    await database.run_sync(factories.order, people.asha, [people.ring])
    await database.commit()
    rest = await everything(asha, f"/order/?customerId={people.asha.id}&limit=200&cursor={first['nextCursor']}")
    seen = [row["itemId"] for row in first["data"] + rest]
    assert len(seen) == len(set(seen)) == 8


@pytest.mark.parametrize("cursor", ["x", "1", "1.", ".1", "-1.1", "1.1.1", "1.5x", "%00", "٣.٣", "1e3.1"])
async def test_a_junk_cursor_of_a_shoppers_list_is_refused(asha, people, cursor):
    failed(await asha.get(f"/order/?customerId={people.asha.id}&cursor={cursor}"), 422, "cursor")


@pytest.mark.parametrize("cursor", ["x", "1.1", "-1", "1.5", "%00", "٣", "1e3"])
async def test_a_junk_cursor_of_the_board_is_refused(karthik, cursor):
    failed(await karthik.get(f"/order/?flag=allOrders&cursor={cursor}"), 422, "cursor")


async def test_a_cursor_beyond_all_numbers_is_refused(karthik, asha, people, many):
    failed(await karthik.get(f"/order/?flag=allOrders&cursor={'9' * 400}"), 422, "cursor")
    huge = f"{'9' * 200}.{'9' * 200}"
    failed(await asha.get(f"/order/?customerId={people.asha.id}&cursor={huge}"), 422, "cursor")


async def test_a_cursor_beyond_all_orders_is_no_error(karthik, asha, people, many):
    assert len((await karthik.get("/order/?flag=allOrders&cursor=2147483647")).json()["data"]) == 7
    beyond = "9999999999.9999999999"
    assert (await asha.get(f"/order/?customerId={people.asha.id}&cursor={beyond}")).status_code == 200


@pytest.mark.parametrize("limit", ["0", "-1", "201", "x", "1.5", "9" * 30])
async def test_an_unfit_limit_is_refused(karthik, limit):
    failed(await karthik.get(f"/order/?flag=allOrders&limit={limit}"), 422, "limit")


async def test_the_board_shows_orders_with_their_lines_and_counts(karthik, people, placed):
    body = (await karthik.get("/order/?flag=allOrders")).json()
    assert body["counts"] == {"ordered": 2, "packed": 0, "shipped": 0, "delivered": 0, "cancelled": 0}
    assert body["countedAt"] >= max(order["orderedDate"] for order in body["data"])
    [order] = body["data"]
    assert (order["id"], order["customerName"], order["customerEmail"], order["customerPhone"]) == (
        placed.id,
        people.asha.name,
        people.asha.email,
        people.asha.phone,
    )
    assert [item["productName"] for item in order["items"]] == ["Lotus Ring", "Rope Chain"]


async def test_the_board_filters_by_status_but_counts_the_rest_too(karthik, many, database):
    for order, status in zip(many, [*STATUSES, "packed", "packed", "packed"], strict=True):
        await database.execute(
            update(OrderItem).where(OrderItem.order_id == order.id, OrderItem.line == 1).values(status=status)
        )
    await database.commit()
    body = (await karthik.get("/order/?flag=allOrders&status=packed&limit=2")).json()
    assert [order["id"] for order in body["data"]] == [many[6].id, many[5].id]
    assert body["counts"] == {"ordered": 8, "packed": 4, "shipped": 1, "delivered": 1, "cancelled": 0}


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("asha", [6, 4, 2, 0]),
        ("ASHA v", [6, 4, 2, 0]),
        ("thomas", [5, 3, 1]),
        ("%", []),
        ("_", []),
        ("\\", []),
        ("98410", [6, 5, 4, 3, 2, 1, 0]),
        ("nobody", []),
        ("' OR 1=1 --", []),
    ],
)
async def test_the_board_is_searched_by_customer(karthik, many, search, expected):
    body = (await karthik.get("/order/", params={"flag": "allOrders", "search": search})).json()
    assert [order["id"] for order in body["data"]] == [many[number].id for number in expected]
    assert body["counts"]["ordered"] == 2 * len(expected)


async def test_the_board_is_searched_by_order_number(karthik, many, database):
    await database.execute(update(Customer).values(phone=""))  # a phone number could contain the order number
    await database.commit()
    for search in (str(many[3].id), f"#{many[3].id}"):
        body = (await karthik.get("/order/", params={"flag": "allOrders", "search": search})).json()
        assert [order["id"] for order in body["data"]] == [many[3].id]


async def test_the_board_begins_at_midnight_in_india(karthik, people, database):
    for hour, minute in ((18, 29), (18, 30)):
        at = dt.datetime(2026, 11, 19, hour, minute, tzinfo=dt.UTC)
        await database.run_sync(lambda session, at=at: factories.order(session, people.asha, [people.ring], at=at))
    await database.commit()
    body = (await karthik.get("/order/?flag=allOrders&from=2026-11-20")).json()
    [order] = body["data"]
    assert dt.datetime.fromisoformat(order["orderedDate"]).astimezone(INDIA).date() == dt.date(2026, 11, 20)
    assert body["counts"]["ordered"] == 1


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "1969-12-31"])
async def test_a_day_far_away_is_no_error(karthik, placed, day):
    assert (await karthik.get(f"/order/?flag=allOrders&from={day}")).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"), [("from", "yesterday"), ("from", "2026-02-30"), ("status", "lost"), ("status", "PACKED")]
)
async def test_an_unfit_filter_is_named(karthik, name, value):
    failed(await karthik.get(f"/order/?flag=allOrders&{name}={value}"), 422, name)


async def test_one_order_is_shown_with_its_items_beside_it(karthik, placed):
    body = (await karthik.get(f"/order/?id={placed.id}")).json()
    assert body["data"]["items"] == body["items"]
    assert [item["id"] for item in body["items"]] == [item.id for item in placed.items]
    assert body["items"][0]["history"][0]["status"] == "ordered"


def moved(placed, status="packed", **fields) -> dict:
    return {"id": placed.items[0].id, "status": status} | fields


def row(session, item_id: int) -> OrderItem:
    return session.get_one(OrderItem, item_id)


async def change(browser, body):
    return await browser.post("/order/?flag=updateStatus", json=body)


@pytest.mark.parametrize("status", STATUSES)
async def test_a_change_is_answered_stored_kept_and_recorded(karthik, people, placed, run_sync, status):
    response = await change(karthik, moved(placed, status, version=1))
    answered = succeeded(response)
    stored = await run_sync(row, placed.items[0].id)
    at = iso(getattr(stored, f"{status}_at"))
    assert answered == {
        "orderId": placed.id,
        "itemId": placed.items[0].id,
        "customerId": people.asha.id,
        "from": "ordered",
        "status": status,
        "orderedAt": iso(stored.ordered_at),
        "packedAt": at if status == "packed" else None,
        "shippedAt": at if status == "shipped" else None,
        "deliveredAt": at if status == "delivered" else None,
        "cancelledAt": None,
        "version": 2,
        "currentStatus": "ordered",
        "changedBy": "Karthik Rao",
        "at": at,
        "undoes": None,
        "reason": None,
        "weights": [],
    }
    assert (stored.status, stored.version, stored.changed_by) == (status, 2, "Karthik Rao")
    [event] = await run_sync(factories.events)
    assert (event["type"], event["reach"], event["customer_id"], event["aggregate"]) == (
        "order.status_changed",
        "customer_and_admins",
        people.asha.id,
        f"order:{placed.id}",
    )
    assert event["data"] | event["admin_data"] == answered
    assert event["admin_data"] == {"changedBy": "Karthik Rao", "weights": []}
    assert iso(event["occurred_at"]) == at
    step = await run_sync(lambda s: s.scalar(select(StatusChange).where(StatusChange.version == 2)))
    assert (step.from_status, step.to_status, step.changed_by, step.admin_id, iso(step.at)) == (
        "ordered",
        status,
        "Karthik Rao",
        people.karthik.id,
        at,
    )


async def test_the_order_is_as_far_as_its_last_line(karthik, placed):
    ring, chain = (item.id for item in placed.items)
    assert succeeded(await change(karthik, {"id": ring, "status": "shipped"}))["currentStatus"] == "ordered"
    assert succeeded(await change(karthik, {"id": chain, "status": "packed"}))["currentStatus"] == "packed"


async def test_the_clients_time_is_accepted_and_not_used(karthik, placed, run_sync):
    answered = succeeded(await change(karthik, moved(placed, packedAt="2001-01-01T00:00:00Z", orderedAt="junk")))
    assert answered["packedAt"] > "2026"
    assert (await run_sync(row, placed.items[0].id)).ordered_at == placed.ordered_at


@pytest.mark.parametrize("time", [1763633700000, "", None, {}, ["\x00"], True])
async def test_any_value_sent_as_the_time_is_ignored(karthik, placed, time):
    assert succeeded(await change(karthik, moved(placed, packedAt=time)))["packedAt"] > "2026"


async def test_an_admin_sees_who_changed_it_and_a_shopper_does_not(karthik, asha, people, placed):
    await change(karthik, moved(placed))
    shown = (await karthik.get(f"/order/?id={placed.id}")).json()["items"][0]
    assert shown["changedBy"] == shown["history"][1]["changedBy"] == "Karthik Rao"
    listed = await asha.get(f"/order/?customerId={people.asha.id}")
    assert [step["status"] for step in listed.json()["data"][0]["history"]] == ["ordered", "packed"]
    assert "Karthik" not in listed.text
    assert "changedBy" not in listed.text


async def test_a_stale_version_is_answered_with_the_row_as_it_is(karthik, placed, run_sync):
    packed = succeeded(await change(karthik, moved(placed, "packed", version=1)))
    before = await run_sync(factories.contents)
    refused = failed(await change(karthik, moved(placed, "shipped", version=1)), 409)
    assert "Karthik Rao" in refused["message"]
    assert refused["data"] == packed | {"from": None}
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("version", [0, -1, 2**31, "x", 1.5])
async def test_an_unfit_version_is_refused(karthik, placed, run_sync, version):
    before = await run_sync(factories.contents)
    failed(await change(karthik, moved(placed, version=version)), 422, "version")
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("status", ["", "lost", "cancelled", "PACKED", " packed", None, 1, ["packed"], "packed\x00"])
async def test_an_unknown_status_is_refused(karthik, placed, run_sync, status):
    before = await run_sync(factories.contents)
    failed(await change(karthik, moved(placed, status)), 422, "status")
    assert await run_sync(factories.contents) == before


async def test_an_unknown_item_is_not_found(karthik, placed, run_sync):
    before = await run_sync(factories.contents)
    failed(await change(karthik, {"id": 2_000_000_000, "status": "packed"}), 404)
    assert await run_sync(factories.contents) == before


async def test_two_admins_who_saw_the_same_version_do_not_both_win(committing_api, open_shop):
    people, browsers = open_shop
    placed = await browsers.database.run_sync(factories.order, people.asha, [people.ring])
    await browsers.database.commit()
    async with await browsers.of(people.karthik) as one, await browsers.of(people.karthik) as two:
        answers = await asyncio.gather(
            *(change(browser, moved(placed, "packed", version=1)) for browser in (one, two) for _ in range(4))
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    async with committing_api.state.sessions() as session:
        assert len(await session.run_sync(factories.events)) == 1


async def test_changes_at_once_are_all_kept_in_order(committing_api, open_shop):
    people, browsers = open_shop
    placed = await browsers.database.run_sync(factories.order, people.asha, [people.ring, people.chain])
    await browsers.database.commit()
    items = [item.id for item in placed.items]
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(
            *(change(karthik, {"id": items[n % 2], "status": STATUSES[n % 4]}) for n in range(20))
        )
    assert {answer.status_code for answer in answers} == {200}
    async with committing_api.state.sessions() as session:
        recorded = await session.run_sync(factories.events)
        for item_id in items:
            data = [event["data"] for event in recorded if event["data"]["itemId"] == item_id]
            assert [entry["version"] for entry in data] == list(range(2, 12))
            assert [entry["from"] for entry in data[1:]] == [entry["status"] for entry in data[:-1]]
            steps = select(func.count()).where(StatusChange.order_item_id == item_id)
            assert await session.scalar(steps) == 11


async def test_an_order_that_somebody_holds_keeps_no_other_order_waiting(committing_api, open_shop):
    people, browsers = open_shop
    orders = [await browsers.database.run_sync(factories.order, people.asha, [people.ring]) for _ in range(6)]
    await browsers.database.commit()
    held, *others = (order.items[0].id for order in orders)
    async with await browsers.of(people.karthik) as karthik:
        async with committing_api.state.sessions() as session:
            await session.execute(select(Order).where(Order.id == orders[0].id).with_for_update())
            waiting = asyncio.create_task(change(karthik, {"id": held, "status": "packed"}))
            wanted = ({"id": item, "status": status} for status in ("packed", "shipped") for item in others[:2])
            answers = await asyncio.gather(*(change(karthik, each) for each in wanted))
            assert not waiting.done()
        assert {answer.status_code for answer in [*answers, await waiting]} == {200}


async def test_the_orders_status_in_the_events_follows_all_its_lines(committing_api, open_shop):
    people, browsers = open_shop
    placed = await browsers.database.run_sync(factories.order, people.asha, [people.ring, people.chain])
    await browsers.database.commit()
    async with await browsers.of(people.karthik) as karthik:
        await asyncio.gather(*(change(karthik, {"id": item.id, "status": "delivered"}) for item in placed.items))
    async with committing_api.state.sessions() as session:
        recorded = await session.run_sync(factories.events)
    assert [event["data"]["currentStatus"] for event in recorded] == ["ordered", "delivered"]


MOVED_ON = {
    "the line itself": lambda karthik, placed: change(karthik, moved(placed, "shipped")),
    "another line": lambda karthik, placed: change(karthik, {"id": placed.items[1].id, "status": "shipped"}),
    "the order": lambda karthik, placed: karthik.post(f"/order/?id={placed.id}", json={"currentStatus": "held"}),
}


@pytest.mark.parametrize("what", [None, *MOVED_ON])
async def test_lines_that_moved_on_since_they_were_seen_are_not_written(api, karthik, people, placed, run_sync, what):
    seen = [Line(*row) for row in await api.state.pool.fetch(status_writes.load_lines(placed.items[0].id))]
    if what:
        succeeded(await MOVED_ON[what](karthik, placed))
    before = await run_sync(factories.contents)
    event = change_status(
        seen, placed.items[0].id, Status.PACKED, changed_by="Karthik Rao", at=now(), seen_version=None
    )
    is_kept = await api.state.pool.write(status_writes.change_status(event, seen, admin_id=people.karthik.id))
    assert is_kept is (what is None)
    assert (await run_sync(factories.contents) == before) is not is_kept


async def test_several_changes_stand_or_fall_each_by_itself(karthik, placed, run_sync):
    ring, chain = (item.id for item in placed.items)
    wanted = [
        {"id": ring, "status": "packed", "version": 1},
        {"id": 2_000_000_000, "status": "packed"},
        {"id": chain, "status": "shipped", "version": 7},
    ]
    results = succeeded(await change(karthik, {"items": wanted}))
    assert [(result["id"], result["code"]) for result in results] == [(ring, 200), (2_000_000_000, 404), (chain, 409)]
    assert [event["data"]["itemId"] for event in await run_sync(factories.events)] == [ring]


@pytest.fixture
def failing_at(monkeypatch):
    """Return a function that makes PostgreSQL fail when this line is read."""

    def fail(item_id: int) -> None:
        load_lines = status_writes.load_lines

        def load_or_fail(wanted_id: int):
            if wanted_id == item_id:
                raise OperationalError(None, None, psycopg.OperationalError("lost"), hide_parameters=True)
            return load_lines(wanted_id)

        monkeypatch.setattr(status_writes, "load_lines", load_or_fail)

    return fail


async def test_several_changes_name_what_was_done_before_the_database_failed(karthik, placed, run_sync, failing_at):
    ring, chain = (item.id for item in placed.items)
    wanted = [{"id": each, "status": "packed"} for each in (ring, chain, 2_000_000_000)]
    failing_at(chain)
    results = succeeded(await change(karthik, {"items": wanted}))
    assert [(result["id"], result["code"]) for result in results] == [(ring, 200), (chain, 503), (2_000_000_000, 503)]
    assert results[1]["message"] == "The shop cannot reach its records just now. Please try again in a moment."
    assert [event["data"]["itemId"] for event in await run_sync(factories.events)] == [ring]


async def test_several_changes_fail_together_if_none_was_done(karthik, placed, run_sync, failing_at):
    before = await run_sync(factories.contents)
    failing_at(placed.items[0].id)
    failed(await change(karthik, {"items": [{"id": item.id, "status": "packed"} for item in placed.items]}), 503)
    assert await run_sync(factories.contents) == before


async def test_an_edit_tells_the_shopper_without_naming_staff(karthik, people, placed, run_sync):
    await change(karthik, moved(placed))
    response = await karthik.post(f"/order/?id={placed.id}", json={"currentStatus": "held at customs"})
    assert succeeded(response)["currentStatus"] == "held at customs"
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["customer_id"]) == ("order.changed", people.asha.id)
    assert event["data"] | event["admin_data"] == succeeded(response)
    assert "Karthik" not in str(event["data"])
    assert "changedBy" not in str(event["data"])
    assert "usedIn" not in str(event["data"])


@pytest.mark.parametrize("fields", [{"totalAmount": 1}, {"totalQuantity": 1}, {"orderedDate": "2020-01-01"}])
async def test_what_follows_from_the_lines_cannot_be_edited(karthik, placed, run_sync, fields):
    before = await run_sync(factories.contents)
    failed(await karthik.post(f"/order/?id={placed.id}", json=fields), 409, *fields)
    assert await run_sync(factories.contents) == before


async def test_a_placed_order_cannot_be_deleted(karthik, placed, run_sync):
    before = await run_sync(factories.contents)
    failed(await karthik.delete(f"/order/?id={placed.id}"), 409)
    assert await run_sync(factories.contents) == before


async def test_an_order_without_lines_is_shown_with_the_words_it_was_given(karthik, people, run_sync):
    fields = {
        "customerId": people.asha.id,
        "totalQuantity": 2,
        "totalAmount": 500,
        "orderedDate": "2026-11-01",
        "deliveryDate": "2026-11-09",
        "currentStatus": "Pending",
    }
    order = succeeded(await karthik.post("/order/", json=fields))
    assert (order["currentStatus"], order["items"], order["deliveryDate"]) == ("Pending", [], "2026-11-09")
    assert await run_sync(lambda s: s.scalar(select(func.count()).select_from(Order))) == 1
    edited = succeeded(await karthik.post(f"/order/?id={order['id']}", json={"currentStatus": ""}))
    assert edited["items"] == []
    assert (await karthik.get("/order/?flag=allOrders")).status_code == 200
