"""How the shop can be reached, and the contact form."""

from fastapi import Request

from api.auth import throttling
from api.auth.policy import Granted
from api.contact import service
from api.contact.schemas import ContactOut, MessageIn
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.openapi.description import call
from shop.settings import settings

router = feature_router("contact")


@router.get("/contact/", **call())
async def show_contact(_: Granted) -> Success[ContactOut]:
    """Return the shop's contact details, which are settings."""
    return Success(message="Contact", data=ContactOut.of(settings()))


@router.post("/order/?flag=sendMailForUser", **call(MessageIn, refuses=(429,)))
async def send_message(request: Request, database: Database, _: Granted) -> Success[None]:
    """Send a message to the shop."""
    message = await read_body(request, MessageIn)
    await service.store_message(database, message, address=throttling.client_address_of(request))
    return Success(message=service.THANKS, data=None)
