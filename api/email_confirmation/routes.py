"""The confirmation of an account's email address."""

from fastapi import Request

from api.auth.policy import Granted
from api.db.session import Database
from api.email_confirmation import service
from api.email_confirmation.schemas import ConfirmEmailIn, EmailConfirmationOut
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call

router = feature_router("customers")


@router.get("/customer/confirmEmail/", **call())
async def show_email_confirmation(database: Database, grant: Granted) -> Success[EmailConfirmationOut]:
    """Return whether the address of one's account is confirmed, and which address waits for confirmation."""
    customer = await service.find_customer(database, grant.customer.id)
    return Success(message="Email address", data=EmailConfirmationOut.model_validate(customer))


@router.post("/customer/confirmEmail/?flag=send", **call(refuses=(409, 429)))
async def send_email_confirmation(request: Request, database: Database, grant: Granted) -> Success[None]:
    """Send the mail with the confirmation link again."""
    email = await service.send_again(database, request, grant.customer.id)
    return Success(message=f"We have sent a link to {email}.", data=None)


@router.post("/customer/confirmEmail/?flag=keep", **call())
async def keep_email(database: Database, grant: Granted) -> Success[None]:
    """Keep the account's address, and withdraw a new one that is not confirmed yet."""
    email = await service.keep_email(database, grant.customer.id)
    return Success(message=f"{email} stays your address.", data=None)


@router.post("/customer/confirmEmail/", **call(ConfirmEmailIn, refuses=(404, 409)))
async def confirm_email(request: Request, database: Database, _: Granted) -> Success[None]:
    """Confirm an account's address by the token of the link that was mailed to it.

    This is a POST because mail scanners follow links.
    """
    given = await read_body(request, ConfirmEmailIn)
    email = await service.confirm(database, given.token)
    return Success(message=f"{email} is confirmed.", data=None)
