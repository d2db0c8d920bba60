"""Code that must handle a new status of order lines, and that neither types nor other tests compare with the enum."""

import datetime as dt
import re
from collections.abc import Collection, Iterator
from inspect import signature
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from api.openapi.event_examples import EXAMPLES
from api.orders.exports import LINES
from api.orders.schemas import OrderItemOut, OrderLineOut
from api.orders.statistics import OrdersStandingOut
from api.orders.status_schemas import SettableStatus, StatusAmountsOut, StatusChangeOut, StatusCountsOut
from api.tracking.schemas import ParcelOut
from demo.orders import STEPS
from shop.db import sql_files
from shop.invoices.issuing import MAY_REQUIRE_DOCUMENT
from shop.orders.draft import DraftLine
from shop.orders.events import OrderStatusChanged
from shop.orders.model import BEFORE_PACKING, OrderItem, Status
from shop.orders.queries import OPEN_STATUSES
from shop.orders.status_rules import Line
from shop.shipping.rules import WITH_COURIER
from shop.stuck.rules import StuckRule
from workers.mail.rendering import TEMPLATES
from workers.reactions.web_push.order_news import PUSHED

WITH_TIMES: tuple[type, ...] = (
    OrderItem,
    Line,
    OrderStatusChanged,
    DraftLine,
    StatusChangeOut,
    OrderLineOut,
    OrderItemOut,
    ParcelOut,
)
WITH_EACH_STATUS: tuple[type[BaseModel], ...] = (StatusCountsOut, StatusAmountsOut, OrdersStandingOut)
MAIL = (TEMPLATES / "order_status.html").read_text()

DECISIONS: dict[str, tuple[Collection[str], str]] = {
    "BEFORE_PACKING of shop.orders.model": (BEFORE_PACKING, "packed shipped delivered cancelled"),
    "OPEN_STATUSES of shop.orders.queries": (OPEN_STATUSES, "delivered cancelled"),
    "WITH_COURIER of shop.shipping.rules": (WITH_COURIER, "ordered cancelled"),
    "StuckRule of shop.stuck.rules": (set(StuckRule) & set(Status), "shipped delivered cancelled"),
    "MAY_REQUIRE_DOCUMENT of shop.invoices.issuing": (re.findall(r"'(\w+)'", MAY_REQUIRE_DOCUMENT), "ordered packed"),
    "SettableStatus of api.orders.status_schemas": (get_args(SettableStatus), "cancelled"),
    "PUSHED of workers.reactions.web_push.order_news": (PUSHED, "ordered"),
    "the mail order_status.html": (re.findall(r'status == "(\w+)"', MAIL), "ordered"),
    "STEPS of demo.orders": (STEPS, "ordered cancelled"),
}
"""Code that treats some statuses differently: the statuses that it names, and the others. A new status requires a
decision here."""


def test_no_place_forgets_a_status():
    forgotten = [*_missing_fields(), *_missing_times(), *_missing_decisions()]
    assert not forgotten, "\n".join(forgotten)


def _missing_fields() -> Iterator[str]:
    sql = sql_files.read("change_status")
    for status in Status:
        for owner in WITH_TIMES:
            if status.stamp not in _fields_of(owner):
                yield f"{owner.__qualname__} lacks the field {status.stamp}"
        for owner in WITH_EACH_STATUS:
            if status.value not in owner.model_fields:
                yield f"{owner.__qualname__} lacks the field {status.value}"
        if f"{status.stamp} = :{status.stamp}" not in sql:
            yield f"change_status.sql does not set {status.stamp}"
        if status.word.capitalize() not in LINES.columns:
            yield f"the CSV file of order lines lacks the column {status.word.capitalize()}"
        if to_camel(status.stamp) not in EXAMPLES[OrderStatusChanged.type]:
            yield f"the example of {OrderStatusChanged.type} lacks {to_camel(status.stamp)}"


def _missing_times() -> Iterator[str]:
    """Pass a time of each status through the event of a change to its JSON."""
    start = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
    times = {status.stamp: start + dt.timedelta(days=number) for number, status in enumerate(Status)}
    event = _filled(OrderStatusChanged, times)
    for status in Status:
        if not str(event.data().get(to_camel(status.stamp))).startswith(str(times[status.stamp].date())):
            yield f"OrderStatusChanged.data() lacks {to_camel(status.stamp)}"


def _missing_decisions() -> Iterator[str]:
    for place, (named, left_out) in DECISIONS.items():
        for status in Status:
            if (status in named) == (status in left_out.split()):
                yield f"{place} must name {status.value}, or this test must say that it leaves it out; not both"


def _fields_of(owner: type) -> Collection[str]:
    if issubclass(owner, BaseModel):
        return owner.model_fields
    return owner.__table__.columns.keys() if owner is OrderItem else signature(owner).parameters


def _filled(owner: type, values: dict[str, Any]) -> Any:
    """Return an instance with those of the values that it has fields for. All other fields are None."""
    return owner(**{name: values.get(name) for name in signature(owner).parameters})


def test_mails_name_a_status_by_its_word():
    assert [path.name for path in TEMPLATES.iterdir() if re.search(r"\{\{ *item\.status\b", path.read_text())] == []
