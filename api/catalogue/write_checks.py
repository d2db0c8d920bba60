"""Checks of all changes of the catalogue: unique codes, referenced categories and vendors."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import get_history

from api.http.schema_types import BoundedText
from shop.catalogue import queries
from shop.catalogue.limits import MAX_CODE_LENGTH, MAX_NAME_LENGTH, CodeTaken, check_new_code
from shop.catalogue.model import Activity, Category, Product, Vendor
from shop.errors import Conflict, NotFound

Code = Annotated[str, BoundedText(MAX_CODE_LENGTH, min_length=1)]
Name = Annotated[str, BoundedText(MAX_NAME_LENGTH, min_length=1)]

_UNIQUE = "23505"
_FOR_SHARE = {"read": True}


class InUse(Conflict):
    """It cannot be deleted, because other rows refer to it. ``data`` has their number."""

    code = "in_use"


@asynccontextmanager
async def unique_code(database: AsyncSession, row: Category | Product) -> AsyncIterator[None]:
    """Flush the changes of the context's body in a savepoint.

    A row whose code does not change may keep a code that differs from another by capitals only.

    :raises CodeTaken: if another row has the code of this one, or one that differs by capitals only. The savepoint is
        rolled back.
    """
    code = ""
    try:
        async with database.begin_nested():
            yield
            code, has_new_code = row.code, get_history(row, "code").has_changes()
            if has_new_code:
                await database.execute(queries.LOCK_CODES)
            await database.flush()
            if has_new_code:
                model = type(row)
                similar = queries.codes_in_any_case(model, [code]).where(model.code != code)
                check_new_code(await database.scalar(similar.limit(1)))
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) != _UNIQUE:
            raise
        raise CodeTaken(f"There is already one with the code {code}.", fields={"code": "This code is taken."}) from None


async def lock_references(database: AsyncSession, fields: dict[str, Any]) -> None:
    """Lock the category and the vendor in ``fields`` in share mode.

    :raises NotFound: if one does not exist.
    :raises Conflict: if the vendor is inactive.
    """
    if (
        "category_id" in fields
        and await database.get(Category, fields["category_id"], with_for_update=_FOR_SHARE) is None
    ):
        raise NotFound("There is no such category.", fields={"categoryId": "There is no such category."})
    if "vendor_id" in fields:
        vendor = await database.get(Vendor, fields["vendor_id"], with_for_update=_FOR_SHARE, populate_existing=True)
        if vendor is None:
            raise NotFound("There is no such vendor.", fields={"vendorId": "There is no such vendor."})
        if vendor.status != Activity.ACTIVE:
            message = f"{vendor.name} is in active."
            raise Conflict(message, fields={"vendorId": message})
