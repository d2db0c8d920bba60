"""Asks for a proof of identity before a change that could let someone take over an account."""

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import step_up
from api.auth.identity import Person
from api.customers.schemas import CustomerEditIn
from shop.customers.model import Customer
from shop.errors import Forbidden
from shop.sessions.model import Role
from shop.text import email_addresses


class CurrentPasswordRequired(Forbidden):
    """The current password is missing or wrong."""

    code = "current_password"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"currentPassword": sentence})


async def check_current_password(
    database: AsyncSession, request: Request, person: Person | None, customer_id: int, wanted: CustomerEditIn
) -> None:
    """Require the current password of a customer who sets a new password or email address.

    It is not required within 15 minutes of a sign-in, and never of an admin. If it is given, it is checked.

    :param person: the customer, None if an admin makes the change.
    :raises CurrentPasswordRequired: if it is missing or wrong.
    :raises shop.errors.TooMany: after too many guesses, which count like those of sign-ins.
    """
    if not wanted.current_password:
        if person and _changes_credentials(person, wanted) and not step_up.is_fresh(person):
            raise CurrentPasswordRequired("Please enter your current password.")
        return
    customer = await database.get(Customer, customer_id)
    if customer is None:
        return
    refusal = CurrentPasswordRequired("The current password is not right.")
    await step_up.check_password(
        database, request, Role.CUSTOMER, customer_id, customer.email, wanted.current_password, refusal
    )


async def check_staff(database: AsyncSession, admin: Person, customer_id: int, wanted: CustomerEditIn) -> None:
    """Require a recent proof of identity of an admin who sets a customer's password or email address.

    With either, the admin could sign in as the customer.

    :raises shop.errors.Forbidden: if the last proof is older than 15 minutes.
    """
    customer = await database.get(Customer, customer_id)
    if customer and _changes_credentials(customer, wanted):
        step_up.check_fresh(admin)


def _changes_credentials(customer: Person | Customer, wanted: CustomerEditIn) -> bool:
    """Whether the change sets a new password or email address. One-time codes are mailed to that address."""
    email = wanted.email or customer.email
    return bool(wanted.password) or email_addresses.mailbox_of(email) != email_addresses.mailbox_of(customer.email)
