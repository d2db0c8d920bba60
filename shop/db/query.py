"""Queries as the pool takes them: put together once, with values at each call."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from psycopg.sql import Literal
from psycopg.types.json import Jsonb
from pydantic_core import to_json
from sqlalchemy import JSON, Executable
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from shop.db.pipeline import Sent

_PLACE = re.compile(r"%\((\w+)\)s|%%")
_DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class BoundQuery:
    """A statement with its values."""

    text: str
    values: Mapping[str, Any]

    @property
    def sent(self) -> Sent:
        """What goes to the server."""
        text, names = _numbered(self.text)
        return text, [self.values[name] for name in names]


@dataclass(frozen=True)
class Query:
    """A statement with ``%(name)s`` for its values, put together once. Called with them, it is ready to be sent.

    ``given`` are values that are always the same, ``objects`` the names of those that are JSON.
    """

    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    objects: Collection[str] = ()

    @classmethod
    def of(cls, statement: Executable) -> Self:
        """Return one of SQLAlchemy's as the driver takes it."""
        compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
        given = {name: value for name, value in compiled.params.items() if value is not None}
        objects = [name for name, bind in compiled.binds.items() if isinstance(bind.type, JSON)]
        fixed = {name for name in given if compiled.binds[name].unique and name not in objects}
        text = _PLACE.sub(lambda found: _literal(given[found[1]]) if found[1] in fixed else found[0], compiled.string)
        return cls(text, {name: value for name, value in given.items() if name not in fixed}, objects)

    def __call__(self, **values: Any) -> BoundQuery:
        for name in self.objects:
            values[name] = Jsonb(values[name], dumps=to_json)
        return BoundQuery(self.text, {**self.given, **values})


def _literal(value: Any) -> str:
    """Write a value down where its place was: so it is neither sent each time nor unknown to the plan."""
    return Literal(value).as_string().replace("%", "%%")


@lru_cache(maxsize=2000)
def _numbered(text: str) -> tuple[str, list[str]]:
    """Return a statement with ``$1``, ``$2`` … for its values, and their names in that order."""
    names = list(dict.fromkeys(name for name in _PLACE.findall(text) if name))
    return _PLACE.sub(lambda found: f"${names.index(found[1]) + 1}" if found[1] else "%", text), names
