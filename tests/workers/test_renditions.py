"""The renditions of images, and the refusal of files that are not images."""

import io
from contextlib import suppress

import pytest
from PIL import Image, ImageCms

from tests.support.hostile_images import SCRIPT, SECRET, exif, made_clean, refused_by_the_api, refused_by_the_worker
from tests.support.images import encoded
from workers.renditions import UndecodableImage, render, widths_of


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize(
    ("size", "widths"),
    [
        ((4000, 3000), [1600, 1000, 640, 320, 140]),
        ((1600, 1), [1600, 1000, 640, 320, 140]),
        ((1599, 900), [1599, 1000, 640, 320, 140]),
        ((1080, 1350), [1000, 640, 320, 140]),
        ((600, 600), [600, 320, 140]),
        ((321, 300), [320, 140]),
        ((300, 300), [300, 140]),
        ((140, 140), [140]),
        ((139, 50), [139]),
        ((1, 1), [1]),
        ((2000, 16000), [866, 640, 320, 140]),
        ((2, 16000), [2]),
    ],
)
def test_no_rendition_is_larger_than_the_picture_or_than_can_be_encoded(size, widths):
    assert widths_of(*size) == widths


def test_all_sizes_are_made_in_both_formats_with_their_proportions():
    made = render(encoded("JPEG", (2000, 1500)))
    assert (made.width, made.height) == (2000, 1500)
    assert [rendition.width for rendition in made.renditions] == [140, 320, 640, 1000, 1600]
    for rendition in made.renditions:
        for content, kind in ((rendition.webp, "WEBP"), (rendition.avif, "AVIF")):
            picture = opened(content)
            assert picture.format == kind
            assert picture.size == (rendition.width, rendition.width * 3 // 4)
    assert made.placeholder.startswith("data:image/webp;base64,")
    assert len(made.placeholder) < 500


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_upright(orientation):
    stream = io.BytesIO()
    picture = Image.new("RGB", (600, 300), "white")
    picture.paste("red", (0, 0, 60, 60))
    picture.save(stream, "JPEG", quality=95, exif=exif(orientation=orientation))
    made = render(stream.getvalue())
    assert (made.width, made.height) == ((300, 600) if orientation > 4 else (600, 300))
    shown = opened(made.renditions[-1].webp).convert("RGB")
    assert shown.size == (made.width, made.height)
    right = orientation in {2, 3, 6, 7}
    low = orientation in {3, 4, 7, 8}
    corner = (shown.width - 5 if right else 5, shown.height - 5 if low else 5)
    red, green, _ = shown.getpixel(corner)
    assert red > 180
    assert green < 90


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_is_white(mode):
    stream = io.BytesIO()
    picture = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    if mode == "P":
        picture = Image.new("P", (200, 200), 0)
        picture.putpalette([0, 0, 0, 255, 0, 0])
        picture.info["transparency"] = 0
    picture.convert(mode).save(stream, "PNG", **({"transparency": 0} if mode == "P" else {}))
    shown = opened(render(stream.getvalue()).renditions[0].webp).convert("RGB")
    assert min(shown.getpixel((70, 70))) > 250


def test_sixteen_bits_keep_their_brightness():
    stream = io.BytesIO()
    Image.new("I;16", (200, 200), 32768).save(stream, "PNG")
    shown = opened(render(stream.getvalue()).renditions[0].webp).convert("L")
    assert 120 < shown.getpixel((70, 70)) < 136


def solid(mode: str, colour: tuple[int, ...], profile: bytes | None) -> Image.Image:
    stream = io.BytesIO()
    Image.new(mode, (200, 200), colour).save(stream, "JPEG", quality=95, icc_profile=profile)
    return opened(render(stream.getvalue()).renditions[0].webp)


def test_colours_come_out_in_srgb():
    """A profile with red and green swapped makes stored red mean green."""
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")
    for profile, brightest in ((None, 0), (srgb, 0), (swapped, 1)):
        shown = solid("RGB", (230, 20, 20), profile)
        pixel = shown.convert("RGB").getpixel((70, 70))
        assert max(range(3), key=pixel.__getitem__) == brightest
        assert "icc_profile" not in shown.info


def test_a_profile_of_another_kind_of_colour_is_left_aside():
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    assert solid("RGB", (230, 20, 20), lab).convert("RGB").getpixel((70, 70))[0] > 200
    assert solid("CMYK", (0, 255, 255, 0), lab).convert("RGB").getpixel((70, 70))[0] > 200


def test_of_an_animation_the_first_frame_is_shown():
    stream = io.BytesIO()
    frames = [Image.new("RGB", (50, 50), colour) for colour in ("red", "blue")]
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:])
    shown = opened(render(stream.getvalue()).renditions[0].webp)
    assert shown.n_frames == 1
    assert shown.convert("RGB").getpixel((25, 25))[0] > 200


def test_what_is_made_of_a_hostile_picture_is_clean(subtests):
    for name, content in made_clean():
        with subtests.test(name):
            made = render(content)
            for rendition in made.renditions:
                for shown in (rendition.webp, rendition.avif):
                    assert SCRIPT not in shown
                    assert SECRET[:10] not in shown
                    assert not {"exif", "xmp", "icc_profile", "comment"} & opened(shown).info.keys()


def test_of_what_is_no_picture_nothing_is_made(subtests):
    for name, content in refused_by_the_worker():
        with subtests.test(name), pytest.raises(UndecodableImage, match="This picture"):
            render(content)


def test_a_decoder_is_never_worse_than_refusing(subtests):
    """The API refuses these files, but the worker must not rely on that."""
    for name, content in refused_by_the_api():
        with subtests.test(name), suppress(UndecodableImage):
            assert all(SCRIPT not in rendition.webp for rendition in render(content).renditions)
