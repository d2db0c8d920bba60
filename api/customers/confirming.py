"""Whether it is the shopper who changes what opens their account, and not whoever found their page open."""

from fastapi import Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api import signing_in
from api.customers.schemas import CustomerEditIn
from api.identity import Caller, Person
from shop import emails
from shop.clock import now
from shop.customers.model import Customer
from shop.errors import Forbidden
from shop.sessions.model import FRESH, Role, Session


class CurrentPassword(Forbidden):
    """The current password is missing or wrong."""

    code = "current_password"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"currentPassword": sentence})


async def confirm(
    database: AsyncSession, request: Request, caller: Caller, customer_id: int, wanted: CustomerEditIn
) -> None:
    """Ask a shopper who sets a new password or e-mail address for the current password.

    Who signed in within the last minutes has just named it, and an admin knows no shopper's; one that is given is
    looked at all the same.

    :raises CurrentPassword: where it is missing or wrong.
    :raises shop.errors.TooMany: after too many guesses, which count as those at the door do.
    """
    if not wanted.current_password:
        if caller.admin is None and caller.customer and _opens_account(caller.customer, wanted):
            await _check_fresh(database, caller.customer)
        return
    customer = await database.get(Customer, customer_id)
    if customer is None:
        return
    await signing_in.check_password(
        database,
        request,
        Role.CUSTOMER,
        customer.email,
        wanted.current_password,
        who=select(Customer).where(Customer.id == customer_id),
        refusal=CurrentPassword("The current password is not right."),
    )


def _opens_account(shopper: Person, wanted: CustomerEditIn) -> bool:
    """Return whether the change is one of those by which an account could be taken over: codes go to the address."""
    return bool(wanted.password) or emails.without_case(wanted.email) != emails.without_case(shopper.email)


async def _check_fresh(database: AsyncSession, shopper: Person) -> None:
    signed_in_at = await database.scalar(select(Session.created_at).where(Session.id == shopper.session_id))
    if signed_in_at is None or now() - signed_in_at > FRESH:
        raise CurrentPassword("Please enter your current password.")
