"""Reviews of products."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Limit
from api.http.partial_update import stored_texts
from api.http.request_bodies import check_same_id, read_body, read_fields
from api.http.schema_types import Id
from api.openapi.description import call
from api.reviews import service
from api.reviews.schemas import ReviewEditIn, ReviewIn, ReviewOut, ReviewPage
from shop.reviews.model import Review

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

    For a signed-in customer, ``own`` is their review and ``canReview`` tells whether they may write one.
    """
    caller = grant.caller.customer
    return await service.list_page(database, product_id, caller.id if caller else None, before=cursor, limit=limit)


@router.post("/review/", response_model=Success[ReviewOut], **call(ReviewIn, refuses=(404, 409)))
async def write_review(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Review a product that was delivered to the caller. One review for each customer and product."""
    wanted = await read_body(request, ReviewIn)

    async def add() -> Success[ReviewOut]:
        review = await service.add(database, wanted, grant.customer.id)
        return Success(message="Review added", data=ReviewOut.of(review))

    return await idempotency.run(database, add, wanted)


@router.post("/review/?id={id}", **call(ReviewEditIn, refuses=(404, 409)))
async def change_review(
    request: Request,
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Success[ReviewOut]:
    """Change one's own review."""
    review = await database.get(Review, id)
    context = stored_texts(review) if review else {}
    wanted = ReviewEditIn.model_validate(await read_fields(request), context=context)
    check_same_id(id, wanted.id)
    review = await retrying(database, lambda: service.change(database, id, wanted, grant.customer.id))
    return Success(message="Review updated", data=ReviewOut.of(review))


@router.delete("/review/?id={id}", **call(refuses=(404,)))
async def delete_review(
    database: Database,
    grant: Granted,
    id: Id,  # noqa: A002
) -> Success[None]:
    """Delete a review. A customer may delete their own review, an admin any."""
    await retrying(database, lambda: service.delete(database, id, grant))
    return Success(message="Review deleted", data=None)
