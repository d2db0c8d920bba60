"""Cancelling order lines: who may cancel and until when, what a cancellation changes, and how it is undone."""

import asyncio
import datetime as dt
from uuid import uuid4

import pytest
from sqlalchemy import func, select, update

from shop.catalogue.model import Product
from shop.catalogue.price_listing import Listing
from shop.clock import iso, now
from shop.orders import consistency
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.payments.model import Payment, PaymentEntry
from shop.stock import queries
from shop.stock.model import StockMovement
from shop.throttles import limits
from tests.api.test_order_placement import basket, line
from tests.api.test_returns import received
from tests.api.test_stock import changes, counted
from tests.support import factories
from tests.support.database import count_attempts, waits_for
from tests.support.http_client import failed, succeeded

REASON = "I found another piece"


async def cancel(browser, order_id: int, *item_ids: int, **fields):
    named = {"itemIds": list(item_ids)} if item_ids else {}
    return await browser.post("/order/cancel/", json={"orderId": order_id, "reason": REASON} | named | fields)


async def set_status(browser, item_id: int, status: str):
    return await browser.post("/order/?flag=updateStatus", json={"id": item_id, "status": status})


async def undo(browser, item_id: int, version: int):
    return await browser.post("/order/?flag=undoStatus", json={"id": item_id, "version": version})


async def order_anew(browser, body):
    return succeeded(await browser.post("/order/", json=body, headers={"Idempotency-Key": str(uuid4())}))


def faults(session) -> list[str]:
    session.expire_all()
    wrong = [fault for _, found in consistency.verify(session) for fault in found]
    pieces = session.execute(queries.differences()).all() + session.execute(queries.wrong_orders()).all()
    return [*wrong, *consistency.count_mismatches(session), *map(str, pieces)]


def row(session, item_id: int) -> OrderItem:
    return session.get_one(OrderItem, item_id, populate_existing=True)


@pytest.fixture
async def ring(people, database):
    """Add a ring with a stock of five."""
    made = await database.run_sync(factories.stock_product, name="Peacock Ring", stock_quantity=5)
    await database.commit()
    return made


@pytest.fixture
async def order(asha, people, ring):
    """Place an order for Asha: two of the five rings, and a chain without a stock count."""
    return succeeded(await asha.post("/order/", json=basket(people, line(ring, 2), line(people.chain))))


@pytest.fixture
def items(order):
    return [item["id"] for item in order["items"]]


SHOPPERS_MAY = {"ordered"}
STAFF_MAY = {"ordered", "packed", "shipped"}


@pytest.mark.parametrize("who", ["asha", "karthik"])
@pytest.mark.parametrize("status", [status.value for status in Status])
async def test_the_table_of_states(request, karthik, order, items, run_sync, who, status):
    browser = request.getfixturevalue(who)
    if status == "cancelled":
        succeeded(await cancel(karthik, order["id"], items[0]))
    elif status != "ordered":
        succeeded(await set_status(karthik, items[0], status))
    before = await run_sync(factories.contents)
    answer = await cancel(browser, order["id"], items[0])
    if status in (SHOPPERS_MAY if who == "asha" else STAFF_MAY):
        [changed] = succeeded(answer)
        assert (changed["from"], changed["status"], changed["reason"]) == (status, "cancelled", REASON)
        assert changed["cancelledAt"] == changed["at"]
        assert (await run_sync(row, items[0])).status == "cancelled"
    else:
        data = failed(answer, 409)["data"]
        assert [item["status"] for item in data["items"]] == [status, "ordered"]
        assert ("changedBy" in data["items"][0]) is (who == "karthik")
        assert await run_sync(factories.contents) == before
    assert await run_sync(faults) == []


@pytest.mark.parametrize("status", ["ordered", "packed", "shipped", "delivered"])
async def test_a_cancelled_item_has_no_status_to_set(karthik, order, items, run_sync, status):
    succeeded(await cancel(karthik, order["id"], items[0]))
    before = await run_sync(factories.contents)
    refused = failed(await set_status(karthik, items[0], status), 409)
    assert refused["data"]["status"] == "cancelled"
    assert await run_sync(factories.contents) == before


async def test_row_history_event_and_lists_say_who_when_from_and_to(asha, karthik, people, order, items, run_sync):
    [changed] = succeeded(await cancel(asha, order["id"], items[1]))
    assert "changedBy" not in changed or changed["changedBy"] is None
    stored = await run_sync(row, items[1])
    assert (stored.status, stored.version, stored.changed_by) == ("cancelled", 2, people.asha.name)
    assert iso(stored.cancelled_at) == changed["at"]
    step = await run_sync(
        lambda session: session.scalars(
            select(StatusChange).where(StatusChange.order_item_id == items[1], StatusChange.version == 2)
        ).one()
    )
    assert (step.from_status, step.to_status, step.admin_id, step.changed_by) == (
        "ordered",
        "cancelled",
        None,
        people.asha.name,
    )
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["reach"]) == ("order.status_changed", "customer_and_admins")
    for_staff = {"changedBy", "weights", "stockNote"}
    assert event["data"] == {name: value for name, value in changed.items() if name not in for_staff}
    assert event["data"]["currentStatus"] == "ordered"
    assert event["admin_data"] == {"changedBy": people.asha.name, "weights": []}

    listed = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))[1]
    assert (listed["status"], listed["cancelledAt"]) == ("cancelled", changed["at"])
    assert listed["history"][-1] == {
        "status": "cancelled",
        "from": "ordered",
        "at": changed["at"],
        "version": 2,
        "reason": REASON,
    }
    board = (await karthik.get("/order/?flag=allOrders&status=cancelled&amounts=true")).json()
    assert [shown["id"] for shown in board["data"]] == [order["id"]]
    assert (board["counts"]["cancelled"], board["counts"]["ordered"]) == (1, 1)
    assert board["amounts"]["cancelled"] == listed["itemTotalAmount"]
    assert board["data"][0]["items"][1]["history"][-1]["changedBy"] == people.asha.name
    assert (await karthik.get("/order/?flag=allOrders&status=ordered")).json()["data"] != []


async def test_without_items_all_that_is_left_is_cancelled(asha, order, items, run_sync):
    succeeded(await cancel(asha, order["id"], items[0]))
    [changed] = succeeded(await cancel(asha, order["id"]))
    assert (changed["itemId"], changed["currentStatus"]) == (items[1], "cancelled")
    failed(await cancel(asha, order["id"]), 409)
    assert await run_sync(faults) == []


async def test_all_of_those_named_or_none(asha, karthik, order, items, run_sync):
    succeeded(await set_status(karthik, items[1], "packed"))
    before = await run_sync(factories.contents)
    for named in (items, []):
        refused = failed(await cancel(asha, order["id"], *named), 409)
        assert refused["message"].startswith("This item was packed on ")
        assert refused["message"].endswith("so it cannot be cancelled. You can return it after delivery.")
    assert await run_sync(factories.contents) == before
    both = succeeded(await cancel(karthik, order["id"], *items))
    assert [each["currentStatus"] for each in both] == ["packed", "cancelled"]
    events = [event for event in await run_sync(factories.events) if event["type"] == "order.status_changed"]
    assert [event["data"]["itemId"] for event in events[-2:]] == items
    assert await run_sync(faults) == []


async def test_pieces_go_back_to_the_stock_that_counts_them(asha, people, ring, order, items, run_sync):
    succeeded(await cancel(asha, order["id"]))
    assert await run_sync(counted(ring.id)) == (5, "yes", [5, -2, 2])
    assert await run_sync(counted(people.chain.id)) == (None, "yes", [])
    moved = await run_sync(
        lambda session: session.scalars(select(StockMovement).order_by(StockMovement.id.desc())).first()
    )
    assert (moved.reason, moved.order_item_id, moved.admin_id, moved.changed_by) == (
        "cancellation",
        items[0],
        None,
        people.asha.name,
    )
    told = changes(await run_sync(factories.events))[-1]
    assert (told["type"], told["reach"], told["data"]["stockLeft"]) == ("catalogue.changed", "everyone", None)
    assert told["admin_data"] == {"stockQuantity": 5}


async def test_the_last_piece_is_on_sale_again_and_who_waits_is_told(asha, people, ring, order, run_sync):
    rest = succeeded(await asha.post("/order/", json=basket(people, line(ring, 3))))
    shown = succeeded(await asha.get(f"/product/customer/?id={ring.id}"))
    assert (shown["stockAvailability"], shown["stockLeft"]) == ("no", 0)
    succeeded(await asha.post("/stock/request/", json={"productId": ring.id}))
    succeeded(await cancel(asha, rest["id"]))
    shown = succeeded(await asha.get(f"/product/customer/?id={ring.id}"))
    assert (shown["stockAvailability"], shown["stockLeft"]) == ("yes", 3)
    told = changes(await run_sync(factories.events))[-1]
    assert (told["type"], told["data"]["stockAvailability"], told["data"]["stockLeft"]) == (
        "catalogue.changed",
        "yes",
        3,
    )


async def test_what_is_no_longer_counted_gets_nothing_back(asha, karthik, ring, order, run_sync):
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"stockQuantity": None}))
    succeeded(await cancel(asha, order["id"]))
    assert await run_sync(counted(ring.id)) == (None, "yes", [5, -2, -3])
    assert await run_sync(faults) == []


async def test_a_count_that_is_full_stays_within_its_limit(asha, karthik, ring, order, run_sync):
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"stockQuantity": 100_000}))
    succeeded(await cancel(asha, order["id"]))
    assert (await run_sync(counted(ring.id)))[0] == 100_000
    assert await run_sync(faults) == []


async def test_undo_restores_the_status_and_takes_the_pieces_again(karthik, ring, order, items, run_sync):
    succeeded(await set_status(karthik, items[0], "packed"))
    succeeded(await cancel(karthik, order["id"], items[0]))
    back = succeeded(await undo(karthik, items[0], 3))
    assert (back["from"], back["status"], back["undoes"], back["cancelledAt"]) == ("cancelled", "packed", 3, None)
    assert await run_sync(counted(ring.id)) == (3, "yes", [5, -2, 2, -2])
    assert await run_sync(faults) == []
    succeeded(await cancel(karthik, order["id"], items[0]))
    succeeded(await undo(karthik, items[0], 5))
    assert await run_sync(counted(ring.id)) == (3, "yes", [5, -2, 2, -2, 2, -2])
    assert await run_sync(faults) == []


async def test_undo_is_refused_when_the_pieces_are_gone(asha, karthik, people, ring, order, items, run_sync):
    succeeded(await cancel(karthik, order["id"], items[0]))
    succeeded(await asha.post("/order/", json=basket(people, line(ring, 4))))
    before = await run_sync(factories.contents)
    refused = failed(await undo(karthik, items[0], 2), 409)
    assert refused["message"] == "The pieces of this item were sold since it was cancelled."
    assert await run_sync(factories.contents) == before


async def test_undo_is_refused_after_its_time(karthik, order, items, run_sync, database):
    succeeded(await cancel(karthik, order["id"], items[0]))
    earlier = now() - dt.timedelta(seconds=23)
    await database.execute(update(StatusChange).where(StatusChange.version == 2).values(at=earlier))
    await database.execute(update(OrderItem).where(OrderItem.id == items[0]).values(cancelled_at=earlier))
    await database.commit()
    before = await run_sync(factories.contents)
    assert "20 seconds" in failed(await undo(karthik, items[0], 2), 409)["message"]
    assert await run_sync(factories.contents) == before


async def pay(karthik, order):
    """Confirm the payment of the order as staff. Any payment method is accepted."""
    version = succeeded(await karthik.get(f"/order/?id={order['id']}"))["payment"]["version"]
    return succeeded(await karthik.post("/payment/confirm/", json={"orderId": order["id"], "version": version}))


async def pay_online(karthik, order, database):
    """Confirm the payment of the order as an online payment, whose refunds the provider sends later."""
    await pay(karthik, order)
    await database.execute(update(Payment).where(Payment.order_id == order["id"]).values(method="online"))
    await database.commit()


def pay_back(browser, wanted):
    return browser.post("/payment/refund/", json=wanted, headers={"Idempotency-Key": str(uuid4())})


@pytest.mark.parametrize("names_item", [True, False])
async def test_undo_is_refused_when_the_money_was_paid_back(karthik, order, items, run_sync, database, names_item):
    await pay_online(karthik, order, database)
    succeeded(await cancel(karthik, order["id"], items[0]))
    fields = {"itemIds": [items[0]]} if names_item else {}
    wanted = {"orderId": order["id"], "amount": 100, "reason": "Cancelled"} | fields
    succeeded(await pay_back(karthik, wanted))
    before = await run_sync(factories.contents)
    assert "was paid back" in failed(await undo(karthik, items[0], 2), 409)["message"]
    assert await run_sync(factories.contents) == before


async def test_undo_is_refused_when_a_refund_took_its_time_before_it_waited_for_the_cancellation(
    karthik, order, items, run_sync, database
):
    await pay_online(karthik, order, database)
    succeeded(await cancel(karthik, order["id"], items[0]))
    succeeded(await pay_back(karthik, {"orderId": order["id"], "amount": 100, "reason": "Cancelled"}))
    paid_back_at = await database.scalar(select(PaymentEntry.at).where(PaymentEntry.kind == "refund"))
    later = paid_back_at + dt.timedelta(seconds=4)
    await database.execute(update(StatusChange).where(StatusChange.version == 2).values(at=later))
    await database.commit()
    assert "was paid back" in failed(await undo(karthik, items[0], 2), 409)["message"]


async def test_undo_is_possible_when_the_money_for_another_item_was_paid_back(
    karthik, order, items, run_sync, database
):
    await pay_online(karthik, order, database)
    succeeded(await cancel(karthik, order["id"], *items))
    wanted = {"orderId": order["id"], "amount": 100, "reason": "Cancelled", "itemIds": [items[1]]}
    succeeded(await pay_back(karthik, wanted))
    succeeded(await undo(karthik, items[0], 2))
    assert await run_sync(faults) == []


async def test_undo_is_possible_when_the_money_for_a_return_was_paid_back(
    asha, karthik, order, items, run_sync, database
):
    await pay_online(karthik, order, database)
    succeeded(await set_status(karthik, items[1], "delivered"))
    returned = await received(asha, karthik, items[1])
    succeeded(await cancel(karthik, order["id"], items[0]))
    wanted = {"orderId": order["id"], "amount": 100, "reason": "Returned", "returnId": returned["id"]}
    succeeded(await pay_back(karthik, wanted))
    succeeded(await undo(karthik, items[0], 2))
    assert await run_sync(faults) == []


@pytest.mark.parametrize("names_item", [True, False])
async def test_no_money_is_sent_by_hand_while_a_cancellation_can_be_undone(
    karthik, order, items, run_sync, database, names_item
):
    await pay(karthik, order)
    succeeded(await cancel(karthik, order["id"], items[0]))
    fields = {"itemIds": [items[0]]} if names_item else {}
    wanted = {"orderId": order["id"], "amount": 100, "reason": "Cancelled"} | fields
    before = await run_sync(factories.contents)
    refused = failed(await pay_back(karthik, wanted), 409)
    assert "can still be undone" in refused["message"]
    assert await run_sync(factories.contents) == before
    earlier = now() - dt.timedelta(seconds=23)
    await database.execute(update(OrderItem).where(OrderItem.id == items[0]).values(cancelled_at=earlier))
    await database.commit()
    assert succeeded(await pay_back(karthik, wanted))["payment"]["refunded"] == 100


@pytest.mark.parametrize("is_claimed", [True, False])
async def test_undo_is_refused_when_the_order_was_paid_without_the_item(asha, karthik, people, run_sync, is_claimed):
    placed = succeeded(
        await asha.post("/order/", json=basket(people, line(people.ring), line(people.chain), paymentMethod="upi"))
    )
    item = placed["items"][0]["id"]
    succeeded(await cancel(asha, placed["id"], item))
    if is_claimed:
        claimed = {"orderId": placed["id"], "reference": "400000000001"}
        succeeded(await asha.post("/payment/claim/", json=claimed))
    else:
        await pay(karthik, placed)
    before = await run_sync(factories.contents)
    assert "paid without this item" in failed(await undo(karthik, item, 2), 409)["message"]
    assert await run_sync(factories.contents) == before


async def test_undo_is_possible_when_the_whole_order_is_claimed_as_paid(asha, karthik, people, run_sync):
    placed = succeeded(
        await asha.post("/order/", json=basket(people, line(people.ring), line(people.chain), paymentMethod="upi"))
    )
    item = placed["items"][0]["id"]
    succeeded(await asha.post("/payment/claim/", json={"orderId": placed["id"], "reference": "400000000001"}))
    succeeded(await cancel(karthik, placed["id"], item))
    succeeded(await undo(karthik, item, 2))
    assert await run_sync(faults) == []


async def test_undo_is_possible_when_the_order_was_paid_before_the_cancellation(asha, karthik, order, items, run_sync):
    succeeded(await cancel(asha, order["id"], items[0]))
    await pay(karthik, order)
    succeeded(await cancel(asha, order["id"], items[1]))
    succeeded(await undo(karthik, items[1], 2))
    failed(await undo(karthik, items[0], 2), 409)
    assert await run_sync(faults) == []


@pytest.mark.parametrize("status", ["expired", "cancelled"])
async def test_undo_is_refused_when_the_payment_has_ended(asha, karthik, database, order, items, run_sync, status):
    succeeded(await cancel(asha, order["id"]))
    await database.execute(update(Payment).where(Payment.order_id == order["id"]).values(status=status))
    await database.commit()
    before = await run_sync(factories.contents)
    assert "payment of this order has ended" in failed(await undo(karthik, items[0], 2), 409)["message"]
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("steps", [[], ["approve"], ["approve", "receive"]])
async def test_an_item_whose_pieces_are_returned_is_not_cancelled(asha, karthik, order, items, run_sync, steps):
    """Otherwise the shop would refund the same item twice."""
    await pay(karthik, order)
    succeeded(await set_status(karthik, items[0], "delivered"))
    wanted = {"itemId": items[0], "quantity": 1, "reason": "It does not fit"}
    asked = succeeded(await asha.post("/return/", json=wanted))
    for version, action in enumerate(steps, 1):
        body = {"action": action, "version": version, "intoStock": True}
        succeeded(await karthik.post(f"/return/?id={asked['id']}", json=body))
    succeeded(await set_status(karthik, items[0], "shipped"))
    before = await run_sync(factories.contents)
    for named in ([items[0]], []):
        refused = failed(await cancel(karthik, order["id"], *named), 409)
        assert refused["message"].startswith("Pieces of this item were returned")
        assert [each["status"] for each in refused["data"]["items"]] == ["shipped", "ordered"]
    assert await run_sync(factories.contents) == before
    succeeded(await cancel(karthik, order["id"], items[1]))
    assert await run_sync(faults) == []


async def test_an_item_whose_return_ended_is_cancelled(asha, karthik, order, items, run_sync):
    succeeded(await set_status(karthik, items[0], "delivered"))
    wanted = {"itemId": items[0], "quantity": 1, "reason": "It does not fit"}
    asked = succeeded(await asha.post("/return/", json=wanted))
    succeeded(await asha.post(f"/return/?id={asked['id']}", json={"action": "withdraw", "version": 1}))
    succeeded(await set_status(karthik, items[0], "shipped"))
    succeeded(await cancel(karthik, order["id"], items[0]))
    assert await run_sync(faults) == []


async def test_of_an_undo_and_a_refund_at_once_one_counts(committing_api, open_shop):
    people, browsers = open_shop
    asha, karthik = await browsers.of(people.asha), await browsers.of(people.karthik)
    for _ in range(4):
        placed = await order_anew(asha, basket(people, line(people.chain)))
        item = placed["items"][0]["id"]
        async with committing_api.state.sessions() as session:
            await pay_online(karthik, placed, session)
        succeeded(await cancel(karthik, placed["id"], item))
        wanted = {"orderId": placed["id"], "amount": 100, "reason": "Cancelled", "itemIds": [item]}
        answers = await asyncio.gather(
            undo(karthik, item, 2),
            *(pay_back(karthik, wanted) for _ in range(2)),
        )
        undone, *paid_back = [answer.status_code for answer in answers]
        assert (undone == 200) != (200 in paid_back), answers
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(faults) == []
    await asha.aclose()
    await karthik.aclose()


async def test_figures_and_best_sellers_do_not_count_what_is_cancelled(
    asha, karthik, people, ring, order, items, run_sync
):
    def sold(session) -> int:
        return session.scalar(select(Listing.sold).where(Listing.product_id == ring.id))

    succeeded(await cancel(karthik, order["id"], items[0]))
    figures = succeeded(await karthik.get("/order/?flag=figures"))
    assert figures["today"] == {"orders": 1, "sales": order["items"][1]["totalAmount"]}
    assert (figures["standing"]["cancelled"]["items"], await run_sync(sold)) == (1, 0)
    succeeded(await karthik.post(f"/product/?id={ring.id}", json={"name": "Lily Ring"}))
    assert await run_sync(sold) == 0
    succeeded(await undo(karthik, items[0], 2))
    assert (succeeded(await karthik.get("/order/?flag=figures"))["today"]["sales"], await run_sync(sold)) == (
        order["totalAmount"],
        2,
    )
    succeeded(await cancel(asha, order["id"]))
    assert succeeded(await karthik.get("/order/?flag=figures"))["today"] == {"orders": 0, "sales": 0}
    assert await run_sync(sold) == 0


async def test_someone_elses_order_is_not_found(ben, visitor, order, items, run_sync):
    before = await run_sync(factories.contents)
    failed(await cancel(ben, order["id"]), 404)
    failed(await cancel(ben, order["id"], items[0]), 404)
    failed(await cancel(visitor, order["id"]), 401)
    assert await run_sync(factories.contents) == before


async def test_unknown_orders_and_items_are_not_found(asha, karthik, order, items, run_sync):
    before = await run_sync(factories.contents)
    for browser in (asha, karthik):
        failed(await cancel(browser, 2_000_000_000), 404)
        failed(await cancel(browser, order["id"], 2_000_000_000), 404)
        failed(await cancel(browser, order["id"], items[0], 2_000_000_000), 404)
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": None}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"orderId": "x"}, "orderId"),
        ({"orderId": -1}, "orderId"),
        ({"itemIds": []}, "itemIds"),
        ({"itemIds": "all"}, "itemIds"),
        ({"itemIds": [0]}, "itemIds.0"),
    ],
)
async def test_unfit_fields_are_refused_by_name(asha, order, run_sync, fields, field):
    before = await run_sync(factories.contents)
    failed(await cancel(asha, order["id"], **fields), 422, field)
    assert await run_sync(factories.contents) == before


async def test_a_browser_with_both_signed_in_cancels_as_the_page_that_asks(
    browsers, people, karthik, order, items, run_sync
):
    succeeded(await set_status(karthik, items[0], "packed"))
    async with await browsers.of(people.asha, people.karthik) as both:
        failed(await cancel(both, order["id"], items[0]), 409)
        body = {"orderId": order["id"], "itemIds": [items[0]], "reason": REASON}
        succeeded(await both.post("/order/cancel/", json=body, headers={"X-Acting-As": "admin"}))
    assert (await run_sync(row, items[0])).changed_by == "Karthik Rao"


async def test_the_audit_names_the_admin_and_the_reason(asha, karthik, order, items):
    succeeded(await cancel(karthik, order["id"], items[0]))
    succeeded(await cancel(asha, order["id"], items[1]))
    [entry] = succeeded(await karthik.get("/audit/?entity=order"))
    assert (entry["actor"], entry["label"]) == ("Karthik Rao", "item 1, Peacock Ring")
    assert {change["field"]: change["to"] for change in entry["changes"]} == {"status": "cancelled", "reason": REASON}


async def test_too_many_cancellations_have_to_wait(asha, run_sync):
    failed(await cancel(asha, 2_000_000_000), 404)
    await count_attempts(run_sync, limits.CANCELLATIONS, 59)
    failed(await cancel(asha, 2_000_000_000), 404)
    refused = await cancel(asha, 2_000_000_000)
    failed(refused, 429)
    assert int(refused.headers["Retry-After"]) > 0


async def test_of_sixteen_cancellations_of_one_line_one_succeeds(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        ring = await session.run_sync(factories.stock_product, name="Last Ring", stock_quantity=1)
        await session.commit()
        async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
            order = succeeded(await asha.post("/order/", json=basket(people, line(ring))))
            answers = await asyncio.gather(*(cancel(who, order["id"]) for who in (asha, karthik) for _ in range(8)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
        assert await session.run_sync(counted(ring.id)) == (1, "yes", [1, -1, 1])
        assert await session.run_sync(faults) == []


async def test_a_status_and_a_cancellation_at_once_are_one_after_the_other(committing_api, open_shop):
    """Either the cancellation or the packing succeeds, never both."""
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        ring = await session.run_sync(factories.stock_product, name="Counted Ring", stock_quantity=20)
        await session.commit()
        async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
            orders = [await order_anew(asha, basket(people, line(ring))) for _ in range(12)]
            pairs = [(order["id"], order["items"][0]["id"]) for order in orders]
            answers = await asyncio.gather(
                *(cancel(asha, number, item) for number, item in pairs),
                *(set_status(karthik, item, "packed") for _, item in pairs),
            )
            outcomes = [answer.status_code for answer in answers]
            assert {tuple(sorted(both)) for both in zip(outcomes[:12], outcomes[12:], strict=True)} == {(200, 409)}
            cancelled = outcomes[:12].count(200)
        stock = await session.scalar(select(Product.stock_quantity).where(Product.id == ring.id))
        assert stock == 20 - 12 + cancelled
        by_status = select(OrderItem.status, func.count()).join(Order).group_by(OrderItem.status)
        standing = dict((await session.execute(by_status)).all())
        assert standing.get("cancelled", 0) == cancelled
        assert await session.run_sync(faults) == []


async def test_a_cancellation_locks_its_products_in_the_sequence_of_their_ids(committing_api, open_shop):
    """Orders lock in the same sequence, so there is no deadlock."""
    people, browsers = open_shop
    async with committing_api.state.sessions() as elsewhere, await browsers.of(people.asha) as asha:
        rings = [
            await elsewhere.run_sync(factories.stock_product, name=f"Ring {number}", stock_quantity=4)
            for number in range(8)
        ]
        await elsewhere.commit()
        placed = await order_anew(asha, basket(people, *(line(ring) for ring in reversed(rings))))
        first, *others = sorted(ring.id for ring in rings)
        await elsewhere.execute(select(Product.id).where(Product.id == first).with_for_update())
        cancelling = asyncio.create_task(cancel(asha, placed["id"]))
        await waits_for(elsewhere, cancelling)
        await elsewhere.execute(select(Product.id).where(Product.id.in_(others)).with_for_update(nowait=True))
        await elsewhere.commit()
        succeeded(await cancelling)


async def test_orders_and_cancellations_of_the_same_products_at_once_agree_with_the_ledger(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as session:
        rings = [
            await session.run_sync(factories.stock_product, name=f"Ring {number}", stock_quantity=4)
            for number in range(3)
        ]
        shoppers = [await session.run_sync(factories.register_shopper, f"Shopper {n}") for n in range(8)]
        await session.commit()

        buyers = [await browsers.of(shopper) for shopper in shoppers]

        async def shop(number: int) -> None:
            for turn in range(4):
                wanted = [line(rings[(number + turn + k) % 3]) for k in range(2)]
                body = basket(people, *wanted, customerId=shoppers[number].id)
                key = {"Idempotency-Key": f"turn {turn}"}
                answer = await buyers[number].post("/order/", json=body, headers=key)
                if answer.status_code == 200:
                    succeeded(await cancel(buyers[number], answer.json()["data"]["id"]))
                else:
                    failed(answer, 409)

        await asyncio.gather(*map(shop, range(8)))
        for buyer in buyers:
            await buyer.aclose()
        for ring in rings:
            assert (await session.run_sync(counted(ring.id)))[:2] == (4, "yes")
        assert await session.run_sync(faults) == []
