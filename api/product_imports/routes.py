"""Imports of products: a CSV file is checked first, then a worker applies it."""

from pathlib import PurePosixPath
from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import select
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import In, PageOf, Success
from api.http.flag_routing import feature_router
from api.http.pagination import split_page
from api.http.schema_types import Id
from api.middleware.request_guard import TooLarge
from api.openapi.description import CSV, call
from api.product_imports import service
from api.product_imports.schemas import ImportOut, ImportPreviewOut
from api.products.schemas import File
from shop.catalogue.model import Activity, Category, Vendor
from shop.errors import Invalid
from shop.product_imports import queries
from shop.product_imports.columns import template
from shop.product_imports.csv_reader import UnreadableFile
from shop.product_imports.model import ProductImport
from shop.text import allowed_characters

router = feature_router("catalogue")

PAGE_SIZE = 50
MAX_MEGABYTES = 10


class ImportForm(In):
    """The form: one CSV file."""

    file: File


@router.get("/product/import/", **call())
async def list_product_imports(
    database: Database,
    _: Granted,
    limit: Annotated[int, Query(ge=1, le=PAGE_SIZE)] = PAGE_SIZE,
    cursor: Annotated[Id | None, Query()] = None,
) -> PageOf[ImportOut]:
    """List the imports, the newest first."""
    query = queries.started() if cursor is None else queries.started().where(ProductImport.id < cursor)
    found = (await database.scalars(query.limit(limit + 1))).all()
    rows, more = split_page(found, limit, lambda row: str(row.id))
    return PageOf(message="Product imports", data=[ImportOut.model_validate(row) for row in rows], next_cursor=more)


@router.get("/product/import/?id={id}", **call(refuses=(404,)))
async def show_product_import(database: Database, _: Granted, id: Id) -> Success[ImportOut]:
    """Show an import with its refused rows."""
    return Success(message="Product import", data=await service.show(database, id))


@router.post("/product/import/", **call(ImportForm, form=True))
async def check_product_import(request: Request, database: Database, grant: Granted) -> Success[ImportPreviewOut]:
    """Check a CSV file and return what importing it would do. Products do not change.

    The code of a row identifies its product. Columns are identified by their headings, and omitted columns stay as
    they are. A file with invalid rows cannot be imported as a whole; ``partialId`` imports the valid rows alone.
    """
    name, content = await _read_file(request)
    data = await service.check_file(database, grant.admin, name, content)
    return Success(message="Looked through", data=data)


@router.post("/product/import/?id={id}", **call(refuses=(404, 409)))
async def start_product_import(database: Database, _: Granted, id: Id) -> Success[ImportOut]:
    """Start the import of a checked file.

    A worker applies the rows. The events ``product_import.advanced`` and ``product_import.finished`` report the
    progress to admins.
    """
    return Success(message="The import has begun", data=await service.start(database, id))


@router.get("/product/import/refused/?id={id}", **call(csv=True, refuses=(404,)))
async def export_refused_rows(database: Database, _: Granted, id: Id) -> Response:
    """Return the refused rows as a CSV file, each with its reason in the first column.

    The corrected file can be imported; the column of reasons is ignored then. The rows are kept for 180 days after the
    import. Later the file has only its headings.
    """
    file_name, text = await service.refused_rows_csv(database, id)
    name = PurePosixPath(file_name).stem.encode("ascii", "ignore").decode().replace('"', "") or "products"
    headers = {"Content-Disposition": f'attachment; filename="{name}-to-mend.csv"'}
    return Response(text, headers=headers, media_type=CSV)


@router.get("/product/import/template/", **call(csv=True))
async def import_template(database: Database, _: Granted) -> Response:
    """Return a CSV file with every column and one example row."""
    category = await database.scalar(select(Category.code).order_by(Category.id).limit(1))
    active = select(Vendor.name).where(Vendor.status == Activity.ACTIVE.value)
    vendor = await database.scalar(active.order_by(Vendor.id).limit(1))
    headers = {"Content-Disposition": 'attachment; filename="products-template.csv"'}
    return Response(template(category, vendor), headers=headers, media_type=CSV)


async def _read_file(request: Request) -> tuple[str, bytes]:
    """Return the name and the content of the form's file.

    :raises Invalid: if there is none, or the form cannot be read.
    :raises TooLarge: if it has more than 10 MB.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise _no_file()
    try:
        async with request.form(max_files=1, max_fields=5) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise _no_file()
            name = allowed_characters.cleaned_line(PurePosixPath(file.filename.replace("\\", "/")).name)[:200]
            if (file.size or 0) > MAX_MEGABYTES * 1024 * 1024:
                raise TooLarge(f"The file has more than {MAX_MEGABYTES} MB. Please split it.")
            return name, await file.read()
    except (HTTPException, UnicodeError, LookupError):
        raise Invalid("The form cannot be read.") from None


def _no_file() -> UnreadableFile:
    return UnreadableFile("Choose a CSV file of products.")
