"""The photos of reviews: uploads, which only the reviewer sees until a worker has rendered them."""

from sqlalchemy.ext.asyncio import AsyncSession

from api.http import uploads
from api.reviews.schemas import ReviewPhotoIn
from shop.clock import now
from shop.errors import Invalid
from shop.events import outbox
from shop.reviews.events import ReviewPhotoUploaded
from shop.reviews.model import Review, ReviewPhoto


async def check_uploads(wanted: list[ReviewPhotoIn] | None) -> None:
    """Check that the uploads of new photos are still stored, as :func:`api.http.uploads.check_uploads` does."""
    await uploads.check_uploads([photo.upload for photo in wanted or [] if photo.upload], field="photos")


async def replace(database: AsyncSession, review: Review, wanted: list[ReviewPhotoIn]) -> None:
    """Give a review these photos in this order. The caller holds its product's lock and has loaded its photos.

    :raises Invalid: if one of the ids is not of a photo of the review.
    """
    present = {photo.id: photo for photo in review.photos}
    if any(each.id is not None and each.id not in present for each in wanted):
        message = "One of these photos is no longer there. Please look at your review again."
        raise Invalid(message, fields={"photos": message})
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
