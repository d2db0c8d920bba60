"""Reading a call's plain parameters: what FastAPI finds out about each of them at each request, found out once.

It takes 5 us for a parameter there, given or not, and a list of products has thirteen. What is not plain, such as a
model of several parameters, is left to FastAPI.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from fastapi import Request
from fastapi._compat import (
    ModelField,
    Undefined,
    field_annotation_is_scalar,
    field_annotation_is_scalar_sequence,
    get_missing_field_error,
)
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args

Values = dict[str, Any]
Problems = list[Any]


@dataclass(frozen=True)
class _Plain:
    """A parameter of one name, which has one value or, where it ``is_list``, may be given several times."""

    field: ModelField
    name: str
    location: tuple[str, str]
    default: Any
    is_list: bool

    @classmethod
    def of(cls, field: ModelField) -> Self | None:
        """Return the parameter, or None where it is not plain."""
        about: Any = field.field_info
        alias = about.validation_alias or field.alias
        is_list = field_annotation_is_scalar_sequence(about.annotation)
        is_simple = isinstance(alias, str) and not (field.config or about.validate_default or about.default_factory)
        if not is_simple or not (is_list or field_annotation_is_scalar(about.annotation)):
            return None
        if not (field.default == [] if is_list else _is_shared(field.default)):
            return None
        return cls(field, field.name, (about.in_.value, alias), field.default, is_list)

    def read(self, source: Any, values: Values, problems: Problems) -> None:
        """Add its value to the values, or what is wrong with it to the problems."""
        given = source.get(self.location[1])
        if given is not None:
            given = source.getlist(self.location[1]) if self.is_list else given
            value, unfit = self.field.validate(given, loc=self.location)
            if unfit:
                problems += unfit
            else:
                values[self.name] = value
        elif self.default is Undefined:
            problems.append(get_missing_field_error(self.location))
        else:
            values[self.name] = [] if self.is_list else self.default


def _is_shared(default: Any) -> bool:
    """Whether it can be handed out to everyone."""
    return default is Undefined or default is None or isinstance(default, str | int | Enum)


@dataclass(frozen=True)
class _Group:
    """The parameters that come from one part of a request, of that name."""

    part: str
    fields: Sequence[ModelField]
    plain: Sequence[_Plain | None]

    def read(self, request: Request, values: Values, problems: Problems) -> None:
        source = getattr(request, self.part)
        others: list[ModelField] = []
        for field, plain in zip(self.fields, self.plain, strict=True):
            if plain is None:
                others.append(field)
            else:
                plain.read(source, values, problems)
        if others:
            found, unfit = request_params_to_args(others, source)
            values |= found
            problems += unfit


class Parameters:
    """What a call, or an object that it takes, is given by a request's path, query and headers."""

    def __init__(self, call: Dependant) -> None:
        parts = {"path_params": call.path_params, "query_params": call.query_params, "headers": call.header_params}
        self._groups = [
            _Group(part, fields, [_Plain.of(field) for field in fields]) for part, fields in parts.items() if fields
        ]

    def read(self, request: Request, problems: Problems) -> Values:
        """Return the values by their names; what is wrong with others is added to the problems."""
        values: Values = {}
        for group in self._groups:
            group.read(request, values, problems)
        return values
