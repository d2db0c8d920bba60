"""What happens to the catalogue and its pictures."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.model import Reach


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
