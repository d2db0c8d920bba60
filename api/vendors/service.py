"""Creates, changes and deletes vendors. The caller commits."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.write_checks import InUse
from api.http.partial_update import get_or_404, read_change, refuse_stale, split_seen
from api.vendors.schemas import VendorIn, VendorOut
from shop.catalogue.events import VendorChanged
from shop.catalogue.model import Product, Vendor
from shop.clock import now
from shop.events import outbox
from shop.text.formatting import pluralize

MISSING = "Vendor not found"


async def add(database: AsyncSession, fields: VendorIn) -> Vendor:
    """Create a vendor."""
    vendor = Vendor(**fields.model_dump(exclude={"id", "created_by"}), created_by="admin")
    database.add(vendor)
    await _record(database, vendor, "created")
    return vendor


async def change(database: AsyncSession, vendor_id: int, fields: dict[str, object]) -> Vendor:
    """Change the given fields of a vendor.

    :raises NotFound: if there is no such vendor.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    vendor = await get_or_404(database, Vendor, vendor_id, MISSING, lock=True)
    fields, seen = split_seen(fields)
    wanted, given = read_change(VendorIn, vendor, vendor_id, fields)
    refuse_stale(wanted, given, seen, vendor, VendorOut.model_validate)
    for name in given.keys() - {"created_by"}:
        setattr(vendor, name, given[name])
    await _record(database, vendor, "updated")
    return vendor


async def delete(database: AsyncSession, vendor_id: int) -> None:
    """Delete a vendor.

    :raises NotFound: if there is no such vendor.
    :raises InUse: if products come from this vendor.
    """
    vendor = await get_or_404(database, Vendor, vendor_id, MISSING, lock=True)
    products = await database.scalar(select(func.count()).where(Product.vendor_id == vendor_id)) or 0
    if products:
        count = pluralize(products, "product comes", "products come")
        raise InUse(f"{vendor.name} cannot be deleted: {count} from this vendor.", data={"products": products})
    await database.delete(vendor)
    await _record(database, vendor, "deleted")


async def _record(database: AsyncSession, vendor: Vendor, action: str) -> None:
    await database.flush()
    await outbox.record(database, VendorChanged(id=vendor.id, action=action), at=now())
