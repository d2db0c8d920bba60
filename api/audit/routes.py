"""The audit: who changed what, when, from what to what."""

import datetime as dt
import re
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic import Field

from api.database import Database
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import Day, Id, NoSuchPlace, Out, PageOf, SearchText, Time
from api.sheets import Sheet
from shop.audit import queries
from shop.clock import INDIA

router = feature("operations")

PAGE = 200
_BEGINNING = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_END = dt.datetime(2200, 1, 1, tzinfo=dt.UTC)
_LAST = ("~", 2**63 - 1)
_CURSOR = re.compile(r"([0-9T:.-]{19,26}Z)~(change|status)~([0-9]{1,19})", re.ASCII)

Entity = Literal[
    "category",
    "product",
    "picture",
    "gold rate",
    "vendor",
    "order",
    "customer",
    "review",
    "staff",
    "delivery",
    "import",
]


class ChangeOut(Out):
    """One field: what it was and what it is. Of a secret only that it changed."""

    field: str
    from_: Annotated[Any, Field(alias="from")] = None
    to: Any = None
    secret: bool = False


class EntryOut(Out):
    """One change by one person; ``label`` is what the thing was called then."""

    id: str
    at: Time
    actor: str
    action: Literal["added", "changed", "deleted", "retried", "discarded", "checked", "started"]
    entity: Entity
    entity_id: int | None
    label: str | None
    changes: list[ChangeOut]
    request_id: str | None


class ActorOut(Out):
    id: int
    name: str


class AuditPage(PageOf[list[EntryOut]]):
    """``actors`` are the admins whom the list can be narrowed to."""

    actors: list[ActorOut]


SHEET: Sheet[Any] = Sheet(
    "audit",
    {
        "When": lambda entry: entry.at,
        "Who": lambda entry: entry.actor,
        "What": lambda entry: f"{entry.action} {entry.entity}",
        "Number": lambda entry: entry.entity_id,
        "Name": lambda entry: entry.label,
        "From, to": lambda entry: "\n".join(map(_in_words, _changes(entry))),
        "Request": lambda entry: entry.request_id,
    },
)


def _asked(
    search: Annotated[SearchText, Query()] = "",
    entity: Annotated[Entity | None, Query()] = None,
    admin_id: Annotated[Id | None, Query(alias="adminId")] = None,
    since: Annotated[Day | None, Query(alias="from")] = None,
    until: Annotated[Day | None, Query(alias="to")] = None,
) -> dict[str, Any]:
    """Return what the query asks for; ``from`` and ``to`` are days in India, both included."""
    return {
        "since": dt.datetime.combine(since, dt.time.min, INDIA) if since else _BEGINNING,
        "until": dt.datetime.combine(until, dt.time.max, INDIA) if until else _END,
        "source": _LAST[0],
        "id": _LAST[1],
        "entity": entity or "",
        "admin_id": admin_id or 0,
        "search": search,
    }


Asked = Annotated[dict[str, Any], Depends(_asked)]


@router.get("/audit/", **call(refuses=(404,)))
async def list_audit(
    database: Database,
    _: Granted,
    asked: Asked,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[SearchText | None, Query()] = None,
) -> AuditPage:
    """List what staff changed, the newest first. ``from`` and ``to`` are days in India, both included.

    ``search`` is part of a name, a number, or a value before or after.
    """
    values = asked | {"limit": limit + 1}
    if cursor:
        at, source, number = _point(cursor)
        values |= {"until": min(at, asked["until"]), "source": source, "id": number}
    rows = (await database.execute(queries.ENTRIES, values)).all()
    last = rows[limit - 1] if len(rows) > limit else None
    return AuditPage(
        message="Audit",
        data=[_entry(row) for row in rows[:limit]],
        next_cursor=f"{last.at:%Y-%m-%dT%H:%M:%S.%fZ}~{last.source}~{last.id}" if last else None,
        actors=[ActorOut(id=row.id, name=row.name) for row in await database.execute(queries.admins())],
    )


@router.get("/audit/?flag=csv", **call(csv=True))
async def export_audit(database: Database, _: Granted, asked: Asked) -> Response:
    """Give the whole list of changes as a file."""
    return await SHEET.answer(database, queries.ENTRIES.bindparams(**asked, limit=None))


def _entry(row: Any) -> EntryOut:
    return EntryOut(
        id=f"{row.source}-{row.id}",
        at=row.at,
        actor=row.actor,
        action=row.action,
        entity=row.entity,
        entity_id=row.entity_id,
        label=row.label,
        changes=_changes(row),
        request_id=row.request_id,
    )


def _changes(row: Any) -> list[ChangeOut]:
    changes = sorted(row.changes.items(), key=_place)
    return [ChangeOut.model_validate({"field": name, **change}) for name, change in changes]


def _in_words(change: ChangeOut) -> str:
    return (
        f"{change.field}: changed"
        if change.secret
        else f"{change.field}: {_or_nothing(change.from_)} → {_or_nothing(change.to)}"
    )


def _place(change: tuple[str, Any]) -> tuple[bool, str]:
    """Begin with what a thing is known by."""
    return change[0] not in {"name", "code", "date"}, change[0]


def _point(cursor: str) -> tuple[dt.datetime, str, int]:
    found = _CURSOR.fullmatch(cursor)
    try:
        if found:
            return dt.datetime.fromisoformat(found[1]), found[2], min(int(found[3]), 2**63 - 1)
    except ValueError:
        pass
    raise NoSuchPlace


def _or_nothing(value: Any) -> Any:
    return "nothing" if value is None or value == "" else value
