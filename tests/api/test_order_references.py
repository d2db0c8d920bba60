"""The board finds an order by what the desk has in hand: a document, a piece, a parcel, a payment or a return."""

import pytest
from sqlalchemy import update

from shop.clock import now
from shop.orders.model import OrderItem
from shop.payments.model import PaymentEntry
from shop.returns.model import Return, ReturnStep
from tests.api.test_api_keys import bearer, make_key
from tests.api.test_board import found
from tests.support import factories, invoices
from tests.support.http_client import succeeded

WRITTEN = {
    "invoice": "SW/26-27/000012",
    "credit note": "SWC/26-27/000003",
    "HUID": "AB12C7",
    "tracking number": "774109263358",
    "tracking number with signs": "EE/77-4109IN",
    "reference of a claim": "400000000001",
    "reference of a payment": "SBIN426712345678",
    "id of the provider's payment": "pay_QkXyZabcdefgh",
    "reference of a refund": "NEFT 88-12",
}
"""References as they are stored."""


@pytest.fixture
async def orders(people, database):
    """Place three orders, of which the second one has the references and a return. The others have similar ones."""

    def place(session):
        made = [factories.order(session, people.ben, [people.ring]) for _ in range(3)]
        first, second, _ = made
        for number, order in ((900_001, first), (12, second)):
            row = invoices.invoice(id=number, order_id=order.id, customer_id=people.ben.id)
            row.year, row.sequence, row.number = "26-27", number, f"SW/26-27/{number:06}"
            session.add(row)
        session.flush()
        note = invoices.invoice(id=1, order_id=second.id, customer_id=people.ben.id, kind="credit_note", invoice_id=12)
        note.year, note.sequence, note.number = "26-27", 3, WRITTEN["credit note"]
        references = [WRITTEN[kind] for kind in WRITTEN if "reference" in kind or "provider" in kind]
        steps = [(second, reference) for reference in references] + [(first, f"{references[0]}0")]
        entries = [_entry(order, reference, version) for version, (order, reference) in enumerate(steps, start=2)]
        first.items[0].huids, first.items[0].tracking_number = ["AB12C8"], f"{WRITTEN['tracking number']}1"
        second.items[0].huids, second.items[0].tracking_number = ["ZZ00Z0", WRITTEN["HUID"]], WRITTEN["tracking number"]
        session.add_all([note, *entries])
        return made

    made = await database.run_sync(place)
    await database.commit()
    return made


def _entry(order, reference: str, version: int) -> PaymentEntry:
    steps = {"kind": "payment", "from_status": "due", "to_status": "paid", "method": "upi"}
    return PaymentEntry(order_id=order.id, version=version, reference=reference, at=now(), **steps)


@pytest.fixture
async def returned(people, orders, database) -> int:
    """Return a piece of the second order."""
    row = Return(order_item_id=orders[1].items[0].id, customer_id=people.ben.id, quantity=1, requested_at=now())
    row.reason, row.note, row.status, row.answer, row.version = "It does not fit", "", "requested", "", 1
    first = {"version": 1, "to_status": "requested", "changed_by": people.ben.name, "note": "", "at": row.requested_at}
    row.history = [ReturnStep(**first)]
    database.add(row)
    await database.commit()
    return row.id


@pytest.mark.parametrize("kind", WRITTEN)
async def test_an_order_is_found_by_its_whole_reference(karthik, orders, database, kind):
    reference = WRITTEN[kind]
    if kind.startswith("tracking"):
        line = update(OrderItem).where(OrderItem.id == orders[1].items[0].id)
        await database.execute(line.values(tracking_number=reference))
        await database.commit()
    for written in (reference, reference.lower(), reference.upper(), f"  {reference}\t"):
        assert await found(karthik, written) == [orders[1].id]
    for other in (reference[:-1], reference[1:], f"{reference}9", f"9{reference}"):
        assert orders[1].id not in await found(karthik, other)
    body = (await karthik.get("/order/", params={"flag": "allOrders", "search": reference})).json()
    assert body["counts"]["ordered"] == 1
    for flag in ("csv", "itemsCsv"):
        file = await karthik.get("/order/", params={"flag": flag, "search": reference})
        assert [row.split(",")[0] for row in file.text.splitlines()[1:]] == [f'"{orders[1].id}"']


@pytest.mark.parametrize("written", ["7741 0926 3358", "4000 0000 0001", "4000-0000-0001", "sbin 4267 1234 5678"])
async def test_numbers_are_found_as_they_are_spaced(karthik, orders, written):
    assert await found(karthik, written) == [orders[1].id]


async def test_a_return_finds_its_order(karthik, orders, returned):
    for written in (f"R-{returned}", f" r-{returned} "):
        assert await found(karthik, written) == [orders[1].id]
    for other in (f"R-{returned}0", f"R-0{returned}", f"R{returned}", "R-", "R-9999999999", "R-99999999999"):
        assert await found(karthik, other) == []


async def test_a_huid_finds_all_orders_that_it_was_entered_for(karthik, orders, database):
    later = update(OrderItem).where(OrderItem.id == orders[2].items[0].id).values(huids=[WRITTEN["HUID"]])
    await database.execute(later)
    await database.commit()
    assert await found(karthik, WRITTEN["HUID"]) == [orders[2].id, orders[1].id]


async def test_returns_are_found_by_the_references_of_their_order(karthik, asha, ben, orders, returned):
    async def returns(browser, search: str) -> list[int]:
        return [each["id"] for each in succeeded(await browser.get("/return/", params={"search": search}))]

    for kind in set(WRITTEN) - {"tracking number with signs"}:
        assert await returns(karthik, WRITTEN[kind]) == [returned]
        assert await returns(karthik, WRITTEN[kind][:-1]) == []
        file = await karthik.get("/return/", params={"flag": "csv", "search": WRITTEN[kind]})
        assert len(file.text.splitlines()) == 2
        for browser in (asha, ben):
            assert await returns(browser, WRITTEN[kind]) == []
    assert await returns(karthik, f"R-{returned}") == [returned]


@pytest.mark.parametrize(
    ("role", "unread"),
    [
        ("owner", set()),
        ("orders", set()),
        ("finance", set()),
        ("viewer", set()),
        ("catalogue", {"invoice", "credit note"}),
    ],
)
async def test_a_role_finds_nothing_by_what_it_may_not_read(browsers, database, orders, returned, role, unread):
    hired = await database.run_sync(factories.hire_admin, roles=[role])
    await database.commit()
    async with await browsers.of(hired) as browser:
        for kind in set(WRITTEN) - {"tracking number with signs"}:
            assert await found(browser, WRITTEN[kind]) == ([] if kind in unread else [orders[1].id])
        assert await found(browser, f"R-{returned}") == [orders[1].id]


@pytest.mark.parametrize("scopes", [["orders:read"], ["orders:read", "payments:read"]])
async def test_a_key_finds_orders_by_payments_only_with_their_scope(karthik, visitor, orders, returned, scopes):
    key = bearer(await make_key(karthik, *scopes))

    async def found_by(search: str) -> list[int]:
        response = await visitor.get("/order/", params={"flag": "allOrders", "search": search}, headers=key)
        return [order["id"] for order in succeeded(response)]

    for kind in ("HUID", "tracking number"):
        assert await found_by(WRITTEN[kind]) == [orders[1].id]
    for hidden in (WRITTEN["invoice"], WRITTEN["credit note"], f"R-{returned}"):
        assert await found_by(hidden) == []
    assert await found_by(WRITTEN["reference of a claim"]) == ([orders[1].id] if "payments:read" in scopes else [])
