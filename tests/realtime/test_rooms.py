"""For every type of event, check which pages receive it: those of visitors, shoppers and each role of staff."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from shop.db import models  # noqa: F401 - imports all features, so that all events are known
from shop.events.event import Event
from shop.events.model import Audience
from shop.integrations import event_types  # noqa: F401 - registers the other event types
from shop.staff.roles import StaffRole
from tests.realtime.test_server import numbers, told
from tests.support import factories

ALL = {role.value for role in StaffRole}
ORDERS = ALL - {"operator"}
CATALOGUE = {"owner", "orders", "catalogue", "viewer"}
RECEIVERS = {
    "order": ORDERS,
    "payment": ORDERS,
    "return": ORDERS,
    "desk": ORDERS,
    "customer": ORDERS,
    "invoice": {"owner", "orders", "finance", "viewer"},
    "stock": CATALOGUE,
    "product_image": CATALOGUE,
    "product_import": CATALOGUE,
    "gold_rate": ALL,
    "catalogue": ALL,
    "policy": ALL,
    "api_key": {"owner", "operator"},
    "webhook": {"owner", "operator"},
}
"""The roles that receive an event for staff, by the first part of its type. Other events are for owners only."""


def all_events(base: type[Event] = Event) -> dict[str, Audience]:
    """Return the audience of each type of event."""
    found = {}
    for event in base.__subclasses__():
        if "type" in vars(event):
            found[event.type] = event.audience
        found |= all_events(event)
    return found


def expected(caller: str, kind: str, audience: Audience) -> bool:
    """Return whether the caller's page receives an event. An event about a customer is about Asha."""
    if audience is Audience.EVERYONE:
        return True
    if audience is Audience.NOBODY or caller in {"visitor", "ben", "without a second factor"}:
        return False
    if caller == "asha":
        return audience is Audience.CUSTOMER_AND_ADMINS
    return caller in RECEIVERS.get(kind.partition(".")[0], {"owner"})


@pytest.fixture
def cookies(people, engine) -> dict[str, str]:
    """Return session cookies by caller: of the shoppers, and of one member of staff for each role."""
    with Session(engine) as session:
        session.execute(text("INSERT INTO staff_policy (id, second_factor_required_since) VALUES (1, now())"))
        staff = {role: factories.hire_admin(session, role, roles=[role]) for role in sorted(ALL)}
        for admin in staff.values():
            admin.second_factor_since = admin.created_at
        tokens = {role: f"swarna_admin={factories.sign_in(session, admin)}" for role, admin in staff.items()}
        session.commit()
    shoppers = {"asha": people.of_asha, "ben": people.of_ben}
    return {"visitor": "", **shoppers, "without a second factor": people.of_karthik, **tokens}


def role_of(cookie: str) -> str | None:
    if not cookie:
        return None
    return "admin" if "swarna_admin" in cookie else "customer"


async def test_every_event(shop, people, cookies, subtests):
    pages = {
        caller: await shop.open(*filter(None, [cookie]), role=role_of(cookie)) for caller, cookie in cookies.items()
    }
    kinds = all_events() | {"unheard.of": Audience.ADMINS}
    assert len(kinds) > 40
    for number, (kind, audience) in enumerate(kinds.items(), start=1000):
        shop.happen(audience=audience, customer_id=people.asha.id, number=number, type=kind)
    await told(shop, *pages.values())
    for caller, page in pages.items():
        wanted = [n for n, (kind, to) in enumerate(kinds.items(), start=1000) if expected(caller, kind, to)]
        names = list(kinds)
        with subtests.test(caller):
            assert [names[n - 1000] for n in numbers(page)] == [names[n - 1000] for n in wanted]
        again = await shop.open(
            *filter(None, [cookies[caller]]),
            role=role_of(cookies[caller]),
            after=0,
        )
        with subtests.test(caller, after=0):
            assert [names[n - 1000] for n in numbers(again)] == [names[n - 1000] for n in wanted]


async def test_events_for_everyone_have_the_same_data_live_and_by_catch_up(shop, people, cookies, subtests):
    kinds = ["catalogue.changed", "product_image.ready", "gold_rate.changed", "unheard.of"]
    pages = {
        caller: await shop.open(*filter(None, [cookie]), role=role_of(cookie)) for caller, cookie in cookies.items()
    }
    for number, kind in enumerate(kinds):
        shop.happen(audience=Audience.EVERYONE, number=number, type=kind, secret="Karthik")
    await told(shop, *pages.values())
    for caller, page in pages.items():
        again = await shop.open(*filter(None, [cookies[caller]]), role=role_of(cookies[caller]), after=0)
        staff = {kind for kind in kinds if caller in RECEIVERS.get(kind.partition(".")[0], {"owner"}) & ALL}
        wanted = [
            {"number": number} | ({"changedBy": "Karthik"} if kind in staff else {})
            for number, kind in enumerate(kinds)
        ]
        for way, opened in (("live", page), ("by catch-up", again)):
            with subtests.test(caller, way=way):
                assert [event["data"] for event in opened.events if "id" in event][:-1] == wanted
        with subtests.test(caller, way="ids"):
            assert page.ids == again.ids == list(range(1, len(kinds) + 2))


def test_each_kind_of_event_that_the_table_names_exists():
    assert {kind.partition(".")[0] for kind in all_events()} >= set(RECEIVERS)
