"""The base class of all events. Each event is a frozen dataclass beside its feature, named in the past tense."""

import datetime as dt
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from pydantic.alias_generators import to_camel

from shop.clock import iso
from shop.events.model import Audience


@dataclass(frozen=True)
class Event:
    """Something that happened. ``type`` is its wire name, and ``audience`` determines which pages receive it.

    Unless an event has its own :meth:`data`, every field of it is stored in the log and sent to its audience, except
    that ``staff_fields`` are sent to admins only. ``aggregate_key`` is the format of :attr:`aggregate`, with the names
    of fields: ``order:{order_id}``.
    """

    type: ClassVar[str]
    audience: ClassVar[Audience]
    aggregate_key: ClassVar[str]
    staff_fields: ClassVar[tuple[str, ...]] = ()

    @property
    def aggregate(self) -> str:
        """The kind and id of the changed object, such as ``order:12``."""
        return self.aggregate_key.format_map(vars(self))

    def data(self) -> dict[str, Any]:
        """Return the data that the log stores and pages receive: the fields by their names in camel case."""
        names = (field.name for field in fields(self) if field.name not in self.staff_fields)
        return {to_camel(name): self._value(name) for name in names}

    def admin_data(self) -> dict[str, Any]:
        """Return the data that only admins' pages receive."""
        return {to_camel(name): self._value(name) for name in self.staff_fields}

    def for_admins(self) -> dict[str, Any]:
        """Return all fields, for admins' pages and for the response to the change."""
        return self.data() | self.admin_data()

    def owner_id(self) -> int | None:
        """Return the id of the shopper who owns the object: the field ``customer_id``, or None without it."""
        owner: int | None = getattr(self, "customer_id", None)
        return owner

    def _value(self, name: str) -> Any:
        value = getattr(self, name)
        return iso(value) if isinstance(value, dt.datetime) else value
