"""Collects everything that the shop holds about one shopper, as a JSON document."""

import datetime as dt
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from shop.catalogue.model import Product
from shop.clock import iso
from shop.customers.model import Customer
from shop.pan import queries as pans
from shop.pan.rules import masked
from shop.personal_data.sections import (
    ACCOUNT,
    BY_EMAIL,
    EVENT_IDS,
    OF_CUSTOMER,
    OF_ITEM,
    OF_ORDER,
    OF_RETURN,
    OF_REVIEW,
    ORDERS,
    Section,
)
from shop.sessions.devices import device_name
from shop.settings import settings
from shop.text.email_addresses import spellings
from shop.text.json_numbers import plain_number

_BATCH = 200
"""Orders that are read at a time."""

_MAILS = text(f"""
    SELECT delivery.consumer AS about, event.type AS because, event.aggregate AS "subject", delivery.done_at AS "sentAt"
    FROM domain_event AS event
    JOIN delivery ON delivery.event_id = event.id
    WHERE event.id IN ({EVENT_IDS})
        AND delivery.consumer LIKE 'mail%' AND delivery.done_at IS NOT NULL AND delivery.last_error IS NULL
    ORDER BY delivery.done_at, delivery.id
""")  # noqa: S608 - made of constants

_CHANGES_BY_STAFF = text("""
    SELECT at, action, changes FROM audit_entry
    WHERE entity = 'customer' AND entity_id = :id
    ORDER BY at, id
""")

_MOVES = text("""
    SELECT entity_id AS order_id, at, changes #>> '{customer_id,from}' = CAST(:customer_id AS text) AS was_own
    FROM audit_entry
    WHERE entity = 'order' AND entity_id = ANY(:order_ids) AND action = 'changed' AND changes ? 'customer_id'
    ORDER BY at, id
""")
"""Selects when staff moved an order to another customer, and whether it was this customer's before, oldest first."""
_TIME_OF = {"notes": "at", "paymentSteps": "at", "paymentPages": "createdAt", "refundsOfProvider": "createdAt"}
"""The sections of an order whose rows are about its customer of that time, each with the field of the time."""

_ABOUT = (
    "Everything that the shop holds about you. Amounts are rupees, weights are grams, times are UTC. "
    "Mails are listed for seven days. What you have looked at last is stored in your browser only. "
    "Passwords are stored as a hash, which is not part of this file; of a PAN only a part is shown."
)


def collect(session: Session, customer: Customer, *, at: dt.datetime) -> bytes:
    """Return the JSON document, in UTF-8. It contains no data of other people and no names of staff."""
    ids = [customer.id]
    document: dict[str, Any] = {"about": _ABOUT, "madeAt": at, "account": _flat(session, ACCOUNT, ids)[0]}
    document["account"]["id"] = customer.id
    document |= {name: _flat(session, section, ids) for name, section in OF_CUSTOMER.items()}
    for sign_in in document["signIns"]:
        sign_in["device"] = device_name(sign_in["userAgent"])
    for photo in _add(session, document["reviews"], OF_REVIEW)["photos"]:
        photo["address"] = _address_of(photo.pop("renditions"))
    document["orders"] = _orders(session, customer.id)
    if customer.email_confirmed:
        document |= {name: _by_email(session, section, customer.email) for name, section in BY_EMAIL.items()}
    document["mailsSent"] = [dict(row) for row in session.execute(_MAILS, {"customer_id": customer.id}).mappings()]
    document["changesByStaff"] = [
        dict(row) for row in session.execute(_CHANGES_BY_STAFF, {"id": customer.id}).mappings()
    ]
    _name_products(session, document)
    return json.dumps(document, default=_to_json, ensure_ascii=False, indent=2).encode()


def _flat(session: Session, section: Section, ids: Sequence[int]) -> list[dict[str, Any]]:
    return [section.fields(row) for row in session.execute(section.select(ids)).mappings()]


def _grouped(session: Session, section: Section, ids: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in session.execute(section.select(ids)).mappings() if ids else ():
        found[row[section.key]].append(section.fields(row))
    return found


def _by_email(session: Session, section: Section, email: str) -> list[dict[str, Any]]:
    table = section.table
    query = select(*table.c).where(func.lower(table.c.email).in_(spellings(email))).order_by(*table.primary_key)
    return [section.fields(row) | {"email": row["email"]} for row in session.execute(query).mappings()]


def _address_of(renditions: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the URL of the largest rendition of a photo, None if it has no renditions yet."""
    largest = max(renditions, key=lambda rendition: rendition["width"], default=None)
    return None if largest is None else settings().public_url.rstrip("/") + largest["webp"]


def _orders(session: Session, customer_id: int) -> list[dict[str, Any]]:
    orders = _flat(session, ORDERS, [customer_id])
    for start in range(0, len(orders), _BATCH):
        batch = orders[start : start + _BATCH]
        numbers = [order["id"] for order in batch]
        pan_of = pans.whole(session, numbers)
        items = _add(session, batch, OF_ORDER)["items"]
        returns = _add(session, items, OF_ITEM)["returns"]
        _add(session, returns, OF_RETURN)
        _leave_out_other_customers(session, customer_id, batch)
        for order in batch:
            order["pan"] = masked(pan_of[order["id"]]) if order["id"] in pan_of else None
            order["payment"] = next(iter(order["payment"]), None)
    return orders


def _leave_out_other_customers(session: Session, customer_id: int, orders: Sequence[dict[str, Any]]) -> None:
    """Remove the rows of orders that were written while the orders belonged to another customer."""
    moves: dict[int, list[tuple[dt.datetime, bool]]] = defaultdict(list)
    parameters = {"customer_id": customer_id, "order_ids": [order["id"] for order in orders]}
    for order_id, at, was_own in session.execute(_MOVES, parameters):
        moves[order_id].append((at, was_own))
    for order in orders:
        for name, time in _TIME_OF.items():
            order[name] = [row for row in order[name] if _was_own(moves[order["id"]], row[time])]


def _was_own(moves: Sequence[tuple[dt.datetime, bool]], at: dt.datetime) -> bool:
    """Whether an order belonged to its current customer at a time, which is known from the first later move."""
    return next((was_own for moved_at, was_own in moves if moved_at >= at), True)


def _add(
    session: Session, rows: Sequence[dict[str, Any]], sections: Mapping[str, Section]
) -> dict[str, list[dict[str, Any]]]:
    """Add to each row the rows of these sections that belong to it. Return the added rows by section."""
    ids = [row["id"] for row in rows]
    added: dict[str, list[dict[str, Any]]] = {}
    for name, section in sections.items():
        found = _grouped(session, section, ids)
        for row in rows:
            row[name] = found.get(row["id"], [])
        added[name] = [each for row in rows for each in row[name]]
    return added


def _name_products(session: Session, document: dict[str, Any]) -> None:
    """Add the product's name to the rows of the cart and the wishlist, which only have its id."""
    rows = [row for name in ("cart", "wishlist", "reviews", "stockRequests") for row in document[name]]
    for row in rows:
        row["productId"] = row["productId"] or row.pop("sizedProductId", None)
        row.pop("sizedProductId", None)
    ids = {row["productId"] for row in rows}
    names = dict(session.execute(select(Product.id, Product.name).where(Product.id.in_(ids))).all())
    for row in rows:
        row["productName"] = names.get(row["productId"])


def _to_json(value: object) -> Any:
    if isinstance(value, dt.datetime):
        return iso(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return plain_number(value)
    raise TypeError(f"{type(value).__name__} is not part of a data export")
