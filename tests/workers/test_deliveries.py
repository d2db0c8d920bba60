"""The states of a delivery: created, leased, claimed, then done, retried or dead."""

import dataclasses
import datetime as dt
import random
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries, leasing
from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import Lease, Subscription
from shop.events.retries import MAX_ATTEMPTS, Failure
from shop.operations import retention
from tests.support import factories
from workers.publisher import Publisher
from workers.relay_threads import sweeper
from workers.relay_threads.sweeper import Sweeper

PUSH = Subscription("catalogue.changed", "push", "fanout", 10.0)
LATER = Subscription("catalogue.changed", "mail", "mail", 60.0, delay=20.0)
SHARES = {("fanout", "push"): 10.0, ("mail", "mail"): 60.0}


@pytest.fixture
def sequence(engine):
    def run(*subscriptions: Subscription, batch: int = 500) -> list[Lease]:
        with engine.begin() as connection:
            return leasing.sequence_and_lease(connection, subscriptions or [PUSH], batch=batch).leases

    return run


@pytest.fixture
def one(session, sequence) -> Lease:
    """Record an event with one delivery, and return the delivery's lease."""
    factories.record(session)
    session.commit()
    [lease] = sequence()
    return lease


@pytest.fixture
def run(engine):
    """Return a function that calls a function of `deliveries` in a separate transaction."""

    def call(function, *args, **kwargs):
        with engine.begin() as connection:
            return function(connection, *args, **kwargs)

    return call


@pytest.fixture
def taken(run):
    """Return a function that claims leases and returns the ids of the claimed deliveries."""

    def take(*leases: Lease) -> list[int]:
        return [event.delivery_id for event in run(deliveries.claim, leases)]

    return take


@pytest.fixture
def row(engine):
    def read(column: str = "*"):
        with engine.connect() as connection:
            return connection.execute(text(f"SELECT {column} FROM delivery")).one()

    return read


@pytest.fixture
def due(engine):
    """Return a function that makes all deliveries due."""

    def make() -> None:
        with engine.begin() as connection:
            connection.execute(text("UPDATE delivery SET due_at = now()"))

    return make


@pytest.fixture
def pause(engine):
    """Return a function that calls one of `deliveries` and returns the seconds until the only delivery is due."""

    def call(function, *args, **kwargs) -> float:
        with engine.begin() as connection:
            function(connection, *args, **kwargs)
            return connection.scalar(text("SELECT extract(epoch FROM due_at - now())::float FROM delivery"))

    return call


def positions(session) -> list[tuple[int, int]]:
    return [(event["id"], event["position"]) for event in factories.events(session)]


def test_positions_are_dense_and_begin_at_one(session, sequence):
    for number in range(5):
        factories.record(session, number=number)
    session.commit()
    assert [lease.number for lease in sequence()] == [1] * 5
    assert [position for _, position in positions(session)] == [1, 2, 3, 4, 5]


def test_without_events_the_position_stays(sequence, session):
    assert sequence() == []
    assert session.scalar(text("SELECT position FROM event_stream")) == 0


def test_positions_follow_the_commits_and_not_the_ids(engine, sequence, session):
    with Session(engine) as slow, Session(engine) as quick:
        factories.record(slow, number=1)
        factories.record(quick, number=2)
        quick.commit()
        sequence()
        slow.commit()
        sequence()
    assert {event["data"]["number"]: event["position"] for event in factories.events(session)} == {2: 1, 1: 2}


def test_a_batch_takes_the_oldest_first(session, sequence):
    for number in range(5):
        factories.record(session, number=number)
    session.commit()
    assert [len(sequence(batch=2)) for _ in range(4)] == [2, 2, 1, 0]
    assert [position for _, position in positions(session)] == [1, 2, 3, 4, 5]


def test_a_condition_says_which_events_of_a_type_make_a_delivery(session, sequence):
    wanted = Subscription("catalogue.changed", "mail", "mail", 60.0, condition="event.data ->> 'number' IN ('1', '3')")
    for number in range(4):
        factories.record(session, number=number)
    session.commit()
    leases = sequence(PUSH, wanted)
    made = {kind: [lease for lease in leases if lease.consumer == kind] for kind in ("push", "mail")}
    assert {kind: len(found) for kind, found in made.items()} == {"push": 4, "mail": 2}
    ids = [lease.delivery_id for lease in made["mail"]]
    event = "SELECT data ->> 'number' FROM domain_event WHERE id = (SELECT event_id FROM delivery WHERE id = :id)"
    assert {session.scalar(text(event), {"id": id_}) for id_ in ids} == {"1", "3"}


def test_an_event_that_nobody_reacts_to_has_a_position_and_no_delivery(session, sequence):
    factories.record(session)
    session.commit()
    assert sequence(Subscription("other", "push", "fanout", 10.0)) == []
    assert [position for _, position in positions(session)] == [1]


def test_each_reaction_has_a_delivery_of_its_own(session, sequence):
    factories.record(session)
    session.commit()
    [lease] = sequence(PUSH, LATER)
    assert (lease.consumer, lease.queue) == ("push", "fanout")
    leased, waiting = session.execute(text("SELECT lease, due_at FROM delivery ORDER BY queue")).all()
    assert (leased.lease, waiting.lease) == (1, 0)
    assert (waiting.due_at - leased.due_at).total_seconds() == LATER.delay - PUSH.lease


def test_a_delayed_delivery_is_leased_once_it_is_due(session, sequence, run, due):
    factories.record(session)
    session.commit()
    assert sequence(LATER) == []
    assert run(leasing.lease_due, SHARES) == []
    due()
    [lease] = run(leasing.lease_due, SHARES)
    assert (lease.consumer, lease.number) == ("mail", 1)


def test_a_leased_delivery_is_not_leased_again_before_its_lease_ends(one, run, due):
    assert run(leasing.lease_due, SHARES) == []
    due()
    assert run(leasing.lease_due, SHARES) == [Lease(one.delivery_id, 2, "push", "fanout")]
    assert run(leasing.lease_due, SHARES) == []


def test_a_lease_is_taken_once(one, taken, row):
    assert taken(one) == [one.delivery_id]
    assert taken(one) == []
    assert row("attempts") == (1,)


def test_an_old_lease_is_worth_nothing(one, run, taken, due, row, pause):
    due()
    [fresh] = run(leasing.lease_due, SHARES)
    assert taken(one) == []
    run(deliveries.fail, [one], error="late", longest_pause=600)
    assert pause(leasing.release, [one], pause=500.0) < 11
    assert row("last_error") == (None,)
    assert taken(fresh) == [fresh.delivery_id]


def test_what_is_done_is_neither_leased_nor_taken_nor_held(one, run, taken, due, row):
    run(deliveries.claim, [one])
    run(deliveries.finish, [one.delivery_id])
    due()
    assert run(leasing.lease_due, SHARES) == []
    assert taken(one) == []
    assert row("done_at IS NOT NULL, last_error") == (True, None)


def test_two_relays_share_what_is_due(session, sequence, engine, due):
    for number in range(6):
        factories.record(session, number=number)
    session.commit()
    sequence()
    due()
    with engine.begin() as one, engine.begin() as other:
        first = leasing.lease_due(one, SHARES, batch=4)
        second = leasing.lease_due(other, SHARES, batch=4)
    assert (len(first), len(second)) == (4, 2)
    assert not {lease.delivery_id for lease in first} & {lease.delivery_id for lease in second}


def test_a_clock_that_is_put_back_strands_nothing(session, sequence, run, engine):
    for number in range(2):
        factories.record(session, number=number)
    session.commit()
    soon, stranded = sequence()
    with engine.begin() as connection:
        put_back = "UPDATE delivery SET due_at = due_at + interval '1 hour', leased_at = leased_at + interval '1 hour'"
        connection.execute(text(f"{put_back} WHERE id = :id"), {"id": stranded.delivery_id})
    run(leasing.clamp_due_at)
    assert run(leasing.lease_due, SHARES) == [Lease(stranded.delivery_id, 2, "push", "fanout")]
    assert soon.number == 1


def test_a_webhook_waits_for_hours_whatever_the_clock(one, run, engine, pause):
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET queue = 'webhooks', due_at = now() + interval '5 hours'"))
    assert pause(leasing.clamp_due_at) > 4 * 3600


def test_what_is_given_back_is_due_after_the_pause(one, pause):
    assert pause(leasing.release, [one], pause=3.0) == 3.0


def test_what_was_taken_is_not_given_back(one, run, pause):
    run(deliveries.claim, [one])
    assert pause(leasing.release, [one], pause=300.0) < 11


def test_what_was_taken_is_not_skipped(one, run, row):
    run(deliveries.claim, [one])
    assert run(deliveries.skip, [one]) == 0
    assert row("done_at") == (None,)


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32), (7, 64)])
def test_the_pause_after_a_failure_grows(one, run, engine, row, pause, attempt, seconds):
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET attempts = :done"), {"done": attempt - 1})
    run(deliveries.claim, [one])
    assert seconds * 0.75 <= pause(deliveries.fail, [one], error="no paper", longest_pause=600) <= seconds * 1.25
    assert row("attempts, last_error, dead_at") == (attempt, "no paper", None)


def test_it_is_dead_after_the_eighth_attempt(one, run, taken, due, row):
    lease = one
    for attempt in range(1, MAX_ATTEMPTS + 1):
        assert taken(lease) == [lease.delivery_id]
        run(deliveries.fail, [lease], error=f"failure {attempt}", longest_pause=600)
        due()
        if attempt < MAX_ATTEMPTS:
            [lease] = run(leasing.lease_due, SHARES)
    assert run(leasing.lease_due, SHARES) == []
    assert row("dead_at IS NOT NULL, last_error, attempts") == (True, "failure 8", 8)
    assert taken(lease) == []


def test_it_waits_for_a_server_that_is_away_however_long_and_its_own_failures_count_then(one, run, taken, due, row):
    lease = one
    for reason in ["away"] * 20 + ["torn"] * 2:
        assert taken(lease) == [lease.delivery_id]
        run(
            deliveries.fail,
            [lease],
            error=reason,
            longest_pause=600,
            failure=Failure.AWAY if reason == "away" else None,
        )
        due()
        [lease] = run(leasing.lease_due, SHARES) or [lease]
    assert row("dead_at IS NOT NULL, last_error, attempts") == (True, "torn", 8)


@pytest.mark.parametrize(("lease", "seconds"), [(1, 1), (4, 8), (8, 128), (10, 512), (11, 600), (2000, 600)])
def test_the_pause_after_a_temporary_refusal_grows_with_each_lease(one, run, engine, pause, lease, seconds):
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET lease = :lease, attempts = 6"), {"lease": lease})
    again = dataclasses.replace(one, number=lease)
    run(deliveries.claim, [again])
    paused = pause(deliveries.fail, [again], error="later", longest_pause=600, failure=Failure.DEFERRED)
    assert seconds * 0.75 <= paused <= seconds * 1.25


@pytest.mark.parametrize(
    ("recorded", "postponed_to", "attempts"),
    [("1 day", None, 6), ("3 days", None, 7), ("3 days", "1 day", 6), ("9 days", "3 days", 7)],
)
def test_temporary_refusals_count_two_days_after_it_was_due_first(
    one, run, taken, engine, row, recorded, postponed_to, attempts
):
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE domain_event SET recorded_at = now() - CAST(:ago AS interval)"), {"ago": recorded}
        )
        connection.execute(
            text("UPDATE delivery SET attempts = 6, postponed_to = now() - CAST(:ago AS interval)"),
            {"ago": postponed_to},
        )
    assert taken(one)
    run(deliveries.fail, [one], error="later", longest_pause=600, failure=Failure.DEFERRED)
    assert row("attempts, dead_at") == (attempts, None)


def test_each_postponement_is_kept_as_one_also_to_the_same_time(one, run, taken, due, session):
    lease, to = one, now() + dt.timedelta(minutes=30)
    for _ in range(2):
        assert taken(lease)
        run(deliveries.postpone, lease.delivery_id, to=to)
        due()
        [lease] = run(leasing.lease_due, SHARES)
    kept = session.execute(text("SELECT outcome, error FROM delivery_attempt ORDER BY id")).all()
    assert kept == [("postponed", None)] * 2


def test_what_kills_its_worker_eight_times_is_dead_too(one, run, due, row):
    lease = one
    for _ in range(MAX_ATTEMPTS):
        run(deliveries.claim, [lease])
        due()
        leased = run(leasing.lease_due, SHARES)
        lease = leased[0] if leased else lease
    assert row("dead_at IS NOT NULL, attempts") == (True, 8)
    assert "gave no answer" in row("last_error")[0]


def test_a_dead_delivery_is_replayed_with_fresh_attempts(one, run, taken, engine, row):
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET attempts = 8, dead_at = now(), taken_at = now()"))
    assert run(deliveries.replay, [one.delivery_id + 1]) == []
    assert run(deliveries.replay, [one.delivery_id]) == [one.delivery_id]
    assert row("dead_at, attempts, taken_at") == (None, 0, None)
    [lease] = run(leasing.lease_due, SHARES)
    assert taken(lease) == [lease.delivery_id]


def test_of_several_only_the_dead_are_replayed(session, sequence, run, engine):
    for number in range(3):
        factories.record(session, number=number)
    session.commit()
    first, second, third = (lease.delivery_id for lease in sequence())
    with engine.begin() as connection:
        connection.execute(text("UPDATE delivery SET dead_at = now() WHERE id <> :id"), {"id": second})
    assert sorted(run(deliveries.replay, [first, second, third])) == [first, third]
    assert run(deliveries.replay, [first, second, third]) == []


def test_an_error_of_any_length_and_content_is_kept(one, run, row):
    run(deliveries.claim, [one])
    run(deliveries.fail, [one], error="é'" * 5000, longest_pause=600)
    assert len(row("last_error")[0]) == 2000


def test_events_are_held_in_the_order_of_the_stream(session, sequence, engine):
    for number in range(9):
        factories.record(session, number=number)
    session.commit()
    leases = sequence()
    random.Random(3).shuffle(leases)
    with engine.begin() as connection:
        held = deliveries.claim(connection, leases)
        assert [event.position for event in held] == list(range(1, 10))
        assert [event.data["number"] for event in held] == list(range(9))


def test_no_position_is_skipped_or_out_of_order_with_concurrent_writers_and_relays(engine, session):  # noqa: C901 - one scenario
    """Eight writers with transactions of any length, and three relays: no position becomes visible late."""
    written, writers = 25, 8
    busy = threading.Barrier(writers + 3 + 1)
    ended = threading.Event()
    seen: list[int] = []

    def write(number: int) -> None:
        drawn = random.Random(number)
        busy.wait()
        for step in range(written):
            with Session(engine) as own:
                own.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": number})
                factories.record(own, aggregate=f"order:{number}", number=step)
                own.execute(text("SELECT pg_sleep(:pause)"), {"pause": drawn.random() * 0.01})
                own.commit()

    def relay() -> None:
        busy.wait()
        while not ended.is_set():
            with engine.begin() as connection:
                leasing.sequence_and_lease(connection, [PUSH], batch=7)

    def read() -> None:
        """Continue from the highest position seen, as a page does."""
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            after = 0
            while True:
                last = ended.is_set()
                query = "SELECT position FROM domain_event WHERE position > :after ORDER BY position"
                found = connection.execute(text(query), {"after": after}).scalars().all()
                seen.extend(found)
                after = max([after, *found])
                if last and not found:
                    return

    hands = [threading.Thread(target=write, args=[number]) for number in range(writers)]
    relays = [threading.Thread(target=relay) for _ in range(3)]
    reader = threading.Thread(target=read)
    for thread in (*hands, *relays, reader):
        thread.start()
    busy.wait()
    for thread in hands:
        thread.join()
    with engine.begin() as connection:
        while leasing.sequence_and_lease(connection, [PUSH]).leases:
            pass
    ended.set()
    for thread in (*relays, reader):
        thread.join()

    assert seen == list(range(1, writers * written + 1))
    recorded = sorted(factories.events(session), key=lambda event: event["position"])
    for number in range(writers):
        steps = [event["data"]["number"] for event in recorded if event["aggregate"] == f"order:{number}"]
        assert steps == list(range(written))
    assert session.scalar(text("SELECT count(*) FROM delivery")) == writers * written


def test_a_delivery_is_claimed_by_one_of_many_workers(one, engine):
    start = threading.Barrier(6)
    taken: list[ClaimedEvent] = []

    def take() -> None:
        start.wait()
        with engine.begin() as connection:
            taken.extend(deliveries.claim(connection, [one]))

    hands = [threading.Thread(target=take) for _ in range(6)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [event.delivery_id for event in taken] == [one.delivery_id]


def test_what_is_old_and_done_is_pruned_and_the_stream_knows(session, sequence, run, engine):
    for number in range(4):
        factories.record(session, number=number)
    session.commit()
    done, waiting, dead, _young = sequence()
    with engine.begin() as connection:
        connection.execute(text("UPDATE domain_event SET recorded_at = now() - interval '8 days' WHERE position < 4"))
        connection.execute(text("UPDATE delivery SET done_at = now() WHERE id = :id"), {"id": done.delivery_id})
        connection.execute(text("UPDATE delivery SET dead_at = now() WHERE id = :id"), {"id": dead.delivery_id})
    retention.prune(engine.begin, at=now())
    assert [position for _, position in positions(session)] == [2, 3, 4]
    assert session.scalar(text("SELECT pruned_through FROM event_stream")) == 1
    run(deliveries.claim, [waiting])
    run(deliveries.finish, [waiting.delivery_id])
    retention.prune(engine.begin, at=now())
    session.rollback()
    assert session.scalar(text("SELECT pruned_through FROM event_stream")) == 2


def test_what_does_not_fit_into_a_batch_is_pruned_at_the_next_sweep(session, engine):
    add = "INSERT INTO throttle SELECT 's', decode(to_hex(n), 'escape'), 1, now(), now() - interval '1 minute'"
    session.execute(text(f"{add} FROM generate_series(1, 1500) AS n"))
    session.commit()
    made = Sweeper(engine, Publisher(engine))
    made._pruned_at -= sweeper.PRUNE_SECONDS
    for kept in (500, 0):
        made.prune_when_due()
        assert session.scalar(text("SELECT count(*) FROM throttle")) == kept
        session.commit()


def test_the_hourly_figures_of_webhooks_are_pruned_after_two_days(session, engine):
    id_ = factories.add_webhook(session).id
    tallies = "INSERT INTO webhook_tally SELECT :id, now() - make_interval(hours => n), n, 0, 0"
    session.execute(text(f"{tallies} FROM unnest(ARRAY[0, 23, 47, 49, 9999]) AS n"), {"id": id_})
    session.commit()
    assert retention.prune(engine.begin, at=now()) == []
    assert session.scalars(text("SELECT answered FROM webhook_tally ORDER BY answered")).all() == [0, 23, 47]


@pytest.fixture(scope="module")
def long_kept(new_database) -> Iterator[Engine]:
    """Create a separate database with statistics of very few pending deliveries, as other tests change statistics."""
    made = create_engine(new_database())
    with Session(made) as session:
        factories.record(session)
        done = "INSERT INTO delivery (event_id, consumer, queue, due_at, lease, done_at)"
        session.execute(
            text(f"{done} SELECT id, n, 'mail', now(), 1, now() FROM domain_event, generate_series(1, 5000) n")
        )
        session.execute(text("ANALYZE delivery, domain_event"))
        session.commit()
    yield made
    made.dispose()


@pytest.mark.parametrize("statement", [deliveries._CLAIM, deliveries._LOCK])
def test_a_delivery_is_found_by_its_key_however_many_wait(long_kept, statement):
    with long_kept.connect() as connection:
        driver = connection.connection.driver_connection
        parameters = {"ids": [1], "numbers": [1], "worker": ""}
        plan = "\n".join(line for (line,) in driver.execute(f"EXPLAIN {statement.text}", parameters))
    assert "delivery_pkey" in plan
    assert "delivery_share_idx" not in plan
