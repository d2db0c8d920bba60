"""Queries as the pool takes them: put together once, with values at each call."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from psycopg.sql import Literal
from psycopg.types.json import Jsonb
from pydantic_core import to_json
from sqlalchemy import ARRAY, JSON, Executable, Integer, LargeBinary
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.types import TypeEngine

from shop.db.pipeline import Rows, Sent

_PLACE = re.compile(r"%\((\w+)\)s|%%")
_DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


class Keyed(NamedTuple):
    """That a statement finds rows by keys: the parameter that has the keys, and the column that each row's is in."""

    parameter: str
    column: str


@dataclass(frozen=True)
class BoundQuery:
    """A statement with its values; ``keyed`` and ``writers`` are those of its :class:`Query`."""

    text: str
    values: Mapping[str, Any]
    keyed: Keyed | None = None
    writers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    @property
    def kind(self) -> tuple[str, Keyed | None]:
        """What those share that may go together."""
        return self.text, self.keyed

    @property
    def sent(self) -> Sent:
        """What goes to the server."""
        text, names = _numbered(self.text)
        writers = self.writers
        return text, [writers[name](self.values[name]) if name in writers else self.values[name] for name in names]


@dataclass(frozen=True)
class Query:
    """A statement with ``%(name)s`` for its values, put together once. Called with them, it is ready to be sent.

    ``given`` are values that are always the same, ``writers`` write those that the driver would write at a higher
    cost, or otherwise. What is ``keyed`` may be sent once for several callers.
    """

    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    writers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    keyed: Keyed | None = None

    @classmethod
    def of(cls, statement: Executable, *, keyed: Keyed | None = None) -> Self:
        """Return one of SQLAlchemy's as the driver takes it."""
        compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
        given = {name: value for name, value in compiled.params.items() if value is not None}
        objects = {name for name, bind in compiled.binds.items() if isinstance(bind.type, JSON)}
        fixed = {name for name in given if compiled.binds[name].unique} - objects
        kinds = {name: bind.type for name, bind in compiled.binds.items() if name not in fixed}
        writers = {name: writer for name, kind in kinds.items() if (writer := _writer_of(kind))}
        text = _PLACE.sub(lambda found: _literal(given[found[1]]) if found[1] in fixed else found[0], compiled.string)
        return cls(text, {name: value for name, value in given.items() if name not in fixed}, writers, keyed)

    def __call__(self, **values: Any) -> BoundQuery:
        return BoundQuery(self.text, {**self.given, **values}, self.keyed, self.writers)


def merged(asked: Sequence[BoundQuery]) -> BoundQuery:
    """Return one of several that find rows by keys, with the keys of all; its other values are the last one's."""
    last = asked[-1]
    if last.keyed is None:
        raise ValueError("It does not find rows by keys.")
    keys = {key for one in asked for key in one.values[last.keyed.parameter]}
    return replace(last, values={**last.values, last.keyed.parameter: list(keys)})


def rows_of_each(asked: Sequence[BoundQuery], rows: Rows) -> list[Rows]:
    """Return for each of several what it would have found of these rows of the :func:`merged` one."""
    return [_rows_of(one, rows) for one in asked]


def _rows_of(one: BoundQuery, rows: Rows) -> Rows:
    if one.keyed is None:
        raise ValueError("It does not find rows by keys.")
    keys = set(one.values[one.keyed.parameter])
    return [row for row in rows if getattr(row, one.keyed.column) in keys]


def _writer_of(kind: TypeEngine[Any]) -> Callable[[Any], Any] | None:
    if isinstance(kind, JSON):
        return _json
    if isinstance(kind, ARRAY) and isinstance(kind.item_type, Integer):
        return _numbers
    if isinstance(kind, ARRAY) and isinstance(kind.item_type, LargeBinary):
        return _digests
    return None


def _json(value: Any) -> Jsonb:
    return Jsonb(value, dumps=to_json)


def _numbers(values: Collection[int] | None) -> str | None:
    """Write numbers as PostgreSQL does: the driver looks at each, and their type then follows from the largest."""
    return None if values is None else f"{{{','.join(map(str, values))}}}"


def _digests(values: Collection[bytes] | None) -> str | None:
    return None if values is None else "{{{}}}".format(",".join(f'"\\\\x{value.hex()}"' for value in values))


def _literal(value: Any) -> str:
    """Write a value down where its place was: so it is neither sent each time nor unknown to the plan."""
    return Literal(value).as_string().replace("%", "%%")


@lru_cache(maxsize=2000)
def _numbered(text: str) -> tuple[str, list[str]]:
    """Return a statement with ``$1``, ``$2`` … for its values, and their names in that order."""
    names = list(dict.fromkeys(name for name in _PLACE.findall(text) if name))
    return _PLACE.sub(lambda found: f"${names.index(found[1]) + 1}" if found[1] else "%", text), names
