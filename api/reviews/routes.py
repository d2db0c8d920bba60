"""Reviews of products."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.bodies import check_same_id, content_of, read
from api.changes import kept_texts
from api.database import Database, retrying
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Granted
from api.reviews import service
from api.reviews.schemas import ReviewEditIn, ReviewIn, ReviewOut, ReviewPage
from api.routing import feature
from api.shapes import Id, Success
from shop.reviews.model import Review

router = feature("reviews")

PAGE = 200


@router.get("/review/", **call(refuses=(404,)))
async def list_reviews(
    database: Database,
    grant: Granted,
    product_id: Annotated[Id, Query(alias="productId")],
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Id | None, Query()] = None,
) -> ReviewPage:
    """List a product's reviews, the newest first, with how many gave each number of stars.

    For a shopper, ``own`` is their review and ``canReview`` tells whether they may write one.
    """
    caller = grant.caller.customer
    return await service.show(database, product_id, caller.id if caller else None, before=cursor, limit=limit)


@router.post("/review/", response_model=Success[ReviewOut], **call(ReviewIn, refuses=(404, 409)))
async def write_review(request: Request, database: Database, grant: Granted, once: AddsOnce) -> Response:
    """Review a product that was delivered to the shopper, once."""
    wanted = await read(request, ReviewIn)

    async def add() -> Success[ReviewOut]:
        review = await service.write(database, wanted, grant.customer.id)
        return Success(message="Review added", data=ReviewOut.of(review))

    return await once.add(database, add, wanted)


@router.post("/review/?id={id}", **call(ReviewEditIn, refuses=(404, 409)))
async def change_review(
    request: Request,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[ReviewOut]:
    """Put one's own review in other words or stars."""
    review = await database.get(Review, id)
    context = kept_texts(review) if review else {}
    wanted = ReviewEditIn.model_validate(await content_of(request), context=context)
    check_same_id(id, wanted.id)
    review = await retrying(database, lambda: service.change(database, id, wanted, grant.customer.id))
    return Success(message="Review updated", data=ReviewOut.of(review))


@router.delete("/review/?id={id}", **call(refuses=(404,)))
async def delete_review(
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Take a review away: the shopper's own, or any for an admin."""
    await retrying(database, lambda: service.delete(database, id, grant))
    return Success(message="Review deleted", data=None)
