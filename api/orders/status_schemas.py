"""Requests and responses of status changes and of undoing them."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.schema_types import NOT_BOOL, BoundedText, Id, Ignored, Number
from shop.orders.model import Status

Version = Annotated[int, Field(ge=1, le=2**31 - 1), NOT_BOOL]


SettableStatus = Literal[Status.ORDERED, Status.PACKED, Status.SHIPPED, Status.DELIVERED]


class StatusIn(In):
    """A change of status. The times that old clients send are accepted and ignored."""

    id: Id
    status: SettableStatus
    version: Version | None = None
    ordered_at: Ignored = None
    packed_at: Ignored = None
    shipped_at: Ignored = None
    delivered_at: Ignored = None


class StatusesIn(In):
    """Changes of status for several lines, each independent of the others."""

    items: Annotated[list[StatusIn], Field(min_length=1, max_length=200)]


class UndoIn(In):
    """The line whose last change is to be undone, with the version that this change made."""

    id: Id
    version: Id


class UndosIn(In):
    """Lines whose last changes are to be undone, each independently of the others."""

    items: Annotated[list[UndoIn], Field(min_length=1, max_length=200)]


class CancelIn(In):
    """A cancellation of the named items of an order; without ``itemIds``, of all that are not cancelled yet."""

    order_id: Id
    item_ids: Annotated[list[Id], Field(min_length=1, max_length=200)] | None = None
    reason: Annotated[str, BoundedText(200, min_length=1)]


class StatusChangeOut(Out):
    """The response to a change of status: the same as the event that open pages receive.

    ``undoes`` is the version of the change that this one undoes, or None. ``reason`` is why the item was cancelled.
    ``changedBy`` is for admins only.
    """

    order_id: int
    item_id: int
    customer_id: int
    from_: Annotated[Status | None, Field(alias="from")]
    status: Status
    ordered_at: str | None
    packed_at: str | None
    shipped_at: str | None
    delivered_at: str | None
    cancelled_at: str | None
    version: int
    current_status: str
    changed_by: str | None = None
    at: str | None
    undoes: int | None
    reason: str | None


class StatusResultOut(Out):
    """The result of one of several changes: ``code`` and ``message`` of the response that it would have had alone."""

    id: int
    code: int
    message: str
    data: StatusChangeOut | None = None


class StatusCountsOut(Out):
    """The number of lines by status."""

    ordered: int = 0
    packed: int = 0
    shipped: int = 0
    delivered: int = 0
    cancelled: int = 0


class StatusAmountsOut(Out):
    """The sum of the lines' amounts by status, in rupees."""

    ordered: Number = Decimal(0)
    packed: Number = Decimal(0)
    shipped: Number = Decimal(0)
    delivered: Number = Decimal(0)
    cancelled: Number = Decimal(0)
