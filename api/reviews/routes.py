"""Reviews of products."""

from typing import Annotated

from fastapi import Query, Request

from api.bodies import read
from api.database import Database, retrying
from api.openapi import takes
from api.policy import Granted
from api.reviews import service
from api.reviews.schemas import ReviewEditIn, ReviewIn, ReviewOut, ReviewPage
from api.routing import feature
from api.shapes import Id, Success
from shop.errors import Forbidden

router = feature("reviews")

PAGE = 200
EXAMPLE = {"productId": 1, "rating": 5, "title": "A treasure", "text": "The ruby glows, and the ring fits well."}


@router.get("/review/")
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


@router.post("/review/", openapi_extra=takes(ReviewIn, ReviewEditIn, example=EXAMPLE))
async def write_review(
    request: Request,
    database: Database,
    grant: Granted,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
) -> Success[ReviewOut]:
    """Review a product that was delivered to the shopper, once; with ``id``, change the shopper's own review."""
    caller = grant.caller.customer
    if caller is None:
        raise Forbidden("This is for shoppers only.")
    customer_id = caller.id
    if id is not None:
        review_id, edit = id, await read(request, ReviewEditIn)
        review = await retrying(database, lambda: service.change(database, review_id, edit, customer_id))
        return Success(message="Review updated", data=ReviewOut.of(review))
    wanted = await read(request, ReviewIn)
    review = await retrying(database, lambda: service.write(database, wanted, customer_id))
    return Success(message="Review added", data=ReviewOut.of(review))


@router.delete("/review/")
async def delete_review(
    database: Database,
    grant: Granted,
    id: Annotated[Id, Query()],  # noqa: A002
) -> Success[None]:
    """Take a review away: the shopper's own, or any for an admin."""
    await retrying(database, lambda: service.delete(database, id, grant))
    return Success(message="Review deleted", data=None)
