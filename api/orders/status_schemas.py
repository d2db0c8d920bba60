"""Requests and responses of status changes and undos, and the history of a line."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import BoundedDecimal, BoundedText, Id, Ignored, Number, Version
from shop.orders.draft import FirstStep
from shop.orders.model import Status, StatusChange
from shop.orders.status_rules import effective_steps, undone_versions

SettableStatus = Literal[Status.ORDERED, Status.PACKED, Status.SHIPPED, Status.DELIVERED]


def _only_when_packed(weights: list[Decimal], info: ValidationInfo) -> list[Decimal]:
    if weights and info.data.get("status") is not Status.PACKED:
        raise ValueError("belong to an item that is packed")
    return weights


Weight = Annotated[Decimal, BoundedDecimal("9999999.999", 3, min_value="0.001")]
"""Grams on a scale."""


class StatusIn(In):
    """A change of status. The times that old clients send are accepted and ignored.

    ``weights`` are the grams of the pieces on the scale, if the item is packed and they were weighed.
    """

    id: Id
    status: SettableStatus
    version: Version | None = None
    weights: Annotated[list[Weight], Field(max_length=10), AfterValidator(_only_when_packed)] = Field(
        default_factory=list
    )
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

    ``undoes`` is the version of the change that this one undoes, or null. ``reason`` is why the item was cancelled.
    ``changedBy`` is for admins only, and so are ``weights``, the grams of the pieces when the item was packed.
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
    weights: list[Number] | None = None


class CancelledOut(StatusChangeOut):
    """The response to a cancellation of an item.

    ``stockNote``, for admins only, says that its pieces are in no count, because the product does not have their size
    any more.
    """

    stock_note: str | None = None


class StatusResultOut(Out):
    """The result of one of several changes: ``code`` and ``message`` of the response that it would have had alone.

    If the database fails, the changes that were not tried any more have the code 503 as well.
    """

    id: int
    code: int
    message: str
    data: StatusChangeOut | None = None


class StatusEntryOut(Out):
    """An entry of a line's history: a change of its status. ``reason`` is why the line was cancelled."""

    status: Status
    from_: Annotated[Status | None, Field(alias="from")]
    at: Time
    version: int
    reason: str | None

    @classmethod
    def of_history(cls, history: Sequence[StatusChange | FirstStep]) -> list[Self]:
        """Return the changes that a shopper sees: neither undone ones nor those that undo another."""
        return [cls.model_validate(_step(change)) for change in effective_steps(history)]


class AdminStatusEntryOut(StatusEntryOut):
    """An entry as admins see it: who made the change, whether it was ``undone`` later, and which version it ``undoes``.

    ``weights`` are the measured weights of the pieces in grams when the line was packed, as far as they were weighed.
    """

    changed_by: str | None
    undoes: int | None
    undone: bool
    weights: list[Number]

    @classmethod
    def of_history(cls, history: Sequence[StatusChange | FirstStep]) -> list[Self]:
        undone = undone_versions(history)
        return [
            cls.model_validate(
                _step(change)
                | {
                    "changedBy": change.changed_by,
                    "undoes": change.undoes,
                    "undone": change.version in undone,
                    "weights": change.weights,
                }
            )
            for change in history
        ]


def _step(change: StatusChange | FirstStep) -> dict[str, Any]:
    return {
        "status": change.to_status,
        "from": change.from_status,
        "at": change.at,
        "version": change.version,
        "reason": change.reason,
    }


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
