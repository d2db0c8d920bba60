"""Keeping what was looked through until it is brought in, and reading how far it is."""

import json
from datetime import datetime

from sqlalchemy import Select, exists, select, text
from sqlalchemy.orm import Session

from shop.catalogue.importing.checking import Foreseen, Outcome
from shop.catalogue.importing.columns import frozen
from shop.catalogue.importing.model import ImportRow, ImportStatus, ProductImport
from shop.events.model import Delivery, DomainEvent

_KEEP_ROWS = text("""
    INSERT INTO product_import_row (import_id, number, given)
    SELECT :import_id, row.number, row.given
    FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS row(number integer, given jsonb)
""")


def rows_as_json(foreseen: Foreseen) -> str:
    """Write the lines that change something as :func:`keep` takes them; for many this takes its time."""
    return json.dumps([{"number": line.row, "given": frozen(line.values)} for line, _, _ in foreseen.lines])


def keep(session: Session, wanted: ProductImport, rows: str) -> None:
    """Keep a file that was looked through, with its lines in one statement."""
    session.add(wanted)
    session.flush()
    session.execute(_KEEP_ROWS, {"import_id": wanted.id, "rows": rows})


def begun() -> Select[ProductImport]:
    """Select the imports that were begun, the newest first."""
    query = select(ProductImport).where(ProductImport.status != ImportStatus.CHECKED.value)
    return query.order_by(ProductImport.id.desc())


def refused_rows(import_id: int) -> Select[int, str | None]:
    """Select the rows of an import that were refused, with the reasons, in the order of the file."""
    query = select(ImportRow.number, ImportRow.reason).where(
        ImportRow.import_id == import_id, ImportRow.outcome == Outcome.REFUSED.value
    )
    return query.order_by(ImportRow.number)


def has_stopped(import_id: int) -> Select[bool]:
    """Select whether a batch of an import was given up, and waits for an operator."""
    dead = select(Delivery.id).join(DomainEvent, DomainEvent.id == Delivery.event_id)
    dead = dead.where(
        DomainEvent.aggregate == f"product_import:{import_id}",
        Delivery.consumer == "import_products",
        Delivery.dead_at.is_not(None),
    )
    return select(exists(dead.correlate(None)))


def begun_before(digest: str) -> Select[str, datetime | None]:
    """Select who brought the same file in last, and when."""
    query = begun().with_only_columns(ProductImport.admin_name, ProductImport.started_at)
    return query.where(ProductImport.digest == digest).limit(1)
