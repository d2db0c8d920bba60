"""Check files of products, start their imports and read them."""

import hashlib
from typing import Any

import anyio
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.http.partial_update import get_or_404
from api.product_imports.schemas import ImportOut, ImportPreviewOut, PreviewedRowOut, PreviousImportOut, ProblemOut
from shop.audit.context import record_action
from shop.catalogue.model import Product
from shop.catalogue.queries import codes_in_any_case
from shop.clock import now
from shop.events import outbox
from shop.product_imports import queries, refused_rows
from shop.product_imports.columns import BY_FIELD
from shop.product_imports.csv_reader import ParsedFile, parse_csv
from shop.product_imports.model import ProductImport
from shop.product_imports.preview import KnownNames, Outcome, Preview, preview, products_by_code

MAX_PROBLEMS = 1000
MAX_CHANGES = 100
MISSING = "Product import not found"
_CODES_PER_QUERY = 1000


async def check_file(database: AsyncSession, admin: Person, name: str, content: bytes) -> ImportPreviewOut:
    """Return what importing a CSV file would do, and store its rows so that the import can be started.

    :raises UnreadableFile: if it is not a CSV file of products.
    """
    file = await anyio.to_thread.run_sync(parse_csv, content)
    result = await _preview(database, file)
    digest = hashlib.sha256(content).hexdigest()
    checked = await _insert(database, result, file, admin, name, digest)
    row = (await database.execute(queries.last_import_of(digest))).first()
    return _preview_out(result, checked, PreviousImportOut.model_validate(row) if row else None)


async def start(database: AsyncSession, import_id: int) -> ImportOut:
    """Start the import of a checked file.

    :raises NothingToImport: if it was started before, or no row changes anything.
    """
    checked = await get_or_404(database, ProductImport, import_id, MISSING, lock=True)
    at = now()
    await outbox.record(database, checked.start(at=at), at=at)
    await _audit(database, "started", checked)
    return ImportOut.model_validate(checked)


async def show(database: AsyncSession, import_id: int) -> ImportOut:
    """Return an import with its refused rows."""
    shown = ImportOut.model_validate(await get_or_404(database, ProductImport, import_id, MISSING))
    shown.stopped = bool(await database.scalar(queries.has_stopped(import_id)))
    rows = await database.execute(queries.refused_rows(import_id).limit(MAX_PROBLEMS))
    shown.problems = [ProblemOut(row=number, column="", message=reason or "") for number, reason in rows]
    return shown


async def refused_rows_csv(database: AsyncSession, import_id: int) -> tuple[str, str]:
    """Return the name of an import's file, and its refused rows as CSV."""
    refused = await get_or_404(database, ProductImport, import_id, MISSING)
    rows = (await database.execute(queries.refused_cells(import_id))).all()
    head = refused.head or {"columns": [], "delimiter": ","}
    cells = [(reason or "", given or []) for reason, given in rows]
    text = await anyio.to_thread.run_sync(refused_rows.to_csv, head["columns"], head["delimiter"], cells)
    return refused.file_name, text


async def _preview(database: AsyncSession, file: ParsedFile) -> Preview:
    """Read the products of the file in several queries, and compare the rows with them in a thread."""
    names = await database.run_sync(KnownNames.load)
    codes = [row.values["code"] for row in file.rows if "code" in row.values]
    products: dict[str, Any] = {}
    similar: dict[str, str] = {}
    for start_ in range(0, len(codes), _CODES_PER_QUERY):
        some = codes[start_ : start_ + _CODES_PER_QUERY]
        products |= await database.run_sync(products_by_code, some)
        similar |= {code.lower(): code for code in await database.scalars(codes_in_any_case(Product, some))}
    await database.commit()
    return await anyio.to_thread.run_sync(preview, file, names, products, similar)


async def _insert(
    database: AsyncSession, result: Preview, file: ParsedFile, admin: Person, name: str, digest: str
) -> ProductImport:
    rows = await anyio.to_thread.run_sync(queries.rows_as_json, result, file)
    checked = ProductImport(
        admin_id=admin.id,
        admin_name=admin.name,
        file_name=name,
        digest=digest,
        checked_at=now(),
        rows=result.row_count,
        to_do=len(result.changes),
        left_out=len(refused_rows.reasons_by_row(result.problems)),
        head=refused_rows.file_head(file),
    )
    await database.run_sync(queries.insert, checked, rows)
    await _audit(database, "checked", checked)
    return checked


def _preview_out(result: Preview, checked: ProductImport, before: PreviousImportOut | None) -> ImportPreviewOut:
    problems = result.problems
    return ImportPreviewOut(
        id=None if problems else checked.id,
        partial_id=checked.id if problems else None,
        file_name=checked.file_name,
        rows=result.row_count,
        created=result.counts[Outcome.CREATED],
        updated=result.counts[Outcome.UPDATED],
        unchanged=result.counts[Outcome.UNCHANGED],
        bad_rows=checked.left_out,
        problem_count=len(problems),
        problems=[ProblemOut.model_validate(problem) for problem in problems[:MAX_PROBLEMS]],
        note_count=len(result.notes),
        notes=[ProblemOut.model_validate(note) for note in result.notes[:MAX_PROBLEMS]],
        changes=[
            PreviewedRowOut(
                row=row.number,
                code=row.values["code"],
                name=row.values.get("name", ""),
                outcome=outcome,
                columns=[BY_FIELD[field].heading for field in changed] if outcome is Outcome.UPDATED else [],
            )
            for row, outcome, changed in result.changes[:MAX_CHANGES]
        ],
        before=before,
    )


async def _audit(database: AsyncSession, action: str, entity: ProductImport) -> None:
    """Record in the audit who checked or started an import. Triggers audit the changes of the import."""
    changes = {"rows": {"from": None, "to": entity.rows}}
    await database.run_sync(
        record_action, action, "import", entity_id=entity.id, label=entity.file_name, changes=changes
    )
