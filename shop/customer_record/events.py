"""Events of a customer's page. They are for staff only: other systems do not receive them."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from shop.clock import now
from shop.customers.events import CustomerEvent
from shop.events import outbox
from shop.events.model import Audience

Part = Literal["account", "addresses", "cart", "notes", "wishlist"]


@dataclass(frozen=True, kw_only=True)
class CustomerRecordChanged(CustomerEvent):
    """A part of what staff see on a customer's page changed. Open pages fetch it."""

    type: ClassVar[str] = "desk.customer_changed"
    audience: ClassVar[Audience] = Audience.ADMINS

    part: Part

    def data(self) -> dict[str, Any]:
        return super().data() | {"part": self.part}


async def record_changed(session: AsyncSession, customer_id: int, part: Part) -> None:
    """Record that a part of a customer's page changed now."""
    await outbox.record(session, CustomerRecordChanged(customer_id=customer_id, part=part), at=now())
