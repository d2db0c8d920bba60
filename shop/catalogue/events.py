"""Events of the catalogue and its images."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class CatalogueChanged(Event):
    """A category, vendor, product or image was ``created``, ``updated`` or ``deleted``. After an import or a bulk
    change of several products, one event has the ids of all in ``ids``; ``id`` is the first of them.

    ``details`` let open pages update without a request; ``for_staff`` is sent to admins only.
    """

    type: ClassVar[str] = "catalogue.changed"
    audience: ClassVar[Audience] = Audience.EVERYONE
    aggregate_key: ClassVar[str] = "{entity}:{id}"

    entity: str
    id: int
    action: str
    details: dict[str, Any] = field(default_factory=dict)
    for_staff: dict[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return self.details | {"entity": self.entity, "id": self.id, "action": self.action}

    def admin_data(self) -> dict[str, Any]:
        return self.for_staff


@dataclass(frozen=True, kw_only=True)
class VendorChanged(CatalogueChanged):
    """A change of a vendor. Only staff receive it: shoppers see no vendors."""

    audience: ClassVar[Audience] = Audience.ADMINS

    entity: str = "vendor"


@dataclass(frozen=True, kw_only=True)
class ProductsChanged(Event):
    """Several products were changed at once, by an import or a bulk change.

    On the wire it is a ``catalogue.changed`` with the ids of all in ``ids``, so open pages update once.
    """

    type: ClassVar[str] = CatalogueChanged.type
    audience: ClassVar[Audience] = Audience.EVERYONE
    aggregate_key: ClassVar[str] = "product:{ids[0]}"

    ids: list[int]

    def data(self) -> dict[str, Any]:
        return {"entity": "product", "id": self.ids[0], "ids": self.ids, "action": "updated"}


@dataclass(frozen=True, kw_only=True)
class CategoryImageUploaded(Event):
    """A category has a new image, which needs renditions."""

    type: ClassVar[str] = "category_image.uploaded"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "category:{category_id}"

    category_id: int
