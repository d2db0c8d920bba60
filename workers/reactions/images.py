"""Reactions to uploads: render an image, or mark it as failed with a reason. Files of deleted photos are deleted.

A permanent failure is not retried. A temporary one, such as an outage of the storage, raises.
"""

import datetime as dt
import io
import resource
from collections.abc import Sequence
from typing import Any, TypeVar

from celery.signals import worker_process_init
from sqlalchemy import Connection, Select, select
from sqlalchemy.orm import Session

from shop.catalogue.events import CatalogueChanged
from shop.catalogue.model import Activity, Category, Product
from shop.clock import now
from shop.events import deliveries, outbox
from shop.events.deliveries import CHILD_LOST, ClaimedEvent
from shop.events.model import Delivery
from shop.media import orphan_cleanup
from shop.media.image_status import ImageStatus
from shop.media.keys import URL, key_of, rendered_url
from shop.media.media import media
from shop.product_images.events import ProductImageFailed, ProductImageReady
from shop.product_images.model import ProductImage
from shop.reviews.model import Review, ReviewPhoto
from workers.app import app
from workers.reactions.each_event import for_each_event
from workers.renditions import RenderedImage, Rendition, UndecodableImage, render

MAX_DATA_BYTES = 560_000_000
"""Limit of a process's data memory, in bytes. An image that needs more fails, and the process continues.

It must be enough for every image that the upload check accepts. A progressive CMYK JPEG of 40 megapixels takes most:
375 MB above the 100 to 140 MB that a process holds between two images.
"""
MAX_TRIES = 3
"""How often an image may end its worker or exceed the time limit before it fails permanently."""

FILES_KEPT = orphan_cleanup.GRACE_PERIOD + dt.timedelta(hours=1)
"""How long the files of a deleted photo are kept. The hour is for different clocks of database and storage."""
NEXT_LOOK = dt.timedelta(minutes=15)
"""The longest postponement. A relay makes deliveries due at once that are due in more than 20 minutes."""

_LOSSES = (CHILD_LOST, "SoftTimeLimitExceeded")

LOST = "This picture could not be worked on in the time and memory that there are. Please make it smaller."
GONE = "The picture's original is no longer there. Please upload it again."

T = TypeVar("T", Category, ProductImage, ReviewPhoto)


@worker_process_init.connect
def limit_memory(**_: object) -> None:
    """Limit the memory of a process that decodes images."""
    if "images" in app.amqp.queues.consume_from:
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA_BYTES, MAX_DATA_BYTES))


@for_each_event
def make_renditions(session: Session, event: ClaimedEvent) -> None:
    """Render a product's image, and record that it is ready or failed.

    The row is locked only after rendering, so that admins can edit it meanwhile. The result is discarded if the image
    was replaced or deleted by then.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    image = session.get(ProductImage, event.data["imageId"])
    if image is None or image.status == ImageStatus.READY:
        return
    url = image.image_url
    result = _render(session, event, url=f"{URL}/{image.original}" if image.original else url)
    renditions = _store(str(image.id), image.original, result)
    locked = session.scalar(_lock_unreplaced(ProductImage, image.id, image.original))
    if locked is not None and locked.image_url == url:
        status = session.scalars(select(Product.status).where(Product.id == locked.product_id)).one()
        is_active = status == Activity.ACTIVE
        outbox.record_sync(session, _finish(locked, result, renditions, is_active=is_active), at=now())


@for_each_event
def make_category_picture(session: Session, event: ClaimedEvent) -> None:
    """Render a category's image, and record the change of the category.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    category = session.get(Category, event.data["categoryId"])
    if category is None or category.renditions:
        return
    url, original = category.image_url, category.original
    result = _render(session, event, url=f"{URL}/{original}" if original else url)
    renditions = _store(f"category-{category.id}", original, result)
    locked = session.scalar(_lock_unreplaced(Category, category.id, original))
    if locked is None or locked.image_url != url or not (renditions or original):
        return
    locked.image_status = (ImageStatus.READY if renditions else ImageStatus.FAILED).value
    locked.renditions = renditions
    details = {"imageUrl": locked.image_url, "imageStatus": locked.image_status}
    changed = CatalogueChanged(entity="category", id=locked.id, action="updated", details=details)
    outbox.record_sync(session, changed, at=now())


@for_each_event
def make_review_photo(session: Session, event: ClaimedEvent) -> None:
    """Render a review's photo, and record the change of the review. Nobody sees the original."""
    photo = session.get(ReviewPhoto, event.data["photoId"])
    if photo is None or photo.status != ImageStatus.PROCESSING:
        return
    result = _render(session, event, url=f"{URL}/{photo.original}")
    renditions = _store(f"review-{photo.id}", None, result)
    locked = session.scalar(_lock_unreplaced(ReviewPhoto, photo.id, photo.original))
    if locked is None:  # deleted meanwhile, so the event of its deletion does not name these files
        for url in (rendition[kind] for rendition in renditions for kind in ("webp", "avif")):
            media().delete(key_of(url))
        return
    if isinstance(result, str):
        locked.mark_failed(result)
    else:
        locked.mark_ready(
            width=result.width, height=result.height, placeholder=result.placeholder, renditions=renditions
        )
    review = session.get_one(Review, locked.review_id)
    outbox.record_sync(session, review.change_event("changed"), at=now())


def delete_photo_files(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Delete the files of deleted photos of reviews a day later, except those to which a row still refers.

    The event is recorded by the trigger ``record_photo_files``. Files that were stored again meanwhile are kept.

    :raises shop.media.storage.StorageUnavailable: if another try may succeed.
    """
    for event in events:
        at = now()
        if at < event.occurred_at + FILES_KEPT:
            to = min(event.occurred_at + FILES_KEPT, at + NEXT_LOOK)
            deliveries.postpone(connection, event.delivery_id, to=to)
            continue
        orphans = orphan_cleanup.without_references(connection, event.data["keys"])
        list(orphan_cleanup.delete_orphans(media(), orphans))  # the generator deletes while it is read


def _render(session: Session, event: ClaimedEvent, *, url: str) -> RenderedImage | str:
    """Return the rendered image, or the reason why it can never be rendered."""
    delivery = session.execute(
        select(Delivery.attempts, Delivery.last_error).where(Delivery.id == event.delivery_id)
    ).one()
    if delivery.attempts > MAX_TRIES and _ended_the_worker(delivery.last_error):
        return LOST
    try:
        return render(media().read(url))
    except FileNotFoundError:
        return GONE
    except UndecodableImage as error:
        return str(error)


def _ended_the_worker(last_error: str | None) -> bool:
    """Whether the last attempt ended the worker, which then recorded no error, or exceeded the time limit."""
    return last_error is None or last_error.startswith(_LOSSES)


def _store(name: str, original: str | None, result: RenderedImage | str) -> list[dict[str, Any]]:
    """Store the renditions. Return their widths and URLs, or an empty list if rendering failed."""
    if isinstance(result, str):
        return []
    if original:
        media().store_as(key_of(rendered_url(original)), io.BytesIO(result.renditions[-1].webp))
    return [_store_rendition(f"{name}-{rendition.width}", rendition) for rendition in result.renditions]


def _store_rendition(name: str, rendition: Rendition) -> dict[str, Any]:
    return {
        "width": rendition.width,
        "webp": media().store(rendition.webp, kind="renditions", name=name, suffix=".webp"),
        "avif": media().store(rendition.avif, kind="renditions", name=name, suffix=".avif"),
    }


def _lock_unreplaced(model: type[T], id_: int, original: str | None) -> Select[T]:
    """Select and lock a row, if it still has the original that was rendered."""
    return (
        select(model)
        .where(model.id == id_, model.original.is_not_distinct_from(original))
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def _finish(
    image: ProductImage, result: RenderedImage | str, renditions: list[dict[str, Any]], *, is_active: bool
) -> ProductImageReady | ProductImageFailed:
    if isinstance(result, str):
        return image.mark_failed(result)
    return image.mark_ready(
        width=result.width,
        height=result.height,
        placeholder=result.placeholder,
        renditions=renditions,
        is_active=is_active,
    )
