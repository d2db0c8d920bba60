"""Generate hostile uploads, grouped by the component that refuses them."""

import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from tests.support.images import encoded

SCRIPT = b"<script>alert(document.cookie)</script>"
SECRET = b"SECRET-PLACE-13.0827N"


def png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def compressed_zeros(length: int) -> bytes:
    """Return zeros compressed by zlib, without reading as many: a megabyte is compressed once, and repeated."""
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    megabyte = packing.compress(bytes(1_000_000)) + packing.flush(zlib.Z_FULL_FLUSH)
    end = packing.compress(bytes(length % 1_000_000)) + packing.flush()
    return b"\x78\xda" + megabyte * (length // 1_000_000) + end + struct.pack(">HH", length % 65521, 1)


def png(
    width: int,
    height: int,
    *,
    bits: int = 8,
    colour: int = 2,
    pixels: bytes = b"",
    compressed: bytes = b"",
    extra: bytes = b"",
) -> bytes:
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    data = png_chunk(b"IDAT", compressed or zlib.compress(pixels or b"\0" * 100, 9))
    return b"\x89PNG\r\n\x1a\n" + head + extra + data + png_chunk(b"IEND", b"")


def gif(width: int, height: int, *, frame: tuple[int, int] | None = None) -> bytes:
    wide, high = frame or (width, height)
    image = b"," + struct.pack("<HHHHB", 0, 0, wide, high, 0) + b"\x02\x02\x4c\x01\x00"
    palette = b"\0\0\0\xff\xff\xff"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + palette + image + b";"


def webp(chunks: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def webp_chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def three(value: int) -> bytes:
    return struct.pack("<I", value)[:3]


def with_segment(marker: int, content: bytes) -> bytes:
    picture = encoded("JPEG")
    return picture[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content + picture[2:]


def exif(*, orientation: int = 1, where: bool = True) -> bytes:
    held = Image.Exif()
    held[0x0112] = orientation
    held[0x010E] = SCRIPT.decode()
    held[0x8298] = SECRET.decode()
    if where:
        held.get_ifd(0x8825)[1] = "N"
        held.get_ifd(0x8825)[2] = (13.0, 4.0, 57.7)
    return held.tobytes()


def patched(picture: bytes, mark: bytes, offset: int, new: bytes) -> bytes:
    at = picture.index(mark) + offset
    return picture[:at] + new + picture[at + len(new) :]


def many_scans(count: int, between: bytes = b"") -> bytes:
    picture = encoded("JPEG", (64, 64), progressive=True)
    at = picture.rindex(b"\xff\xda")
    scan = picture[at:-2]
    return picture[:-2] + (between + scan) * count + b"\xff\xd9"


def many_frames(length: int) -> bytes:
    picture = encoded("GIF", (20, 20), "P")
    at = picture.index(b",\0\0\0\0\x14")
    return picture[:at] + picture[at:-1] * (length // len(picture[at:])) + b";"


def gifs_of_comments() -> Iterator[tuple[str, bytes]]:
    start = gif(9, 9)[:19]
    yield "gif of nothing but comments", start + b"!\xfe\1a\0" * 60_000
    yield "gif of comments of ten thousand parts each", start + (b"!\xfe" + b"\1a" * 10_000 + b"\0") * 400


def animated(kind: str, frames: int) -> bytes:
    stream = io.BytesIO()
    shades = [Image.new("RGB", (32, 32), (number % 256, number // 256, 128)) for number in range(frames)]
    shades[0].save(stream, kind, save_all=True, append_images=shades[1:], duration=10)
    return stream.getvalue()


def refused_by_the_api() -> Iterator[tuple[str, bytes]]:
    """Yield files that the API refuses by their first bytes."""
    whole = {kind: encoded(kind) for kind in ("JPEG", "PNG", "GIF", "WEBP")}
    yield "nothing", b""
    yield "one byte", b"\xff"
    yield "zeros", b"\0" * 4096
    yield "text", b"just words"
    yield "html", b"<!doctype html><html>" + SCRIPT
    yield "svg", b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    yield "svg after an xml head", b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>"
    yield "pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    yield "zip", b"PK\x03\x04" + b"\0" * 200
    yield "elf", b"\x7fELF" + b"\0" * 200
    yield "bmp", encoded("BMP")
    yield "tiff", encoded("TIFF")
    yield "ico", encoded("ICO", (32, 32))
    yield "avif", encoded("AVIF")
    yield "postscript", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n"
    yield "psd", b"8BPS\0\1" + b"\0" * 100
    yield "jpeg 2000", b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0" * 100
    yield "riff that is a sound", b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + b"\0" * 28
    yield "html before a picture", SCRIPT + whole["JPEG"]
    for kind in ("JPEG", "PNG", "WEBP"):
        yield f"{kind} magic alone", whole[kind][:12]
    yield "png of 60,000 x 60,000", png(60000, 60000)
    yield "png of 2^31 x 2^31", png(2**31 - 1, 2**31 - 1)
    yield "png of no width", png(0, 100)
    yield "png of 40 megapixels and a row", png(8000, 5001)
    yield "png of one long row", png(16001, 1)
    yield "png with another chunk first", b"\x89PNG\r\n\x1a\n" + png_chunk(b"tEXt", b"a\0b") + whole["PNG"][8:]
    yield "gif of 65,535 x 65,535", gif(65535, 65535)
    yield "jpeg of 65,535 x 65,535", patched(whole["JPEG"], b"\xff\xc0", 5, b"\xff\xff\xff\xff")
    yield "jpeg of ten thousand segments", whole["JPEG"][:2] + b"\xff\xe1\0\2" * 10_000 + whole["JPEG"][2:]
    yield "jpeg of nothing but fill bytes", b"\xff\xd8" + b"\xff" * 100_000
    yield "jpeg of no height", patched(whole["JPEG"], b"\xff\xc0", 5, b"\0\0")
    yield "jpeg that is lossless", patched(whole["JPEG"], b"\xff\xc0", 0, b"\xff\xc3")
    yield "jpeg without a size", b"\xff\xd8\xff\xda\0\x02" + b"\0" * 50 + b"\xff\xd9"
    yield "jpeg that ends at once", b"\xff\xd8\xff\xd9"
    yield "webp of 16,384 x 16,384", webp(webp_chunk(b"VP8L", b"\x2f" + struct.pack("<I", 0x0FFFFFFF)))
    yield (
        "webp canvas beyond all",
        webp(webp_chunk(b"VP8X", b"\2\0\0\0" + three(2**24 - 1) * 2) + webp_chunk(b"ANMF", b"\0" * 16)),
    )
    yield "webp with a wrong start code", patched(whole["WEBP"], b"\x9d\x01\x2a", 0, b"\0\0\0")


def refused_by_the_worker() -> Iterator[tuple[str, bytes]]:
    """Yield files with a valid header whose image data cannot be decoded."""
    whole = {kind: encoded(kind) for kind in ("JPEG", "PNG", "GIF", "WEBP")}
    for kind, content in whole.items():
        for part in (0.1, 0.5, 0.95):
            yield f"{kind} cut off at {part:.0%}", content[: int(len(content) * part)]
    yield "gif magic alone", whole["GIF"][:12]
    yield "png with a wrong checksum", patched(whole["PNG"], b"IHDR", 17, b"\0\0\0\0")
    yield "png of 60,000 empty chunks", png(9, 9, extra=png_chunk(b"teSt", b"") * 60_000)
    yield "gif with a frame beyond its screen", gif(10, 10, frame=(65535, 65535))
    yield "gif without a frame", b"GIF89a" + struct.pack("<HHBBB", 9, 9, 0, 0, 0) + b";"
    yield from gifs_of_comments()
    yield "jpeg with two sizes", with_segment(0xC0, struct.pack(">BHHB", 8, 9, 9, 1) + b"\1\x11\0")
    yield "webp that lies about its length", whole["WEBP"][:4] + b"\xff\xff\xff\x7f" + whole["WEBP"][8:]
    yield "webp with no picture", webp(webp_chunk(b"VP8X", b"\0\0\0\0" + three(9) * 2))
    yield (
        "png without pixels",
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 2, 0, 0, 0))
        + png_chunk(b"IEND", b""),
    )
    yield "png whose pixels are noise", patched(png(50, 50, pixels=b"\0" * 7550), b"IDAT", 6, b"\xff" * 4)
    yield "png with too few pixels", png(500, 500, pixels=b"\0" * 50)
    yield "png of an impossible depth", png(9, 9, bits=7)
    yield "webp whose pixels are noise", patched(encoded("WEBP"), b"\x9d\x01\x2a", 7, b"\xaa" * 100)
    yield (
        "jpeg without tables",
        b"\xff\xd8\xff\xc0\0\x0b\x08\0\x10\0\x10\1\1\x11\0\xff\xda\0\x08\1\1\0\0?\0xxxx\xff\xd9",
    )
    yield "gif whose pixels are noise", patched(gif(500, 500), b"\x02\x02\x4c", 0, b"\x0f\x02\xff")
    for name, chunk in (("text", b"zTXt"), ("profile", b"iCCP")):
        bomb = png_chunk(chunk, b"a\0\0" + compressed_zeros(50_000_000))
        yield f"png with a {name} bomb", png(40, 40, pixels=b"\0" * 40 * 121, extra=bomb)


def made_clean() -> Iterator[tuple[str, bytes]]:
    """Yield files that can be decoded. Their renditions must contain pixels only."""
    yield "jpeg with a script and a place", encoded("JPEG", exif=exif())
    yield "jpeg on its side", encoded("JPEG", (300, 200), exif=exif(orientation=6))
    yield "png with exif", encoded("PNG", exif=exif())
    yield "webp with exif and xmp", encoded("WEBP", exif=exif(), xmp=SCRIPT + SECRET)
    yield "jpeg with a comment", with_segment(0xFE, SCRIPT + SECRET)
    yield "jpeg with a broken exif", with_segment(0xE1, b"Exif\0\0MM\0*\xff\xff\xff\xff" + SECRET)
    yield "jpeg with a photoshop block", with_segment(0xED, b"Photoshop 3.0\0" + SCRIPT + SECRET)
    yield "jpeg that is a script as well", with_segment(0xFE, b"*/=alert(1);/*" + SECRET)
    yield "jpeg with a film behind it", encoded("JPEG") + b"\xff\xda\0\x08" * 500 + SECRET
    yield "jpeg with html behind it", encoded("JPEG") + SCRIPT + SECRET
    yield "png with a zip behind it", encoded("PNG") + b"PK\x03\x04" + SECRET
    yield "gif with html behind it", encoded("GIF", mode="P") + SCRIPT + SECRET
    yield "gif that is a script as well", encoded("GIF", mode="P", comment=b"*/=1;" + SCRIPT + SECRET)
    yield (
        "png with texts",
        png(40, 40, pixels=b"\0" * 40 * 121, extra=png_chunk(b"tEXt", b"Comment\0" + SCRIPT + SECRET)),
    )
    yield "jpeg with a profile of noise", encoded("JPEG", icc_profile=SECRET * 40_000)
    yield "cmyk jpeg", encoded("JPEG", mode="CMYK")
    yield "cmyk jpeg with a profile of noise", encoded("JPEG", mode="CMYK", icc_profile=SECRET * 10)
    yield "gray jpeg", encoded("JPEG", mode="L")
    yield "progressive jpeg", encoded("JPEG", progressive=True)
    yield "16 bit png", png(40, 40, bits=16, colour=0, pixels=(b"\0" + b"\x80\0" * 40) * 40)
    yield "palette png with transparency", encoded("PNG", mode="P", transparency=0)
    yield "one bit png", encoded("PNG", mode="1")
    yield "png with alpha", encoded("PNG", mode="RGBA")
    yield "gray png with alpha", encoded("PNG", mode="LA")
    yield "gif of two thousand frames", animated("GIF", 2000)
    yield "webp of two hundred frames", animated("WEBP", 200)
    yield "gif of 9 MB of frames", many_frames(9_000_000)
    yield "one pixel", encoded("PNG", (1, 1))
    yield "very wide", encoded("PNG", (8000, 2))
    yield "very high", encoded("PNG", (2, 8000))
    yield "png of 39 megapixels in 120 kB", png(7500, 5200, compressed=compressed_zeros((1 + 7500 * 3) * 5200))
    yield "png with a chunk longer than the file", patched(encoded("PNG"), b"IDAT", -4, b"\x7f\xff\xff\xff")
    yield "jpeg of a thousand scans", many_scans(1000)
    yield "jpeg of a thousand scans behind a false end", many_scans(1000, b"\xff\xfe\0\x04\xff\xd9")
