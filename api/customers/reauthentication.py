"""Asks for the current password before a change that could let someone take over an account."""

from fastapi import Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import password_check
from api.auth.identity import Caller, Person
from api.customers.schemas import CustomerEditIn
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import Forbidden
from shop.sessions.model import FRESH_SIGN_IN, Role, Session
from shop.text import email_addresses


class CurrentPasswordRequired(Forbidden):
    """The current password is missing or wrong."""

    code = "current_password"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"currentPassword": sentence})


async def check_current_password(
    database: AsyncSession, request: Request, caller: Caller, customer_id: int, wanted: CustomerEditIn
) -> None:
    """Require the current password of a customer who sets a new password or email address.

    Within 15 minutes of a sign-in it is not required, and neither is it of an admin. Where it is given, it is checked.

    :raises CurrentPasswordRequired: where it is missing or wrong.
    :raises shop.errors.TooMany: after too many guesses, which count like those of sign-ins.
    """
    if not wanted.current_password:
        if caller.admin is None and caller.customer and _changes_credentials(caller.customer, wanted):
            await _check_fresh(database, caller.customer)
        return
    customer = await database.get(Customer, customer_id)
    if customer is None:
        return
    await password_check.check_password(
        database,
        request,
        Role.CUSTOMER,
        customer.email,
        wanted.current_password,
        query=select(Customer).where(Customer.id == customer_id),
        refusal=CurrentPasswordRequired("The current password is not right."),
    )


def _changes_credentials(customer: Person, wanted: CustomerEditIn) -> bool:
    """Whether the change sets a new password or email address. One-time codes are mailed to that address."""
    return bool(wanted.password) or email_addresses.without_case(wanted.email) != email_addresses.without_case(
        customer.email
    )


async def _check_fresh(database: AsyncSession, customer: Person) -> None:
    signed_in_at = await database.scalar(select(Session.created_at).where(Session.id == customer.session_id))
    if signed_in_at is None or now() - signed_in_at > FRESH_SIGN_IN:
        raise CurrentPasswordRequired("Please enter your current password.")
