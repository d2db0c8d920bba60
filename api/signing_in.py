"""Checking a password at either door, the shop's and the portal's, within the limits on guessing."""

from typing import TypeVar

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from api import hashing, throttling
from shop.customers.model import Customer
from shop.errors import ShopError
from shop.sessions.model import Role
from shop.staff.model import Admin
from shop.throttles import limits, queries

Person = TypeVar("Person", Customer, Admin)


async def check_password(
    database: AsyncSession,
    role: Role,
    email: str,
    password: str,
    *,
    who: Select[Person],
    address: str,
    refusal: ShopError,
) -> Person:
    """Return the person whom ``who`` finds, where the password is theirs.

    A guess is counted before it is tried and in a transaction of its own; a right one takes its count back, and
    clears the account for the address that knew the password.

    :param address: the client's, which guesses count against besides the account.
    :raises TooMany: after too many guesses, with the seconds to wait.
    :raises ShopError: ``refusal``, the same for an unknown address and a wrong password.
    """
    attempts = limits.sign_in(role, email, address)
    await database.commit()
    async with hashing.turn():
        await throttling.admit(database, attempts)
        person: Person | None = await database.scalar(who)
        await database.commit()
        if not await hashing.verify(password, person.password_hash if person else None) or person is None:
            raise refusal
        here, *wider = attempts
        await database.execute(queries.forget(here))
        await throttling.take_back(database, wider)
        await database.commit()
    return person
