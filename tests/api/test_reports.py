"""The sums in a month's reports equal those of the orders, the ledger and the invoices, to the paisa."""

import csv
import datetime as dt
import io
import random
from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from api.reports import service
from shop.clock import INDIA, now, today
from shop.invoices import issuing
from shop.invoices.model import Invoice
from shop.orders.model import OrderItem, Status
from shop.payments.model import PaymentEntry
from shop.reports.month import Month
from tests.api.conftest import Callers, People, add_people, inside, open_savepoint, open_transaction, sessions_of
from tests.api.test_order_placement import basket, line
from tests.api.test_payments import confirm, refund
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.invoices import CHENNAI

SELLER = {"gstin": "33AAACS4207Q1Z9", "legal_name": "Swarna Jewels", "legal_address": "14 Car Street"}
KERALA = CHENNAI | {"city": "Kochi", "state": "Kerala", "zip_code": "682001"}
ABROAD = CHENNAI | {"city": "Fremont", "state": "California", "country": "USA", "zip_code": "94536"}
PARTS = ("sales", "categories", "methods", "payments", "refunds", "gst", "invoices", "creditNotes")


def paise(*amounts: object) -> int:
    return sum(int((Decimal(str(amount)) * 100).to_integral_exact()) for amount in amounts)


async def report(browser, month: str = "") -> dict:
    return succeeded(await browser.get(f"/report/?month={month}" if month else "/report/"))


async def table(browser, part: str) -> list[dict[str, str]]:
    answer = await browser.get(f"/report/?flag=csv&part={part}")
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


async def fill(session, config, people, asha, karthik) -> None:
    """Add 24 random orders of this month. Some are partly cancelled, shipped, invoiced, credited, paid or refunded."""
    drawn = random.Random(7)
    ordered_at = Month.at(now()).start
    issued_at = ordered_at + dt.timedelta(minutes=1)
    rings = await session.run_sync(
        lambda session: [
            factories.stock_product(session, name=f"Ring {at}", making_charge=Decimal(drawn.randint(900, 9000)))
            for at in range(4)
        ]
    )
    for at in range(24):
        chosen = drawn.sample(rings, drawn.randint(1, 3))
        address = drawn.choice([CHENNAI, KERALA, ABROAD])
        order = await session.run_sync(
            lambda session, chosen=chosen, address=address: factories.order(
                session, people.asha, chosen, at=ordered_at, address=address
            )
        )
        if drawn.random() < 0.3:
            order.items[0].status = Status.CANCELLED
        if drawn.random() < 0.7:
            for item in order.items[1:]:
                item.status = Status.SHIPPED
            await session.run_sync(issuing.issue_due, order.id, config=config, at=issued_at)
        if at % 5 == 0 and len(order.items) > 1:
            order.items[1].status = Status.CANCELLED
            await session.run_sync(issuing.issue_due, order.id, config=config, at=issued_at)
    await session.commit()
    for at, product in enumerate([people.chain, people.ring, *rings]):
        placed = succeeded(await asha.post("/order/", json=basket(people, line(product), paymentMethod="upi")))
        succeeded(await confirm(karthik, placed["id"], placed["payment"]["version"]))
        if at % 2:
            succeeded(await refund(karthik, placed["id"], 1000 + at, f"report-{at}", reference=f"UTR{at}"))


@pytest.fixture(scope="module")
async def filled(app, async_engine, shop_settings) -> AsyncIterator[tuple[AsyncConnection, People]]:
    """Fill a month for all tests that read it, in a transaction that is rolled back at the end of this file."""
    config = shop_settings.model_copy(update=SELLER)
    async with open_transaction(async_engine) as made:
        async with sessions_of(made)() as session:
            people = await session.run_sync(add_people)
            with inside(app, made):
                browsers = Callers(app, session)
                async with await browsers.of(people.asha) as asha, await browsers.of(people.karthik) as karthik:
                    await fill(session, config, people, asha, karthik)
        yield made, people


@pytest.fixture
async def connection(request, connection) -> AsyncIterator[AsyncConnection]:
    """Return the connection of a test, or the one with the filled month if it reads that."""
    if "filled" in request.fixturenames:
        made, _ = request.getfixturevalue("filled")
        async with open_savepoint(made):
            yield made
    else:
        yield connection


@pytest.fixture
def people(request, people) -> People:
    return request.getfixturevalue("filled")[1] if "filled" in request.fixturenames else people


async def test_the_sums_are_those_of_the_tables(karthik, database, filled):
    found = await report(karthik)
    lines = (await database.scalars(select(OrderItem).where(OrderItem.status != Status.CANCELLED.value))).all()
    assert paise(found["sales"]["amount"]) == paise(*(item.total_amount for item in lines))
    assert found["sales"]["pieces"] == sum(item.quantity for item in lines)
    for part in ("days", "categories"):
        assert paise(*(row["amount"] for row in found["sales"][part])) == paise(found["sales"]["amount"])

    entries = (await database.scalars(select(PaymentEntry))).all()
    money = found["money"]
    assert paise(money["received"]) == paise(*(entry.amount for entry in entries if entry.kind == "payment"))
    assert paise(money["refunded"]) == paise(*(entry.amount for entry in entries if entry.kind == "refund"))
    assert (money["payments"], money["refunds"]) == (6, 3)
    assert paise(money["received"]) - paise(money["refunded"]) == paise(money["kept"])

    issued = (await database.scalars(select(Invoice))).all()
    assert {one.kind for one in issued} == {"invoice", "credit_note"}
    assert len({one.state_code for one in issued}) > 2
    gst = found["gst"]
    for name, kind, states in (
        ("invoices", "invoice", "invoiceStates"),
        ("creditNotes", "credit_note", "creditNoteStates"),
    ):
        of_kind = [one for one in issued if one.kind == kind]
        assert gst[name]["documents"] == len(of_kind)
        for amount in ("taxable", "cgst", "sgst", "igst", "total"):
            assert paise(gst[name][amount]) == paise(*(getattr(one, amount) for one in of_kind))
            assert paise(gst[name][amount]) == paise(*(row[amount] for row in gst[states]))
    sign = {"invoice": 1, "credit_note": -1}
    assert paise(gst["tax"]) == sum(sign[one.kind] * paise(one.cgst, one.sgst, one.igst) for one in issued)

    way = found["reconciliation"]
    assert paise(way["invoiced"]) == sum(sign[one.kind] * paise(one.total) for one in issued)
    assert paise(way["invoiced"]) + paise(way["ahead"]) - paise(way["behind"]) == paise(way["kept"])
    assert paise(way["kept"]) == paise(money["kept"])
    assert way["aheadOrders"] == 6
    assert way["behindOrders"] > 0
    assert found["faults"] == []


async def test_the_files_add_up_to_the_report(karthik, filled):
    found = await report(karthik)
    tables = {part: await table(karthik, part) for part in PARTS}
    sales = paise(found["sales"]["amount"])
    assert paise(*(row["Sales"] for row in tables["sales"])) == sales
    assert paise(*(row["Sales"] for row in tables["categories"])) == sales
    assert paise(*(row["Amount"] for row in tables["payments"])) == paise(found["money"]["received"])
    assert paise(*(row["Amount"] for row in tables["refunds"])) == paise(found["money"]["refunded"])
    [way] = tables["methods"]
    assert (way["Way"], way["Payments"], way["Refunds"]) == ("UPI", "6", "3")
    money = [found["money"]["received"], -found["money"]["refunded"], found["money"]["kept"]]
    assert [paise(way[name]) for name in ("Received", "Refunded", "Net")] == [paise(amount) for amount in money]
    tax = paise(found["gst"]["tax"])
    documents = tables["invoices"] + tables["creditNotes"]
    for rows in (tables["gst"], documents):
        assert paise(*(row[name] for row in rows for name in ("CGST", "SGST", "IGST"))) == tax
    assert all(row["Invoice"].startswith("SW/") for row in tables["creditNotes"])
    assert "-0.00" not in {cell for row in tables["gst"] + documents for cell in row.values()}


async def test_lists_are_read_page_by_page(karthik, filled):
    found = await report(karthik)
    for path, whole in (
        ("flag=documents&kind=invoice", found["gst"]["invoices"]["documents"]),
        ("flag=documents&kind=credit_note", found["gst"]["creditNotes"]["documents"]),
        ("flag=money&kind=payments", 6),
        ("flag=money&kind=refunds", 3),
    ):
        rows, more = [], ""
        while more is not None:
            page = (await karthik.get(f"/report/?{path}&limit=2{more}")).json()
            rows += page["data"]
            more = f"&cursor={page['nextCursor']}" if page["nextCursor"] else None
        assert len({row["id"] for row in rows}) == len(rows) == whole


@pytest.mark.parametrize("list_", ["documents", "money"])
async def test_a_list_goes_on_after_the_last_row_when_rows_were_added_or_left(karthik, filled, database, list_):
    path = f"/report/?flag={list_}&limit=2"
    whole = [row["id"] for row in succeeded(await karthik.get(f"/report/?flag={list_}"))]
    first = (await karthik.get(path)).json()
    table, time = {"documents": ("invoice", "issued_at"), "money": ("payment_entry", "at")}[list_]
    shift = text(f"UPDATE {table} SET {time} = {time} - interval '400 days' WHERE id = :id")
    await database.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
    await database.execute(shift, {"id": whole[0]})
    await database.commit()
    rest = (await karthik.get(f"{path}&cursor={first['nextCursor']}")).json()
    assert [row["id"] for row in first["data"] + rest["data"]] == whole[:4]
    failed(await karthik.get(f"{path}&cursor=2"), 404, "cursor")


async def test_a_cursor_of_another_list_is_refused(karthik, filled):
    lists = [
        *(f"flag=documents&kind={kind}" for kind in ("invoice", "credit_note")),
        *(f"flag=money&kind={kind}" for kind in ("payments", "refunds")),
    ]
    cursor = (await karthik.get(f"/report/?{lists[0]}&limit=1")).json()["nextCursor"]
    succeeded(await karthik.get(f"/report/?{lists[0]}&cursor={cursor}"))
    for other in (*lists[1:], f"{lists[0]}&month={Month.at(now()).previous.start:%Y-%m}"):
        failed(await karthik.get(f"/report/?{other}&cursor={cursor}"), 404, "cursor")


async def test_a_month_begins_and_ends_at_midnight_in_india(karthik, people, database):
    this = Month.at(now())
    first = dt.datetime.combine(today(now()).replace(day=1), dt.time.min, INDIA)
    for at in (first, first - dt.timedelta(microseconds=1)):
        await database.run_sync(lambda session, at=at: factories.order(session, people.asha, [people.ring], at=at))
    await database.commit()
    for month, day in ((this, first.date()), (this.previous, first.date() - dt.timedelta(days=1))):
        found = await report(karthik, str(month))
        assert [(row["day"], row["orders"]) for row in found["sales"]["days"]] == [(day.isoformat(), 1)]
    assert found["isClosed"] is True
    assert (await report(karthik))["isClosed"] is False
    assert (await report(karthik))["firstMonth"] == str(this.previous)


async def test_an_order_with_a_mistyped_year_adds_no_months_before_2000(karthik, people, database):
    before = Month.at(now()).previous
    for at in (before.start, dt.datetime(206, 11, 20, tzinfo=INDIA), dt.datetime(1999, 12, 31, tzinfo=INDIA)):
        await database.run_sync(lambda session, at=at: factories.order(session, people.asha, [people.ring], at=at))
    await database.commit()
    assert (await report(karthik))["firstMonth"] == str(before)


def test_a_month_has_four_digits_of_the_year():
    assert str(Month(206, 11)) == "0206-11"


async def test_orders_without_items_count_as_on_the_dashboard(karthik, people, database):
    before = Month.at(now()).previous

    def place(session):
        whole = factories.order(session, people.asha, [people.ring], at=before.start)
        cancelled = factories.order(session, people.asha, [people.chain], at=before.start)
        cancelled.items[0].status = Status.CANCELLED
        figures = {"total_quantity": 2, "total_amount": Decimal("1000.50")}
        factories.order(session, people.ben, [], at=before.start, **figures)
        return whole.total_amount

    lines = await database.run_sync(place)
    await database.commit()
    sales = (await report(karthik, str(before)))["sales"]
    assert (sales["orders"], sales["pieces"], paise(sales["amount"])) == (2, 3, paise(lines, "1000.50"))
    assert paise((await report(karthik))["sales"]["before"]) == paise(sales["amount"])
    *_, without = sales["categories"]
    assert without == {"category": "Without items", "pieces": 2, "amount": 1000.5}
    for part in ("days", "categories"):
        assert paise(*(row["amount"] for row in sales[part])) == paise(sales["amount"])
        assert sum(row["pieces"] for row in sales[part]) == sales["pieces"]


@pytest.mark.parametrize(("month", "at", "is_counted"), [((2026, 2), (3, 1), True), ((2026, 3), (3, 15), False)])
async def test_a_month_that_is_over_is_compared_with_all_of_the_month_before(people, database, month, at, is_counted):
    month, at = Month(*month), dt.datetime(2026, *at, 10, tzinfo=INDIA)
    ordered_at = month.previous.end - dt.timedelta(days=2)
    order = await database.run_sync(lambda session: factories.order(session, people.asha, [people.ring], at=ordered_at))
    found = await service.report(database, month, gstin="", at=at)
    assert found.is_closed is is_counted
    assert found.sales.before == (order.total_amount if is_counted else 0)


async def test_a_payment_that_differs_from_its_ledger_is_told(karthik, database, filled):
    await database.execute(text("UPDATE payment SET paid = paid + 1 WHERE paid > 0 AND refunded = 0"))
    await database.commit()
    assert (await report(karthik))["faults"] == ["3 payments differ from their ledger: run `shop orders verify`."]


async def test_a_month_without_anything(karthik):
    found = await report(karthik, "2031-02")
    assert (found["sales"]["amount"], found["money"]["kept"], found["gst"]["tax"], found["faults"]) == (0, 0, 0, [])
    assert found["sales"]["days"] == found["money"]["methods"] == found["gst"]["invoiceStates"] == []
    assert await table(karthik, "gst") == await table(karthik, "methods") == []


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "2026-1", "1999-01", "now", "2026-10-01", "2026-\u0661\u0660"])
async def test_what_is_no_month_is_refused(karthik, month):
    failed(await karthik.get("/report/", params={"month": month}), 422, "month")


async def test_what_is_no_table_is_refused(karthik):
    failed(await karthik.get("/report/?flag=csv&part=everything"), 422, "part")
    failed(await karthik.get("/report/?flag=csv"), 422, "part")
    failed(await karthik.get("/report/?flag=documents&kind=receipt"), 422, "kind")
    failed(await karthik.get("/report/?flag=money&kind=tips"), 422, "kind")
