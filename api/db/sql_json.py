"""SQL expressions with which PostgreSQL writes the same JSON as a schema.

A page of products has a thousand values. Creating Python objects of them only to serialise them took most of the time.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, get_args, get_origin

from pydantic import PlainSerializer
from pydantic.fields import FieldInfo
from sqlalchemy import ColumnElement, Select, Text, cast, func, select

from api.http.base_schemas import Out, Success
from shop.clock import iso
from shop.text.json_numbers import plain_number

_EXPRESSIONS: dict[Any, Callable[[Any], ColumnElement[Any]]] = {
    plain_number: func.trim_scale,
    iso: lambda at: func.to_char(func.timezone("UTC", at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
}
"""For each serializer of a schema, the expression by which PostgreSQL writes the same."""

_NO_DATA = b'"data":[]'


def fields(schema: type[Out], values: Mapping[str, Any]) -> Select[Any]:
    """Select the fields of a schema, in its order and with their names on the wire.

    :param values: the expression of each field, by its name in Python.
    """
    return select(*(_serialized(field, values[name]).label(field.alias) for name, field in schema.model_fields.items()))


def row(query: Select[Any], name: str) -> Select[str]:
    """Select each row of a query of :func:`fields` as a JSON object, with the label ``json``.

    :param name: the name of the subquery, which must be unique in the statement.
    """
    return select(cast(_as_json(query, name), Text).label("json"))


def one(query: Select[Any], name: str) -> ColumnElement[Any]:
    """Return the single row of a query of :func:`fields` as a nested object, or null if it has none."""
    return select(_as_json(query, name)).scalar_subquery()


def array(query: Select[Any], name: str) -> ColumnElement[Any]:
    """Return all rows of a query of :func:`fields`, in its order, as a JSON array without blanks."""
    return func.array_to_json(func.array(one(query, name)))


def body(envelope: Success[list[Any]], data: str) -> bytes:
    """Return a response body: the envelope with this JSON in place of its empty list of data."""
    start, end = envelope.model_dump_json(by_alias=True).encode().split(_NO_DATA, 1)
    return b'%s"data":%s%s' % (start, data.encode(), end)


def joined(rows: Iterable[Any]) -> str:
    """Return the ``json`` of each row as one array."""
    return f"[{','.join(row.json for row in rows)}]"


def _as_json(query: Select[Any], name: str) -> ColumnElement[Any]:
    return func.row_to_json(query.subquery(name).table_valued())


def plain_numbers(numbers: Any) -> ColumnElement[Any]:
    """Return an array of decimals as :func:`plain_number` writes them, for a field that is a list of numbers."""
    each = func.unnest(numbers).column_valued("number")
    return func.array(select(func.trim_scale(each)).scalar_subquery())


def _serialized(field: FieldInfo, value: Any) -> ColumnElement[Any]:
    if get_origin(field.annotation) is list:
        return value  # type: ignore[no-any-return]
    metadata_of_choices = (getattr(choice, "__metadata__", ()) for choice in get_args(field.annotation))
    metadata = chain(field.metadata, *metadata_of_choices)  # the second one is for a field that may be None
    expression = next((_EXPRESSIONS[each.func] for each in metadata if isinstance(each, PlainSerializer)), None)
    return expression(value) if expression else value
