"""Queries of customers and their addresses."""

import re
from enum import StrEnum

from sqlalchemy import ColumnElement, Select, Text, Update, and_, func, literal, or_, select, true, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from shop.customers.model import Address, Customer
from shop.text import email_addresses

SHORTEST_PART = 2
"""The indexes of parts of texts have no parts of one character, because most rows would contain it."""
_PHONE_SEPARATORS = " -()."
_WITH_PREFIX = re.compile(r"(?:\+91|0091|91|0)([0-9]{10})")


class CustomerSort(StrEnum):
    """How a list of customers is sorted. Names and email addresses are compared without case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"
    NAME_DESC = "nameDesc"
    EMAIL = "email"
    EMAIL_DESC = "emailDesc"


def has_email(email: str) -> ColumnElement[bool]:
    """Whether a customer has this address, in any of its spellings. Case is ignored as in the unique index."""
    return func.lower(Customer.email).in_(email_addresses.spellings(email))


def by_email(email: str) -> Select[Customer]:
    """Select the customer with this email address: in this spelling of its domain, or else in another one."""
    query = select(Customer).where(has_email(email), Customer.deleted_at.is_(None))
    return query.order_by(func.lower(Customer.email) != email_addresses.without_case(email)).limit(1)


def locked(customer_id: int) -> Select[int]:
    """Select and lock a customer, which serialises changes of the customer's rows.

    Call this before locking any of those rows, as an order does.
    """
    return select(Customer.id).where(Customer.id == customer_id).with_for_update(key_share=True)


def addresses_of(customer_id: int) -> Select[Address]:
    """Select a customer's addresses: the default one, then the newest first."""
    order = (Address.is_default.desc(), Address.id.desc())
    return select(Address).where(Address.customer_id == customer_id).order_by(*order)


def unset_default(customer_id: int) -> Update:
    """Clear the default address of a customer. The caller holds a lock on the customer."""
    return update(Address).where(Address.customer_id == customer_id, Address.is_default).values(is_default=False)


def matching(search: str | None) -> Select[Customer]:
    """Select customers whose name and email address contain the words of ``search``, or whose phone contains it.

    An index narrows them to those who have all parts of it.
    """
    query = select(Customer)
    if search:
        fields = (Customer.name, Customer.email)
        compact = compact_phone(search)
        has_words = and_(
            *(
                _may_have(word) & or_(*(field.icontains(word, autoescape=True) for field in fields))
                for word in search.split() or [search]
            )
        )
        query = query.where(or_(has_words, _may_have(compact) & has_phone(literal(compact))))
    return query


def _may_have(part: str) -> ColumnElement[bool]:
    """Whether a customer has all parts of a text. It is true for a text that is too short for the index."""
    return true() if len(part) < SHORTEST_PART else has_parts(literal(part))


def has_parts(part: ColumnElement[str]) -> ColumnElement[bool]:
    """Return whether a customer has all parts of a text, which must not be shorter than ``SHORTEST_PART``.

    An index finds such customers.
    """
    of_customer = func.parts_of_customer(Customer.name, Customer.email, Customer.phone, type_=ARRAY(Text))
    return of_customer.contains(func.text_parts(part, type_=ARRAY(Text)))


def compact_phone(text: str) -> str:
    """Return a text without the separators of a phone number; unchanged if it has no other characters.

    The prefix of India is removed from a complete number, because numbers may be stored with or without it.
    """
    compact = text.translate(str.maketrans(dict.fromkeys(_PHONE_SEPARATORS))) or text
    whole = _WITH_PREFIX.fullmatch(compact)
    return whole[1] if whole else compact


def has_phone(part: ColumnElement[str], phone: InstrumentedAttribute[str] = Customer.phone) -> ColumnElement[bool]:
    """Whether a phone number contains a text of :func:`compact_phone`, however either is spaced."""
    return func.strpos(func.translate(phone, _PHONE_SEPARATORS, ""), part) > 0


def listing(*, search: str | None, sort: CustomerSort, after: tuple[str, int] | None = None) -> Select[Customer]:
    """Select customers in order, all of them or those after a row.

    :param after: :func:`cursor_of` the last row that the caller has.
    """
    key, is_descending = _ORDERS[sort]
    columns = [Customer.id] if key is None else [func.lower(key), Customer.id]
    query = matching(search).order_by(*(column.desc() if is_descending else column.asc() for column in columns))
    if after is None:
        return query
    text, id_ = after
    sort_key = tuple_(*columns)
    after_key = tuple_(id_) if key is None else tuple_(func.lower(text), id_)
    return query.where(sort_key < after_key if is_descending else sort_key > after_key)


def cursor_of(customer: Customer, sort: CustomerSort) -> tuple[str, int]:
    """Return the sort key and id of a row, after which the next page starts."""
    key, _ = _ORDERS[sort]
    return "" if key is None else getattr(customer, key.key), customer.id


_ORDERS: dict[CustomerSort, tuple[InstrumentedAttribute[str] | None, bool]] = {
    CustomerSort.NEWEST: (None, True),
    CustomerSort.OLDEST: (None, False),
    CustomerSort.NAME: (Customer.name, False),
    CustomerSort.NAME_DESC: (Customer.name, True),
    CustomerSort.EMAIL: (Customer.email, False),
    CustomerSort.EMAIL_DESC: (Customer.email, True),
}
"""The column to sort by besides the id, and whether the order is descending."""
