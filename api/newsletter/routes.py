"""The newsletter: subscribe, confirm, unsubscribe."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import RedirectResponse

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.newsletter import service
from api.newsletter.mail_links import MailLinks
from api.newsletter.schemas import ReaderIn
from api.openapi.description import call
from shop.newsletter.model import LinkPurpose

router = feature_router("newsletter")
_LINKS = MailLinks("/newsletter")

Token = Annotated[str, Query(max_length=200)]


@router.post("/newsletter/", **call(ReaderIn, refuses=(429,)))
async def subscribe(request: Request, database: Database, _: Granted) -> Success[None]:
    """Ask for the newsletter. A mail with a confirmation link follows. The response is the same for every address."""
    wanted = await read_body(request, ReaderIn)
    await service.subscribe(database, wanted.email, address=throttling.client_address_of(request))
    return Success(message="Thank you. Please confirm by the link in the mail that we have sent you.", data=None)


@router.get("/newsletter/confirm/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def open_confirmation(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Check a confirmation link. A browser is redirected to the page whose button confirms."""
    return await _check(request, database, LinkPurpose.CONFIRM, token)


@router.post("/newsletter/confirm/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def confirm_subscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Subscribe the reader whose mail had this link."""
    action = service.confirm(database, token)
    return await _LINKS.act(request, action, state="confirmed", message="You are subscribed.")


@router.get("/newsletter/unsubscribe/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def open_unsubscription(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Check a link to unsubscribe. A browser is redirected to the page whose button unsubscribes."""
    return await _check(request, database, LinkPurpose.UNSUBSCRIBE, token)


@router.post("/newsletter/unsubscribe/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def unsubscribe(
    request: Request, database: Database, _: Granted, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Unsubscribe a reader, by the button on the page or by one click in their mail program (RFC 8058)."""
    action = service.unsubscribe(database, token)
    return await _LINKS.act(request, action, state="unsubscribed", message="You are unsubscribed.")


async def _check(
    request: Request, database: Database, purpose: LinkPurpose, token: str
) -> Success[None] | RedirectResponse:
    checked = service.check(database, token, purpose)
    return await _LINKS.check(request, checked, state=purpose.value, token=token)
