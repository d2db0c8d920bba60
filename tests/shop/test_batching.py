"""Who reads at the same time shares a trip, and nothing else."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import ARRAY, BigInteger, bindparam, func, select
from sqlalchemy.exc import DBAPIError, OperationalError

from shop.db.batching import MOST_IN_BATCH, MOST_IN_FLIGHT, QueryBatcher
from shop.db.pool import Pool
from shop.db.query import BoundQuery, Keyed, Query
from shop.settings import Settings

ECHO = Query("SELECT %(number)s::int AS number, pg_backend_pid() AS pid, pg_current_xact_id()::text AS trip")
CLOSE = Query("SELECT pg_advisory_xact_lock(1)")
PASS = Query("SELECT pg_advisory_xact_lock_shared(1)")
NAP = Query("SELECT pg_sleep(%(seconds)s)")
FAIL = Query("SELECT 1 / %(number)s::int")
_KEY = func.unnest(bindparam("keys", type_=ARRAY(BigInteger))).column_valued("key")
FIND = Query.of(select(_KEY, func.count().over().label("sought")), keyed=Keyed("keys", "key"))
SAY = Query("SELECT %(text)s::text AS text")
END = Query("SELECT pg_terminate_backend(pg_backend_pid())")


@pytest.fixture
async def pool(engine: object, shop_settings: Settings) -> AsyncIterator[Pool]:
    made = Pool(shop_settings, "tests", size=4)
    yield made
    await made.close()


async def many(pool: Pool, *asked: BoundQuery) -> list[object]:
    """Ask all at once, behind as many others as it takes for them to wait for each other."""
    async with pool.transaction() as keeper:
        await keeper.fetch(CLOSE())
        ahead = [asyncio.create_task(pool.fetch_batched(PASS())) for _ in range(MOST_IN_FLIGHT)]
        answers = asyncio.gather(*(pool.fetch_batched(one) for one in asked), return_exceptions=True)
        await asyncio.sleep(0)  # by now all are on their way, or wait
        await keeper.commit()
    await asyncio.gather(*ahead)
    return [answer[0][0] if isinstance(answer, list) else answer for answer in await answers]


async def test_who_comes_meanwhile_shares_a_trip_and_gets_their_own_rows(pool):
    rows = await many(pool, *(ECHO(number=number) for number in range(MOST_IN_BATCH)))
    assert [row.number for row in rows] == list(range(MOST_IN_BATCH))
    assert len({row.trip for row in rows}) == 1


async def test_who_comes_alone_goes_at_once(pool):
    async with asyncio.timeout(1):
        nap = asyncio.create_task(pool.fetch_batched(NAP(seconds=5)))
        [[row]] = await pool.fetch_batched(ECHO(number=7))
    assert row.number == 7
    nap.cancel()
    with pytest.raises(asyncio.CancelledError):
        await nap


async def test_a_company_has_so_many_seats_and_nobody_is_left_behind(pool):
    wanted = 5 * MOST_IN_BATCH
    rows = await many(pool, *(ECHO(number=number) for number in range(wanted)))
    assert [row.number for row in rows] == list(range(wanted))
    assert (
        max(sum(1 for row in rows if row.trip == transaction) for transaction in {row.trip for row in rows})
        <= MOST_IN_BATCH + 1
    )


async def test_who_looks_for_rows_by_keys_shares_a_statement_and_gets_their_own_rows(pool):
    wanted = [[1, 2], [], [3], [2]]
    answers = await asyncio.gather(
        *(pool.fetch_batched(ECHO(number=number)) for number in range(MOST_IN_FLIGHT)),
        *(pool.fetch_batched(FIND(keys=keys)) for keys in wanted),
    )
    found = [rows for [rows] in answers[MOST_IN_FLIGHT:]]
    assert [sorted(row.key for row in rows) for rows in found] == wanted
    assert {row.sought for rows in found for row in rows} == {3}, "each key was sought once, for all"


async def test_a_batch_has_one_kind_of_statement_and_nobody_is_overtaken_for_ever(pool):
    rows = await many(pool, *(SAY(text=str(number)) if number % 2 else ECHO(number=number) for number in range(40)))
    assert [row.text if number % 2 else str(row.number) for number, row in enumerate(rows)] == [
        str(number) for number in range(40)
    ]


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("failing", [FAIL(number=0), SAY(text="a\0b")], ids=["at the server", "before it is sent"])
async def test_a_statement_that_fails_fails_for_whoever_asked_it_alone(pool, place, failing):
    asked = [ECHO(number=number) for number in range(5)]
    asked[place] = failing
    rows = await many(pool, *asked)
    assert isinstance(rows.pop(place), DBAPIError)
    assert [row.number for row in rows] == [number for number in range(5) if number != place]
    assert (await many(pool, ECHO(number=9)))[0].number == 9


async def test_a_connection_that_one_caller_ends_fails_for_that_caller_alone(pool):
    first, ended, second = await many(pool, ECHO(number=1), END(), ECHO(number=2))
    assert isinstance(ended, OperationalError)
    assert (first.number, second.number) == (1, 2)
    assert [row.number for row in await many(pool, ECHO(number=1), ECHO(number=2))] == [1, 2]


async def test_who_goes_away_takes_nobody_along(pool):
    """Also not who was to lead just now."""
    for patience in (0.0, 0.02, 0.1, 0.11):
        naps = [asyncio.create_task(pool.fetch_batched(NAP(seconds=0.1))) for _ in range(MOST_IN_FLIGHT)]
        await asyncio.sleep(0.01)
        going = [asyncio.create_task(pool.fetch_batched(NAP(seconds=0.05))) for _ in range(MOST_IN_FLIGHT)]
        await asyncio.sleep(patience)
        staying = [asyncio.create_task(pool.fetch_batched(ECHO(number=number))) for number in range(4)]
        for one in going:
            one.cancel()
        await asyncio.gather(*naps, *going, return_exceptions=True)
        assert [answer[0][0].number for answer in await asyncio.gather(*staying)] == [0, 1, 2, 3]
    async with asyncio.timeout(1):
        await many(pool, ECHO(number=1))


async def test_who_goes_away_after_setting_out_stops_nobody():
    ends = asyncio.Event()
    asked: asyncio.Queue[str] = asyncio.Queue()

    async def ask(*names: str) -> list[list[str]]:
        for name in names:
            asked.put_nowait(name)
        await ends.wait()
        return [[name] for name in names]

    batch = QueryBatcher(ask)
    ahead = [asyncio.create_task(batch.fetch(f"ahead {number}")) for number in range(MOST_IN_FLIGHT)]
    first, second, third = (asyncio.create_task(batch.fetch(name)) for name in ("first", "second", "third"))
    on_their_way = {await asked.get() for _ in ahead}
    first.cancel()
    ahead[0].cancel()
    await asyncio.sleep(0)
    ends.set()
    assert [await asked.get(), await asked.get()] == ["second", "third"]
    second.cancel()
    async with asyncio.timeout(1):
        assert await third == [["third"]]
        assert await batch.fetch("later") == [["later"]]
        assert await ahead[1] == [["ahead 1"]]
    assert on_their_way == {"ahead 0", "ahead 1"}
    assert [ahead[0].cancelled(), second.cancelled()] == [True, True]
