"""Confirming an account's address from its mailbox."""

from fastapi import Request
from sqlalchemy import delete, exists, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api import throttling
from shop import emails
from shop.clock import now
from shop.customers import email_links
from shop.customers.codes import OneTimeCode
from shop.customers.events import EmailConfirmationRequested
from shop.customers.model import Customer, EmailTaken
from shop.errors import Conflict, NotFound
from shop.events import outbox
from shop.throttles import limits

TAKEN = "Another customer has this email address."


class NothingToConfirm(Conflict):
    """The account's address is confirmed, and none waits."""

    code = "nothing_to_confirm"


async def admit_change(database: AsyncSession, request: Request, customer_id: int, email: str) -> bool:
    """Return whether this is another address than the shopper's; if so, count the mail that asks for its confirmation.

    Commits, so that it counts whatever becomes of the change.

    :raises EmailTaken: where another customer has it.
    :raises shop.errors.TooMany: after too many mails to this mailbox, from this account or client.
    """
    customer = await find(database, customer_id)
    if emails.without_case(customer.email) == emails.without_case(email):
        return False
    if await database.scalar(select(exists().where(func.lower(Customer.email) == func.lower(email)))):
        raise EmailTaken(TAKEN, fields={"email": TAKEN})
    attempts = limits.email_confirmation(customer_id, email, throttling.address_of(request))
    await throttling.admit(database, attempts)
    return True


async def want_email(database: AsyncSession, customer: Customer, email: str) -> None:
    """Keep the address that a shopper wants until its mailbox confirms it, and have the link mailed there."""
    customer.pending_email = email
    await record(database, customer)


async def send_again(database: AsyncSession, request: Request, customer_id: int) -> str:
    """Have the link mailed once more and return the address that it goes to.

    :raises NothingToConfirm: where no address waits for it.
    :raises shop.errors.TooMany: after too many mails.
    """
    customer = await find(database, customer_id)
    email = customer.email_to_confirm
    if email is None:
        raise NothingToConfirm("Your address is confirmed already.")
    await throttling.admit(database, limits.email_confirmation(customer_id, email, throttling.address_of(request)))
    await record(database, customer)
    return email


async def confirm(database: AsyncSession, token: str) -> str:
    """Confirm the address to which this token was mailed, and return it; a second time changes nothing.

    :raises email_links.DeadLink: where it is not ours, too old, or the account wants another address by now.
    :raises EmailTaken: where another customer took the address meanwhile.
    """
    at = now()
    customer = await database.get(Customer, email_links.customer_id_of(token, at=at), with_for_update=True)
    if customer is None:
        raise email_links.DeadLink
    email = email_links.email_confirmed_by(token, customer)
    is_moving = email == customer.pending_email
    customer.confirm_email(email, at=at)
    try:
        await database.flush()
    except IntegrityError:
        raise EmailTaken(TAKEN, fields={"token": TAKEN}) from None
    if is_moving:
        await database.execute(delete(OneTimeCode).where(OneTimeCode.customer_id == customer.id))
    return email


async def find(database: AsyncSession, customer_id: int) -> Customer:
    """Return the customer.

    :raises NotFound: where there is none.
    """
    customer = await database.get(Customer, customer_id)
    if customer is None:
        raise NotFound("Customer not found")
    return customer


async def record(database: AsyncSession, customer: Customer) -> None:
    """Record that an address of this account is to be confirmed, so that the link is mailed."""
    await outbox.record(database, EmailConfirmationRequested(customer_id=customer.id), at=now())
