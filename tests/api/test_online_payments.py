"""Online payments start only once, and stay correct after repeated, late, reordered or forged webhooks."""

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from api.payments import provider_payments
from shop.operations.incidents import Incidents
from shop.payments import provider as client
from shop.throttles import limits
from tests.api.test_order_placement import line
from tests.api.test_payments import claim, confirm, faults, method, order, refund
from tests.api.test_returns import received, step
from tests.support import factories
from tests.support.database import count_attempts
from tests.support.http_client import failed, succeeded
from tests.support.payment_provider import payment_provider, signed


@pytest.fixture
def provider(tmp_path, shop_settings):
    with payment_provider(tmp_path, shop_settings) as made:
        yield made


async def online_order(browser, people, *lines):
    return (await order(browser, people, *lines, paymentMethod="online"))["id"]


async def start(browser, order_id: int):
    return await browser.post("/payment/start/", json={"orderId": order_id})


async def pay_url(browser, order_id: int) -> str:
    return succeeded(await start(browser, order_id))["payUrl"]


async def hear(browser, body: bytes, **fields):
    return await browser.post("/payment/webhook/razorpay/", content=body, headers=signed(body, **fields))


async def payment_of(browser, order_id: int):
    return succeeded(await browser.get(f"/order/?id={order_id}"))["payment"]


async def entries_of(browser, order_id: int) -> list[tuple[str, float]]:
    return [(each["kind"], each["amount"]) for each in succeeded(await browser.get(f"/payment/?orderId={order_id}"))]


async def test_an_order_is_paid_by_the_callback_and_the_webhook_says_nothing_new(
    provider, asha, karthik, visitor, people, run_sync
):
    number = await online_order(asha, people)
    page = succeeded(await start(asha, number))
    assert succeeded(await start(asha, number)) == page
    failed(await confirm(karthik, number, 1), 409)
    back = await visitor.get(provider.act(page["payUrl"]))
    assert (back.status_code, back.headers["location"]) == (303, f"/my-orders/{number}/pay")
    for _ in range(2):
        succeeded(await hear(visitor, provider.webhooks[0]))
    paid = await payment_of(karthik, number)
    assert (paid["status"], paid["method"], paid["paid"], paid["due"]) == ("paid", "online", 46500, 0)
    assert await entries_of(karthik, number) == [("payment", 46500)]
    failed(await start(asha, number), 409)
    assert await run_sync(faults) == []


async def obsolete(run_sync) -> int:
    """Return how often the closing of payment pages was requested."""
    return [event["type"] for event in await run_sync(factories.events)].count("payment.links_obsolete")


async def test_pages_for_the_amount_of_before_are_closed(provider, asha, karthik, people, run_sync):
    placed = await order(asha, people, line(people.ring), line(people.chain), paymentMethod="online")
    number, item = placed["id"], placed["items"][0]["id"]
    whole = await pay_url(asha, number)
    reason = {"orderId": number, "reason": "I found another piece"}
    [cancelled] = succeeded(await asha.post("/order/cancel/", json=reason | {"itemIds": [item]}))
    assert await obsolete(run_sync) == 1
    rest = await pay_url(asha, number)
    assert rest != whole
    before = await obsolete(run_sync)
    succeeded(await karthik.post("/order/?flag=undoStatus", json={"id": item, "version": cancelled["version"]}))
    assert await obsolete(run_sync) == before + 1
    assert await pay_url(asha, number) == whole


async def test_a_page_for_pieces_that_came_back_unpaid_is_closed(provider, asha, karthik, people, run_sync):
    placed = await order(asha, people, line(people.ring), line(people.chain), paymentMethod="online")
    number, item = placed["id"], placed["items"][0]["id"]
    whole = await pay_url(asha, number)
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "delivered"}))
    made = await received(asha, karthik, item)
    assert await obsolete(run_sync) == 0
    succeeded(await step(karthik, made["id"], "close", 3))
    assert await obsolete(run_sync) == 1
    assert await pay_url(asha, number) != whole
    assert await run_sync(faults) == []


async def test_a_cancellation_without_an_open_page_closes_none(provider, asha, people, run_sync):
    number = await online_order(asha, people)
    succeeded(await asha.post("/order/cancel/", json={"orderId": number, "reason": "I found another piece"}))
    assert await obsolete(run_sync) == 0


async def test_pages_are_closed_when_staff_edits_the_amount(provider, karthik, people, run_sync):
    figures = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 1000, "currentStatus": "Pending"}
    entered = figures | {"orderedDate": "2026-11-01", "deliveryDate": "2026-11-06"}
    number = succeeded(await karthik.post("/order/", json=entered))["id"]
    await run_sync(set_method, number, "online")
    succeeded(await karthik.post(f"/order/?id={number}", json={"totalAmount": 1000, "totalQuantity": 2}))
    assert await obsolete(run_sync) == 0
    succeeded(await karthik.post(f"/order/?id={number}", json={"totalAmount": 2000}))
    assert await obsolete(run_sync) == 1


async def test_an_order_that_staff_move_to_another_customer_is_paid_on_a_page_of_its_own(
    provider, karthik, asha, ben, people, run_sync
):
    figures = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 1000, "currentStatus": "Pending"}
    entered = figures | {"orderedDate": "2026-11-01", "deliveryDate": "2026-11-06"}
    number = succeeded(await karthik.post("/order/", json=entered))["id"]
    await run_sync(set_method, number, "online")
    old = await pay_url(asha, number)
    for person in (people.asha, people.ben):  # the first form repeats the customer
        assert await obsolete(run_sync) == 0
        succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": person.id}))
    assert await obsolete(run_sync) == 1
    failed(await start(asha, number), 404)
    assert await pay_url(ben, number) != old


def set_method(session, order_id: int, wanted: str) -> None:
    session.execute(
        text("UPDATE payment SET method = :method WHERE order_id = :id"), {"method": wanted, "id": order_id}
    )
    session.commit()


async def test_what_is_not_signed_changes_nothing(provider, asha, visitor, people, run_sync):
    first, second = await online_order(asha, people), await online_order(asha, people, line(people.ring))
    back = provider.act(await pay_url(asha, first))
    provider.act(await pay_url(asha, second))
    before = await run_sync(factories.contents)
    links = provider.all("plink")
    failed(await visitor.get(back.replace(links[0]["id"], links[1]["id"])), 400)
    failed(await visitor.get(back.replace("razorpay_payment_id=pay_", "razorpay_payment_id=pay_0")), 400)
    body = provider.webhooks[0]
    failed(await hear(visitor, body, secret="key secret"), 400)
    failed(await visitor.post("/payment/webhook/razorpay/", content=body), 400)
    failed(await visitor.post("/payment/webhook/razorpay/", content=body + b" ", headers=signed(body)), 400)
    failed(await hear(visitor, b"[]"), 400)
    failed(await hear(visitor, b'{"event": "payment_link.paid", "payload": {}}'), 400)
    assert await run_sync(factories.contents) == before


async def test_a_failed_payment_is_tried_again_on_the_same_page(provider, asha, karthik, visitor, people, run_sync):
    number = await online_order(asha, people)
    page = await pay_url(asha, number)
    provider.act(page, works=False)
    [failure] = provider.webhooks
    succeeded(await hear(visitor, failure))
    assert (await payment_of(karthik, number))["status"] == "failed"
    assert await pay_url(asha, number) == page
    succeeded(await hear(visitor, failure))
    assert (await payment_of(karthik, number))["status"] == "due"
    provider.act(page)
    succeeded(await hear(visitor, provider.webhooks[1]))
    late = json.loads(failure)
    late["payload"]["payment"]["entity"]["id"] = "pay_late"
    succeeded(await hear(visitor, json.dumps(late).encode()))
    assert (await payment_of(karthik, number))["status"] == "paid"
    assert [kind for kind, _ in await entries_of(karthik, number)] == ["failure", "retry", "payment"]
    assert await run_sync(faults) == []


async def test_a_failure_on_a_page_that_is_closed_by_now_changes_no_payment(provider, asha, karthik, visitor, people):
    number = await online_order(asha, people)
    page = await pay_url(asha, number)
    provider.act(page, works=False)
    provider.cancel(provider.get(page.rpartition("/")[2]))
    failure, closing = provider.webhooks
    for body in (closing, failure):
        succeeded(await hear(visitor, body))
    assert (await payment_of(karthik, number))["status"] == "due"
    assert await entries_of(karthik, number) == []


async def test_a_payment_that_failed_and_was_authorised_later_counts(
    provider, asha, karthik, visitor, people, run_sync
):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    paid = provider.webhooks[0]
    entity = json.loads(paid)["payload"]["payment"]["entity"]
    failure = json.dumps({"event": "payment.failed", "payload": {"payment": {"entity": entity}}}).encode()
    for body, status in ((failure, "failed"), (failure, "failed"), (paid, "paid"), (failure, "paid"), (paid, "paid")):
        succeeded(await hear(visitor, body))
        assert (await payment_of(karthik, number))["status"] == status
    assert [kind for kind, _ in await entries_of(karthik, number)] == ["failure", "retry", "payment"]
    assert await run_sync(faults) == []


async def test_odd_webhooks_are_listed_and_change_no_payment(provider, asha, karthik, visitor, people):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    wrong, unknown = json.loads(provider.webhooks[0]), json.loads(provider.webhooks[0])
    wrong["payload"]["payment"]["entity"]["amount"] = 100
    unknown["payload"]["payment_link"]["entity"]["id"] = "plink_unknown"
    for content in (wrong, unknown, unknown, {"event": "payment.captured", "payload": {}}):
        succeeded(await hear(visitor, json.dumps(content).encode()))
    assert (await payment_of(karthik, number))["status"] == "due"
    notices = succeeded(await karthik.get("/payment/notices/"))
    assert [(each["problem"], each["orderId"]) for each in notices] == [
        ("unknown order", None),
        ("wrong amount", number),
    ]


@pytest.mark.parametrize("notes", [{}, {"table": "5"}, [], None, {"reference_id": "SW99-1"}])
async def test_a_failed_payment_of_no_order_is_listed(provider, asha, karthik, visitor, people, notes):
    await online_order(asha, people)
    entity = {"id": "pay_elsewhere", "amount": 100, "notes": notes}
    failure = {"event": "payment.failed", "payload": {"payment": {"entity": entity}}}
    succeeded(await hear(visitor, json.dumps(failure).encode()))
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["problem"], notice["paymentId"], notice["orderId"]) == ("unknown order", "pay_elsewhere", None)


@pytest.mark.parametrize(
    ("amount", "status", "listed"),
    [(10**14, 200, None), (-5, 200, -0.05), (float("nan"), 400, ()), (1.5, 400, ()), (True, 400, ()), ("100", 400, ())],
)
async def test_a_webhook_with_an_absurd_amount_leaves_the_list_readable(
    provider, asha, karthik, visitor, people, amount, status, listed
):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    absurd = json.loads(provider.webhooks[0])
    absurd["payload"]["payment"]["entity"]["amount"] = amount
    assert (await hear(visitor, json.dumps(absurd).encode())).status_code == status
    assert (await payment_of(karthik, number))["status"] == "due"
    notices = succeeded(await karthik.get("/payment/notices/"))
    assert [each["amount"] for each in notices] == ([] if listed == () else [listed])


async def test_a_payment_in_another_currency_is_listed(provider, asha, karthik, visitor, people):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    foreign = json.loads(provider.webhooks[0])
    foreign["payload"]["payment"]["entity"]["currency"] = "USD"
    succeeded(await hear(visitor, json.dumps(foreign).encode()))
    assert (await payment_of(karthik, number))["status"] == "due"
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["problem"], notice["orderId"]) == ("wrong amount", number)


@pytest.mark.parametrize(
    ("bearer", "extra", "status"),
    [("customer", 59_000, "paid"), ("platform", 59_000, "due"), ("customer", -100, "due")],
)
async def test_the_fee_that_a_shopper_pays_to_the_provider_is_not_the_orders(
    provider, asha, karthik, visitor, people, run_sync, bearer, extra, status
):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    heard = json.loads(provider.webhooks[0])
    entity = heard["payload"]["payment"]["entity"]
    entity |= {"amount": entity["amount"] + extra, "fee_bearer": bearer}
    for _ in range(2):
        succeeded(await hear(visitor, json.dumps(heard).encode()))
    payment = await payment_of(karthik, number)
    assert (payment["status"], payment["paid"]) == (status, 46500 if status == "paid" else 0)
    notices = succeeded(await karthik.get("/payment/notices/"))
    wrong = [("wrong amount", number, entity["id"], entity["amount"] / 100)]
    assert [tuple(each[name] for name in ("problem", "orderId", "paymentId", "amount")) for each in notices] == (
        [] if status == "paid" else wrong
    )
    assert await run_sync(faults) == []


@pytest.mark.parametrize("id_", ["a\0b", 5, None, ["x"]])
async def test_a_webhook_whose_ids_are_no_texts_is_refused(provider, asha, visitor, people, run_sync, id_):
    provider.act(await pay_url(asha, await online_order(asha, people)))
    before = await run_sync(factories.contents)
    for entity in ("payment_link", "payment"):
        odd = json.loads(provider.webhooks[0])
        odd["payload"][entity]["entity"]["id"] = id_
        failed(await hear(visitor, json.dumps(odd).encode()), 400)
    assert await run_sync(factories.contents) == before


async def test_after_a_failure_the_order_is_paid_another_way(provider, asha, karthik, visitor, people, run_sync):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number), works=False)
    succeeded(await hear(visitor, provider.webhooks[0]))
    chosen = {"orderId": number, "paymentMethod": "cod", "version": 2}
    payment = succeeded(await asha.post("/payment/method/", json=chosen))["payment"]
    assert (payment["status"], payment["method"]) == ("due", "cod")
    assert [kind for kind, _ in await entries_of(karthik, number)] == ["failure", "method"]
    assert await run_sync(faults) == []


@pytest.mark.parametrize("ending", ["claimed", "cancelled", "expired"])
async def test_money_for_which_nothing_is_due_goes_back(
    provider, asha, karthik, visitor, people, database, run_sync, ending
):
    number = await online_order(asha, people)
    back = provider.act(await pay_url(asha, number))
    if ending == "claimed":
        succeeded(await method(asha, number, "upi", 1))
        succeeded(await claim(asha, number))
    elif ending == "cancelled":
        succeeded(await asha.post("/order/cancel/", json={"orderId": number, "reason": "x"}))
    else:
        await database.execute(
            text(
                "WITH e AS (INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, at)"
                " VALUES (:id, 2, 'expiry', 'due', 'expired', 'online', now()))"
                " UPDATE payment SET status = 'expired', version = 2 WHERE order_id = :id"
            ),
            {"id": number},
        )
        await database.commit()
    await visitor.get(back)
    succeeded(await hear(visitor, provider.webhooks[0]))
    found = await payment_of(karthik, number)
    assert (found["paid"], found["surplus"], found["refundPending"]) == (0, 46500, 46500)
    assert (await entries_of(karthik, number)).count(("surplus", 46500)) == 1
    [asked] = [event for event in await run_sync(factories.events) if event["type"] == "payment.refund_requested"]
    assert (asked["reach"], asked["data"]["isSurplus"]) == ("nobody", True)
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["problem"], notice["orderId"]) == ("nothing to pay", number)
    assert await run_sync(faults) == []


async def test_a_refund_of_an_online_payment_is_asked_of_the_provider(
    provider, asha, karthik, visitor, people, run_sync
):
    number = await online_order(asha, people)
    await visitor.get(provider.act(await pay_url(asha, number)))
    back = succeeded(await refund(karthik, number, 6500, key="one"))["payment"]
    assert (back["status"], back["refunded"], back["refundPending"]) == ("part_refunded", 6500, 6500)
    [asked] = [event for event in await run_sync(factories.events) if event["type"] == "payment.refund_requested"]
    whose = {"orderId": number, "customerId": people.asha.id}
    assert asked["data"] == whose | {"version": 3, "isSurplus": False}
    assert await run_sync(faults) == []


async def failed_refund(provider, asha, karthik, visitor, people, database) -> tuple[int, dict]:
    """Let the refund of an order fail at the provider after it was accepted. Return the order and the refund."""
    number = await online_order(asha, people)
    await visitor.get(provider.act(await pay_url(asha, number)))
    succeeded(await refund(karthik, number, 6500, key="one"))
    [paid] = provider.all("pay")
    made = provider.refund(paid, 650_000, "key", f"refund-{number}-3-1")
    await database.execute(
        text(
            "WITH e AS (INSERT INTO payment_entry (order_id, version, kind, from_status, to_status, method, amount,"
            " reference, at) VALUES (:id, 4, 'refund_sent', 'part_refunded', 'part_refunded', 'online', 6500, :refund,"
            " now())), r AS (INSERT INTO payment_refund VALUES (:refund, :id, :payment, 6500, 'pending', now(), now()))"
            " UPDATE payment SET refund_pending = 0, version = 4 WHERE order_id = :id"
        ),
        {"id": number, "refund": made["id"], "payment": paid["id"]},
    )
    await database.commit()
    return number, made


def webhook(event: str, made: dict) -> bytes:
    return json.dumps({"event": event, "payload": {"refund": {"entity": made}}}).encode()


async def test_a_failed_refund_is_told_by_webhook_and_tried_again_by_staff(
    provider, asha, karthik, visitor, people, database, run_sync
):
    number, made = await failed_refund(provider, asha, karthik, visitor, people, database)
    failure = webhook("refund.failed", made)
    before = await run_sync(factories.contents)
    failed(await hear(visitor, failure, secret="key secret"), 400)
    failed(await hear(visitor, b'{"event": "refund.failed", "payload": {}}'), 400)
    assert await run_sync(factories.contents) == before
    for _ in range(2):
        succeeded(await hear(visitor, failure))
    found = await payment_of(karthik, number)
    assert (found["refundPending"], found["refundFailed"]) == (6500, 6500)
    assert (await entries_of(karthik, number))[-1] == ("refund_failed", 6500)
    [line_of_asha] = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    assert "refundFailed" not in line_of_asha["payment"]
    retry = {"orderId": number, "version": found["version"]}
    failed(await asha.post("/payment/refund/retry/", json=retry), 403)
    failed(await karthik.post("/payment/refund/retry/", json=retry | {"version": 1}), 409)
    failed(await karthik.post("/payment/refund/retry/", json=retry | {"orderId": 2**53 - 1}), 404)
    again = succeeded(await karthik.post("/payment/refund/retry/", json=retry))
    assert (again["kind"], again["payment"]["refundPending"], again["payment"]["refundFailed"]) == (
        "refund_retry",
        6500,
        0,
    )
    failed(await karthik.post("/payment/refund/retry/", json=retry | {"version": 6}), 409)
    asked = [event for event in await run_sync(factories.events) if event["type"] == "payment.refund_requested"]
    assert [each["data"]["version"] for each in asked] == [3, 6]
    assert await run_sync(faults) == []


async def sent_by_hand(browser, order_id: int, version: int, key: str = "by hand", **fields):
    body = {"orderId": order_id, "reference": "UTR 400000000009", "version": version} | fields
    return await browser.post("/payment/refund/sent/", json=body, headers={"Idempotency-Key": key})


async def test_a_failed_refund_is_sent_by_hand_once(provider, asha, karthik, visitor, people, database, run_sync):
    number, made = await failed_refund(provider, asha, karthik, visitor, people, database)
    failed(await sent_by_hand(karthik, number, 4), 409)
    succeeded(await hear(visitor, webhook("refund.failed", made)))
    before = await run_sync(factories.contents)
    failed(await sent_by_hand(asha, number, 5), 403)
    failed(await sent_by_hand(karthik, number, 4), 409)
    failed(await sent_by_hand(karthik, number, 5, reference=" "), 422, "reference")
    failed(await sent_by_hand(karthik, 2**53 - 1, 5), 404)
    assert await run_sync(factories.contents) == before
    sent = succeeded(await sent_by_hand(karthik, number, 5))
    assert (sent["kind"], sent["changedBy"]) == ("refund_by_hand", "Karthik Rao")
    payment = sent["payment"]
    assert (payment["refunded"], payment["refundPending"], payment["refundFailed"]) == (6500, 0, 0)
    assert succeeded(await sent_by_hand(karthik, number, 5)) == sent
    failed(await sent_by_hand(karthik, number, 6, key="again"), 409)
    failed(await karthik.post("/payment/refund/retry/", json={"orderId": number, "version": 6}), 409)
    [*_, entry] = succeeded(await karthik.get(f"/payment/?orderId={number}"))
    assert (entry["kind"], entry["amount"], entry["reference"]) == ("refund_by_hand", 6500, "UTR 400000000009")
    assert await run_sync(faults) == []


async def test_a_refund_that_is_done_after_it_was_sent_by_hand_is_listed(
    provider, asha, karthik, visitor, people, database, run_sync
):
    number, made = await failed_refund(provider, asha, karthik, visitor, people, database)
    succeeded(await hear(visitor, webhook("refund.failed", made)))
    sent = succeeded(await sent_by_hand(karthik, number, 5))["payment"]
    for event in ("refund.failed", "refund.processed", "refund.processed"):
        succeeded(await hear(visitor, webhook(event, made)))
    assert await payment_of(karthik, number) == sent
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["problem"], notice["orderId"], notice["amount"]) == (
        "refund done after it was sent by hand",
        number,
        6500,
    )
    assert await run_sync(faults) == []


async def test_a_refund_that_is_done_after_it_was_tried_again_is_listed(
    provider, asha, karthik, visitor, people, database, run_sync
):
    number, made = await failed_refund(provider, asha, karthik, visitor, people, database)
    succeeded(await hear(visitor, webhook("refund.failed", made)))
    succeeded(await karthik.post("/payment/refund/retry/", json={"orderId": number, "version": 5}))
    for _ in range(2):
        succeeded(await hear(visitor, webhook("refund.processed", made)))
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["problem"], notice["orderId"], notice["amount"]) == ("refund done after it failed", number, 6500)
    assert await run_sync(faults) == []


async def test_of_concurrent_steps_with_a_failed_refund_one_counts(provider, committing_api, open_shop):
    people, browsers = open_shop
    asha, karthik, visitor = await browsers.of(people.asha), await browsers.of(people.karthik), await browsers.of()
    async with committing_api.state.sessions() as database:
        number, made = await failed_refund(provider, asha, karthik, visitor, people, database)
    succeeded(await hear(visitor, webhook("refund.failed", made)))
    steps = [sent_by_hand(karthik, number, 5, key=f"key {each}") for each in range(8)]
    steps += [karthik.post("/payment/refund/retry/", json={"orderId": number, "version": 5}) for _ in range(8)]
    steps += [hear(visitor, webhook("refund.processed", made)) for _ in range(4)]
    answers = sorted(answer.status_code for answer in await asyncio.gather(*steps))
    assert answers == [200] * 5 + [409] * 15
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(faults) == []
    for browser in (asha, karthik, visitor):
        await browser.aclose()


async def test_an_unseen_notice_is_listed_before_newer_ones_that_were_seen(karthik, database):
    add = text("""
        INSERT INTO payment_notice (problem, link_id, payment_id, at, seen_at)
        SELECT 'wrong amount', 'plink_' || number, '', now(), CASE WHEN number > 2 THEN now() END
        FROM generate_series(1, 110) AS number
    """)
    await database.execute(add)
    await database.commit()
    notices = succeeded(await karthik.get("/payment/notices/"))
    numbers = [2, 1, *range(110, 12, -1)]
    assert [each["linkId"] for each in notices] == [f"plink_{number}" for number in numbers]


async def test_a_notice_is_seen_once(provider, asha, karthik, visitor, people, run_sync):
    number = await online_order(asha, people)
    provider.act(await pay_url(asha, number))
    unknown = json.loads(provider.webhooks[0])
    unknown["payload"]["payment_link"]["entity"]["id"] = "plink_unknown"
    succeeded(await hear(visitor, json.dumps(unknown).encode()))
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    assert (notice["seenAt"], notice["seenBy"]) == (None, None)
    seen = succeeded(await karthik.post("/payment/notices/", json={"id": notice["id"]}))
    assert seen["seenBy"] == "Karthik Rao"
    before = await run_sync(factories.contents)
    assert succeeded(await karthik.post("/payment/notices/", json={"id": notice["id"]})) == seen
    failed(await karthik.post("/payment/notices/", json={"id": 2**53 - 1}), 404)
    failed(await karthik.post("/payment/notices/", json={"id": "x"}), 422, "id")
    assert await run_sync(factories.contents) == before


async def test_an_order_that_cannot_be_paid_online_is_refused(provider, asha, ben, people, run_sync):
    number = (await order(asha, people, paymentMethod="upi"))["id"]
    failed(await start(asha, number), 409)
    for each in (number, 2**53 - 1):
        failed(await start(ben, each), 404)
    assert provider.all("plink") == []


async def test_a_provider_that_is_away_is_said_and_nothing_is_stored(provider, asha, people, run_sync):
    number = await online_order(asha, people)
    before = await run_sync(factories.contents)
    provider.manner = "away"
    assert "Nothing was charged" in failed(await start(asha, number), 503)["message"]
    assert await run_sync(factories.contents) == before
    provider.manner = ""
    assert await pay_url(asha, number)


async def test_a_provider_that_refuses_the_key_is_said_as_one_that_is_away(provider, asha, people, monkeypatch):
    number = await online_order(asha, people)
    recorded = Incidents()
    monkeypatch.setattr(provider_payments, "incidents", recorded)
    with monkeypatch.context() as provider_has_another_key:
        provider_has_another_key.setenv("SHOP_RAZORPAY_KEY_SECRET", "rotated")
        assert "Nothing was charged" in failed(await start(asha, number), 503)["message"]
    [incident] = recorded.recent()
    assert incident["kind"] == "payments"
    assert "status 401: Authentication failed" in incident["reason"]
    assert await pay_url(asha, number)


async def test_a_payment_page_that_the_provider_refuses_is_told_to_the_shopper_and_to_staff(
    provider, asha, karthik, people, monkeypatch
):
    number = await online_order(asha, people)
    recorded = Incidents()
    monkeypatch.setattr(provider_payments, "incidents", recorded)
    with monkeypatch.context() as provider_takes_less:
        provider_takes_less.setattr(provider, "create_link", lambda *_: None)
        for _ in range(2):
            message = failed(await start(asha, number), 409)["message"]
    assert message == (
        "The payment provider does not take this payment. It says: A payment link with this reference_id exists. "
        "Nothing was charged. Please choose another way to pay, or ask us."
    )
    [notice] = succeeded(await karthik.get("/payment/notices/"))
    problem = "page refused: A payment link with this reference_id exists"
    assert (notice["problem"], notice["orderId"], notice["amount"]) == (problem, number, 46500)
    findings = succeeded(await karthik.get("/operations/"))["findings"]
    [told] = [each["advice"] for each in findings if each["sentence"].startswith("The payment provider refused")]
    assert f"order {number}, {problem}" in told
    assert recorded.recent() == []  # the provider is available
    assert (await payment_of(karthik, number))["status"] == "due"
    assert await pay_url(asha, number)


async def test_a_page_ends_within_six_months_however_long_the_order_waits(provider, asha, people, database):
    number = await online_order(asha, people)
    waits = text("UPDATE payment SET expires_at = now() + interval '1 year' WHERE order_id = :id")
    await database.execute(waits, {"id": number})
    await database.commit()
    await pay_url(asha, number)
    [link] = provider.all("plink")
    assert 170 < (link["expire_by"] - time.time()) / 86_400 < 181


async def test_a_provider_that_hangs_has_few_threads_of_its_own(provider, open_shop, monkeypatch):
    people, browsers = open_shop
    asha = await browsers.of(people.asha)
    first, second = await online_order(asha, people), await online_order(asha, people, line(people.ring))
    monkeypatch.setattr(provider_payments.PROVIDER_THREADS, "total_tokens", 1)
    monkeypatch.setattr(provider_payments, "THREAD_SECONDS", 0.3)
    monkeypatch.setattr(client, "LIMIT_SECONDS", 60)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    asked, answers, create = threading.Event(), threading.Event(), provider.create_link

    def create_late(*wanted):
        asked.set()
        answers.wait(60)
        return create(*wanted)

    monkeypatch.setattr(provider, "create_link", create_late)
    starting = asyncio.create_task(start(asha, first))
    while not asked.is_set():  # noqa: ASYNC110 - polls, as another thread sets it
        await asyncio.sleep(0.01)
    began = time.monotonic()
    await asyncio.to_thread(bool)
    assert "Nothing was charged" in failed(await start(asha, second), 503)["message"]
    assert time.monotonic() - began < 30
    answers.set()
    assert succeeded(await starting)["payUrl"]
    assert await pay_url(asha, second)
    await asha.aclose()


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"amount": 100}, "cancelled"),
        ({"expire_by": 1_700_000_000}, "cancelled"),
        ({"status": "cancelled"}, "cancelled"),
        ({"status": "expired"}, "expired"),
    ],
)
async def test_a_page_whose_creation_was_not_stored_is_replaced_if_it_no_longer_fits(
    provider, asha, people, database, change, status
):
    number = await online_order(asha, people)
    lost = await pay_url(asha, number)
    await database.execute(text("DELETE FROM payment_link"))
    await database.commit()
    assert await pay_url(asha, number) == lost
    await database.execute(text("DELETE FROM payment_link"))
    await database.commit()
    [link] = provider.all("plink")
    provider.store(link | change)
    page = await pay_url(asha, number)
    assert await pay_url(asha, number) == page
    await database.execute(text("UPDATE payment_link SET status = 'closed'"))
    await database.commit()
    provider.store(provider.all("plink")[1] | {"status": "expired"})
    assert await pay_url(asha, number) not in {lost, page}
    links = [(each["reference_id"], each["amount"], each["status"]) for each in provider.all("plink")]
    assert links == [
        (f"SW{number}-1", change.get("amount", 4_650_000), status),
        (f"SW{number}-2", 4_650_000, "expired"),
        (f"SW{number}-3", 4_650_000, "created"),
    ]


async def test_of_sixteen_starts_and_callbacks_one_counts(provider, committing_api, open_shop):
    people, browsers = open_shop
    asha, karthik = await browsers.of(people.asha), await browsers.of(people.karthik)
    number = await online_order(asha, people)
    pages = await asyncio.gather(*(pay_url(asha, number) for _ in range(16)))
    assert (len(set(pages)), len(provider.all("plink"))) == (1, 1)
    back = provider.act(pages[0])
    heard = [asha.get(back) for _ in range(8)] + [hear(asha, provider.webhooks[0]) for _ in range(8)]
    assert {answer.status_code for answer in await asyncio.gather(*heard)} == {303, 200}
    assert await entries_of(karthik, number) == [("payment", 46500)]
    refunds = [refund(karthik, number, 46500, key=f"key {each}") for each in range(16)]
    assert sorted(answer.status_code for answer in await asyncio.gather(*refunds)) == [200] + [409] * 15
    async with committing_api.state.sessions() as session:
        assert await session.run_sync(faults) == []
    await asha.aclose()
    await karthik.aclose()


async def test_too_many_starts_have_to_wait(asha, run_sync):
    failed(await start(asha, 2_000_000_000), 404)
    await count_attempts(run_sync, limits.PAYMENT_STARTS, 59)
    failed(await start(asha, 2_000_000_000), 404)
    failed(await start(asha, 2_000_000_000), 429)
