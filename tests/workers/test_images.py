"""The reaction to an upload: the image is rendered once, or fails permanently."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from shop.catalogue.events import CategoryImageUploaded
from shop.catalogue.model import Category
from shop.clock import now
from shop.events import deliveries, leasing, outbox
from shop.media import image_check
from shop.media.media import media
from shop.media.storage import StorageUnavailable
from shop.product_images.events import ProductImageUploaded
from shop.product_images.model import ProductImage
from shop.reviews.events import ReviewPhotoUploaded
from shop.reviews.model import Review, ReviewPhoto
from tests.support import factories
from tests.support.hostile_images import png
from tests.support.images import encoded, jpeg
from workers.deliver import work
from workers.reactions import images
from workers.subscriptions import SUBSCRIPTIONS, lease_seconds


@pytest.fixture
def shop(real_commits: Engine, shop_settings) -> Engine:
    media.cache_clear()
    return real_commits


def upload(shop: Engine, content: bytes, suffix: str = ".jpg") -> int:
    """Add an image to a new product as the API does; return its id."""
    original = media().store_original(io.BytesIO(content), suffix)
    with Session(shop) as session:
        image = ProductImage(product_id=factories.stock_product(session, pictures=0).id)
        image.set_upload(original)
        session.add(image)
        session.flush()
        outbox.record_sync(session, ProductImageUploaded(image_id=image.id), at=now())
        session.commit()
        return image.id


def deliver(shop: Engine, *, times: int = 1) -> int:
    """Lease pending deliveries as the relay does, and run them. Return their number."""
    done = 0
    for _ in range(times):
        with shop.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now() WHERE done_at IS NULL"))
            leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases + leasing.lease_due(
                connection, lease_seconds()
            )
        done += sum(work(shop, lease.consumer, [lease]) for lease in leases if lease.queue == "images")
    return done


def image(shop: Engine, image_id: int) -> ProductImage:
    with Session(shop) as session:
        return session.get_one(ProductImage, image_id)


def told(shop: Engine) -> list[tuple[str, str, dict]]:
    with Session(shop) as session:
        return [(event["type"], event["reach"], event["data"]) for event in factories.events(session)][1:]


def test_a_picture_becomes_ready_and_everyone_hears_of_it(shop):
    image_id = upload(shop, jpeg((2000, 1500)))
    assert deliver(shop) == 1
    made = image(shop, image_id)
    assert (made.status, made.width, made.height, made.failure) == ("ready", 2000, 1500, None)
    assert [rendition["width"] for rendition in made.renditions] == [140, 320, 640, 1000, 1600]
    for address in [made.image_url, *(rendition[kind] for rendition in made.renditions for kind in ("webp", "avif"))]:
        assert media().has_public(address)
    [(type_, reach, data)] = told(shop)
    assert (type_, reach) == ("product_image.ready", "everyone")
    assert data == {
        "id": image_id,
        "productId": made.product_id,
        "type": made.type,
        "imageUrl": made.image_url,
        "position": 0,
        "status": "ready",
        "width": 2000,
        "height": 1500,
        "placeholder": made.placeholder,
        "renditions": made.renditions,
    }


def test_visitors_get_no_picture_of_a_product_that_is_not_on_sale_yet(shop):
    image_id = upload(shop, jpeg((2000, 1500)))
    with shop.begin() as connection:
        connection.execute(text("UPDATE product SET status = 'in active', on_sale_at = now() + interval '1 day'"))
    assert deliver(shop) == 1
    made = image(shop, image_id)
    [(_, _, data)] = told(shop)
    assert data == {"id": image_id, "productId": made.product_id, "status": "ready"}
    with shop.begin() as connection:
        read = "SELECT admin_data FROM domain_event WHERE type = 'product_image.ready'"
        for_staff = connection.execute(text(read)).scalar_one()
    assert (for_staff["imageUrl"], for_staff["renditions"]) == (made.image_url, made.renditions)


def review_photo(shop: Engine, content: bytes) -> int:
    """Add a review with a photo as the API does; return the photo's id."""
    original = media().store_original(io.BytesIO(content), ".jpg")
    with Session(shop) as session:
        product = factories.stock_product(session)
        customer = factories.register_shopper(session, "Asha Verma")
        review = Review(product_id=product.id, customer_id=customer.id, rating=5, text="x", created_at=now())
        photo = ReviewPhoto(original=original, position=0)
        review.photos = [photo]
        session.add(review)
        session.flush()
        outbox.record_sync(session, ReviewPhotoUploaded(photo_id=photo.id, review_id=review.id), at=now())
        session.commit()
        return photo.id


def test_a_photo_of_a_review_is_rebuilt_and_its_original_stays_private(shop):
    photo_id = review_photo(shop, jpeg((900, 600)))
    assert deliver(shop) == 1
    with Session(shop) as session:
        photo = session.get_one(ReviewPhoto, photo_id)
        assert (photo.status, photo.width, photo.height, photo.failure) == ("ready", 900, 600, None)
        assert [rendition["width"] for rendition in photo.renditions] == [140, 320, 640, 900]
        for rendition in photo.renditions:
            assert media().has_public(rendition["webp"])
            assert media().has_public(rendition["avif"])
        assert not media().has_public(f"/media/{photo.original}")
    [(type_, reach, data)] = told(shop)
    assert (type_, reach, data["action"]) == ("review.changed", "everyone", "changed")


def test_a_photo_that_cannot_be_decoded_says_why_to_its_writer(shop):
    photo_id = review_photo(shop, png(400, 400))
    assert deliver(shop) == 1
    with Session(shop) as session:
        photo = session.get_one(ReviewPhoto, photo_id)
        assert (photo.status, photo.renditions) == ("failed", [])
        assert photo.failure.startswith("This picture is damaged")
    assert deliver(shop) == 0


def test_a_picture_that_cannot_be_decoded_fails_at_once_and_for_admins_alone(shop):
    image_id = upload(shop, png(500, 500), ".png")
    assert deliver(shop) == 1
    failed = image(shop, image_id)
    assert (failed.status, failed.renditions, failed.is_visible) == ("failed", [], False)
    assert failed.failure.startswith("This picture is damaged")
    [(type_, reach, data)] = told(shop)
    assert (type_, reach) == ("product_image.failed", "admins")
    assert (data["id"], data["status"], data["failure"]) == (image_id, "failed", failed.failure)
    assert deliver(shop) == 0


def test_an_original_that_is_gone_is_given_up(shop):
    image_id = upload(shop, jpeg((77, 77)))
    media().delete(image(shop, image_id).original)
    assert deliver(shop) == 1
    assert image(shop, image_id).failure == images.GONE


def test_a_storage_that_is_away_is_tried_again(shop, monkeypatch):
    image_id = upload(shop, jpeg())
    with monkeypatch.context() as patch:
        patch.setattr("shop.media.folder.FolderStorage.open", _away)
        assert deliver(shop) == 0
    assert image(shop, image_id).status == "processing"
    assert deliver(shop) == 1
    assert image(shop, image_id).status == "ready"


def _away(*_):
    raise StorageUnavailable("away")


@pytest.mark.parametrize("error", [None, deliveries.CHILD_LOST, "SoftTimeLimitExceeded: SoftTimeLimitExceeded()"])
def test_a_picture_that_ends_its_worker_or_outlasts_its_time_is_given_up_after_three_times(shop, error):
    image_id = upload(shop, jpeg())
    for _ in range(images.MAX_TRIES):
        with shop.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now()"))
            leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS).leases + leasing.lease_due(
                connection, lease_seconds()
            )
            deliveries.claim(connection, leases)
            if error:
                deliveries.fail(connection, leases, error=error, longest_pause=0)
    assert deliver(shop) == 1
    assert image(shop, image_id).failure == images.LOST


def test_what_was_replaced_meanwhile_is_left_to_the_next_upload(shop, monkeypatch):
    image_id = upload(shop, jpeg())
    other = media().store_original(io.BytesIO(encoded("PNG")), ".png")
    real = images.render

    def slow(content: bytes):
        with Session(shop) as session:
            session.get_one(ProductImage, image_id).set_upload(other)
            session.commit()
        return real(content)

    with monkeypatch.context() as patch:
        patch.setattr(images, "render", slow)
        assert deliver(shop) == 1
    assert (image(shop, image_id).status, image(shop, image_id).original) == ("processing", other)
    assert told(shop) == []


def test_a_picture_of_the_shop_that_another_one_replaced_meanwhile_is_left_to_it(shop, monkeypatch):
    first, other = (media().store(jpeg(), kind="pictures", name=name, suffix=".jpg") for name in ("first", "other"))
    image_id = upload(shop, jpeg())
    with Session(shop) as session:
        session.get_one(ProductImage, image_id).set_image_url(first)
        session.commit()
    real = images.render

    def slow(content: bytes):
        with Session(shop) as session:
            session.get_one(ProductImage, image_id).set_image_url(other)
            session.commit()
        return real(content)

    with monkeypatch.context() as patch:
        patch.setattr(images, "render", slow)
        assert deliver(shop) == 1
    assert (image(shop, image_id).status, image(shop, image_id).image_url) == ("processing", other)
    assert told(shop) == []


def test_what_was_deleted_meanwhile_is_done(shop):
    image_id = upload(shop, jpeg())
    with Session(shop) as session:
        session.delete(session.get_one(ProductImage, image_id))
        session.commit()
    assert deliver(shop) == 1
    assert told(shop) == []


def test_twice_handed_over_is_made_once(shop):
    upload(shop, jpeg())
    assert deliver(shop, times=3) == 1
    assert [type_ for type_, _, _ in told(shop)] == ["product_image.ready"]


@pytest.mark.parametrize(("content", "status"), [(jpeg(), "ready"), (png(500, 500), "failed")])
def test_a_categorys_picture_is_made_and_pages_are_told(shop, content, status):
    with Session(shop) as session:
        category = factories.open_category(session)
        category.set_upload(media().store_original(io.BytesIO(content), ".png"))
        category_id, address = category.id, category.image_url
        outbox.record_sync(session, CategoryImageUploaded(category_id=category_id), at=now())
        session.commit()
    assert deliver(shop) == 1
    with Session(shop) as session:
        category = session.get_one(Category, category_id)
        assert category.image_status == status
        assert all(media().has_public(each[form]) for each in category.renditions for form in ("webp", "avif"))
        assert bool(category.renditions) == (status == "ready")
    assert media().has_public(address) == (status == "ready")
    [(type_, reach, data)] = told(shop)
    assert (type_, reach) == ("catalogue.changed", "everyone")
    assert data == {
        "entity": "category",
        "id": category_id,
        "action": "updated",
        "imageUrl": address,
        "imageStatus": status,
    }


@pytest.mark.parametrize("content", [jpeg(), png(500, 500)])
def test_a_category_shows_what_the_shop_has_in_its_own_sizes_where_they_can_be_made(shop, content):
    address = media().store(content, kind="pictures", name="rings", suffix=".jpg")
    with Session(shop) as session:
        category = factories.open_category(session)
        category.set_image_url(address)
        category_id = category.id
        outbox.record_sync(session, CategoryImageUploaded(category_id=category_id), at=now())
        session.commit()
    assert deliver(shop) == 1
    with Session(shop) as session:
        category = session.get_one(Category, category_id)
        assert (category.image_url, category.image_status) == (address, "ready")
        assert [each["width"] for each in category.renditions] == ([140, 320] if content == jpeg() else [])


BOUNDED = """
import sys
held = b"." * int(sys.argv[3])
from workers.reactions import images
from workers.renditions import UndecodableImage, render
images.app.amqp.queues.select(["images"])
images.limit_memory()
content = open(sys.argv[1], "rb").read()
try:
    render(content)
except UndecodableImage as error:
    print(error)
render(open(sys.argv[2], "rb").read())
print("alive")
"""


def in_a_bounded_process(folder: Path, large: bytes, *, held: int = 0) -> list[str]:
    """Render an image and then a small one in a process that already holds some memory. Return its output."""
    files = folder / "large", folder / "small"
    for file, content in zip(files, (large, jpeg()), strict=True):
        file.write_bytes(content)
    result = subprocess.run(
        [sys.executable, "-c", BOUNDED, *map(str, files), str(held)],
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
        env=os.environ | {"SHOP_DATABASE_URL": "postgresql://nowhere/none", "SHOP_SECRET_KEY": "t" * 40},
        cwd=Path(__file__).parents[2],
    )
    return result.stdout.splitlines()


def test_a_picture_that_takes_too_much_memory_is_refused_and_the_process_lives_on(shop, tmp_path):
    large = encoded("WEBP", (7300, 5400), lossless=True, quality=0, method=0)
    refusal, last = in_a_bounded_process(tmp_path, large)
    assert refusal.startswith("This picture")
    assert last == "alive"


@pytest.mark.parametrize(
    "largest",
    [
        lambda: encoded("JPEG", (2500, 16000), "CMYK", progressive=True),
        lambda: encoded("WEBP", (4500, 4000), "RGBA", lossless=True, quality=0, method=0),
    ],
    ids=["40 MP progressive CMYK JPEG", "18 MP lossless WebP"],
)
def test_the_largest_pictures_that_uploads_accept_fit_into_the_memory(shop, tmp_path, largest):
    """A worker holds about 60 MB more than this process: its threads, and memory from previous pictures."""
    content = largest()
    assert image_check.read_header(io.BytesIO(content))
    assert in_a_bounded_process(tmp_path, content, held=60_000_000) == ["alive"]
