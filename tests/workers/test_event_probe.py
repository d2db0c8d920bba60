"""Event probes: one relay records them, realtime processes receive them, no page gets them, and they are pruned."""

import datetime as dt
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from realtime.connections import Connection, ConnectionRegistry, Identity
from realtime.fast_send import RawSocket
from shop.clock import now
from shop.events import log as event_log
from shop.events.wire_format import event_from_row
from shop.operations import retention
from shop.operations.event_probe import EVENT_PROBE, ProbeTimes
from shop.staff.roles import OWNERS
from workers.relay_threads.event_probe import EventProber


def recorded_probes(session) -> int:
    session.rollback()
    return session.scalar(text("SELECT count(*) FROM domain_event WHERE type = :type"), {"type": EVENT_PROBE})


def let_pass(session, seconds: float) -> None:
    earlier = "recorded_at - make_interval(secs => :seconds)"
    session.execute(text(f"UPDATE domain_event SET recorded_at = {earlier}"), {"seconds": seconds})
    session.commit()


def test_each_probe_is_recorded_once_however_many_relays_run(real_commits, session):
    for _ in range(3):
        EventProber(real_commits).work()
    assert recorded_probes(session) == 1
    let_pass(session, 9.5)
    EventProber(real_commits).work()
    assert recorded_probes(session) == 2


async def unsent(_message) -> None:
    raise AssertionError("Nothing is sent.")


def test_a_probe_is_sent_and_replayed_to_no_page(real_commits, session, deliver_all):
    EventProber(real_commits).work()
    assert deliver_all() == 1
    session.rollback()
    [row] = session.execute(event_log.after(0, 10, limit=5)).all()
    connections, owner = ConnectionRegistry(), Identity(admin_id=1, roles=OWNERS)
    connections.join(Connection("owner", owner, RawSocket(unsent)))
    assert list(connections.recipients(event_from_row(row))) == []
    assert session.execute(event_log.missed_by_admin(0, 10, limit=5)).all() == []
    assert session.execute(event_log.missed_by_customer(1, 0, 10, limit=5)).all() == []


def test_a_probe_is_pruned_after_an_hour_and_leaves_no_gap(real_commits, session, deliver_all):
    EventProber(real_commits).work()
    deliver_all()
    session.execute(text("INSERT INTO tally VALUES (now() - interval '25 hours', 'push', 1, 0, 1)"))
    session.commit()
    retention.prune(real_commits.begin, at=now())
    assert recorded_probes(session) == 1
    let_pass(session, 3660)
    retention.prune(real_commits.begin, at=now())
    assert recorded_probes(session) == 0
    assert session.execute(text("SELECT position, pruned_through FROM event_stream")).one() == (1, 0)
    assert session.scalar(text("SELECT count(*) FROM tally")) == 0


@pytest.mark.parametrize(
    ("took", "figures"),
    [
        ([20], {"ms": 20.0, "p50": 20.0, "p95": 20.0, "count": 1}),
        ([90, *range(1, 20)], {"ms": 19.0, "p50": 11.0, "p95": 90.0, "count": 20}),
    ],
)
def test_what_was_heard_is_told_as_the_last_one_and_the_spread(took, figures):
    heard, at = ProbeTimes(), now()
    assert heard.describe() == {}
    for milliseconds in took:
        heard.record(at, now=at + dt.timedelta(milliseconds=milliseconds))
    described = heard.describe()
    described.pop("at")
    assert described == figures


def test_probes_arrive_while_a_thread_tells_of_them():
    heard, at = ProbeTimes(), now()
    for _ in range(300):
        heard.record(at, now=at)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(1) as thread:
            telling = thread.submit(lambda: [heard.describe()["count"] for _ in range(300)])
            while not telling.done():
                heard.record(at, now=at)
    finally:
        sys.setswitchinterval(before)
    assert set(telling.result()) == {300}
