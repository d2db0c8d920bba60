"""The list of webhook endpoints says in which state each is."""

import pytest
from sqlalchemy import text

from shop.text.formatting import when
from tests.support import factories
from tests.support.http_client import Browser, succeeded


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
