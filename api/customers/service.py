"""Sign-up, sign-in and changes of customers."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import identity, password_check, password_hashing, throttling
from api.auth.identity import Person
from api.customers.schemas import CustomerEditIn, CustomerIn, CustomerRowOut, SignInIn
from api.email_confirmation import service as email_confirmation
from api.http.partial_update import refuse_stale, stored_values
from api.http.request_bodies import require_fields, without_unchanged
from shop.clock import now
from shop.customer_record.events import record_changed
from shop.customers import queries
from shop.customers.events import CustomerRegistered, PasswordChanged
from shop.customers.model import AccountIsDeleted, Customer, CustomerHasOrders, EmailTaken
from shop.customers.one_time_codes import OneTimeCode
from shop.errors import Unauthenticated
from shop.events import outbox
from shop.newsletter.rules import follow_email
from shop.notifications import queries as notifications
from shop.orders.model import Order
from shop.personal_data import erasure
from shop.sessions import devices
from shop.sessions.model import EndReason, Role, Session
from shop.text import email_addresses

HAS_ACCOUNT = "There is an account with this email address already. Please sign in."


async def register(database: AsyncSession, wanted: CustomerIn) -> Customer:
    """Create a customer's account, record an event, so that a worker sends the welcome mail, and notify staff.

    :raises EmailTaken: if the address has an account already.
    """
    await database.commit()
    return await add(database, wanted, await password_hashing.hash_password(wanted.password), by_staff=False)


async def add(database: AsyncSession, wanted: CustomerIn, password_hash: str, *, by_staff: bool) -> Customer:
    """Do what :func:`register` does, with a password that is hashed already.

    :raises EmailTaken: if the address has an account already.
    """
    at = now()
    await email_confirmation.check_free(database, wanted.email, HAS_ACCOUNT)
    customer = Customer(
        name=wanted.name, email=wanted.email, phone=wanted.phone, password_hash=password_hash, created_at=at
    )
    database.add(customer)
    await _flush(database, HAS_ACCOUNT)
    await outbox.record(database, CustomerRegistered(customer_id=customer.id, by_staff=by_staff), at=at)
    await record_changed(database, customer.id, "registered")
    return customer


async def authenticate(database: AsyncSession, request: Request, given: SignInIn) -> Customer:
    """Return the customer with this address and password.

    :raises shop.errors.TooMany: after too many guesses.
    :raises shop.errors.Unauthenticated: the same for an unknown address and a wrong password.
    """
    return await password_check.check_password(
        database,
        request,
        Role.CUSTOMER,
        given.email,
        given.password,
        query=queries.by_email(given.email),
        refusal=password_check.sign_in_refusal(Role.CUSTOMER),
    )


async def read_edit(
    database: AsyncSession, customer_id: int, content: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an edit's content without the fields that it repeats unchanged, and the context for its validation.

    If there is no such customer, the content is returned unchanged.

    :raises Invalid: if nothing is given.
    """
    require_fields(content)
    customer = await database.get(Customer, customer_id)
    if customer is None:
        return content, {}
    # A stored phone or address may have a form that is refused, or spelled otherwise, in a new one.
    stored = {("phone", customer.phone), ("email", customer.email)}
    content = {
        name: value for name, value in content.items() if not (isinstance(value, str) and (name, value) in stored)
    }
    shown = CustomerRowOut.model_validate(customer)
    return without_unchanged(content, CustomerEditIn, shown), stored_values(customer)


async def edit_by_staff(
    database: AsyncSession, customer_id: int, wanted: CustomerEditIn, seen: Mapping[str, Any]
) -> Customer:
    """Change the given fields of a customer, as staff do. A new address is set at once.

    A new password ends all sessions of the customer and is told to them by mail. Without a new address, it withdraws a
    pending one, which somebody else may have entered.

    :param seen: the values that the caller saw, by the names of the given fields.
    :raises NotFound: if there is no such customer.
    :raises AccountIsDeleted: if they have deleted their account.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    :raises EmailTaken: if another customer has the address.
    """
    customer, password_hash = await _lock_for_edit(database, customer_id, wanted, seen)
    email = wanted.email or customer.email
    is_new_email = _is_new_mailbox(customer, email)
    if is_new_email:
        # Before any field changes: this query would write them first, and the audit would have two entries.
        await email_confirmation.check_free(database, email, email_confirmation.TAKEN)
    _set_fields(customer, wanted, password_hash)
    await _set_email(database, customer, email, is_new=is_new_email)
    if password_hash:
        await _end_access(database, customer_id, reason=EndReason.BY_SHOP, request=None)
    await record_changed(database, customer_id, "account")
    return customer


async def edit_own(
    database: AsyncSession, request: Request, person: Person, wanted: CustomerEditIn, seen: Mapping[str, Any]
) -> Customer:
    """Change the given fields of the customer who makes the request, as :func:`edit_by_staff` does.

    A new address stays pending until it is confirmed. A new password keeps the session of this request.

    :raises Unauthenticated: if that session has ended meanwhile, and the password or the address would change.
    :raises NotFound, AccountIsDeleted, ChangedMeanwhile, EmailTaken: as :func:`edit_by_staff`.
    """
    customer, password_hash = await _lock_for_edit(database, person.id, wanted, seen)
    email = wanted.email or customer.email
    is_new_email = _is_new_mailbox(customer, email)
    if password_hash or is_new_email:
        await _check_live(database, person.session_id)
    _set_fields(customer, wanted, password_hash)
    if is_new_email:
        await email_confirmation.request_change(database, customer, email)
    else:
        await _set_email(database, customer, email, is_new=False)
    if password_hash:
        others = Session.id != person.session_id
        await _end_access(database, person.id, others, reason=EndReason.PASSWORD_CHANGED, request=request)
    await record_changed(database, person.id, "account")
    return customer


async def _lock_for_edit(
    database: AsyncSession, customer_id: int, wanted: CustomerEditIn, seen: Mapping[str, Any]
) -> tuple[Customer, str | None]:
    """Return the customer, locked, and the hash of the new password if there is one."""
    await database.commit()  # hashing must not hold a connection
    password_hash = await password_hashing.hash_password(wanted.password) if wanted.password else None
    customer = await email_confirmation.find_customer(database, customer_id, lock=True)
    if customer.is_deleted:
        raise AccountIsDeleted
    refuse_stale(wanted, wanted.model_fields_set, seen, customer, CustomerRowOut.model_validate)
    return customer, password_hash


def _is_new_mailbox(customer: Customer, email: str) -> bool:
    return email_addresses.mailbox_of(customer.email) != email_addresses.mailbox_of(email)


def _set_fields(customer: Customer, wanted: CustomerEditIn, password_hash: str | None) -> None:
    customer.name, customer.phone = wanted.name or customer.name, wanted.phone or customer.phone
    if password_hash:
        customer.password_hash = password_hash
        customer.pending_email = None


async def _end_access(
    database: AsyncSession,
    customer_id: int,
    *sessions: ColumnElement[bool],
    reason: EndReason,
    request: Request | None,
) -> None:
    """End what a former password gave: the sessions that meet the conditions, lapsed devices and codes."""
    await identity.end_sessions(database, Session.customer_id == customer_id, *sessions, reason=reason)
    await database.execute(notifications.remove_lapsed_devices(customer_id))
    await record_new_password(database, customer_id, request)
    await _remove_codes(database, customer_id)


async def _remove_codes(database: AsyncSession, customer_id: int) -> None:
    await database.execute(delete(OneTimeCode).where(OneTimeCode.customer_id == customer_id))


async def record_new_password(database: AsyncSession, customer_id: int, request: Request | None) -> None:
    """Record that a customer's password was changed, so that a worker tells them by mail.

    :param request: the customer's request, None if staff changed the password.
    """
    device = devices.device_name(request.headers.get("user-agent")) if request else None
    address = throttling.client_address_of(request) if request else None
    await outbox.record(database, PasswordChanged(customer_id=customer_id, device=device, address=address), at=now())


async def _check_live(database: AsyncSession, session_id: int) -> None:
    # A change of the password that committed before the customer was locked has ended the session.
    if await database.scalar(select(Session.id).where(Session.id == session_id)) is None:
        raise Unauthenticated("Please sign in first.")


async def _set_email(database: AsyncSession, customer: Customer, email: str, *, is_new: bool) -> None:
    """Set the address at once. A new one, which only staff set in this way, is unconfirmed."""
    former = customer.confirmed_email
    customer.email = email
    if is_new:
        customer.email_confirmed_at = customer.pending_email = None
    await _flush(database, email_confirmation.TAKEN)
    if is_new:
        await email_confirmation.record_replaced(database, customer.id, former, by_staff=True)
        await database.run_sync(follow_email, former, None)
        await email_confirmation.request_confirmation(database, customer)
        await _remove_codes(database, customer.id)


async def remove(database: AsyncSession, customer_id: int) -> None:
    """Delete a customer with their cart, wishlist, addresses and sessions, and close their open sockets.

    The data is erased as when the customer deletes the account. The row is deleted as well.

    :raises NotFound: if there is no such customer.
    :raises CustomerHasOrders: if the customer has orders.
    """
    customer = await email_confirmation.find_customer(database, customer_id, lock=True)
    orders = await database.scalar(select(func.count()).where(Order.customer_id == customer_id))
    if orders:
        raise CustomerHasOrders.of(customer, orders)
    await database.run_sync(erasure.remove_account, customer, at=now())
    await database.flush()


async def _flush(database: AsyncSession, sentence: str) -> None:
    try:
        await database.flush()
    except IntegrityError:
        raise EmailTaken(sentence, fields={"email": sentence}) from None
