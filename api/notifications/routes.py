"""The routes of notification choices, devices, and links that switch mails off."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import RedirectResponse

from api.auth import throttling
from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.newsletter.mail_links import MailLinks
from api.notifications import service
from api.notifications.schemas import ChoicesOut, DeviceIn, DeviceOut, DeviceQueryIn, MailChoiceIn
from api.openapi.description import call
from shop.notifications.model import Subject

router = feature_router("customers")
_LINKS = MailLinks("/unsubscribe")

Token = Annotated[str, Query(max_length=200)]


@router.get("/notification/", **call())
async def show_notifications(database: Database, grant: Granted) -> Success[ChoicesOut]:
    """Return the subjects of a shopper's mails, and the key with which browsers subscribe to notifications."""
    return Success(message="Notifications", data=await service.choices(database, grant.customer))


@router.post("/notification/", **call(MailChoiceIn, refuses=(429,)))
async def choose_mails(request: Request, database: Database, grant: Granted) -> Success[ChoicesOut]:
    """Switch mails about a subject on or off. Codes, invoices and refunds are always sent.

    To get the newsletter, the shopper confirms a link that is mailed to them.
    """
    wanted = await read_body(request, MailChoiceIn)
    address = throttling.client_address_of(request)
    changed = await service.choose_mail(database, grant.customer, wanted, address=address)
    return Success(message="Saved", data=changed)


@router.post("/notification/device/?flag=show", **call(DeviceQueryIn))
async def show_device(request: Request, database: Database, grant: Granted) -> Success[DeviceOut]:
    """Return the subjects that a device of the shopper shows. Its address is a secret, so it is not in the query."""
    wanted = await read_body(request, DeviceQueryIn)
    subjects = await service.device_subjects(database, grant.customer, wanted.endpoint)
    return Success(message="Device", data=DeviceOut(subjects=subjects))


@router.post("/notification/device/", **call(DeviceIn, refuses=(404, 409)))
async def set_device(request: Request, database: Database, grant: Granted) -> Success[DeviceOut]:
    """Let a device show notifications about these subjects; without any it is removed."""
    wanted = await read_body(request, DeviceIn)
    return Success(message="Saved", data=DeviceOut(subjects=await service.set_device(database, grant.customer, wanted)))


@router.get("/notification/unsubscribe/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def open_switch_off(
    request: Request, database: Database, _: Granted, subject: Subject, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Check a link that switches mails off. A browser is redirected to the page whose button does it."""
    checked = service.check_link(database, subject, token)
    return await _LINKS.check(request, checked, state=subject.value, token=token)


@router.post("/notification/unsubscribe/", response_model=Success[None], **call(redirects=True, refuses=(404,)))
async def switch_off(
    request: Request, database: Database, _: Granted, subject: Subject, token: Token = ""
) -> Success[None] | RedirectResponse:
    """Switch mails about a subject off, by the page's button or by one click in a mail program (RFC 8058)."""
    action = service.switch_off(database, subject, token)
    return await _LINKS.act(request, action, state="done", message="You get no more mails about this.")
