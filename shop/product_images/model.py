"""The table of the images of products."""

from typing import Any

from sqlalchemy import ForeignKey, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.media.image_status import ImageStatus
from shop.media.keys import rendered_url
from shop.product_images.events import ProductImageFailed, ProductImageReady


class ProductImage(Base):
    """An image of a product: the uploaded original and its renditions.

    ``renditions`` is ``[{"width": 320, "webp": "/media/…", "avif": "/media/…"}, …]``; ``placeholder`` is a tiny blurred
    image as a data URL. ``original`` is the key of the upload, None if ``image_url`` itself is the original.
    ``failure`` is the reason why there are no renditions.
    """

    __tablename__ = "product_image"

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    type: Mapped[str] = mapped_column(server_default="gallery")
    image_url: Mapped[str]
    position: Mapped[int] = mapped_column(server_default=text("0"))
    status: Mapped[str] = mapped_column(server_default=ImageStatus.PROCESSING.value)
    width: Mapped[int | None]
    height: Mapped[int | None]
    placeholder: Mapped[str | None]
    renditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    original: Mapped[str | None]
    failure: Mapped[str | None]

    def set_upload(self, original: str) -> None:
        """Set a newly uploaded original. The worker will make its renditions."""
        self.original = original
        self.image_url = rendered_url(original)
        self._reset()

    def set_image_url(self, image_url: str) -> None:
        """Use a picture that the shop already shows as the original."""
        self.original = None
        self.image_url = image_url
        self._reset()

    def mark_ready(
        self, *, width: int, height: int, placeholder: str, renditions: list[dict[str, Any]], is_active: bool
    ) -> ProductImageReady:
        """Set the renditions. ``width`` and ``height`` are pixels of the upright image.

        :param is_active: whether its product is active.
        """
        self.status, self.failure = ImageStatus.READY.value, None
        self.width, self.height, self.placeholder, self.renditions = width, height, placeholder, renditions
        return ProductImageReady(image=self._as_listed(), is_active=is_active)

    def mark_failed(self, reason: str) -> ProductImageFailed:
        """Set the reason why the renditions could not be made; admins read it."""
        self._reset()
        self.status = ImageStatus.FAILED.value
        self.failure = reason
        return ProductImageFailed(image=self._as_listed() | {"failure": reason})

    @property
    def is_visible(self) -> bool:
        """Whether shoppers may see it."""
        return self.original is None or self.status == ImageStatus.READY

    def _reset(self) -> None:
        self.status = ImageStatus.PROCESSING.value
        self.width = self.height = self.placeholder = self.failure = None
        self.renditions = []

    def _as_listed(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "productId": self.product_id,
            "type": self.type,
            "imageUrl": self.image_url,
            "position": self.position,
            "status": self.status,
            "width": self.width,
            "height": self.height,
            "placeholder": self.placeholder,
            "renditions": self.renditions,
        }
