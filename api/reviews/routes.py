"""Reviews of products."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Limit, RequestedCursorPage
from api.http.partial_update import stored_values
from api.http.request_bodies import check_same_id, read_body, read_fields
from api.http.schema_types import Id, SearchText
from api.http.uploads import store_single
from api.openapi.description import call
from api.product_images.schemas import UploadForm, UploadOut
from api.reviews import moderation, photos, service
from api.reviews.schemas import (
    HelpfulIn,
    HelpfulOut,
    ModeratedReviewOut,
    ModerationIn,
    ModerationPage,
    OwnReviewOut,
    ReviewEditIn,
    ReviewIn,
    ReviewPage,
)
from shop.reviews.model import Review, ReviewStatus
from shop.throttles import limits

router = feature_router("reviews")


@router.get("/review/", **call(refuses=(404,)))
async def list_reviews(
    database: Database,
    grant: Granted,
    product_id: Annotated[Id, Query(alias="productId")],
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[Id | None, Query()] = None,
) -> ReviewPage:
    """List a product's reviews, the newest first, with the number of reviews for each number of stars.

    For a signed-in customer, ``own`` is their review and ``canReview`` is whether they may write one.
    """
    caller = grant.caller.customer
    return await service.list_page(database, product_id, caller.id if caller else None, before=cursor, limit=limit)


@router.get("/review/?flag=moderation", **call(refuses=(404,)))
async def list_reviews_for_staff(
    database: Database,
    _: Granted,
    page: RequestedCursorPage,
    status: Annotated[ReviewStatus | None, Query()] = None,
    with_photos: Annotated[bool, Query(alias="withPhotos")] = False,  # noqa: FBT002 - a query's field
    search: Annotated[SearchText | None, Query()] = None,
) -> ModerationPage:
    """List all reviews for staff, the newest first, including hidden ones.

    ``search`` is a part of the customer's or the product's name, or of the review.
    """
    return await moderation.list_all(database, page, status=status, with_photos=with_photos, search=search)


@router.post("/review/?flag=moderate", **call(ModerationIn, refuses=(404, 409)))
async def moderate_review(request: Request, database: Database, _: Granted) -> Success[ModeratedReviewOut]:
    """Hide a review with a reason that its customer reads, or show it again.

    A hidden review counts in no rating. With a 409, ``data`` is the current review.
    """
    wanted = await read_body(request, ModerationIn)
    review = await retrying(database, lambda: moderation.moderate(database, wanted))
    return Success(message=f"Review {review.status.value}", data=review)


@router.post("/review/photo/", **call(UploadForm, form=True, refuses=(429,)))
async def upload_review_photo(request: Request, database: Database, grant: Granted) -> Success[UploadOut]:
    """Check one picture and store it before it belongs to a review.

    The key ``upload`` is given as a photo of a review afterwards. Uploads that nothing refers to are deleted after a
    day. Only customers to whom something was delivered can upload pictures.
    """
    await service.check_reviewer(database, grant.customer.id)
    await throttling.consume(database, limits.review_photo(grant.customer.id, throttling.client_address_of(request)))
    return Success(message="Picture uploaded", data=UploadOut(upload=await store_single(request, grant)))


@router.post("/review/helpful/", **call(HelpfulIn, refuses=(404,)))
async def mark_review(request: Request, database: Database, grant: Granted) -> Success[HelpfulOut]:
    """Mark a review as helpful to the caller, or remove the mark. Each customer counts once."""
    wanted = await read_body(request, HelpfulIn)
    marked = await retrying(database, lambda: moderation.mark(database, wanted, grant.customer.id))
    return Success(message="Thank you", data=marked)


@router.post("/review/", response_model=Success[OwnReviewOut], **call(ReviewIn, refuses=(404, 409)))
async def write_review(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Review a product that was delivered to the caller. One review for each customer and product."""
    wanted = await read_body(request, ReviewIn)
    if response := await idempotency.stored_response(database, wanted):
        return response
    await photos.check_uploads(wanted.photos)

    async def add() -> OwnReviewOut:
        return OwnReviewOut.of(await service.add(database, wanted, grant.customer.id))

    return await idempotency.run(database, "Review added", add, wanted)


@router.post("/review/?id={id}", **call(ReviewEditIn, refuses=(404, 409)))
async def change_review(request: Request, database: Database, grant: Granted, id: Id) -> Success[OwnReviewOut]:
    """Change one's own review."""
    review = await database.get(Review, id)
    context = stored_values(review) if review else {}
    wanted = ReviewEditIn.model_validate(await read_fields(request), context=context)
    check_same_id(id, wanted.id)
    await database.commit()  # looking for uploads must not hold a connection
    await photos.check_uploads(wanted.photos)
    review = await retrying(database, lambda: service.change(database, id, wanted, grant.customer.id))
    return Success(message="Review updated", data=OwnReviewOut.of(review))


@router.delete("/review/?id={id}", **call(refuses=(404, 409)))
async def delete_review(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Delete a review. A customer may delete their own review unless it is hidden, an admin any."""
    await retrying(database, lambda: service.delete(database, id, grant))
    return Success(message="Review deleted", data=None)
