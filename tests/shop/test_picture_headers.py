"""How far the check at the door walks. What comes of whole files: tests/api/test_product_images.py."""

import io

import pytest

from shop.media.headers import BrokenPicture, Header, read_header
from tests.hostile import gif


def gif_of(before: bytes, pixels: int) -> io.BytesIO:
    """Make one with something before its frame, whose pixels come in blocks of a byte."""
    whole = gif(9, 9)
    start = whole.index(b",")
    return io.BytesIO(whole[:start] + before + whole[start : start + 11] + b"\1\0" * pixels + b"\0;")


def test_the_pixels_of_a_gif_may_come_in_many_blocks():
    assert read_header(gif_of(b"", 40_000)) == Header(".gif", 9, 9)


@pytest.mark.parametrize("comments", [b"!\xfe\1a\0" * 5_001, b"!\xfe" + b"\1a" * 10_001 + b"\0"])
def test_what_stands_before_them_may_not(comments):
    with pytest.raises(BrokenPicture, match="too many parts"):
        read_header(gif_of(comments, 1))
