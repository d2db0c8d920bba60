"""The files of deleted photos of reviews are deleted a day later, unless a row still refers to them."""

import datetime as dt
import io
import os

import pytest
from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from shop.catalogue.model import Category, Product
from shop.clock import now
from shop.customers.model import Customer
from shop.events import outbox
from shop.events.model import Delivery
from shop.media.folder import FolderStorage
from shop.media.media import media
from shop.media.storage import StorageUnavailable
from shop.personal_data import erasure
from shop.product_images.model import ProductImage
from shop.reviews.events import ReviewPhotoUploaded
from shop.reviews.model import Review, ReviewPhoto
from shop.settings import settings
from tests.support import factories
from tests.support.images import jpeg
from workers.reactions import images


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(settings(), "media_dir", tmp_path)
    media.cache_clear()
    yield tmp_path
    media.cache_clear()


@pytest.fixture
def after_a_day(session, deliver_all, folder):
    """Return a function that lets a day pass except for the named files, delivers, and returns the remaining keys."""

    def run(*young: str) -> set[str]:
        deliver_all("delete_photo_files")
        stored_at = (now() - dt.timedelta(days=2)).timestamp()
        for key in keys() - set(young):
            os.utime(folder / key, (stored_at, stored_at))
        session.execute(text("UPDATE domain_event SET occurred_at = occurred_at - interval '25 hours'"))
        session.commit()
        deliver_all("delete_photo_files")
        return keys()

    return run


def keys() -> set[str]:
    """Return the stored keys, without the file by which a thread checks whether a storage works again."""
    return {key for key, _ in media().list_keys() if not key.startswith("originals/.check-")}


def write_review(session: Session, *pictures: bytes) -> Review:
    """Write a review with photos, as the API does."""
    customer, product = factories.register_shopper(session), factories.stock_product(session, pictures=0)
    review = Review(product_id=product.id, customer_id=customer.id, rating=5, text="x", created_at=now())
    originals = [media().store_original(io.BytesIO(content), ".jpg") for content in pictures]
    review.photos = [ReviewPhoto(original=key, position=number) for number, key in enumerate(originals)]
    session.add(review)
    session.flush()
    for photo in review.photos:
        outbox.record_sync(session, ReviewPhotoUploaded(photo_id=photo.id, review_id=review.id), at=now())
    session.commit()
    return review


def files_of(session: Session, *reviews: Review) -> set[str]:
    found = set()
    for photo in session.scalars(select(ReviewPhoto).where(ReviewPhoto.review_id.in_(each.id for each in reviews))):
        session.refresh(photo)
        made = {rendition[kind] for rendition in photo.renditions for kind in ("webp", "avif")}
        found |= {photo.original, *(url.removeprefix("/media/") for url in made)}
    return found


def delete_account(session: Session, review: Review) -> None:
    erasure.delete_account(session, session.get_one(Customer, review.customer_id), at=now())
    session.commit()


def test_the_files_go_a_day_after_the_account_except_those_of_another_review(session, deliver_all, after_a_day):
    own, shared = jpeg((400, 300)), jpeg((300, 400))
    first, second = write_review(session, own, shared), write_review(session, shared)
    deliver_all("make_review_photo")
    before, stay = keys(), files_of(session, second)
    assert before == files_of(session, first) | stay
    assert len(before) > 8
    delete_account(session, first)
    deliver_all("delete_photo_files")
    assert keys() == before
    assert after_a_day() == stay
    session.execute(delete(Review).where(Review.id == second.id))
    session.commit()
    assert after_a_day() == set()


def test_the_files_go_with_the_product_of_the_review(session, deliver_all, after_a_day):
    review = write_review(session, jpeg((400, 300)))
    deliver_all("make_review_photo")
    session.execute(delete(Product).where(Product.id == review.product_id))
    session.commit()
    assert after_a_day() == set()


def test_the_files_that_the_catalogue_or_an_order_shows_stay(session, deliver_all, after_a_day):
    review = write_review(session, jpeg((400, 300)), jpeg((300, 400)))
    deliver_all("make_review_photo")
    product = session.get_one(Product, review.product_id)
    first, second = (photo.original for photo in review.photos)
    made = sorted(files_of(session, review) - {first, second})
    image = ProductImage(product_id=product.id, original=first, image_url=f"/media/{made[0]}")
    image.renditions = [{"width": 140, "webp": f"/media/{made[1]}", "avif": f"/media/{made[2]}"}]
    session.add(image)
    category: Category = factories.open_category(session)
    category.original, category.image_url = second, f"/media/{made[3]}"
    order = factories.order(session, factories.register_shopper(session), [product])
    order.items[0].product_image_url = f"/media/{made[4]}"
    session.execute(delete(ReviewPhoto))
    session.commit()
    assert after_a_day() == {first, second, *made[:5]}


def test_a_file_that_was_stored_again_within_the_day_stays(session, after_a_day):
    review = write_review(session, jpeg((400, 300)), jpeg((300, 400)))
    again = review.photos[0].original
    delete_account(session, review)
    assert after_a_day(again) == {again}


def test_renditions_that_were_under_way_at_the_deletion_go_too(session, deliver_all, after_a_day, monkeypatch):
    review, render = write_review(session, jpeg((400, 300))), images.render

    def render_slowly(content: bytes):
        delete_account(session, review)
        return render(content)

    monkeypatch.setattr(images, "render", render_slowly)
    deliver_all("make_review_photo")
    assert after_a_day() == set()


def test_the_deletion_waits_for_a_storage_that_is_away(session, deliver_all, after_a_day, monkeypatch):
    review = write_review(session, jpeg((400, 300)))
    delete_account(session, review)

    def fail(*_: object) -> None:
        raise StorageUnavailable("The folder of pictures: it is away")

    with monkeypatch.context() as patched:
        patched.setattr(FolderStorage, "delete", fail)
        assert after_a_day() == {review.photos[0].original}
    waiting = session.scalars(select(Delivery).where(Delivery.consumer == "delete_photo_files")).one()
    assert (waiting.queue, waiting.attempts, waiting.done_at, waiting.dead_at) == ("images", 1, None, None)
    assert after_a_day() == set()


def test_work_that_waits_for_its_day_is_no_backlog_and_is_postponed_less_than_a_relay_corrects(session, deliver_all):
    delete_account(session, write_review(session, jpeg((400, 300))))
    deliver_all("delete_photo_files")
    waiting = session.scalars(select(Delivery).where(Delivery.consumer == "delete_photo_files")).one()
    assert waiting.due_at == waiting.postponed_to
    assert dt.timedelta(minutes=10) < waiting.due_at - now() < dt.timedelta(minutes=20)
    assert (waiting.attempts, waiting.done_at) == (0, None)


def test_a_deletion_is_told_to_no_page_and_names_only_the_files_of_its_photos(session):
    first, second = write_review(session, jpeg((400, 300)), jpeg((300, 400))), write_review(session, jpeg((90, 90)))
    kept, gone = (photo.original for photo in first.photos)
    session.execute(delete(ReviewPhoto).where(ReviewPhoto.original == gone))
    session.execute(delete(Review).where(Review.id == second.id))
    session.execute(delete(ReviewPhoto).where(ReviewPhoto.original == gone))
    session.commit()
    told = [event for event in factories.events(session) if event["type"] == "review_photo.deleted"]
    assert [(event["aggregate"], event["reach"], event["data"]["keys"]) for event in told] == [
        (f"review:{first.id}", "nobody", [gone]),
        (f"review:{second.id}", "nobody", [second.photos[0].original]),
    ]
    assert kept not in str(told)
