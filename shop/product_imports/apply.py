"""Apply a checked file to the catalogue, one batch of rows in each transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import String, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from shop.audit.context import Actor, set_actor
from shop.catalogue import queries as catalogue
from shop.catalogue.events import ProductsChanged
from shop.catalogue.model import Product
from shop.catalogue.sizes import counts_of, set_fields
from shop.events import outbox
from shop.product_imports import queries
from shop.product_imports.columns import from_json
from shop.product_imports.csv_reader import ParsedRow
from shop.product_imports.effect import effective_values
from shop.product_imports.model import ImportRow, ImportStatus, ProductImport
from shop.product_imports.preview import Outcome, classify, lock_references
from shop.rates.repricing import lock_prices_shared
from shop.stock.model import MovementReason
from shop.stock.rules import record_movement

BATCH = 250
"""Rows in one transaction, few enough that the locks of their products are held for a short time."""


def apply_batch(session: Session, import_id: int, *, at: datetime) -> None:
    """Apply the next rows of an import, and record what changed and the progress. The caller commits.

    A row is applied once, as its outcome commits with its effect. If the catalogue has changed since the file was
    checked, a row may no longer be valid, or may create a product instead of changing one, or the reverse. Such a row
    is refused with its reason, and the other rows are applied. The audit names the admin who started the import. The
    last batch deletes the applied rows.
    """
    running = session.get(ProductImport, import_id, with_for_update=True)
    if running is None or running.status != ImportStatus.RUNNING:
        return
    set_actor(session, Actor(running.admin_name, running.admin_id))
    session.execute(lock_prices_shared())
    waiting = select(ImportRow).where(ImportRow.import_id == import_id, ImportRow.outcome.is_(None))
    rows = session.scalars(waiting.order_by(ImportRow.number).limit(BATCH + 1)).all()
    changed = _apply_rows(session, running, rows[:BATCH], at=at)
    session.flush()
    if changed:
        ids = sorted(product.id for product in changed)
        outbox.record_sync(session, ProductsChanged(ids=ids), at=at)
    is_last = len(rows) <= BATCH
    outbox.record_sync(session, running.advance(is_last=is_last, at=at), at=at)
    if is_last:
        session.execute(queries.delete_applied_rows(import_id))


def _apply_rows(
    session: Session, running: ProductImport, stored: Sequence[ImportRow], *, at: datetime
) -> list[Product]:
    rows = [ParsedRow(row.number, from_json(row.given)) for row in stored]
    categories, active = lock_references(session, rows)
    products = _locked_by_code(session, [row.values["code"] for row in rows])
    codes = _lock_codes(session, rows) if len(products) < len(rows) else {}
    changed = []
    for import_row, row in zip(stored, rows, strict=True):
        product = products.get(row.values["code"])
        effect = classify(row, product, codes, active=active)
        outcome = effect.outcome
        reason = effect.problems[0].message if effect.problems else None
        if "category_id" in effect.changed and row.values["category_id"] not in categories:
            outcome, reason = Outcome.REFUSED, "Its category is no longer there."
        if import_row.expected == Outcome.UPDATED and product is None:
            outcome, reason = Outcome.REFUSED, f"There is no product {row.values['code']} any more."
        elif import_row.expected == Outcome.CREATED and outcome is Outcome.UPDATED:
            outcome, reason = Outcome.REFUSED, f"There is a product {row.values['code']} by now."
        import_row.outcome, import_row.reason = outcome.value, reason
        setattr(running, outcome.value, getattr(running, outcome.value) + 1)
        if outcome in {Outcome.CREATED, Outcome.UPDATED}:
            changed.append(_write(session, row, product, at=at))
    return changed


def _write(session: Session, row: ParsedRow, product: Product | None, *, at: datetime) -> Product:
    product = product or Product(discount=0, sizes=[])
    before = counts_of(product) if product.id else {}
    set_fields(product, effective_values(row.values, product))
    session.add(product)
    record_movement(session, product, before, MovementReason.IMPORT, at=at)
    return product


def _locked_by_code(session: Session, codes: list[str]) -> dict[str, Product]:
    query = select(Product).where(Product.code == any_(literal(codes, ARRAY(String))))
    return {product.code: product for product in session.scalars(query.order_by(Product.id).with_for_update())}


def _lock_codes(session: Session, rows: Sequence[ParsedRow]) -> dict[str, str]:
    session.execute(catalogue.LOCK_CODES)
    similar = catalogue.codes_in_any_case(Product, [row.values["code"] for row in rows])
    return {code.lower(): code for code in session.scalars(similar)}
