"""The routes of the audit, which records each change with its author, time, and old and new values."""

import datetime as dt
import re
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Query, Response

from api.audit import service
from api.audit.schemas import ActorOut, AuditPage, Entity, EntryOut, changes_of
from api.auth.policy import Granted
from api.db.session import Database
from api.http.csv_export import CsvExport
from api.http.date_types import Day
from api.http.flag_routing import feature_router
from api.http.pagination import PAGE_SIZE, InvalidCursor, Limit
from api.http.schema_types import Id, SearchText
from api.openapi.description import call
from shop.audit import queries
from shop.audit.queries import MAX_ID, EntryFilters
from shop.clock import INDIA

router = feature_router("operations")

_EARLIEST = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_LATEST = dt.datetime(2200, 1, 1, tzinfo=dt.UTC)
_CURSOR = re.compile(r"([0-9T:.-]{19,26}Z)~(change|payment|status|)~([0-9]{1,19})", re.ASCII)

EXPORT: CsvExport[Any] = CsvExport(
    "audit",
    {
        "When": lambda entry: entry.at,
        "Who": lambda entry: entry.actor,
        "What": lambda entry: f"{entry.action} {entry.entity}",
        "Number": lambda entry: entry.entity_id,
        "Name": lambda entry: entry.label,
        "From, to": lambda entry: "\n".join(map(str, changes_of(entry))),
        "Request": lambda entry: entry.request_id,
    },
)


def _filter(
    search: Annotated[SearchText, Query()] = "",
    entity: Annotated[Entity | None, Query()] = None,
    admin_id: Annotated[Id | None, Query(alias="adminId")] = None,
    since: Annotated[Day | None, Query(alias="from")] = None,
    until: Annotated[Day | None, Query(alias="to")] = None,
) -> EntryFilters:
    return EntryFilters(
        since=dt.datetime.combine(since, dt.time.min, INDIA) if since else _EARLIEST,
        until=dt.datetime.combine(until, dt.time.max, INDIA) if until else _LATEST,
        entity=entity,
        admin_id=admin_id,
        search=search,
    )


Filter = Annotated[EntryFilters, Depends(_filter)]


@router.get("/audit/", **call(refuses=(404,)))
async def list_audit(
    database: Database,
    _: Granted,
    filter_: Filter,
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[SearchText | None, Query()] = None,
) -> AuditPage:
    """List what staff changed, the newest first. ``from`` and ``to`` are days in India, both included.

    ``search`` is a part of a name, of a number, or of a value before or after the change. Each page searches a part of
    the changes, so it may have few entries or none. The list ends where ``nextCursor`` is null.
    """
    if cursor:
        at, source, entry_id = _read_cursor(cursor)
        filter_ = replace(filter_, until=min(at, filter_.until), source=source, id=entry_id)
    rows, following = await service.page(database, filter_, limit=limit)
    return AuditPage(
        message="Audit",
        data=[EntryOut.of(row) for row in rows],
        next_cursor=_cursor_of(following) if following else None,
        actors=[ActorOut(id=row.id, name=row.name) for row in await database.execute(queries.admins())],
    )


@router.get("/audit/?flag=csv", **call(csv=True))
async def export_audit(database: Database, _: Granted, filter_: Filter) -> Response:
    """Return the whole list of changes as a CSV file."""
    return EXPORT.respond_in_batches(database, partial(service.batches, filter_))


def _cursor_of(filters: EntryFilters) -> str:
    return f"{filters.until:%Y-%m-%dT%H:%M:%S.%fZ}~{filters.source}~{filters.id}"


def _read_cursor(cursor: str) -> tuple[dt.datetime, str, int]:
    """Return time, source and id of the last entry before the cursor.

    :raises InvalidCursor: if the text is no cursor.
    """
    found = _CURSOR.fullmatch(cursor)
    try:
        if found:
            return dt.datetime.fromisoformat(found[1]), found[2], min(int(found[3]), MAX_ID)
    except ValueError:
        pass
    raise InvalidCursor
