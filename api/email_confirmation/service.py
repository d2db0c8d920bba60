"""Confirms the email address of an account: a link in a mail to that address confirms it."""

from fastapi import Request
from sqlalchemy import delete, exists, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import throttling
from api.http.partial_update import get_or_404
from shop.clock import now
from shop.customer_record.events import record_changed
from shop.customers import queries
from shop.customers.events import EmailConfirmationRequested, EmailConfirmed, EmailReplaced
from shop.customers.model import INVALID_LINK, Customer, EmailTaken
from shop.customers.one_time_codes import OneTimeCode
from shop.errors import Conflict
from shop.events import outbox
from shop.newsletter.rules import follow_email
from shop.security import signed_links
from shop.security.signed_links import InvalidLink
from shop.text import email_addresses
from shop.throttles import limits

TAKEN = "Another customer has this email address."


class NothingToConfirm(Conflict):
    """The account's address is confirmed, and no other address waits for confirmation."""

    code = "nothing_to_confirm"


async def check_email_change(database: AsyncSession, request: Request, customer_id: int, email: str) -> None:
    """If the address differs from the customer's, check that it is free, and count the mail that has to be sent to it.

    The count is committed, so that it is kept even if the change fails.

    :raises EmailTaken: if another customer has the address.
    :raises shop.errors.TooMany: after too many mails to this mailbox, for this account or from this client.
    """
    customer = await find_customer(database, customer_id)
    if email_addresses.mailbox_of(customer.email) == email_addresses.mailbox_of(email):
        return
    await check_free(database, email, TAKEN)
    attempts = limits.email_confirmation(customer_id, email, throttling.client_address_of(request))
    await throttling.consume(database, attempts)


async def check_free(database: AsyncSession, email: str, sentence: str) -> None:
    """Check that no customer has this address, in any spelling of its domain.

    :raises EmailTaken: with this sentence, if one has.
    """
    if await database.scalar(select(exists().where(queries.has_email(email)))):
        raise EmailTaken(sentence, fields={"email": sentence})


async def request_change(database: AsyncSession, customer: Customer, email: str) -> None:
    """Store an address as pending until it is confirmed, and have the link mailed to it."""
    customer.pending_email = email
    await request_confirmation(database, customer)


async def keep_email(database: AsyncSession, customer_id: int) -> str:
    """Withdraw a new address that waits for its confirmation, and return the account's address, which stays.

    The link that was mailed to the new address becomes invalid. A second call changes nothing.

    :raises NotFound: if there is no such customer.
    """
    customer = await find_customer(database, customer_id, lock=True)
    if customer.pending_email is not None:
        customer.pending_email = None
        await record_changed(database, customer_id, "account")
    return customer.email


async def send_again(database: AsyncSession, request: Request, customer_id: int) -> str:
    """Request that the link is mailed again, and return the recipient's address.

    :raises NothingToConfirm: if no address waits for confirmation.
    :raises shop.errors.TooMany: after too many mails.
    """
    customer = await find_customer(database, customer_id)
    email = customer.email_to_confirm
    if email is None:
        raise NothingToConfirm("Your address is confirmed already.")
    await throttling.consume(
        database, limits.email_confirmation(customer_id, email, throttling.client_address_of(request))
    )
    await request_confirmation(database, customer)
    return email


async def confirm(database: AsyncSession, token: str) -> str:
    """Confirm the address to which this token was mailed, and return it. A second call changes nothing.

    :raises InvalidLink: if the token is invalid or expired, or the account has another address by now.
    :raises EmailTaken: if another customer took the address meanwhile.
    """
    at = now()
    link = signed_links.read(token, at=at)
    customer = await database.get(Customer, link.subject_id, with_for_update=True) if link else None
    email = customer.email_confirmed_by(link) if customer and link else None
    if customer is None or email is None:
        raise InvalidLink(INVALID_LINK)
    is_change = email == customer.pending_email
    is_news = is_change or not customer.email_confirmed
    former = customer.confirmed_email
    customer.confirm_email(email, at=at)
    try:
        await database.flush()
    except IntegrityError:
        raise EmailTaken(TAKEN, fields={"token": TAKEN}) from None
    if is_change:
        await database.execute(delete(OneTimeCode).where(OneTimeCode.customer_id == customer.id))
        await record_replaced(database, customer.id, former, by_staff=False)
        await database.run_sync(follow_email, former, email)
    if is_news:
        await outbox.record(database, EmailConfirmed(customer_id=customer.id), at=at)
        await record_changed(database, customer.id, "account")
    return email


async def find_customer(database: AsyncSession, customer_id: int, *, lock: bool = False) -> Customer:
    """Return the customer, with ``lock`` locked for update.

    :raises NotFound: if there is none.
    """
    return await get_or_404(database, Customer, customer_id, "Customer not found", lock=lock)


async def request_confirmation(database: AsyncSession, customer: Customer) -> None:
    """Record that an address of this account has to be confirmed; a worker mails the link."""
    await outbox.record(database, EmailConfirmationRequested(customer_id=customer.id), at=now())


async def record_replaced(database: AsyncSession, customer_id: int, former: str | None, *, by_staff: bool) -> None:
    """Record that another address took the place of a confirmed one, so that a worker tells the former mailbox.

    :param former: the confirmed address, None if the account had none. A mailbox that was never confirmed gets no mail.
    """
    if former:
        event = EmailReplaced(customer_id=customer_id, customer_email=former, by_staff=by_staff)
        await outbox.record(database, event, at=now())
