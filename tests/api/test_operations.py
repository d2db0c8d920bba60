import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine

from shop.operations.incidents import incidents
from shop.operations.model import KINDS, beat
from tests.support.http_client import failed, succeeded


@pytest.fixture(autouse=True)
def untroubled() -> None:
    """Clear incidents that other tests caused in this process."""
    incidents._met.clear()


async def test_health_names_what_is_missing(visitor, database):
    await database.execute(beat("relay 1", ["relay"], {"broker": "ok"}))
    await database.commit()
    response = await visitor.get("/health/")
    body = failed(response, 503)["data"]
    assert (body["status"], body["missing"]) == ("incomplete", [kind for kind in KINDS if kind != "relay"])
    assert body["parts"] == {"relay": 1}


async def test_health_is_ready_when_every_part_was_heard_of(visitor, database):
    for kind in KINDS:
        await database.execute(beat(f"{kind} 1", [kind], {}))
    await database.execute(beat("mail 2@host", ["mail"], {"troubles": {"disk_full": "of a path"}}))
    await database.commit()
    state = succeeded(await visitor.get("/health"))
    # The response has no details of the processes, as anyone may call it.
    assert state == {
        "status": "ready",
        "missing": [],
        "parts": dict.fromkeys(KINDS, 1) | {"mail": 2},
        "checks": {"order": True, "read": True, "work": True},
        "troubles": [],
    }


async def test_a_process_not_heard_of_lately_counts_as_gone(visitor, database):
    for kind in KINDS:
        await database.execute(beat(f"{kind} 1", [kind], {}))
    await database.execute(text("UPDATE process SET seen_at = now() - interval '8 seconds' WHERE name = 'mail 1'"))
    await database.commit()
    response = await visitor.get("/health/")
    assert failed(response, 503)["data"]["missing"] == ["mail"]


async def test_without_its_records_the_shop_says_so(app, visitor):
    nowhere = create_async_engine("postgresql+psycopg://u:p@127.0.0.1:9/none")
    app.state.sessions = async_sessionmaker(nowhere)
    response = await visitor.get("/category/")
    assert response.status_code == 503
    assert response.json()["message"].startswith("The shop cannot reach its records")
    assert response.headers["retry-after"] == "3"
    assert "127.0.0.1" not in response.text
    await nowhere.dispose()
