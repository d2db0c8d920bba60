"""Idempotent requests: a repeated request with the same ``Idempotency-Key`` gets the same response and adds no row.

The response is stored in the transaction that adds the row, so both exist or neither does. Concurrent requests wait for
the first one; if that is refused, the next one runs. Orders store their keys themselves
(:mod:`api.orders.placement`).
"""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.operation import Access
from api.auth.policy import Grant, Granted
from api.db.session import retrying
from api.http.base_schemas import Success
from api.http.keyed_lock import keyed_lock
from api.openapi.description import JSON
from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.idempotency import queries
from shop.idempotency.queries import OwnedKey, Owner
from shop.security import derived_keys

HEADER = "Idempotency-Key"
DESCRIPTION = (
    "The same key with the same body is carried out once and gives the same answer, however often it is sent, for 7"
    " days. With another body it is refused with 422. The key of a visitor is ignored."
)
UNREPEATABLE = (
    "The same key with the same body is carried out once. The response has a secret, which is not stored: for 7 days a"
    " repetition is refused with 409, and another body with 422."
)

Part = BaseModel | str
"""A part of a request that distinguishes it from others: its body, or the digest of a file."""


class AlreadyAdded(Conflict):
    """The request was carried out before, and its response cannot be repeated."""

    code = "already_added"


class IdempotentRequest:
    """A request that may have an idempotency key. ``owned`` is the key with its sender."""

    def __init__(self, request: Request, grant: Grant, key: str | None) -> None:
        self.key = key
        self._request = request
        self.owned = _owned(grant, key) if key else None

    async def stored_response(self, database: AsyncSession, *parts: Part) -> Response | None:
        """Return the response that is stored for the key, or None. Nothing is locked.

        :raises Invalid: if the key was used for a different request.
        """
        if self.owned is None:
            return None
        body = await self._find(database, self.owned, self._hash(parts))
        await database.commit()
        return _response(body) if body is not None else None

    async def run(
        self,
        database: AsyncSession,
        message: str,
        work: Callable[[], Awaitable[BaseModel]],
        *parts: Part,
        seconds: float | None = None,
    ) -> Response:
        """Run ``work``, commit and respond with its result; or return the response that is stored for the key.

        ``work`` is repeated after a conflict with another transaction, so it must read everything itself and must not
        commit.

        :param message: the message of the response.
        :param seconds: how long each wait for PostgreSQL may take: see :func:`api.db.session.retrying`.
        :raises Invalid: if the key was used for a different request.
        """
        owned = self.owned
        if owned is None:
            return _response(_serialize(message, await retrying(database, work, seconds=seconds)))
        request_hash = self._hash(parts)

        async def run_under_key() -> bytes:
            claim = queries.claim(owned, request_hash=request_hash, at=now())
            if await database.scalar(claim) is None:
                stored = await self._find(database, owned, request_hash)
                if stored is not None:
                    return stored
            body = _serialize(message, await work())
            await database.execute(queries.store_response(owned, body))
            return body

        # PostgreSQL would make concurrent requests wait as well, but each of them would hold a connection.
        async with keyed_lock(f"key {owned}", self._request):
            return _response(await retrying(database, run_under_key, seconds=seconds))

    async def claim(self, database: AsyncSession, *parts: Part, repeated: str) -> None:
        """Claim the key for a request whose response has a secret, so that it is not stored. The caller commits.

        :param repeated: the message of a repetition.
        :raises AlreadyAdded: if the request was carried out before.
        :raises Invalid: if the key was used for a different request.
        """
        if self.owned is None:
            return
        request_hash = self._hash(parts)
        if await database.scalar(queries.claim(self.owned, request_hash=request_hash, at=now())) is None:
            await self._find(database, self.owned, request_hash)
            raise AlreadyAdded(repeated)

    async def _find(self, database: AsyncSession, owned: OwnedKey, request_hash: bytes) -> bytes | None:
        found = (await database.execute(queries.find(owned))).first()
        if found is not None and found.request_hash != request_hash:
            raise Invalid(
                "This request's key was already used for another request.",
                fields={HEADER: "Use a new key for a new request."},
            )
        return found.answer if found is not None else None

    def _hash(self, parts: tuple[Part, ...]) -> bytes:
        """Return a keyed digest of the route and the parts."""
        texts = [part if isinstance(part, str) else part.model_dump_json() for part in parts]
        return derived_keys.sign("idempotency", "\n".join([self._request.scope["route"].path, *texts]))


def _owned(grant: Grant, key: str) -> OwnedKey | None:
    """Return the key with its owner. Visitors have no keys."""
    caller = grant.caller
    if caller.key is not None:
        return OwnedKey(Owner.API_KEY, caller.key.key_id, key)
    if caller.admin is not None and grant.access is not Access.CUSTOMER:
        return OwnedKey(Owner.ADMIN, caller.admin.id, key)
    return OwnedKey(Owner.CUSTOMER, caller.customer.id, key) if caller.customer is not None else None


def _serialize(message: str, data: BaseModel) -> bytes:
    return Success(message=message, data=data).model_dump_json(by_alias=True).encode()


def _response(body: bytes) -> Response:
    return Response(body, media_type=JSON)


_KEY = Header(alias=HEADER, min_length=1, max_length=200, description=DESCRIPTION)
_UNREPEATABLE_KEY = Header(alias=HEADER, min_length=1, max_length=200, description=UNREPEATABLE)


async def _idempotent_request(
    request: Request, grant: Granted, key: Annotated[str | None, _KEY] = None
) -> IdempotentRequest:
    return IdempotentRequest(request, grant, key)


async def _keyed_request(request: Request, grant: Granted, key: Annotated[str, _KEY]) -> IdempotentRequest:
    return IdempotentRequest(request, grant, key)


async def _unrepeatable_request(
    request: Request, grant: Granted, key: Annotated[str | None, _UNREPEATABLE_KEY] = None
) -> IdempotentRequest:
    return IdempotentRequest(request, grant, key)


Idempotency = Annotated[IdempotentRequest, Depends(_idempotent_request)]
RequiredIdempotency = Annotated[IdempotentRequest, Depends(_keyed_request)]
"""The key of a request that must not be executed twice because it moves money."""
UnrepeatableIdempotency = Annotated[IdempotentRequest, Depends(_unrepeatable_request)]
"""The key of a request whose response has a secret: see :meth:`IdempotentRequest.claim`."""
