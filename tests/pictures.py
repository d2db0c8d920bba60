"""Pictures for tests, made when they are asked for."""

import io
from functools import cache

from PIL import Image

from shop.media import Media
from shop.settings import Settings


@cache
def encoded(kind: str = "JPEG", size: tuple[int, int] = (320, 240), mode: str = "RGB", **options) -> bytes:
    """A picture of that kind, with a gradient on it."""
    stream = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(stream, kind, **options)
    return stream.getvalue()


def jpeg(size: tuple[int, int] = (320, 240)) -> bytes:
    return encoded("JPEG", size)


def kept_address(settings: Settings) -> str:
    """The address of a picture that the shop has."""
    return Media.of(settings).keep(encoded("WEBP"), kind="products", name="kept", suffix=".webp")
