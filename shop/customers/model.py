"""Shoppers and where their orders go."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.errors import Conflict

KEPT_OF_ADDRESS = ("name", "address", "city", "state", "country", "zip_code")


class EmailTaken(Conflict):
    """Another shopper has this e-mail address."""

    code = "email_taken"


class CustomerHasOrders(Conflict):
    """Orders hold this customer."""

    code = "customer_has_orders"

    @classmethod
    def of(cls, customer: "Customer", orders: int) -> "CustomerHasOrders":
        count = "1 order" if orders == 1 else f"{orders} orders"
        return cls(f"{customer.name} has {count}, and orders are kept for ever. So this customer cannot be deleted.")


class Customer(Base):
    """A shopper. E-mail addresses are unique without regard to case.

    ``pending_email`` is the address that they want instead, which is not used until its mailbox confirmed it.
    """

    __tablename__ = "customer"
    __table_args__ = (Index("customer_email_key", text("lower(email)"), unique=True),)

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    email_confirmed_at: Mapped[datetime | None]
    pending_email: Mapped[str | None]

    @property
    def email_confirmed(self) -> bool:
        """Whether whoever reads the mailbox said that this account is theirs."""
        return self.email_confirmed_at is not None

    @property
    def email_to_confirm(self) -> str | None:
        """The address to which a link to confirm it belongs, where there is one."""
        return self.pending_email or (None if self.email_confirmed else self.email)

    def confirm_email(self, email: str, *, at: datetime) -> None:
        """Take note that the mailbox is the shopper's; a new address takes the place of the old one."""
        if email == self.pending_email:
            self.email, self.pending_email = email, None
            self.email_confirmed_at = at
        self.email_confirmed_at = self.email_confirmed_at or at


class Address(Base):
    """A place to deliver to, kept by one shopper."""

    __tablename__ = "address"

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    address: Mapped[str]
    city: Mapped[str]
    state: Mapped[str]
    country: Mapped[str]
    zip_code: Mapped[str]

    def snapshot(self) -> dict[str, str]:
        """Return what an order keeps of the address, so that a later edit changes no placed order."""
        return {name: getattr(self, name) for name in KEPT_OF_ADDRESS}
