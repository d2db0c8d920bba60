"""Reactions to uploads: a picture is made fit to be shown, or given up for good with a reason.

What can never succeed is not tried again; what another try may mend (a storage that is away) raises.
"""

import io
import os
import resource
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from celery.signals import worker_process_init
from sqlalchemy import Connection, Select, select
from sqlalchemy.orm import Session

from shop.catalogue.events import CatalogueChanged, ProductImageFailed, ProductImageReady
from shop.catalogue.model import Category, ImageStatus, ProductImage
from shop.clock import now
from shop.events import outbox
from shop.events.deliveries import CHILD_LOST, HeldEvent
from shop.events.model import Delivery
from shop.media import URL, key_of, media, shown_at
from workers.app import app
from workers.pictures import Made, Rendition, UnfitPicture, make

MOST_MEMORY = 370_000_000
"""Bytes of data that one process may have; a picture that takes more is refused, and the process lives on."""
POLITENESS = 10
"""Pictures can wait, but not for ever: on a busy machine they get a tenth of what something else gets."""
AUTOGROUP = Path("/proc/self/autogroup")
"""How a session is weighed (https://man7.org/linux/man-pages/man7/sched.7.html)."""
MOST_TRIES = 3
"""How often a picture may end its worker, or outlast its time, before it is given up."""

_LOSSES = (CHILD_LOST, "SoftTimeLimitExceeded")

LOST = "This picture could not be worked on in the time and memory that there are. Please make it smaller."
GONE = "The picture's original is no longer there. Please upload it again."

T = TypeVar("T", Category, ProductImage)


@worker_process_init.connect
def bound(**_: object) -> None:
    """Hold a process that works on pictures to its memory, and let whoever waits for an answer go first."""
    if "images" in app.amqp.queues.consume_from:
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        _give_way()


def _give_way() -> None:
    """Let other processes go first; where Linux weighs whole sessions, let them go before the worker's own.

    It does so where autogroups are on, which a desktop's kernel has: niceness then counts within a session alone.
    """
    os.nice(POLITENESS)
    if os.getsid(0) in {os.getpid(), os.getppid()}:  # else it is a person's terminal
        with suppress(OSError):  # there is no such file, or it was written just now
            AUTOGROUP.write_text(str(POLITENESS))


def make_renditions(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Make what a page needs of a product's picture, and record that it is ready, or failed.

    The row is locked only once all is made, so that an admin may go on editing meanwhile; what was replaced or deleted
    by then is left alone.

    :raises shop.media.StorageAway: where another try may succeed.
    """
    with Session(connection, expire_on_commit=False) as session:
        for event in events:
            image = session.get(ProductImage, event.data["imageId"])
            if image is None or image.status == ImageStatus.READY:
                continue
            made = _made(connection, event, original=f"{URL}/{image.original}" if image.original else image.image_url)
            kept = _kept(str(image.id), image.original, made) if isinstance(made, Made) else []
            locked = session.scalar(_still(ProductImage, image.id, image.original))
            if locked is None:
                continue
            outbox.record_sync(session, _end(locked, made, kept), at=now())


def make_category_picture(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Make what is shown of a category's picture, and record that the category looks different.

    :raises shop.media.StorageAway: where another try may succeed.
    """
    with Session(connection, expire_on_commit=False) as session:
        for event in events:
            category = session.get(Category, event.data["categoryId"])
            if category is None or category.renditions:
                continue
            address, original = category.image_url, category.original
            made = _made(connection, event, original=f"{URL}/{original}" if original else address)
            kept = _kept(f"category-{category.id}", original, made) if isinstance(made, Made) else []
            locked = session.scalar(_still(Category, category.id, original))
            if locked is None or locked.image_url != address or not (kept or original):
                continue
            locked.image_status = (ImageStatus.READY if kept else ImageStatus.FAILED).value
            locked.renditions = kept
            details = {"imageUrl": locked.image_url, "imageStatus": locked.image_status}
            changed = CatalogueChanged(entity="category", id=locked.id, action="updated", details=details)
            outbox.record_sync(session, changed, at=now())


def _end(image: ProductImage, made: Made | str, kept: list[dict[str, Any]]) -> ProductImageReady | ProductImageFailed:
    if isinstance(made, str):
        return image.fail(made)
    return image.become_ready(width=made.width, height=made.height, placeholder=made.placeholder, renditions=kept)


def _still(model: type[T], id_: int, original: str | None) -> Select[T]:
    """Select and lock a row if its picture is still the one that was worked on."""
    return (
        select(model)
        .where(model.id == id_, model.original.is_not_distinct_from(original))
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def _made(connection: Connection, event: HeldEvent, *, original: str) -> Made | str:
    """Return what was made of an original, or the sentence that tells why nothing ever can be."""
    delivery = connection.execute(
        select(Delivery.attempts, Delivery.last_error).where(Delivery.id == event.delivery_id)
    ).one()
    if delivery.attempts > MOST_TRIES and _was_lost(delivery.last_error):
        return LOST
    try:
        return make(media().read(original))
    except FileNotFoundError:
        return GONE
    except UnfitPicture as error:
        return str(error)


def _was_lost(last_error: str | None) -> bool:
    return last_error is None or last_error.startswith(_LOSSES)


def _kept(name: str, original: str | None, made: Made) -> list[dict[str, Any]]:
    if original:
        media().keep_as(key_of(shown_at(original)), io.BytesIO(made.renditions[-1].webp))
    return [_kept_in_both(f"{name}-{rendition.width}", rendition) for rendition in made.renditions]


def _kept_in_both(name: str, rendition: Rendition) -> dict[str, Any]:
    return {
        "width": rendition.width,
        "webp": media().keep(rendition.webp, kind="renditions", name=name, suffix=".webp"),
        "avif": media().keep(rendition.avif, kind="renditions", name=name, suffix=".avif"),
    }
