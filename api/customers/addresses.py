"""A shopper's addresses: kept for later orders, changed, taken away. A placed order has a copy of its own."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.changes import existing, read_change
from api.customers.schemas import AddressIn, AddressOut
from api.policy import Grant
from shop.customers.model import Address, Customer
from shop.errors import Conflict, NotFound

MISSING = "Address not found"


async def save(database: AsyncSession, wanted: AddressIn) -> Address:
    """Keep a new address for a shopper.

    :raises NotFound: where there is no such shopper.
    """
    if await database.get(Customer, wanted.customer_id) is None:
        raise NotFound("Customer not found")
    address = Address(**wanted.model_dump(exclude={"id"}))
    database.add(address)
    await database.flush()
    return address


async def change(database: AsyncSession, address_id: int, content: dict[str, Any], grant: Grant) -> Address:
    """Change what is given of a shopper's own address.

    :param content: the fields as they came, the pin code under either of its names.
    :raises NotFound: where there is none, or it is someone else's.
    :raises Invalid, Conflict: where nothing is given, or it is about another row or shopper.
    """
    address = await _own(database, address_id, grant)
    if "zip_code" in content and "zipCode" not in content:
        content = {("zipCode" if name == "zip_code" else name): value for name, value in content.items()}
    shown = AddressOut.model_validate(address)
    wanted, given = read_change(AddressIn, address, address_id, content, shown=shown)
    if wanted.customer_id != address.customer_id:
        sentence = "An address stays with its shopper."
        raise Conflict(sentence, fields={"customerId": sentence})
    for name, value in given.items():
        setattr(address, name, value)
    await database.flush()
    return address


async def remove(database: AsyncSession, address_id: int, grant: Grant) -> None:
    """Take a shopper's own address away.

    :raises NotFound: where there is none, or it is someone else's.
    """
    await database.delete(await _own(database, address_id, grant))
    await database.flush()


async def _own(database: AsyncSession, address_id: int, grant: Grant) -> Address:
    address = await existing(database, Address, address_id, MISSING, lock=True)
    grant.check_owner(address.customer_id, MISSING)
    return address
