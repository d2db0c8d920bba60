"""Reads and changes wishlists."""

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.catalogue.schemas import ProductOut
from api.http.partial_update import get_or_404
from api.rates.service import todays_rate
from api.wishlists.schemas import WishlistEntryIn, WishlistEntryOut
from shop.catalogue.model import Activity, Product
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.queries import with_product
from shop.catalogue.sizes import InSize
from shop.customer_record.events import record_changed
from shop.customers import queries as customers
from shop.db.base import WAS_INSERTED
from shop.errors import Conflict, NotFound
from shop.wishlists.model import MAX_ENTRIES, WishlistEntry

MISSING = "Wishlist entry not found"


async def entries(database: AsyncSession, *conditions: ColumnElement[bool]) -> list[WishlistEntryOut]:
    """Return the entries that meet the conditions, the newest first."""
    rate = await todays_rate(database)
    query = with_product(WishlistEntry, WishlistEntry.product).where(*conditions).order_by(WishlistEntry.id.desc())
    rows = await database.execute(query)
    return [
        WishlistEntryOut.of(entry, ProductOut.of(entry.product, category, rate).in_size(entry.product, _size_of(entry)))
        for entry, category in rows
    ]


def _size_of(entry: WishlistEntry) -> str | None:
    """Return the size of an entry, None if the product does not come in it any more."""
    return entry.size if entry.size in [size["label"] for size in entry.product.sizes] else None


async def add(database: AsyncSession, wanted: WishlistEntryIn) -> WishlistEntryOut:
    """Add a product to a wishlist and return the entry. An existing entry gets the given size, if any.

    :raises NotFound: if there is no such product on sale.
    :raises Conflict: if it does not have the size, or the wishlist is full.
    """
    product = await database.get(Product, wanted.product_id)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    if wanted.size is not None and wanted.size not in [size["label"] for size in product.sizes]:
        raise Conflict(f"{product.name} does not come in size {wanted.size} any more.")
    price = PriceBreakUp.of(InSize.of(product, wanted.size), await todays_rate(database)).ornament_price
    told = {"size": wanted.size, "told_price": price, "told_size": wanted.size}
    await database.execute(customers.locked(wanted.customer_id))
    added = insert(WishlistEntry).values(wanted.model_dump() | told)
    key = [WishlistEntry.customer_id, WishlistEntry.product_id]
    if wanted.size is None:
        stored = added.on_conflict_do_nothing(index_elements=key)
    else:
        is_other = WishlistEntry.size.is_distinct_from(wanted.size)
        stored = added.on_conflict_do_update(index_elements=key, set_=told, where=is_other)
    if await database.scalar(stored.returning(WAS_INSERTED)):
        await _check_room(database, wanted.customer_id)
    await record_changed(database, wanted.customer_id, "wishlist")
    is_entry = WishlistEntry.customer_id == wanted.customer_id, WishlistEntry.product_id == wanted.product_id
    [entry] = await entries(database, *is_entry)
    return entry


async def _check_room(database: AsyncSession, customer_id: int) -> None:
    """Check the limit of a wishlist whose customer is locked."""
    products = select(func.count()).select_from(WishlistEntry).where(WishlistEntry.customer_id == customer_id)
    if (await database.scalar(products) or 0) > MAX_ENTRIES:
        raise Conflict(f"Your wishlist has {MAX_ENTRIES} pieces already. Please remove one first.")


async def remove(database: AsyncSession, entry_id: int, grant: Grant) -> None:
    """Remove an entry from the caller's own wishlist.

    :raises NotFound: if there is no such entry, or it is someone else's.
    """
    entry = await get_or_404(database, WishlistEntry, entry_id, MISSING, lock=True)
    grant.check_owner(entry.customer_id, MISSING)
    await database.delete(entry)
    await record_changed(database, entry.customer_id, "wishlist")
