"""The preferences of an admin are the same in every browser."""

import pytest

from tests.support import factories
from tests.support.http_client import failed, succeeded

EMPTY = {"minimised": [], "removed": []}


async def test_preferences_are_the_same_in_every_browser_of_an_admin(browsers, karthik, people, database, run_sync):
    assert succeeded(await karthik.get("/admin/preferences/")) == {"dashboard": EMPTY, "operations": EMPTY}
    dashboard = {"minimised": ["rate-chart"], "removed": ["newest"]}
    succeeded(await karthik.post("/admin/preferences/", json={"dashboard": dashboard}))
    operations = {"minimised": [], "removed": ["queues"]}
    kept = succeeded(await karthik.post("/admin/preferences/", json={"operations": operations}))
    assert kept == {"dashboard": dashboard, "operations": operations}
    other = await database.run_sync(factories.hire_admin)
    await database.commit()
    async with await browsers.of(people.karthik) as elsewhere, await browsers.of(other) as colleague:
        assert succeeded(await elsewhere.get("/admin/preferences/")) == kept
        assert succeeded(await colleague.get("/admin/preferences/"))["dashboard"] == EMPTY
    succeeded(await karthik.post("/admin/preferences/", json={"dashboard": EMPTY}))
    assert succeeded(await karthik.get("/admin/preferences/")) == {"dashboard": EMPTY, "operations": operations}
    assert await run_sync(factories.events) == []


@pytest.mark.parametrize(
    ("unfit", "field"),
    [
        ({"dashboard": {"minimised": ["A b"], "removed": []}}, "dashboard.minimised.0"),
        ({"dashboard": {"minimised": ["x" * 41], "removed": []}}, "dashboard.minimised.0"),
        ({"dashboard": {"minimised": ["x"] * 51, "removed": []}}, "dashboard.minimised"),
        ({"dashboard": {"minimised": []}}, "dashboard.removed"),
        ({"board": EMPTY}, "board"),
    ],
)
async def test_invalid_preferences_are_refused(karthik, people, unfit, field):
    failed(await karthik.post("/admin/preferences/", json=unfit), 422, field)
    assert succeeded(await karthik.get("/admin/preferences/")) == {"dashboard": EMPTY, "operations": EMPTY}
