"""The sentences of the health report."""

import pytest

from shop.operations.findings import MEANWHILE, findings
from shop.operations.health_report import HealthReport, ProcessStatus, Queue, headline, level, seconds

KINDS = ("relay", "realtime", "fanout", "mail", "images", "imports", "push")
HERE = tuple(ProcessStatus(name=f"{kind} 1", kinds=[kind], silent=1, up=60) for kind in KINDS)
QUEUES = tuple(Queue(name=name) for name in ("fanout", "mail", "images", "imports", "push"))


def health(*, gone: str = "", silent: float = 12, queues: dict[str, dict] | None = None, **facts) -> HealthReport:
    """Return a healthy report with these differences."""
    processes = [
        ProcessStatus(name=process.name, kinds=process.kinds, silent=silent if process.kinds == [gone] else 1, up=60)
        for process in HERE
    ]
    lines = [Queue(name=queue.name, **(queues or {}).get(queue.name, {})) for queue in QUEUES]
    return HealthReport(**{"processes": processes, "queues": lines} | facts)


def said(state: HealthReport) -> list[str]:
    return [finding.sentence for finding in findings(state)]


def test_a_shop_in_which_everything_runs_says_so():
    found = findings(health(probe_age=4, probe_ms=22))
    assert (found, headline(found), level(found)) == ([], "Everything runs.", "fine")


@pytest.mark.parametrize(
    ("gone", "waiting", "sentence"),
    [
        ("mail", 3, "The mail worker has been gone for 12 s. Mails wait, nothing is lost: 3 waiting."),
        (
            "images",
            1,
            (
                "The images worker has been gone for 12 s."
                " Pictures and PDFs of invoices wait to be made, nothing is lost: 1 waiting."
            ),
        ),
        (
            "fanout",
            0,
            f"The fanout worker has been gone for 12 s. {MEANWHILE['fanout']}: 0 waiting.",
        ),
    ],
)
def test_a_worker_that_is_gone_is_named_with_what_that_means(gone, waiting, sentence):
    found = findings(health(gone=gone, queues={gone: {"waiting": waiting}}))
    assert [finding.sentence for finding in found] == [sentence]
    assert found[0].advice == f"Start one: python -m workers {gone}"
    assert level(found) == "bad"


@pytest.mark.parametrize(("silent", "is_gone"), [(6.4, False), (6.6, True)])
def test_a_process_counts_as_gone_after_a_few_beats(silent, is_gone):
    assert bool(said(health(gone="mail", silent=silent))) == is_gone


def test_one_worker_of_two_is_enough():
    two = [*health(gone="mail").processes, ProcessStatus(name="mail 2", kinds=["mail"], silent=0.5, up=9)]
    assert said(health(processes=two)) == []


def test_a_worker_that_ended_in_good_order_is_gone_too():
    ended = [process for process in HERE if process.kinds != ["mail"]]
    ended.append(ProcessStatus(name="mail 1", kinds=["mail"], silent=3, up=60, is_ended=True))
    assert said(health(processes=ended))[0].startswith("The mail worker has been gone for 3 s.")


def test_a_part_that_never_was_is_told_as_such():
    none = [process for process in HERE if process.kinds != ["relay"]]
    assert said(health(processes=none, outbox_waiting=5, outbox_lag=40)) == [
        "The relay has not been heard of. Events are kept, nothing is lost: 5 waiting."
    ]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"is_read_only": True}, "PostgreSQL takes no changes."),
        ({"incidents": {"read_only": "cannot execute INSERT"}}, "PostgreSQL takes no changes."),
        ({"incidents": {"disk_full": "No space left on device"}}, "The disk of PostgreSQL is full."),
    ],
)
def test_a_database_that_takes_no_changes_is_one_thing_and_hides_what_follows_from_it(facts, sentence):
    silent = [ProcessStatus(name=process.name, kinds=process.kinds, silent=90, up=900) for process in HERE]
    [only] = said(health(processes=silent, outbox_waiting=3, outbox_lag=60, **facts))
    assert only.startswith(sentence)


def test_a_mail_server_that_refuses_is_one_thing_with_its_words_and_the_next_try():
    error = "SMTPConnectError: Error connecting to 127.0.0.1 on port 25"
    refused = {
        "mail": {"waiting": 4, "failing": 2, "oldest": 900, "waits_for_server": True, "error": error, "next_try": 31.0}
    }
    [found] = findings(health(queues=refused))
    assert found.sentence == "The mail server takes no mails. They are tried again by themselves: 4 waiting."
    said = error.removeprefix("SMTPConnectError: ")
    assert found.advice.startswith(f"It says: {said}. The next try is in 31 s. A one-time code that expires meanwhile")


@pytest.mark.parametrize(("oldest", "count"), [(119, 0), (121, 1)])
def test_push_services_that_take_nothing_for_two_minutes_are_one_thing_with_their_words(oldest, count):
    error = "PushServiceUnavailable: The push service cannot be reached (ConnectionError)."
    refused = {"push": {"waiting": 9, "failing": 5, "oldest": oldest, "waits_for_server": True, "error": error}}
    found = [(each.sentence, each.advice, each.level) for each in findings(health(queues=refused))]
    sentence = "Push services take no notifications. They are tried again by themselves: 9 waiting."
    advice = "It says: The push service cannot be reached. After two days they are not sent any more."
    assert found == [(sentence, advice, "warn")] * count


def test_a_storage_that_is_away_is_told_for_as_long_as_renditions_wait_for_it():
    error = "StorageUnavailable: The bucket of pictures: GenericError"
    [found] = findings(
        health(queues={"images": {"waiting": 3, "failing": 3, "waits_for_server": True, "error": error}})
    )
    assert found.sentence.startswith("The storage of pictures is away.")
    assert found.advice == "It says: The bucket of pictures"


def test_what_fails_for_a_reason_of_its_own_is_told_with_the_error():
    [found] = findings(health(queues={"mail": {"waiting": 1, "failing": 1, "error": "KeyError: 'name'"}}))
    assert found.sentence == "1 delivery of the queue mail failed and will be tried again."
    assert found.advice == "The last error: a fault in the shop's own work; the log of the worker has it"
    assert found.level == "warn"


def test_storage_and_redis_each_degrade_one_thing():
    away = [ProcessStatus(name="relay 1", kinds=["relay"], silent=1, up=60, detail={"broker": "away"}), *HERE[1:]]
    sentences = said(health(processes=away, incidents={"storage": "No space left on device"}))
    assert [sentence.split(".")[0] for sentence in sentences] == ["Redis is away", "The storage of pictures is away"]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"outbox_waiting": 9, "outbox_lag": 20}, "The relay is behind: 9 events wait, the oldest for 20 s."),
        (
            {"queues": {"mail": {"waiting": 40, "oldest": 300}}},
            "The queue mail is behind: 40 wait, the oldest for 5 min.",
        ),
        (
            {"queues": {"mail": {"unserved": 601}}},
            "601 deliveries wait that no worker of this version can carry out.",
        ),
        ({"probe_age": 3, "probe_ms": 4200}, "A change takes 4.2 s from the click to the page."),
        ({"dead": 1}, "1 delivery was given up."),
        ({"dead": 2}, "2 deliveries were given up."),
    ],
)
def test_what_is_slow_or_given_up_is_told(facts, sentence):
    found = findings(health(**facts))
    assert [finding.sentence for finding in found] == [sentence]
    assert level(found) == "warn"


def test_a_worker_stuck_at_one_task_is_told():
    stuck = [
        *HERE[:3],
        ProcessStatus(name="mail 1", kinds=["mail"], silent=1, up=60, detail={"longest": 50.2}),
        *HERE[4:],
    ]
    assert said(health(processes=stuck)) == ["A mail worker has been at one task for 50 s."]


def test_the_gravest_comes_first_and_stands_on_top():
    found = findings(health(gone="images", dead=2))
    assert headline(found).startswith("The images worker has been gone")
    assert [finding.level for finding in found] == ["bad", "warn"]


def test_what_is_amiss_with_payments_is_told():
    assert findings(health(claim_waits=80_000.0)) == []
    [claim] = findings(health(claim_waits=90_000.0))
    assert claim.sentence == "A shopper has waited for 25 h for staff to confirm a payment."
    [odd] = findings(health(unexpected_notice="wrong amount, order 7"))
    assert odd.advice.endswith("wrong amount, order 7.")
    [refused] = findings(health(refused_page="order 7, page refused: too much"))
    assert refused.sentence.startswith("The payment provider refused a payment page.")
    assert refused.advice.endswith("order 7, page refused: too much.")
    [failed] = findings(health(failed_refunds=[7]))
    assert "refund of order 7. The shopper waits" in failed.sentence
    assert failed.advice.endswith("Pay it back again in the details, or send it by hand.")
    [failed] = findings(health(failed_refunds=[7, 9]))
    assert "refunds of orders 7, 9. The shoppers wait" in failed.sentence
    [away] = findings(health(incidents={"payments": "no route"}))
    assert away.sentence.startswith("The payment provider does not answer.")


@pytest.mark.parametrize(("span", "words"), [(0.4, "0 s"), (89, "89 s"), (91, "2 min"), (7200, "2 h")])
def test_spans_are_as_short_as_a_sentence_needs(span, words):
    assert seconds(span) == words


def test_a_paused_queue_is_told_in_words_and_stops_nothing():
    found = findings(
        health(queues={"mail": {"waiting": 12, "oldest": 900, "paused_by": "Olga Operator", "paused_for": 900}})
    )
    assert [finding.sentence for finding in found] == [
        "Olga Operator paused the queue mail. Mails wait, nothing is lost: 12 waiting."
    ]
    assert (found[0].level, found[0].key, found[0].ago, found[0].stops_sales) == ("warn", "paused mail", 900, False)


def test_a_paused_queue_whose_deliveries_failed_is_told_as_paused_only():
    queues = {"mail": {"waiting": 3, "failing": 3, "waits_for_server": True, "paused_by": "Olga Operator"}}
    assert [finding.key for finding in findings(health(queues=queues))] == ["paused mail"]
