"""Signing up and in, keeping customers."""

from typing import Any

from fastapi import Request
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api import hashing, identity, signing_in
from api.bodies import without_repeats
from api.changes import kept_texts
from api.customers import email_confirmation
from api.customers.schemas import CustomerEditIn, CustomerIn, CustomerRowOut, SignInIn
from shop import emails
from shop.clock import now
from shop.customers import queries
from shop.customers.codes import OneTimeCode
from shop.customers.events import CustomerRegistered
from shop.customers.model import Customer, CustomerHasOrders, EmailTaken
from shop.errors import NotFound, Unauthenticated
from shop.events import outbox
from shop.orders.model import Order
from shop.sessions.endings import Ending
from shop.sessions.model import Role, Session


async def register(database: AsyncSession, wanted: CustomerIn) -> Customer:
    """Make a shopper's account and record that, so that the welcome is mailed.

    :raises EmailTaken: where the address has an account already.
    """
    await database.commit()
    return await add(database, wanted, await hashing.hash_password(wanted.password))


async def add(database: AsyncSession, wanted: CustomerIn, password_hash: str) -> Customer:
    """Do the same with a password that is hashed already, which takes a while.

    :raises EmailTaken: where the address has an account already.
    """
    at = now()
    customer = Customer(
        name=wanted.name, email=wanted.email, phone=wanted.phone, password_hash=password_hash, created_at=at
    )
    database.add(customer)
    await _flush(database, "There is an account with this email address already. Please sign in.")
    await outbox.record(database, CustomerRegistered(customer_id=customer.id), at=at)
    return customer


async def authenticate(database: AsyncSession, request: Request, given: SignInIn) -> Customer:
    """Return the shopper with this address and password.

    :raises shop.errors.TooMany: after too many guesses.
    :raises shop.errors.Unauthenticated: the same for an unknown address and a wrong password.
    """
    return await signing_in.check_password(
        database,
        request,
        Role.CUSTOMER,
        given.email,
        given.password,
        who=queries.by_email(given.email),
        refusal=Unauthenticated("The email or the password is not right."),
    )


async def changes(
    database: AsyncSession, customer_id: int, content: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the content of an edit without what it repeats of the customer, and the context to read it in.

    Where there is no such customer, it is all of the content.
    """
    customer = await database.get(Customer, customer_id)
    if customer is None:
        return content, {}
    shown = CustomerRowOut.model_validate(customer)
    return without_repeats(content, CustomerEditIn, shown), kept_texts(customer)


async def edit(
    database: AsyncSession, customer_id: int, wanted: CustomerEditIn, *, own_session: int | None, confirms_email: bool
) -> Customer:
    """Change a customer. An empty password keeps the old one; a new one ends their sessions.

    :param own_session: the session that stays, where it is the customer who makes the change.
    :param confirms_email: whether a new address waits for its mailbox to confirm it; staff set it at once.
    :raises NotFound: where there is no such customer.
    :raises EmailTaken: where another one has the address.
    """
    await database.commit()
    password_hash = await hashing.hash_password(wanted.password) if wanted.password else None
    customer = await _locked(database, customer_id)
    is_moving = emails.without_case(customer.email) != emails.without_case(wanted.email)
    customer.name, customer.phone = wanted.name, wanted.phone
    customer.password_hash = password_hash or customer.password_hash
    if is_moving and confirms_email:
        await email_confirmation.want_email(database, customer, wanted.email)
    else:
        await _set_email(database, customer, wanted.email, is_another=is_moving)
    if password_hash:
        others = [Session.customer_id == customer_id, *([Session.id != own_session] if own_session else [])]
        reason = Ending.PASSWORD_CHANGED if own_session else Ending.BY_SHOP
        await identity.end_sessions(database, *others, reason=reason)
    if password_hash or (is_moving and not confirms_email):
        await database.execute(delete(OneTimeCode).where(OneTimeCode.customer_id == customer_id))
    return customer


async def _set_email(database: AsyncSession, customer: Customer, email: str, *, is_another: bool) -> None:
    """Set the address at once; another one is still to be confirmed."""
    customer.email = email
    if is_another:
        customer.email_confirmed_at = customer.pending_email = None
    await _flush(database, email_confirmation.TAKEN)
    if is_another:
        await email_confirmation.record(database, customer)


async def remove(database: AsyncSession, customer_id: int) -> None:
    """Delete a customer with their cart, wishlist, addresses and sessions; their open pages close.

    :raises NotFound: where there is no such customer.
    :raises CustomerHasOrders: where orders hold them.
    """
    customer = await _locked(database, customer_id)
    orders = await database.scalar(select(func.count()).where(Order.customer_id == customer_id))
    if orders:
        raise CustomerHasOrders.of(customer, orders)
    await identity.end_sessions(database, Session.customer_id == customer_id, reason=Ending.BY_SHOP)
    await database.delete(customer)
    await database.flush()


async def _locked(database: AsyncSession, customer_id: int) -> Customer:
    customer = await database.get(Customer, customer_id, with_for_update=True, populate_existing=True)
    if customer is None:
        raise NotFound("Customer not found")
    return customer


async def _flush(database: AsyncSession, taken: str) -> None:
    try:
        await database.flush()
    except IntegrityError:
        raise EmailTaken(taken, fields={"email": taken}) from None
