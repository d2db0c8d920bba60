"""Keeping what was looked through until it is brought in, and reading how far it is."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Select, exists, select, text
from sqlalchemy.orm import Session

from shop.catalogue.importing.checking import Foreseen, Outcome
from shop.catalogue.importing.columns import frozen
from shop.catalogue.importing.model import ImportRow, ImportStatus, ProductImport
from shop.catalogue.importing.reading import Sheet
from shop.catalogue.importing.refused import reasons
from shop.events.model import Delivery, DomainEvent

_KEEP_ROWS = text("""
    INSERT INTO product_import_row (import_id, number, given, cells, outcome, reason)
    SELECT :import_id, row.number, row.given, row.cells, row.outcome, row.reason
    FROM jsonb_to_recordset(CAST(:rows AS jsonb))
        AS row(number integer, given jsonb, cells jsonb, outcome text, reason text)
""")


def rows_as_json(foreseen: Foreseen, sheet: Sheet) -> str:
    """Write the lines that change something, and the bad rows with their reasons, as :func:`keep` takes them.

    For many this takes its time.
    """
    bad = reasons(foreseen.problems)
    rows: list[dict[str, Any]] = [
        {"number": line.row, "given": frozen(line.values), "cells": sheet.cells[line.row]}
        for line, _, _ in foreseen.lines
        if line.row not in bad
    ]
    rows += [
        {"number": row, "given": {}, "cells": sheet.cells[row], "outcome": Outcome.REFUSED.value, "reason": reason}
        for row, reason in bad.items()
    ]
    return json.dumps(rows)


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


def refused_cells(import_id: int) -> Select[str | None, list[str] | None]:
    """Select the reasons of the same rows and their cells, as the file had them."""
    return refused_rows(import_id).with_only_columns(ImportRow.reason, ImportRow.cells)


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
