"""The report of a queue's capacity, now and with one more worker, in words and figures."""

import pytest

from shop.operations.capacity import Load, capacity


def load(**facts) -> Load:
    return Load(**{"queue": "mail", "slots": 1, "more": 1, "done": 600, "spent": 1800.0, "waiting": 0} | facts)


def test_an_idle_queue_needs_no_other_worker():
    said = capacity(load())
    assert (said.now, said.with_one_more, said.used) == (20, 40, 0.5)
    assert said.sentence == (
        "20 a minute at most, 40 with one more worker. Busy 50% of the last hour: one more would bring nothing now."
    )


def test_a_backlog_is_done_sooner_with_another_worker():
    said = capacity(load(waiting=1200))
    assert (said.clears_in, said.clears_in_with_one_more) == (3600, 1800)
    assert said.sentence.endswith("What waits is done in 60 min, or in 30 min with one more.")


def test_a_worker_with_children_brings_as_many_more():
    assert capacity(load(slots=2, more=2, waiting=400)).with_one_more == 80


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"is_paused": True}, "It is paused: another worker would wait too."),
        ({"is_failing": True}, "Its deliveries fail; another worker would fail as often. Mend the cause first."),
        ({"done": 0, "spent": 0.0}, "Nothing was done in the last hour, so nothing was measured."),
        (
            {"slots": 0, "done": 0, "spent": 0.0},
            "Nothing was done in the last hour, so nothing was measured. Start a worker.",
        ),
        ({"slots": 0, "waiting": 40}, "Nothing without a worker, 20 a minute with one: 2 min for what waits."),
        (
            {"queue": "webhooks"},
            "Calls are made side by side already; a slow endpoint is as slow with another worker.",
        ),
    ],
)
def test_where_another_worker_would_not_help_the_reason_is_said(facts, sentence):
    assert capacity(load(**facts)).sentence == sentence
