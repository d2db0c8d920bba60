"""Returns, on the wire."""

from typing import Annotated, Self

from pydantic import Field

from api.desk.schemas import DeskOut
from api.http.base_schemas import In, Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, BoundedText, Id, Number, Version
from shop.returns.model import Return, ReturnStatus, ReturnStep
from shop.returns.rules import ReturnAction
from shop.stock.rules import stranded_text

Note = Annotated[str, BoundedText(1000, multiline=True)]


class ReturnIn(In):
    """Pieces of a delivered item that the shopper wants to return, and why."""

    item_id: Id
    quantity: Annotated[int, Field(ge=1, le=10), NOT_BOOL]
    reason: Annotated[str, BoundedText(200, min_length=1)]
    note: Note = ""


class ReturnActionIn(In):
    """An action on a return. ``version`` is that of the return that the caller saw.

    ``note`` is required to ``decline``: the shopper reads it. ``intoStock`` is required to ``receive``: whether the
    pieces go on sale again. ``close`` requires that earlier refunds of the order, which named no return, cover this
    return, that nothing was paid, or that everything paid was refunded.
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
    """A return with its item.

    ``amount`` is the price of the pieces in rupees, and ``refunded`` the amount that was refunded for it. ``refunded``
    is null until the refund. It stays null for a return that staff closed because its money was refunded before, or
    nothing was paid. ``answer`` is the text of staff who declined it. ``changedBy``, the customer's name,
    ``intoStock`` and ``stockNote`` are for admins only, null otherwise. ``stockNote`` says that pieces which went
    back into stock are in no count, because the product does not have their size any more.
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
    stock_note: str | None = None

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
            if found.stranded:
                shown.stock_note = stranded_text(item.product_name, item.size, found.stranded)
        return shown


class ReturnDeskCounts(Out):
    """The number of returns of the listed status whose orders are assigned to the caller, and to nobody."""

    mine: int
    unassigned: int


class ReturnPage(PageOf[ReturnOut]):
    """A page of returns. The other fields are for admins, null otherwise.

    ``counts`` are all returns by status, whatever the search. ``desk`` has the assignments of the listed orders.
    """

    counts: dict[ReturnStatus, int] | None = None
    desk_counts: ReturnDeskCounts | None = None
    desk: list[DeskOut] | None = None
