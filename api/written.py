"""Answers that PostgreSQL writes: a schema's fields, named and written as the schema itself would do it.

A page of products is a thousand values. To make objects of them, only to write them down again, took most of its time.
"""

from collections.abc import Callable, Mapping
from typing import Any

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
    rows = query.subquery(name)
    return select(cast(func.row_to_json(rows.table_valued()), Text).label("shown"))


def array(query: Select[Any], name: str) -> ColumnElement[Any]:
    """Return all rows of a query of :func:`fields`, in its order, as one JSON array without a blank in it."""
    rows = query.subquery(name)
    return func.array_to_json(func.array(select(func.row_to_json(rows.table_valued())).scalar_subquery()))


def body(envelope: Success[list[Any]], data: str) -> bytes:
    """Return the body of an answer: an envelope whose data is an empty list, with this JSON in the list's place."""
    start, end = envelope.model_dump_json(by_alias=True).encode().split(_NO_DATA, 1)
    return b'%s"data":%s%s' % (start, data.encode(), end)


def _written(field: FieldInfo, value: Any) -> ColumnElement[Any]:
    serializers = (_WRITERS[each.func] for each in field.metadata if isinstance(each, PlainSerializer))
    write = next(serializers, None)
    return write(value) if write else value
