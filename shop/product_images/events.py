"""Events of the images of products."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ProductImageUploaded(Event):
    """The original of an image is stored, and needs renditions."""

    type: ClassVar[str] = "product_image.uploaded"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "product_image:{image_id}"

    image_id: int


@dataclass(frozen=True, kw_only=True)
class _ImageEvent(Event):
    """An event with a product's image in the form of the image list."""

    aggregate_key: ClassVar[str] = "product_image:{image[id]}"

    image: dict[str, Any]

    def data(self) -> dict[str, Any]:
        return self.image


@dataclass(frozen=True, kw_only=True)
class ProductImageReady(_ImageEvent):
    """The renditions of an image are ready. Only admins get the image of an inactive product."""

    type: ClassVar[str] = "product_image.ready"
    audience: ClassVar[Audience] = Audience.EVERYONE

    is_active: bool

    def data(self) -> dict[str, Any]:
        return self.image if self.is_active else {name: self.image[name] for name in ("id", "productId", "status")}

    def admin_data(self) -> dict[str, Any]:
        return {} if self.is_active else self.image


@dataclass(frozen=True, kw_only=True)
class ProductImageFailed(_ImageEvent):
    """The renditions of an image could not be made. Admins get the reason with it."""

    type: ClassVar[str] = "product_image.failed"
    audience: ClassVar[Audience] = Audience.ADMINS
