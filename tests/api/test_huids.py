"""HUIDs of order lines: who enters them, which are refused, where they are shown, and when one can be reused."""

import asyncio

import pytest
from sqlalchemy import select, update

from shop.huids import queries
from shop.huids.model import HallmarkedPiece
from shop.orders.model import OrderItem
from tests.api.test_cancellation import cancel, set_status, undo
from tests.api.test_order_placement import basket, line
from tests.api.test_returns import ask, step
from tests.support import factories
from tests.support.http_client import failed, succeeded

FIRST, SECOND, THIRD = "AB12C7", "99XYZ0", "K3K3K3"


async def enter(browser, item_id: int, *huids: str, version: int = 1):
    return await browser.post("/order/huids/", json={"itemId": item_id, "huids": list(huids), "version": version})


def faults(session) -> list[str]:
    session.expire_all()
    return list(queries.mismatches(session))


@pytest.fixture
async def ring(people, database):
    """Add a hallmarked ring."""
    made = await database.run_sync(factories.stock_product, name="Peacock Ring", hallmark="22K916")
    await database.commit()
    return made


@pytest.fixture
async def place(asha, people, ring):
    """Return a function that places an order for Asha and returns the id of its line."""

    async def place_order(quantity: int = 1) -> int:
        body = basket(people, line(ring, quantity))
        number = succeeded(await asha.post("/order/?", json=body, headers={"Idempotency-Key": str(next(keys))}))
        return number["items"][0]["id"]

    keys = iter(range(100))
    return place_order


async def test_huids_are_shown_with_the_line(asha, karthik, people, place, run_sync):
    item = await place(2)
    saved = succeeded(await enter(karthik, item, f" {FIRST.lower()} ", SECOND))
    assert (saved["huids"], saved["huidsVersion"], saved["changedBy"]) == ([FIRST, SECOND], 2, people.karthik.name)
    [listed] = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    [managed] = succeeded(await karthik.get(f"/order/?id={saved['orderId']}"))["items"]
    [board] = succeeded(await karthik.get("/order/?flag=allOrders"))
    for shown in (listed, managed, board["items"][0]):
        assert (shown["hallmark"], shown["huids"], shown["huidsVersion"]) == ("22K916", [FIRST, SECOND], 2)
        assert shown["version"] == 1
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["aggregate"]) == ("order.huids_changed", f"order:{saved['orderId']}")
    assert (event["reach"], event["customer_id"]) == ("customer_and_admins", people.asha.id)
    assert event["data"] | event["admin_data"] == saved
    assert "changedBy" not in event["data"]
    exported = (await karthik.get("/order/?flag=itemsCsv")).text
    assert f"{FIRST} {SECOND}" in exported
    assert await run_sync(faults) == []


async def test_the_audit_names_who_changed_a_huid(karthik, people, place):
    item = await place()
    succeeded(await enter(karthik, item, FIRST))
    succeeded(await enter(karthik, item, SECOND, version=2))
    last, first = succeeded(await karthik.get("/audit/"))
    assert (last["actor"], last["entity"], last["label"]) == (people.karthik.name, "order", "item 1, Peacock Ring")
    told = [[(each["field"], each["from"], each["to"]) for each in entry["changes"]] for entry in (first, last)]
    assert told == [[("huids", None, FIRST)], [("huids", FIRST, SECOND)]]


async def test_huids_are_corrected_and_removed(karthik, place, run_sync):
    item = await place(2)
    for version, huids in enumerate([[FIRST], [FIRST, SECOND], [THIRD, FIRST], [], [SECOND]], start=1):
        assert succeeded(await enter(karthik, item, *huids, version=version))["huids"] == huids
        assert await run_sync(faults) == []
    other = await place()
    assert succeeded(await enter(karthik, other, FIRST))["huids"] == [FIRST]


@pytest.mark.parametrize("huid", ["", "AB12C", "AB12C78", "AB-2C7", "AB 2C7", "ÄB12C7", "AB12C\u0667", None, 123456])
async def test_a_huid_of_a_wrong_form_is_refused(karthik, place, run_sync, huid):
    item = await place(2)
    before = await run_sync(factories.contents)
    answer = await karthik.post("/order/huids/", json={"itemId": item, "huids": [FIRST, huid], "version": 1})
    failed(answer, 422, "huids.1")
    assert await run_sync(factories.contents) == before


async def test_a_huid_twice_in_one_call_is_refused(karthik, place, run_sync):
    item = await place(2)
    before = await run_sync(factories.contents)
    told = failed(await enter(karthik, item, FIRST, FIRST.lower()), 422, "huids")
    assert FIRST in told["errors"]["huids"]
    assert await run_sync(factories.contents) == before


async def test_more_huids_than_pieces_are_refused(karthik, place, run_sync):
    item = await place(2)
    before = await run_sync(factories.contents)
    told = failed(await enter(karthik, item, FIRST, SECOND, THIRD), 409, "huids")
    assert told["message"] == "This item has 2 pieces, and not 3."
    assert await run_sync(factories.contents) == before


async def test_a_huid_of_another_order_is_refused(karthik, place, run_sync):
    first, second = await place(), await place()
    saved = succeeded(await enter(karthik, first, FIRST))
    before = await run_sync(factories.contents)
    told = failed(await enter(karthik, second, FIRST.lower()), 409, "huids")
    assert told["message"] == f"{FIRST} is in order {saved['orderId']} already, with Peacock Ring."
    assert told["data"] == {"huid": FIRST, "orderId": saved["orderId"], "itemId": first}
    assert await run_sync(factories.contents) == before


async def test_a_stale_version_is_refused_with_what_is_there(karthik, place):
    item = await place(2)
    succeeded(await enter(karthik, item, FIRST))
    told = failed(await enter(karthik, item, SECOND), 409)
    assert told["data"] == {"itemId": item, "huids": [FIRST], "huidsVersion": 2}
    assert FIRST in told["message"]


async def test_an_item_that_is_not_there(karthik):
    failed(await enter(karthik, 2147480000, FIRST), 404)


@pytest.mark.parametrize("status", ["ordered", "packed", "shipped", "delivered", "cancelled"])
async def test_huids_can_be_changed_until_the_item_is_delivered_or_cancelled(karthik, place, run_sync, status):
    item = await place()
    saved = succeeded(await enter(karthik, item, FIRST))
    if status == "cancelled":
        succeeded(await cancel(karthik, saved["orderId"], item))
    else:
        succeeded(await set_status(karthik, item, status))
    before = await run_sync(factories.contents)
    answer = await enter(karthik, item, SECOND, version=2)
    if status in {"ordered", "packed", "shipped"}:
        assert succeeded(answer)["huids"] == [SECOND]
    else:
        assert failed(answer, 409)["message"] == f"This item was {status}, so its HUIDs stay."
        assert await run_sync(factories.contents) == before


async def test_the_piece_of_a_cancelled_item_is_sold_again(karthik, place, run_sync):
    first, second = await place(), await place()
    saved = succeeded(await enter(karthik, first, FIRST))
    succeeded(await cancel(karthik, saved["orderId"], first))
    succeeded(await enter(karthik, second, FIRST))
    assert [event["data"]["huids"] for event in (await run_sync(factories.events))[-2:]] == [[], [FIRST]]
    succeeded(await undo(karthik, first, 2))  # the line does not get its HUID back, as another line has it now
    [item] = succeeded(await karthik.get(f"/order/?id={saved['orderId']}"))["items"]
    assert (item["status"], item["huids"], item["huidsVersion"]) == ("ordered", [], 3)
    failed(await enter(karthik, first, FIRST, version=3), 409, "huids")
    assert await run_sync(faults) == []


async def test_a_cancellation_that_is_undone_keeps_its_huids(karthik, place, run_sync):
    first, second = await place(), await place()
    saved = succeeded(await enter(karthik, first, FIRST))
    succeeded(await cancel(karthik, saved["orderId"], first))
    succeeded(await undo(karthik, first, 2))
    failed(await enter(karthik, second, FIRST), 409, "huids")
    assert await run_sync(faults) == []


async def test_a_returned_piece_is_sold_again_once_it_was_received(asha, karthik, place, run_sync):
    first, second, third = await place(2), await place(), await place()
    saved = succeeded(await enter(karthik, first, FIRST, SECOND))
    succeeded(await set_status(karthik, first, "delivered"))
    failed(await enter(karthik, second, FIRST), 409, "huids")
    asked = succeeded(await ask(asha, first, quantity=1))
    failed(await enter(karthik, second, FIRST), 409, "huids")
    succeeded(await step(karthik, asked["id"], "approve", 1))
    failed(await enter(karthik, second, FIRST), 409, "huids")
    succeeded(await step(karthik, asked["id"], "receive", 2, intoStock=True))
    assert succeeded(await enter(karthik, second, FIRST))["huids"] == [FIRST]
    failed(await enter(karthik, third, SECOND), 409, "huids")  # only one HUID is free, and it was used
    failed(await enter(karthik, third, FIRST), 409, "huids")
    [item] = succeeded(await karthik.get(f"/order/?id={saved['orderId']}"))["items"]
    assert (item["huids"], item["huidsVersion"]) == ([FIRST, SECOND], 2)  # the delivered line keeps its HUIDs
    assert await run_sync(faults) == []


async def test_the_check_finds_huids_that_do_not_fit(karthik, place, database, run_sync):
    item = await place()
    succeeded(await enter(karthik, item, FIRST))
    await database.execute(update(OrderItem).where(OrderItem.id == item).values(huids=[SECOND, THIRD]))
    await database.commit()
    found = await run_sync(faults)
    assert [sentence.split(": ")[1] for sentence in found] == [
        "it has 2 HUIDs for 1 pieces",
        f"it has no piece with the HUID {FIRST}",
        *(f"the HUID {huid} is in another place too" for huid in (SECOND, THIRD)),
    ]


async def test_of_many_orders_at_once_one_gets_the_huid(open_shop):
    people, callers = open_shop
    made = await callers.database.run_sync(_eight_orders, people)
    await callers.database.commit()
    browsers = [await callers.of(people.karthik) for _ in made]
    answers = await asyncio.gather(*(enter(browser, item, FIRST) for browser, item in zip(browsers, made, strict=True)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (len(made) - 1)
    [saved] = [succeeded(answer) for answer in answers if answer.status_code == 200]
    rows = (await callers.database.execute(select(HallmarkedPiece.huid, HallmarkedPiece.order_item_id))).all()
    assert rows == [(FIRST, saved["itemId"])]
    assert await callers.database.run_sync(faults) == []


def _eight_orders(session, people) -> list[int]:
    return [factories.order(session, people.asha, [people.ring]).items[0].id for _ in range(8)]
