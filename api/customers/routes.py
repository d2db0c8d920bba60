"""Customers: sign-up, sign-in, sign-out, the caller's own account, and the list for admins."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from sqlalchemy import Select

from api.auth import identity, known_devices, password_hashing, throttling
from api.auth.policy import Granted
from api.customers import service
from api.customers.reauthentication import check_current_password, check_staff
from api.customers.schemas import (
    CustomerEditIn,
    CustomerIn,
    CustomerOut,
    CustomerRowOut,
    ProfileIn,
    SignInIn,
    SignUpIn,
)
from api.db.session import Database
from api.email_confirmation.service import check_email_change
from api.http.base_schemas import PageOf, Success
from api.http.csv_export import CsvExport
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Cursor, Limit, parse_text, read_cursor, split_page, write_cursor
from api.http.partial_update import split_seen
from api.http.request_bodies import check_same_id, read_body, read_fields
from api.http.schema_types import Id, SearchText
from api.openapi.description import call
from shop.audit.context import set_actor
from shop.customers import queries
from shop.customers.model import Customer
from shop.customers.queries import CustomerSort
from shop.sessions.model import Role
from shop.throttles import limits

router = feature_router("customers")


EXPORT: CsvExport[Customer] = CsvExport(
    "customers",
    {
        "Id": lambda customer: customer.id,
        "Name": lambda customer: customer.name,
        "Email": lambda customer: "" if customer.is_deleted else customer.email,
        "Mobile number": lambda customer: customer.phone,
        "Customer since": lambda customer: customer.created_at,
    },
)


@dataclass(frozen=True)
class CustomerFilter:
    """Which customers are listed, and in which order. The list and its CSV file have the same parameters."""

    search: Annotated[SearchText | None, Query()] = None
    sort: Annotated[CustomerSort, Query()] = CustomerSort.NEWEST

    def query(self, after: tuple[Any, int] | None = None) -> Select[Customer]:
        """Select the customers, from a cursor on if there is one."""
        return queries.listing(search=self.search, sort=self.sort, after=after)


Filter = Annotated[CustomerFilter, Depends()]


@router.get("/customer/", **call(refuses=(404,)))
async def list_customers(
    database: Database,
    _: Granted,
    filter_: Filter,
    limit: Limit = PAGE_SIZE,
    cursor: Cursor | None = None,
) -> PageOf[CustomerRowOut]:
    """List customers, by default the newest first.

    ``search`` has words that are parts of the name or email, or a part of the phone number.
    """
    order = filter_.sort.value
    after = read_cursor(order, cursor, parse_text) if cursor else None
    found = (await database.scalars(filter_.query(after).limit(limit + 1))).all()
    customers, more = split_page(found, limit, lambda row: write_cursor(order, *queries.cursor_of(row, filter_.sort)))
    data = [CustomerRowOut.model_validate(customer) for customer in customers]
    return PageOf(message="Customers", data=data, next_cursor=more)


@router.get("/customer/?flag=csv", **call(csv=True))
async def export_customers(database: Database, _: Granted, filter_: Filter) -> Response:
    """Return the whole list of customers as a CSV file."""
    return EXPORT.respond(database, filter_.query())


@router.post(
    "/customer/",
    response_model=Success[CustomerRowOut] | Success[CustomerOut],
    **call(SignUpIn, refuses=(409, 429)),
)
async def sign_up(
    request: Request, response: Response, database: Database, grant: Granted, idempotency: Idempotency
) -> Response | Success[CustomerOut]:
    """Sign up and sign in. An admin adds a customer and stays signed in as an admin, unless ``flag`` is given.

    A sign-up ignores an ``Idempotency-Key``, because its response starts a session.
    """
    content = await read_fields(request)
    by_admin = grant.caller.admin is not None and not content.get("flag")
    wanted = (CustomerIn if by_admin else SignUpIn).model_validate(content)
    if by_admin:
        password_hash = await password_hashing.hash_password(wanted.password)

        async def add() -> CustomerRowOut:
            return CustomerRowOut.model_validate(await service.add(database, wanted, password_hash, by_staff=True))

        return await idempotency.run(database, "Customer added", add, wanted)
    await database.run_sync(set_actor, None)
    await throttling.consume(database, limits.sign_up(throttling.client_address_of(request)))
    customer = await service.register(database, wanted)
    await identity.sign_in(request, response, database, customer, tells_new_device=False)
    return Success(message="Register Successfully", data=CustomerOut.model_validate(customer))


@router.post("/customer/?id={id}", **call(ProfileIn, refuses=(404, 409, 429)))
async def edit_customer(
    request: Request, response: Response, database: Database, grant: Granted, id: Id
) -> Success[CustomerRowOut]:
    """Change a customer's name, email, phone or password. Omitted fields stay. A new password ends their sessions.

    A customer who signed in more than 15 minutes ago has to send ``currentPassword`` with a new password or email,
    otherwise the response is 403. Staff have to prove their identity again instead. A customer's new email is
    ``pendingEmail`` until it is confirmed.
    """
    grant.check_owner(id)
    await grant.set_actor_for(database, id)
    is_by_staff = grant.actor_for(id) is not None
    model = CustomerEditIn if is_by_staff else ProfileIn
    sent, seen = split_seen(await read_fields(request))
    content, context = await service.read_edit(database, id, sent)
    wanted = model.model_validate(content, context=context)
    check_same_id(id, wanted.id)
    if is_by_staff:
        await check_staff(database, grant.admin, id, wanted)
        await check_current_password(database, request, None, id, wanted)
        customer = await service.edit_by_staff(database, id, wanted, seen)
    else:
        await check_current_password(database, request, grant.customer, id, wanted)
        if wanted.password:
            await throttling.consume(database, limits.by_customer(limits.PASSWORD_CHANGES, id))
        if wanted.email:
            await check_email_change(database, request, id, wanted.email)
        customer = await service.edit_own(database, request, grant.customer, wanted, seen)
        if wanted.password:
            known_devices.remember_device(request, response, Role.CUSTOMER, customer)
    return Success(message="Customer updated", data=CustomerRowOut.model_validate(customer))


@router.delete("/customer/?id={id}", **call(refuses=(404, 409)))
async def delete_customer(database: Database, _: Granted, id: Id) -> Success[None]:
    """Delete a customer with their cart, wishlist and addresses. A customer with orders cannot be deleted."""
    await service.remove(database, id)
    return Success(message="Customer deleted", data=None)


@router.post("/customer/login/", **call(SignInIn, refuses=(401, 429)))
async def sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[CustomerOut]:
    """Sign a customer in. The response sets the session cookie."""
    given = await read_body(request, SignInIn)
    customer = await service.authenticate(database, request, given)
    await identity.sign_in(request, response, database, customer)
    return Success(message="Login Successful", data=CustomerOut.model_validate(customer))


@router.post("/customer/logout/", **call())
async def sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the customer out of this browser and notify its open pages."""
    await identity.sign_out(request, response, database, Role.CUSTOMER)
    return Success(message="Signed out", data=None)


@router.get("/customer/me/", **call())
async def who_am_i(request: Request, response: Response, grant: Granted) -> Success[CustomerOut]:
    """Return the signed-in customer."""
    identity.renew_xsrf(request, response)
    return Success(message="Signed in", data=CustomerOut.model_validate(grant.caller.customer))
