"""Compare the demo payment provider's book with the shop's ledgers, and the invoices with the orders."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row, namedtuple_row

from local.payment_provider import DEMO_PAYMENT
from shop.clock import now
from shop.reports.month import Month
from shop.text.urls import driver_url

_PAYMENTS = "SELECT * FROM payment ORDER BY order_id"
_ENTRIES = "SELECT * FROM payment_entry ORDER BY order_id, version"
_INVOICES = "SELECT * FROM invoice ORDER BY kind, year, sequence"
_COUNTERS = "SELECT kind, year, last FROM invoice_counter"
_KEPT = """
    SELECT order_item.order_id, bool_or(status IN ('shipped', 'delivered')) AS is_sent,
        sum(CASE WHEN status = 'cancelled' THEN 0 ELSE total_amount END)
            - coalesce(sum(returned.amount), 0) AS amount
    FROM order_item
    LEFT JOIN LATERAL (
        SELECT sum(return_request.quantity) * order_item.total_amount / order_item.quantity AS amount
        FROM return_request
        WHERE order_item_id = order_item.id AND return_request.status IN ('received', 'refunded')
    ) AS returned ON true
    WHERE order_item.order_id = ANY(%s)
    GROUP BY order_item.order_id
"""
_REFUNDED_AND_KEPT = """
    SELECT payment_entry.order_id, order_item.id
    FROM payment_entry JOIN order_item ON order_item.id = ANY(payment_entry.item_ids)
    WHERE kind = 'refund' AND order_item.status <> 'cancelled'
"""
_SUMS = """
    SELECT sum(sign * (line ->> 'taxable')::numeric * 100)::bigint AS taxable,
        sum(sign * (line ->> 'cgst')::numeric * 100)::bigint AS cgst,
        sum(sign * (line ->> 'sgst')::numeric * 100)::bigint AS sgst,
        sum(sign * (line ->> 'igst')::numeric * 100)::bigint AS igst,
        sum(sign * (line ->> 'total')::numeric * 100)::bigint AS total, count(*) AS rows,
        (
            SELECT sum(CASE kind WHEN 'payment' THEN amount WHEN 'refund' THEN -amount ELSE 0 END * 100)::bigint
            FROM payment_entry WHERE at >= %(since)s
        ) AS kept
    FROM invoice CROSS JOIN LATERAL jsonb_array_elements(content -> 'lines') AS line
        CROSS JOIN LATERAL (SELECT CASE kind WHEN 'invoice' THEN 1 ELSE -1 END) AS signed (sign)
    WHERE issued_at >= %(since)s
"""


@dataclass(frozen=True)
class Ledgers:
    """Payments, entries and sent items of some orders, and all invoices."""

    payments: list[Any]
    entries: list[Any]
    invoices: list[Any]
    counters: list[Any]
    kept: list[Any]
    refunded_and_kept: list[Any]


async def read(database_url: str, order_ids: list[int]) -> Ledgers:
    """Read the ledgers in one snapshot."""
    async with await psycopg.AsyncConnection.connect(
        driver_url(database_url), row_factory=namedtuple_row
    ) as connection:
        await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)

        async def rows(query: str, *values: Any) -> list[Any]:
            return await (await connection.execute(query, values)).fetchall()

        return Ledgers(
            await rows(_PAYMENTS),
            await rows(_ENTRIES),
            await rows(_INVOICES),
            await rows(_COUNTERS),
            await rows(_KEPT, order_ids),
            await rows(_REFUNDED_AND_KEPT),
        )


async def month_sums(database_url: str) -> dict[str, int]:
    """Return sums in paise for this month: invoices minus credit notes, and payments minus refunds in the ledger."""
    async with await psycopg.AsyncConnection.connect(driver_url(database_url), row_factory=dict_row) as connection:
        [sums] = await (await connection.execute(_SUMS, {"since": Month.at(now()).start})).fetchall()
        return sums


def money_faults(
    book: Mapping[str, list[dict[str, Any]]], ledgers: Ledgers, reported_refunds: Mapping[int, int]
) -> Iterator[str]:
    """Yield every difference between the provider's book and the payment ledger.

    Payments of the demo data were made before the provider's book began, and are left out.

    :param book: what the provider shows at ``/demo/book``; its amounts are paise.
    :param reported_refunds: the paise that successful refund calls reported, by order.
    """
    of_demo = {entry.order_id for entry in ledgers.entries if str(entry.reference).startswith(DEMO_PAYMENT)}
    entries = [entry for entry in ledgers.entries if entry.order_id not in of_demo]
    came = {pay["id"]: pay["amount"] for pay in book["pay"] if pay["status"] == "captured"}
    went = {sent["id"]: sent["amount"] for sent in book["rfnd"] if sent["status"] != "failed"}
    online = [entry for entry in entries if entry.kind == "surplus" or _is_online_payment(entry)]
    yield from _compared("payment", came, online)
    yield from _compared("refund", went, [entry for entry in entries if entry.kind == "refund_sent"])
    order_of = {entry.reference: entry.order_id for entry in online}
    back = Counter[int]()
    for sent in book["rfnd"]:
        if sent["status"] != "failed":
            back[order_of.get(sent["payment_id"], 0)] += sent["amount"]
    for payment in ledgers.payments:
        if payment.order_id in of_demo:
            continue
        wanted = _paise(payment.surplus) + (_paise(payment.refunded) if payment.method == "online" else 0)
        if back[payment.order_id] != wanted:
            yield f"order {payment.order_id}: {back[payment.order_id]} paise were refunded, expected {wanted}"
        if payment.refund_pending:
            yield f"order {payment.order_id}: {payment.refund_pending} paise were never sent to the provider"
        reported = reported_refunds.get(payment.order_id)
        if reported is not None and _paise(payment.refunded) != reported:
            yield f"order {payment.order_id}: {payment.refunded} are refunded, the calls reported {reported} paise"
    yield from (f"order {row.order_id}: item {row.id} was refunded and is kept" for row in ledgers.refunded_and_kept)


def invoice_faults(ledgers: Ledgers) -> Iterator[str]:
    """Yield gaps and duplicates of invoice numbers, and orders whose invoices do not match their items."""
    numbers = defaultdict(list)
    totals, issued = Counter[int](), set()
    for invoice in ledgers.invoices:
        numbers[invoice.kind, invoice.year].append(invoice.sequence)
        totals[invoice.order_id] += _paise(invoice.total) * (1 if invoice.kind == "invoice" else -1)
        issued.add(invoice.order_id)
    counted = {(counter.kind, counter.year): counter.last for counter in ledgers.counters}
    for series, found in numbers.items():
        if found != list(range(1, counted.get(series, 0) + 1)):
            yield f"the numbers of {series} are {found}, its counter is {counted.get(series)}"
    for row in ledgers.kept:
        if row.is_sent and row.order_id not in issued:
            yield f"order {row.order_id} was sent and has no invoice"
        if row.order_id in issued and totals[row.order_id] != _paise(row.amount):
            yield f"order {row.order_id}: its invoices total {totals[row.order_id]} paise, its items {row.amount}"


def _compared(what: str, theirs: Mapping[str, int], entries: list[Any]) -> Iterator[str]:
    ours = Counter(entry.reference for entry in entries)
    amounts = {entry.reference: _paise(entry.amount) for entry in entries}
    for id_, amount in theirs.items():
        if ours[id_] != 1:
            yield f"{what} {id_} of {amount} paise is in the ledger {ours[id_]} times"
        elif amounts[id_] != amount:
            yield f"{what} {id_} is {amount} paise, the ledger says {amounts[id_]}"
    yield from (f"{what} {id_} is in the ledger, but not in the provider's book" for id_ in ours.keys() - theirs.keys())


def _is_online_payment(entry: Any) -> bool:
    return bool(entry.kind == "payment" and entry.method == "online")


def _paise(rupees: Any) -> int:
    return round(rupees * 100)
