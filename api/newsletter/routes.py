"""The newsletter: subscribe, confirm, unsubscribe."""

from collections.abc import Awaitable
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query, Request
from fastapi.responses import RedirectResponse

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.newsletter import service
from api.newsletter.schemas import ReaderIn
from api.openapi.description import call
from shop.newsletter.model import LinkPurpose
from shop.security.signed_links import InvalidLink
from shop.settings import settings

router = feature_router("newsletter")

Token = Annotated[str, Query(max_length=200)]


@router.post("/newsletter/", **call(ReaderIn, refuses=(429,)))
async def subscribe(request: Request, database: Database, _: Granted) -> Success[None]:
    """Ask for the newsletter. A mail with a link to confirm follows. The answer is the same for every address."""
    wanted = await read_body(request, ReaderIn)
    await service.subscribe(database, wanted.email, address=throttling.client_address_of(request))
    return Success(message="Thank you. Please confirm by the link in the mail that we have sent you.", data=None)


@router.get("/newsletter/confirm/", response_model=Success[None], **call(refuses=(404,)))
async def open_confirmation(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Check a link to confirm. A browser is redirected to the page whose button confirms."""
    return await _check_link(request, database, LinkPurpose.CONFIRM, token)


@router.post("/newsletter/confirm/", response_model=Success[None], **call(refuses=(404,)))
async def confirm_subscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Subscribe the reader whose mail had this link."""
    action = service.confirm(database, token)
    return await _act(request, action, state="confirmed", message="You are subscribed.")


@router.get("/newsletter/unsubscribe/", response_model=Success[None], **call(refuses=(404,)))
async def open_unsubscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Check a link to unsubscribe. A browser is redirected to the page whose button unsubscribes."""
    return await _check_link(request, database, LinkPurpose.UNSUBSCRIBE, token)


@router.post("/newsletter/unsubscribe/", response_model=Success[None], **call(refuses=(404,)))
async def unsubscribe(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Unsubscribe a reader, by the button on the page or by one click in their mail program (RFC 8058)."""
    action = service.unsubscribe(database, token)
    return await _act(request, action, state="unsubscribed", message="You are unsubscribed.")


async def _check_link(
    request: Request, database: Database, purpose: LinkPurpose, token: str
) -> Success[None] | RedirectResponse:
    try:
        await service.check(database, token, purpose)
    except InvalidLink:
        if not _accepts_html(request):
            raise
        return _redirect({"state": "expired"})
    if _accepts_html(request):
        return _redirect({"state": purpose.value, "token": token})
    return Success(message="This link is good. Send it by POST to act on it.", data=None)


async def _act(
    request: Request, action: Awaitable[None], *, state: str, message: str
) -> Success[None] | RedirectResponse:
    """Run the action. Redirect a form without scripts to the page that tells the result; answer a client with JSON."""
    answers_html = _accepts_html(request) and not await _is_one_click(request)
    try:
        await action
    except InvalidLink:
        if not answers_html:
            raise
        state = "expired"
    return _redirect({"state": state}) if answers_html else Success(message=message, data=None)


def _redirect(query: dict[str, str]) -> RedirectResponse:
    return RedirectResponse(f"{settings().public_url.rstrip('/')}/newsletter?{urlencode(query)}", 303)


def _accepts_html(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


async def _is_one_click(request: Request) -> bool:
    """Whether a mail program sends the request, which follows no redirect (RFC 8058, 3.1)."""
    return b"List-Unsubscribe" in await request.body()
