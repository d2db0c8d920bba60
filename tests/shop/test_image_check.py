import io
import struct

import pytest

from shop.media.image_check import BrokenImage, ImageHeader, TooManyPixels, read_header
from tests.support.hostile_images import patched, png
from tests.support.images import encoded


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (320, 240), (7, 8000)])
def test_the_type_and_the_size_come_from_the_first_bytes(kind, size):
    suffix = {"JPEG": ".jpg"}.get(kind, f".{kind.lower()}")
    assert read_header(io.BytesIO(encoded(kind, size))) == ImageHeader(suffix, *size)


@pytest.mark.parametrize(
    "options", [{"lossless": True}, {"exif": b"Exif\0\0"}, {"mode": "RGBA"}], ids=["VP8L", "VP8X", "VP8X with alpha"]
)
def test_every_form_of_webp_says_its_size(options):
    assert read_header(io.BytesIO(encoded("WEBP", (321, 243), **options))) == ImageHeader(".webp", 321, 243)


@pytest.mark.parametrize("before", [b"\xff" * 5, b"\xff\xe1\xff\xff" + b"\xff\xc0" * 32766 + b"\0", 8])
def test_the_size_of_a_jpeg_is_found_behind_metadata(before):
    content = encoded("JPEG")
    segments = b"\xff\xe1\xff\xff" + bytes(65533)
    content = content[:2] + (before if isinstance(before, bytes) else segments * before) + content[2:]
    assert read_header(io.BytesIO(content)) == ImageHeader(".jpg", 320, 240)


def test_a_webp_may_have_fewer_pixels_than_the_others():
    assert read_header(io.BytesIO(png(5000, 4000))).width == 5000
    large = patched(encoded("WEBP"), b"\x9d\x01\x2a", 3, struct.pack("<HH", 5000, 4000))
    with pytest.raises(TooManyPixels, match="5000 x 4000 pixels; 18 megapixels"):
        read_header(io.BytesIO(large))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_header_that_is_cut_off_is_refused_at_any_length(kind):
    content = encoded(kind)
    end = content.index(b"\xff\xc0") + 9 if kind == "JPEG" else {"PNG": 24, "WEBP": 30}[kind]
    for length in range(12, end):
        with pytest.raises(BrokenImage):
            read_header(io.BytesIO(content[:length]))
    assert read_header(io.BytesIO(content[:end])).width == 320
