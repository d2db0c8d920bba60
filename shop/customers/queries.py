"""Finding shoppers and their addresses."""

from enum import StrEnum

from sqlalchemy import Select, func, or_, select, true, tuple_

from shop.customers.model import Address, Customer


class Sort(StrEnum):
    """How a list of customers is sorted. Names and addresses go without regard to case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"
    EMAIL = "email"


def by_email(email: str) -> Select[Customer]:
    """Select the shopper with this e-mail address, without regard to case as the unique index knows it."""
    return select(Customer).where(func.lower(Customer.email) == func.lower(email.strip()))


def addresses_of(customer_id: int) -> Select[Address]:
    """Select a shopper's addresses, the newest first."""
    return select(Address).where(Address.customer_id == customer_id).order_by(Address.id.desc()).limit(200)


def listing(*, search: str | None, sort: Sort, after: tuple[str, int] | None) -> Select[Customer]:
    """Select customers whose name, e-mail address or phone number holds ``search``.

    :param after: what :func:`place` gives of the last row that the caller has.
    """
    query = select(Customer)
    if search:
        fields = (Customer.name, Customer.email, Customer.phone)
        query = query.where(or_(*(field.icontains(search, autoescape=True) for field in fields)))
    text, id_ = after or ("", 0)
    match sort:
        case Sort.NEWEST:
            return query.where(Customer.id < id_ if after else true()).order_by(Customer.id.desc())
        case Sort.OLDEST:
            return query.where(Customer.id > id_).order_by(Customer.id)
        case Sort.NAME | Sort.EMAIL:
            key = func.lower(Customer.name if sort is Sort.NAME else Customer.email)
            behind = tuple_(key, Customer.id) > tuple_(func.lower(text), id_)
            return query.where(behind if after else true()).order_by(key, Customer.id)


def place(customer: Customer, sort: Sort) -> tuple[str, int]:
    """Return where a row stands in the list, for the page after it."""
    return {Sort.NAME: customer.name, Sort.EMAIL: customer.email}.get(sort, ""), customer.id
