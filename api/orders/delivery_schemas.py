"""How an order is delivered: where to, and as a gift."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import Out


class DeliveryOut(Out):
    """The delivery address of an order: a copy of the address when the order was placed."""

    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]
    phone: str | None = None
