"""The history of an order for staff, besides statuses and money: assignments, parcels and mails."""

from sqlalchemy import text

from tests.api.test_desk import assign, hire
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded


async def place(asha, people, key="one"):
    again = basket(people, line(people.ring, 1))
    return succeeded(await asha.post("/order/", json=again, headers={"Idempotency-Key": key}))


async def history_of(browser, order_id):
    return succeeded(await browser.get(f"/order/history/?orderId={order_id}"))


async def test_it_tells_to_whom_an_order_was_assigned(asha, karthik, people, database):
    order, other = (await place(asha, people))["id"], (await place(asha, people, "two"))["id"]
    priya = await hire(database, "Priya", "orders")
    for step, admin_id in enumerate((people.karthik.id, priya, None)):
        succeeded(await assign(karthik, order, admin_id, version=step))
    succeeded(await assign(karthik, other, priya))
    succeeded(await karthik.post("/order/notes/", json={"orderId": order, "text": "Gift box."}))
    steps = (await history_of(karthik, order))["assignments"]
    name = people.karthik.name
    assert [(step["before"], step["assignee"], step["changedBy"]) for step in steps] == [
        ("Priya", None, name),
        (name, "Priya", name),
        (None, name, name),
    ]


async def test_it_tells_which_courier_and_number_were_entered(asha, karthik, people):
    [item] = (await place(asha, people))["items"]
    packed = {"items": [{"id": item["id"], "status": "packed", "version": 1}]}
    succeeded(await karthik.post("/order/?flag=updateStatus", json=packed))
    entered = {"itemId": item["id"], "courier": "Speed Post", "trackingNumber": "EK123456789IN", "version": 1}
    succeeded(await karthik.post("/order/shipment/", json=entered))
    removed = entered | {"courier": None, "trackingNumber": None, "version": 2}
    succeeded(await karthik.post("/order/shipment/", json=removed))
    steps = (await history_of(karthik, item["orderId"]))["shipments"]
    assert [(step["itemId"], step["version"], step["courier"], step["trackingNumber"]) for step in steps] == [
        (item["id"], 3, None, None),
        (item["id"], 2, "Speed Post", "EK123456789IN"),
    ]
    assert {step["changedBy"] for step in steps} == {people.karthik.name}


async def test_it_lists_the_mails_about_this_order_alone(asha, karthik, people, database):
    order = (await place(asha, people))["id"]
    abouts = [f"order {order}", f"return R-3, order {order}", f"orders 9{order}, {order}, 7{order}"]
    others = [
        "",
        f"order {order}1",
        f"order 1{order}",
        f"orders 1{order}, {order}1",
        f"return R-{order}, order 9{order}",
    ]
    for number, about in enumerate(abouts + others):
        await database.execute(
            text("""
                INSERT INTO sent_mail (customer_id, delivery_id, kind, subject, about, outcome, tries, seconds, at)
                VALUES (:id, :number, 'mail_status', :about, :about, 'sent', 1, 4, now())
            """),
            {"id": people.asha.id, "number": 900_000 + number, "about": about},
        )
    await database.commit()
    mails = (await history_of(karthik, order))["mails"]
    assert [mail["subject"] for mail in mails if mail["outcome"] == "sent"] == abouts[::-1]


async def test_it_lists_the_mails_that_wait_or_were_given_up(asha, karthik, people, database):
    order, other = (await place(asha, people))["id"], (await place(asha, people, "two"))["id"]
    await database.execute(text("DELETE FROM delivery"))
    for number, kind, error in ((order, "mail_status", None), (order, "mail_return", "X"), (other, "mail_status", "Y")):
        aggregate = "return:3" if kind == "mail_return" else f"order:{number}"
        await database.run_sync(factories.record, customer_id=people.asha.id)
        await database.execute(
            text("""
                UPDATE domain_event
                SET aggregate = :aggregate, data = jsonb_build_object('orderId', CAST(:id AS bigint))
                WHERE id = (SELECT max(id) FROM domain_event)
            """),
            {"aggregate": aggregate, "id": number},
        )
        await database.execute(
            text("""
                INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, last_error, dead_at)
                SELECT max(id), :kind, 'mail', now(), 8, CAST(:error AS text),
                    CASE WHEN CAST(:error AS text) IS NOT NULL THEN now() END
                FROM domain_event
            """),
            {"kind": kind, "error": error},
        )
    await database.commit()
    mails = (await history_of(karthik, order))["mails"]
    assert [(mail["kind"], mail["outcome"], mail["error"]) for mail in mails] == [
        ("mail_return", "dead", "X"),
        ("mail_status", "waiting", None),
    ]


async def test_only_staff_see_it(asha, karthik, people):
    order = (await place(asha, people))["id"]
    failed(await asha.get(f"/order/history/?orderId={order}"), 403)
    assert failed(await karthik.get("/order/history/?orderId=999999"), 404)["message"] == "There is no order 999999."
