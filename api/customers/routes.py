"""Shoppers: sign-up, sign-in and out, who am I, addresses."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from api import identity
from api.bodies import read
from api.customers import service
from api.customers.schemas import AddressIn, AddressOut, CustomerOut, SignInIn, SignUpIn
from api.database import Database
from api.openapi import takes
from api.policy import Granted
from api.shapes import Id, Success
from shop.customers import queries
from shop.sessions.model import Role

router = APIRouter(tags=["customers"])


@router.post("/customer/", openapi_extra=takes(SignUpIn))
async def sign_up(request: Request, response: Response, database: Database, _: Granted) -> Success[CustomerOut]:
    """Make a shopper's account and sign in."""
    customer = await service.register(database, await read(request, SignUpIn))
    await identity.sign_in(request, response, database, Role.CUSTOMER, customer.id)
    return Success(message="Register Successfully", data=CustomerOut.model_validate(customer))


@router.post("/customer/login/", openapi_extra=takes(SignInIn))
async def sign_in(request: Request, response: Response, database: Database, _: Granted) -> Success[CustomerOut]:
    """Sign a shopper in; the session travels in a cookie."""
    customer = await service.authenticate(database, await read(request, SignInIn))
    await identity.sign_in(request, response, database, Role.CUSTOMER, customer.id)
    return Success(message="Login Successful", data=CustomerOut.model_validate(customer))


@router.post("/customer/logout/")
async def sign_out(request: Request, response: Response, database: Database, _: Granted) -> Success[None]:
    """Sign the shopper out of this browser; its open pages hear of it."""
    await identity.sign_out(request, response, database, Role.CUSTOMER)
    return Success(message="Signed out", data=None)


@router.get("/customer/me/")
async def who_am_i(request: Request, response: Response, grant: Granted) -> Success[CustomerOut]:
    """Return the signed-in shopper."""
    identity.renew_xsrf(request, response)
    return Success(message="Signed in", data=CustomerOut.model_validate(grant.caller.customer))


@router.get("/address/")
async def list_addresses(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="customerId")]
) -> Success[list[AddressOut]]:
    """List a shopper's addresses, the newest first."""
    grant.check_owner(customer_id)
    addresses = await database.scalars(queries.addresses_of(customer_id))
    return Success(message="Addresses", data=[AddressOut.model_validate(address) for address in addresses])


@router.post("/address/", openapi_extra=takes(AddressIn))
async def save_address(request: Request, database: Database, grant: Granted) -> Success[AddressOut]:
    """Keep an address for later orders."""
    wanted = await read(request, AddressIn)
    grant.check_owner(wanted.customer_id)
    address = await service.save_address(database, wanted)
    return Success(message="Address saved successfully!", data=AddressOut.model_validate(address))
