"""Queries of the audit.

The status changes of order items are read from ``status_change``, and those of payments from the ledger
``payment_entry``.
"""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import Select, TextClause, select, text

from shop.staff.model import Admin

WINDOW = 50_000
"""How many entries of each table a page of a search reads at most, since no index finds a part of a text."""

FIRST_SOURCE, LAST_SOURCE = "", "~"
"""Sort before and after every source."""
MAX_ID = 2**63 - 1


@dataclass(frozen=True)
class EntryFilters:
    """The filters of the list, which has the entries before ``until``, ``source`` and ``id``, the newest first."""

    since: dt.datetime
    until: dt.datetime
    entity: str | None = None
    admin_id: int | None = None
    search: str = ""
    source: str = LAST_SOURCE
    id: int = MAX_ID

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the queries, except for the limit."""
        return {name: value for name, value in vars(self).items() if value not in (None, "") or name == "source"}

    @property
    def has_window(self) -> bool:
        """Whether no index finds the entries, so that a page reads a limited number of them."""
        return bool(self.search) or (self.entity is not None and self.admin_id is not None)


class _Source(NamedTuple):
    columns: str
    table: str
    joins: str
    condition: str
    searched: str


_SOURCES = {
    "change": _Source(
        """entry.id, entry.at, entry.actor, entry.request_id, entry.action, entry.entity, entry.entity_id, entry.label,
        entry.changes""",
        "audit_entry",
        "",
        "true",
        "entry.actor, entry.action, entry.entity, entry.entity_id, entry.label, entry.changes",
    ),
    "payment": _Source(
        """entry.id, entry.at, coalesce(entry.changed_by, 'An admin') AS actor, NULL AS request_id,
        'changed' AS action, 'order' AS entity, entry.order_id AS entity_id,
        concat_ws(', ', 'payment', entry.kind, entry.reason) AS label,
        jsonb_build_object('payment', jsonb_build_object('from', entry.from_status, 'to', entry.to_status))
            || CASE WHEN entry.amount > 0
                THEN jsonb_build_object('amount', jsonb_build_object('from', NULL, 'to', entry.amount))
                ELSE '{}' END AS changes""",
        "payment_entry",
        "",
        "entry.admin_id IS NOT NULL",
        """entry.changed_by, 'changed order', entry.order_id, 'payment', entry.kind, entry.reason, entry.from_status,
        entry.to_status, entry.amount""",
    ),
    "status": _Source(
        """entry.id, entry.at, coalesce(entry.changed_by, 'An admin') AS actor, NULL AS request_id,
        'changed' AS action, 'order' AS entity, item.order_id AS entity_id,
        concat('item ', item.line, ', ', item.product_name, undo.word) AS label,
        jsonb_build_object('status', jsonb_build_object('from', entry.from_status, 'to', entry.to_status))
            || CASE WHEN entry.reason <> ''
                THEN jsonb_build_object('reason', jsonb_build_object('to', entry.reason))
                ELSE '{}' END AS changes""",
        "status_change",
        # the first status is set by the order, whose own entry names the author
        """JOIN order_item AS item ON item.id = entry.order_item_id AND entry.version > 1
        CROSS JOIN LATERAL (SELECT CASE
            WHEN entry.undoes IS NOT NULL THEN ', undo'
            WHEN EXISTS (SELECT FROM status_change AS later
                WHERE later.order_item_id = entry.order_item_id AND later.undoes = entry.version)
                THEN ', undone since'
        END AS word) AS undo""",
        "(entry.admin_id IS NOT NULL OR entry.api_key_id IS NOT NULL)",
        """entry.changed_by, 'changed order', item.order_id, 'item', item.line, item.product_name, undo.word,
        entry.from_status, entry.to_status, entry.reason""",
    ),
}


def entries(filters: EntryFilters) -> TextClause:
    """Select ``limit`` entries. Its parameters are :attr:`EntryFilters.values` and the limit."""
    parts = []
    for name, source in _read(filters).items():
        found = f"position(lower(:search) IN lower(concat_ws(' ', {source.searched}))) > 0"
        parts.append(f"""
            (SELECT '{name}' AS source, {source.columns}
            FROM {source.table} AS entry {source.joins}
            WHERE {_condition(name, source, filters)}{f" AND {found}" if filters.search else ""}
            ORDER BY entry.at DESC, entry.id DESC LIMIT :limit)
        """)  # noqa: S608 - all parts are constants
    found = " UNION ALL ".join(parts)
    return text(f"SELECT * FROM ({found}) AS found ORDER BY at DESC, source DESC, id DESC LIMIT :limit")  # noqa: S608


def window_start(filters: EntryFilters) -> TextClause:
    """Select the time back to which a page reads: no table has more than :data:`WINDOW` entries since then.

    It is null if all entries are read. Its parameters are :attr:`EntryFilters.values`. If the list is filtered by
    admin, all of the admin's entries count, because no index finds those of one entity among them.
    """
    counted = replace(filters, entity=None) if filters.admin_id is not None else filters
    parts = [
        f"""
            (SELECT entry.at FROM {source.table} AS entry WHERE {_condition(name, source, counted)}
            ORDER BY entry.at DESC, entry.id DESC OFFSET {WINDOW - 1} LIMIT 1)
        """  # noqa: S608 - all parts are constants
        for name, source in _read(filters).items()
    ]
    return text(f"SELECT max(at) FROM ({' UNION ALL '.join(parts)}) AS ends")  # noqa: S608 - as above


def _read(filters: EntryFilters) -> dict[str, _Source]:
    """Return the tables that may have entries for the filters. Two of the tables have only changes of orders."""
    return _SOURCES if filters.entity in (None, "order") else {"change": _SOURCES["change"]}


def _condition(name: str, source: _Source, filters: EntryFilters) -> str:
    """Return the condition without the search. A filter that is not set is left out, so that indexes find the rest."""
    conditions = [
        source.condition,
        "entry.at >= :since AND entry.at <= :until",
        f"(entry.at, '{name}', entry.id) < (:until, :source, :id)",
    ]
    if filters.entity is not None and name == "change":
        conditions.append("entry.entity = :entity")
    if filters.admin_id is not None:
        conditions.append("entry.admin_id = :admin_id")
    return " AND ".join(conditions)


def admins() -> Select[int, str]:
    """Select id and name of every admin."""
    return select(Admin.id, Admin.name).order_by(Admin.name, Admin.id)
