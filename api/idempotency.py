"""Adding something once: the same request with the same ``Idempotency-Key`` adds one row and gives the same answer.

The answer is kept in the transaction that adds the row, so there are both or neither. Of requests that come at the same
time, the others wait for the first one; where it is refused, the next one tries. Orders keep their keys by themselves
(:mod:`shop.orders.checkout`).
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from api.database import retrying
from api.openapi import JSON
from api.policy import Access, Grant, Granted
from api.shapes import Success
from api.turns import in_turn
from shop import keys
from shop.clock import now
from shop.errors import Invalid
from shop.idempotency import queries
from shop.idempotency.queries import OwnedKey
from shop.sessions.model import Role

KEY = "Idempotency-Key"
ABOUT = "The same key with the same body gives the same answer and adds one row, however often it is sent, for 7 days."

Part = BaseModel | str
"""What tells one request from another: its body as it was read, or the digest of a file."""


class Once:
    """What a request adds, under the key that it may have."""

    def __init__(self, request: Request, grant: Grant, key: str | None) -> None:
        self.key = key
        self._request = request
        self._owned = _owned(grant, key) if key else None

    async def answered(self, database: AsyncSession, *parts: Part) -> Response | None:
        """Return the answer that the key stands for, if there is one. Nothing is taken or locked.

        :raises Invalid: where the key stands for another request.
        """
        if self._owned is None:
            return None
        answer = await self._find(database, self._owned, self._hash(parts))
        await database.commit()
        return _response(answer) if answer is not None else None

    async def add(
        self,
        database: AsyncSession,
        work: Callable[[], Awaitable[Success[Any]]],
        *parts: Part,
        seconds: float | None = None,
    ) -> Response:
        """Do ``work``, commit it and return its answer; where the key was used, return the answer that it stands for.

        ``work`` begins anew after a clash with another transaction: it reads all that it needs itself. It does not
        commit by itself.

        :param seconds: as :func:`api.database.retrying` has it.
        :raises Invalid: where the key stands for another request.
        """
        owned = self._owned
        if owned is None:
            return _response(_written(await retrying(database, work, seconds=seconds)))
        request_hash = self._hash(parts)

        async def add_under_key() -> bytes:
            claim = queries.claim(owned, request_hash=request_hash, at=now())
            if await database.scalar(claim) is None:
                answer = await self._find(database, owned, request_hash)
                if answer is not None:
                    return answer
            answer = _written(await work())
            await database.execute(queries.keep(owned, answer))
            return answer

        # PostgreSQL keeps them in order as well; but whoever waits for it holds a connection.
        async with in_turn(f"key {owned}", self._request):
            return _response(await retrying(database, add_under_key, seconds=seconds))

    async def _find(self, database: AsyncSession, owned: OwnedKey, request_hash: bytes) -> bytes | None:
        found = (await database.execute(queries.find(owned))).first()
        if found is not None and found.request_hash != request_hash:
            raise Invalid(
                "This request's key was already used for another request.",
                fields={KEY: "Use a new key for a new request."},
            )
        return found.answer if found is not None else None

    def _hash(self, parts: tuple[Part, ...]) -> bytes:
        """Return what tells this request from others: the call, and what it is about."""
        texts = [part if isinstance(part, str) else part.model_dump_json() for part in parts]
        return keys.sign("idempotency", "\n".join([self._request.scope["route"].path, *texts]))


def _owned(grant: Grant, key: str) -> OwnedKey | None:
    """Return a key as that of whoever makes the call; a visitor has none."""
    admin = None if grant.access is Access.SHOPPER else grant.caller.admin
    person = admin or grant.caller.customer
    if person is None:
        return None
    return OwnedKey(Role.ADMIN if admin else Role.CUSTOMER, person.id, key)


def _written(answer: Success[Any]) -> bytes:
    return answer.model_dump_json(by_alias=True).encode()


def _response(answer: bytes) -> Response:
    return Response(answer, media_type=JSON)


async def _once(
    request: Request,
    grant: Granted,
    key: Annotated[str | None, Header(alias=KEY, min_length=1, max_length=200, description=ABOUT)] = None,
) -> Once:
    return Once(request, grant, key)


AddsOnce = Annotated[Once, Depends(_once)]
