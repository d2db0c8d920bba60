"""The newsletter: ask for it, confirm from one's mailbox, leave it."""

from collections.abc import Awaitable
from typing import Annotated
from urllib.parse import urlencode

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
from shop.newsletter.links import DeadLink, Purpose
from shop.settings import settings

router = feature("newsletter")

Token = Annotated[str, Query(max_length=200)]


class ReaderIn(In):
    email: GivenEmail


@router.post("/newsletter/", **call(ReaderIn, refuses=(429,)))
async def subscribe(request: Request, database: Database, _: Granted) -> Success[None]:
    """Ask for the newsletter; it comes once the mail that follows is confirmed. The answer is the same for anyone."""
    wanted = await read(request, ReaderIn)
    await service.subscribe(database, wanted.email, address=throttling.address_of(request))
    return Success(message="Thank you. Please confirm by the link in the mail that we have sent you.", data=None)


@router.get("/newsletter/confirm/", response_model=Success[None], **call(refuses=(404,)))
async def open_confirmation(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Look whether a link to confirm is good. A browser is led to the page whose button confirms."""
    return await _opened(request, database, Purpose.CONFIRM, token)


@router.post("/newsletter/confirm/", response_model=Success[None], **call(refuses=(404,)))
async def confirm_subscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Take a reader in who pressed the button on the page that their mail leads to."""
    done = service.confirm(database, token)
    return await _acted(request, done, state="confirmed", message="You are subscribed.")


@router.get("/newsletter/unsubscribe/", response_model=Success[None], **call(refuses=(404,)))
async def open_unsubscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Look whether a link to unsubscribe is good. A browser is led to the page whose button unsubscribes."""
    return await _opened(request, database, Purpose.UNSUBSCRIBE, token)


@router.post("/newsletter/unsubscribe/", response_model=Success[None], **call(refuses=(404,)))
async def unsubscribe(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Let a reader go, by the button on the page or with one click in their mail program (RFC 8058)."""
    done = service.unsubscribe(database, token)
    return await _acted(request, done, state="unsubscribed", message="You are unsubscribed.")


async def _opened(
    request: Request, database: Database, purpose: Purpose, token: str
) -> Success[None] | RedirectResponse:
    try:
        await service.check(database, token, purpose)
    except DeadLink:
        if not _is_page_wanted(request):
            raise
        return _page({"state": "expired"})
    if _is_page_wanted(request):
        return _page({"state": purpose.value, "token": token})
    return Success(message="This link is good. Send it by POST to act on it.", data=None)


async def _acted(
    request: Request, act: Awaitable[None], *, state: str, message: str
) -> Success[None] | RedirectResponse:
    """Act; to a form without scripts show the page that says what was done, to a client its JSON."""
    is_page_wanted = _is_page_wanted(request) and not await _is_one_click(request)
    try:
        await act
    except DeadLink:
        if not is_page_wanted:
            raise
        state = "expired"
    return _page({"state": state}) if is_page_wanted else Success(message=message, data=None)


def _page(query: dict[str, str]) -> RedirectResponse:
    return RedirectResponse(f"{settings().public_url.rstrip('/')}/newsletter?{urlencode(query)}", 303)


def _is_page_wanted(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


async def _is_one_click(request: Request) -> bool:
    """Whether a mail program sends this: it follows no redirect (RFC 8058, 3.1)."""
    return b"List-Unsubscribe" in await request.body()
