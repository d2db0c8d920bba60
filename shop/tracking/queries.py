"""Queries of tracking links."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import Session, selectinload

from shop.orders.model import Order, OrderItem
from shop.security import signed_links
from shop.tracking.model import PURPOSE, TrackingLink, is_valid, token, version_of


def order_with_items(order_id: int) -> Select[Order]:
    """Select an order with its lines."""
    return select(Order).where(Order.id == order_id).options(selectinload(Order.items))


def tracked_order(session: Session, given: str, *, at: dt.datetime) -> Order | None:
    """Return the order that a token shows, with its lines; None if it shows none."""
    link = signed_links.read(given, at=at)
    if link is None:
        return None
    state = session.get(TrackingLink, link.subject_id)
    if not link.is_signed(PURPOSE, bound_to=str(version_of(state))):
        return None
    order = session.scalars(order_with_items(link.subject_id)).one_or_none()
    return order if order is not None and is_valid(state, order.items, at=at) else None


def token_of(session: Session, order: Order, *, at: dt.datetime) -> str | None:
    """Return the token of an order, whose lines are loaded; None if its link has ended."""
    state = session.get(TrackingLink, order.id)
    return token(order.id, version_of(state)) if is_valid(state, order.items, at=at) else None


def replace_link(order_id: int) -> Insert:
    """Make all earlier links of an order invalid, and share it by a new one."""
    added = insert(TrackingLink).values(order_id=order_id, version=version_of(None) + 1)
    changes = {"version": TrackingLink.version + 1, "ended_at": None}
    return added.on_conflict_do_update(index_elements=[TrackingLink.order_id], set_=changes)


def end_links(order_ids: Iterable[int], *, at: dt.datetime) -> Insert:
    """End the links of orders. The versions are kept, so that a new link differs from all earlier ones."""
    rows = [{"order_id": order_id, "version": version_of(None), "ended_at": at} for order_id in order_ids]
    return (
        insert(TrackingLink)
        .values(rows)
        .on_conflict_do_update(index_elements=[TrackingLink.order_id], set_={"ended_at": at})
    )


def link_with_lines(order_id: ColumnElement[int]) -> Select[Any]:
    """Select the lines of an order, each with the version of its link and when that was ended."""
    version = func.coalesce(TrackingLink.version, 1).label("version")
    columns: tuple[Any, ...] = (
        version,
        TrackingLink.ended_at,
        OrderItem.status,
        OrderItem.delivered_at,
        OrderItem.cancelled_at,
    )
    link = TrackingLink.order_id == OrderItem.order_id
    lines = select(*columns).select_from(OrderItem).outerjoin(TrackingLink, link)
    return lines.where(OrderItem.order_id == order_id)
