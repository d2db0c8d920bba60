"""A message to the shop, on the wire."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from api.customers.schemas import Email
from api.shapes import In, Text

LONGEST_MESSAGE = 5000


def _storable(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not hold a NUL character")
    return value


Line = Annotated[Text, StringConstraints(max_length=200)]


class MessageIn(In):
    """Name and email are required (product rules, contact form)."""

    name: Annotated[Line, StringConstraints(min_length=1)]
    email: Email
    phone: Line = ""
    company: Line = ""
    message: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=LONGEST_MESSAGE), AfterValidator(_storable)
    ] = ""
