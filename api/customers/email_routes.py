"""Confirming an account's address: whether it is, the mail once more, and what the link in it does."""

from fastapi import Request

from api.bodies import read
from api.customers import email_confirmation
from api.customers.schemas import ConfirmEmailIn, EmailConfirmationOut
from api.database import Database
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Success

router = feature("customers")


@router.get("/customer/confirmEmail/", **call())
async def show_email_confirmation(database: Database, grant: Granted) -> Success[EmailConfirmationOut]:
    """Tell whether the address of one's account is confirmed, and which one waits to take its place."""
    customer = await email_confirmation.find(database, grant.customer.id)
    return Success(message="Email address", data=EmailConfirmationOut.model_validate(customer))


@router.post("/customer/confirmEmail/?flag=send", **call(refuses=(409, 429)))
async def send_email_confirmation(request: Request, database: Database, grant: Granted) -> Success[None]:
    """Mail the link that confirms one's address once more."""
    email = await email_confirmation.send_again(database, request, grant.customer.id)
    return Success(message=f"We have sent a link to {email}.", data=None)


@router.post("/customer/confirmEmail/", **call(ConfirmEmailIn, refuses=(404, 409)))
async def confirm_email(request: Request, database: Database, _: Granted) -> Success[None]:
    """Confirm an account's address by the token in the link that was mailed to it.

    It is a POST, since programs that look through mails follow links by themselves.
    """
    given = await read(request, ConfirmEmailIn)
    email = await email_confirmation.confirm(database, given.token)
    return Success(message=f"{email} is confirmed.", data=None)
