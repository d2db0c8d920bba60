"""Finding shoppers and their addresses."""

from sqlalchemy import Select, func, select

from shop.customers.model import Address, Customer


def by_email(email: str) -> Select[Customer]:
    """Select the shopper with this e-mail address, without regard to case as the unique index knows it."""
    return select(Customer).where(func.lower(Customer.email) == func.lower(email.strip()))


def addresses_of(customer_id: int) -> Select[Address]:
    """Select a shopper's addresses, the newest first."""
    return select(Address).where(Address.customer_id == customer_id).order_by(Address.id.desc()).limit(200)
