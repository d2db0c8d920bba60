"""What happens to shoppers."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class CustomerRegistered(Event):
    """Someone signed up."""

    type: ClassVar[str] = "customer.registered"
    reach: ClassVar[Reach] = Reach.NOBODY

    customer_id: int

    @property
    def aggregate(self) -> str:
        return f"customer:{self.customer_id}"

    def whose(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        return {"customerId": self.customer_id}


@dataclass(frozen=True, kw_only=True)
class EmailConfirmationRequested(Event):
    """An address of an account is to be confirmed from its mailbox. The event does not carry the address."""

    type: ClassVar[str] = "customer.email_confirmation_requested"
    reach: ClassVar[Reach] = Reach.NOBODY

    customer_id: int

    @property
    def aggregate(self) -> str:
        return f"customer:{self.customer_id}"

    def whose(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        return {"customerId": self.customer_id}


@dataclass(frozen=True, kw_only=True)
class OtpRequested(Event):
    """Someone asked for a one-time code. The event carries neither the code nor the address."""

    type: ClassVar[str] = "customer.otp_requested"
    reach: ClassVar[Reach] = Reach.NOBODY

    code_id: int

    @property
    def aggregate(self) -> str:
        return f"one_time_code:{self.code_id}"

    def data(self) -> dict[str, Any]:
        return {"codeId": self.code_id}
