"""Check stored invoices and credit notes: their numbers, their sums, and the amounts of credit notes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.invoices.model import Invoice, InvoiceCounter
from shop.invoices.rules import Kind, financial_year, number_of

_AMOUNTS = ("taxable", "cgst", "sgst", "igst", "total")


def verify(session: Session) -> Iterator[str]:
    """Yield a sentence for each fault."""
    yield from _number_faults(session)
    by_order = select(Invoice).order_by(Invoice.order_id, Invoice.id).execution_options(yield_per=200)
    for _, documents in groupby(session.scalars(by_order), key=lambda issued: issued.order_id):
        yield from _order_faults(list(documents))


def _number_faults(session: Session) -> Iterator[str]:
    """Check the numbers of each series and year against its counter: no gaps, no duplicates, dates in order."""
    counters = {(row.kind, row.year): row.last for row in session.scalars(select(InvoiceCounter))}
    columns = (Invoice.kind, Invoice.year, Invoice.sequence, Invoice.number, Invoice.issued_at)
    rows = session.execute(select(*columns).order_by(*columns[:3])).all()
    for (kind, year), series in groupby(rows, key=lambda row: (row.kind, row.year)):
        numbered = list(series)
        last = counters.pop((kind, year), 0)
        if missing := sorted({*range(1, last + 1)} - {row.sequence for row in numbered}):
            yield f"{len(missing)} numbers are missing, the first is {number_of(Kind(kind), year, missing[0])}"
        if numbered[-1].sequence > last:
            yield f"{numbered[-1].number}: the counter stands at {last}"
        for row, following in zip(numbered, [*numbered[1:], None], strict=True):
            if row.number != number_of(Kind(kind), year, row.sequence) or financial_year(row.issued_at) != year:
                yield f"{row.number}: it should be number {row.sequence} of {year}"
            if following and following.issued_at < row.issued_at:
                yield f"{following.number}: it is dated before {row.number}"
    for (kind, year), last in counters.items():
        yield f"{kind} {year}: the counter stands at {last}, and there is no document"


def _order_faults(documents: Sequence[Invoice]) -> Iterator[str]:
    credited: Counter[tuple[int, str]] = Counter()
    for issued in documents:
        for name in _AMOUNTS:
            whole = sum((Decimal(line[name]) for line in issued.content["lines"]), Decimal(0))
            if whole != getattr(issued, name):
                yield f"{issued.number}: its lines make {whole} of {name}, it says {getattr(issued, name)}"
        if issued.kind == Kind.CREDIT_NOTE:
            for line in issued.content["lines"]:
                credited[line["itemId"], "quantity"] += line["quantity"]
                credited[line["itemId"], "paise"] += int(Decimal(line["total"]) * 100)
    invoice = documents[0]
    if invoice.kind != Kind.INVOICE:
        yield f"{invoice.number}: its order has no invoice"
        return
    for line in invoice.content["lines"]:
        pieces, paise = (credited.pop((line["itemId"], part), 0) for part in ("quantity", "paise"))
        if pieces > line["quantity"] or paise > int(Decimal(line["total"]) * 100):
            yield f"{invoice.number}: more of item {line['itemId']} is credited than was invoiced"
    for item_id in sorted({item_id for item_id, _ in credited}):
        yield f"{invoice.number}: item {item_id} is credited and was not invoiced"
