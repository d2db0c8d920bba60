"""Finding shoppers and their addresses."""

from enum import StrEnum

from sqlalchemy import Select, func, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from shop.customers.model import Address, Customer


class CustomerSort(StrEnum):
    """How a list of customers is sorted. Names and addresses go without regard to case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"
    NAME_DOWN = "nameDesc"
    EMAIL = "email"
    EMAIL_DOWN = "emailDesc"


def by_email(email: str) -> Select[Customer]:
    """Select the shopper with this e-mail address, without regard to case as the unique index knows it."""
    return select(Customer).where(func.lower(Customer.email) == func.lower(email.strip()))


def addresses_of(customer_id: int) -> Select[Address]:
    """Select a shopper's addresses, the newest first."""
    return select(Address).where(Address.customer_id == customer_id).order_by(Address.id.desc())


def matching(search: str | None) -> Select[Customer]:
    """Select customers whose name, e-mail address or phone number holds ``search``."""
    query = select(Customer)
    if search:
        fields = (Customer.name, Customer.email, Customer.phone)
        query = query.where(or_(*(field.icontains(search, autoescape=True) for field in fields)))
    return query


def listing(*, search: str | None, sort: CustomerSort, after: tuple[str, int] | None = None) -> Select[Customer]:
    """Select customers in their order, all of them or those behind a row.

    :param after: what :func:`place` gives of the last row that the caller has.
    """
    key, falls = _ORDERS[sort]
    columns = [Customer.id] if key is None else [func.lower(key), Customer.id]
    query = matching(search).order_by(*(column.desc() if falls else column.asc() for column in columns))
    if after is None:
        return query
    text, id_ = after
    here = tuple_(*columns)
    there = tuple_(id_) if key is None else tuple_(func.lower(text), id_)
    return query.where(here < there if falls else here > there)


def place(customer: Customer, sort: CustomerSort) -> tuple[str, int]:
    """Return where a row stands in the list, for the page after it."""
    key, _ = _ORDERS[sort]
    return "" if key is None else getattr(customer, key.key), customer.id


_ORDERS: dict[CustomerSort, tuple[InstrumentedAttribute[str] | None, bool]] = {
    CustomerSort.NEWEST: (None, True),
    CustomerSort.OLDEST: (None, False),
    CustomerSort.NAME: (Customer.name, False),
    CustomerSort.NAME_DOWN: (Customer.name, True),
    CustomerSort.EMAIL: (Customer.email, False),
    CustomerSort.EMAIL_DOWN: (Customer.email, True),
}
"""By what to sort beside the id, and whether the list goes down."""
