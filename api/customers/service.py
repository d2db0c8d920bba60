"""Signing up and in, and keeping addresses."""

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from api import hashing
from api.customers.schemas import AddressIn, SignInIn, SignUpIn
from shop.clock import now
from shop.customers import queries
from shop.customers.events import CustomerRegistered
from shop.customers.model import Address, Customer, EmailTaken
from shop.errors import NotFound, Unauthenticated
from shop.events import outbox


async def register(database: AsyncSession, wanted: SignUpIn) -> Customer:
    """Make a shopper's account and record that, so that the welcome is mailed.

    :raises EmailTaken: where the address has an account already.
    """
    at = now()
    customer = Customer(
        name=wanted.name,
        email=wanted.email,
        phone=wanted.phone,
        password_hash=await hashing.hash_password(wanted.password),
        created_at=at,
    )
    database.add(customer)
    try:
        await database.flush()
    except IntegrityError:
        sentence = "There is an account with this email address already. Please sign in."
        raise EmailTaken(sentence, fields={"email": sentence}) from None
    await outbox.record(database, CustomerRegistered(customer_id=customer.id), at=at)
    return customer


async def authenticate(database: AsyncSession, given: SignInIn) -> Customer:
    """Return the shopper with this address and password.

    :raises Unauthenticated: the same for an unknown address and a wrong password.
    """
    customer = await database.scalar(queries.by_email(given.email))
    if not await hashing.verify(given.password, customer.password_hash if customer else None) or customer is None:
        raise Unauthenticated("The email or the password is not right.")
    return customer


async def save_address(database: AsyncSession, wanted: AddressIn) -> Address:
    """Keep a new address for a shopper.

    :raises NotFound: where there is no such shopper.
    """
    if await database.get(Customer, wanted.customer_id) is None:
        raise NotFound("Customer not found")
    address = Address(**wanted.model_dump())
    database.add(address)
    await database.flush()
    return address
