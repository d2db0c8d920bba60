"""The incidents of a process."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from shop.operations.incidents import Incidents


def test_a_refusal_that_is_the_servers_own_trouble_is_kept_for_a_while(engine, monkeypatch):
    incidents = Incidents()
    with Session(engine) as session:
        for statement in ("SELECT 1 / 0", "SET TRANSACTION READ ONLY; DELETE FROM process"):
            with pytest.raises(DBAPIError) as refused:
                session.execute(text(statement))
            session.rollback()
            incidents.record_database_error(refused.value)
    [met] = incidents.recent()
    assert (met["kind"], met["reason"]) == ("read_only", "cannot execute DELETE in a read-only transaction")
    monkeypatch.setattr("shop.operations.incidents.INCIDENT_SECONDS", 0.0)
    assert incidents.recent() == []


def test_an_incident_is_reported_while_another_thread_records_one(monkeypatch):
    incidents = Incidents()

    class Moment(float):
        def __sub__(self, other: float) -> float:
            incidents.record("smtp", "gone")  # as another thread does between two steps
            return float(self) - other

    monkeypatch.setattr("shop.operations.incidents.time.monotonic", lambda: Moment(100.0))
    incidents.record("storage", "no route")
    assert [met["kind"] for met in incidents.recent()] == ["storage"]
