"""Queries for the pool: compiled once, then called with their values."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from psycopg.sql import Literal
from psycopg.types.json import Jsonb
from pydantic_core import to_json
from sqlalchemy import ARRAY, JSON, Connection, Executable, Integer, LargeBinary
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.types import TypeEngine

from shop.db.pipeline import Rows, Statement, pipeline_of

_PARAMETER = re.compile(r"%\((\w+)\)s|%%")
_DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


class Keyed(NamedTuple):
    """How a query reads rows by key: the parameter with the list of keys, and the column with a row's key."""

    parameter: str
    column: str


@dataclass(frozen=True)
class BoundQuery:
    """A query with its values. ``keyed`` and ``writers`` come from its :class:`Query`."""

    text: str
    values: Mapping[str, Any]
    keyed: Keyed | None = None
    writers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    @property
    def kind(self) -> tuple[str, Keyed | None]:
        """The kind of the query. Queries of the same kind may be sent in one batch."""
        return self.text, self.keyed

    @property
    def statement(self) -> Statement:
        """The statement in the form that is sent to the server."""
        text, names = _numbered(self.text)
        writers = self.writers
        return text, [writers[name](self.values[name]) if name in writers else self.values[name] for name in names]


def send(connection: Connection, *queries: BoundQuery) -> list[Rows]:
    """Send queries together in the caller's transaction and return the rows of each."""
    return pipeline_of(connection).send(*(query.statement for query in queries))


@dataclass(frozen=True)
class Query:
    """A query with ``%(name)s`` parameters. Calling it with their values returns a :class:`BoundQuery`.

    :param defaults: values of optional parameters.
    :param writers: functions that convert values which the driver would write differently or more slowly.
    :param keyed: how the query reads rows by key, if it does. Queries of several callers can then be merged.
    """

    text: str
    defaults: Mapping[str, Any] = field(default_factory=dict)
    writers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    keyed: Keyed | None = None

    @classmethod
    def of(cls, statement: Executable, *, keyed: Keyed | None = None) -> Self:
        """Compile a SQLAlchemy statement. Its constants become literals, so that the planner knows them."""
        compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
        given = {name: value for name, value in compiled.params.items() if value is not None}
        json_names = {name for name, bind in compiled.binds.items() if isinstance(bind.type, JSON)}
        constants = {name for name in given if compiled.binds[name].unique} - json_names
        types = {name: bind.type for name, bind in compiled.binds.items() if name not in constants}
        writers = {name: writer for name, type_ in types.items() if (writer := _writer_of(type_))}
        text = _PARAMETER.sub(
            lambda found: _literal(given[found[1]]) if found[1] in constants else found[0], compiled.string
        )
        defaults = {name: value for name, value in given.items() if name not in constants}
        return cls(text, defaults, writers, keyed)

    def __call__(self, **values: Any) -> BoundQuery:
        return BoundQuery(self.text, {**self.defaults, **values}, self.keyed, self.writers)


def merge(queries: Sequence[BoundQuery]) -> BoundQuery:
    """Merge queries by key into one with all keys. The other values of the merged query are those of the last query."""
    last = queries[-1]
    if last.keyed is None:
        raise ValueError("It does not find rows by keys.")
    keys = {key for query in queries for key in query.values[last.keyed.parameter]}
    return replace(last, values={**last.values, last.keyed.parameter: list(keys)})


def split_rows(queries: Sequence[BoundQuery], rows: Rows) -> list[Rows]:
    """Return the rows of each query from the result of their :func:`merge`."""
    return [_rows_of(query, rows) for query in queries]


def _rows_of(query: BoundQuery, rows: Rows) -> Rows:
    if query.keyed is None:
        raise ValueError("It does not find rows by keys.")
    keys = set(query.values[query.keyed.parameter])
    return [row for row in rows if getattr(row, query.keyed.column) in keys]


def _writer_of(type_: TypeEngine[Any]) -> Callable[[Any], Any] | None:
    if isinstance(type_, JSON):
        return write_json
    if isinstance(type_, ARRAY) and isinstance(type_.item_type, Integer):
        return write_integers
    if isinstance(type_, ARRAY) and isinstance(type_.item_type, LargeBinary):
        return _write_digests
    return None


def write_json(value: Any) -> Jsonb:
    """Convert any value that Pydantic can serialise to JSON. None becomes JSON null."""
    return Jsonb(value, dumps=to_json)


def write_integers(values: Collection[int] | None) -> str | None:
    """Convert integers to an array in text form, which the statement casts.

    The driver would choose the type by the largest value, and the server would prepare the statement again for each
    type.
    """
    return None if values is None else f"{{{','.join(map(str, values))}}}"


def _write_digests(values: Collection[bytes] | None) -> str | None:
    return None if values is None else "{{{}}}".format(",".join(f'"\\\\x{value.hex()}"' for value in values))


def _literal(value: Any) -> str:
    return Literal(value).as_string().replace("%", "%%")


@lru_cache(maxsize=2000)
def _numbered(text: str) -> tuple[str, list[str]]:
    """Return a query's text with ``$1``, ``$2`` … as parameters, and the parameters' names in that order."""
    names = list(dict.fromkeys(name for name in _PARAMETER.findall(text) if name))
    return _PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}" if found[1] else "%", text), names
