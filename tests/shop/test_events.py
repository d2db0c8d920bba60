"""The keys of events: each names fields of its event."""

import dataclasses
import re
from importlib import import_module
from pathlib import Path

import pytest

import shop
from shop.desk.events import OrderNoteAdded
from shop.events.event import Event

for module in Path(shop.__path__[0]).glob("*/events.py"):
    import_module(f"shop.{module.parent.name}.events")


def classes(base: type[Event] = Event) -> list[type[Event]]:
    return [each for event in base.__subclasses__() for each in (event, *classes(event))]


@pytest.mark.parametrize("event", classes())
def test_the_key_of_an_event_names_its_fields(event):
    if not isinstance(vars(event).get("aggregate"), property):
        named = re.findall(r"{(\w+)", event.aggregate_key)
        assert set(named) <= {field.name for field in dataclasses.fields(event)}


def test_the_aggregate_of_an_event_has_the_values_of_its_fields():
    assert OrderNoteAdded(order_id=12, note_id=3, notes=1, written_by="Meera").aggregate == "desk:12"
