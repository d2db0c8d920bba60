"""The tables with a shopper's data: the columns that a data export has, and the columns that identify the shopper.

A test checks that each table that refers, directly or indirectly, to a customer is listed here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy import ColumnElement, RowMapping, Select, Table, select

from shop.carts.model import CartItem
from shop.contact.model import ContactMessage
from shop.customer_record.model import CustomerNote, SentMail
from shop.customers.model import Address, Customer
from shop.db.base import Base
from shop.desk.model import OrderNote
from shop.huids.model import HallmarkedPiece
from shop.invoices.model import Invoice
from shop.newsletter.model import NewsletterReader
from shop.notifications.model import MailChoice, PushDevice
from shop.orders.model import Order, OrderItem, StatusChange
from shop.payments.model import Payment, PaymentEntry, PaymentLink, PaymentRefund
from shop.personal_data.model import DataExport
from shop.price_holds.model import PriceHold
from shop.returns.model import Return, ReturnStep
from shop.reviews.model import HelpfulMark, Review, ReviewPhoto
from shop.sessions.model import Session
from shop.shipping.model import ShipmentChange
from shop.stock.model import BackInStockRequest
from shop.tracking.model import TrackingLink
from shop.wishlists.model import WishlistEntry

_STAFF = ("admin_id", "api_key_id", "changed_by")
"""Columns that name the member of staff who made a change. They are not data of the shopper."""


@dataclass(frozen=True)
class Section:
    """The rows of one table. The column ``key`` has the id of the row that they belong to.

    ``left_out`` are columns without data of the shopper: secrets, repeated ids, and members of staff.
    """

    model: type[Base]
    key: str
    left_out: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        table = self.model.__table__
        assert isinstance(table, Table)  # noqa: S101 - every model has a table
        return table

    def select(self, ids: Sequence[int]) -> Select[Any]:
        """Select the rows that belong to these ids, in the order of their keys."""
        table = self.table
        wanted: list[ColumnElement[Any]] = [
            column for column in table.c if column.name == self.key or column.name not in self.left_out
        ]
        return select(*wanted).where(table.c[self.key].in_(ids)).order_by(*table.primary_key)

    def fields(self, row: RowMapping) -> dict[str, Any]:
        """Return the row's columns but the key, by the names on the wire."""
        return {to_camel(name): value for name, value in row.items() if name != self.key}


ACCOUNT = Section(Customer, "id", ("password_hash", "deleted_at"))
OF_CUSTOMER = {
    "addresses": Section(Address, "customer_id"),
    "cart": Section(CartItem, "customer_id"),
    "wishlist": Section(WishlistEntry, "customer_id"),
    "reviews": Section(Review, "customer_id"),
    "helpfulReviews": Section(HelpfulMark, "customer_id"),
    "heldPrices": Section(PriceHold, "customer_id"),
    "stockRequests": Section(BackInStockRequest, "customer_id"),
    "mailChoices": Section(MailChoice, "customer_id"),
    "devices": Section(PushDevice, "customer_id", ("session_id", "p256dh", "auth", "push_key")),
    "signIns": Section(Session, "customer_id", ("token_hash", "role", "admin_id")),
    "notes": Section(CustomerNote, "customer_id", ("admin_id", "written_by")),
    "mails": Section(SentMail, "customer_id", ("delivery_id",)),
    "dataExports": Section(DataExport, "customer_id", ("name",)),
}
ORDERS = Section(Order, "customer_id", ("erased_at",))
OF_ORDER = {
    "items": Section(OrderItem, "order_id", ("changed_by",)),
    "payment": Section(Payment, "order_id"),
    "paymentSteps": Section(PaymentEntry, "order_id", _STAFF),
    "paymentPages": Section(PaymentLink, "order_id"),
    "refundsOfProvider": Section(PaymentRefund, "order_id"),
    "invoices": Section(Invoice, "order_id", ("customer_id",)),
    "trackingLink": Section(TrackingLink, "order_id"),
    "notes": Section(OrderNote, "order_id", ("admin_id", "written_by")),
}
OF_ITEM = {
    "history": Section(StatusChange, "order_item_id", _STAFF),
    "shipments": Section(ShipmentChange, "order_item_id", _STAFF),
    "hallmarks": Section(HallmarkedPiece, "order_item_id"),
    "returns": Section(Return, "order_item_id", ("customer_id", "stranded")),
}
OF_REVIEW = {"photos": Section(ReviewPhoto, "review_id", ("original", "placeholder"))}
OF_RETURN = {"history": Section(ReturnStep, "return_id", _STAFF)}
BY_EMAIL = {
    "newsletter": Section(NewsletterReader, "email"),
    "contactMessages": Section(ContactMessage, "email"),
}
"""Tables that refer to the shopper only by the email address. Their rows are exported only if the address is confirmed.
"""

NOT_EXPORTED = {
    "idempotency_key": "hashes of requests, without their content",
    "kept_answer": "responses to requests, which repeat other rows",
    "one_time_code": "a hash of a code that expires within minutes",
    "order_assignment": "who of the staff takes care of an order",
    "order_pan": "encrypted; the export has it masked, as part of its order",
    "push_sent": "the last change of an order that a device was notified of",
    "stock_movement": "how many pieces the shop has; the order's line says the same",
}
"""Tables that refer directly or indirectly to a customer but are not exported, each with the reason."""

EVENT_IDS = """
    SELECT id FROM domain_event WHERE customer_id = :customer_id AND reach = 'customer_and_admins'
    UNION ALL
    SELECT id FROM domain_event WHERE customer_id = :customer_id AND reach <> 'customer_and_admins'
    UNION ALL
    SELECT id FROM domain_event
    WHERE customer_id IS NULL AND starts_with(aggregate, 'customer:') AND aggregate = 'customer:' || :customer_id
"""
"""Selects the ids of the events about a customer, in SQL. Each part of the query uses a separate index."""
