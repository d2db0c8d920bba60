"""Checking a password at either door, the shop's and the portal's, within the limits on guessing."""

import asyncio
from typing import TypeVar

from fastapi import Request
from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from api import hashing, known_devices, throttling
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import ShopError
from shop.sessions.model import Role
from shop.staff.model import Admin
from shop.throttles import limits, queries
from shop.throttles.limits import Account
from shop.throttles.model import Attempt

Person = TypeVar("Person", Customer, Admin)


async def check_password(
    database: AsyncSession,
    request: Request,
    role: Role,
    email: str,
    password: str,
    *,
    who: Select[Person],
    refusal: ShopError,
) -> Person:
    """Return the person whom ``who`` finds, where the password is theirs.

    A guess is counted before it is tried and in a transaction of its own; a right one takes its count back, and
    clears the account for the address that knew the password. A device that is known has a budget of its own.

    :raises TooMany: after too many guesses, with the seconds to wait.
    :raises ShopError: ``refusal``, the same for an unknown address and a wrong password.
    """
    account, device = await _account_and_device(database, request, role, email, who)
    address = throttling.address_of(request)
    if device:
        attempts = account.by_device(device, address)
    else:
        attempts = await _wait_for_guesses(database, account, address)
    async with hashing.turn(is_known=device is not None):
        await throttling.admit(database, attempts)
        person = await database.scalar(who.execution_options(populate_existing=True))
        await database.commit()
        if not await hashing.verify(password, person.password_hash if person else None) or person is None:
            raise refusal
        here, *wider = attempts
        await database.execute(queries.forget(here))
        await throttling.take_back(database, wider)
        await database.commit()
    return person


async def _account_and_device(
    database: AsyncSession, request: Request, role: Role, email: str, who: Select[Person]
) -> tuple[Account, str | None]:
    """Return what the sign-in counts as, and the id of the device where it is known; an unknown person has both."""
    person: Person | None = await database.scalar(who)
    await database.commit()
    account = Account(role.value, email, person.password_hash if person else None)
    return account, known_devices.find(request, role, person)


async def _wait_for_guesses(database: AsyncSession, account: Account, address: str) -> list[Attempt]:
    """Return what a sign-in by an unknown device counts against, after the pause that guesses from elsewhere cost it.

    It waits here and not at the client's: whoever comes back later might find the next guess in the way, for as long
    as those go on. One at a time waits from an address, and holds no connection.

    :raises TooMany: where one waits already.
    """
    guesses: int | None = await database.scalar(queries.count_of(account.counted, at=now()))
    pause = limits.pause_of(guesses or 0)
    if pause:
        await throttling.admit(database, [account.waiting(address, pause)])
    await database.commit()
    await asyncio.sleep(pause.total_seconds())
    return account.by_stranger(address, guesses=guesses or 0)
