"""With real processes, an image that an admin uploads appears on every open page."""

import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from demo import ADMIN
from tests.support.hostile_images import SCRIPT, SECRET, exif, png
from tests.support.images import encoded
from tests.support.upload_load import READY_LIMIT


@pytest.fixture(scope="module")
def shop(demo_shop):
    return demo_shop


@pytest.fixture(scope="module")
def admin(shop):
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as client:
        client.post("/admin/login/", json={"email": ADMIN[0], "password": ADMIN[1]}).raise_for_status()
        client.headers["X-XSRF-TOKEN"] = client.cookies["XSRF-TOKEN"]
        yield client


def ended(read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Wait until the worker has rendered an image and return it."""
    deadline = time.monotonic() + READY_LIMIT
    while (image := read())["status"] == "processing":
        assert time.monotonic() < deadline, image
        time.sleep(0.1)
    return image


def upload(admin: httpx2.Client, content: bytes) -> dict[str, Any]:
    product_id = admin.get("/product/?limit=1").json()["data"][0]["id"]
    answer = admin.post(
        "/productimage/",
        data={"productId": product_id, "type": "gallery"},
        files={"imageUrl": ("photo.jpg", content, "image/jpeg")},
    )
    added = answer.raise_for_status().json()["data"]

    def read() -> dict[str, Any]:
        images = admin.get(f"/productimage/?productId={product_id}").json()["data"]
        return next(image for image in images if image["id"] == added["id"])

    return ended(read)


def test_a_photograph_is_shown_upright_and_says_nothing_of_where_it_was_taken(shop, admin):
    image = upload(admin, encoded("JPEG", (1200, 800), exif=exif(orientation=6)))
    assert (image["status"], image["width"], image["height"]) == ("ready", 800, 1200)
    addresses = [image["imageUrl"]]
    addresses += [rendition[kind] for rendition in image["renditions"] for kind in ("webp", "avif")]
    assert len(addresses) == 9  # four widths, its own 800 px among them, and the largest once more
    for address in addresses:
        shown = httpx2.get(shop.url + address)
        assert shown.headers["content-type"] == f"image/{address.rpartition('.')[2]}"
        assert SCRIPT not in shown.content
        assert SECRET not in shown.content


def test_what_cannot_be_decoded_is_said_to_have_failed_and_is_not_there(shop, admin):
    image = upload(admin, png(500, 500))
    assert image["status"] == "failed"
    assert image["failure"].startswith("This picture is damaged")
    assert httpx2.get(shop.url + image["imageUrl"]).status_code == 404


def test_the_demos_pictures_are_served_from_the_start(shop, admin):
    images = admin.get("/productimage/").json()["data"]
    categories = admin.get("/category/").json()["data"]
    for address in [images[0]["imageUrl"], *(category["imageUrl"] for category in categories)]:
        shown = httpx2.get(shop.url + address)
        assert shown.status_code == 200
        assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
