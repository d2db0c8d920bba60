"""What an uploaded file is, read from its structure without decoding a pixel: the check at the door.

It knows JPEG (ITU T.81), PNG (W3C), GIF (89a) and WebP (RFC 9649), goes by content and never by name, and walks far
enough to see that nothing was cut off. Whether the pixels themselves can be read, only the worker knows.
"""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from shop.errors import Invalid

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 40_000_000
MOST_PIXELS_OF_WEBP = 18_000_000
"""Its decoder keeps three copies of the whole, which is too much for a worker of 400 MB from here on."""
LONGEST_SIDE = 16_000
"""WebP, in which pictures are shown, ends at 16,383."""
MOST_PARTS = 10_000
"""Twice as many as a picture of the largest kind comes in; to step over them takes some milliseconds."""
MOST_BLOCKS = 50_000
"""Of a GIF's picture, which hold 255 bytes at most; what stands before it counts as parts."""
MOST_SCANS = 100
"""A progressive JPEG has about ten; thousands of them would keep a decoder busy for hours."""

SCAN_PIECE = 64 * 1024
SHORT = 512
"""Bytes that are read sooner than stepped over: a file of many small parts is the longest to look through."""

_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


class NotAPicture(Invalid):
    """The content is none of the four types, whatever the name says."""

    code = "not_a_picture"


class BrokenPicture(Invalid):
    """It begins like a picture, but cannot be one."""

    code = "broken_picture"


class TooManyPixels(Invalid):
    """Decoding it would take more memory than a picture is worth."""

    code = "too_many_pixels"


@dataclass(frozen=True)
class Header:
    """What a picture says of itself: ``suffix`` by its type, width and height in pixels as stored."""

    suffix: str
    width: int
    height: int


def read_header(file: BinaryIO) -> Header:
    """Return what kind of picture a file holds.

    :raises NotAPicture, BrokenPicture, TooManyPixels: with a sentence for the person who sent it.
    """
    file.seek(0)
    start = file.read(16)
    for suffix, magic, read in _KINDS:
        if magic(start):
            file.seek(0)
            try:
                width, height = read(file)
            except (struct.error, EOFError):
                raise _broken("This picture is cut off. Please upload it again.") from None
            _check_size(width, height, MOST_PIXELS_OF_WEBP if suffix == ".webp" else MOST_PIXELS)
            return Header(suffix, width, height)
    message = "Only JPG, PNG, WebP, and GIF images are allowed"
    raise NotAPicture(message, fields={"imageUrl": message})


def _check_size(width: int, height: int, most: int) -> None:
    if width < 1 or height < 1:
        raise _broken("This picture has no size.")
    if width * height > most or max(width, height) > LONGEST_SIDE:
        limits = f"{most // 1_000_000} megapixels, and 16,000 pixels a side,"
        message = f"This picture has {width} x {height} pixels; {limits} are the most."
        raise TooManyPixels(message, fields={"imageUrl": message})


def _broken(message: str) -> BrokenPicture:
    return BrokenPicture(message, fields={"imageUrl": message})


def _take(file: BinaryIO, length: int) -> bytes:
    content = file.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _skip(file: BinaryIO, length: int) -> None:
    """Step over bytes that must be there."""
    if length <= SHORT:
        _take(file, length)
    else:
        file.seek(length - 1, 1)
        _take(file, 1)


def _parts(most: int = MOST_PARTS) -> Iterator[int]:
    yield from range(most)
    raise _broken("This picture has too many parts.")


def _jpeg(file: BinaryIO) -> tuple[int, int]:
    _take(file, 2)
    size = None
    for _ in _parts():
        marker = _jpeg_marker(file)
        if marker == 0xDA:
            break
        if marker in {0x01, *range(0xD0, 0xD9)}:
            continue
        (length,) = struct.unpack(">H", _take(file, 2))
        if marker == 0xD9 or length < 2:
            raise _broken("This JPG holds no picture.")
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            precision, height, width = struct.unpack(">BHH", _take(file, 5))
            if size or precision != 8 or marker not in {0xC0, 0xC1, 0xC2, 0xC9, 0xCA}:
                raise _broken("This kind of JPG cannot be shown. Please save it as an ordinary JPG.")
            size = width, height
            length -= 5
        _skip(file, length - 2)
    if size is None:
        raise _broken("This JPG does not say how large it is.")
    _check_scans(file)
    return size


def _jpeg_marker(file: BinaryIO) -> int:
    if _take(file, 1) != b"\xff":
        raise _broken("This JPG is damaged.")
    marker = 0xFF
    while marker == 0xFF:
        marker = _take(file, 1)[0]
    return marker


def _check_scans(file: BinaryIO) -> None:
    """Go from scan to scan to the end of the picture; what may follow behind it, such as a film, is not looked at."""
    scans = 1
    for _ in range(20 * MOST_SCANS):
        marker = _next_marker(file)
        if marker == 0xD9:
            return
        (length,) = struct.unpack(">H", _take(file, 2))
        _skip(file, max(0, length - 2))
        scans += marker == 0xDA
        if scans > MOST_SCANS:
            break
    raise _broken("This JPG has too many layers. Please save it as an ordinary JPG.")


def _next_marker(file: BinaryIO) -> int:
    """Step over compressed pixels, in which FF is followed by 00, another FF or a restart, to the next marker."""
    start, found = file.tell(), None
    while found is None:
        piece = file.read(SCAN_PIECE)
        if len(piece) < 2:
            raise EOFError
        found = _MARKER.search(piece)
        if found is None:
            start += len(piece) - 1
            file.seek(start)
    file.seek(start + found.end())
    return piece[found.end() - 1]


def _png(file: BinaryIO) -> tuple[int, int]:
    _take(file, 8)
    size, has_pixels = None, False
    for _ in _parts():
        length, name = struct.unpack(">I4s", _take(file, 8))
        if size is None:
            size = _png_size(file, length, name)
            continue
        has_pixels = has_pixels or name == b"IDAT"
        _skip(file, length + 4)
        if name == b"IEND":
            break
    if size is None or not has_pixels:
        raise _broken("This PNG holds no picture.")
    return size


def _png_size(file: BinaryIO, length: int, name: bytes) -> tuple[int, int]:
    if name != b"IHDR" or length != 13:
        raise _broken("This PNG is damaged.")
    content, (checksum,) = _take(file, 13), struct.unpack(">I", _take(file, 4))
    if zlib.crc32(name + content) != checksum:
        raise _broken("This PNG is damaged.")
    width, height = struct.unpack(">II", content[:8])
    return width, height


def _gif(file: BinaryIO) -> tuple[int, int]:
    _take(file, 6)
    width, height, flags = struct.unpack("<HHBxx", _take(file, 7))
    _skip(file, _palette(flags))
    parts = _parts()
    for _ in parts:
        kind = _take(file, 1)
        if kind == b"!":
            _take(file, 1)
            _skip_blocks(file, parts)
        elif kind == b",":
            left, top, wide, high, flags = struct.unpack("<HHHHB", _take(file, 9))
            _skip(file, _palette(flags) + 1)
            if not _skip_blocks(file, _parts(MOST_BLOCKS)):
                raise _broken("This GIF holds no picture.")
            return max(width, left + wide), max(height, top + high)
        else:
            break
    raise _broken("This GIF holds no picture.")


def _palette(flags: int) -> int:
    return 3 << (flags % 8 + 1) if flags & 0x80 else 0


def _skip_blocks(file: BinaryIO, parts: Iterator[int]) -> int:
    """Step over blocks up to an empty one and return how long they are together; each is one of the parts."""
    total = at = 0
    while True:
        file.seek(at, 1)
        piece = file.read(SHORT)
        if not piece:
            raise EOFError
        at = 0
        while at < len(piece):
            length = piece[at]
            at += length + 1
            if not length:
                file.seek(at - len(piece), 1)
                return total
            next(parts)
            total += length
        at -= len(piece)


def _webp(file: BinaryIO) -> tuple[int, int]:
    _, length, _ = struct.unpack("<4sI4s", _take(file, 12))
    _skip(file, length - 4 if length > 4 else 0)
    file.seek(12)
    canvas = (0, 0)
    for _ in _parts():
        name, length = struct.unpack("<4sI", _take(file, 8))
        if name in {b"VP8 ", b"VP8L"}:
            size = _vp8(file) if name == b"VP8 " else _vp8l(file)
            return max(canvas[0], size[0]), max(canvas[1], size[1])
        if name == b"ANMF":
            x, y, wide, high = _three_bytes(_take(file, 12))
            return max(canvas[0], 2 * x + wide + 1), max(canvas[1], 2 * y + high + 1)
        if name == b"VP8X":
            _take(file, 4)
            wide, high = _three_bytes(_take(file, 6))
            canvas = wide + 1, high + 1
            _skip(file, length - 10 + length % 2 if length > 10 else 0)
        else:
            _skip(file, length + length % 2)
    raise _broken("This WebP holds no picture.")


def _three_bytes(content: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(content[at : at + 3], "little") for at in range(0, len(content), 3))


def _vp8(file: BinaryIO) -> tuple[int, int]:
    mark, width, height = struct.unpack("<3x3sHH", _take(file, 10))
    if mark != b"\x9d\x01\x2a":
        raise _broken("This WebP is damaged.")
    return width & 0x3FFF, height & 0x3FFF


def _vp8l(file: BinaryIO) -> tuple[int, int]:
    mark, sizes = struct.unpack("<BI", _take(file, 5))
    if mark != 0x2F:
        raise _broken("This WebP is damaged.")
    return (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1


_Kind = tuple[str, Callable[[bytes], bool], Callable[[BinaryIO], tuple[int, int]]]
_KINDS: tuple[_Kind, ...] = (
    (".jpg", lambda start: start.startswith(b"\xff\xd8\xff"), _jpeg),
    (".png", lambda start: start.startswith(b"\x89PNG\r\n\x1a\n"), _png),
    (".gif", lambda start: start.startswith((b"GIF87a", b"GIF89a")), _gif),
    (".webp", lambda start: start.startswith(b"RIFF") and start[8:12] == b"WEBP", _webp),
)
