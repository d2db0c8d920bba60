"""Requests and responses of status changes and of undoing them."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.schema_types import NOT_BOOL, Id, Ignored
from shop.orders.model import Status

Version = Annotated[int, Field(ge=1, le=2**31 - 1), NOT_BOOL]


class StatusIn(In):
    """A change of status. The times that old clients send are accepted and ignored."""

    id: Id
    status: Status
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


class StatusChangeOut(Out):
    """The response to a change of status: the same as the event that open pages receive.

    ``undoes`` is the version of the change that this one undoes, or None.
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
    version: int
    current_status: str
    changed_by: str | None
    at: str | None
    undoes: int | None


class StatusResultOut(Out):
    """The result of one of several changes: ``code`` and ``message`` of the response that it would have had alone."""

    id: int
    code: int
    message: str
    data: StatusChangeOut | None = None
