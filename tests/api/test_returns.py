"""Returns: which items may be returned and until when, who may do each step, and what is added to stock."""

import asyncio
import csv
import datetime as dt
import io

import pytest
from sqlalchemy import select, text

from shop.clock import INDIA, now, today
from shop.orders.model import OrderItem
from shop.returns.model import Return, ReturnStep
from shop.settings import settings
from shop.stock.model import StockMovement
from shop.throttles import limits
from tests.api.test_order_placement import basket, line
from tests.api.test_payments import confirm, faults, payment_events, refund
from tests.api.test_stock import changes, counted
from tests.support import factories
from tests.support.cases import cases
from tests.support.database import count_attempts
from tests.support.http_client import failed, succeeded

STEPS = {
    "withdraw": {},
    "approve": {},
    "decline": {"note": "It was worn."},
    "receive": {"intoStock": True},
    "close": {},
}
POSSIBLE = {
    ("requested", "withdraw"): "withdrawn",
    ("approved", "withdraw"): "withdrawn",
    ("requested", "approve"): "approved",
    ("requested", "decline"): "declined",
    ("approved", "receive"): "received",
    ("received", "close"): "refunded",  # nothing was paid for the order
}
PROMISED = dt.timedelta(days=30)
STATUSES = ["requested", "approved", "declined", "received", "refunded", "withdrawn"]


@pytest.fixture
async def ring(people, database):
    """Add a ring with a stock of five."""
    made = await database.run_sync(factories.stock_product, name="Peacock Ring", stock_quantity=5)
    await database.commit()
    return made


@pytest.fixture
async def item(asha, karthik, people, ring):
    """Deliver two of the five rings, and return the id of their order line."""
    order = succeeded(await asha.post("/order/", json=basket(people, line(ring, 2))))
    number = order["items"][0]["id"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": number, "status": "delivered"}))
    return number


async def ask(browser, item_id: int, **fields):
    body = {"itemId": item_id, "quantity": 1, "reason": "It does not fit"} | fields
    return await browser.post("/return/", json=body)


async def step(browser, return_id: int, action: str, version: int, **fields):
    return await browser.post(f"/return/?id={return_id}", json={"action": action, "version": version} | fields)


@pytest.fixture
async def asked(asha, item):
    """Ask to send one of the two rings back."""
    return succeeded(await ask(asha, item))


@cases("action", STEPS)
@cases("status", STATUSES)
async def test_the_table_of_states(asha, karthik, asked, run_sync, database, status, action):
    stored = await database.get(Return, asked["id"], populate_existing=True)
    stored.status = status
    await database.commit()
    before = await run_sync(factories.contents)
    answer = await step(asha if action == "withdraw" else karthik, asked["id"], action, 1, **STEPS[action])
    if (status, action) in POSSIBLE:
        changed = succeeded(answer)
        assert (changed["status"], changed["version"]) == (POSSIBLE[status, action], 2)
        assert changed["history"][-1]["from"] == status
    else:
        assert failed(answer, 409)["data"]["status"] == status
        assert await run_sync(factories.contents) == before


async def received(asha, karthik, item_id: int, refunded: float = 0) -> dict:
    """Return a received return of one piece. Before it is received, this much is refunded without naming it."""
    made = succeeded(await ask(asha, item_id))
    succeeded(await step(karthik, made["id"], "approve", 1))
    if refunded:
        succeeded(await refund(karthik, made["orderId"], refunded))
    return succeeded(await step(karthik, made["id"], "receive", 2, intoStock=True))


async def payment_of(karthik, order_id: int) -> dict:
    return succeeded(await karthik.get(f"/order/?id={order_id}"))["payment"]


async def test_a_received_return_is_closed_only_if_its_money_went_back_before(asha, karthik, item, run_sync):
    succeeded(await confirm(karthik, (await line_of(run_sync, item)).order_id, 1))
    made = await received(asha, karthik, item, refunded=1000)
    order_id, price = made["orderId"], made["amount"]
    before = await run_sync(factories.contents)
    refused = failed(await step(karthik, made["id"], "close", 3), 409)
    assert (refused["data"]["status"], (await payment_of(karthik, order_id))["closableReturn"]) == ("received", 1000)
    failed(await step(asha, made["id"], "close", 3), 403)
    assert await run_sync(factories.contents) == before
    succeeded(await refund(karthik, order_id, price, returnId=made["id"]))
    other = await received(asha, karthik, item, refunded=price - 1000)
    assert (await payment_of(karthik, order_id))["closableReturn"] == price * 2
    closed = succeeded(await step(karthik, other["id"], "close", 3))
    assert (closed["status"], closed["history"][-1]["from"], closed["changedBy"], closed["refunded"]) == (
        "refunded",
        "received",
        "Karthik Rao",
        None,
    )
    assert await run_sync(faults) == []


async def test_money_that_went_back_before_closes_one_return(asha, karthik, item, run_sync):
    order_id = (await line_of(run_sync, item)).order_id
    succeeded(await confirm(karthik, order_id, 1))
    price = float((await line_of(run_sync, item)).total_amount) / 2
    first, second = [await received(asha, karthik, item, refunded=early) for early in (price, 0)]
    assert (await payment_of(karthik, order_id))["closableReturn"] == price
    succeeded(await step(karthik, first["id"], "close", 3))
    [*_, entry] = succeeded(await karthik.get(f"/payment/?orderId={order_id}"))
    assert (entry["kind"], entry["amount"], entry["returnId"], entry["who"]) == (
        "return_closed",
        price,
        first["id"],
        "Karthik Rao",
    )
    found = await payment_of(karthik, order_id)
    assert (found["refunded"], found["refundDue"], found["closableReturn"]) == (price, 0, 0)
    failed(await step(karthik, second["id"], "close", 3), 409)
    succeeded(await refund(karthik, order_id, price, returnId=second["id"]))
    assert await run_sync(faults) == []


async def test_what_a_closed_return_used_is_not_taken_off_what_a_cancellation_owes(
    asha, karthik, people, ring, run_sync
):
    placed = succeeded(await asha.post("/order/", json=basket(people, line(ring), line(people.chain))))
    number, (returned, other) = placed["id"], placed["items"]
    succeeded(await confirm(karthik, number, 1))
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": returned["id"], "status": "delivered"}))
    made = await received(asha, karthik, returned["id"], refunded=returned["totalAmount"])
    succeeded(await step(karthik, made["id"], "close", 3))
    cancelled = {"orderId": number, "itemIds": [other["id"]], "reason": "x"}
    succeeded(await karthik.post("/order/cancel/", json=cancelled))
    found = await payment_of(karthik, number)
    assert (found["refundDue"], found["closableReturn"]) == (other["totalAmount"], 0)
    assert await run_sync(faults) == []


async def test_what_a_cancellation_owes_closes_no_return(asha, karthik, people, ring, database):
    placed = succeeded(await asha.post("/order/", json=basket(people, line(ring), line(people.chain))))
    number, (returned, other) = placed["id"], placed["items"]
    succeeded(await confirm(karthik, number, 1))
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": returned["id"], "status": "delivered"}))
    succeeded(await karthik.post("/order/cancel/", json={"orderId": number, "itemIds": [other["id"]], "reason": "x"}))
    await database.execute(text("UPDATE order_item SET cancelled_at = cancelled_at - interval '1 hour'"))
    await database.commit()
    made = await received(asha, karthik, returned["id"], refunded=other["totalAmount"])
    assert (await payment_of(karthik, number))["closableReturn"] == 0
    failed(await step(karthik, made["id"], "close", 3), 409)


@cases("status", ["due", "claimed", "failed", "expired", "cancelled"])
async def test_a_received_return_of_an_unpaid_order_is_closed(asha, karthik, item, database, run_sync, status):
    made = await received(asha, karthik, item)
    await database.execute(text("UPDATE payment SET method = 'upi', status = :status"), {"status": status})
    await database.commit()
    found = await payment_of(karthik, made["orderId"])
    answer = await step(karthik, made["id"], "close", 3)
    if status == "claimed":
        assert found["closableReturn"] == 0
        assert "Confirm or reject" in failed(answer, 409)["message"]
        return
    closed = succeeded(answer)
    assert (closed["status"], closed["refunded"], found["closableReturn"]) == ("refunded", None, found["amount"])
    kept = found["due"] and found["due"] - made["amount"]
    steps = 1 if found["due"] else 0  # a payment that has ended takes no more steps
    assert await payment_of(karthik, made["orderId"]) == found | {"due": kept, "version": found["version"] + steps}


async def on_board(karthik, order_id: int) -> dict:
    """Return the payment from the board, which PostgreSQL writes, and check that it equals the order's own."""
    [row] = succeeded(await karthik.get(f"/order/?flag=allOrders&search={order_id}"))
    assert row["payment"] == await payment_of(karthik, order_id)
    return row["payment"]


async def test_pieces_that_came_back_before_they_were_paid_are_not_due(asha, karthik, item, run_sync):
    made = await received(asha, karthik, item)
    order_id, price = made["orderId"], made["amount"]
    succeeded(await step(karthik, made["id"], "close", 3))
    assert (await on_board(karthik, order_id))["due"] == price
    [event] = payment_events(await run_sync(factories.events))
    assert (event["data"]["kind"], event["data"]["payment"]["due"]) == ("return_closed", price)
    failed(await confirm(karthik, order_id, 2, amount=price - 1), 422, "amount")
    succeeded(await confirm(karthik, order_id, 2))
    found = await on_board(karthik, order_id)
    assert (found["paid"], found["due"], found["refundDue"], found["closableReturn"]) == (price, 0, 0, 0)
    assert await run_sync(faults) == []


async def test_money_that_came_for_a_piece_that_is_back_is_owed(asha, karthik, item, run_sync, database):
    made = await received(asha, karthik, item)
    order_id, price = made["orderId"], made["amount"]
    succeeded(await step(karthik, made["id"], "close", 3))
    succeeded(await confirm(karthik, order_id, 2, amount=price * 2))
    assert (await on_board(karthik, order_id))["refundDue"] == price
    await database.execute(text("UPDATE payment SET paid_at = paid_at - interval '3 days'"))
    await database.commit()
    [stuck] = succeeded(await karthik.get("/order/?flag=allOrders&stuck=refund"))
    assert stuck["id"] == order_id
    succeeded(await refund(karthik, order_id, price))
    other = await received(asha, karthik, item)
    failed(await step(karthik, other["id"], "close", 3), 409)
    succeeded(await refund(karthik, order_id, price, returnId=other["id"]))
    found = await on_board(karthik, order_id)
    assert (found["status"], found["refunded"], found["refundDue"]) == ("refunded", price * 2, 0)
    assert succeeded(await karthik.get("/order/?flag=allOrders&stuck=refund")) == []
    assert await run_sync(faults) == []


async def line_of(run_sync, item_id: int) -> OrderItem:
    return await run_sync(lambda session: session.get_one(OrderItem, item_id))


async def test_each_step_is_kept_and_told(asha, karthik, people, item, run_sync):
    made = succeeded(await ask(asha, item, note="Size 14 would be right."))
    assert (made["status"], made["quantity"], made["note"], made["version"]) == (
        "requested",
        1,
        "Size 14 would be right.",
        1,
    )
    assert (made["customerName"], made["changedBy"]) == (None, None)
    approved = succeeded(await step(karthik, made["id"], "approve", 1))
    assert (approved["customerName"], approved["changedBy"]) == (people.asha.name, "Karthik Rao")
    events = [event for event in await run_sync(factories.events) if event["type"] == "return.changed"]
    assert [(event["reach"], event["data"]["status"]) for event in events] == [
        ("customer_and_admins", "requested"),
        ("customer_and_admins", "approved"),
    ]
    assert events[1]["admin_data"]["changedBy"] == "Karthik Rao"
    assert events[1]["data"]["changedBy"] is None
    [listed] = succeeded(await asha.get("/return/"))
    assert listed == {name: value for name, value in events[1]["data"].items() if name in listed}
    steps = await run_sync(lambda session: session.scalars(select(ReturnStep).order_by(ReturnStep.version)).all())
    assert [(each.from_status, each.to_status, each.admin_id, each.changed_by) for each in steps] == [
        (None, "requested", None, people.asha.name),
        ("requested", "approved", people.karthik.id, "Karthik Rao"),
    ]
    [entry] = [entry for entry in succeeded(await karthik.get("/audit/")) if "return" in (entry["label"] or "")]
    assert (entry["actor"], entry["changes"][0]["to"]) == ("Karthik Rao", "approved")


async def test_the_audit_has_the_note_of_a_return_and_whether_its_piece_went_into_stock(asha, karthik, item):
    made, refused = [succeeded(await ask(asha, item))["id"] for _ in range(2)]
    succeeded(await step(karthik, made, "approve", 1, note="Please use the box."))
    succeeded(await step(karthik, made, "receive", 2, intoStock=False))
    succeeded(await step(karthik, refused, "decline", 1, note="It was worn."))
    entries = [
        {change["field"]: (change["from"], change["to"]) for change in entry["changes"]}
        for entry in succeeded(await karthik.get("/audit/"))
        if (entry["label"] or "").startswith("return")
    ]
    assert entries == [
        {"return": ("requested", "declined"), "reason": (None, "It was worn.")},
        {"return": ("approved", "received"), "into_stock": (None, False)},
        {"return": ("requested", "approved"), "note": (None, "Please use the box.")},
    ]


@pytest.mark.parametrize(("into_stock", "left"), [(True, 4), (False, 3)])
async def test_a_received_piece_goes_back_into_stock_as_the_admin_says(
    asha, karthik, ring, item, run_sync, into_stock, left
):
    made = succeeded(await ask(asha, item))
    succeeded(await step(karthik, made["id"], "approve", 1))
    received = succeeded(await step(karthik, made["id"], "receive", 2, intoStock=into_stock))
    assert received["intoStock"] is into_stock
    moved = [5, -2, 1] if into_stock else [5, -2]
    assert await run_sync(counted(ring.id)) == (left, "yes", moved)
    if into_stock:
        last = await run_sync(
            lambda session: session.scalars(select(StockMovement).order_by(StockMovement.id.desc())).first()
        )
        assert (last.reason, last.order_item_id, last.changed_by) == ("return", item, "Karthik Rao")
        assert changes(await run_sync(factories.events))[-1]["admin_data"]["stockQuantity"] == 4


async def test_each_piece_is_returned_once(asha, karthik, item):
    first = succeeded(await ask(asha, item))
    succeeded(await ask(asha, item))
    assert failed(await ask(asha, item), 409)["message"] == "No piece of this item can still be returned."
    succeeded(await step(karthik, first["id"], "decline", 1, note="It was worn."))
    assert failed(await ask(asha, item, quantity=2), 409)["data"] == {"quantityLeft": 1}
    succeeded(await ask(asha, item))
    declined = succeeded(await asha.get("/return/?status=declined"))
    assert [(each["id"], each["answer"]) for each in declined] == [(first["id"], "It was worn.")]


@pytest.mark.parametrize("status", ["ordered", "packed", "shipped"])
async def test_only_what_is_delivered_can_be_returned(asha, karthik, item, run_sync, status):
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": status}))
    before = await run_sync(factories.contents)
    assert status in failed(await ask(asha, item), 409)["message"]
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(("hour", "is_in_time"), [(0, True), (-1, False)])
async def test_the_promise_lasts_to_the_end_of_the_thirtieth_day(asha, item, database, hour, is_in_time):
    """The piece was delivered in the first or the last hour of a day in India."""
    today_begins = dt.datetime.combine(today(now()), dt.time.min, INDIA)
    stored = await database.get(OrderItem, item, populate_existing=True)
    stored.delivered_at = today_begins - PROMISED + dt.timedelta(hours=hour)
    await database.commit()
    answer = await ask(asha, item)
    if is_in_time:
        succeeded(answer)
    else:
        assert "30 days" in failed(answer, 409)["message"]


async def test_a_shop_that_promises_no_days_takes_nothing_back(asha, item, monkeypatch):
    monkeypatch.setattr(settings(), "return_days", 0)
    assert "0 days" in failed(await ask(asha, item), 409)["message"]


async def test_who_may_not_is_refused(asha, ben, karthik, visitor, item, run_sync):
    made = succeeded(await ask(asha, item))
    before = await run_sync(factories.contents)
    failed(await ask(ben, item), 404)
    failed(await ask(karthik, item), 403)
    failed(await ask(visitor, item), 401)
    failed(await step(ben, made["id"], "withdraw", 1), 404)
    failed(await step(visitor, made["id"], "withdraw", 1), 401)
    failed(await step(karthik, made["id"], "withdraw", 1), 403)
    for action in ("approve", "decline", "receive"):
        failed(await step(asha, made["id"], action, 1, **STEPS[action]), 403)
    failed(await step(karthik, 2_000_000_000, "approve", 1), 404)
    assert succeeded(await ben.get("/return/")) == []
    assert await run_sync(factories.contents) == before


async def test_a_stale_version_is_refused_with_the_return_as_it_is(asha, karthik, item):
    made = succeeded(await ask(asha, item))
    succeeded(await step(karthik, made["id"], "approve", 1))
    refused = failed(await step(asha, made["id"], "withdraw", 1), 409)
    assert (refused["data"]["status"], refused["data"]["version"]) == ("approved", 2)
    assert refused["data"]["changedBy"] is None


async def test_admins_see_all_with_counts_and_pages(asha, ben, karthik, item, people):
    made = succeeded(await ask(asha, item))
    other = succeeded(await ask(asha, item))
    succeeded(await step(karthik, made["id"], "approve", 1))
    body = (await karthik.get("/return/?limit=1")).json()
    assert [each["id"] for each in body["data"]] == [other["id"]]
    assert (body["counts"]["requested"], body["counts"]["approved"], body["counts"]["refunded"]) == (1, 1, 0)
    following = (await karthik.get(f"/return/?limit=1&cursor={body['nextCursor']}")).json()
    assert ([each["id"] for each in following["data"]], following["nextCursor"]) == ([made["id"]], None)
    assert (await asha.get("/return/")).json()["counts"] is None


@pytest.mark.parametrize("sort", ["newest", "oldest"])
async def test_a_list_goes_on_after_the_last_return_when_it_was_handled(asha, karthik, item, sort):
    made = [succeeded(await ask(asha, item))["id"] for _ in range(2)]
    path = f"/return/?status=requested&limit=1&sort={sort}"
    first = (await karthik.get(path)).json()
    [handled] = [each["id"] for each in first["data"]]
    succeeded(await step(karthik, handled, "decline", 1, **STEPS["decline"]))
    rest = (await karthik.get(f"{path}&cursor={first['nextCursor']}")).json()
    assert [handled, *(each["id"] for each in rest["data"])] == (made[::-1] if sort == "newest" else made)
    assert rest["nextCursor"] is None
    other = "oldest" if sort == "newest" else "newest"
    failed(await karthik.get(f"/return/?sort={other}&cursor={first['nextCursor']}"), 404, "cursor")
    failed(await karthik.get(f"{path}&cursor=1"), 404, "cursor")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"quantity": 0}, "quantity"),
        ({"quantity": -1}, "quantity"),
        ({"quantity": 0.5}, "quantity"),
        ({"quantity": 11}, "quantity"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"note": "x" * 1001}, "note"),
        ({"itemId": "x"}, "itemId"),
    ],
)
async def test_unfit_fields_are_refused_by_name(asha, item, run_sync, fields, field):
    before = await run_sync(factories.contents)
    failed(await ask(asha, item, **fields), 422, field)
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "decline", "version": 1}, "note"),
        ({"action": "receive", "version": 1}, "intoStock"),
        ({"action": "refund", "version": 1}, "action"),
        ({"action": "approve"}, "version"),
    ],
)
async def test_unfit_steps_are_refused_by_name(asha, karthik, item, run_sync, body, field):
    made = succeeded(await ask(asha, item))
    before = await run_sync(factories.contents)
    failed(await karthik.post(f"/return/?id={made['id']}", json=body), 422, field)
    assert await run_sync(factories.contents) == before


async def test_of_many_at_once_each_piece_is_returned_and_received_once(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        ring = await session.run_sync(factories.stock_product, name="Last Ring", stock_quantity=1)
        await session.commit()
        async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
            order = succeeded(await asha.post("/order/", json=basket(people, line(ring))))
            item = order["items"][0]["id"]
            succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "delivered"}))
            asked = await asyncio.gather(*(ask(asha, item) for _ in range(8)))
            assert sorted(answer.status_code for answer in asked) == [200] + [409] * 7
            number = next(answer.json()["data"]["id"] for answer in asked if answer.status_code == 200)
            succeeded(await step(karthik, number, "approve", 1))
            received = await asyncio.gather(*(step(karthik, number, "receive", 2, intoStock=True) for _ in range(8)))
        assert sorted(answer.status_code for answer in received) == [200] + [409] * 7
        assert await session.run_sync(counted(ring.id)) == (1, "yes", [1, -1, 1])


async def test_staff_search_the_queue_and_sort_it(asha, karthik, item):
    first, second = [succeeded(await ask(asha, item)) for _ in range(2)]
    order_id = first["orderId"]
    for search in ("PEACOCK", "asha", f"R-{first['id']}", f"{order_id}", f"#{order_id}", f"SW{order_id}"):
        found = succeeded(await karthik.get("/return/", params={"search": search, "sort": "oldest"}))
        assert first["id"] in [each["id"] for each in found]
    both = succeeded(await karthik.get("/return/", params={"search": "peacock", "sort": "oldest"}))
    assert [each["id"] for each in both] == [first["id"], second["id"]]
    assert succeeded(await karthik.get("/return/", params={"search": "no such thing"})) == []


async def test_too_many_requests_have_to_wait(asha, run_sync):
    failed(await ask(asha, 2_000_000_000), 404)
    await count_attempts(run_sync, limits.RETURN_REQUESTS, 29)
    failed(await ask(asha, 2_000_000_000), 404)
    failed(await ask(asha, 2_000_000_000), 429)


async def test_what_is_asked_twice_under_one_key_is_one_return(asha, item, run_sync):
    body, key = {"itemId": item, "quantity": 1, "reason": "It does not fit"}, {"Idempotency-Key": "7d2f"}
    first = await asha.post("/return/", json=body, headers=key)
    succeeded(first)
    after = await run_sync(factories.contents)
    assert (await asha.post("/return/", json=body, headers=key)).content == first.content
    failed(await asha.post("/return/", json=body | {"quantity": 2}, headers=key), 422, "Idempotency-Key")
    assert await run_sync(factories.contents) == after


async def test_the_queue_by_who_has_the_order_and_by_reason(asha, karthik, people, item):
    fits, _ = [succeeded(await ask(asha, item)) for _ in range(2)]
    succeeded(await step(karthik, fits["id"], "approve", 1))

    async def listed(**params) -> list[int]:
        return [each["status"] for each in succeeded(await karthik.get("/return/", params=params))]

    assert await listed(assignedTo="nobody") == ["requested", "approved"]
    assert await listed(assignedTo=people.karthik.id) == []
    page = (await karthik.get("/return/?status=requested")).json()
    assert page["deskCounts"] == {"mine": 0, "unassigned": 1}
    assert page["desk"] == [{"orderId": fits["orderId"], "assignee": None, "version": 0, "notes": 0}]
    body = {"orderId": fits["orderId"], "adminId": people.karthik.id, "version": 0}
    succeeded(await karthik.post("/order/assignment/", json=body))
    succeeded(await karthik.post("/order/notes/", json={"orderId": fits["orderId"], "text": "Rang her."}))
    assert await listed(assignedTo=people.karthik.id, status="requested") == ["requested"]
    assert await listed(assignedTo="nobody") == []
    page = (await karthik.get("/return/?status=requested")).json()
    assert page["deskCounts"] == {"mine": 1, "unassigned": 0}
    [desk] = page["desk"]
    assert (desk["assignee"]["id"], desk["version"], desk["notes"]) == (people.karthik.id, 1, 1)
    assert len(await listed(reason="It does not fit")) == 2
    assert await listed(reason="I changed my mind") == []
    own = (await asha.get("/return/")).json()
    assert (own["desk"], own["deskCounts"]) == (None, None)


async def test_returns_are_exported_as_they_are_listed(asha, karthik, item):
    first, second = [succeeded(await ask(asha, item, note='=1+1, "pale"')) for _ in range(2)]
    succeeded(await step(karthik, first["id"], "decline", 1, note="It was worn."))
    everything = list(csv.DictReader(io.StringIO((await karthik.get("/return/?flag=csv&sort=oldest")).text[1:])))
    assert [row["Return"] for row in everything] == [str(first["id"]), str(second["id"])]
    declined = everything[0]
    assert (declined["Status"], declined["Declined for"], declined["By"]) == ("declined", "It was worn.", "Karthik Rao")
    assert float(declined["Amount"]) == first["amount"]
    assert not declined["Note"].startswith("=")
    answer = await karthik.get("/return/?flag=csv&status=requested")
    assert [row["Return"] for row in csv.DictReader(io.StringIO(answer.text[1:]))] == [str(second["id"])]
    assert (await asha.get("/return/?flag=csv")).status_code == 403
