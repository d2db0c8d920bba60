"""What all changes of the catalogue share: their texts, one code for one thing, what may be chosen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.shapes import Written
from shop.catalogue.limits import LONGEST_CODE, LONGEST_NAME
from shop.catalogue.model import Activity, Category, Vendor
from shop.errors import Conflict, NotFound

Code = Annotated[str, Written(LONGEST_CODE, least=1)]
Name = Annotated[str, Written(LONGEST_NAME, least=1)]

_UNIQUE = "23505"
_SHARED = {"read": True}


class CodeTaken(Conflict):
    """Something else has this code."""

    code = "code_taken"


class InUse(Conflict):
    """It cannot be deleted, because something holds it. ``data`` says how many."""

    code = "in_use"


@asynccontextmanager
async def one_code(database: AsyncSession, code: str) -> AsyncIterator[None]:
    """Write what the body of the context did, whose code must be its own.

    :raises CodeTaken: where something else has it; nothing is changed.
    """
    try:
        async with database.begin_nested():
            yield
            await database.flush()
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) != _UNIQUE:
            raise
        raise CodeTaken(f"There is already one with the code {code}.", fields={"code": "This code is taken."}) from None


def counted(count: int, one: str, many: str) -> str:
    """Write how many there are, as in ``1 product`` and ``12 products``."""
    return f"1 {one}" if count == 1 else f"{count} {many}"


async def check_choices(database: AsyncSession, given: dict[str, Any]) -> None:
    """Hold the category and the vendor that were chosen as they are.

    :raises NotFound, Conflict: where there is no such category or vendor, or the vendor is in active.
    """
    if "category_id" in given and await database.get(Category, given["category_id"], with_for_update=_SHARED) is None:
        raise NotFound("There is no such category.", fields={"categoryId": "There is no such category."})
    if "vendor_id" in given:
        vendor = await database.get(Vendor, given["vendor_id"], with_for_update=_SHARED, populate_existing=True)
        if vendor is None:
            raise NotFound("There is no such vendor.", fields={"vendorId": "There is no such vendor."})
        if vendor.status != Activity.ACTIVE:
            message = f"{vendor.name} is in active."
            raise Conflict(message, fields={"vendorId": message})
