"""The audit on the wire."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field

from api.http.base_schemas import Out, PageOf
from api.http.date_types import Time

Entity = Literal[
    "category",
    "product",
    "picture",
    "gold rate",
    "vendor",
    "policy",
    "order",
    "customer",
    "review",
    "staff",
    "delivery",
    "queue",
    "payment notice",
    "import",
    "api key",
    "webhook",
    "view",
]
Action = Literal[
    "added",
    "changed",
    "deleted",
    "retried",
    "discarded",
    "checked",
    "started",
    "read",
    "revoked",
    "paused",
    "resumed",
]
_IDENTIFYING = {"name", "code", "date"}
"""The fields that are listed first."""


class ChangeOut(Out):
    """A field's value before and after the change. For a secret it contains only the fact that it changed."""

    field: str
    from_: Annotated[Any, Field(alias="from")] = None
    to: Any = None
    secret: bool = False

    def __str__(self) -> str:
        """Return the change as a line of the CSV file."""
        if self.secret:
            return f"{self.field}: changed"
        return f"{self.field}: {_words(self.from_)} → {_words(self.to)}"


class EntryOut(Out):
    """One change by one person. ``label`` is the name that the changed thing had then."""

    id: str
    at: Time
    actor: str
    action: Action
    entity: Entity
    entity_id: int | None
    label: str | None
    changes: list[ChangeOut]
    request_id: str | None

    @classmethod
    def of(cls, row: Any) -> Self:
        """Return a row of :func:`shop.audit.queries.entries`."""
        return cls(
            id=f"{row.source}-{row.id}",
            at=row.at,
            actor=row.actor,
            action=row.action,
            entity=row.entity,
            entity_id=row.entity_id,
            label=row.label,
            changes=changes_of(row),
            request_id=row.request_id,
        )


class ActorOut(Out):
    """An admin by whom the list can be filtered."""

    id: int
    name: str


class AuditPage(PageOf[EntryOut]):
    """``actors`` are the admins by whom the list can be filtered."""

    actors: list[ActorOut]


def changes_of(row: Any) -> list[ChangeOut]:
    """Return the changed fields of an entry, those that identify the thing first."""
    changes = sorted(row.changes.items(), key=lambda change: (change[0] not in _IDENTIFYING, change[0]))
    return [ChangeOut.model_validate({"field": name, **change}) for name, change in changes]


def _words(value: Any) -> str:
    """Format a value for people, without the syntax of a programming language."""
    match value:
        case None | "" | []:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case list():
            return ("; " if isinstance(value[0], dict) else ", ").join(map(_words, value))
        case dict():
            return ", ".join(f"{name}: {_words(each)}" for name, each in value.items() if each not in (None, ""))
        case _:
            return str(value)
