"""Check passwords of customers and admins, within the limits on guessing."""

import asyncio
from typing import TypeVar

from fastapi import Request
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import known_devices, password_hashing, throttling
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import ShopError, Unauthenticated
from shop.sessions.model import Role
from shop.staff.model import Admin
from shop.throttles import limits, queries
from shop.throttles.limits import Account
from shop.throttles.model import Attempt

Person = TypeVar("Person", Customer, Admin)

_REFUSED = {
    Role.CUSTOMER: "The email or the password is not right.",
    Role.ADMIN: "The user id or the password is not right.",
}


def sign_in_refusal(role: Role) -> Unauthenticated:
    """Return the refusal of a sign-in: the same for an unknown person and a wrong password."""
    return Unauthenticated(_REFUSED[role])


async def check_password(
    database: AsyncSession,
    request: Request,
    role: Role,
    email: str,
    password: str,
    *,
    query: Select[Person],
    refusal: ShopError,
) -> Person:
    """Return the person whom ``query`` selects, if the password is theirs.

    An attempt is counted before the password is checked, in a separate transaction. A correct password refunds the
    attempt and resets the account's count for the client's address. A known device has its own limit.

    :raises TooMany: after too many guesses, with the seconds to wait.
    :raises ShopError: ``refusal``, the same for an unknown email address and a wrong password.
    """
    account, device = await _find_account_and_device(database, request, role, email, query)
    address = throttling.client_address_of(request)
    if device:
        attempts = account.by_device(device, address)
    else:
        attempts = await _delay_unknown_device(database, account, address)
    async with password_hashing.hashing_slot(is_known=device is not None):
        await throttling.consume(database, attempts)
        person = await database.scalar(query.execution_options(populate_existing=True))
        await database.commit()
        if not await password_hashing.verify(password, person.password_hash if person else None) or person is None:
            raise refusal
        own, *shared = attempts
        await database.execute(queries.reset(own))
        await throttling.refund(database, shared)
        await database.commit()
    return person


async def check_unchanged(database: AsyncSession, role: Role, person: Customer | Admin) -> None:
    """Lock a person who signs in, and refuse them if the password that was checked is not theirs any more.

    The password is checked without a lock. A change that commits meanwhile ends all sessions, so this sign-in must not
    add one.

    :raises Unauthenticated: if the password has changed, the account is deleted, or the admin may not sign in any more.
    """
    if isinstance(person, Admin):
        query = select(Admin.password_hash).where(Admin.id == person.id, Admin.disabled_at.is_(None))
    else:
        query = select(Customer.password_hash).where(Customer.id == person.id, Customer.deleted_at.is_(None))
    if await database.scalar(query.with_for_update(key_share=True)) != person.password_hash:
        raise sign_in_refusal(role)


async def _find_account_and_device(
    database: AsyncSession, request: Request, role: Role, email: str, query: Select[Person]
) -> tuple[Account, str | None]:
    """Return the account that the sign-in counts against, and the device's id if it is known.

    The work is the same for an unknown email address, and the account counts in the same way.
    """
    person: Person | None = await database.scalar(query)
    await database.commit()
    account = Account(role.value, email, person.password_hash if person else None)
    return account, known_devices.find_device(request, role, person)


async def _delay_unknown_device(database: AsyncSession, account: Account, address: str) -> list[Attempt]:
    """Delay a sign-in by an unknown device by the account's recent guesses, and return the attempts that it counts as.

    The server waits, not the client. A client that had to retry later could be refused repeatedly while someone
    guesses. An address may have one delayed sign-in at a time. No database connection is held meanwhile.

    :raises TooMany: if another sign-in of this address is delayed already.
    """
    guesses: int | None = await database.scalar(queries.attempt_count(account.all_guesses, at=now()))
    delay = limits.guess_delay(guesses or 0)
    if delay:
        await throttling.consume(database, [account.delayed_sign_in(address, delay)])
    await database.commit()
    await asyncio.sleep(delay.total_seconds())
    return account.by_unknown_device(address, guesses=guesses or 0)
