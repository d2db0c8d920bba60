"""Pictures: renditions in the sizes that pages ask for, rebuilt from pixels, upright and without metadata."""

import base64
import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageOps
from sqlalchemy import Connection, Row
from sqlalchemy.orm import Session

from shop.catalogue.events import ProductImageReady
from shop.catalogue.model import ImageStatus, ProductImage
from shop.clock import now
from shop.events import outbox
from shop.media import Media, media

WIDTHS = (1600, 1000, 640, 320, 140)
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_PIXELS = 40_000_000

Image.MAX_IMAGE_PIXELS = MOST_PIXELS
warnings.simplefilter("error", Image.DecompressionBombWarning)


@dataclass(frozen=True)
class Rendition:
    """One size of a picture, in both formats."""

    width: int
    webp: bytes
    avif: bytes


def make_renditions(connection: Connection, events: Sequence[Row[Any]]) -> None:
    """Make what a page needs of an uploaded picture, and record that it is ready."""
    pictures = media()
    with Session(connection, expire_on_commit=False) as session:
        for event in events:
            image = session.get(ProductImage, event.data["imageId"])
            if image is None:
                continue
            _fill(image, pictures)
            at = now()
            session.flush()
            ready = ProductImageReady(image_id=image.id, image=_as_listed(image))
            outbox.record_sync(session, ready, at=at)
        session.flush()


def _fill(image: ProductImage, media: Media) -> None:
    picture = upright(media.read(image.image_url))
    image.width, image.height = picture.size
    image.placeholder = placeholder(picture)
    image.renditions = [
        {
            "width": made.width,
            "webp": media.keep(made.webp, kind="renditions", name=f"{image.id}-{made.width}", suffix=".webp"),
            "avif": media.keep(made.avif, kind="renditions", name=f"{image.id}-{made.width}", suffix=".avif"),
        }
        for made in renditions(picture)
    ]
    image.status = ImageStatus.READY.value


def upright(content: bytes) -> Image.Image:
    """Decode a picture, turned as its camera meant it, on white where it is transparent.

    :raises PIL.UnidentifiedImageError, OSError, PIL.Image.DecompressionBombWarning: for what is no fit picture.
    """
    with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
        opened.draft("RGB", (WIDTHS[0], WIDTHS[0]))
        opened.load()
        picture = ImageOps.exif_transpose(opened)
    if picture.mode in {"RGBA", "LA", "P", "PA"}:
        picture = picture.convert("RGBA")
        ground = Image.new("RGB", picture.size, "white")
        ground.paste(picture, mask=picture.getchannel("A"))
        return ground
    return picture.convert("RGB")


def renditions(picture: Image.Image) -> list[Rendition]:
    """Return all sizes not larger than the picture, the smallest first, each made of the next larger one."""
    made = []
    widths = [width for width in WIDTHS if width <= picture.width] or [picture.width]
    for width in widths:
        height = max(1, round(picture.height * width / picture.width))
        if width < picture.width:
            picture = picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
        made.append(
            Rendition(
                width,
                webp=_saved(picture, "WEBP", quality=80, method=2),
                avif=_saved(picture, "AVIF", quality=60, speed=8),
            )
        )
    return made[::-1]


def placeholder(picture: Image.Image) -> str:
    """Return a picture of 16 pixels width as a data URL, to be shown blurred while the real one loads."""
    tiny = picture.resize((16, max(1, round(16 * picture.height / picture.width))), Image.Resampling.BOX)
    encoded = base64.b64encode(_saved(tiny, "WEBP", quality=40, method=4)).decode()
    return f"data:image/webp;base64,{encoded}"


def _saved(picture: Image.Image, format_: str, **options: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, format_, **options)
    return stream.getvalue()


def _as_listed(image: ProductImage) -> dict[str, Any]:
    return {
        "id": image.id,
        "productId": image.product_id,
        "type": image.type,
        "imageUrl": image.image_url,
        "status": image.status,
        "width": image.width,
        "height": image.height,
        "placeholder": image.placeholder,
        "renditions": image.renditions,
    }
