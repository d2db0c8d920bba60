"""Photos of reviews, marks as helpful, and moderation by staff."""

import asyncio
import datetime as dt
from dataclasses import replace

import pytest
from sqlalchemy import text

from shop.clock import now
from shop.media import orphan_cleanup
from shop.media.media import Media
from shop.reviews.model import Review, ReviewPhoto
from shop.staff.roles import StaffRole
from shop.throttles import limits
from tests.api.conftest import Callers, add_people
from tests.api.test_reviews import WORDS, deliver, delivered, rating, reviews  # noqa: F401 - a fixture
from tests.support import factories
from tests.support.hostile_images import refused_by_the_api
from tests.support.http_client import failed, succeeded
from tests.support.images import encoded, jpeg


async def upload(browser, content: bytes | None = None) -> str:
    files = {"imageUrl": ("worn.jpg", content or jpeg(), "image/jpeg")}
    return succeeded(await browser.post("/review/photo/", files=files))["upload"]


async def write(browser, product, **changes) -> dict:
    return succeeded(await browser.post("/review/", json=WORDS | {"productId": product.id} | changes))


def render(session) -> None:
    """Mark all photos as rendered, as a worker does."""
    sizes = [{"width": 320, "webp": "/media/renditions/a.webp", "avif": "/media/renditions/a.avif"}]
    for photo in session.query(ReviewPhoto):
        photo.mark_ready(width=800, height=600, placeholder="data:image/webp;base64,AA==", renditions=sizes)


def reviews_told(events):
    return [(event["reach"], event["data"]) for event in events if event["type"] == "review.changed"]


async def test_others_see_a_photo_once_it_is_rendered(asha, visitor, delivered, run_sync, database):  # noqa: F811
    keys = [await upload(asha), await upload(asha, encoded("PNG"))]
    review = await write(asha, delivered.ring, photos=[{"upload": key} for key in keys])
    assert [(photo["status"], photo["renditions"]) for photo in review["photos"]] == [("processing", [])] * 2
    assert "originals/" not in str(review)
    [shown] = (await reviews(visitor, delivered.ring))["data"]
    assert shown["photos"] == []
    assert (await reviews(asha, delivered.ring))["own"] == review
    asked = [event for event in await run_sync(factories.events) if event["type"] == "review_photo.uploaded"]
    assert [event["reach"] for event in asked] == ["nobody", "nobody"]
    await database.run_sync(render)
    await database.commit()
    [shown] = (await reviews(visitor, delivered.ring))["data"]
    assert [(photo["status"], photo["width"]) for photo in shown["photos"]] == [("ready", 800)] * 2


async def test_a_change_puts_photos_in_order_and_takes_others_away(asha, ben, delivered, run_sync):  # noqa: F811
    review = await write(asha, delivered.ring, photos=[{"upload": await upload(asha)} for _ in range(1)])
    address = f"/review/?id={review['id']}"
    [first] = review["photos"]
    kept = succeeded(await asha.post(address, json=WORDS))
    assert kept["photos"] == [first]
    other = {"upload": await upload(asha, encoded("PNG"))}
    changed = succeeded(await asha.post(address, json=WORDS | {"photos": [other, {"id": first["id"]}]}))
    assert [photo["id"] for photo in changed["photos"]][1] == first["id"]
    foreign = await write(ben, delivered.ring, photos=[{"upload": await upload(ben)}])
    refused = await asha.post(address, json=WORDS | {"photos": [{"id": foreign["photos"][0]["id"]}]})
    failed(refused, 422, "photos")
    succeeded(await asha.post(address, json=WORDS | {"photos": []}))
    assert await run_sync(lambda session: session.query(ReviewPhoto).count()) == 1
    succeeded(await ben.delete(f"/review/?id={foreign['id']}"))
    assert await run_sync(lambda session: session.query(ReviewPhoto).count()) == 0
    gone = [each["data"]["keys"] for each in await run_sync(factories.events) if each["type"] == "review_photo.deleted"]
    assert len(gone) == 3
    assert gone[1] == [other["upload"]]


UNKNOWN = "originals/" + "0" * 32 + ".jpg"


@pytest.mark.parametrize(
    ("photos", "field"),
    [
        ([{}], "photos.0"),
        ([{"upload": "originals/../secret.jpg"}], "photos.0.upload"),
        ([{"upload": UNKNOWN}], "photos"),
        ([{"id": 1, "upload": UNKNOWN}], "photos.0"),
        ([{"id": 10**9}], "photos"),
        ([{"id": 1}, {"id": 1}], "photos"),
        ([{"id": number} for number in range(1, 6)], "photos"),
        ("all", "photos"),
    ],
)
async def test_unfit_photos_are_refused(asha, delivered, run_sync, photos, field):  # noqa: F811
    before = await run_sync(factories.contents)
    body = WORDS | {"productId": delivered.ring.id, "photos": photos}
    failed(await asha.post("/review/", json=body), 422, field)
    assert await run_sync(factories.contents) == before


async def test_only_those_to_whom_something_was_delivered_upload_pictures(asha, ben, people, database, shop_settings):
    files = {"imageUrl": ("worn.jpg", jpeg(), "image/jpeg")}
    await database.run_sync(deliver, people.asha, people.ring)
    await database.commit()
    refused = failed(await ben.post("/review/photo/", files=files), 403)
    assert refused == (await ben.post("/review/", json=WORDS | {"productId": people.ring.id})).json()
    key = await upload(asha)
    await write(asha, people.ring, photos=[{"upload": key}])
    await database.execute(text("UPDATE order_item SET status = 'cancelled'"))
    await database.commit()
    assert await upload(asha)


@pytest.mark.usefixtures("no_pause_passes")
async def test_pictures_are_counted_by_account_and_by_address(asha, ben, delivered, monkeypatch):  # noqa: F811
    monkeypatch.setattr(limits, "REVIEW_PHOTOS_ADDRESS", replace(limits.REVIEW_PHOTOS_ADDRESS, free=3))
    files = {"imageUrl": ("worn.jpg", jpeg(), "image/jpeg")}
    for browser in (asha, asha, ben):
        succeeded(await browser.post("/review/photo/", files=files))
    failed(await ben.post("/review/photo/", files=files), 429)
    failed(await asha.post("/review/photo/", files=files), 429)
    succeeded(await ben.at("198.51.100.1").post("/review/photo/", files=files))


@pytest.mark.usefixtures("delivered")
async def test_what_is_no_fit_picture_is_refused_as_it_is_chosen(asha, karthik, visitor, subtests):
    for name, content in refused_by_the_api():
        with subtests.test(name):
            files = {"imageUrl": ("worn.jpg", content, "image/jpeg")}
            failed(await asha.post("/review/photo/", files=files), 422, "imageUrl")
    failed(await asha.post("/review/photo/", json={}), 422, "imageUrl")
    files = {"imageUrl": ("worn.jpg", jpeg(), "image/jpeg")}
    failed(await visitor.post("/review/photo/", files=files), 401)
    failed(await karthik.post("/review/photo/", files=files), 403)


async def test_photos_are_kept_as_long_as_their_review(asha, delivered, run_sync, shop_settings, database):  # noqa: F811
    media = Media.from_settings(shop_settings)
    key = await upload(asha)
    at = now() + orphan_cleanup.GRACE_PERIOD + dt.timedelta(minutes=1)

    def orphans(session):
        return [found for found in orphan_cleanup.find_orphans(session.connection(), media, at=at) if found == key]

    assert await run_sync(orphans) == [key]
    review = await write(asha, delivered.ring, photos=[{"upload": key}])
    assert await run_sync(orphans) == []
    succeeded(await asha.delete(f"/review/?id={review['id']}"))
    assert await run_sync(orphans) == [key]


async def test_each_person_counts_once_as_helped(asha, ben, visitor, karthik, delivered, run_sync):  # noqa: F811
    review = await write(asha, delivered.ring)
    sent = {"reviewId": review["id"], "helpful": True}
    for _ in range(2):
        marked = succeeded(await ben.post("/review/helpful/", json=sent))
        assert marked == {"reviewId": review["id"], "helpful": 1, "isMarked": True}
    for browser, is_marked in ((ben, True), (asha, False), (visitor, False)):
        [shown] = (await reviews(browser, delivered.ring))["data"]
        assert (shown["helpful"], shown["isMarked"]) == (1, is_marked)
    told = reviews_told(await run_sync(factories.events))
    data = {"reviewId": review["id"], "productId": delivered.ring.id}
    assert told[1:] == [("everyone", data | {"action": "marked", "helpful": 1})]
    assert succeeded(await ben.post("/review/helpful/", json=sent | {"helpful": False}))["helpful"] == 0
    assert "your own review" in failed(await asha.post("/review/helpful/", json=sent), 403)["message"]
    failed(await ben.post("/review/helpful/", json=sent | {"reviewId": 10**9}), 404)
    failed(await ben.post("/review/helpful/", json=sent | {"helpful": "yes"}), 422, "helpful")
    failed(await visitor.post("/review/helpful/", json=sent), 401)
    failed(await karthik.post("/review/helpful/", json=sent), 403)


async def test_concurrent_marks_are_all_counted(committing_api, async_engine):
    from sqlalchemy.ext.asyncio import AsyncSession  # noqa: PLC0415 - only this test needs a session that commits

    async with AsyncSession(async_engine, expire_on_commit=False) as database:
        people = await database.run_sync(add_people)
        review = Review(product_id=people.ring.id, customer_id=people.asha.id, rating=5, text="x", created_at=now())
        database.add(review)
        readers = [await database.run_sync(factories.register_shopper, f"Reader {number}") for number in range(5)]
        await database.commit()
        callers = Callers(committing_api, database)
        browsers = [await callers.of(reader) for reader in readers]
        sent = {"reviewId": review.id, "helpful": True}
        answers = await asyncio.gather(
            *(browser.post("/review/helpful/", json=sent) for browser in browsers for _ in range(3))
        )
        assert {answer.status_code for answer in answers} == {200}
        await database.refresh(review)
        assert review.helpful == 5
        for browser in browsers:
            await browser.aclose()


async def test_a_hidden_review_counts_in_nothing_and_its_writer_reads_why(
    asha,
    ben,
    visitor,
    karthik,
    delivered,  # noqa: F811
    run_sync,
):
    review = await write(asha, delivered.ring, rating=1)
    await write(ben, delivered.ring, rating=5)
    [_, listed] = succeeded(await karthik.get("/review/?flag=moderation"))
    assert (listed["name"], listed["productName"], listed["status"]) == (
        delivered.asha.name,
        delivered.ring.name,
        "shown",
    )
    sent = {"id": review["id"], "version": listed["version"], "action": "hide", "reason": "It names a person."}
    failed(await karthik.post("/review/?flag=moderate", json=sent | {"reason": " "}), 422, "reason")
    hidden = succeeded(await karthik.post("/review/?flag=moderate", json=sent))
    assert (hidden["status"], hidden["hiddenReason"], hidden["version"]) == ("hidden", "It names a person.", 2)
    assert await run_sync(rating, delivered.ring) == (5, 1, 5)
    for browser in (asha, ben, visitor):
        body = await reviews(browser, delivered.ring)
        assert ([each["name"] for each in body["data"]], body["total"], body["rating"]) == (["Ben"], 1, 5)
        assert "names a person" not in str(body["data"])
    own = (await reviews(asha, delivered.ring))["own"]
    assert (own["status"], own["hiddenReason"]) == ("hidden", "It names a person.")
    failed(await ben.post("/review/helpful/", json={"reviewId": review["id"], "helpful": True}), 404)
    assert reviews_told(await run_sync(factories.events))[-1][1]["action"] == "hidden"
    # If the author changes a hidden review, it stays hidden until staff have read it.
    changed = succeeded(await asha.post(f"/review/?id={review['id']}", json=WORDS))
    assert changed["status"] == "hidden"
    stale = failed(await karthik.post("/review/?flag=moderate", json=sent | {"version": 2, "action": "show"}), 409)
    assert (stale["data"]["version"], stale["data"]["text"]) == (3, WORDS["text"])
    shown = succeeded(await karthik.post("/review/?flag=moderate", json=sent | {"version": 3, "action": "show"}))
    assert (shown["status"], shown["hiddenReason"]) == ("shown", "")
    assert await run_sync(rating, delivered.ring) == (5, 2, 5)
    failed(await karthik.post("/review/?flag=moderate", json=sent | {"version": 4, "action": "show"}), 409)
    failed(await karthik.post("/review/?flag=moderate", json=sent | {"id": 10**9}), 404)


async def test_staff_find_reviews_by_photos_state_and_words(asha, ben, karthik, delivered, database):  # noqa: F811
    first = await write(asha, delivered.ring, photos=[{"upload": await upload(asha)}])
    second = await write(ben, delivered.ring, text="Too thin.")
    sent = {"id": second["id"], "version": 1, "action": "hide", "reason": "Spam."}
    succeeded(await karthik.post("/review/?flag=moderate", json=sent))

    async def listed(query: str) -> list[int]:
        answer = await karthik.get(f"/review/?flag=moderation&{query}")
        assert answer.json()["counts"] == {"all": 2, "photos": 1, "hidden": 1}
        return [review["id"] for review in succeeded(answer)]

    assert await listed("") == [second["id"], first["id"]]
    assert await listed("withPhotos=true") == [first["id"]]
    assert await listed("status=hidden") == [second["id"]]
    assert await listed("search=too+THIN") == [second["id"]]
    assert await listed(f"search={delivered.asha.name.split()[-1]}") == [first["id"]]
    assert await listed("search=100%25") == []
    assert await listed("limit=1") == [second["id"]]
    failed(await karthik.get("/review/?flag=moderation&status=gone"), 422, "status")


async def test_the_list_for_staff_goes_on_after_the_last_review_when_it_was_hidden(
    asha,
    ben,
    karthik,
    delivered,  # noqa: F811
):
    first, second = await write(asha, delivered.ring), await write(ben, delivered.ring)
    path = "/review/?flag=moderation&status=shown&limit=1"
    page = (await karthik.get(path)).json()
    assert [each["id"] for each in page["data"]] == [second["id"]]
    sent = {"id": second["id"], "version": 1, "action": "hide", "reason": "Spam."}
    succeeded(await karthik.post("/review/?flag=moderate", json=sent))
    rest = (await karthik.get(f"{path}&cursor={page['nextCursor']}")).json()
    assert ([each["id"] for each in rest["data"]], rest["nextCursor"]) == ([first["id"]], None)
    failed(await karthik.get(f"{path}&cursor=1"), 404, "cursor")


@pytest.mark.parametrize(
    ("role", "reads", "writes"),
    [(StaffRole.CATALOGUE, True, True), (StaffRole.VIEWER, True, False), (StaffRole.FINANCE, False, False)],
)
async def test_reviews_are_moderated_by_the_catalogue_role(browsers, people, database, role, reads, writes):
    staff = await database.run_sync(factories.hire_admin, "Meera Iyer", "meera@staff.example", roles=[role])
    await database.commit()
    browser = await browsers.of(staff)
    assert (await browser.get("/review/?flag=moderation")).status_code == (200 if reads else 403)
    sent = {"id": 10**9, "version": 1, "action": "hide", "reason": "Spam."}
    assert (await browser.post("/review/?flag=moderate", json=sent)).status_code == (404 if writes else 403)
