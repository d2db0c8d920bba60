"""Queries that store a checked file until it is imported, and that read imports."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Delete, Select, delete, exists, select, text
from sqlalchemy.orm import Session

from shop.events.model import Delivery, DomainEvent
from shop.product_imports.columns import to_json
from shop.product_imports.csv_reader import ParsedFile
from shop.product_imports.model import ImportRow, ImportStatus, ProductImport
from shop.product_imports.preview import Outcome, Preview
from shop.product_imports.refused_rows import reasons_by_row

_INSERT_ROWS = text("""
    INSERT INTO product_import_row (import_id, number, given, cells, expected, outcome, reason)
    SELECT :import_id, row.number, row.given, row.cells, row.expected, row.outcome, row.reason
    FROM jsonb_to_recordset(CAST(:rows AS jsonb))
        AS row(number integer, given jsonb, cells jsonb, expected text, outcome text, reason text)
""")


def rows_as_json(preview: Preview, file: ParsedFile) -> str:
    """Return the rows that change something, and the refused ones with their reasons, for :func:`insert`.

    This takes a second for a large file, so the API calls it in a thread.
    """
    refused = reasons_by_row(preview.problems)
    rows: list[dict[str, Any]] = [
        {"number": row.number, "given": to_json(row.values), "cells": file.cells[row.number], "expected": outcome.value}
        for row, outcome, _ in preview.changes
        if row.number not in refused
    ]
    rows += [
        {"number": row, "given": {}, "cells": file.cells[row], "outcome": Outcome.REFUSED.value, "reason": reason}
        for row, reason in refused.items()
    ]
    return json.dumps(rows)


def insert(session: Session, checked: ProductImport, rows: str) -> None:
    """Insert a checked file, and its rows in one statement.

    :param rows: the result of :func:`rows_as_json`.
    """
    session.add(checked)
    session.flush()
    session.execute(_INSERT_ROWS, {"import_id": checked.id, "rows": rows})


def started() -> Select[ProductImport]:
    """Select the imports that were started, the newest first."""
    query = select(ProductImport).where(ProductImport.status != ImportStatus.CHECKED.value)
    return query.order_by(ProductImport.id.desc())


def refused_rows(import_id: int) -> Select[int, str | None]:
    """Select the numbers and reasons of the refused rows, in the order of the file."""
    query = select(ImportRow.number, ImportRow.reason).where(
        ImportRow.import_id == import_id, ImportRow.outcome == Outcome.REFUSED.value
    )
    return query.order_by(ImportRow.number)


def refused_cells(import_id: int) -> Select[str | None, list[str] | None]:
    """Select the reasons of the same rows, and their cells as in the file."""
    return refused_rows(import_id).with_only_columns(ImportRow.reason, ImportRow.cells)


def delete_applied_rows(import_id: int) -> Delete:
    """Delete the rows that were applied. Only the refused ones are read after an import."""
    return delete(ImportRow).where(ImportRow.import_id == import_id, ImportRow.outcome != Outcome.REFUSED.value)


def has_stopped(import_id: int) -> Select[bool]:
    """Select whether a delivery of an import is dead, so that the import waits for an operator."""
    dead = select(Delivery.id).join(DomainEvent, DomainEvent.id == Delivery.event_id)
    dead = dead.where(
        DomainEvent.aggregate == f"product_import:{import_id}",
        Delivery.consumer == "import_products",
        Delivery.dead_at.is_not(None),
    )
    return select(exists(dead.correlate(None)))


def last_import_of(digest: str) -> Select[str, datetime | None]:
    """Select who started the last import of the same file, and when."""
    query = started().with_only_columns(ProductImport.admin_name, ProductImport.started_at)
    return query.where(ProductImport.digest == digest).limit(1)
