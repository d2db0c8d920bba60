"""Render an uploaded image for pages: upright, in sRGB, on white, without metadata.

A process needs less than 500 MB for an image of any permitted size. An image is decoded once, a JPEG at a smaller scale
if that is enough, and reduced band by band to the size of its largest rendition.
"""

import base64
import io
import math
import struct
import warnings
from dataclasses import dataclass

from celery.exceptions import SoftTimeLimitExceeded
from PIL import Image, ImageCms

from shop.media.image_check import MAX_PIXELS

WIDTHS = (1600, 1000, 640, 320, 140)
MIN_GAIN = 1.15
"""How much wider than the next smaller rendition an image must be to be kept in its own width, too."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_RENDITION_PIXELS = 6_000_000
"""Encoding a larger image as AVIF, such as a very tall one, would exceed the memory limit."""

_BAND_PIXELS = 500_000
_LARGE_PIXELS = 1_500_000
_SIDEWAYS = {5, 6, 7, 8}
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SRGB = ImageCms.createProfile("sRGB")

Image.MAX_IMAGE_PIXELS = MAX_PIXELS


class UndecodableImage(Exception):
    """The file can never be rendered. The message is for the person who uploaded it."""


@dataclass(frozen=True)
class Rendition:
    """An image in one width, in both formats."""

    width: int
    webp: bytes
    avif: bytes


@dataclass(frozen=True)
class RenderedImage:
    """An image with its upright size in pixels, and its renditions, smallest first."""

    width: int
    height: int
    placeholder: str
    renditions: list[Rendition]


def render(content: bytes) -> RenderedImage:
    """Return an image's renditions and its placeholder.

    :raises UndecodableImage: if the file cannot be decoded within the limits.
    """
    (width, height), image = _decode(content)
    renditions = []
    for wanted in widths_of(width, height):
        image = _resize(image, wanted, max(1, round(height * wanted / width)))
        renditions.append(
            Rendition(
                wanted,
                webp=_encode(image, "WEBP", quality=80, method=2),
                avif=_encode(image, "AVIF", quality=60, speed=_avif_speed(image), max_threads=1),
            )
        )
    return RenderedImage(width, height, _placeholder(image), renditions[::-1])


def widths_of(width: int, height: int) -> list[int]:
    """Return the widths of an image's renditions, largest first. None is larger than the image.

    An image between two widths has its own as the largest, unless the next smaller width is nearly as large. So pages
    can show it in full size.
    """
    limit = min(width, math.isqrt(MAX_RENDITION_PIXELS * width // height))
    smaller = [wanted for wanted in WIDTHS if wanted <= limit]
    if smaller and (limit < smaller[0] * MIN_GAIN or limit > WIDTHS[0]):
        return smaller
    return [limit, *smaller]


def _decode(content: bytes) -> tuple[tuple[int, int], Image.Image]:
    """Return the upright size, and the first frame upright in RGB, no smaller than the renditions need."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unusual image is accepted if it can be decoded
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
                return _upright(opened)
    except SoftTimeLimitExceeded:
        raise
    except MemoryError:
        raise UndecodableImage(
            "This picture takes too much memory. Please make it smaller and upload it again."
        ) from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise UndecodableImage("This picture has more than 40 megapixels.") from None
    except Exception as error:
        raise UndecodableImage("This picture is damaged and cannot be shown.") from error


def _upright(opened: Image.Image) -> tuple[tuple[int, int], Image.Image]:
    if opened.format == "PNG":
        opened.load()  # reads the orientation, which may follow the pixels, and raises if the pixels are damaged
    turn = _orientation(opened)
    wide, high = opened.size
    width, height = (high, wide) if turn in _SIDEWAYS else (wide, high)
    largest = widths_of(width, height)[0]
    needed = largest, max(1, height * largest // width)
    if turn in _SIDEWAYS:
        needed = needed[1], needed[0]
    opened.draft(None, needed)
    opened.load()
    profile = opened.info.get("icc_profile")
    image = _reduce(opened, needed)
    opened.close()  # frees the decoded pixels before the renditions are made
    if turn in _TURNS:
        image = image.transpose(_TURNS[turn])
    return (width, height), _to_srgb(image, profile)


def _orientation(opened: Image.Image) -> int:
    """Return the orientation, 1 to 8 (Exif 2.3). An unreadable orientation counts as upright."""
    try:
        return int(opened.getexif().get(_ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, struct.error):
        return 1


def _reduce(opened: Image.Image, needed: tuple[int, int]) -> Image.Image:
    """Return the image without transparency, reduced by an integer factor to no less than the needed size.

    It works in bands, as a copy of 40 megapixels would take 160 MB.
    """
    factor = max(1, min(opened.width // needed[0], opened.height // needed[1]))
    size = math.ceil(opened.width / factor), math.ceil(opened.height / factor)
    rows = max(1, _BAND_PIXELS // opened.width // factor) * factor
    canvas = None
    for top in range(0, opened.height, rows):
        band = _to_opaque(opened.crop((0, top, opened.width, min(top + rows, opened.height))))
        if factor > 1:
            band = band.reduce(factor)
        canvas = canvas or Image.new(band.mode, size)
        canvas.paste(band, (0, top // factor))
    assert canvas is not None  # noqa: S101 - an image has rows
    return canvas


def _to_opaque(band: Image.Image) -> Image.Image:
    """Return a band as RGB or CMYK, with white behind transparent pixels."""
    if band.mode.startswith(("I", "F")):
        band = band.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if band.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in band.info:
        band = band.convert("RGBA")
        background = Image.new("RGB", band.size, "white")
        background.paste(band, mask=band.getchannel("A"))
        return background
    return band if band.mode == "CMYK" else band.convert("RGB")


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return the image in sRGB. A profile that cannot be read, or that is for another colour mode, is ignored."""
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if source.profile.xcolor_space.strip() == image.mode:
                converted = ImageCms.profileToProfile(image, source, _SRGB, outputMode="RGB")
                assert converted is not None  # noqa: S101 - it returns None only when it works in place
                image = converted
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            pass
    return image if image.mode == "RGB" else image.convert("RGB")


def _resize(image: Image.Image, width: int, height: int) -> Image.Image:
    if (width, height) == image.size:
        return image
    return image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)


def _avif_speed(image: Image.Image) -> int:
    """Return the speed setting for AVIF. For the largest size, 9 takes a sixth of the time for 15 % more bytes."""
    return 9 if image.width * image.height > _LARGE_PIXELS else 8


def _placeholder(image: Image.Image) -> str:
    """Return the image with at most 16 x 16 pixels as a data URL. Pages show it blurred until the image is loaded."""
    tiny = image.copy()
    tiny.thumbnail((16, 16), Image.Resampling.BOX)
    encoded = base64.b64encode(_encode(tiny, "WEBP", quality=40, method=4)).decode()
    return f"data:image/webp;base64,{encoded}"


def _encode(image: Image.Image, format_: str, **options: int) -> bytes:
    """Encode the pixels without any metadata."""
    stream = io.BytesIO()
    image.info = {}
    image.save(stream, format_, **options)
    return stream.getvalue()
