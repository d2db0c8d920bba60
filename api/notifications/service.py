"""Change a shopper's notification choices and devices. The caller commits."""

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.newsletter import service as newsletter
from api.notifications.schemas import ChoicesOut, DeviceIn, MailChoiceIn
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import Conflict, Invalid, NotFound
from shop.newsletter import queries as readers
from shop.newsletter.model import NewsletterReader
from shop.notifications import queries
from shop.notifications.addresses import check_endpoint
from shop.notifications.keys import check_public_key
from shop.notifications.model import MAX_DEVICES, MailChoice, PushDevice, Subject, unsubscribe_purpose
from shop.notifications.settings import push_settings
from shop.security import signed_links
from shop.security.signed_links import InvalidLink
from shop.settings import settings

INVALID_LINK = "This link is not valid. You can switch mails off on your Profile."


async def choices(database: AsyncSession, person: Person, *, has_just_asked: bool = False) -> ChoicesOut:
    """Return a shopper's notification choices.

    :param has_just_asked: whether the shopper asked for the newsletter by this request. If their address is not
        confirmed, the state of its newsletter is not returned: the address may be a stranger's.
    """
    chosen = {row.subject: row.is_wanted for row in await database.scalars(queries.mail_choices(person.id))}
    customer = await database.get_one(Customer, person.id)
    reader = await _own_reader(database, customer)
    return ChoicesOut(
        mails=[subject for subject in Subject if chosen.get(subject.value, True)],
        has_newsletter=reader is not None and reader.reads,
        newsletter_asked=has_just_asked if reader is None else reader.is_asked(at=now()),
        push_key=push_settings().public_key,
    )


async def choose_mail(database: AsyncSession, person: Person, wanted: MailChoiceIn, *, address: str) -> ChoicesOut:
    """Switch mails about a subject, or the newsletter, on or off.

    :raises Invalid: unless the request names exactly one of them.
    """
    if (wanted.subject is None) is not wanted.is_newsletter:
        raise Invalid("Please name a subject, or the newsletter.", fields={"subject": "Name one."})
    if wanted.subject is not None:
        await _set_choice(database, person.id, wanted.subject, is_wanted=wanted.is_wanted)
        return await choices(database, person)
    customer = await database.get_one(Customer, person.id)
    reader = await _own_reader(database, customer, lock=True)
    if not wanted.is_wanted:
        if reader is not None:
            reader.unsubscribe(at=now())
        return await choices(database, person)
    if reader is None or not reader.reads:
        await newsletter.subscribe(database, customer.email, address=address)
    return await choices(database, person, has_just_asked=True)


async def switch_off(database: AsyncSession, subject: Subject, token: str) -> None:
    """Switch mails about a subject off for the shopper whose mail had this link.

    :raises InvalidLink: if the link is not valid.
    """
    customer_id = await check_link(database, subject, token)
    await _set_choice(database, customer_id, subject, is_wanted=False)


async def check_link(database: AsyncSession, subject: Subject, token: str) -> int:
    """Return the id of the shopper whose mail had a link to switch mails off.

    :raises InvalidLink: if the link is not valid.
    """
    link = signed_links.read(token, at=now())
    if link is None or not link.is_signed(unsubscribe_purpose(subject)):
        raise InvalidLink(INVALID_LINK)
    if await database.scalar(select(Customer.id).where(Customer.id == link.subject_id)) is None:
        raise InvalidLink(INVALID_LINK)
    return link.subject_id


async def set_device(database: AsyncSession, person: Person, wanted: DeviceIn) -> list[Subject]:
    """Store a shopper's device with the subjects that it shows, or remove it if there are none.

    The device is removed when the sign-in is ended, but not when it lapses.

    :raises NotFound: if the shop offers no notifications on devices.
    :raises Conflict: if it subscribed with another key than the shop has.
    :raises shop.notifications.addresses.ForbiddenPushService: for an address that the shop does not call.
    :raises shop.notifications.keys.InvalidDeviceKey: if nothing can be encrypted for the key.
    """
    if not wanted.subjects:
        own = PushDevice.endpoint == wanted.endpoint, PushDevice.customer_id == person.id
        await database.execute(delete(PushDevice).where(*own))
        return []
    key = push_settings().public_key
    if key is None:
        raise NotFound("This shop shows no notifications on devices.")
    if wanted.push_key not in {None, key}:
        raise Conflict("The shop has another key now. Please load the page again.")
    check_endpoint(wanted.endpoint, is_local=settings().is_local)
    check_public_key(wanted.keys.p256dh)
    values = {
        "customer_id": person.id,
        "session_id": person.session_id,
        "p256dh": wanted.keys.p256dh.rstrip("="),
        "auth": wanted.keys.auth.rstrip("="),
        "push_key": wanted.push_key,
        "used_at": now(),
        **{subject.value: subject in wanted.subjects for subject in Subject},
    }
    added = insert(PushDevice).values(endpoint=wanted.endpoint, **values)
    # A browser shows the notifications of the person who signed in last.
    await database.execute(added.on_conflict_do_update(index_elements=[PushDevice.endpoint], set_=values))
    newest = select(PushDevice.id).where(PushDevice.customer_id == person.id)
    kept = newest.order_by(PushDevice.used_at.desc(), PushDevice.id.desc()).limit(MAX_DEVICES)
    await database.execute(delete(PushDevice).where(PushDevice.customer_id == person.id, PushDevice.id.not_in(kept)))
    return [subject for subject in Subject if subject in wanted.subjects]


async def device_subjects(database: AsyncSession, person: Person, endpoint: str) -> list[Subject]:
    """Return the subjects that this device shows to the shopper.

    From now on it is removed when this sign-in is ended. Another shopper's notifications stop: a browser shows those of
    the person who signed in last. A device that subscribed with another key of the shop is kept, but shows nothing.
    """
    device = await database.scalar(select(PushDevice).where(PushDevice.endpoint == endpoint))
    if device is None:
        return []
    if device.customer_id != person.id:
        await database.delete(device)
        return []
    device.session_id = person.session_id
    if device.push_key not in {None, push_settings().public_key}:
        return []
    return [subject for subject in Subject if getattr(device, subject.value)]


async def _own_reader(database: AsyncSession, customer: Customer, *, lock: bool = False) -> NewsletterReader | None:
    """Return the newsletter reader with a shopper's address. An address that is not confirmed may be a stranger's."""
    if not customer.email_confirmed:
        return None
    query = readers.by_email(customer.email)
    found: NewsletterReader | None = await database.scalar(query.with_for_update() if lock else query)
    return found


async def _set_choice(database: AsyncSession, customer_id: int, subject: Subject, *, is_wanted: bool) -> None:
    choice = insert(MailChoice).values(customer_id=customer_id, subject=subject.value, is_wanted=is_wanted)
    columns = [MailChoice.customer_id, MailChoice.subject]
    await database.execute(choice.on_conflict_do_update(index_elements=columns, set_={"is_wanted": is_wanted}))
