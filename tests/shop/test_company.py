"""Who reads at the same time shares a trip, and nothing else."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from shop.company import MOST_IN_COMPANY, MOST_ON_THEIR_WAY, Company
from shop.settings import Settings
from shop.trips import Asked, Statement, Trips

ECHO = Statement("SELECT %(number)s::int AS number, pg_backend_pid() AS pid, pg_current_xact_id()::text AS trip")
CLOSE = Statement("SELECT pg_advisory_xact_lock(1)")
PASS = Statement("SELECT pg_advisory_xact_lock_shared(1)")
NAP = Statement("SELECT pg_sleep(%(seconds)s)")
FAIL = Statement("SELECT 1 / %(number)s::int")
SAY = Statement("SELECT %(text)s::text")
END = Statement("SELECT pg_terminate_backend(pg_backend_pid())")


@pytest.fixture
async def trips(engine: object, shop_settings: Settings) -> AsyncIterator[Trips]:
    made = Trips(shop_settings, "tests", size=4)
    yield made
    await made.close()


async def many(trips: Trips, *asked: Asked) -> list[object]:
    """Ask all at once, behind as many others as it takes for them to wait for each other."""
    async with trips.transaction() as keeper:
        await keeper.ask(CLOSE())
        ahead = [asyncio.create_task(trips.read(PASS())) for _ in range(MOST_ON_THEIR_WAY)]
        answers = asyncio.gather(*(trips.read(one) for one in asked), return_exceptions=True)
        await asyncio.sleep(0)  # by now all are on their way, or wait
        await keeper.commit()
    await asyncio.gather(*ahead)
    return [answer[0][0] if isinstance(answer, list) else answer for answer in await answers]


async def test_who_comes_meanwhile_shares_a_trip_and_gets_their_own_rows(trips):
    rows = await many(trips, *(ECHO(number=number) for number in range(MOST_IN_COMPANY)))
    assert [row.number for row in rows] == list(range(MOST_IN_COMPANY))
    assert len({row.trip for row in rows}) == 1


async def test_who_comes_alone_goes_at_once(trips):
    async with asyncio.timeout(1):
        nap = asyncio.create_task(trips.read(NAP(seconds=5)))
        [[row]] = await trips.read(ECHO(number=7))
    assert row.number == 7
    nap.cancel()
    with pytest.raises(asyncio.CancelledError):
        await nap


async def test_a_company_has_so_many_seats_and_nobody_is_left_behind(trips):
    wanted = 5 * MOST_IN_COMPANY
    rows = await many(trips, *(ECHO(number=number) for number in range(wanted)))
    assert [row.number for row in rows] == list(range(wanted))
    assert max(sum(1 for row in rows if row.trip == trip) for trip in {row.trip for row in rows}) <= MOST_IN_COMPANY + 1


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("failing", [FAIL(number=0), SAY(text="a\0b")], ids=["at the server", "before it is sent"])
async def test_a_statement_that_fails_fails_for_whoever_asked_it_alone(trips, place, failing):
    asked = [ECHO(number=number) for number in range(5)]
    asked[place] = failing
    rows = await many(trips, *asked)
    assert isinstance(rows.pop(place), DBAPIError)
    assert [row.number for row in rows] == [number for number in range(5) if number != place]
    assert (await many(trips, ECHO(number=9)))[0].number == 9


async def test_a_connection_that_one_caller_ends_fails_for_that_caller_alone(trips):
    first, ended, second = await many(trips, ECHO(number=1), END(), ECHO(number=2))
    assert isinstance(ended, OperationalError)
    assert (first.number, second.number) == (1, 2)
    assert [row.number for row in await many(trips, ECHO(number=1), ECHO(number=2))] == [1, 2]


async def test_who_goes_away_takes_nobody_along(trips):
    """Also not who was to lead just now."""
    for patience in (0.0, 0.02, 0.1, 0.11):
        naps = [asyncio.create_task(trips.read(NAP(seconds=0.1))) for _ in range(MOST_ON_THEIR_WAY)]
        await asyncio.sleep(0.01)
        going = [asyncio.create_task(trips.read(NAP(seconds=0.05))) for _ in range(MOST_ON_THEIR_WAY)]
        await asyncio.sleep(patience)
        staying = [asyncio.create_task(trips.read(ECHO(number=number))) for number in range(4)]
        for one in going:
            one.cancel()
        await asyncio.gather(*naps, *going, return_exceptions=True)
        assert [answer[0][0].number for answer in await asyncio.gather(*staying)] == [0, 1, 2, 3]
    async with asyncio.timeout(1):
        await many(trips, ECHO(number=1))


async def test_who_goes_away_after_setting_out_stops_nobody():
    ends = asyncio.Event()
    asked: asyncio.Queue[str] = asyncio.Queue()

    async def ask(*names: str) -> list[list[str]]:
        for name in names:
            asked.put_nowait(name)
        await ends.wait()
        return [[name] for name in names]

    company = Company(ask)
    ahead = [asyncio.create_task(company.ask(f"ahead {number}")) for number in range(MOST_ON_THEIR_WAY)]
    first, second, third = (asyncio.create_task(company.ask(name)) for name in ("first", "second", "third"))
    on_their_way = {await asked.get() for _ in ahead}
    first.cancel()
    ahead[0].cancel()
    await asyncio.sleep(0)
    ends.set()
    assert [await asked.get(), await asked.get()] == ["second", "third"]
    second.cancel()
    async with asyncio.timeout(1):
        assert await third == [["third"]]
        assert await company.ask("later") == [["later"]]
        assert await ahead[1] == [["ahead 1"]]
    assert on_their_way == {"ahead 0", "ahead 1"}
    assert [ahead[0].cancelled(), second.cancelled()] == [True, True]
