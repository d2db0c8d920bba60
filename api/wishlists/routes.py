"""A customer's wishlist."""

from typing import Annotated

from fastapi import Query, Request, Response

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.wishlists import service
from api.wishlists.schemas import WishlistEntryIn, WishlistEntryOut
from shop.wishlists.model import WishlistEntry

router = feature_router("wishlist")


@router.get("/wishlist/", **call(refuses=(404,)))
async def show_wishlist(
    database: Database, grant: Granted, customer_id: Annotated[Id, Query(alias="customerId")]
) -> list[WishlistEntryOut]:
    """Return a customer's wishlist, the newest entry first. The response body is the list itself."""
    grant.check_owner(customer_id)
    return await service.entries(database, WishlistEntry.customer_id == customer_id)


@router.post("/wishlist/", response_model=Success[WishlistEntryOut], **call(WishlistEntryIn, refuses=(404, 409)))
async def add_to_wishlist(request: Request, database: Database, grant: Granted, idempotency: Idempotency) -> Response:
    """Add a product to the wishlist. An existing entry stays unchanged. A wishlist has at most 200 entries."""
    wanted = await read_body(request, WishlistEntryIn)
    grant.check_owner(wanted.customer_id)
    return await idempotency.run(database, "Added to wishlist", lambda: service.add(database, wanted), wanted)


@router.delete("/wishlist/?id={id}", **call(refuses=(404,)))
async def remove_from_wishlist(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Remove an entry from the wishlist."""
    await service.remove(database, id, grant)
    return Success(message="Removed from wishlist", data=None)
