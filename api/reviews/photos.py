"""The photos of reviews: uploads, which only the reviewer sees until a worker has rendered them."""

import anyio
from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.http.uploads import read_form
from api.media.routes import STORAGE_THREADS
from api.reviews.schemas import ReviewPhotoIn
from shop.clock import now
from shop.errors import Invalid
from shop.events import outbox
from shop.media.media import media
from shop.reviews.events import ReviewPhotoUploaded
from shop.reviews.model import Review, ReviewPhoto


async def store(request: Request, grant: Grant) -> str:
    """Check one picture of a form by its header, store it, and return its key.

    :raises Invalid: if the form has not just one picture.
    """
    async with read_form(request, grant) as form:
        if len(form.images) != 1 or form.addresses or form.uploads:
            raise _unfit("Please send one picture.", "imageUrl")
        for name in form.fields:
            raise _unfit("This call takes the picture alone.", name)
        [upload] = await form.store_originals()
    return upload


async def check_uploads(wanted: list[ReviewPhotoIn] | None) -> None:
    """Check that the uploads of new photos are still stored. The caller holds no database connection.

    :raises Invalid: if one is not.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    for photo in wanted or []:
        if photo.upload is None:
            continue
        if not await anyio.to_thread.run_sync(media().has_original, photo.upload, limiter=STORAGE_THREADS):
            raise _unfit("This picture is no longer there. Please choose it again.", "photos")


async def replace(database: AsyncSession, review: Review, wanted: list[ReviewPhotoIn]) -> None:
    """Give a review these photos in this order. The caller holds its product's lock and has loaded its photos.

    :raises Invalid: if one of the ids is not of a photo of the review.
    """
    present = {photo.id: photo for photo in review.photos}
    if any(each.id is not None and each.id not in present for each in wanted):
        raise _unfit("One of these photos is no longer there. Please look at your review again.", "photos")
    chosen = [
        present[each.id]
        if each.id is not None
        else ReviewPhoto(original=each.upload, renditions=[], status="processing")
        for each in wanted
    ]
    added = [photo for photo in chosen if photo.id is None]
    for position, photo in enumerate(chosen):
        photo.position = position
    review.photos = chosen
    await database.flush()
    for photo in added:
        await outbox.record(database, ReviewPhotoUploaded(photo_id=photo.id, review_id=review.id), at=now())


def _unfit(message: str, field: str) -> Invalid:
    return Invalid(message, fields={field: message})
