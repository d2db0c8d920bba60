"""The history of an order other than statuses and payments, on the wire. Only staff see it."""

from api.customer_record.schemas import CustomerMailOut
from api.http.base_schemas import Out
from api.http.date_types import Time


class AssignmentEntryOut(Out):
    """To whom an order was assigned, and who had it before; null for nobody."""

    id: int
    before: str | None
    assignee: str | None
    changed_by: str
    at: Time


class ShipmentEntryOut(Out):
    """Courier and tracking number that an order item had from this version on; both null if they were removed."""

    id: int
    item_id: int
    version: int
    courier: str | None
    tracking_number: str | None
    changed_by: str
    at: Time


class OrderHistoryOut(Out):
    """To whom an order was assigned, its couriers and tracking numbers, and the mails about it, the newest first.

    Assignments are kept for two years, and mails for the same time as on the customer's page.
    """

    assignments: list[AssignmentEntryOut]
    shipments: list[ShipmentEntryOut]
    mails: list[CustomerMailOut]
