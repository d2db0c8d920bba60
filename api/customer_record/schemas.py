"""A customer's page on the wire: the account with its figures, and what happened. Amounts are rupees."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.pagination import PAGE_SIZE, Limit
from api.http.schema_types import BoundedText, Id, Number
from api.payments.schemas import PaymentOut
from shop.notifications.model import Subject
from shop.payments.model import EntryKind, Method, PaymentStatus

CustomerId = Annotated[Id, Query(alias="customerId")]


@dataclass(frozen=True)
class CustomerPart:
    """A page of a list of one customer: the rows before the cursor, the newest first."""

    customer_id: CustomerId
    limit: Limit = PAGE_SIZE
    before: Annotated[Id | None, Query(alias="cursor")] = None


RequestedPart = Annotated[CustomerPart, Depends()]


class CustomerFiguresOut(Out):
    """Counts of a customer's orders. ``bought`` excludes cancelled and returned items.

    ``due`` is what is still to be paid for ``dueOrders`` orders, the newest of which is ``dueOrder``. ``waitingReturn``
    is a return that waits for staff.
    """

    orders: int
    first_order_at: Time | None
    bought: Number
    due: Number
    due_order: int | None
    due_orders: int
    pieces: int
    returned_pieces: int
    waiting_return: int | None
    waiting_return_since: Time | None


class CustomerRecordOut(Out):
    """A customer with their notification choices, when they were last seen, and figures.

    ``unwantedMails`` are the subjects of which they want no mails. ``devices`` show notifications.
    """

    id: int
    name: str
    email: str
    phone: str
    created_timestamp: Annotated[Time, Field(validation_alias="created_at", serialization_alias="createdTimestamp")]
    email_confirmed: bool
    pending_email: str | None
    is_deleted: bool
    last_seen_at: Time | None
    last_device: str | None
    unwanted_mails: list[Subject]
    newsletter: bool
    devices: int
    figures: CustomerFiguresOut


class CustomerNoteIn(In):
    """A note about a customer. Only staff read it."""

    customer_id: Id
    text: Annotated[str, BoundedText(2000, min_length=1, multiline=True)]


class CustomerNoteOut(Out):
    """A note about a customer, with who wrote it. ``adminId`` is null if that person is no longer on the staff."""

    id: int
    customer_id: int
    text: str
    admin_id: int | None
    written_by: str
    at: Time


class CustomerOrderOut(Out):
    """An order with the names of its pieces."""

    id: int
    ordered_at: Time
    pieces: list[str]
    total_amount: Number
    current_status: str
    payment: PaymentOut


class CustomerMoneyOut(Out):
    """An entry of a payment's ledger. ``changedBy`` is null if the shop recorded it by itself."""

    id: int
    order_id: int
    kind: EntryKind
    from_: Annotated[PaymentStatus, Field(alias="from")]
    method: Method
    amount: Number
    reference: str | None
    reason: str | None
    changed_by: str | None
    at: Time


class CustomerMailOut(Out):
    """A mail and its result.

    ``seconds`` is the time from its event until it was sent. For a mail that waits, is retried (failing) or was given
    up (dead), ``at`` is the time of its event.
    """

    delivery_id: int
    kind: str
    subject: str | None
    about: str
    outcome: Literal["sent", "unwanted", "waiting", "failing", "dead"]
    tries: int
    seconds: float | None
    at: Time
    error: str | None


class CustomerEventOut(Out):
    """An event of a customer. ``data`` is its content without addresses and lines."""

    position: int
    type: str
    aggregate: str
    at: Time
    data: dict[str, Any]
