"""Answers that PostgreSQL writes: a schema's fields, named and written as the schema itself would do it.

A page of products is a thousand values. To make objects of them, only to write them down again, took most of its time.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, get_args

from pydantic import PlainSerializer
from pydantic.fields import FieldInfo
from sqlalchemy import ColumnElement, Select, Text, cast, func, select

from api.shapes import Out, Success
from shop.clock import iso
from shop.numbers import plain_number

_WRITERS: dict[Any, Callable[[Any], ColumnElement[Any]]] = {
    plain_number: func.trim_scale,
    iso: lambda at: func.to_char(func.timezone("UTC", at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
}
"""How PostgreSQL writes what a schema's serializers write."""

_NO_DATA = b'"data":[]'


def fields(schema: type[Out], values: Mapping[str, Any]) -> Select[Any]:
    """Select a schema's fields, in its order, from expressions for each of them."""
    return select(*(_written(field, values[name]).label(field.alias) for name, field in schema.model_fields.items()))


def row(query: Select[Any], name: str) -> Select[str]:
    """Select each row of a query of :func:`fields` as JSON, ``shown``; ``name`` is the query's own in the statement."""
    return select(cast(_as_json(query, name), Text).label("shown"))


def one(query: Select[Any], name: str) -> ColumnElement[Any]:
    """Return the one row of a query of :func:`fields`, or null where it has none, as part of a row around it."""
    return select(_as_json(query, name)).scalar_subquery()


def array(query: Select[Any], name: str) -> ColumnElement[Any]:
    """Return all rows of a query of :func:`fields`, in its order, as one JSON array without a blank in it."""
    return func.array_to_json(func.array(one(query, name)))


def body(envelope: Success[list[Any]], data: str) -> bytes:
    """Return the body of an answer: an envelope whose data is an empty list, with this JSON in the list's place."""
    start, end = envelope.model_dump_json(by_alias=True).encode().split(_NO_DATA, 1)
    return b'%s"data":%s%s' % (start, data.encode(), end)


def joined(rows: Iterable[Any]) -> str:
    """Return rows, each of which has its JSON as ``shown``, as one array."""
    return f"[{','.join(row.shown for row in rows)}]"


def _as_json(query: Select[Any], name: str) -> ColumnElement[Any]:
    return func.row_to_json(query.subquery(name).table_valued())


def _written(field: FieldInfo, value: Any) -> ColumnElement[Any]:
    choices = (getattr(choice, "__metadata__", ()) for choice in get_args(field.annotation))  # of what may be None
    marks = chain(field.metadata, *choices)
    write = next((_WRITERS[mark.func] for mark in marks if isinstance(mark, PlainSerializer)), None)
    return write(value) if write else value
