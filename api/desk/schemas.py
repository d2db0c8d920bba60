"""Notes and assignments of orders, on the wire."""

from typing import Annotated

from api.http.base_schemas import In, Out, Success
from api.http.date_types import Time
from api.http.schema_types import BoundedText, Id, VersionOrZero


class NoteIn(In):
    """A note about an order. Only staff read it."""

    order_id: Id
    text: Annotated[str, BoundedText(2000, min_length=1, multiline=True)]


class NoteOut(Out):
    """A note about an order, with who wrote it. ``adminId`` is null if that person is no longer on the staff."""

    id: int
    order_id: int
    text: str
    admin_id: int | None
    written_by: str
    at: Time


class NotesOut(Success[list[NoteOut]]):
    """The notes of an order. ``isErased``: its personal data was erased, so notes are refused."""

    is_erased: bool


class AssignmentIn(In):
    """To whom an order is assigned: ``adminId``, null for nobody.

    ``version`` is that of the assignment that was seen, 0 if there was none.
    """

    order_id: Id
    admin_id: Id | None
    version: VersionOrZero


class StaffPersonOut(Out):
    """A member of staff."""

    id: int
    name: str


class DeskOut(Out):
    """To whom an order is assigned, and how many notes it has. ``version`` is 0 if it was never assigned."""

    order_id: int
    assignee: StaffPersonOut | None
    version: int
    notes: int


class AssigneeOut(StaffPersonOut):
    """A member of staff to whom orders may be assigned, with how many open orders they have."""

    open_orders: int


class AssigneesOut(Out):
    """To whom orders may be assigned. ``unassigned`` are the open orders that nobody has.

    An order is open until each of its items is delivered or cancelled.
    """

    people: list[AssigneeOut]
    unassigned: int
