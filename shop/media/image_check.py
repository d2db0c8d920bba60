"""Check the first bytes of an upload: its type and its size in pixels. Nothing is decoded.

It parses the headers of JPEG (ITU T.81), PNG (W3C), GIF (89a) and WebP (RFC 9649). The type is determined by the
content, not by the file name. Only the worker, which decodes the pixels under limits, can detect a damaged picture.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from shop.errors import Invalid

MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 40_000_000
MAX_WEBP_PIXELS = 18_000_000
"""The WebP decoder holds four copies of the picture, 16 bytes a pixel. A larger one would exceed a worker's memory."""
MAX_SIDE = 16_000
"""Pages show WebP, whose sides are limited to 16,383 pixels."""
MAX_SEGMENTS = 1000
"""Maximum of segments and fill bytes before a JPEG's size. Cameras write fewer than 200, even with depth maps."""

_FRAME_HEADERS = {0xC0, 0xC1, 0xC2, 0xC9, 0xCA}
"""The markers of the JPEG processes that libjpeg decodes."""
_OTHER_FRAME_HEADERS = {0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF}


class NotAnImage(Invalid):
    """The content is none of the four types."""

    code = "not_a_picture"


class BrokenImage(Invalid):
    """The content starts like a picture, but its header is damaged or cut off."""

    code = "broken_picture"


class TooManyPixels(Invalid):
    """The picture is larger than the worker decodes."""

    code = "too_many_pixels"


@dataclass(frozen=True)
class ImageHeader:
    """The declared properties of a picture: ``suffix`` by its type, such as ``.jpg``, and the stored size in pixels."""

    suffix: str
    width: int
    height: int


def read_header(file: BinaryIO) -> ImageHeader:
    """Return the type of a picture and its declared size.

    :raises NotAnImage, BrokenImage, TooManyPixels: with a sentence for the uploader.
    """
    file.seek(0)
    start = file.read(30)
    for suffix, matches, read_size in _TYPES:
        if matches(start):
            try:
                width, height = read_size(start, file)
            except struct.error:
                raise _broken("This picture is cut off. Please upload it again.") from None
            _check_size(width, height, MAX_WEBP_PIXELS if suffix == ".webp" else MAX_PIXELS)
            return ImageHeader(suffix, width, height)
    message = "Only JPG, PNG, WebP, and GIF images are allowed"
    raise NotAnImage(message, fields={"imageUrl": message})


def _check_size(width: int, height: int, max_pixels: int) -> None:
    if width < 1 or height < 1:
        raise _broken("This picture has no size.")
    if width * height > max_pixels or max(width, height) > MAX_SIDE:
        limits = f"{max_pixels // 1_000_000} megapixels, and 16,000 pixels a side,"
        message = f"This picture has {width} x {height} pixels; {limits} are the most."
        raise TooManyPixels(message, fields={"imageUrl": message})


def _broken(message: str) -> BrokenImage:
    return BrokenImage(message, fields={"imageUrl": message})


def _jpeg_size(_start: bytes, file: BinaryIO) -> tuple[int, int]:
    """Walk the segments up to the frame header. A photograph may have megabytes of metadata before it."""
    file.seek(2)
    for _ in range(MAX_SEGMENTS):
        mark, marker, length = struct.unpack(">BBH", file.read(4))
        if mark == marker == 0xFF:  # a fill byte before the marker
            file.seek(-3, 1)
        elif marker in _FRAME_HEADERS:
            precision, height, width = struct.unpack(">BHH", file.read(5))
            if precision != 8:
                break
            return width, height
        elif marker in _OTHER_FRAME_HEADERS:
            break
        elif mark != 0xFF or marker in {0xD9, 0xDA} or length < 2:
            raise _broken("This JPG is damaged.")
        else:
            file.seek(length - 2, 1)
    raise _broken("This kind of JPG cannot be shown. Please save it as an ordinary JPG.")


def _png_size(start: bytes, _file: BinaryIO) -> tuple[int, int]:
    length, name, width, height = struct.unpack_from(">I4sII", start, 8)
    if name != b"IHDR" or length != 13:
        raise _broken("This PNG is damaged.")
    return width, height


def _gif_size(start: bytes, _file: BinaryIO) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", start, 6)
    return width, height


def _webp_size(start: bytes, _file: BinaryIO) -> tuple[int, int]:
    """Read the size from the first chunk: lossy ``VP8``, lossless ``VP8L`` or extended ``VP8X``."""
    chunk = start[12:16]
    if chunk == b"VP8 ":
        signature, width, height = struct.unpack_from("<3sHH", start, 23)
        if signature == b"\x9d\x01\x2a":
            return width & 0x3FFF, height & 0x3FFF
    elif chunk == b"VP8L":
        signature, sizes = struct.unpack_from("<BI", start, 20)
        if signature == 0x2F:
            return (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1
    elif chunk == b"VP8X":
        sides = struct.unpack_from("<3s3s", start, 24)
        width, height = (int.from_bytes(side, "little") + 1 for side in sides)
        return width, height
    raise _broken("This WebP is damaged.")


_Type = tuple[str, Callable[[bytes], bool], Callable[[bytes, BinaryIO], tuple[int, int]]]
_TYPES: tuple[_Type, ...] = (
    (".jpg", lambda start: start.startswith(b"\xff\xd8\xff"), _jpeg_size),
    (".png", lambda start: start.startswith(b"\x89PNG\r\n\x1a\n"), _png_size),
    (".gif", lambda start: start.startswith((b"GIF87a", b"GIF89a")), _gif_size),
    (".webp", lambda start: start.startswith(b"RIFF") and start[8:12] == b"WEBP", _webp_size),
)
