"""Routes of vendors, the makers and suppliers of ornaments. They are for admins only."""

from fastapi import Request, Response

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.csv_export import CsvExport
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import RequestedPage
from api.http.partial_update import read_new
from api.http.request_bodies import read_fields
from api.http.schema_types import Id
from api.openapi.description import call
from api.vendors import service
from api.vendors.schemas import RequestedVendors, VendorChangeIn, VendorIn, VendorOut
from shop.catalogue.model import Vendor

router = feature_router("catalogue")

EXPORT: CsvExport[Vendor] = CsvExport(
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


@router.get("/vendor/", **call())
async def list_vendors(
    database: Database, _: Granted, query: RequestedVendors, page: RequestedPage
) -> PageOf[VendorOut]:
    """List the vendors. ``status=active`` lists those that a product may be assigned to.

    ``search`` is part of a name, city or phone number.
    """
    vendors, more = page.split((await database.scalars(page.select(query.select()))).all())
    data = [VendorOut.model_validate(vendor) for vendor in vendors]
    return PageOf(message="Vendors", data=data, next_cursor=more)


@router.get("/vendor/?flag=csv", **call(csv=True))
async def export_vendors(database: Database, _: Granted, query: RequestedVendors) -> Response:
    """Export the whole list of vendors as CSV."""
    return EXPORT.respond(database, query.select())


@router.post("/vendor/", response_model=Success[VendorOut], **call(VendorIn, creates=True))
async def add_vendor(request: Request, database: Database, _: Granted, idempotency: Idempotency) -> Response:
    """Add a vendor."""
    fields = read_new(VendorIn, await read_fields(request))

    async def create() -> VendorOut:
        return VendorOut.model_validate(await service.add(database, fields))

    return await idempotency.run(database, "Vendor added", create, fields)


@router.post("/vendor/?id={id}", **call(VendorChangeIn, partial=True, refuses=(404, 409)))
async def change_vendor(request: Request, database: Database, _: Granted, id: Id) -> Success[VendorOut]:
    """Change the given fields of a vendor. Omitted fields stay as they are."""
    fields = await read_fields(request)
    vendor = await retrying(database, lambda: service.change(database, id, fields))
    return Success(message="Vendor updated", data=VendorOut.model_validate(vendor))


@router.delete("/vendor/?id={id}", **call(refuses=(404, 409)))
async def delete_vendor(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete a vendor without products. Otherwise the response is 409 with the number of the vendor's products."""
    await retrying(database, lambda: service.delete(database, id))
    return Success(message="Vendor deleted", data=None)
