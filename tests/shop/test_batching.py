"""Queries of concurrent callers share a batch, but an error or a cancellation affects only its own caller."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import ARRAY, BigInteger, bindparam, func, select
from sqlalchemy.exc import DBAPIError, OperationalError

from shop.db.batching import MAX_BATCH_SIZE, MAX_IN_FLIGHT, QueryBatcher
from shop.db.pool import Pool
from shop.db.query import BoundQuery, Keyed, Query
from shop.settings import Settings

ECHO = Query("SELECT %(number)s::int AS number, pg_backend_pid() AS pid, pg_current_xact_id()::text AS transaction")
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


async def many(pool: Pool, *queries: BoundQuery) -> list[object]:
    """Send all queries at once while the maximum number of batches is in flight."""
    async with pool.transaction() as holder:
        await holder.fetch(CLOSE())
        ahead = [asyncio.create_task(pool.fetch_batched(PASS())) for _ in range(MAX_IN_FLIGHT)]
        answers = asyncio.gather(*(pool.fetch_batched(query) for query in queries), return_exceptions=True)
        await asyncio.sleep(0)  # by now all are in flight or pending
        await holder.commit()
    await asyncio.gather(*ahead)
    return [answer[0][0] if isinstance(answer, list) else answer for answer in await answers]


async def test_queries_that_wait_share_a_batch_and_each_caller_gets_its_own_rows(pool):
    rows = await many(pool, *(ECHO(number=number) for number in range(MAX_BATCH_SIZE)))
    assert [row.number for row in rows] == list(range(MAX_BATCH_SIZE))
    assert len({row.transaction for row in rows}) == 1


async def test_writes_of_several_queries_share_a_batch_and_each_caller_gets_its_own_rows(pool):
    numbers = range(MAX_IN_FLIGHT + MAX_BATCH_SIZE)
    writes = (pool.fetch_write_batched(ECHO(number=number), SAY(text=f"{number}")) for number in numbers)
    answers = await asyncio.gather(*writes)
    assert [(echo.number, said.text) for [echo], [said] in answers] == [(number, f"{number}") for number in numbers]
    assert len({echo.transaction for [echo], _ in answers}) == MAX_IN_FLIGHT + 1


async def test_a_lone_query_is_sent_at_once(pool):
    nap = asyncio.create_task(pool.fetch_batched(NAP(seconds=5)))
    [[row]] = await pool.fetch_batched(ECHO(number=7))
    assert row.number == 7
    assert not nap.done()
    nap.cancel()
    with pytest.raises(asyncio.CancelledError):
        await nap


async def test_a_batch_has_a_maximum_size_and_every_query_is_sent(pool):
    wanted = 5 * MAX_BATCH_SIZE
    rows = await many(pool, *(ECHO(number=number) for number in range(wanted)))
    assert [row.number for row in rows] == list(range(wanted))
    batches = Counter(row.transaction for row in rows)
    assert max(batches.values()) <= MAX_BATCH_SIZE + 1


async def test_queries_by_keys_share_a_statement_and_each_caller_gets_its_own_rows(pool):
    wanted = [[1, 2], [], [3], [2]]
    answers = await asyncio.gather(
        *(pool.fetch_batched(ECHO(number=number)) for number in range(MAX_IN_FLIGHT)),
        *(pool.fetch_batched(FIND(keys=keys)) for keys in wanted),
    )
    found = [rows for [rows] in answers[MAX_IN_FLIGHT:]]
    assert [sorted(row.key for row in rows) for rows in found] == wanted
    assert {row.sought for rows in found for row in rows} == {3}, "each key was sent once, for all callers"


async def test_a_batch_has_one_kind_of_statement_and_no_query_starves(pool):
    rows = await many(pool, *(SAY(text=str(number)) if number % 2 else ECHO(number=number) for number in range(40)))
    assert [row.text if number % 2 else str(row.number) for number, row in enumerate(rows)] == [
        str(number) for number in range(40)
    ]


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("failing", [FAIL(number=0), SAY(text="a\0b")], ids=["at the server", "before it is sent"])
async def test_a_failing_statement_fails_for_its_own_caller_only(pool, place, failing):
    asked = [ECHO(number=number) for number in range(5)]
    asked[place] = failing
    rows = await many(pool, *asked)
    assert isinstance(rows.pop(place), DBAPIError)
    assert [row.number for row in rows] == [number for number in range(5) if number != place]
    assert (await many(pool, ECHO(number=9)))[0].number == 9


async def test_a_connection_that_one_caller_ends_fails_for_that_caller_only(pool):
    first, ended, second = await many(pool, ECHO(number=1), END(), ECHO(number=2))
    assert isinstance(ended, OperationalError)
    assert (first.number, second.number) == (1, 2)
    assert [row.number for row in await many(pool, ECHO(number=1), ECHO(number=2))] == [1, 2]


async def test_a_cancelled_caller_does_not_affect_others(pool):
    """Callers are cancelled before, while and after their batch is sent."""
    for delay in (0.0, 0.02, 0.1, 0.11):
        naps = [asyncio.create_task(pool.fetch_batched(NAP(seconds=0.1))) for _ in range(MAX_IN_FLIGHT)]
        await asyncio.sleep(0.01)
        going = [asyncio.create_task(pool.fetch_batched(NAP(seconds=0.05))) for _ in range(MAX_IN_FLIGHT)]
        await asyncio.sleep(delay)
        staying = [asyncio.create_task(pool.fetch_batched(ECHO(number=number))) for number in range(4)]
        for one in going:
            one.cancel()
        await asyncio.gather(*naps, *going, return_exceptions=True)
        assert [answer[0][0].number for answer in await asyncio.gather(*staying)] == [0, 1, 2, 3]
    async with asyncio.timeout(20):
        await many(pool, ECHO(number=1))


async def test_a_caller_cancelled_in_flight_does_not_stop_the_batch():
    ends = asyncio.Event()
    sent: asyncio.Queue[str] = asyncio.Queue()

    async def fetch(*names: str) -> list[list[str]]:
        for name in names:
            sent.put_nowait(name)
        await ends.wait()
        return [[name] for name in names]

    batch = QueryBatcher(fetch)
    ahead = [asyncio.create_task(batch.fetch(f"ahead {number}")) for number in range(MAX_IN_FLIGHT)]
    first, second, third = (asyncio.create_task(batch.fetch(name)) for name in ("first", "second", "third"))
    in_flight = {await sent.get() for _ in ahead}
    first.cancel()
    ahead[0].cancel()
    await asyncio.sleep(0)
    ends.set()
    assert [await sent.get(), await sent.get()] == ["second", "third"]
    second.cancel()
    async with asyncio.timeout(20):
        assert await third == [["third"]]
        assert await batch.fetch("later") == [["later"]]
        assert await ahead[1] == [["ahead 1"]]
    assert in_flight == {"ahead 0", "ahead 1"}
    assert [ahead[0].cancelled(), second.cancelled()] == [True, True]
