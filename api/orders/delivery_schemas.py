"""How an order is delivered: where to, and as a gift."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.schema_types import BoundedText

MAX_MESSAGE_LENGTH = 300


class GiftIn(In):
    """The gift options of an order: the message on its card, which may be empty, and whether it is wrapped."""

    message: Annotated[str, BoundedText(MAX_MESSAGE_LENGTH, multiline=True)] = ""
    is_wrapped: bool = True


class GiftOut(Out):
    """The message on the card, which may be empty, and whether the order is wrapped."""

    message: str
    is_wrapped: bool


class DeliveryOut(Out):
    """The delivery address of an order: a copy of the address when the order was placed."""

    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]
    phone: str | None = None
