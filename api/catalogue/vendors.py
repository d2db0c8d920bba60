"""Vendors: who makes or supplies ornaments. Admins alone see and keep them."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.bodies import content_of
from api.catalogue.changes import InUse, Name, counted
from api.changes import Identified, existing, read_change, read_new
from api.database import Database, retrying
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Granted
from api.portions import Asked
from api.routing import feature
from api.shapes import UNSAID, Id, Out, PageOf, SearchText, Success, Text, Written
from api.sheets import Sheet
from shop.catalogue.events import CatalogueChanged
from shop.catalogue.keeping import VendorSort, vendors_kept
from shop.catalogue.model import Activity, Product, Vendor
from shop.clock import now
from shop.events import outbox

router = feature("catalogue")

MISSING = "Vendor not found"


AddressLine = Annotated[str, Written(500, least=1, has_lines=True)]


class VendorIn(Identified):
    """``address3`` is the state, which may be left out, ``address4`` the pin code.

    ``createdBy`` is read as the form sends it; vendors are made by admins and nobody else.
    """

    name: Name
    address1: AddressLine
    address2: AddressLine
    address3: Annotated[Text, UNSAID] = ""
    address4: Annotated[str, Written(20, least=1)]
    contact_numbers: Annotated[str, Written(200, least=1)]
    status: Activity
    created_by: Text = "admin"


class VendorOut(Out):
    id: int
    name: str
    address1: str
    address2: str
    address3: str
    address4: str
    contact_numbers: str
    status: Activity
    created_by: str


SHEET: Sheet[Vendor] = Sheet(
    "vendors",
    {
        "Id": lambda vendor: vendor.id,
        "Name": lambda vendor: vendor.name,
        "Address 1": lambda vendor: vendor.address1,
        "Address 2": lambda vendor: vendor.address2,
        "State": lambda vendor: vendor.address3,
        "Pin code": lambda vendor: vendor.address4,
        "Contact numbers": lambda vendor: vendor.contact_numbers,
        "Status": lambda vendor: vendor.status,
    },
)


@dataclass(frozen=True)
class Listed:
    """Which vendors are listed, and in which order: the same for pages and the file."""

    status: Annotated[Activity | None, Query()] = None
    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[VendorSort, Query()] = VendorSort.OLDEST

    def query(self) -> Select[Vendor]:
        """Select them."""
        query = vendors_kept(self.search, self.sort)
        return query if self.status is None else query.where(Vendor.status == self.status.value)


Wanted = Annotated[Listed, Depends()]


@router.get("/vendor/", **call())
async def list_vendors(database: Database, _: Granted, wanted: Wanted, portion: Asked) -> PageOf[list[VendorOut]]:
    """List the vendors; ``status=active`` those whom a product may be given to.

    ``search`` is part of a name, city or phone number.
    """
    vendors, more = portion.split((await database.scalars(portion.of(wanted.query()))).all())
    data = [VendorOut.model_validate(vendor) for vendor in vendors]
    return PageOf(message="Vendors", data=data, next_cursor=more)


@router.get("/vendor/?flag=csv", **call(csv=True))
async def export_vendors(database: Database, _: Granted, wanted: Wanted) -> Response:
    """Give the whole list of vendors as a file."""
    return await SHEET.answer(database, wanted.query())


@router.post("/vendor/", response_model=Success[VendorOut], **call(VendorIn, anew=True))
async def add_vendor(request: Request, database: Database, _: Granted, once: AddsOnce) -> Response:
    """Add a vendor."""
    wanted = read_new(VendorIn, await content_of(request))

    async def add() -> Success[VendorOut]:
        return Success(message="Vendor added", data=VendorOut.model_validate(await _add(database, wanted)))

    return await once.add(database, add, wanted)


@router.post("/vendor/?id={id}", **call(VendorIn, partly=True, refuses=(404, 409)))
async def change_vendor(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[VendorOut]:
    """Change what is given of a vendor; the rest stays as it is."""
    fields = await content_of(request)
    vendor = await retrying(database, lambda: _change(database, id, fields))
    return Success(message="Vendor updated", data=VendorOut.model_validate(vendor))


@router.delete("/vendor/?id={id}", **call(refuses=(404, 409)))
async def delete_vendor(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Delete a vendor who supplied none of the products; else 409 says how many they supplied."""
    await retrying(database, lambda: _delete(database, id))
    return Success(message="Vendor deleted", data=None)


async def _add(database: AsyncSession, wanted: VendorIn) -> Vendor:
    vendor = Vendor(**wanted.model_dump(exclude={"id", "created_by"}), created_by="admin")
    database.add(vendor)
    await _tell(database, vendor, "created")
    return vendor


async def _change(database: AsyncSession, vendor_id: int, fields: dict[str, object]) -> Vendor:
    vendor = await existing(database, Vendor, vendor_id, MISSING, lock=True)
    _, given = read_change(VendorIn, vendor, vendor_id, fields)
    for name in given.keys() - {"created_by"}:
        setattr(vendor, name, given[name])
    await _tell(database, vendor, "updated")
    return vendor


async def _delete(database: AsyncSession, vendor_id: int) -> None:
    vendor = await existing(database, Vendor, vendor_id, MISSING, lock=True)
    held = await database.scalar(select(func.count()).where(Product.vendor_id == vendor_id)) or 0
    if held:
        raise InUse(
            f"{vendor.name} cannot be deleted: {counted(held, 'product comes', 'products come')} from this vendor.",
            data={"products": held},
        )
    await database.delete(vendor)
    await _tell(database, vendor, "deleted")


async def _tell(database: AsyncSession, vendor: Vendor, action: str) -> None:
    await database.flush()
    await outbox.record(database, CatalogueChanged(entity="vendor", id=vendor.id, action=action), at=now())
