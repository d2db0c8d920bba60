"""Checks of all changes of the catalogue: unique codes, referenced categories and vendors."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.schema_types import BoundedText
from shop.catalogue.limits import MAX_CODE_LENGTH, MAX_NAME_LENGTH
from shop.catalogue.model import Activity, Category, Vendor
from shop.errors import Conflict, NotFound

Code = Annotated[str, BoundedText(MAX_CODE_LENGTH, min_length=1)]
Name = Annotated[str, BoundedText(MAX_NAME_LENGTH, min_length=1)]

_UNIQUE = "23505"
_FOR_SHARE = {"read": True}


class CodeTaken(Conflict):
    """Another row has this code."""

    code = "code_taken"


class InUse(Conflict):
    """It cannot be deleted, because other rows refer to it. ``data`` has their number."""

    code = "in_use"


@asynccontextmanager
async def unique_code(database: AsyncSession, code: str) -> AsyncIterator[None]:
    """Flush the changes of the context's body in a savepoint.

    :raises CodeTaken: if another row has this code. The savepoint is rolled back.
    """
    try:
        async with database.begin_nested():
            yield
            await database.flush()
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) != _UNIQUE:
            raise
        raise CodeTaken(f"There is already one with the code {code}.", fields={"code": "This code is taken."}) from None


def pluralize(count: int, one: str, many: str) -> str:
    """Return ``1 product`` or ``12 products``."""
    return f"1 {one}" if count == 1 else f"{count} {many}"


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
