"""Find orders by the references of their documents, pieces, parcels, payments and returns.

A reference is found as a whole, without regard to case. Each kind has a query of its own, which uses an index. A text
that cannot be a reference of a kind does not run its query.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import BigInteger, BindParameter, Select, String, bindparam, cast, func, literal_column, select
from sqlalchemy.dialects.postgresql import array
from sqlalchemy.orm import aliased

from shop.huids import rules as huid_rules
from shop.invoices import rules as invoice_rules
from shop.invoices.model import Invoice
from shop.orders.model import OrderItem
from shop.payments import transfer_references
from shop.payments.model import PaymentEntry
from shop.returns import rules as return_rules
from shop.returns.model import Return
from shop.shipping import rules as shipping_rules


class Reference(StrEnum):
    """A kind of reference. ``document`` is an invoice or a credit note."""

    DOCUMENT = "document"
    HUID = "huid"
    TRACKING = "tracking"
    PAYMENT = "payment"
    RETURN = "return"


@dataclass(frozen=True)
class NamedOrders:
    """The queries of the ids of the orders that a text may name, and the values of their parameters.

    The query of a kind is always the same object.
    """

    queries: tuple[Select[int], ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)


NO_ORDERS = NamedOrders()
_PAYMENT = re.compile(r"(?=.*[0-9_])(?!#)[ -?A-~]{4,50}")
"""The form of a payment's reference, as far as it has one: staff write those of refunds freely.

A text of letters alone, an email address and ``#1042`` are none.
"""
_LINE = aliased(OrderItem, name="named_line")


def _text(name: str) -> BindParameter[str]:
    return bindparam(name, type_=String())


_QUERIES: Mapping[Reference, Select[int]] = {
    Reference.DOCUMENT: select(Invoice.order_id).where(Invoice.number == _text("document")),
    # The condition of the partial index, which PostgreSQL does not deduce.
    Reference.HUID: select(_LINE.order_id)
    .where(_LINE.huids.contains(array([_text("huid")])))
    .where(_LINE.huids != literal_column("'{}'")),
    Reference.TRACKING: select(_LINE.order_id).where(_LINE.tracking_number == _text("tracking")),
    # Each claim has an entry, also if it was rejected or replaced.
    Reference.PAYMENT: select(PaymentEntry.order_id).where(
        func.lower(PaymentEntry.reference).in_([_text("payment"), _text("transfer")])
    ),
    Reference.RETURN: select(_LINE.order_id)
    .join(Return, Return.order_item_id == _LINE.id)
    .where(Return.id == cast(_text("return_number"), BigInteger)),
}


def named_by(text: str | None, *, hidden: Collection[Reference] = ()) -> NamedOrders:
    """Return the queries of the orders that a text names.

    :param hidden: the kinds that the reader must not see, and so does not find.
    """
    found = {kind: values for kind, values in _values((text or "").strip()).items() if kind not in hidden}
    values = {name: value for of_kind in found.values() for name, value in of_kind.items()}
    return NamedOrders(tuple(_QUERIES[kind] for kind in found), values)


def _values(text: str) -> dict[Reference, dict[str, str]]:
    """Return the kinds of which a text may be a reference, each with the parameters of its query."""
    if document := invoice_rules.read_number(text):
        return {Reference.DOCUMENT: {"document": document}}
    if number := return_rules.read_number(text):
        return {Reference.RETURN: {"return_number": number}}
    found = {}
    if huid := huid_rules.read(text):
        found[Reference.HUID] = {"huid": huid}
    # Couriers' numbers have digits, unlike most names and words, for which no index is read.
    if (number := shipping_rules.read_number(text)) and any(map(str.isdigit, number)):
        found[Reference.TRACKING] = {"tracking": number}
    if _PAYMENT.fullmatch(text):
        transfer = transfer_references.written(text)
        found[Reference.PAYMENT] = {"payment": text.lower(), "transfer": transfer.lower()}
    return found
