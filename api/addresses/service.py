"""A customer's delivery addresses. An order has a copy of its address, so changes here do not affect placed orders."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.addresses.schemas import AddressIn, AddressOut
from api.auth.policy import Grant
from api.http.partial_update import get_or_404, read_change, refuse_stale, split_seen
from shop.customer_record.events import record_changed
from shop.customers import queries
from shop.customers.model import MAX_ADDRESSES, Address, Customer
from shop.errors import Conflict, NotFound

MISSING = "Address not found"


async def add(database: AsyncSession, wanted: AddressIn) -> Address:
    """Add an address for a customer.

    :raises NotFound: if there is no such customer.
    :raises Conflict: if the customer has the maximum number of addresses.
    """
    if await database.scalar(queries.locked(wanted.customer_id)) is None:
        raise NotFound("Customer not found")
    saved = select(func.count()).select_from(Address).where(Address.customer_id == wanted.customer_id)
    if (await database.scalar(saved) or 0) >= MAX_ADDRESSES:
        raise Conflict(f"{MAX_ADDRESSES} addresses are saved already. Please remove one first.")
    if wanted.is_default:
        await database.execute(queries.unset_default(wanted.customer_id))
    address = Address(**wanted.model_dump(exclude={"id"}))
    database.add(address)
    await record_changed(database, wanted.customer_id, "addresses")
    return address


async def change(database: AsyncSession, address_id: int, content: dict[str, Any], grant: Grant) -> Address:
    """Change the given fields of a customer's own address.

    :param content: the fields of the request's body, with the postal code under either of its names.
    :raises NotFound: if there is no such address, or it is someone else's.
    :raises Invalid, Conflict: if no field is given, or the body has the id of another address or customer.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    address = await _own(database, address_id, grant)
    content, seen = split_seen(content)
    if "zip_code" in content and "zipCode" not in content:
        content = {("zipCode" if name == "zip_code" else name): value for name, value in content.items()}
    shown = AddressOut.model_validate(address)
    wanted, given = read_change(AddressIn, address, address_id, content, shown=shown)
    if wanted.customer_id != address.customer_id:
        sentence = "An address stays with its shopper."
        raise Conflict(sentence, fields={"customerId": sentence})
    refuse_stale(wanted, given, seen, address, AddressOut.model_validate)
    if given.get("is_default") and not address.is_default:
        await database.get(Customer, address.customer_id, with_for_update=True)
        await database.execute(queries.unset_default(address.customer_id))
    for name, value in given.items():
        setattr(address, name, value)
    await record_changed(database, address.customer_id, "addresses")
    return address


async def remove(database: AsyncSession, address_id: int, grant: Grant) -> None:
    """Delete a customer's own address.

    :raises NotFound: if there is no such address, or it is someone else's.
    """
    address = await _own(database, address_id, grant)
    await database.delete(address)
    await record_changed(database, address.customer_id, "addresses")


async def _own(database: AsyncSession, address_id: int, grant: Grant) -> Address:
    address = await get_or_404(database, Address, address_id, MISSING, lock=True)
    grant.check_owner(address.customer_id, MISSING)
    return address
