"""PANs on the wire. A full PAN is only in the response of ``reveal_pan`` for staff, and on the buyer's tax invoice."""

from typing import Annotated, Literal

from pydantic import Field, SecretStr

from api.http.base_schemas import In, Out
from api.http.schema_types import Id

PATTERN = r"^\s*([A-Za-z]\s*){5}([0-9]\s*){4}[A-Za-z]\s*$"
"""For the description: :func:`shop.pan.rules.read` takes small letters and blanks."""
PanText = Annotated[SecretStr, Field(max_length=20)]


class PanIn(In):
    """The PAN of an order whose buyer gave none, as ``ABCDE1234F``."""

    order_id: Id
    pan: Annotated[SecretStr, Field(max_length=20, json_schema_extra={"pattern": PATTERN})]


class RevealIn(In):
    """The order whose PAN an admin wants to read, and the admin's own password."""

    order_id: Id
    password: Annotated[SecretStr, Field(max_length=1000)]


class PanOut(Out):
    """An order's PAN as staff see it: ``masked`` as ``ABCDE****F``, if it is ``given``.

    It is ``unreadable`` if the key that encrypted it is missing.
    """

    order_id: int
    state: Literal["not_needed", "missing", "given", "unreadable"]
    masked: str | None


class WholePanOut(Out):
    """The full PAN of an order."""

    order_id: int
    pan: str
