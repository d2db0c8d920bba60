"""The newsletter: ask for it, confirm from one's mailbox, leave it."""

from collections.abc import Awaitable
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import RedirectResponse

from api import throttling
from api.bodies import read
from api.customers.schemas import GivenEmail
from api.database import Database
from api.newsletter import service
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import In, Success
from shop.newsletter.links import DeadLink
from shop.settings import settings

router = feature("newsletter")

Token = Annotated[str, Query(max_length=200)]


class ReaderIn(In):
    email: GivenEmail


async def _by_link(
    request: Request, act: Awaitable[None], *, state: str, message: str
) -> Success[None] | RedirectResponse:
    """Do what the link is for; to a browser show the page that says so, to a client its JSON."""
    is_page_wanted = "text/html" in request.headers.get("accept", "")
    try:
        await act
    except DeadLink:
        if not is_page_wanted:
            raise
        state = "expired"
    if is_page_wanted:
        return RedirectResponse(f"{settings().public_url.rstrip('/')}/newsletter?state={state}", 303)
    return Success(message=message, data=None)


@router.post("/newsletter/", **call(ReaderIn, refuses=(429,)))
async def subscribe(request: Request, database: Database, _: Granted) -> Success[None]:
    """Ask for the newsletter; it comes once the mail that follows is confirmed. The answer is the same for anyone."""
    wanted = await read(request, ReaderIn)
    await service.subscribe(database, wanted.email, address=throttling.address_of(request))
    return Success(message="Thank you. Please confirm by the link in the mail that we have sent you.", data=None)


@router.get("/newsletter/confirm/", response_model=Success[None], **call(refuses=(404,)))
async def confirm(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Take a reader in by the link in their mail. A browser that follows the link itself is led to the shop's page."""
    return await _by_link(request, service.confirm(database, token), state="confirmed", message="You are subscribed.")


@router.get("/newsletter/unsubscribe/", response_model=Success[None], **call(refuses=(404,)))
async def unsubscribe_by_link(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Let a reader go by the link in a mail. A browser that follows the link itself is led to the shop's page."""
    leaving = service.unsubscribe(database, token)
    return await _by_link(request, leaving, state="unsubscribed", message="You are unsubscribed.")


@router.post("/newsletter/unsubscribe/", **call(refuses=(404,)))
async def unsubscribe(database: Database, _: Granted, token: Token = "") -> Success[None]:
    """Let a reader go with one click in their mail program (RFC 8058)."""
    await service.unsubscribe(database, token)
    return Success(message="You are unsubscribed.", data=None)
