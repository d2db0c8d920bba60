"""Files of products: looked through first, then brought in by a worker."""

import hashlib
from pathlib import PurePosixPath
from typing import Annotated, Any

import anyio
from fastapi import Query, Request, Response
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from api.catalogue.import_schemas import ForeseenChange, ForeseenOut, ImportedBeforeOut, ImportOut, ProblemOut
from api.catalogue.product_schemas import File
from api.changes import existing
from api.database import Database
from api.identity import Person
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, In, PageOf, Success
from shop import texts
from shop.audit.acting import note
from shop.catalogue.importing import keeping, refused
from shop.catalogue.importing.checking import Choices, Foreseen, Outcome, foresee, stocked_by_code
from shop.catalogue.importing.columns import BY_FIELD, template
from shop.catalogue.importing.model import ProductImport
from shop.catalogue.importing.reading import MOST_BYTES, Sheet, UnreadableFile, read_sheet
from shop.catalogue.model import Activity, Category, Vendor
from shop.clock import now
from shop.errors import Invalid
from shop.events import outbox

router = feature("catalogue")

PAGE = 50
CSV = "text/csv"
MOST_PROBLEMS = 1000
MOST_CHANGES = 100
MISSING = "Product import not found"
_CODES = 1000


class ImportForm(In):
    """As the form sends it: one CSV file."""

    file: File


@router.get("/product/import/", **call())
async def list_product_imports(
    database: Database,
    _: Granted,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Id | None, Query()] = None,
) -> PageOf[list[ImportOut]]:
    """List what was imported by whom, the newest first."""
    query = keeping.begun() if cursor is None else keeping.begun().where(ProductImport.id < cursor)
    rows = (await database.scalars(query.limit(limit + 1))).all()
    return PageOf(
        message="Product imports",
        data=[ImportOut.model_validate(row) for row in rows[:limit]],
        next_cursor=str(rows[limit - 1].id) if len(rows) > limit else None,
    )


@router.get("/product/import/?id={id}", **call(refuses=(404,)))
async def show_product_import(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[ImportOut]:
    """Show an import with the rows that were refused."""
    return Success(message="Product import", data=await _shown(database, id))


@router.post("/product/import/", **call(ImportForm, form=True))
async def check_product_import(request: Request, database: Database, grant: Granted) -> Success[ForeseenOut]:
    """Look a CSV file through and say what importing it would do; nothing changes.

    A file with bad rows is not imported as a whole. Its good rows can be, without the bad ones, by ``partialId``.
    Columns are found by their names; those that are left out stay as they are, and the code says which product is
    meant.
    """
    await database.commit()
    name, content = await _uploaded(request)
    sheet = await anyio.to_thread.run_sync(read_sheet, content)
    foreseen = await _foresee(database, sheet)
    digest = hashlib.sha256(content).hexdigest()
    kept = await _keep(database, foreseen, sheet, grant.admin, name, digest)
    row = (await database.execute(keeping.begun_before(digest))).first()
    before = ImportedBeforeOut.model_validate(row) if row else None
    return Success(message="Looked through", data=_out(foreseen, name, kept, before))


@router.post("/product/import/?id={id}", **call(refuses=(404, 409)))
async def start_product_import(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[ImportOut]:
    """Import what was looked through.

    A worker brings the rows in; the events ``product_import.advanced`` and ``product_import.finished`` tell admins
    how far it is.
    """
    return Success(message="The import has begun", data=await _start(database, id))


@router.get("/product/import/refused/?id={id}", **call(csv=True, refuses=(404,)))
async def export_refused_rows(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Response:
    """Return the rows that were not brought in as a CSV file: as they were, each with its reason in the first column.

    Mended, it can be imported in its turn; the reasons are passed over then.
    """
    wanted = await existing(database, ProductImport, id, MISSING)
    rows = (await database.execute(keeping.refused_cells(id))).all()
    head = wanted.head or {"columns": [], "delimiter": ","}
    cells = [(reason or "", given or []) for reason, given in rows]
    text = await anyio.to_thread.run_sync(refused.as_file, head["columns"], head["delimiter"], cells)
    name = PurePosixPath(wanted.file_name).stem.encode("ascii", "ignore").decode().replace('"', "") or "products"
    headers = {"Content-Disposition": f'attachment; filename="{name}-to-mend.csv"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type=CSV)


@router.get("/product/import/template/", **call(csv=True))
async def import_template(database: Database, _: Granted) -> Response:
    """Return a CSV file with every column and one example."""
    category = await database.scalar(select(Category.code).order_by(Category.id).limit(1))
    active = select(Vendor.name).where(Vendor.status == Activity.ACTIVE.value)
    vendor = await database.scalar(active.order_by(Vendor.id).limit(1))
    headers = {"Content-Disposition": 'attachment; filename="products-template.csv"'}
    return Response(template(category, vendor), headers=headers, media_type=CSV)


async def _uploaded(request: Request) -> tuple[str, bytes]:
    """Return the one file of the form, by name and content.

    :raises Invalid: where there is none.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise _without_file()
    try:
        async with request.form(max_files=1, max_fields=5) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise _without_file()
            name = texts.cleaned_line(PurePosixPath(file.filename.replace("\\", "/")).name)[:200]
            return name, await file.read(MOST_BYTES + 1)
    except (HTTPException, UnicodeError, LookupError):
        raise Invalid("The form cannot be read.") from None


def _without_file() -> UnreadableFile:
    return UnreadableFile("Choose a CSV file of products.")


async def _foresee(database: AsyncSession, sheet: Sheet) -> Foreseen:
    """Read what the file names, in portions, and look it through beside the event loop."""
    choices = await database.run_sync(Choices.read)
    codes = [line.values["code"] for line in sheet.lines if "code" in line.values]
    stocked: dict[str, Any] = {}
    for start in range(0, len(codes), _CODES):
        stocked |= await database.run_sync(stocked_by_code, codes[start : start + _CODES])
    await database.commit()
    return await anyio.to_thread.run_sync(foresee, sheet, choices, stocked)


async def _keep(
    database: AsyncSession, foreseen: Foreseen, sheet: Sheet, admin: Person, name: str, digest: str
) -> ProductImport:
    rows = await anyio.to_thread.run_sync(keeping.rows_as_json, foreseen, sheet)
    kept = ProductImport(
        admin_id=admin.id,
        admin_name=admin.name,
        file_name=name,
        digest=digest,
        checked_at=now(),
        rows=foreseen.rows,
        to_do=len(foreseen.lines),
        left_out=len(refused.reasons(foreseen.problems)),
        head=refused.head_of(sheet),
    )
    await database.run_sync(keeping.keep, kept, rows)
    await _note(database, "checked", kept)
    return kept


def _out(foreseen: Foreseen, name: str, kept: ProductImport, before: ImportedBeforeOut | None) -> ForeseenOut:
    problems = foreseen.problems
    return ForeseenOut(
        id=None if problems else kept.id,
        partial_id=kept.id if problems else None,
        file_name=name,
        rows=foreseen.rows,
        created=foreseen.counts[Outcome.CREATED],
        updated=foreseen.counts[Outcome.UPDATED],
        unchanged=foreseen.counts[Outcome.UNCHANGED],
        bad_rows=kept.left_out,
        problem_count=len(problems),
        problems=[ProblemOut.model_validate(problem) for problem in problems[:MOST_PROBLEMS]],
        changes=[
            ForeseenChange(
                row=line.row,
                code=line.values["code"],
                name=line.values.get("name", ""),
                outcome=outcome,
                columns=[BY_FIELD[field].heading for field in moved] if outcome is Outcome.UPDATED else [],
            )
            for line, outcome, moved in foreseen.lines[:MOST_CHANGES]
        ],
        before=before,
    )


async def _start(database: AsyncSession, import_id: int) -> ImportOut:
    wanted = await existing(database, ProductImport, import_id, MISSING, lock=True)
    at = now()
    await outbox.record(database, wanted.start(at=at), at=at)
    await _note(database, "started", wanted)
    return ImportOut.model_validate(wanted)


async def _note(database: AsyncSession, action: str, wanted: ProductImport) -> None:
    """Write down who looked a file through or let it be imported; what that changes has entries of its own."""
    changes = {"rows": {"from": None, "to": wanted.rows}}
    await database.run_sync(note, action, "import", entity_id=wanted.id, label=wanted.file_name, changes=changes)


async def _shown(database: AsyncSession, import_id: int) -> ImportOut:
    wanted = await existing(database, ProductImport, import_id, MISSING)
    shown = ImportOut.model_validate(wanted)
    shown.stopped = bool(await database.scalar(keeping.has_stopped(import_id)))
    rows = await database.execute(keeping.refused_rows(import_id).limit(MOST_PROBLEMS))
    shown.problems = [ProblemOut(row=number, column="", message=reason or "") for number, reason in rows]
    return shown
