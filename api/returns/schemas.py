"""Returns, on the wire."""

from typing import Annotated, Self

from pydantic import Field

from api.desk.schemas import DeskOut
from api.http.base_schemas import In, Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, BoundedText, Id, Number, Version
from shop.returns.model import Return, ReturnStatus, ReturnStep
from shop.returns.rules import ReturnAction

Note = Annotated[str, BoundedText(1000, multiline=True)]


class ReturnIn(In):
    """Pieces of a delivered item that the shopper wants to return, and why."""

    item_id: Id
    quantity: Annotated[int, Field(ge=1, le=10), NOT_BOOL]
    reason: Annotated[str, BoundedText(200, min_length=1)]
    note: Note = ""


class ReturnActionIn(In):
    """An action on a return. ``version`` is that of the return as the caller read it.

    ``note`` is required to ``decline``: the shopper reads it. ``intoStock`` is required to ``receive``: whether the
    pieces are on sale again. ``close`` needs an order whose refunds without a return cover this one, or of which
    nothing was paid, or all that was paid went back already.
    """

    action: ReturnAction
    version: Version
    note: Note = ""
    into_stock: bool | None = None


class ReturnEntryOut(Out):
    """An entry of a return's history."""

    status: ReturnStatus
    from_: Annotated[ReturnStatus | None, Field(alias="from")]
    at: Time
    version: int

    @classmethod
    def of(cls, step: ReturnStep) -> Self:
        fields = {"status": step.to_status, "from": step.from_status, "at": step.at, "version": step.version}
        return cls.model_validate(fields)


class ReturnOut(Out):
    """A return with its item. ``amount`` is what the pieces cost, in rupees, and ``refunded`` what went back for it.

    ``refunded`` is null until the refund, and for a return that staff closed because its money had gone back before, or
    nothing was paid.
    ``answer`` is what staff wrote when they declined it. ``changedBy`` of its last change, the customer's name and
    ``intoStock`` are for admins only, null otherwise.
    """

    id: int
    order_id: int
    item_id: int
    customer_id: int
    product_id: int
    product_name: str
    product_image_url: str
    size: str | None
    quantity: int
    amount: Number
    refunded: Number | None
    reason: str
    note: str
    status: ReturnStatus
    answer: str
    version: int
    requested_at: Time
    history: list[ReturnEntryOut]
    customer_name: str | None = None
    changed_by: str | None = None
    into_stock: bool | None = None

    @classmethod
    def of(cls, found: Return, *, is_staff: bool) -> Self:
        item = found.item
        shown = cls(
            id=found.id,
            order_id=item.order_id,
            item_id=item.id,
            customer_id=found.customer_id,
            product_id=item.product_id,
            product_name=item.product_name,
            product_image_url=item.product_image_url,
            size=item.size,
            quantity=found.quantity,
            amount=found.amount,
            refunded=found.refunded,
            reason=found.reason,
            note=found.note,
            status=ReturnStatus(found.status),
            answer=found.answer,
            version=found.version,
            requested_at=found.requested_at,
            history=[ReturnEntryOut.of(step) for step in found.history],
        )
        if is_staff:
            shown.customer_name = item.order.buyer.name
            shown.changed_by = found.history[-1].changed_by
            shown.into_stock = found.into_stock
        return shown


class ReturnDeskCounts(Out):
    """How many returns of the listed status are of orders that the caller has, and of orders that nobody has."""

    mine: int
    unassigned: int


class ReturnPage(PageOf[ReturnOut]):
    """A page of returns. The other fields are for admins, null otherwise.

    ``counts`` are all returns by status, whatever is searched for. ``desk`` has to whom the listed orders are assigned.
    """

    counts: dict[ReturnStatus, int] | None = None
    desk_counts: ReturnDeskCounts | None = None
    desk: list[DeskOut] | None = None
