"""Customers and their delivery addresses."""

from datetime import datetime, timedelta

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.errors import Conflict
from shop.security import signed_links
from shop.security.signed_links import Link

CONFIRM_WITHIN = timedelta(days=7)
INVALID_LINK = "This link is not valid any more. Please ask for a new one on your profile page."
DELETED_NAME = "Deleted account"
"""The name of a customer who deleted their account, and of their closed orders."""
_CONFIRM_EMAIL = "confirm email"
KEPT_OF_ADDRESS = ("name", "address", "city", "state", "country", "zip_code", "phone")


class EmailTaken(Conflict):
    """Another customer has this email address."""

    code = "email_taken"


class AccountIsDeleted(Conflict):
    """The customer has deleted their account, so it cannot be changed."""

    code = "account_deleted"

    def __init__(self) -> None:
        super().__init__("This customer has deleted their account. It cannot be changed any more.")


class CustomerHasOrders(Conflict):
    """The customer cannot be deleted, because there are orders."""

    code = "customer_has_orders"

    @classmethod
    def of(cls, customer: "Customer", orders: int) -> "CustomerHasOrders":
        count = "1 order" if orders == 1 else f"{orders} orders"
        return cls(f"{customer.name} has {count}, and orders are kept for ever. So this customer cannot be deleted.")


def confirmation_token(customer_id: int, email: str, *, at: datetime) -> str:
    """Return the token of a link that confirms this address within a week, and no other address."""
    return signed_links.sign(_CONFIRM_EMAIL, customer_id, expires_at=at + CONFIRM_WITHIN, bound_to=email)


class Customer(Base):
    """A customer. Email addresses are unique without regard to case.

    ``pending_email`` is a new address that is not used before it is confirmed. A deleted account keeps its row, because
    orders refer to it. Its ``email`` is then a unique placeholder that is no address.
    """

    __tablename__ = "customer"
    __table_args__ = (
        Index("customer_email_key", text("lower(email)"), unique=True),
        Index("customer_name_id_idx", text("lower(name)"), "id"),
        Index(
            "customer_parts_idx",
            text("parts_of_customer(name, email, phone)"),
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    email_confirmed_at: Mapped[datetime | None]
    pending_email: Mapped[str | None]
    deleted_at: Mapped[datetime | None]

    @property
    def is_deleted(self) -> bool:
        """Whether the customer has deleted the account."""
        return self.deleted_at is not None

    def delete(self, *, at: datetime) -> None:
        """Remove all fields that identify the customer. Nobody can sign in to the account any more."""
        self.name, self.email, self.phone, self.password_hash = DELETED_NAME, f"deleted-{self.id}", "", ""
        self.email_confirmed_at = self.pending_email = None
        self.deleted_at = at

    @property
    def email_confirmed(self) -> bool:
        """Whether the address was confirmed from its mailbox."""
        return self.email_confirmed_at is not None

    @property
    def confirmed_email(self) -> str | None:
        """The address, None if it is not confirmed."""
        return self.email if self.email_confirmed else None

    @property
    def email_to_confirm(self) -> str | None:
        """The address that has to be confirmed, None if there is none."""
        return self.pending_email or (None if self.email_confirmed else self.email)

    def email_confirmed_by(self, link: Link) -> str | None:
        """Return which address of the customer the link confirms, None if it confirms none."""
        emails = [email for email in (self.pending_email, self.email) if email]
        return next((email for email in emails if link.is_signed(_CONFIRM_EMAIL, bound_to=email)), None)

    def confirm_email(self, email: str, *, at: datetime) -> None:
        """Mark an address as confirmed. A pending one replaces the old one."""
        if email == self.pending_email:
            self.email, self.pending_email = email, None
            self.email_confirmed_at = at
        self.email_confirmed_at = self.email_confirmed_at or at


MAX_ADDRESSES = 50
"""The maximum number of addresses of a customer."""


class Address(Base):
    """A delivery address of one customer.

    ``phone`` is the number to call at delivery; if it is empty, the customer's own number is used.
    """

    __tablename__ = "address"
    __table_args__ = (Index("address_default_key", "customer_id", unique=True, postgresql_where=text("is_default")),)

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    address: Mapped[str]
    city: Mapped[str]
    state: Mapped[str]
    country: Mapped[str]
    zip_code: Mapped[str]
    phone: Mapped[str] = mapped_column(server_default="")
    is_default: Mapped[bool] = mapped_column(server_default=text("false"))

    def snapshot(self) -> dict[str, str]:
        """Return the fields that an order copies, so that a later edit changes no placed order."""
        return {name: getattr(self, name) for name in KEPT_OF_ADDRESS}
