"""Images of products: which uploads are accepted, and how images are sorted."""

import asyncio
import os
from collections.abc import AsyncIterator
from itertools import chain

import pytest

from api.http.keyed_lock import keyed_lock
from shop.audit.context import Actor
from shop.media.media import Media
from shop.media.storage import StorageUnavailable
from shop.product_images.model import ProductImage
from tests.support import factories
from tests.support.cases import cases
from tests.support.hostile_images import exif, made_clean, refused_by_the_api, refused_by_the_worker
from tests.support.http_client import failed, succeeded
from tests.support.images import encoded, jpeg, kept_address

MB = 1024 * 1024


@pytest.fixture
def form(people):
    return {"productId": str(people.ring.id), "type": "gallery"}


def picture(content: bytes, name: str = "ring.jpg"):
    return {"imageUrl": (name, content, "image/jpeg")}


async def test_a_picture_is_added_and_waits_for_the_worker(karthik, form, people, run_sync, shop_settings):
    answer = await karthik.post("/productimage/", data=form, files=picture(jpeg()))
    image = succeeded(answer)
    assert answer.json()["message"] == "Product image added successfully"
    assert (image["productId"], image["type"], image["status"]) == (people.ring.id, "gallery", "processing")
    assert (image["position"], image["width"], image["renditions"], image["failure"]) == (1, None, [], None)
    events = await run_sync(factories.events)
    assert [event["type"] for event in events] == ["catalogue.changed", "product_image.uploaded"]
    assert events[0]["data"] == {
        "entity": "product_image",
        "id": image["id"],
        "action": "created",
        "productId": people.ring.id,
    }
    original = await run_sync(lambda session: session.get(ProductImage, image["id"]).original)
    assert Media.from_settings(shop_settings).read(f"/media/{original}") == jpeg()


@pytest.mark.parametrize(("kind", "suffix"), [("JPEG", ".jpg"), ("PNG", ".png"), ("GIF", ".gif"), ("WEBP", ".webp")])
async def test_the_type_is_known_by_content_whatever_the_name(karthik, form, run_sync, kind, suffix):
    image = succeeded(await karthik.post("/productimage/", data=form, files=picture(encoded(kind), "x.exe")))
    assert (await run_sync(lambda session: session.get(ProductImage, image["id"]).original)).endswith(suffix)


async def test_hostile_files_are_refused_by_their_first_bytes(karthik, form, run_sync, subtests):
    before = await run_sync(factories.contents)
    for name, content in refused_by_the_api():
        with subtests.test(name):
            answer = failed(await karthik.post("/productimage/", data=form, files=picture(content)), 422, "imageUrl")
            assert answer["message"] == answer["errors"]["imageUrl"]
            assert await run_sync(factories.contents) == before


async def test_files_that_only_a_decoder_can_judge_are_accepted(karthik, form, undone, subtests):
    for name, content in chain(made_clean(), refused_by_the_worker()):
        with subtests.test(name):
            async with undone():
                succeeded(await karthik.post("/productimage/", data=form, files=picture(content)))


async def test_uploads_at_once_are_all_taken(open_shop):
    people, browsers = open_shop
    form = {"productId": str(people.ring.id), "type": "gallery"}
    async with await browsers.of(people.karthik) as karthik:
        sending = (karthik.post("/productimage/", data=form, files=picture(jpeg())) for _ in range(8))
        answers = await asyncio.gather(*sending)
    assert sorted(succeeded(answer)["position"] for answer in answers) == list(range(1, 9))


async def test_the_uploads_of_one_person_go_one_at_a_time_and_hold_up_nobody_else(open_shop):
    people, browsers = open_shop
    meena = await browsers.database.run_sync(factories.hire_admin, "Meena Iyer", "meena@shop.example")
    await browsers.database.commit()
    form = {"productId": str(people.ring.id), "type": "gallery"}
    async with await browsers.of(people.karthik) as karthik, await browsers.of(meena) as other:
        async with keyed_lock(f"upload of {Actor(people.karthik.name, admin_id=people.karthik.id)}"):
            sending = asyncio.create_task(karthik.post("/productimage/", data=form, files=picture(jpeg())))
            first = succeeded(await other.post("/productimage/", data=form, files=picture(encoded("PNG"))))
            succeeded(await karthik.get("/productimage/"))
            assert not sending.done()
        second = succeeded(await sending)
    assert (first["position"], second["position"]) == (1, 2)


async def test_other_files_are_refused_in_the_words_of_the_product(karthik, form):
    answer = await karthik.post("/productimage/", data=form, files=picture(b"<svg/>", "ring.png"))
    assert answer.json()["message"] == "Only JPG, PNG, WebP, and GIF images are allowed"
    answer = await karthik.post("/productimage/", data=form)
    assert failed(answer, 422, "imageUrl")["message"] == "Image is required"


async def test_ten_megabytes_are_let_in_and_one_byte_more_is_not(karthik, form, run_sync):
    whole = jpeg() + os.urandom(10 * MB - len(jpeg()))
    succeeded(await karthik.post("/productimage/", data=form, files=picture(whole)))
    before = await run_sync(factories.contents)
    answer = failed(await karthik.post("/productimage/", data=form, files=picture(whole + b"x")), 413)
    assert answer["message"] == "A picture may have 10 MB at most."
    failed(await karthik.post("/productimage/", data=form, files=picture(whole + whole)), 413)
    assert await run_sync(factories.contents) == before


async def test_a_picture_that_grows_without_end_is_cut_off(karthik, form):
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="imageUrl"; filename="a"\r\n\r\n' + jpeg()
        while sent < 50 * MB:
            sent += MB
            yield bytes(MB)

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    failed(await karthik.post("/productimage/", content=endless(), headers=headers), 413)
    assert sent < 15 * MB


async def test_json_and_plain_forms_stay_at_one_megabyte(karthik, form):
    failed(await karthik.post("/productimage/", json=form | {"type": "x" * MB}), 413)
    failed(await karthik.post("/productimage/", data=form | {"type": "x" * MB}), 413)
    failed(await karthik.post("/vendor/", data={"name": "x"}, files=picture(bytes(2 * MB))), 413)


@cases(
    ("content", "kind"),
    [
        (b"", "multipart/form-data"),
        (b"junk", "multipart/form-data"),
        (b"junk", "multipart/form-data; boundary="),
        (b"junk", "multipart/form-data; boundary=x"),
        (b"--x\r\n\r\n\r\n--x--", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--',
            "multipart/form-data; boundary=x; charset=hex",
        ),
        (
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n+2AA-\r\n--x--',
            "multipart/form-data; boundary=x; charset=utf-7",
        ),
        (
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nxn--\xff\r\n--x--',
            "multipart/form-data; boundary=x; charset=idna",
        ),
        (b"--x\r\n" * 5000, "multipart/form-data; boundary=x"),
        (b"[]", "application/json"),
        (b'{"productId": {"a": 1}, "type": ["x"]}', "application/json"),
        (b'{"productId": 1e999, "type": "\\u0000"}', "application/json"),
        (b"productId=%00&type=%ff", "application/x-www-form-urlencoded"),
        (b"\xff\xfe", "text/plain"),
    ],
)
async def test_junk_is_refused(karthik, run_sync, content, kind):
    before = await run_sync(factories.contents)
    for path in ("/productimage/", "/product/", "/category/", "/productimage/?flag=order", "/vendor/"):
        answer = await karthik.post(path, content=content, headers={"Content-Type": kind})
        assert answer.status_code == 422, (path, answer.text)
    assert await run_sync(factories.contents) == before


async def test_many_fields_and_many_files_are_refused(karthik, form):
    failed(
        await karthik.post("/productimage/", data=form | {f"f{n}": "x" for n in range(200)}, files=picture(jpeg())), 422
    )
    files = [("imageUrl[]", ("a.jpg", jpeg(), "image/jpeg"))] * 51
    failed(await karthik.post("/product/", data={}, files=files), 422, "imageUrl")
    failed(await karthik.post("/productimage/", data=form, files=files[:2]), 422, "imageUrl")
    failed(await karthik.post("/productimage/", data=form, files={"other": ("a", jpeg(), "image/jpeg")}), 422, "other")


@cases("field", ["productId", "type"])
@cases("value", [None, "", "0", "-1", "9" * 40, "x" * 51])
async def test_product_and_type_are_required(karthik, form, run_sync, field, value):
    if field == "type" and value and len(value) < 50:
        return
    before = await run_sync(factories.contents)
    sent = {name: text for name, text in (form | {field: value}).items() if text is not None}
    failed(await karthik.post("/productimage/", data=sent, files=picture(jpeg())), 422, field)
    assert await run_sync(factories.contents) == before


async def test_a_picture_of_no_product_is_not_kept(karthik, form, run_sync):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/productimage/", data=form | {"productId": "999999"}, files=picture(jpeg())), 404)
    failed(await karthik.post("/productimage/?id=999999", data=form, files=picture(jpeg())), 404)
    failed(await karthik.delete("/productimage/?id=999999"), 404)
    assert await run_sync(factories.contents) == before


async def test_a_product_has_fifty_pictures_at_most(karthik, form, run_sync, database):
    full = await database.run_sync(factories.stock_product, pictures=49)
    await database.commit()
    form |= {"productId": str(full.id)}
    assert succeeded(await karthik.post("/productimage/", data=form, files=picture(jpeg())))["position"] == 49
    before = await run_sync(factories.contents)
    answer = failed(await karthik.post("/productimage/", data=form, files=picture(jpeg())), 422, "imageUrl")
    assert answer["message"] == "A product has 50 pictures at most."
    assert await run_sync(factories.contents) == before


async def test_the_last_place_is_given_once_however_many_uploads_come_at_once(open_shop, shop_settings):
    people, browsers = open_shop
    full = await browsers.database.run_sync(factories.stock_product, pictures=48)
    await browsers.database.commit()
    form = {"type": "gallery", "productId": str(full.id), "imageUrl": kept_address(shop_settings)}
    async with await browsers.of(people.karthik) as karthik:
        answers = await asyncio.gather(*(karthik.post("/productimage/", json=form) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] * 2 + [422] * 4
    assert sorted(succeeded(answer)["position"] for answer in answers if answer.status_code == 200) == [48, 49]


async def test_a_picture_comes_last_in_the_product_that_it_moves_to(karthik, people, database, run_sync):
    source, target, full = [
        await database.run_sync(lambda session, pictures=pictures: factories.stock_product(session, pictures=pictures))
        for pictures in (2, 2, 50)
    ]
    await database.commit()
    images = f"/productimage/?productId={source.id}"
    first, second = succeeded(await karthik.get(images))
    stays = succeeded(await karthik.post(f"/productimage/?id={second['id']}", json={"productId": source.id}))
    assert stays["position"] == second["position"]
    path = f"/productimage/?id={first['id']}"
    moved = succeeded(await karthik.post(path, json={"productId": target.id}))
    assert (moved["productId"], moved["position"]) == (target.id, 2)
    before = await run_sync(factories.contents)
    answer = failed(await karthik.post(path, json={"productId": full.id}), 422, "productId")
    assert answer["message"] == "A product has 50 pictures at most."
    assert await run_sync(factories.contents) == before


async def test_a_picture_is_changed_replaced_and_deleted(karthik, form, people, run_sync, shop_settings):
    image = succeeded(await karthik.post("/productimage/", data=form, files=picture(jpeg())))
    path = f"/productimage/?id={image['id']}"
    kept = form | {"id": str(image["id"]), "type": "thumbnail", "imageUrl": image["imageUrl"]}
    answer = await karthik.post(path, data=kept)
    assert answer.json()["message"] == "Product image updated successfully"
    assert succeeded(answer) == image | {"type": "thumbnail"}
    replaced = succeeded(await karthik.post(path, data=form, files=picture(encoded("PNG"))))
    assert replaced["imageUrl"] != image["imageUrl"]
    named = succeeded(await karthik.post(path, json={"imageUrl": kept_address(shop_settings)}))
    assert (named["imageUrl"], named["status"]) == (kept_address(shop_settings), "processing")
    moved = succeeded(await karthik.post(path, json={"productId": people.chain.id}))
    assert moved["productId"] == people.chain.id
    types = [event["type"] for event in await run_sync(factories.events)]
    assert types.count("product_image.uploaded") == 3
    assert types.count("catalogue.changed") == 5
    answer = await karthik.delete(path)
    assert answer.json()["message"] == "Product image deleted successfully"
    assert (await run_sync(factories.events))[-1]["data"]["action"] == "deleted"
    failed(await karthik.delete(path), 404)


async def test_a_row_may_be_sent_back_whole(karthik, form):
    succeeded(await karthik.post("/productimage/", data=form, files=picture(jpeg())))
    row = succeeded(await karthik.get("/productimage/"))[-1]
    path = f"/productimage/?id={row['id']}"
    shown = {name: value for name, value in row.items() if name != "productName"}
    assert succeeded(await karthik.post(path, json=row | {"type": "thumbnail"})) == shown | {"type": "thumbnail"}
    read_later = row | {"status": "ready", "width": 40, "height": 30, "placeholder": "data:", "renditions": [{}]}
    assert succeeded(await karthik.post(path, json=read_later)) == shown
    failed(await karthik.post(path, json=row | {"position": 7}), 422, "position")


async def test_pictures_are_put_in_order(karthik, form, people, visitor, run_sync):
    for _ in range(2):
        succeeded(await karthik.post("/productimage/", data=form, files=picture(jpeg())))
    path = f"/productimage/?productId={people.ring.id}"
    ids = [image["id"] for image in succeeded(await karthik.get(path))]
    wanted = [ids[2], ids[0], ids[1]]
    order = {"productId": people.ring.id, "ids": wanted}
    ordered = succeeded(await karthik.post("/productimage/?flag=order", json=order))
    assert [image["id"] for image in ordered] == wanted
    assert [image["id"] for image in succeeded(await karthik.get(path))] == wanted
    assert (await run_sync(factories.events))[-1]["data"]["imageIds"] == wanted
    before = await run_sync(factories.contents)
    for unfit in (wanted[:2], [*wanted, wanted[0]], [*wanted, 999_999], [], ["x"], None):
        answer = await karthik.post("/productimage/?flag=order", json=order | {"ids": unfit})
        assert answer.status_code in {409, 422}
    failed(await karthik.post("/productimage/?flag=order", json=order | {"productId": 999_999}), 404)
    assert await run_sync(factories.contents) == before


async def test_anyone_sees_what_can_be_shown_of_what_is_sold(karthik, visitor, asha, form, people):
    hidden = succeeded(await karthik.post("/productimage/", data=form, files=picture(jpeg())))
    succeeded(await karthik.post(f"/product/?id={people.chain.id}", json={"status": "in active"}))
    for browser in (visitor, asha):
        shown = succeeded(await browser.get("/productimage/"))
        assert {image["productId"] for image in shown} == {people.ring.id}
        assert hidden["id"] not in {image["id"] for image in shown}
        assert "failure" not in shown[0]
        assert succeeded(await browser.get(f"/productimage/?productId={people.chain.id}")) == []
    everything = succeeded(await karthik.get("/productimage/"))
    assert {image["productId"] for image in everything} == {people.ring.id, people.chain.id}
    assert {image["productName"] for image in everything} == {people.ring.name, people.chain.name}
    first = (await karthik.get("/productimage/?limit=1")).json()
    rest = (await karthik.get(f"/productimage/?cursor={first['nextCursor']}")).json()
    assert first["data"] + rest["data"] == everything


async def test_only_admins_write(visitor, asha, form, people, run_sync):
    before = await run_sync(factories.contents)
    path = f"/productimage/?id={people.ring.images[0].id}"
    order = {"productId": people.ring.id, "ids": [people.ring.images[0].id]}
    for browser, status in ((visitor, 401), (asha, 403)):
        failed(await browser.post("/productimage/", data=form, files=picture(jpeg())), status)
        failed(await browser.post(path, data=form), status)
        failed(await browser.post("/productimage/?flag=order", json=order), status)
        failed(await browser.delete(path), status)
    assert await run_sync(factories.contents) == before


async def test_where_a_photograph_was_taken_is_kept_and_never_served(karthik, form, run_sync, shop_settings):
    content = encoded("JPEG", exif=exif())
    image = succeeded(await karthik.post("/productimage/", data=form, files=picture(content)))
    assert not Media.from_settings(shop_settings).has_public(image["imageUrl"])
    original = await run_sync(lambda session: session.get(ProductImage, image["id"]).original)
    assert original.startswith("originals/")
    assert not Media.from_settings(shop_settings).has_public(f"/media/{original}")


async def test_a_storage_that_is_away_costs_the_upload_and_nothing_else(karthik, form, run_sync, monkeypatch):
    def full(*_):
        raise StorageUnavailable("no space left")

    before = await run_sync(factories.contents)
    with monkeypatch.context() as patch:
        patch.setattr("shop.media.folder.FolderStorage.put", full)
        failed(await karthik.post("/productimage/", data=form, files=picture(jpeg((31, 31)))), 503)
    assert await run_sync(factories.contents) == before


async def test_uploads_that_take_their_time_hold_no_connection_to_the_database(open_shop):
    people, browsers = open_shop
    all_begun, may_end = asyncio.Barrier(21), asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="productId"\r\n\r\n%d\r\n' % people.ring.id
        await all_begun.wait()
        await may_end.wait()
        yield b'--x\r\nContent-Disposition: form-data; name="type"\r\n\r\ngallery\r\n'
        yield (
            b'--x\r\nContent-Disposition: form-data; name="imageUrl"; filename="a"\r\n\r\n' + jpeg() + b"\r\n--x--\r\n"
        )

    async with await browsers.of(people.karthik) as karthik, browsers.visitor() as visitor:
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        uploads = [
            asyncio.create_task(karthik.post("/productimage/", content=slow(), headers=headers)) for _ in range(20)
        ]
        await all_begun.wait()
        succeeded(await visitor.get(f"/product/customer/?id={people.ring.id}"))
        may_end.set()
        images = [succeeded(answer) for answer in await asyncio.gather(*uploads)]
    assert sorted(image["position"] for image in images) == list(range(1, 21))
