"""A message to the shop, on the wire."""

from typing import Annotated

from api.customers.schemas import Email, PhoneOrNone
from api.shapes import UNSAID, In, Written

LONGEST_MESSAGE = 5000


Line = Annotated[str, Written(200), UNSAID]


class MessageIn(In):
    """Name and email are required (product rules, contact form)."""

    name: Annotated[str, Written(200, least=1)]
    email: Email
    phone: Annotated[PhoneOrNone, UNSAID] = ""
    company: Line = ""
    message: Annotated[str, Written(LONGEST_MESSAGE), UNSAID] = ""
