"""Shoppers: sign-up, sign-in and out, who am I, the list that admins keep, addresses."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from sqlalchemy import Select

from api import hashing, identity, known_devices, throttling
from api.bodies import check_same_id, content_of, read
from api.changes import read_new
from api.customers import addresses, cursors, email_confirmation, service
from api.customers.confirming import confirm
from api.customers.schemas import (
    AddressIn,
    AddressOut,
    CustomerEditIn,
    CustomerIn,
    CustomerOut,
    CustomerRowOut,
    ProfileIn,
    SignInIn,
    SignUpIn,
)
from api.database import Database
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Granted
from api.portions import Asked
from api.routing import feature
from api.shapes import Cursor, Id, PageOf, SearchText, Success
from api.sheets import Sheet
from shop.audit.acting import act_as
from shop.customers import queries
from shop.customers.model import Customer
from shop.customers.queries import CustomerSort
from shop.sessions.model import Role
from shop.throttles import limits

router = feature("customers")

PAGE = 200


SHEET: Sheet[Customer] = Sheet(
    "customers",
    {
        "Id": lambda customer: customer.id,
        "Name": lambda customer: customer.name,
        "Email": lambda customer: customer.email,
        "Mobile number": lambda customer: customer.phone,
        "Customer since": lambda customer: customer.created_at,
    },
)


@dataclass(frozen=True)
class Listed:
    """Which customers are listed, and in which order: the same for pages and the file."""

    search: Annotated[SearchText | None, Query()] = None
    sort: Annotated[CustomerSort, Query()] = CustomerSort.NEWEST

    def query(self, after: tuple[Any, int] | None = None) -> Select[Customer]:
        """Select them, those behind a place."""
        return queries.listing(search=self.search, sort=self.sort, after=after)


Wanted = Annotated[Listed, Depends()]


@router.get("/customer/", **call(refuses=(404,)))
async def list_customers(
    database: Database,
    _: Granted,
    wanted: Wanted,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Cursor | None = None,
) -> PageOf[list[CustomerRowOut]]:
    """List customers, the newest first unless ``sort`` says otherwise; ``search`` is part of a name, email or phone."""
    after = cursors.read(cursor) if cursor else None
    found = (await database.scalars(wanted.query(after).limit(limit + 1))).all()
    more = cursors.write(*queries.place(found[limit - 1], wanted.sort)) if len(found) > limit else None
    rows = [CustomerRowOut.model_validate(customer) for customer in found[:limit]]
    return PageOf(message="Customers", data=rows, next_cursor=more)


@router.get("/customer/?flag=csv", **call(csv=True))
async def export_customers(database: Database, _: Granted, wanted: Wanted) -> Response:
    """Give the whole list of customers as a file."""
    return await SHEET.answer(database, wanted.query())


@router.post(
    "/customer/",
    response_model=Success[CustomerRowOut] | Success[CustomerOut],
    **call(SignUpIn, refuses=(409, 429)),
)
async def sign_up(
    request: Request, response: Response, database: Database, grant: Granted, once: AddsOnce
) -> Response | Success[CustomerOut]:
    """Sign up and in. An admin adds a customer and stays who they are, unless ``flag`` says that they sign up."""
    content = await content_of(request)
    is_added = grant.caller.admin is not None and not content.get("flag")
    wanted = (CustomerIn if is_added else SignUpIn).model_validate(content)
    if is_added:
        password_hash = await hashing.hash_password(wanted.password)

        async def add() -> Success[CustomerRowOut]:
            added = await service.add(database, wanted, password_hash)
            return Success(message="Customer added", data=CustomerRowOut.model_validate(added))

        return await once.add(database, add, wanted)
    await database.run_sync(act_as, None)
    await throttling.admit(database, limits.sign_up(throttling.address_of(request)))
    customer = await service.register(database, wanted)
    await identity.sign_in(request, response, database, customer)
    return Success(message="Register Successfully", data=CustomerOut.model_validate(customer))


@router.post("/customer/?id={id}", **call(ProfileIn, refuses=(404, 409, 429)))
async def edit_customer(
    request: Request,
    response: Response,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[CustomerRowOut]:
    """Change a customer's name, email, phone or, where one is given, password; a new password ends their sessions.

    A shopper who signed in more than 15 minutes ago names their ``currentPassword`` with a new password or email,
    else 403. A new email of theirs stays ``pendingEmail`` until its mailbox confirms it.
    """
    grant.check_owner(id)
    await grant.act_for(database, id)
    model = CustomerEditIn if grant.actor_for(id) else ProfileIn
    content, context = await service.changes(database, id, await content_of(request))
    wanted = model.model_validate(content, context=context)
    check_same_id(id, wanted.id)
    await confirm(database, request, grant.caller, id, wanted)
    oneself = grant.caller.customer
    own_session = oneself.session_id if oneself and oneself.id == id else None
    is_new_email = grant.actor is None and await email_confirmation.admit_change(database, request, id, wanted.email)
    customer = await service.edit(database, id, wanted, own_session=own_session, confirms_email=is_new_email)
    if own_session and wanted.password:
        known_devices.remember(request, response, Role.CUSTOMER, customer)
    return Success(message="Customer updated", data=CustomerRowOut.model_validate(customer))


@router.delete("/customer/?id={id}", **call(refuses=(404, 409)))
async def delete_customer(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[None]:
    """Delete a customer with their cart, wishlist and addresses; one with orders is kept."""
    await service.remove(database, id)
    return Success(message="Customer deleted", data=None)


@router.post("/customer/login/", **call(SignInIn, refuses=(401, 429)))
async def sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[CustomerOut]:
    """Sign a shopper in; the session travels in a cookie."""
    given = await read(request, SignInIn)
    customer = await service.authenticate(database, request, given)
    await identity.sign_in(request, response, database, customer)
    return Success(message="Login Successful", data=CustomerOut.model_validate(customer))


@router.post("/customer/logout/", **call())
async def sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the shopper out of this browser; its open pages hear of it."""
    await identity.sign_out(request, response, database, Role.CUSTOMER)
    return Success(message="Signed out", data=None)


@router.get("/customer/me/", **call())
async def who_am_i(request: Request, response: Response, grant: Granted) -> Success[CustomerOut]:
    """Return the signed-in shopper."""
    identity.renew_xsrf(request, response)
    return Success(message="Signed in", data=CustomerOut.model_validate(grant.caller.customer))


@router.get("/address/", **call(refuses=(404,)))
async def list_addresses(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="customerId")], portion: Asked
) -> PageOf[list[AddressOut]]:
    """List a shopper's addresses, the newest first."""
    grant.check_owner(customer_id)
    found = await database.scalars(portion.of(queries.addresses_of(customer_id)))
    rows, more = portion.split(found.all())
    data = [AddressOut.model_validate(address) for address in rows]
    return PageOf(message="Addresses", data=data, next_cursor=more)


@router.post("/address/", response_model=Success[AddressOut], **call(AddressIn, anew=True, refuses=(404,)))
async def save_address(request: Request, database: Database, grant: Granted, once: AddsOnce) -> Response:
    """Keep an address for later orders."""
    wanted = read_new(AddressIn, await content_of(request))
    grant.check_owner(wanted.customer_id)

    async def add() -> Success[AddressOut]:
        address = await addresses.save(database, wanted)
        return Success(message="Address saved successfully!", data=AddressOut.model_validate(address))

    return await once.add(database, add, wanted)


@router.post("/address/?id={id}", **call(AddressIn, partly=True, refuses=(404, 409)))
async def change_address(
    request: Request,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[AddressOut]:
    """Change what is given of one's own address. Orders that were placed keep the one they were placed with."""
    address = await addresses.change(database, id, await content_of(request), grant)
    return Success(message="Address updated successfully!", data=AddressOut.model_validate(address))


@router.delete("/address/?id={id}", **call(refuses=(404,)))
async def remove_address(
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Take one's own address away. Orders that were placed keep it."""
    await addresses.remove(database, id, grant)
    return Success(message="Address removed successfully!", data=None)
