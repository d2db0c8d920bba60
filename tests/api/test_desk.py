"""Notes of staff about orders, and the assignment of orders to staff."""

import pytest

from shop.clock import now
from shop.desk.model import OrderAssignment, OrderNote
from shop.personal_data import erasure
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded

BOARD = "/order/?flag=allOrders"
WORDS = "She rang: no studs.\nThe choker goes first."


@pytest.fixture
async def order(asha, people):
    """Place an order for Asha, and return its number."""
    return succeeded(await asha.post("/order/", json=basket(people)))["id"]


@pytest.fixture
async def priya(database):
    """Add another member of the order desk."""
    return await hire(database, "Priya", "orders")


async def hire(database, name, role):
    hired = await database.run_sync(factories.hire_admin, name, roles=[role])
    await database.commit()
    return hired.id


def write(browser, order, text=WORDS, **headers):
    return browser.post("/order/notes/", json={"orderId": order, "text": text}, headers=headers)


def assign(browser, order, admin_id, version=0):
    return browser.post("/order/assignment/", json={"orderId": order, "adminId": admin_id, "version": version})


async def desk_of(browser, order):
    return (await browser.get(f"/order/?id={order}")).json()["desk"]


async def listed(browser, assigned_to):
    return [each["id"] for each in succeeded(await browser.get(f"{BOARD}&assignedTo={assigned_to}"))]


async def test_notes_are_kept_in_their_order_with_who_wrote_them(karthik, people, order, run_sync):
    first = succeeded(await write(karthik, order))
    succeeded(await write(karthik, order, "Gift box."))
    notes = succeeded(await karthik.get(f"/order/notes/?orderId={order}"))
    assert [(note["text"], note["writtenBy"], note["adminId"]) for note in notes] == [
        (WORDS, people.karthik.name, people.karthik.id),
        ("Gift box.", people.karthik.name, people.karthik.id),
    ]
    assert notes[0] == first
    assert (await desk_of(karthik, order))["notes"] == 2
    told = [event for event in await run_sync(factories.events) if event["type"] == "desk.note_added"]
    assert [event["reach"] for event in told] == ["admins", "admins"]
    assert [(event["data"]["orderId"], event["data"]["notes"]) for event in told] == [(order, 1), (order, 2)]
    assert WORDS not in str(told)


async def test_a_note_that_is_sent_again_is_written_once(karthik, order, run_sync):
    one, other = [await write(karthik, order, **{"Idempotency-Key": "k1"}) for _ in range(2)]
    assert one.json() == other.json()
    assert await run_sync(lambda session: session.query(OrderNote).count()) == 1


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001, 5, None])
async def test_what_is_no_note_is_refused(karthik, order, run_sync, text):
    failed(await write(karthik, order, text), 422, "text")
    assert await run_sync(lambda session: session.query(OrderNote).count()) == 0


async def test_a_note_about_an_erased_order_is_refused(karthik, people, order, database, run_sync):
    succeeded(await write(karthik, order))
    await database.run_sync(erasure.erase_orders, people.asha.id, [], at=now())
    await database.commit()
    refused = failed(await write(karthik, order), 409)
    assert refused["message"] == "This customer has deleted their account. It cannot be changed any more."
    assert await run_sync(lambda session: session.query(OrderNote).count()) == 0


async def test_an_order_that_is_not_there_has_neither_notes_nor_an_assignee(karthik, people):
    for answer in (
        await write(karthik, 999_999),
        await assign(karthik, 999_999, people.karthik.id),
        await karthik.get("/order/notes/?orderId=999999"),
    ):
        assert failed(answer, 404)["message"] == "There is no order 999999."


async def test_an_order_is_assigned_taken_over_and_given_up(karthik, people, order, priya, run_sync):
    assert await desk_of(karthik, order) == {"orderId": order, "assignee": None, "version": 0, "notes": 0}
    mine = succeeded(await assign(karthik, order, people.karthik.id))
    assert mine["assignee"] == {"id": people.karthik.id, "name": people.karthik.name}
    hers = succeeded(await assign(karthik, order, priya, version=1))
    assert (hers["assignee"]["id"], hers["version"]) == (priya, 2)
    assert succeeded(await assign(karthik, order, None, version=2))["assignee"] is None
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["reach"], event["data"]["assignee"]) == ("desk.assigned", "admins", None)
    assert (event["data"]["version"], event["data"]["changedBy"]) == (3, people.karthik.name)
    newest = succeeded(await karthik.get("/audit/"))[0]
    assert (newest["entity"], newest["changes"][0]["to"]) == ("order", "nobody")


async def test_a_colleagues_assignment_is_not_overwritten(karthik, people, order, priya):
    succeeded(await assign(karthik, order, priya))
    refused = failed(await assign(karthik, order, people.karthik.id), 409)
    assert (refused["data"]["assignee"]["id"], refused["data"]["version"]) == (priya, 1)
    assert (await desk_of(karthik, order))["assignee"]["id"] == priya


async def test_only_those_who_see_orders_and_may_sign_in_can_be_assigned(karthik, order, priya, database, run_sync):
    operator = await hire(database, "Otto", "operator")
    assert "no role that sees orders" in failed(await assign(karthik, order, operator), 422, "adminId")["message"]
    failed(await assign(karthik, order, 999_999), 422, "adminId")
    succeeded(await karthik.post(f"/admin/staff/?id={priya}", json={"disabled": True}))
    assert "cannot sign in any more" in failed(await assign(karthik, order, priya), 422, "adminId")["message"]
    assert await run_sync(lambda session: session.query(OrderAssignment).count()) == 0
    people = succeeded(await karthik.get("/order/assignment/"))["people"]
    assert {each["id"] for each in people}.isdisjoint({priya, operator})


@pytest.mark.parametrize("change", [{"disabled": True}, {"roles": ["operator"]}])
async def test_what_a_colleague_had_who_takes_no_orders_any_more_is_nobodys(karthik, order, priya, run_sync, change):
    succeeded(await assign(karthik, order, priya))
    assert (await listed(karthik, priya), await listed(karthik, "nobody")) == ([order], [])
    succeeded(await karthik.post(f"/admin/staff/?id={priya}", json=change))
    assert (await listed(karthik, priya), await listed(karthik, "nobody")) == ([], [order])
    assert (await desk_of(karthik, order))["assignee"] is None
    assert "desk.assignees_changed" in [event["type"] for event in await run_sync(factories.events)]
    assert succeeded(await karthik.get("/order/assignment/"))["unassigned"] == 1


async def test_the_board_shows_and_filters_by_who_has_an_order(asha, karthik, people, order):
    again = basket(people, line(people.ring, 1))
    other = succeeded(await asha.post("/order/", json=again, headers={"Idempotency-Key": "another"}))["id"]
    assert other != order
    succeeded(await write(karthik, other))
    succeeded(await assign(karthik, order, people.karthik.id))
    board = (await karthik.get(BOARD)).json()
    by_order = {each["orderId"]: each for each in board["desk"]}
    assert by_order[order] == await desk_of(karthik, order)
    assert by_order[other] == {"orderId": other, "assignee": None, "version": 0, "notes": 1}
    assert await listed(karthik, people.karthik.id) == [order]
    assert await listed(karthik, "nobody") == [other]
    [me] = [each for each in succeeded(await karthik.get("/order/assignment/"))["people"] if each["openOrders"]]
    assert (me["id"], me["openOrders"]) == (people.karthik.id, 1)
    counts = (await karthik.get(f"{BOARD}&assignedTo={people.karthik.id}")).json()["counts"]
    assert counts["ordered"] == len(succeeded(await karthik.get(f"/order/?id={order}"))["items"])
    failed(await karthik.get(f"{BOARD}&assignedTo=me"), 422, "assignedTo")


async def test_an_order_that_is_done_is_in_nobodys_list(karthik, people, order):
    succeeded(await assign(karthik, order, people.karthik.id))
    for item in succeeded(await karthik.get(f"/order/?id={order}"))["items"]:
        succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item["id"], "status": "delivered"}))
    assert (await listed(karthik, people.karthik.id), await listed(karthik, "nobody")) == ([], [])


async def test_shoppers_other_systems_and_files_get_nothing_of_it(asha, karthik, people, order, priya):
    succeeded(await write(karthik, order, "secret words"))
    succeeded(await assign(karthik, order, priya))
    key = succeeded(await karthik.post("/admin/keys/", json={"name": "ERP", "scopes": ["orders:read", "events:read"]}))
    bearer = {"Authorization": f"Bearer {key['key']}"}
    answers = [
        await asha.get(f"/order/?customerId={people.asha.id}"),
        *[
            await asha.get(path, headers=bearer)
            for path in (BOARD, f"/order/?id={order}", "/events/?after=0&limit=100", "/order/?flag=csv")
        ],
        await karthik.get("/order/?flag=csv"),
        await karthik.get("/order/?flag=itemsCsv"),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert "secret words" not in answer.text
        assert '"assignee":' not in answer.text
        assert '"desk.' not in answer.text


async def test_viewers_read_notes_and_operators_do_not(karthik, order, browsers, database):
    hired = {role: await database.run_sync(factories.hire_admin, role, roles=[role]) for role in ("viewer", "operator")}
    await database.commit()
    succeeded(await write(karthik, order))
    async with await browsers.of(hired["viewer"]) as viewer, await browsers.of(hired["operator"]) as operator:
        [note] = succeeded(await viewer.get(f"/order/notes/?orderId={order}"))
        assert note["text"] == WORDS
        for refused in (
            await write(viewer, order),
            await assign(viewer, order, hired["viewer"].id),
            await operator.get(f"/order/notes/?orderId={order}"),
            await operator.get("/order/assignment/"),
        ):
            failed(refused, 403)
