"""Events of customers."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class CustomerEvent(Event):
    """Something that happened to one customer. It carries the customer's id; a subclass may add to it."""

    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "customer:{customer_id}"

    customer_id: int


@dataclass(frozen=True, kw_only=True)
class CustomerRegistered(CustomerEvent):
    """Someone signed up, or staff added them."""

    type: ClassVar[str] = "customer.registered"

    by_staff: bool = False


class EmailConfirmationRequested(CustomerEvent):
    """An email address of an account is to be confirmed from its mailbox."""

    type: ClassVar[str] = "customer.email_confirmation_requested"


class EmailConfirmed(CustomerEvent):
    """The address of an account was confirmed from its mailbox."""

    type: ClassVar[str] = "customer.email_confirmed"
    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS


@dataclass(frozen=True, kw_only=True)
class EmailReplaced(CustomerEvent):
    """An account got another email address in the place of ``customer_email``, which was confirmed.

    The account itself has only the new address by then. The former one is erased with the account, by the field's name.
    """

    type: ClassVar[str] = "customer.email_replaced"

    customer_email: str
    by_staff: bool


@dataclass(frozen=True, kw_only=True)
class PasswordChanged(CustomerEvent):
    """The password of an account was changed. ``device`` and ``address`` are None if staff changed it."""

    type: ClassVar[str] = "customer.password_changed"

    device: str | None
    address: str | None


@dataclass(frozen=True, kw_only=True)
class OtpRequested(Event):
    """Someone asked for a one-time code. The event contains neither the code nor the address.

    ``customer_id`` is None if the address belongs to nobody.
    """

    type: ClassVar[str] = "customer.otp_requested"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "one_time_code:{code_id}"

    code_id: int
    customer_id: int | None

    def data(self) -> dict[str, Any]:
        return {"codeId": self.code_id}
