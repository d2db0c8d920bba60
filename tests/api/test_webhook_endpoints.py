"""The list of webhook endpoints shows the state of each. The audit entry of a change names its fields."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from shop.clock import iso, now
from shop.integrations.queries import MAX_COUNTED
from shop.operations.retention import KEEP_EVENTS
from shop.text.formatting import when
from tests.support import factories
from tests.support.database import full_scans
from tests.support.http_client import Browser, failed, succeeded


@pytest.fixture
async def pruned(database) -> None:
    """Prune the events of an earlier day, up to position 20."""
    await database.execute(text("DELETE FROM domain_event"))
    await database.run_sync(factories.record, number=1)
    await database.execute(text("UPDATE domain_event SET position = 21"))
    await database.execute(text("UPDATE event_stream SET position = 21, pruned_through = 20"))
    await database.commit()


async def states(karthik: Browser) -> dict[str, tuple[str, str]]:
    listed = succeeded(await karthik.get("/admin/webhooks/"))
    return {endpoint["name"]: (endpoint["level"], endpoint["condition"]) for endpoint in listed}


async def test_an_endpoint_whose_events_were_deleted_says_so(karthik, database, pruned):
    await database.run_sync(
        factories.add_webhook, name="Off for long", position=19, is_on=False, off_reason="24 h of failures"
    )
    await database.run_sync(factories.add_webhook, name="Off", position=20, is_on=False)
    await database.run_sync(factories.add_webhook, name="On", position=20)
    await database.commit()
    since = await database.scalar(text("SELECT recorded_at FROM domain_event"))
    assert await states(karthik) == {
        "Off for long": ("bad", f"Missed events before {when(since)}: load them anew"),
        "Off": ("warn", "Switched off"),
        "On": ("good", "Fine"),
    }


async def test_it_says_so_although_an_older_event_is_kept_for_its_own_delivery(karthik, database, pruned):
    since = await database.scalar(text("SELECT recorded_at FROM domain_event"))
    await database.run_sync(factories.record, number=2)
    await database.execute(
        text("""
            UPDATE domain_event SET position = 5, recorded_at = now() - interval '20 days'
            WHERE position IS NULL
        """)
    )
    for name, position in (("Behind the old event", 4), ("After it", 19), ("In step", 20)):
        await database.run_sync(factories.add_webhook, name=name, position=position)
    await database.commit()
    missed = ("bad", f"Missed events before {when(since)}: load them anew")
    assert await states(karthik) == {"Behind the old event": missed, "After it": missed, "In step": ("good", "Fine")}
    assert (await karthik.get("/admin/webhooks/")).json()["keptSince"] == iso(since)


@pytest.mark.parametrize(("hours", "is_missed"), [(1, True), (-1, False)])
async def test_an_endpoint_whose_failed_deliveries_were_deleted_says_so(karthik, database, pruned, hours, is_missed):
    since = await database.scalar(text("SELECT recorded_at FROM domain_event"))
    await database.run_sync(
        factories.add_webhook,
        position=21,
        is_on=False,
        off_reason="24 h of failures",
        failing_since=now() - KEEP_EVENTS - timedelta(hours=hours),
    )
    await database.commit()
    missed = f"Missed events before {when(since)}: load them anew"
    expected = missed if is_missed else "Switched off: 24 h of failures"
    assert [*(await states(karthik)).values()] == [("bad", expected)]


async def test_it_says_so_although_no_event_is_kept(karthik, database, pruned):
    await database.execute(text("DELETE FROM domain_event"))
    await database.run_sync(factories.add_webhook, name="Off", position=19, is_on=False)
    await database.commit()
    [(level, condition)] = (await states(karthik)).values()
    assert (level, condition.startswith("Missed events before ")) == ("bad", True)
    assert condition.endswith(": load them anew")


async def test_after_a_restore_an_endpoint_missed_nothing_that_is_kept(karthik, database, pruned):
    await database.execute(text("UPDATE event_stream SET position = 1000021, pruned_through = 1000021"))
    for name, position in (("Behind", 20), ("Off for long", 19)):
        await database.run_sync(factories.add_webhook, name=name, position=position)
    await database.commit()
    told = await states(karthik)
    assert (told["Behind"], told["Off for long"][0]) == (("good", "Fine"), "bad")


async def test_of_a_long_log_no_more_is_counted_than_a_page_needs(karthik, database, run_sync):
    last = 2 * MAX_COUNTED + 4000
    await database.execute(
        text("""
            INSERT INTO domain_event (position, type, aggregate, reach, data, occurred_at)
            SELECT n, CASE WHEN n % 4 = 0 THEN 'gold_rate.changed' ELSE 'order.placed' END, 'test:' || n,
                CASE WHEN n % 2 = 0 THEN 'everyone' ELSE 'nobody' END, '{}', now()
            FROM generate_series(1, :last) AS n
        """),
        {"last": last},
    )
    await database.execute(text("UPDATE event_stream SET position = :last"), {"last": last})
    await database.execute(text("ANALYZE domain_event"))
    for name, position, types in (
        ("All", 0, None),
        ("Some", 0, ["gold_rate.changed"]),
        ("One more", last - 2 * MAX_COUNTED - 2, None),
        ("The maximum", last - 2 * MAX_COUNTED, None),
        ("Late", last - 100, None),
    ):
        await database.run_sync(factories.add_webhook, name=name, position=position, types=types, is_on=False)
    # PostgreSQL may read the whole log if it is only a little longer than the maximum count.
    await database.execute(text("SET LOCAL enable_seqscan = off"))
    await database.commit()
    scans_before = await run_sync(lambda session: full_scans(session.connection(), {"domain_event"}))
    listed = (await karthik.get("/admin/webhooks/")).json()
    assert (listed["kept"], listed["moreKept"]) == (MAX_COUNTED, True)
    assert {each["name"]: (each["waiting"], each["moreWaiting"]) for each in listed["data"]} == {
        "All": (MAX_COUNTED, True),
        "Some": (MAX_COUNTED / 2, True),
        "One more": (MAX_COUNTED, True),
        "The maximum": (MAX_COUNTED, False),
        "Late": (50, False),
    }
    assert await run_sync(lambda session: full_scans(session.connection(), {"domain_event"})) == scans_before


@pytest.mark.parametrize("field", ["name", "url", "isOn"])
async def test_a_change_to_null_is_refused_and_names_the_field(karthik, database, field):
    endpoint_id = (await database.run_sync(factories.add_webhook)).id
    await database.commit()
    path = f"/admin/webhooks/?id={endpoint_id}"
    failed(await karthik.post(path, json={field: None}), 422, field)
    assert succeeded(await karthik.post(path, json={"types": None}))["types"] is None


async def test_http_is_refused_for_a_name_that_does_not_lead_to_this_machine(karthik):
    answer = await karthik.post("/admin/webhooks/", json={"name": "ERP", "url": "http://erp.invalid/hook"})
    assert failed(answer, 422, "url")["message"] == "Please give an https address."
    assert succeeded(await karthik.get("/admin/webhooks/")) == []
    for url in ("https://erp.invalid/hook", "http://localhost:9000/hook"):
        succeeded(await karthik.post("/admin/webhooks/", json={"name": "ERP", "url": url}))


async def entries(karthik: Browser) -> list[tuple[str, dict[str, tuple]]]:
    """Return action and changes of the audit's entries, the oldest first."""
    listed = succeeded(await karthik.get("/audit/?entity=webhook"))
    return [
        (entry["action"], {each["field"]: each["secret"] or (each["from"], each["to"]) for each in entry["changes"]})
        for entry in reversed(listed)
    ]


async def test_the_audit_says_where_an_endpoint_pointed_before(karthik):
    first, second = "https://erp.invalid/hook", "https://elsewhere.invalid/hook"
    wanted = {"name": "ERP", "url": first, "types": ["order.placed", "payment.changed"]}
    endpoint = succeeded(await karthik.post("/admin/webhooks/", json=wanted))["id"]
    path = f"/admin/webhooks/?id={endpoint}"
    for change in ({"name": "Till", "url": second, "types": None}, {"url": first}, {"isOn": False}, {"isOn": False}):
        succeeded(await karthik.post(path, json=change))
    succeeded(await karthik.delete(path))
    types = "order.placed, payment.changed"
    assert await entries(karthik) == [
        ("added", {"types": (None, types), "url": (None, first)}),
        ("changed", {"name": ("ERP", "Till"), "types": (types, "all"), "url": (first, second)}),
        ("changed", {"url": (second, first)}),
        ("changed", {"is_on": (True, False)}),
        ("deleted", {"types": ("all", None), "url": (first, None)}),
    ]


async def test_a_test_event_and_a_new_secret_are_audited(karthik, database):
    endpoint_id = (await database.run_sync(factories.add_webhook)).id
    await database.commit()
    succeeded(await karthik.post(f"/admin/webhooks/test/?id={endpoint_id}"))
    succeeded(await karthik.post(f"/admin/webhooks/secret/?id={endpoint_id}"))
    assert await entries(karthik) == [
        ("changed", {"test event": (None, "sent")}),
        ("changed", {"secret": True}),
    ]


@pytest.mark.parametrize(
    ("action", "body"), [("test", {}), ("retry", {}), ("replay", {"since": "2026-01-01T00:00:00Z"})]
)
async def test_nothing_is_sent_again_to_an_endpoint_that_is_off(karthik, database, action, body):
    endpoint_id = (await database.run_sync(factories.add_webhook, position=3, is_on=False)).id
    await database.commit()
    refused = failed(await karthik.post(f"/admin/webhooks/{action}/?id={endpoint_id}", json=body), 409)
    assert refused["message"] == "This endpoint is off. Please switch it on first."
    assert await database.scalar(text("SELECT position FROM webhook_endpoint")) == 3
    succeeded(await karthik.post(f"/admin/webhooks/?id={endpoint_id}", json={"isOn": True}))
    succeeded(await karthik.post(f"/admin/webhooks/{action}/?id={endpoint_id}", json=body))
