"""Undoing a status change: row, history, lists, events, figures and audit are as if it had never been made."""

import asyncio
import datetime as dt

import pytest

from shop.clock import iso, now
from shop.orders import consistency
from shop.orders.model import OrderItem, Status, StatusChange
from tests.support import factories
from tests.support.http_client import failed, succeeded

PLACED = now() - dt.timedelta(days=3)
STAMPS = ["orderedAt", "packedAt", "shippedAt", "deliveredAt", "cancelledAt"]


def place(session, people):
    return factories.order(session, people.asha, [people.ring, people.chain], at=PLACED)


@pytest.fixture
async def item(people, database):
    """Add an order line that was placed three days ago."""
    made = await database.run_sync(place, people)
    await database.commit()
    return made.items[0]


def row(session, item_id: int) -> OrderItem:
    return session.get_one(OrderItem, item_id)


def deliver(session, item_id: int, at: dt.datetime) -> None:
    """Set the times of a line at version 3 as if it had been delivered some time ago."""
    line = session.get_one(OrderItem, item_id, populate_existing=True)
    line.status, line.version, line.delivered_at = "delivered", 4, at
    session.add(StatusChange(order_item_id=item_id, version=4, from_status="ordered", to_status="delivered", at=at))


def faults(session) -> list[str]:
    return [fault for _, found in consistency.verify(session) for fault in found]


async def set_status(browser, item_id: int, status: str, **fields):
    return await browser.post("/order/?flag=updateStatus", json={"id": item_id, "status": status} | fields)


async def undo(browser, item_id: int, version: int):
    return await browser.post("/order/?flag=undoStatus", json={"id": item_id, "version": version})


class Expected:
    """The expected state of a line after some changes: those that were not undone, and the complete history."""

    def __init__(self) -> None:
        first = {"status": "ordered", "from": None, "at": iso(PLACED), "version": 1, "reason": None}
        self.standing = [first]
        self.history = [first | {"changedBy": None, "undoes": None, "undone": False, "weights": []}]

    def was_set(self, status: str, at: str) -> None:
        step = {"status": status, "from": self.status, "at": at, "version": self.version + 1, "reason": None}
        self.standing.append(step)
        self.history.append(step | {"changedBy": "Karthik Rao", "undoes": None, "undone": False, "weights": []})

    def was_undone(self, at: str) -> None:
        last = self.standing.pop()
        step = {"status": self.status, "from": last["status"], "at": at, "version": self.version + 1, "reason": None}
        self.history[last["version"] - 1]["undone"] = True
        undo = {"changedBy": "Karthik Rao", "undoes": last["version"], "undone": False, "weights": []}
        self.history.append(step | undo)

    @property
    def status(self) -> str:
        return self.standing[-1]["status"]

    @property
    def version(self) -> int:
        return self.history[-1]["version"]

    @property
    def stamps(self) -> dict[str, str | None]:
        times = {f"{step['status']}At": step["at"] for step in self.standing}
        return {name: times.get(name) for name in STAMPS}


SEQUENCES = [
    "packed undo",
    "packed undo packed",
    "packed shipped undo undo",
    "packed shipped undo delivered undo",
    "packed packed undo",
    "packed packed packed undo",
    "packed ordered undo",
    "ordered undo",
    "shipped packed undo undo shipped",
    "packed shipped delivered undo undo undo",
    "delivered ordered delivered undo",
    "packed undo packed undo packed undo shipped",
]


@pytest.mark.parametrize("sequence", SEQUENCES)
async def test_after_any_changes_everything_is_as_if_what_was_undone_had_never_been(
    karthik, asha, people, item, run_sync, sequence
):
    expected, answers = Expected(), []
    for word in sequence.split():
        if word == "undo":
            before = expected.status
            answered = succeeded(await undo(karthik, item.id, expected.version))
            expected.was_undone(answered["at"])
            assert answered["undoes"] == expected.history[-1]["undoes"]
        else:
            before = expected.status
            answered = succeeded(await set_status(karthik, item.id, word, version=expected.version))
            expected.was_set(word, answered["at"])
            assert answered["undoes"] is None
        assert (answered["from"], answered["status"]) == (before, expected.status)
        assert {name: answered[name] for name in STAMPS} == expected.stamps
        assert abs(dt.datetime.fromisoformat(answered["at"]) - now()) < dt.timedelta(minutes=1)
        answers.append(answered)

    stored = await run_sync(row, item.id)
    assert (stored.status, stored.version) == (expected.status, expected.version)
    assert {f"{status}At": iso(getattr(stored, status.stamp)) for status in Status} == expected.stamps
    assert await run_sync(faults) == []

    recorded = await run_sync(factories.events)
    assert [event["data"] | event["admin_data"] for event in recorded] == answers
    assert all("changedBy" not in event["data"] for event in recorded)

    listed = await asha.get(f"/order/?customerId={people.asha.id}")
    own = listed.json()["data"][0]
    assert own["history"] == expected.standing
    assert {name: own[name] for name in STAMPS} == expected.stamps
    assert "Karthik" not in listed.text

    board = (await karthik.get("/order/?flag=allOrders")).json()
    for shown in (board["data"][0]["items"][0], (await karthik.get(f"/order/?id={item.order_id}")).json()["items"][0]):
        assert shown["history"] == expected.history
        assert {name: shown[name] for name in STAMPS} == expected.stamps
    assert board["counts"] == {
        status: (status == expected.status) + (status == "ordered") for status in map(str, Status)
    }


async def test_the_average_time_to_delivery_does_not_move(karthik, item, run_sync, database):
    before = succeeded(await karthik.get("/order/?flag=figures"))
    succeeded(await set_status(karthik, item.id, "delivered"))
    succeeded(await undo(karthik, item.id, 2))
    assert succeeded(await karthik.get("/order/?flag=figures")) == before

    delivered_at = PLACED + dt.timedelta(hours=10)
    await database.run_sync(deliver, item.id, delivered_at)
    await database.commit()
    before = succeeded(await karthik.get("/order/?flag=figures"))
    assert before["delivered"] == {"items": 1, "hours": 10.0}
    succeeded(await set_status(karthik, item.id, "packed", version=4))
    succeeded(await undo(karthik, item.id, 5))
    assert succeeded(await karthik.get("/order/?flag=figures")) == before
    assert (await run_sync(row, item.id)).packed_at is None


async def test_a_history_from_before_undos_were_marked_stays_readable(karthik, asha, people, item):
    """Earlier versions recorded an undo as an ordinary status change."""
    for status in ("packed", "ordered", "shipped"):
        succeeded(await set_status(karthik, item.id, status))
    succeeded(await undo(karthik, item.id, 4))
    own = (await asha.get(f"/order/?customerId={people.asha.id}")).json()["data"][0]
    assert [step["status"] for step in own["history"]] == ["ordered", "packed", "ordered"]
    assert (own["status"], own["shippedAt"], own["packedAt"] is None) == ("ordered", None, False)


async def test_the_first_status_is_not_undone(karthik, item, run_sync):
    before = await run_sync(factories.contents)
    refused = failed(await undo(karthik, item.id, 1), 409)
    assert "nothing to undo" in refused["message"]
    assert await run_sync(factories.contents) == before
    succeeded(await set_status(karthik, item.id, "packed"))
    succeeded(await undo(karthik, item.id, 2))
    failed(await undo(karthik, item.id, 3), 409)


@pytest.mark.parametrize("step", ["set", "undone"])
async def test_what_somebody_else_changed_since_is_not_undone_and_shown_as_it_is(karthik, item, run_sync, step):
    succeeded(await set_status(karthik, item.id, "packed"))
    theirs = succeeded(await set_status(karthik, item.id, "shipped"))
    if step == "undone":
        theirs = succeeded(await undo(karthik, item.id, 3))
    before = await run_sync(factories.contents)
    refused = failed(await undo(karthik, item.id, 2), 409)
    assert "Karthik Rao changed this item" in refused["message"]
    assert refused["data"] == theirs | {"from": None}
    also = failed(await set_status(karthik, item.id, "delivered", version=2), 409)
    assert also["data"] == theirs | {"from": None}
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"version": 2}, "id"),
        ({"id": 1}, "version"),
        ({"id": 1, "version": None}, "version"),
        ({"id": 1, "version": 0}, "version"),
        ({"id": 1, "version": "x"}, "version"),
        ({"items": []}, "items"),
        ({"items": [{"id": 1}]}, "items.0.version"),
    ],
)
async def test_an_undo_names_a_line_and_its_version(karthik, body, field):
    failed(await karthik.post("/order/?flag=undoStatus", json=body), 422, field)


async def test_an_unknown_line_is_not_found(karthik):
    failed(await undo(karthik, 2_000_000_000, 2), 404)


async def test_several_are_undone_each_by_itself(karthik, item, run_sync):
    ring, chain = item.id, item.id + 1
    for each in (ring, chain):
        succeeded(await set_status(karthik, each, "packed"))
    succeeded(await set_status(karthik, chain, "shipped"))
    wanted = [{"id": ring, "version": 2}, {"id": 2_000_000_000, "version": 2}, {"id": chain, "version": 2}]
    results = succeeded(await karthik.post("/order/?flag=undoStatus", json={"items": wanted}))
    assert [(result["id"], result["code"]) for result in results] == [(ring, 200), (2_000_000_000, 404), (chain, 409)]
    assert (results[0]["message"], results[0]["data"]["status"]) == ("Status set back", "ordered")
    assert results[2]["data"]["status"] == "shipped"
    assert ((await run_sync(row, ring)).packed_at, (await run_sync(row, chain)).status) == (None, "shipped")


async def test_of_many_undos_at_once_one_is_carried_out(committing_api, open_shop):
    people, browsers = open_shop
    placed = await browsers.database.run_sync(place, people)
    await browsers.database.commit()
    item = placed.items[0].id
    async with await browsers.of(people.karthik) as one, await browsers.of(people.karthik) as two:
        for status in ("packed", "shipped"):
            succeeded(await set_status(one, item, status))
        answers = await asyncio.gather(*(undo(browser, item, 3) for browser in (one, two) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    async with committing_api.state.sessions() as session:
        assert (await session.run_sync(row, item)).status == "packed"
        assert await session.run_sync(faults) == []


async def test_an_edit_of_the_order_tells_its_shopper_of_no_undone_step(karthik, item, run_sync):
    succeeded(await set_status(karthik, item.id, "packed"))
    succeeded(await undo(karthik, item.id, 2))
    succeeded(await karthik.post(f"/order/?id={item.order_id}", json={"currentStatus": "At the engraver"}))
    event = (await run_sync(factories.events))[-1]
    shown = event["data"]["items"][0]["history"]
    assert shown == [{"status": "ordered", "from": None, "at": iso(PLACED), "version": 1, "reason": None}]
    assert [step["undone"] for step in event["admin_data"]["items"][0]["history"]] == [False, True, False]


async def test_the_audit_marks_the_undone_change_and_the_undo(karthik, item):
    succeeded(await set_status(karthik, item.id, "packed"))
    succeeded(await undo(karthik, item.id, 2))
    entries = succeeded(await karthik.get("/audit/?entity=order"))
    assert [(entry["label"], entry["actor"]) for entry in entries] == [
        ("item 1, Lotus Ring, undo", "Karthik Rao"),
        ("item 1, Lotus Ring, undone since", "Karthik Rao"),
    ]
    found = succeeded(await karthik.get("/audit/?entity=order&search=undone"))
    assert len(found) == 1
