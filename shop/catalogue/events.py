"""What happens to the catalogue and its pictures."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class CatalogueChanged(Event):
    """A category, vendor, product or picture was ``created``, ``updated`` or ``deleted``.

    ``details`` are what an open page needs in order to follow without asking.
    """

    type: ClassVar[str] = "catalogue.changed"
    reach: ClassVar[Reach] = Reach.EVERYONE

    entity: str
    id: int
    action: str
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def aggregate(self) -> str:
        return f"{self.entity}:{self.id}"

    def data(self) -> dict[str, Any]:
        return self.details | {"entity": self.entity, "id": self.id, "action": self.action}


@dataclass(frozen=True, kw_only=True)
class ProductsChanged(Event):
    """Several products were written in one go, by an import or by an admin for many at once.

    On the wire it is a ``catalogue.changed`` whose ``ids`` name them all: an open page follows once for all of them.
    """

    type: ClassVar[str] = CatalogueChanged.type
    reach: ClassVar[Reach] = Reach.EVERYONE

    ids: list[int]

    @property
    def aggregate(self) -> str:
        return f"product:{self.ids[0]}"

    def data(self) -> dict[str, Any]:
        return {"entity": "product", "id": self.ids[0], "ids": self.ids, "action": "updated"}


@dataclass(frozen=True, kw_only=True)
class CategoryImageUploaded(Event):
    """A category has another picture; what is shown is to be made of it."""

    type: ClassVar[str] = "category_image.uploaded"
    reach: ClassVar[Reach] = Reach.NOBODY

    category_id: int

    @property
    def aggregate(self) -> str:
        return f"category:{self.category_id}"

    def data(self) -> dict[str, Any]:
        return {"categoryId": self.category_id}


@dataclass(frozen=True, kw_only=True)
class ProductImageUploaded(Event):
    """A picture's original is stored; its renditions are to be made."""

    type: ClassVar[str] = "product_image.uploaded"
    reach: ClassVar[Reach] = Reach.NOBODY

    image_id: int

    @property
    def aggregate(self) -> str:
        return f"product_image:{self.image_id}"

    def data(self) -> dict[str, Any]:
        return {"imageId": self.image_id}


@dataclass(frozen=True, kw_only=True)
class _PictureAsListed(Event):
    """An event that carries a product's picture as a list of them shows it."""

    image: dict[str, Any]

    @property
    def aggregate(self) -> str:
        return f"product_image:{self.image['id']}"

    def data(self) -> dict[str, Any]:
        return self.image


@dataclass(frozen=True, kw_only=True)
class ProductImageReady(_PictureAsListed):
    """A picture's renditions can be shown."""

    type: ClassVar[str] = "product_image.ready"
    reach: ClassVar[Reach] = Reach.EVERYONE


@dataclass(frozen=True, kw_only=True)
class ProductImageFailed(_PictureAsListed):
    """Nothing can be made of a picture; the portal is told the reason with it."""

    type: ClassVar[str] = "product_image.failed"
    reach: ClassVar[Reach] = Reach.ADMINS
