"""The heartbeat of a process, with the counts of its work."""

import threading

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import Session

from shop.operations import heartbeat
from shop.operations.heartbeat import Heartbeat, Work
from shop.operations.incidents import Incidents
from shop.operations.model import Process


@pytest.fixture
def session(real_commits):
    with Session(real_commits) as made:
        yield made


@pytest.fixture(autouse=True)
def no_troubles(monkeypatch) -> None:
    """Clear incidents that other tests caused in this process."""
    monkeypatch.setattr(heartbeat, "incidents", Incidents())


@pytest.fixture
def done(monkeypatch) -> Work:
    """Return the work of this test alone."""
    work = Work()
    monkeypatch.setattr(heartbeat, "work", work)
    return work


def names(session) -> list[str]:
    """Return the names of the processes that have not ended."""
    session.rollback()
    return list(session.scalars(select(Process.name).where(Process.ended_at.is_(None))))


def test_it_beats_until_it_is_stopped_and_says_that_it_ends(real_commits, session):
    heart = Heartbeat(real_commits, "mail 1", ["mail"], lambda: {"busy": 2})
    heart.detail = {"pid": 7}
    beating = heart.start()
    while names(session) != ["mail 1"]:
        threading.Event().wait(0.05)
    detail = session.scalar(text("SELECT detail FROM process"))
    assert detail == {"pid": 7, "busy": 2}
    heart.stop()
    beating.join(60)
    assert names(session) == []
    assert session.scalar(text("SELECT ended_at IS NOT NULL FROM process"))


def test_details_that_cannot_be_read_cost_no_heartbeat(real_commits, session, done, monkeypatch):
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.05)
    details = [{"sockets": 1}, RuntimeError("dictionary changed size during iteration"), {"sockets": 3}]

    def describe() -> dict[str, int]:
        said = details.pop(0) if len(details) > 1 else details[0]
        if isinstance(said, Exception):
            done.note("push", done=4)
            raise said
        return said

    heart = Heartbeat(real_commits, "realtime 1", ["realtime"], describe)
    beating = heart.start()
    written = text("SELECT detail FROM process")
    while beating.is_alive() and session.scalar(written) != {"sockets": 3}:
        session.rollback()
    session.rollback()
    assert session.scalar(written) == {"sockets": 3}
    heart.stop()
    beating.join(60)
    session.rollback()
    assert session.execute(text("SELECT consumer, done FROM tally")).all() == [("push", 4)]


def test_what_was_done_is_added_to_the_minute(real_commits, session, done):
    heart = Heartbeat(real_commits, "mail 1", ["mail"])
    for _ in range(2):
        done.note("mail_status", done=3, failed=1, seconds=0.5)
        heart._beat()
    heart._beat()
    session.rollback()
    sums = text("SELECT consumer, sum(done), sum(failed), sum(seconds) FROM tally GROUP BY consumer")
    assert session.execute(sums).all() == [("mail_status", 6, 2, 1.0)]


def test_what_could_not_be_written_is_written_with_a_later_beat(real_commits, done):
    away = create_engine("postgresql+psycopg://u:p@127.0.0.1:9/none", connect_args={"connect_timeout": 2})
    done.note("push", done=4)
    Heartbeat(away, "fanout 1", ["fanout"])._beat()
    away.dispose()
    assert done.drain() == {"push": (4, 0, 0.0)}


def test_old_processes_are_deleted_children_sooner(real_commits, session):
    session.execute(
        text("""
            INSERT INTO process (name, kinds, seen_at) VALUES ('yesterdays', '{mail}', now() - interval '25 hours'),
                ('todays', '{mail}', now() - interval '2 hours'), ('child', '{}', now() - interval '2 minutes')
        """)
    )
    session.commit()
    Heartbeat(real_commits, "mail 1", ["mail"])._beat()
    session.rollback()
    assert set(session.scalars(text("SELECT name FROM process"))) == {"todays", "mail 1"}
