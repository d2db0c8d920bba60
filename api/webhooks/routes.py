"""Routes of webhook endpoints, for the admin portal."""

from typing import Annotated

from fastapi import Query, Request

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import UnrepeatableIdempotency
from api.http.partial_update import split_seen
from api.http.request_bodies import read_body, read_fields
from api.http.schema_types import Id
from api.openapi.description import call
from api.webhooks import listing, service
from api.webhooks.schemas import (
    DeliveryList,
    DoneOut,
    EndpointEditIn,
    EndpointIn,
    EndpointList,
    EndpointOut,
    ReplayIn,
    RetryIn,
    SecretOut,
    State,
)
from shop.db.base import LARGEST_KEY
from shop.integrations.model import WebhookEndpoint

router = feature_router("integrations")
PAGE = 50
REPEATED = "This endpoint was added already. Its secret is not shown again. Please change its secret to get one."


@router.get("/admin/webhooks/", **call())
async def list_webhooks(database: Database, _: Granted) -> EndpointList:
    """List all webhook endpoints with their state and their figures of the last 24 hours."""
    return await listing.endpoints(database)


@router.get("/admin/webhooks/deliveries/", **call(refuses=(404,)))
async def list_webhook_deliveries(
    database: Database,
    _: Granted,
    endpoint_id: Annotated[Id, Query(alias="endpointId")],
    state: Annotated[State, Query()] = "all",
    cursor: Annotated[int, Query(ge=0, le=LARGEST_KEY)] = LARGEST_KEY,
) -> DeliveryList:
    """List an endpoint's deliveries, the newest first, with their messages and responses."""
    await service.find(database, endpoint_id)
    return await listing.deliveries(database, endpoint_id, state, before=cursor, limit=PAGE)


@router.post("/admin/webhooks/", **call(EndpointIn, refuses=(409,)))
async def add_webhook(
    request: Request, database: Database, grant: Granted, idempotency: UnrepeatableIdempotency
) -> Success[SecretOut]:
    """Add an endpoint. The response has its secret, which cannot be read again."""
    wanted = await read_body(request, EndpointIn)
    await service.check_address(wanted.url)
    await idempotency.claim(database, wanted, repeated=REPEATED)
    endpoint, secret = await service.add(database, wanted, grant.admin)
    return Success(message="Endpoint added", data=await _with_secret(database, endpoint, secret))


@router.post("/admin/webhooks/secret/?id={id}", **call(refuses=(404,)))
async def change_webhook_secret(database: Database, _: Granted, id: Id) -> Success[SecretOut]:
    """Give an endpoint a new secret, which only this response has. The old one also signs for 24 hours."""
    endpoint, secret = await service.change_secret(database, id)
    return Success(message="Secret changed", data=await _with_secret(database, endpoint, secret))


@router.post("/admin/webhooks/test/?id={id}", **call(refuses=(404, 409)))
async def send_test_event(database: Database, _: Granted, id: Id) -> Success[DoneOut]:
    """Send an endpoint a test event."""
    return Success(message="Test event on its way", data=await service.test(database, id))


@router.post("/admin/webhooks/retry/?id={id}", **call(RetryIn, refuses=(404, 409)))
async def retry_webhook(request: Request, database: Database, _: Granted, id: Id) -> Success[DoneOut]:
    """Retry deliveries now: the named ones, or all that are dead."""
    wanted = await read_body(request, RetryIn)
    return Success(message="They are tried again", data=await service.retry(database, id, wanted.ids))


@router.post("/admin/webhooks/replay/?id={id}", **call(ReplayIn, refuses=(404, 409)))
async def replay_webhook(request: Request, database: Database, _: Granted, id: Id) -> Success[DoneOut]:
    """Send all stored events since a time again, with the same ids."""
    wanted = await read_body(request, ReplayIn)
    return Success(message="The events are sent again", data=await service.replay(database, id, wanted.since))


@router.post("/admin/webhooks/?id={id}", **call(EndpointEditIn, refuses=(404, 409)))
async def change_webhook(request: Request, database: Database, _: Granted, id: Id) -> Success[EndpointOut]:
    """Change an endpoint, or switch it on or off. Events that occur while it is off wait for it."""
    sent, seen = split_seen(await read_fields(request))
    wanted = EndpointEditIn.model_validate(sent)
    if wanted.url is not None:
        await service.check_address(wanted.url)
    endpoint = await service.edit(database, id, wanted, seen)
    (described,) = await listing.described(database, [endpoint])
    return Success(message="Endpoint changed", data=described)


@router.delete("/admin/webhooks/?id={id}", **call(refuses=(404,)))
async def remove_webhook(database: Database, _: Granted, id: Id) -> Success[None]:
    """Remove an endpoint with its deliveries."""
    await service.remove(database, id)
    return Success(message="Endpoint removed", data=None)


async def _with_secret(database: Database, endpoint: WebhookEndpoint, secret: str) -> SecretOut:
    (described,) = await listing.described(database, [endpoint])
    return SecretOut(**described.model_dump(), secret=secret)
