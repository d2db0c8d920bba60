"""Adds, changes, tests and removes webhook endpoints. The caller commits."""

import asyncio
import socket
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.http.partial_update import ChangedMeanwhile, get_or_404, stale_fields, values_of
from api.webhooks import listing
from api.webhooks.schemas import DoneOut, EndpointEditIn, EndpointIn
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.events import outbox
from shop.events.model import EventStream
from shop.integrations import queries, rules, signing
from shop.integrations.events import WebhookChanged, WebhookTested
from shop.integrations.model import WebhookEndpoint, consumer_of
from shop.security import outgoing_addresses
from shop.settings import settings

MAX_ENDPOINTS = 50
RESOLVE_SECONDS = 2.0
MISSING = "Webhook endpoint not found"


class TooManyEndpoints(Conflict):
    """The number of endpoints has reached its limit."""

    code = "too_many_endpoints"


class SwitchedOff(Conflict):
    """The endpoint is off, so nothing is sent."""

    code = "switched_off"


async def check_address(url: str) -> None:
    """Check that an endpoint's URL leads to an allowed address.

    A host that does not resolve now is accepted, because the address is checked again at each call. A URL with http is
    then refused, unless ``SHOP_WEBHOOK_ALLOWED`` names networks: http is for this machine, whose names always resolve.

    :raises shop.security.outgoing_addresses.ForbiddenAddress: if webhooks may not call there.
    """
    config = settings()
    host, port = outgoing_addresses.check_url(url, is_local=config.is_local)
    scheme = urlsplit(url).scheme
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await loop.getaddrinfo(host.rstrip("."), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        if scheme == "http" and not config.webhook_allowed:
            raise outgoing_addresses.ForbiddenAddress(outgoing_addresses.NEEDS_HTTPS) from None
        return
    names = [str(entry[4][0]) for entry in found]
    outgoing_addresses.check_addresses(names, scheme=scheme, is_local=config.is_local, allowed=config.webhook_allowed)


async def add(database: AsyncSession, wanted: EndpointIn, admin: Person) -> tuple[WebhookEndpoint, str]:
    """Add an endpoint, which gets all later events, and return it with its secret.

    :raises TooManyEndpoints: if there are :data:`MAX_ENDPOINTS`.
    """
    if len((await database.scalars(queries.endpoints())).all()) >= MAX_ENDPOINTS:
        raise TooManyEndpoints(f"There are {MAX_ENDPOINTS} endpoints. Please remove one first.")
    secret = signing.make_secret()
    stream = await database.get_one(EventStream, 1)
    endpoint = WebhookEndpoint(
        name=wanted.name,
        url=wanted.url,
        types=wanted.types,
        is_on=True,
        position=stream.position,
        secret=signing.encrypt(secret),
        created_at=now(),
        created_by=admin.name,
    )
    database.add(endpoint)
    await database.flush()
    await _audit(database, "added", endpoint, _changes({}, _described(endpoint), "url", "types"))
    return endpoint, secret


async def edit(
    database: AsyncSession, endpoint_id: int, wanted: EndpointEditIn, seen: Mapping[str, Any]
) -> WebhookEndpoint:
    """Change an endpoint. If it is switched on, its waiting deliveries are due at once, with no attempts counted.

    :param seen: the values that the caller saw, by the names of the given fields.
    :raises NotFound: if there is no such endpoint.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    endpoint = await find(database, endpoint_id, lock=True)
    if stale := stale_fields(wanted, wanted.model_fields_set, seen, values_of(EndpointEditIn, endpoint)):
        (shown,) = await listing.described(database, [endpoint])
        raise ChangedMeanwhile(stale, shown)
    before = _described(endpoint)
    for name in wanted.model_fields_set:
        setattr(endpoint, name, getattr(wanted, name))
    changes = _changes(before, _described(endpoint), *sorted(before))
    if "is_on" in changes and endpoint.is_on:
        endpoint.off_reason = endpoint.failing_since = None
        await database.execute(queries.SWITCH_ON, {"consumer": consumer_of(endpoint_id)})
    if changes:
        await _audit(database, "changed", endpoint, changes)
    return endpoint


async def change_secret(database: AsyncSession, endpoint_id: int) -> tuple[WebhookEndpoint, str]:
    """Give an endpoint a new secret. For a day, messages are also signed with the old one."""
    endpoint = await find(database, endpoint_id, lock=True)
    secret = signing.make_secret()
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret, now() + rules.SECRET_OVERLAP
    endpoint.secret = signing.encrypt(secret)
    await _audit(database, "changed", endpoint, {"secret": {"secret": True}})
    return endpoint, secret


async def remove(database: AsyncSession, endpoint_id: int) -> None:
    """Remove an endpoint with its deliveries."""
    endpoint = await find(database, endpoint_id, lock=True)
    await _audit(database, "deleted", endpoint, _changes(_described(endpoint), {}, "url", "types"))
    await database.execute(queries.REMOVE, {"consumer": consumer_of(endpoint_id)})
    await database.delete(endpoint)


async def test(database: AsyncSession, endpoint_id: int) -> DoneOut:
    """Send a test event to an endpoint, in the same way as any other event.

    :raises SwitchedOff: if it is off.
    """
    endpoint = await _find_on(database, endpoint_id)
    await outbox.record(database, WebhookTested(endpoint_id=endpoint.id, name=endpoint.name), at=now())
    await _audit(database, "changed", endpoint, {"test event": {"from": None, "to": "sent"}})
    return DoneOut(count=1)


async def retry(database: AsyncSession, endpoint_id: int, ids: list[int] | None) -> DoneOut:
    """Make deliveries due now: the named ones that failed, or all dead ones.

    The deliveries of each aggregate are sent one after the other. A delivery that is being sent is not changed.

    :raises SwitchedOff: if the endpoint is off.
    """
    endpoint = await _find_on(database, endpoint_id, lock=True)
    parameters = {"endpoint_id": endpoint_id, "ids": ids, "only_dead": ids is None}
    found = (await database.execute(queries.RETRY, parameters)).all()
    if ids and not found:
        raise Conflict("These deliveries are done, are being sent now, or wait for no further try.")
    await database.execute(queries.KEEP_ORDER, {"endpoint_id": endpoint_id})
    await _audit(database, "retried", endpoint, {"deliveries": {"from": None, "to": len(found)}})
    return DoneOut(count=len(found))


async def replay(database: AsyncSession, endpoint_id: int, since: datetime) -> DoneOut:
    """Send all events since a time to an endpoint again, with the same ids. The order within each aggregate is kept.

    :raises Invalid: if the time is in the future.
    :raises SwitchedOff: if the endpoint is off.
    """
    if since > now():
        raise Invalid("Please give a time in the past.", fields={"since": "This is in the future."})
    endpoint = await _find_on(database, endpoint_id, lock=True)
    position = await database.scalar(queries.POSITION_AT, {"at": since}) or 0
    before = endpoint.position
    await database.execute(queries.rewind(endpoint_id, position))
    await database.execute(queries.FORGET_WAITING, {"endpoint_id": endpoint_id})
    await _audit(database, "retried", endpoint, {"since": {"from": None, "to": since.isoformat()}})
    return DoneOut(count=max(0, before - position))


async def find(database: AsyncSession, endpoint_id: int, *, lock: bool = False) -> WebhookEndpoint:
    """Return an endpoint.

    :raises NotFound: if there is no such endpoint.
    """
    return await get_or_404(database, WebhookEndpoint, endpoint_id, MISSING, lock=lock)


async def _find_on(database: AsyncSession, endpoint_id: int, *, lock: bool = False) -> WebhookEndpoint:
    endpoint = await find(database, endpoint_id, lock=lock)
    if not endpoint.is_on:
        raise SwitchedOff("This endpoint is off. Please switch it on first.")
    return endpoint


async def _audit(database: AsyncSession, action: str, endpoint: WebhookEndpoint, changes: dict[str, Any]) -> None:
    """Write the audit's entry, and the event for open pages."""
    await database.run_sync(
        record_action, action, "webhook", entity_id=endpoint.id, label=endpoint.name, changes=changes
    )
    await outbox.record(database, WebhookChanged(endpoint_id=endpoint.id, name=endpoint.name), at=now())


def _described(endpoint: WebhookEndpoint) -> dict[str, Any]:
    """Return the fields of an endpoint that staff set, as the audit shows them."""
    return {
        "name": endpoint.name,
        "url": endpoint.url,
        "types": ", ".join(endpoint.types or ["all"]),
        "is_on": endpoint.is_on,
    }


def _changes(before: dict[str, Any], after: dict[str, Any], *names: str) -> dict[str, Any]:
    return {
        name: {"from": before.get(name), "to": after.get(name)} for name in names if before.get(name) != after.get(name)
    }
