"""Making of an upload what pages show: rebuilt from pixels, upright, in sRGB, on white, without metadata.

Memory is bounded: of whatever size the original, a process stays below 400 MB. A picture is decoded once, by libjpeg
at a smaller scale where that is enough, and goes to its largest rendition's size band by band.
"""

import base64
import io
import math
import struct
import warnings
from dataclasses import dataclass

from celery.exceptions import SoftTimeLimitExceeded
from PIL import Image, ImageCms

WIDTHS = (1600, 1000, 640, 320, 140)
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_PIXELS = 40_000_000
MOST_SHOWN = 6_000_000
"""The pixels of the largest rendition: encoding a very high one as AVIF would take more memory than we give."""

_BAND = 500_000
_LARGE = 1_500_000
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

Image.MAX_IMAGE_PIXELS = MOST_PIXELS


class UnfitPicture(Exception):
    """Nothing can be made of this file, however often it is tried. The message is for the admin who sent it."""


@dataclass(frozen=True)
class Rendition:
    """One size of a picture, in both formats."""

    width: int
    webp: bytes
    avif: bytes


@dataclass(frozen=True)
class Made:
    """All that is made of a picture: its size as it stands upright, the renditions, the smallest first."""

    width: int
    height: int
    placeholder: str
    renditions: list[Rendition]


def make(content: bytes) -> Made:
    """Make a picture's renditions and its placeholder.

    :raises UnfitPicture: where the file cannot be decoded.
    """
    (width, height), picture = _decoded(content)
    made = []
    for wanted in widths_of(width, height):
        picture = _resized(picture, wanted, max(1, round(height * wanted / width)))
        made.append(
            Rendition(
                wanted,
                webp=_saved(picture, "WEBP", quality=80, method=2),
                avif=_saved(picture, "AVIF", quality=60, speed=_speed(picture), max_threads=1),
            )
        )
    return Made(width, height, _placeholder(picture), made[::-1])


def widths_of(width: int, height: int) -> list[int]:
    """Return the widths to be made of a picture of this size, the largest first: never larger than it is."""
    most = min(width, math.isqrt(MOST_SHOWN * width // height))
    return [wanted for wanted in WIDTHS if wanted <= most] or [min(most, WIDTHS[-1])]


def _decoded(content: bytes) -> tuple[tuple[int, int], Image.Image]:
    """Return the size of the upright picture, and its first frame, upright in RGB, no smaller than is needed of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a picture may be odd as long as it can be shown
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
                return _upright(opened)
    except SoftTimeLimitExceeded:
        raise
    except MemoryError:
        raise UnfitPicture("This picture takes too much memory. Please make it smaller and upload it again.") from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise UnfitPicture("This picture has more than 40 megapixels.") from None
    except Exception as error:
        raise UnfitPicture("This picture is damaged and cannot be shown.") from error


def _upright(opened: Image.Image) -> tuple[tuple[int, int], Image.Image]:
    if opened.format == "PNG":
        opened.load()  # its orientation may stand behind the pixels, and what is wrong with them would be overlooked
    turn = _orientation(opened)
    wide, high = opened.size
    across, along = (high, wide) if turn in _SIDEWAYS else (wide, high)
    top = widths_of(across, along)[0]
    needed = (max(1, along * top // across), top) if turn in _SIDEWAYS else (top, max(1, along * top // across))
    opened.draft(None, needed)
    opened.load()
    profile = opened.info.get("icc_profile")
    picture = _reduced(opened, needed)
    opened.close()  # the pixels as they came need not wait for what is made of them
    if turn in _TURNS:
        picture = picture.transpose(_TURNS[turn])
    return (across, along), _in_srgb(picture, profile)


def _orientation(opened: Image.Image) -> int:
    """Return how the camera was held, 1 to 8 (Exif 2.3); what cannot be read is as good as upright."""
    try:
        return int(opened.getexif().get(_ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, struct.error):
        return 1


def _reduced(opened: Image.Image, needed: tuple[int, int]) -> Image.Image:
    """Return the picture opaque, reduced by a whole factor to no less than is needed.

    Band by band, since an intermediate copy of 40 megapixels would be 160 MB.
    """
    factor = max(1, min(opened.width // needed[0], opened.height // needed[1]))
    size = math.ceil(opened.width / factor), math.ceil(opened.height / factor)
    rows = max(1, _BAND // opened.width // factor) * factor
    canvas = None
    for top in range(0, opened.height, rows):
        band = _opaque(opened.crop((0, top, opened.width, min(top + rows, opened.height))))
        if factor > 1:
            band = band.reduce(factor)
        canvas = canvas or Image.new(band.mode, size)
        canvas.paste(band, (0, top // factor))
    assert canvas is not None  # noqa: S101 - a picture has rows
    return canvas


def _opaque(band: Image.Image) -> Image.Image:
    """Return a part of a picture as RGB, or CMYK, on white where it is transparent."""
    if band.mode.startswith(("I", "F")):
        band = band.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if band.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in band.info:
        band = band.convert("RGBA")
        ground = Image.new("RGB", band.size, "white")
        ground.paste(band, mask=band.getchannel("A"))
        return ground
    return band if band.mode == "CMYK" else band.convert("RGB")


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Return the picture in sRGB. A profile that cannot be read, or is of another kind of colour, is left aside."""
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if source.profile.xcolor_space.strip() == picture.mode:
                converted = ImageCms.profileToProfile(picture, source, _SRGB, outputMode="RGB")
                assert converted is not None  # noqa: S101 - only in place it returns nothing
                picture = converted
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            pass
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def _resized(picture: Image.Image, width: int, height: int) -> Image.Image:
    if (width, height) == picture.size:
        return picture
    return picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)


def _speed(picture: Image.Image) -> int:
    """Return how fast to encode AVIF. The largest size takes a sixth of the time at 9, for 15 % more bytes."""
    return 9 if picture.width * picture.height > _LARGE else 8


def _placeholder(picture: Image.Image) -> str:
    """Return a picture of 16 pixels at most as a data URL, to be shown blurred while the real one loads."""
    tiny = picture.copy()
    tiny.thumbnail((16, 16), Image.Resampling.BOX)
    encoded = base64.b64encode(_saved(tiny, "WEBP", quality=40, method=4)).decode()
    return f"data:image/webp;base64,{encoded}"


def _saved(picture: Image.Image, format_: str, **options: int) -> bytes:
    """Encode pixels alone: what else the picture knows of itself is left behind."""
    stream = io.BytesIO()
    picture.info = {}
    picture.save(stream, format_, **options)
    return stream.getvalue()
