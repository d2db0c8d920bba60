"""Images for tests, encoded on demand."""

import io
from functools import cache

from PIL import Image

from shop.media.media import Media
from shop.settings import Settings


@cache
def encoded(kind: str = "JPEG", size: tuple[int, int] = (320, 240), mode: str = "RGB", **options) -> bytes:
    """Return a gradient encoded as this format."""
    stream = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(stream, kind, **options)
    return stream.getvalue()


def jpeg(size: tuple[int, int] = (320, 240)) -> bytes:
    return encoded("JPEG", size)


def kept_address(settings: Settings) -> str:
    """Return the address of an image that the shop has."""
    return Media.from_settings(settings).store(encoded("WEBP"), kind="products", name="kept", suffix=".webp")
