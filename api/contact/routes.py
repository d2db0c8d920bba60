"""Where the shop can be reached."""

from api.contact.schemas import ContactOut
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Success
from shop.settings import settings

router = feature("contact")


@router.get("/contact/", **call())
async def show_contact(_: Granted) -> Success[ContactOut]:
    """Tell where the shop can be reached: settings of the running shop."""
    return Success(message="Contact", data=ContactOut.of(settings()))
