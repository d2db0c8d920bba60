"""What happens to shoppers."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class CustomerRegistered:
    """Someone signed up."""

    type: ClassVar[str] = "customer.registered"
    reach: ClassVar[Reach] = Reach.NOBODY

    customer_id: int

    @property
    def aggregate(self) -> str:
        return f"customer:{self.customer_id}"

    def data(self) -> dict[str, Any]:
        return {"customerId": self.customer_id}

    def admin_data(self) -> dict[str, Any]:
        return {}
