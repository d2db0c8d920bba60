"""Uploads before a form is saved: they are checked at once, and are deleted after a day if no row refers to them."""

import datetime as dt

import pytest

from shop.catalogue.model import Category
from shop.clock import now
from shop.media import orphan_cleanup
from shop.media.media import Media
from shop.product_images.model import ProductImage
from tests.support import factories
from tests.support.hostile_images import refused_by_the_api
from tests.support.http_client import failed, succeeded
from tests.support.images import encoded, jpeg


def picture(content: bytes, name: str = "ring.jpg"):
    return {"imageUrl": (name, content, "image/jpeg")}


async def upload(browser, content: bytes) -> str:
    return succeeded(await browser.post("/productimage/?flag=upload", files=picture(content)))["upload"]


async def test_an_upload_is_kept_and_changes_nothing_yet(karthik, people, run_sync, shop_settings):
    before = await run_sync(factories.contents)
    key = await upload(karthik, jpeg())
    assert Media.from_settings(shop_settings).read(f"/media/{key}") == jpeg()
    assert await run_sync(factories.contents) == before


async def test_what_is_no_fit_picture_is_refused_as_it_is_chosen(karthik, people, subtests):
    for name, content in refused_by_the_api():
        with subtests.test(name):
            failed(await karthik.post("/productimage/?flag=upload", files=picture(content)), 422, "imageUrl")


async def test_one_picture_at_a_time(karthik, people):
    files = [("imageUrl", ("a.jpg", jpeg(), "image/jpeg")), ("imageUrl", ("b.png", encoded("PNG"), "image/png"))]
    failed(await karthik.post("/productimage/?flag=upload", files=files), 422, "imageUrl")
    failed(await karthik.post("/productimage/?flag=upload", json={}), 422, "imageUrl")
    more = {"type": "gallery"}
    failed(await karthik.post("/productimage/?flag=upload", files=picture(jpeg()), data=more), 422, "type")


async def test_a_picture_of_a_product_is_made_of_an_upload(karthik, people, run_sync):
    key = await upload(karthik, jpeg())
    form = {"productId": str(people.ring.id), "type": "gallery", "imageUrl": key}
    for sent in ({"data": form}, {"json": form}, {"files": {name: (None, value) for name, value in form.items()}}):
        image = succeeded(await karthik.post("/productimage/", **sent))
        assert image["status"] == "processing"
        assert await run_sync(lambda session, id_=image["id"]: session.get(ProductImage, id_).original) == key
    other = await upload(karthik, encoded("PNG"))
    succeeded(await karthik.post(f"/productimage/?id={image['id']}", data={"imageUrl": other}))
    assert await run_sync(lambda session: session.get(ProductImage, image["id"]).original) == other


async def test_a_product_is_saved_with_what_was_uploaded_and_what_comes_along(karthik, people, run_sync):
    keys = [await upload(karthik, jpeg()), await upload(karthik, encoded("PNG"))]
    files = [("imageUrl[]", (None, key)) for key in keys]
    files += [("imageUrl[]", ("c.webp", encoded("WEBP"), "image/webp")), ("name", (None, "Another name"))]
    saved = succeeded(await karthik.post(f"/product/?id={people.ring.id}", files=files))
    assert saved["name"] == "Another name"
    originals = [image.original async for image in _originals(run_sync, people.ring.id)]
    assert originals[-3:-1] == keys
    assert originals[-1].endswith(".webp")


async def _originals(run_sync, product_id: int):
    def read(session):
        images = session.query(ProductImage).filter_by(product_id=product_id)
        return images.order_by(ProductImage.position).all()

    for image in await run_sync(read):
        yield image


async def test_a_category_takes_an_upload(karthik, people, run_sync):
    key = await upload(karthik, jpeg())
    made = succeeded(await karthik.post("/category/", data={"code": "NP", "name": "Nose pins", "imageUrl": key}))
    assert await run_sync(lambda session: session.get(Category, made["id"]).original) == key


@pytest.mark.parametrize("key", ["originals/" + "0" * 32 + ".jpg", "originals/../secret.jpg", "/media/originals/x.jpg"])
async def test_an_upload_that_is_not_there_is_refused(karthik, people, run_sync, key):
    before = await run_sync(factories.contents)
    form = {"productId": str(people.ring.id), "type": "gallery", "imageUrl": key}
    failed(await karthik.post("/productimage/", data=form), 422, "imageUrl")
    failed(await karthik.post("/category/", data={"code": "NP", "name": "Pins", "imageUrl": key}), 422, "imageUrl")
    assert await run_sync(factories.contents) == before


async def test_what_is_never_saved_is_cleared_away_after_a_day(karthik, people, run_sync, shop_settings, database):
    kept, left = await upload(karthik, jpeg()), await upload(karthik, encoded("PNG"))
    form = {"productId": str(people.ring.id), "type": "gallery", "imageUrl": kept}
    succeeded(await karthik.post("/productimage/", data=form))
    media = Media.from_settings(shop_settings)
    for at, spare in ((now(), []), (now() + dt.timedelta(days=1, minutes=1), [left])):
        found = await run_sync(
            lambda session, at=at: list(orphan_cleanup.find_orphans(session.connection(), media, at=at))
        )
        assert [key for key in found if key in {kept, left}] == spare


async def test_only_admins_upload(visitor, asha, people):
    for browser, status in ((visitor, 401), (asha, 403)):
        failed(await browser.post("/productimage/?flag=upload", files=picture(jpeg())), status)
