"""Events of files with a shopper's data, and of deleted accounts."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.customers.events import CustomerEvent
from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class _DataExportEvent(Event):
    """Something that happened to a file with a shopper's data."""

    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS
    aggregate_key: ClassVar[str] = "data_export:{export_id}"

    export_id: int
    customer_id: int


class DataExportRequested(_DataExportEvent):
    """A shopper requested a file with everything that the shop holds about them."""

    type: ClassVar[str] = "data_export.requested"


class DataExportReady(_DataExportEvent):
    """The file with a shopper's data is stored."""

    type: ClassVar[str] = "data_export.ready"


@dataclass(frozen=True, kw_only=True)
class DataExportEnded(Event):
    """A file with a shopper's data has expired, and has to be removed from the storage."""

    type: ClassVar[str] = "data_export.ended"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "data_export:{export_id}"

    export_id: int
    name: str

    def data(self) -> dict[str, Any]:
        return {"name": self.name}


class AccountDeleted(CustomerEvent):
    """An account was deleted, by the shopper or by staff. Systems that hold the shopper's data should delete it too."""

    type: ClassVar[str] = "customer.deleted"
    audience: ClassVar[Audience] = Audience.ADMINS


@dataclass(frozen=True, kw_only=True)
class AccountErased(AccountDeleted):
    """Name, mail, phone and address were erased from closed orders of a deleted account."""

    type: ClassVar[str] = "customer.erased"

    order_ids: tuple[int, ...]
