"""Encoded images for tests."""

import io
from functools import cache

from PIL import Image

from shop.media.media import Media
from shop.settings import Settings


@cache
def encoded(kind: str = "JPEG", size: tuple[int, int] = (320, 240), mode: str = "RGB", **options) -> bytes:
    """Return a gradient in this format."""
    stream = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(stream, kind, **options)
    return stream.getvalue()


def jpeg(size: tuple[int, int] = (320, 240)) -> bytes:
    return encoded("JPEG", size)


def kept_address(settings: Settings) -> str:
    """Store an image in the shop and return its URL path."""
    return Media.from_settings(settings).store(encoded("WEBP"), kind="products", name="kept", suffix=".webp")
