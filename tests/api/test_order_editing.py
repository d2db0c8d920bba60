"""What an admin may edit of an order, and what cannot be changed."""

import datetime as dt
from decimal import Decimal

import pytest
from sqlalchemy import update

from shop.customers.model import DELETED_NAME
from shop.events.model import Audience
from shop.orders.model import Order
from tests.api.test_online_payments import set_method
from tests.api.test_payments import claim, reject
from tests.support import factories
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def placed(people, database):
    at = dt.datetime(2026, 11, 10, 6, tzinfo=dt.UTC)
    order = await database.run_sync(factories.order, people.asha, [people.ring, people.chain], at=at)
    await database.commit()
    return order


@pytest.fixture
def fields(people):
    return {
        "customerId": people.asha.id,
        "totalQuantity": 2,
        "totalAmount": 1000,
        "orderedDate": "2026-11-01",
        "deliveryDate": "2026-11-06",
        "currentStatus": "Pending",
    }


async def test_an_admin_sets_delivery_date_and_words(karthik, placed, run_sync):
    edit = {"deliveryDate": "2026-12-24", "currentStatus": "Waiting for the engraver"}
    edited = succeeded(await karthik.post(f"/order/?id={placed.id}", json=edit))
    assert (edited["deliveryDate"], edited["currentStatus"]) == ("2026-12-24", "Waiting for the engraver")
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["customer_id"]) == ("order.changed", placed.customer_id)
    assert event["data"] | event["admin_data"] == edited


async def test_a_new_delivery_date_is_the_only_day_and_a_repeated_one_keeps_the_first(karthik, placed, database):
    placed.delivery_from, placed.delivery_date = dt.date(2026, 11, 13), dt.date(2026, 11, 15)
    await database.commit()
    for wanted, first in (("2026-11-15", "2026-11-13"), ("2026-11-11", "2026-11-11")):
        edited = succeeded(await karthik.post(f"/order/?id={placed.id}", json={"deliveryDate": wanted}))
        assert (edited["deliveryFrom"], edited["deliveryDate"]) == (first, wanted)


async def test_words_that_only_repeat_the_lines_go_on_following_them(karthik, placed):
    succeeded(await karthik.post(f"/order/?id={placed.id}", json={"currentStatus": "ordered"}))
    for item in placed.items:
        succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item.id, "status": "packed"}))
    shown = succeeded(await karthik.get(f"/order/?id={placed.id}"))
    assert shown["currentStatus"] == "packed"


async def test_empty_words_follow_the_lines_again(karthik, placed):
    succeeded(await karthik.post(f"/order/?id={placed.id}", json={"currentStatus": "On hold"}))
    edited = succeeded(await karthik.post(f"/order/?id={placed.id}", json={"currentStatus": ""}))
    assert edited["currentStatus"] == "ordered"


@pytest.mark.parametrize(
    ("field", "value"),
    [("totalAmount", 1), ("totalQuantity", 99), ("orderedDate", "2020-01-01"), ("customerId", 2000000000)],
)
async def test_what_follows_from_the_lines_cannot_be_edited(karthik, placed, run_sync, field, value):
    before = await run_sync(factories.contents)
    body = failed(await karthik.post(f"/order/?id={placed.id}", json={field: value}), 409, field)
    assert field in body["message"]
    assert await run_sync(factories.contents) == before


async def test_a_form_that_repeats_them_is_taken(karthik, placed):
    shown = succeeded(await karthik.get(f"/order/?id={placed.id}"))
    names = ("customerId", "totalQuantity", "totalAmount", "orderedDate", "deliveryDate", "currentStatus")
    succeeded(await karthik.post(f"/order/?id={placed.id}", json={name: shown[name] for name in names}))


async def test_an_order_without_lines_is_written_down_edited_and_deleted(karthik, fields, run_sync):
    entered = succeeded(await karthik.post("/order/", json=fields))
    assert (entered["totalAmount"], entered["currentStatus"], entered["items"]) == (1000, "Pending", [])
    edited = succeeded(await karthik.post(f"/order/?id={entered['id']}", json={"totalAmount": 2000}))
    assert edited["totalAmount"] == 2000
    assert [event["type"] for event in await run_sync(factories.events)] == ["order.changed", "order.changed"]
    succeeded(await karthik.delete(f"/order/?id={entered['id']}"))
    failed(await karthik.get(f"/order/?id={entered['id']}"), 404)
    deleted = (await run_sync(factories.events))[-1]
    assert (deleted["type"], deleted["customer_id"], deleted["reach"]) == (
        "order.deleted",
        entered["customerId"],
        Audience.CUSTOMER_AND_ADMINS,
    )
    assert deleted["data"] == {"orderId": entered["id"], "customerId": entered["customerId"]}


@pytest.fixture
def contact_of(run_sync):
    """Return a function that returns an order's customer with the contact data in the order's own row."""

    def read(session, order_id: int):
        order = session.get_one(Order, order_id)
        return order.customer_id, order.name, order.email, order.phone

    async def run(order_id: int):
        return await run_sync(read, order_id)

    return run


async def test_such_an_order_takes_the_contact_of_the_customer_to_whom_it_is_moved(karthik, people, fields, contact_of):
    entered = succeeded(await karthik.post("/order/", json=fields))["id"]
    changed = {"name": "Asha V", "email": people.asha.email, "phone": "9841055009", "password": ""}
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=changed))
    for person in (people.asha, people.ben):  # the first form repeats the customer
        succeeded(await karthik.post(f"/order/?id={entered}", json={"customerId": person.id}))
        assert await contact_of(entered) == (person.id, person.name, person.email, person.phone)


async def test_an_erased_order_that_is_moved_can_be_erased_again(karthik, asha, people, fields, contact_of):
    ben = people.ben
    entered = succeeded(await karthik.post("/order/", json=fields))["id"]
    succeeded(await asha.post("/customer/delete/", json={"currentPassword": factories.PASSWORD}))
    assert await contact_of(entered) == (people.asha.id, DELETED_NAME, "", "")
    succeeded(await karthik.post(f"/order/?id={entered}", json={"customerId": ben.id}))
    assert await contact_of(entered) == (ben.id, ben.name, ben.email, ben.phone)
    succeeded(await karthik.post("/customer/delete/?flag=forCustomer", json={"customerId": ben.id}))
    assert await contact_of(entered) == (ben.id, DELETED_NAME, "", "")


@pytest.mark.parametrize("was_shared", [None, True, False])
async def test_such_an_order_that_is_moved_is_shown_by_no_link_of_the_first_customer(
    karthik, asha, ben, visitor, people, fields, run_sync, was_shared
):
    number = succeeded(await karthik.post("/order/", json=fields))["id"]
    path = f"/order/tracking/?orderId={number}"
    old = succeeded(await asha.get(path))["path"].removeprefix("/track/")
    if was_shared is not None:
        for is_shared in (False, was_shared):
            succeeded(await asha.post("/order/tracking/", json={"orderId": number, "isShared": is_shared}))
        old = (succeeded(await asha.get(path))["path"] or old).removeprefix("/track/")
    succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": people.ben.id}))
    failed(await visitor.get(f"/track/?token={old}"), 404)
    new = succeeded(await ben.get(path))["path"].removeprefix("/track/")
    assert succeeded(await visitor.get(f"/track/?token={new}"))["orderId"] == number
    ended, moved = (await run_sync(factories.events))[-2:]
    assert (ended["type"], ended["customer_id"], ended["data"]["isShared"]) == (
        "order.tracking_changed",
        people.asha.id,
        False,
    )
    assert (moved["type"], moved["customer_id"]) == ("order.changed", people.ben.id)


async def test_such_an_order_that_is_moved_after_the_account_was_deleted_is_shown_by_no_earlier_link(
    karthik, asha, ben, visitor, people, fields
):
    number = succeeded(await karthik.post("/order/", json=fields))["id"]
    path = f"/order/tracking/?orderId={number}"
    old = [succeeded(await asha.get(path))["path"].removeprefix("/track/")]
    for _ in range(2):
        for is_shared in (False, True):
            succeeded(await asha.post("/order/tracking/", json={"orderId": number, "isShared": is_shared}))
        old.append(succeeded(await asha.get(path))["path"].removeprefix("/track/"))
    succeeded(await asha.post("/customer/delete/", json={"currentPassword": factories.PASSWORD}))
    succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": people.ben.id}))
    for token in old:
        failed(await visitor.get(f"/track/?token={token}"), 404)
    new = succeeded(await ben.get(path))["path"].removeprefix("/track/")
    assert succeeded(await visitor.get(f"/track/?token={new}"))["orderId"] == number


async def test_such_an_order_that_is_moved_keeps_neither_pan_nor_claim_of_the_first_customer(
    karthik, asha, people, fields, run_sync
):
    number = succeeded(await karthik.post("/order/", json=fields | {"totalAmount": 300_000}))["id"]
    succeeded(await karthik.post("/order/pan/", json={"orderId": number, "pan": "ABCDE1234F"}))
    await run_sync(set_method, number, "upi")
    succeeded(await claim(asha, number))
    succeeded(await reject(karthik, number, 2))
    for person in (people.asha, people.ben):  # the first form repeats the customer
        assert succeeded(await karthik.get(f"/order/pan/?orderId={number}"))["state"] == "given"
        moved = succeeded(await karthik.post(f"/order/?id={number}", json={"customerId": person.id}))
    assert moved["panMissing"] is True
    assert succeeded(await karthik.get(f"/order/pan/?orderId={number}"))["state"] == "missing"
    assert (moved["payment"]["claim"], moved["payment"]["rejection"]) == (None, None)
    succeeded(await karthik.post("/order/pan/", json={"orderId": number, "pan": "FGHIJ5678K"}))


@pytest.mark.parametrize("is_shared", [True, False])
async def test_such_an_order_is_deleted_with_its_tracking_link(karthik, asha, fields, is_shared):
    entered = succeeded(await karthik.post("/order/", json=fields))["id"]
    succeeded(await asha.post("/order/tracking/", json={"orderId": entered, "isShared": is_shared}))
    succeeded(await karthik.delete(f"/order/?id={entered}"))
    failed(await karthik.get(f"/order/?id={entered}"), 404)


@pytest.mark.parametrize(
    "field", ["customerId", "totalQuantity", "totalAmount", "orderedDate", "deliveryDate", "currentStatus"]
)
async def test_every_field_of_such_an_order_is_required(karthik, fields, field):
    del fields[field]
    failed(await karthik.post("/order/", json=fields), 422, field)


async def test_the_amount_of_such_an_order_is_whole_rupees(karthik, fields, run_sync):
    number = succeeded(await karthik.post("/order/", json=fields))["id"]
    before = await run_sync(factories.contents)
    made = await karthik.post("/order/", json=fields | {"totalAmount": 10.5})
    edited = await karthik.post(f"/order/?id={number}", json={"totalAmount": 10.5})
    for answer in (made, edited):
        assert failed(answer, 422, "totalAmount")["errors"] == {"totalAmount": "must be a whole number"}
    assert await run_sync(factories.contents) == before


async def test_an_order_with_paise_of_an_earlier_version_may_be_sent_back_whole(karthik, fields, run_sync):
    number = succeeded(await karthik.post("/order/", json=fields))["id"]
    await run_sync(lambda s: (s.execute(update(Order).values(total_amount=Decimal("10.5"))), s.commit()))
    row = succeeded(await karthik.get(f"/order/?id={number}"))
    edited = succeeded(await karthik.post(f"/order/?id={number}", json=row | {"totalQuantity": 2}))
    assert (edited["totalAmount"], edited["totalQuantity"]) == (10.5, 2)


async def test_a_row_of_the_board_may_be_sent_back_whole(karthik, placed):
    row = succeeded(await karthik.get(f"/order/?id={placed.id}"))
    changed = row | {"currentStatus": "On hold", "deliveryDate": "2026-12-23T18:30:00.000Z"}
    edited = succeeded(await karthik.post(f"/order/?id={placed.id}", json=changed))
    days = {"deliveryFrom": "2026-12-24", "deliveryDate": "2026-12-24"}
    assert edited == row | {"currentStatus": "On hold", "statusText": "On hold"} | days
    for name in ("customerName", "customerEmail"):
        failed(await karthik.post(f"/order/?id={placed.id}", json=edited | {name: "Somebody else"}), 422, name)


@pytest.mark.parametrize("day", ["2026-12-24T25:00:00Z", "0001-01-01T00:00:00+05:30", "2026-12-24T", "tomorrow", 1])
async def test_a_delivery_on_no_day_is_refused(karthik, placed, run_sync, day):
    before = await run_sync(factories.contents)
    answer = await karthik.post(f"/order/?id={placed.id}", json={"deliveryDate": day})
    failed(answer, 422, "deliveryDate")
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("0206-11-20", "must be in the year 2000 or later"),
        ("0001-01-01T00:00:00+14:00", "must be in the year 2000 or later"),
        ("1999-12-31T23:59:59", "must be in the year 2000 or later"),
        ("9999-12-31", "must be within a year from now"),
        ("2206-11-20", "must be within a year from now"),
    ],
)
async def test_a_day_of_order_with_a_mistyped_year_is_refused(karthik, fields, run_sync, day, sentence):
    order = succeeded(await karthik.post("/order/", json=fields | {"orderedDate": "2000-01-01"}))
    assert order["orderedDate"] == "1999-12-31T18:30:00.000Z"
    before = await run_sync(factories.contents)
    made = await karthik.post("/order/", json=fields | {"orderedDate": day})
    edited = await karthik.post(f"/order/?id={order['id']}", json={"orderedDate": day})
    for answer in (made, edited):
        assert sentence in failed(answer, 422, "orderedDate")["errors"]["orderedDate"]
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("0026-12-05", "must be in the year 2000 or later"),
        ("1999-12-31T12:00:00Z", "must be in the year 2000 or later"),
        ("2062-12-05", "must be within a year from now"),
    ],
)
async def test_a_delivery_date_with_a_mistyped_year_is_refused(karthik, fields, placed, run_sync, day, sentence):
    days = {"orderedDate": "2000-01-01", "deliveryDate": "2000-01-01"}
    order = succeeded(await karthik.post("/order/", json=fields | days))
    before = await run_sync(factories.contents)
    made = await karthik.post("/order/", json=fields | {"deliveryDate": day})
    edited = await karthik.post(f"/order/?id={order['id']}", json={"deliveryDate": day})
    moved = await karthik.post(f"/order/?id={placed.id}", json={"deliveryDate": day})
    for answer in (made, edited, moved):
        refusal = failed(answer, 422, "deliveryDate")
        assert refusal["errors"]["deliveryDate"] == sentence
        assert refusal["message"] == "Please check: deliveryDate."
    assert await run_sync(factories.contents) == before


async def test_a_delivery_before_the_order_is_refused(karthik, fields, placed, run_sync):
    succeeded(await karthik.post("/order/", json=fields | {"deliveryDate": fields["orderedDate"]}))
    order = succeeded(await karthik.post("/order/", json=fields))
    before = await run_sync(factories.contents)
    path = f"/order/?id={order['id']}"
    for answer in (
        await karthik.post("/order/", json=fields | {"deliveryDate": "2026-10-31"}),
        await karthik.post(path, json={"deliveryDate": "2026-10-31"}),
        await karthik.post(path, json={"orderedDate": "2026-11-07"}),
        await karthik.post(f"/order/?id={placed.id}", json={"deliveryDate": "2026-11-09"}),
    ):
        refusal = failed(answer, 422, "deliveryDate")
        assert refusal["errors"] == {"deliveryDate": "must not be before the day of the order"}
        assert refusal["message"] == "Please check: deliveryDate."
    assert await run_sync(factories.contents) == before


async def test_a_delivery_date_from_before_that_rule_may_stay(karthik, placed, database):
    placed.delivery_date = dt.date(26, 12, 5)
    await database.commit()
    edit = {"deliveryDate": "0026-12-05", "currentStatus": "At the polisher"}
    edited = succeeded(await karthik.post(f"/order/?id={placed.id}", json=edit))
    assert (edited["deliveryDate"], edited["currentStatus"]) == ("0026-12-05", "At the polisher")


async def test_a_placed_order_is_kept_for_ever(karthik, placed, run_sync):
    before = await run_sync(factories.contents)
    assert "2 items" in failed(await karthik.delete(f"/order/?id={placed.id}"), 409)["message"]
    assert await run_sync(factories.contents) == before


async def test_an_order_that_is_not_there_cannot_be_edited(karthik):
    failed(await karthik.post("/order/?id=2000000000", json={"currentStatus": "x"}), 404)
    failed(await karthik.delete("/order/?id=2000000000"), 404)


async def test_a_shopper_can_do_none_of_this(asha, visitor, placed, fields):
    failed(await asha.post(f"/order/?id={placed.id}", json={"currentStatus": "x"}), 403)
    failed(await asha.delete(f"/order/?id={placed.id}"), 403)
    failed(await asha.post("/order/", json=fields), 403)
    failed(await visitor.post(f"/order/?id={placed.id}", json={"currentStatus": "x"}), 401)


async def test_several_statuses_stand_or_fall_each_by_itself(karthik, placed, run_sync):
    ring, chain = placed.items
    changes = [
        {"id": ring.id, "status": "packed", "version": 1},
        {"id": 2000000000, "status": "packed"},
        {"id": chain.id, "status": "shipped", "version": 7},
        {"id": ring.id, "status": "shipped", "version": 2},
    ]
    results = succeeded(await karthik.post("/order/?flag=updateStatus", json={"items": changes}))
    assert [(result["id"], result["code"]) for result in results] == [
        (ring.id, 200),
        (2000000000, 404),
        (chain.id, 409),
        (ring.id, 200),
    ]
    assert (results[2]["data"]["status"], results[2]["data"]["version"]) == ("ordered", 1)
    statuses = [event["data"]["status"] for event in await run_sync(factories.events)]
    assert statuses == ["packed", "shipped"]


@pytest.mark.parametrize("items", [[], "x", [{"id": 1}], [{"id": 1, "status": "lost"}], [None], {"id": 1}])
async def test_a_list_of_changes_that_is_none_is_refused_whole(karthik, items):
    answer = await karthik.post("/order/?flag=updateStatus", json={"items": items})
    assert answer.status_code == 422
    assert answer.json()["errors"]
