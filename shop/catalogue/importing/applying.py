"""Bringing a file of products in, a batch in each transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import String, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from shop.audit.acting import Actor, act_as
from shop.catalogue.events import ProductsChanged
from shop.catalogue.importing.checking import Outcome, hold_choices, judge
from shop.catalogue.importing.columns import thawed
from shop.catalogue.importing.model import ImportRow, ImportStatus, ProductImport
from shop.catalogue.importing.reading import Line
from shop.catalogue.model import Product
from shop.events import outbox
from shop.rates.force import prices_settled

BATCH = 250
"""Rows in one transaction: short enough that nobody waits long for a product's lock."""


def apply_batch(session: Session, import_id: int, *, at: datetime) -> None:
    """Work on the next rows of an import and record what changed and how far it is; the caller commits.

    What was done before is not done again: a row's outcome commits with its effect. A row that no longer fits, since
    the catalogue changed after the file was looked through, is refused with its reason, and the others go on. What is
    changed is written down as the doing of the admin who let it begin.
    """
    wanted = session.get(ProductImport, import_id, with_for_update=True)
    if wanted is None or wanted.status != ImportStatus.RUNNING:
        return
    act_as(session, Actor(wanted.admin_name, wanted.admin_id))
    session.execute(prices_settled())
    waiting = select(ImportRow).where(ImportRow.import_id == import_id, ImportRow.outcome.is_(None))
    rows = session.scalars(waiting.order_by(ImportRow.number).limit(BATCH + 1)).all()
    changed = _work_on(session, wanted, rows[:BATCH])
    session.flush()
    if changed:
        ids = sorted(product.id for product in changed)
        outbox.record_sync(session, ProductsChanged(ids=ids), at=at)
    outbox.record_sync(session, wanted.advance(is_last=len(rows) <= BATCH, at=at), at=at)


def _work_on(session: Session, wanted: ProductImport, rows: Sequence[ImportRow]) -> list[Product]:
    lines = [Line(row.number, thawed(row.given)) for row in rows]
    categories, active = hold_choices(session, lines)
    products = _held_by_code(session, [line.values["code"] for line in lines])
    changed = []
    for row, line in zip(rows, lines, strict=True):
        there = products.get(line.values["code"])
        outcome, moved, problems = judge(line, there, active=active)
        reason = problems[0].message if problems else None
        if "category_id" in moved and line.values["category_id"] not in categories:
            outcome, reason = Outcome.REFUSED, "Its category is no longer there."
        row.outcome, row.reason = outcome.value, reason
        setattr(wanted, outcome.value, getattr(wanted, outcome.value) + 1)
        if outcome in {Outcome.CREATED, Outcome.UPDATED}:
            changed.append(_write(session, line, there))
    return changed


def _write(session: Session, line: Line, there: Product | None) -> Product:
    product = there or Product(discount=0)
    for name, value in line.values.items():
        setattr(product, name, value)
    product.settle()
    session.add(product)
    return product


def _held_by_code(session: Session, codes: list[str]) -> dict[str, Product]:
    query = select(Product).where(Product.code == any_(literal(codes, ARRAY(String))))
    return {product.code: product for product in session.scalars(query.order_by(Product.id).with_for_update())}
