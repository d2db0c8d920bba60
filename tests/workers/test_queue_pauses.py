"""A paused queue stays paused after restarts; others continue. Each attempt is stored with its worker."""

import pytest
from sqlalchemy import text

from shop.audit.context import Actor, set_actor
from shop.clock import now
from shop.events import deliveries, history, leasing, unserved
from shop.events.leasing import Subscription
from shop.events.retries import MAX_ATTEMPTS, Failure
from shop.operations import queue_pauses
from tests.support import factories

SUBSCRIPTIONS = [
    Subscription("catalogue.changed", "push", "fanout", 10.0),
    Subscription("catalogue.changed", "mail_status", "mail", 60.0),
]
SHARES = {("fanout", "push"): 10.0, ("mail", "mail_status"): 60.0}


@pytest.fixture
def operator(session):
    set_actor(session, Actor("Olga Operator", admin_id=None))
    return session


@pytest.fixture
def call(engine):
    """Return a function that calls a function of `shop.events` in a separate transaction."""

    def run(function, *args, **kwargs):
        with engine.begin() as connection:
            return function(connection, *args, **kwargs)

    return run


def pause(session, queue="mail"):
    queue_pauses.pause(session, queue, at=now())
    session.commit()


def resume(session, queue="mail"):
    queue_pauses.resume(session, queue)
    session.commit()


def sequence(session, call):
    factories.record(session)
    session.commit()
    return {lease.queue: lease for lease in call(leasing.sequence_and_lease, SUBSCRIPTIONS).leases}


def test_new_deliveries_of_a_paused_queue_are_not_leased_and_the_others_are(operator, call):
    pause(operator)
    assert list(sequence(operator, call)) == ["fanout"]
    assert call(leasing.lease_due, SHARES) == []
    resume(operator)
    assert [lease.queue for lease in call(leasing.lease_due, SHARES)] == ["mail"]


def test_what_the_broker_still_has_is_not_claimed_and_goes_on_at_once(operator, call):
    lease = sequence(operator, call)["mail"]
    pause(operator)
    assert call(deliveries.claim, [lease]) == []
    assert call(deliveries.skip, [lease]) == 0
    resume(operator)
    [again] = call(leasing.lease_due, SHARES)
    assert again.number == lease.number + 1
    assert [event.delivery_id for event in call(deliveries.claim, [again])] == [lease.delivery_id]


def test_what_was_begun_before_the_pause_is_finished(operator, call, engine):
    lease = sequence(operator, call)["mail"]
    with deliveries.transaction(engine) as connection:
        [event] = deliveries.claim(connection, [lease])
        pause(operator)
        deliveries.finish(connection, [event.delivery_id])
    assert operator.scalar(text("SELECT done_at IS NOT NULL FROM delivery WHERE queue = 'mail'"))


def test_deliveries_that_no_worker_knows_lose_no_attempts_while_their_queue_is_paused(operator, call):
    sequence(operator, call)
    operator.execute(text("UPDATE delivery SET due_at = now(), leased_at = NULL"))
    pause(operator)
    known = {"queues": ["fanout", "mail"], "consumers": ["push"], "longest_pause": 60.0}
    assert call(unserved.fail_due, **known) == 0
    resume(operator)
    assert call(unserved.fail_due, **known) == 1


def test_a_pause_is_made_once_and_audited(operator, call):
    pause(operator)
    with pytest.raises(queue_pauses.AlreadyPaused, match=r"The queue mail is paused already, by Olga Operator\."):
        queue_pauses.pause(operator, "mail", at=now())
    resume(operator)
    with pytest.raises(queue_pauses.NotPaused):
        queue_pauses.resume(operator, "mail")
    entries = operator.execute(text("SELECT actor, action, entity, label FROM audit_entry ORDER BY id DESC LIMIT 2"))
    assert [tuple(entry) for entry in entries] == [
        ("Olga Operator", "resumed", "queue", "mail"),
        ("Olga Operator", "paused", "queue", "mail"),
    ]


def steps(session, delivery_id):
    session.rollback()
    since = session.scalar(text("SELECT min(recorded_at) FROM domain_event"))
    rows = session.execute(history.STEPS, {"id": delivery_id, "since": since})
    return [(row.outcome, row.error, row.worker) for row in rows]


def test_the_history_has_each_attempt_with_its_worker_and_error(operator, call, engine):
    lease = sequence(operator, call)["mail"]
    call(deliveries.claim, [lease])
    call(deliveries.fail, [lease], error="SMTPDataError: 452 full", longest_pause=0)
    operator.execute(text("UPDATE delivery SET due_at = now()"))
    operator.commit()
    second = next(one for one in call(leasing.lease_due, SHARES) if one.queue == "mail")
    call(deliveries.claim, [second])
    operator.execute(text("UPDATE delivery SET due_at = now() WHERE queue = 'mail'"))
    operator.commit()
    third = next(one for one in call(leasing.lease_due, SHARES) if one.queue == "mail")
    with deliveries.transaction(engine) as connection:
        deliveries.claim(connection, [third])
        deliveries.finish(connection, [third.delivery_id])
    me = deliveries.worker_name()
    assert steps(operator, lease.delivery_id) == [
        ("failed", "SMTPDataError: 452 full", me),
        ("lost", "The worker gave no answer before its lease ended.", me),
        ("done", None, me),
    ]


def test_the_history_of_a_server_that_is_away_for_long_stays_short(operator, call):
    lease = sequence(operator, call)["mail"]
    for _ in range(30):
        call(deliveries.claim, [lease])
        call(deliveries.fail, [lease], error="away", longest_pause=0, failure=Failure.AWAY)
        operator.execute(text("UPDATE delivery SET due_at = now() WHERE queue = 'mail'"))
        operator.commit()
        [lease] = [one for one in call(leasing.lease_due, SHARES) if one.queue == "mail"]
    counted = operator.execute(text("SELECT count(*), sum(attempts), max(attempts) FROM delivery_attempt")).one()
    assert tuple(counted) == (20, 30, 11)


def test_a_delivery_without_an_answer_until_it_is_dead_says_so(operator, call):
    lease = sequence(operator, call)["mail"]
    operator.execute(text("UPDATE delivery SET attempts = :most"), {"most": MAX_ATTEMPTS - 1})
    operator.commit()
    call(deliveries.claim, [lease])
    operator.execute(text("UPDATE delivery SET due_at = now() WHERE queue = 'mail'"))
    operator.commit()
    call(leasing.lease_due, SHARES)
    assert [step[0] for step in steps(operator, lease.delivery_id)] == ["lost"]
