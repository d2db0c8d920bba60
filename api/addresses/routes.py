"""A customer's delivery addresses."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.addresses import service
from api.addresses.schemas import AddressChangeIn, AddressIn, AddressOut
from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import RequestedPage
from api.http.partial_update import read_new
from api.http.request_bodies import read_fields
from api.http.schema_types import Id
from api.openapi.description import call
from shop.customers import queries

router = feature_router("customers")


@router.get("/address/", **call(refuses=(404,)))
async def list_addresses(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="customerId")], page: RequestedPage
) -> PageOf[AddressOut]:
    """List a customer's addresses, the newest first."""
    grant.check_owner(customer_id)
    found = await database.scalars(page.select(queries.addresses_of(customer_id)))
    rows, more = page.split(found.all())
    data = [AddressOut.model_validate(address) for address in rows]
    return PageOf(message="Addresses", data=data, next_cursor=more)


@router.post("/address/", response_model=Success[AddressOut], **call(AddressIn, creates=True, refuses=(404, 409)))
async def save_address(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Save an address for later orders. A customer has at most 50 addresses."""
    wanted = read_new(AddressIn, await read_fields(request))
    grant.check_owner(wanted.customer_id)

    async def add() -> AddressOut:
        return AddressOut.model_validate(await service.add(database, wanted))

    return await idempotency.run(database, "Address saved successfully!", add, wanted)


@router.post("/address/?id={id}", **call(AddressChangeIn, partial=True, refuses=(404, 409)))
async def change_address(request: Request, database: Database, grant: Granted, id: Id) -> Success[AddressOut]:
    """Change the given fields of one's own address. Placed orders keep the address that they were placed with."""
    content = await read_fields(request)
    address = await retrying(database, lambda: service.change(database, id, content, grant))
    return Success(message="Address updated successfully!", data=AddressOut.model_validate(address))


@router.delete("/address/?id={id}", **call(refuses=(404,)))
async def remove_address(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Delete one's own address. Placed orders keep it."""
    await service.remove(database, id, grant)
    return Success(message="Address removed successfully!", data=None)
