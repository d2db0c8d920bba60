"""What happens to the catalogue and its pictures."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class CatalogueChanged:
    """A category, vendor, product or picture was ``created``, ``updated`` or ``deleted``.

    ``details`` are what an open page needs in order to follow without asking.
    """

    type: ClassVar[str] = "catalogue.changed"
    reach: ClassVar[Reach] = Reach.EVERYONE
    customer_id: ClassVar[None] = None

    entity: str
    id: int
    action: str
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def aggregate(self) -> str:
        return f"{self.entity}:{self.id}"

    def data(self) -> dict[str, Any]:
        return self.details | {"entity": self.entity, "id": self.id, "action": self.action}

    def admin_data(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class CategoryImageUploaded:
    """The original of a category's picture is stored; what is shown is to be made of it."""

    type: ClassVar[str] = "category_image.uploaded"
    reach: ClassVar[Reach] = Reach.NOBODY
    customer_id: ClassVar[None] = None

    category_id: int

    @property
    def aggregate(self) -> str:
        return f"category:{self.category_id}"

    def data(self) -> dict[str, Any]:
        return {"categoryId": self.category_id}

    def admin_data(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class ProductImageUploaded:
    """A picture's original is stored; its renditions are to be made."""

    type: ClassVar[str] = "product_image.uploaded"
    reach: ClassVar[Reach] = Reach.NOBODY
    customer_id: ClassVar[None] = None

    image_id: int

    @property
    def aggregate(self) -> str:
        return f"product_image:{self.image_id}"

    def data(self) -> dict[str, Any]:
        return {"imageId": self.image_id}

    def admin_data(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class ProductImageReady:
    """A picture's renditions can be shown. Carries the picture as a product lists it."""

    type: ClassVar[str] = "product_image.ready"
    reach: ClassVar[Reach] = Reach.EVERYONE
    customer_id: ClassVar[None] = None

    image_id: int
    image: dict[str, Any]

    @property
    def aggregate(self) -> str:
        return f"product_image:{self.image_id}"

    def data(self) -> dict[str, Any]:
        return self.image

    def admin_data(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, kw_only=True)
class ProductImageFailed:
    """Nothing can be made of a picture. Carries it as the portal lists it, with the reason."""

    type: ClassVar[str] = "product_image.failed"
    reach: ClassVar[Reach] = Reach.ADMINS
    customer_id: ClassVar[None] = None

    image_id: int
    image: dict[str, Any]

    @property
    def aggregate(self) -> str:
        return f"product_image:{self.image_id}"

    def data(self) -> dict[str, Any]:
        return self.image

    def admin_data(self) -> dict[str, Any]:
        return {}
