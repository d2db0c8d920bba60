"""Payments are chosen, claimed, confirmed, rejected and refunded. Each step adds a ledger entry and an event."""

import asyncio
import datetime as dt
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from api.db.session import transaction_of
from shop.clock import iso, now
from shop.orders import consistency, queries
from shop.orders.model import Order
from shop.payments import rules, writes
from shop.payments.model import PaymentEntry
from shop.settings import settings
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.database import waits_for
from tests.support.environment import shop_environment
from tests.support.http_client import failed, succeeded

UTR = "400000000001"


def faults(session) -> list[str]:
    return [fault for _, found in consistency.verify(session) for fault in found]


async def order(browser, people, *lines, **fields):
    return succeeded(await browser.post("/order/", json=basket(people, *(lines or (line(people.chain),)), **fields)))


async def claim(browser, order_id: int, reference: str = UTR, **fields):
    return await browser.post("/payment/claim/", json={"orderId": order_id, "reference": reference} | fields)


async def confirm(browser, order_id: int, version: int, **fields):
    return await browser.post("/payment/confirm/", json={"orderId": order_id, "version": version} | fields)


async def reject(browser, order_id: int, version: int, reason: str = "Not on the statement"):
    return await browser.post("/payment/reject/", json={"orderId": order_id, "version": version, "reason": reason})


async def refund(browser, order_id: int, amount: object, key: str | None = None, **fields):
    headers = {"Idempotency-Key": key or str(uuid4())}
    body = {"orderId": order_id, "amount": amount, "reason": "Returned"} | fields
    return await browser.post("/payment/refund/", json=body, headers=headers)


async def method(browser, order_id: int, wanted: str, version: int):
    return await browser.post(
        "/payment/method/", json={"orderId": order_id, "paymentMethod": wanted, "version": version}
    )


def payment_events(events):
    return [event for event in events if event["type"] == "payment.changed"]


async def test_the_shop_tells_its_methods_and_limits(visitor):
    shop = succeeded(await visitor.get("/shop/"))
    assert [(each["method"], each["limit"]) for each in shop["methods"]] == [
        ("upi", None),
        ("bank", None),
        ("cod", 199_999),
    ]
    assert (shop["methods"][0]["upiId"], shop["methods"][1]["account"]) == ("swarna@testbank", "123456789012")
    assert (shop["returnDays"], shop["holdMinutes"], shop["hasTaxInvoices"]) == (30, 15, False)


async def test_an_order_without_a_method_is_paid_on_delivery_below_the_limit(asha, people):
    placed = await order(asha, people)
    assert placed["payment"] == {
        "method": "cod",
        "status": "due",
        "amount": 46500,
        "paid": 0,
        "refunded": 0,
        "due": 46500,
        "refundDue": 0,
        "refundPending": 0,
        "surplus": 0,
        "reference": f"SW{placed['id']}",
        "expiresAt": None,
        "version": 1,
        "claim": None,
        "rejection": None,
        "paidAt": None,
        "refundedAt": None,
        "usedIn": [],
        "refundFailed": 0,
        "closableReturn": 46500,
    }


async def test_an_order_without_a_method_is_paid_to_the_bank_above_the_limit(asha, people):
    placed = await order(asha, people, line(people.ring, 3))
    assert placed["payment"]["method"] == "bank"
    assert placed["payment"]["expiresAt"] == iso(
        dt.datetime.fromisoformat(placed["orderedDate"]) + dt.timedelta(hours=72)
    )


@pytest.mark.parametrize("wanted", ["cash", "", None, 1, "COD"])
async def test_an_unknown_method_is_refused(asha, people, wanted):
    failed(await asha.post("/order/", json=basket(people, paymentMethod=wanted)), 422, "paymentMethod")


async def test_a_method_that_is_switched_off_or_above_its_limit_is_refused(asha, people, run_sync):
    before = await run_sync(factories.contents)
    failed(await asha.post("/order/", json=basket(people, paymentMethod="online")), 422, "paymentMethod")
    refused = failed(
        await asha.post("/order/", json=basket(people, line(people.ring, 3), paymentMethod="cod")), 422, "paymentMethod"
    )
    assert refused["message"] == "Pay on delivery is for orders up to ₹1,99,999.00."
    assert await run_sync(factories.contents) == before


async def test_where_nothing_else_is_offered_pay_on_delivery_has_no_limit(asha, people, shop_settings):
    kept = {"SHOP_DATABASE_URL": shop_settings.database_url, "SHOP_SECRET_KEY": "t" * 40}
    with shop_environment(**kept, SHOP_ENVIRONMENT="local", SHOP_PUBLIC_URL="http://shop.example"):
        assert [each["method"] for each in succeeded(await asha.get("/shop/"))["methods"]] == ["cod"]
        placed = await order(asha, people, line(people.ring, 3))
        assert placed["payment"]["method"] == "cod"
        failed(await asha.post("/order/", json=basket(people, paymentMethod="upi")), 422, "paymentMethod")


async def test_an_order_is_claimed_and_confirmed_with_its_ledger_and_events(asha, karthik, people, run_sync):
    placed = await order(asha, people, paymentMethod="upi")
    number = placed["id"]
    claimed = succeeded(await claim(asha, number, "4000 0000 0001"))
    assert (claimed["from"], claimed["kind"]) == ("due", "claim")
    assert (claimed["payment"]["status"], claimed["payment"]["version"]) == ("claimed", 2)
    assert claimed["payment"]["claim"]["reference"] == UTR
    assert "usedIn" not in claimed["payment"]
    paid = succeeded(await confirm(karthik, number, 2))
    assert (paid["payment"]["status"], paid["payment"]["paid"], paid["payment"]["due"]) == ("paid", 46500, 0)
    assert paid["changedBy"] == people.karthik.name
    entries = succeeded(await karthik.get(f"/payment/?orderId={number}"))
    assert [(each["kind"], each["from"], each["to"], each["amount"], each["who"]) for each in entries] == [
        ("claim", "due", "claimed", 46500, "Asha Verma"),
        ("payment", "claimed", "paid", 46500, people.karthik.name),
    ]
    told = payment_events(await run_sync(factories.events))
    assert [event["data"]["payment"]["status"] for event in told] == ["claimed", "paid"]
    assert {(event["aggregate"], event["reach"]) for event in told} == {(f"order:{number}", "customer_and_admins")}
    assert told[0]["data"] == claimed
    assert told[1]["data"] | told[1]["admin_data"] == paid
    assert (claimed["payment"]["paidAt"], paid["payment"]["paidAt"]) == (None, paid["at"])
    assert await run_sync(faults) == []


async def test_a_transfer_from_before_a_cancellation_is_booked_and_the_rest_is_owed(asha, karthik, people, run_sync):
    placed = await order(asha, people, line(people.chain), line(people.ring), paymentMethod="upi")
    number, whole = placed["id"], placed["payment"]["amount"]
    kept = 46500
    cancelled = {"orderId": number, "itemIds": [placed["items"][1]["id"]], "reason": "Changed my mind"}
    succeeded(await asha.post("/order/cancel/", json=cancelled))
    assert succeeded(await claim(asha, number))["payment"]["claim"]["amount"] == kept
    for amount in (kept - 0.01, whole + 0.01, 0, None):
        failed(await confirm(karthik, number, 2, amount=amount), 422, "amount")
    paid = succeeded(await confirm(karthik, number, 2, amount=whole))["payment"]
    assert (paid["status"], paid["paid"], paid["refundDue"]) == ("paid", whole, whole - kept)
    assert await run_sync(faults) == []


async def test_every_read_of_an_order_has_the_same_payment(asha, karthik, people, run_sync):
    placed = await order(asha, people, line(people.chain), line(people.ring), paymentMethod="upi")
    changed = succeeded(await claim(asha, placed["id"]))["payment"]
    lines = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert [each["payment"] for each in lines] == [changed, changed]
    for_admins = changed | {"usedIn": [], "refundFailed": 0, "closableReturn": 0}
    assert succeeded(await karthik.get(f"/order/?id={placed['id']}"))["payment"] == for_admins
    [listed] = succeeded(await karthik.get("/order/?flag=allOrders"))
    assert listed["payment"] == for_admins
    [event] = [event for event in await run_sync(factories.events) if event["type"] == "order.placed"]
    assert event["data"]["payment"] == placed["payment"]


async def test_a_rejected_claim_is_due_again_with_its_reason(asha, karthik, people, run_sync):
    number = (await order(asha, people, paymentMethod="bank"))["id"]
    failed(await claim(asha, number, "4000000000010"), 422, "reference")
    succeeded(await claim(asha, number, "HDFC0000123456789"))
    rejected = succeeded(await reject(karthik, number, 2))
    assert (rejected["payment"]["status"], rejected["payment"]["rejection"]) == ("due", "Not on the statement")
    again = succeeded(await claim(asha, number, "HDFC0000123456780"))
    assert (again["payment"]["status"], again["payment"]["rejection"]) == ("claimed", None)
    assert await run_sync(faults) == []


async def test_the_same_reference_twice_is_shown_to_admins_only(asha, karthik, people):
    first = await order(asha, people, paymentMethod="upi")
    second = await order(asha, people, line(people.ring), paymentMethod="upi")
    succeeded(await claim(asha, first["id"]))
    response = succeeded(await claim(asha, second["id"]))
    assert "usedIn" not in response["payment"]
    listed = {row["id"]: row for row in succeeded(await karthik.get("/order/?flag=allOrders"))}
    assert listed[first["id"]]["payment"]["usedIn"] == [second["id"]]
    assert listed[second["id"]]["payment"]["usedIn"] == [first["id"]]
    confirmed = succeeded(await confirm(karthik, second["id"], 2))
    assert confirmed["payment"]["usedIn"] == [first["id"]]
    sent_again = await order(asha, people, line(people.ring), paymentMethod="upi")
    assert (sent_again["id"], sent_again["payment"]["status"]) == (second["id"], "paid")
    assert sent_again["payment"]["usedIn"] == []


async def test_an_order_and_its_edit_show_the_orders_of_the_same_reference(asha, karthik, people, run_sync):
    first, second = [
        (await order(asha, people, line(piece), paymentMethod="upi"))["id"] for piece in (people.chain, people.ring)
    ]
    succeeded(await claim(asha, first))
    succeeded(await claim(asha, second))
    assert succeeded(await karthik.get(f"/order/?id={first}"))["payment"]["usedIn"] == [second]
    assert succeeded(await karthik.get(f"/order/?id={second}"))["payment"]["usedIn"] == [first]
    edited = succeeded(await karthik.post(f"/order/?id={first}", json={"currentStatus": "On hold"}))
    assert edited["payment"]["usedIn"] == [second]
    [event] = [event for event in await run_sync(factories.events) if event["type"] == "order.changed"]
    assert event["admin_data"]["payment"]["usedIn"] == [second]
    assert "usedIn" not in event["data"]["payment"]


async def test_the_board_counts_claims_and_shows_them_alone(asha, karthik, people):
    claimed = await order(asha, people, paymentMethod="upi")
    await order(asha, people, line(people.ring))
    succeeded(await claim(asha, claimed["id"]))
    body = (await karthik.get("/order/?flag=allOrders&payment=claimed")).json()
    assert ([row["id"] for row in body["data"]], body["claims"]) == ([claimed["id"]], 1)
    assert body["counts"]["ordered"] == 1
    failed(await karthik.get("/order/?flag=allOrders&payment=lost"), 422, "payment")


async def test_a_stale_version_changes_nothing_and_shows_the_payment(asha, karthik, people, run_sync):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    succeeded(await claim(asha, number))
    before = await run_sync(factories.contents)
    for answer in (
        await confirm(karthik, number, 1),
        await reject(karthik, number, 3),
        await method(asha, number, "bank", 1),
        await claim(asha, number, version=1),
    ):
        assert failed(answer, 409)["data"]["version"] == 2
    assert await run_sync(factories.contents) == before


async def test_a_move_that_is_not_there_is_refused(asha, karthik, people, run_sync):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    failed(await reject(karthik, number, 1), 409)
    failed(await refund(karthik, number, 1), 409)
    succeeded(await claim(asha, number))
    for answer in (await claim(asha, number), await method(asha, number, "bank", 2), await refund(karthik, number, 1)):
        assert failed(answer, 409)["data"]["status"] == "claimed"
    succeeded(await confirm(karthik, number, 2))
    for answer in (
        await confirm(karthik, number, 3),
        await reject(karthik, number, 3),
        await claim(asha, number),
        await method(asha, number, "bank", 3),
    ):
        assert failed(answer, 409)["data"]["status"] == "paid"
    assert await run_sync(faults) == []


async def test_a_payment_on_delivery_is_confirmed_without_a_claim(asha, karthik, people, run_sync):
    number = (await order(asha, people))["id"]
    failed(await claim(asha, number), 409)
    wanted = {"orderId": number, "version": 1, "reason": "Paid in cash at the door"}
    failed(await karthik.post("/payment/confirm/", json=wanted | {"reason": " "}), 422, "reason")
    assert succeeded(await karthik.post("/payment/confirm/", json=wanted))["payment"]["paid"] == 46500
    [entry] = succeeded(await karthik.get(f"/payment/?orderId={number}"))
    assert entry["reason"] == "Paid in cash at the door"
    assert await run_sync(faults) == []


async def test_the_shopper_changes_the_method_while_nothing_is_paid(asha, people, run_sync):
    placed = await order(asha, people, paymentMethod="upi")
    number = placed["id"]
    changed = succeeded(await method(asha, number, "bank", 1))["payment"]
    assert (changed["method"], changed["expiresAt"]) == ("bank", placed["payment"]["expiresAt"])
    assert succeeded(await method(asha, number, "cod", 2))["payment"]["expiresAt"] is None
    failed(await method(asha, number, "cod", 3), 409)
    failed(await method(asha, number, "online", 3), 422, "paymentMethod")
    succeeded(await asha.post("/order/cancel/", json={"orderId": number, "reason": "Changed my mind"}))
    failed(await method(asha, number, "upi", 3), 409)
    assert await run_sync(faults) == []


@pytest.mark.parametrize("status", ["packed", "shipped", "delivered"])
async def test_a_begun_order_is_not_changed_to_pay_on_delivery(asha, karthik, people, run_sync, status):
    placed = await order(asha, people, line(people.chain), line(people.ring), paymentMethod="upi")
    number, [chain, ring] = placed["id"], placed["items"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": chain["id"], "status": status}))
    assert "being packed already" in failed(await method(asha, number, "cod", 1), 409)["message"]
    assert await run_sync(lambda session: queries.find(session, number).payment.is_begun)
    assert succeeded(await method(asha, number, "bank", 1))["payment"]["method"] == "bank"
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": chain["id"], "status": "ordered"}))
    succeeded(await asha.post("/order/cancel/", json={"orderId": number, "itemIds": [ring["id"]], "reason": "Mistake"}))
    assert succeeded(await method(asha, number, "cod", 2))["payment"]["method"] == "cod"
    assert not await run_sync(lambda session: queries.find(session, number).payment.is_begun)


@pytest.mark.parametrize("amount", [0, -1, 0.001, 1e12, "x", None, True, "NaN"])
async def test_an_amount_that_is_none_is_refused(asha, karthik, people, run_sync, amount):
    number = (await order(asha, people))["id"]
    succeeded(await confirm(karthik, number, 1))
    before = await run_sync(factories.contents)
    failed(await refund(karthik, number, amount), 422, "amount")
    assert await run_sync(factories.contents) == before


async def test_refunds_are_at_most_what_was_paid_and_once_for_each_key(asha, karthik, people, run_sync):
    number = (await order(asha, people))["id"]
    succeeded(await confirm(karthik, number, 1))
    first = succeeded(await refund(karthik, number, 6500, key="one", reference="NEFT1"))
    assert (first["payment"]["status"], first["payment"]["refunded"]) == ("part_refunded", 6500)
    assert first["payment"]["refundedAt"] == first["at"] > first["payment"]["paidAt"]
    assert succeeded(await refund(karthik, number, 6500, key="one", reference="NEFT1")) == first
    failed(await refund(karthik, number, 100, key="one"), 422, "Idempotency-Key")
    failed(await refund(karthik, number, 40000.01, key="two"), 409, "amount")
    last = succeeded(await refund(karthik, number, 40000, key="two"))
    assert (last["payment"]["status"], last["payment"]["refunded"]) == ("refunded", 46500)
    failed(await refund(karthik, number, 0.01), 409)
    assert await run_sync(faults) == []


async def test_what_was_refunded_for_a_return_is_not_taken_off_what_a_cancellation_owes(
    asha, karthik, people, run_sync
):
    placed = await order(asha, people, line(people.chain), line(people.ring))
    number, (chain, ring) = placed["id"], placed["items"]
    paid = succeeded(await confirm(karthik, number, 1))["payment"]["paid"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": chain["id"], "status": "delivered"}))
    wanted = {"itemId": chain["id"], "quantity": 1, "reason": "It does not fit"}
    asked = succeeded(await asha.post("/return/", json=wanted))
    failed(await refund(karthik, number, 100, returnId=asked["id"]), 409)
    for version, fields in ((1, {"action": "approve"}), (2, {"action": "receive", "intoStock": False})):
        succeeded(await karthik.post(f"/return/?id={asked['id']}", json={"version": version} | fields))
    other = (await order(asha, people, line(people.ring)))["id"]
    succeeded(await confirm(karthik, other, 1))
    failed(await refund(karthik, other, 100, returnId=asked["id"]), 404)
    failed(await refund(karthik, number, 100, itemIds=[chain["id"]]), 409)
    failed(await refund(karthik, other, 100, itemIds=[ring["id"]]), 404)
    price = chain["totalAmount"]
    first = succeeded(await refund(karthik, number, price, returnId=asked["id"], key="return"))["payment"]
    assert (first["refunded"], first["refundDue"]) == (price, 0)
    assert succeeded(await refund(karthik, number, price, returnId=asked["id"], key="return"))["payment"] == first
    failed(await refund(karthik, number, 1, returnId=asked["id"]), 409)
    [found] = succeeded(await asha.get("/return/"))
    assert (found["status"], found["history"][-1]["from"]) == ("refunded", "received")
    succeeded(await karthik.post("/order/cancel/", json={"orderId": number, "itemIds": [ring["id"]], "reason": "x"}))
    assert succeeded(await karthik.get(f"/order/?id={number}"))["payment"]["refundDue"] == paid - price
    stored = await run_sync(
        lambda session: session.scalars(queries.by_number(number)).unique().one().payment.refund_due
    )
    assert stored == paid - price
    assert await run_sync(faults) == []


async def test_the_money_of_a_received_return_goes_back_with_the_return(asha, karthik, people, database, run_sync):
    placed = await order(asha, people, line(people.chain), line(people.ring))
    number, (chain, ring) = placed["id"], placed["items"]
    succeeded(await confirm(karthik, number, 1))
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": chain["id"], "status": "delivered"}))
    wanted = {"itemId": chain["id"], "quantity": 1, "reason": "It does not fit"}
    asked = succeeded(await asha.post("/return/", json=wanted))
    for version, fields in ((1, {"action": "approve"}), (2, {"action": "receive", "intoStock": False})):
        succeeded(await karthik.post(f"/return/?id={asked['id']}", json={"version": version} | fields))
    succeeded(await karthik.post("/order/cancel/", json={"orderId": number, "itemIds": [ring["id"]], "reason": "x"}))
    await database.execute(text("UPDATE order_item SET cancelled_at = cancelled_at - interval '1 hour'"))
    await database.commit()
    owed = ring["totalAmount"]
    before = await run_sync(factories.contents)
    refused = failed(await refund(karthik, number, owed + 1), 409)
    assert refused["message"] == f"R-{asked['id']} waits for its refund. Pay it back under Returns."
    assert refused["data"]["refundDue"] == owed
    assert failed(await refund(karthik, number, owed + 1, itemIds=[ring["id"]]), 409)["message"] == refused["message"]
    assert await run_sync(factories.contents) == before
    succeeded(await refund(karthik, number, owed, itemIds=[ring["id"]]))
    failed(await refund(karthik, number, 1), 409)
    failed(await refund(karthik, number, 1, itemIds=[ring["id"]]), 409)
    assert succeeded(await asha.get("/return/"))[0]["refunded"] is None
    succeeded(await refund(karthik, number, chain["totalAmount"] - 1, returnId=asked["id"]))
    assert succeeded(await asha.get("/return/"))[0]["refunded"] == chain["totalAmount"] - 1
    *_, told = [event for event in await run_sync(factories.events) if event["type"] == "return.changed"]
    assert told["data"]["refunded"] == chain["totalAmount"] - 1
    assert succeeded(await refund(karthik, number, 1))["payment"]["status"] == "refunded"


async def test_an_order_of_someone_else_is_not_there(ben, asha, people):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    for each in (number, 2**53 - 1):
        failed(await claim(ben, each), 404)
        failed(await method(ben, each, "bank", 1), 404)
        failed(await ben.get(f"/payment/code/?orderId={each}"), 404)


async def test_of_sixteen_confirmations_one_counts(committing_api, open_shop):
    people, browsers = open_shop
    asha, karthik = await browsers.of(people.asha), await browsers.of(people.karthik)
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    answers = await asyncio.gather(*(confirm(karthik, number, 1) for _ in range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    answers = await asyncio.gather(*(refund(karthik, number, 46500, key=f"key {each}") for each in range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(faults) == []
        entries = await session.scalars(select(PaymentEntry).where(PaymentEntry.order_id == number))
        assert [entry.kind for entry in entries] == ["payment", "refund"]
    await asha.aclose()
    await karthik.aclose()


async def test_of_two_claims_of_one_reference_at_once_the_second_names_the_first(committing_api, open_shop):
    people, browsers = open_shop
    async with committing_api.state.sessions() as elsewhere, await browsers.of(people.asha) as asha:
        first, second = [
            (await order(asha, people, line(piece), paymentMethod="upi"))["id"] for piece in (people.chain, people.ring)
        ]
        transaction = await transaction_of(elsewhere)
        *_, [row] = await transaction.fetch(*writes.load_locked(first, reference=UTR))
        step = rules.claim(writes.state_of(row), UTR, who=rules.Who("Asha Verma"), at=now())
        await transaction.fetch(*writes.move(step))
        claiming = asyncio.create_task(claim(asha, second))
        await waits_for(elsewhere, claiming)
        await elsewhere.commit()
        succeeded(await claiming)
        *_, event = payment_events(await elsewhere.run_sync(factories.events))
        assert event["admin_data"]["payment"]["usedIn"] == [first]


async def test_of_a_confirmation_and_a_rejection_at_once_one_counts(committing_api, open_shop):
    people, browsers = open_shop
    asha, karthik = await browsers.of(people.asha), await browsers.of(people.karthik)
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    succeeded(await claim(asha, number))
    answers = await asyncio.gather(
        *(confirm(karthik, number, 2) for _ in range(4)), *(reject(karthik, number, 2) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(faults) == []
    await asha.aclose()
    await karthik.aclose()


async def test_the_ledger_finds_what_it_does_not_explain(asha, karthik, people, database, run_sync):
    number = (await order(asha, people))["id"]
    succeeded(await confirm(karthik, number, 1))
    await database.execute(text("UPDATE payment SET refunded = 100 WHERE order_id = :id"), {"id": number})
    await database.commit()
    [fault] = await run_sync(faults)
    assert "its ledger makes paid, paid 46500.00, refunded 0" in fault


@pytest.mark.parametrize("change", ["UPDATE payment_entry SET amount = 1", "DELETE FROM payment_entry"])
async def test_entries_of_the_ledger_stay_as_they_are(asha, karthik, people, database, change):
    number = (await order(asha, people))["id"]
    succeeded(await confirm(karthik, number, 1))
    with pytest.raises(DBAPIError, match="only ever added"):
        await database.execute(text(change))


async def test_the_code_holds_the_link_by_which_a_upi_app_pays(asha, people, run_sync):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    response = await asha.get(f"/payment/code/?orderId={number}")
    assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
    found = await run_sync(lambda session: session.get(Order, number).total_amount)
    assert found == 46500
    link = decoded(response.content)
    assert urlsplit(link)[:2] == ("upi", "pay")
    assert {name: value for name, [value] in parse_qs(urlsplit(link).query).items()} == {
        "pa": "swarna@testbank",
        "pn": "Swarna",
        "tr": f"SW{number}",
        "tn": f"Order SW{number}",
        "am": "46500.00",
        "cu": "INR",
    }
    succeeded(await claim(asha, number))
    failed(await asha.get("/payment/code/?orderId=" + str((await order(asha, people, line(people.ring)))["id"])), 409)


async def test_there_is_no_code_when_upi_is_not_offered_any_more(asha, people, monkeypatch):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    monkeypatch.setattr(settings(), "upi_id", "")
    answer = failed(await asha.get(f"/payment/code/?orderId={number}"), 409)
    assert answer["message"] == "UPI is not offered any more. Choose another way to pay first."


async def test_an_order_that_an_admin_enters_has_a_payment(karthik, people, run_sync):
    fields = {
        "customerId": people.asha.id,
        "totalQuantity": 1,
        "totalAmount": 5000,
        "orderedDate": "2026-11-20",
        "deliveryDate": "2026-11-25",
        "currentStatus": "phoned",
    }
    made = succeeded(await karthik.post("/order/", json=fields))
    assert (made["payment"]["method"], made["payment"]["due"]) == ("cod", 5000)
    edited = succeeded(await karthik.post(f"/order/?id={made['id']}", json={"totalAmount": 6000}))
    assert edited["payment"]["due"] == 6000
    succeeded(await confirm(karthik, made["id"], 1))
    failed(await karthik.delete(f"/order/?id={made['id']}"), 409)
    before = await run_sync(factories.contents)
    for edit, field in (({"totalAmount": 7000}, "totalAmount"), ({"customerId": people.ben.id}, "customerId")):
        refused = failed(await karthik.post(f"/order/?id={made['id']}", json=edit), 409, field)
        assert refused["message"].endswith("is paid, so customer and amount stay.")
    assert await run_sync(factories.contents) == before
    kept = {"totalAmount": 6000, "customerId": people.asha.id, "totalQuantity": 2}
    assert succeeded(await karthik.post(f"/order/?id={made['id']}", json=kept))["totalQuantity"] == 2
    assert await run_sync(faults) == []


def decoded(svg: bytes) -> str:
    """Draw a QR code and decode it, as a phone's camera would."""
    import re  # noqa: PLC0415

    import zxingcpp  # noqa: PLC0415
    from PIL import Image, ImageDraw  # noqa: PLC0415

    size = int(re.search(rb'viewBox="0 0 (\d+)', svg)[1])
    picture = Image.new("L", (size * 8, size * 8), 255)
    draw = ImageDraw.Draw(picture)
    x = y = 0.0
    [path] = re.findall(rb'stroke="#[0-9a-f]+"[^>]* d="([^"]+)"', svg)
    for command, first, second in re.findall(rb"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?", path):
        if command == b"M":
            x, y = float(first), float(second)
        elif command == b"m":
            x, y = x + float(first), y + float(second)
        else:
            draw.rectangle((x * 8, (y - 0.5) * 8, (x + float(first)) * 8 - 1, (y + 0.5) * 8 - 1), fill=0)
            x += float(first)
    [found] = zxingcpp.read_barcodes(picture)
    return found.text


async def test_too_many_changes_of_the_method_have_to_wait(asha, people):
    answers = [await method(asha, 2_000_000_000, "upi", 1) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [404] * 20 + [429]


async def test_a_refund_without_a_key_is_refused(karthik, run_sync):
    before = await run_sync(factories.contents)
    body = {"orderId": 1, "amount": 1, "reason": "Returned"}
    refused = failed(await karthik.post("/payment/refund/", json=body), 422, "Idempotency-Key")
    assert refused["message"] == "Please check: Idempotency-Key."
    assert await run_sync(factories.contents) == before
