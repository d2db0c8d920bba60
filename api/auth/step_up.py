"""Ask a signed-in person to prove their identity again before changes that could cost money or give away an account.

A sign-in is valid as a proof for 15 minutes. After that, the password or a code of the second factor is valid for
another 15 minutes.
"""

from fastapi import Request
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import password_check, second_factor
from api.auth.identity import Person
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import Forbidden, ShopError
from shop.sessions.lifetimes import FRESH_SIGN_IN
from shop.sessions.model import Role, Session
from shop.staff.model import Admin


class StepUpRequired(Forbidden):
    """The last proof of identity is older than 15 minutes."""

    code = "step_up"

    def __init__(self) -> None:
        sentence = "Please enter your password or a code again."
        super().__init__(sentence, fields={"stepUp": sentence})


def is_fresh(person: Person) -> bool:
    """Whether the person has proved their identity within 15 minutes."""
    return now() - person.verified_at <= FRESH_SIGN_IN


def check_fresh(person: Person) -> None:
    """Require a recent proof.

    :raises StepUpRequired: if the last one is older than 15 minutes.
    """
    if not is_fresh(person):
        raise StepUpRequired


async def check_password(
    database: AsyncSession, request: Request, role: Role, person_id: int, email: str, password: str, refusal: ShopError
) -> None:
    """Check a person's own password. A wrong one counts as a failed sign-in.

    :raises shop.errors.ShopError: ``refusal``, if it is wrong.
    :raises shop.errors.TooMany: after too many guesses.
    """
    if role is Role.ADMIN:
        admins = select(Admin).where(Admin.id == person_id)
        await password_check.check_password(database, request, role, email, password, query=admins, refusal=refusal)
    else:
        customers = select(Customer).where(Customer.id == person_id)
        await password_check.check_password(database, request, role, email, password, query=customers, refusal=refusal)


async def verify_again(database: AsyncSession, request: Request, admin: Person, *, password: str, code: str) -> None:
    """Check an admin's password or code, and record the proof in the session. The caller commits.

    :raises shop.errors.ShopError: if it is wrong, or after too many wrong ones.
    """
    if code and admin.has_second_factor:
        await second_factor.check_code(database, request, admin.id, code)
    else:
        sentence = "The password is not right."
        refusal = Forbidden(sentence, fields={"password": sentence})
        await check_password(database, request, Role.ADMIN, admin.id, admin.email, password, refusal)
    await database.execute(update(Session).where(Session.id == admin.session_id).values(verified_at=now()))
