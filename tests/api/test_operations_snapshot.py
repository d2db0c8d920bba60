"""The API of the Operations page: the state of the shop, and the retry of dead letters."""

import json

import pytest
from sqlalchemy import text

from shop.events import deliveries, leasing
from shop.operations import queries
from shop.operations.incidents import incidents
from shop.operations.model import KINDS, beat, count
from tests.support import factories
from tests.support.http_client import failed, succeeded

ERROR = "SMTPRecipientsRefused: 452 mailbox full"


@pytest.fixture(autouse=True)
def untroubled() -> None:
    """Clear incidents that other tests caused in this process."""
    incidents._met.clear()


@pytest.fixture
async def dead(database):
    """Add two dead deliveries of an order's mail, and return their ids, newest first."""
    ids = []
    for number in (1, 2):
        await database.run_sync(factories.record, number=number, aggregate=f"order:{number}", customer_id=None)
        row = await database.execute(
            text("""
                INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, dead_at, last_error)
                SELECT max(id), 'mail_status', 'mail', now(), 8, now(), :error FROM domain_event RETURNING id
            """),
            {"error": ERROR},
        )
        ids.append(row.scalar_one())
    await database.execute(text("UPDATE domain_event SET position = id"))
    await database.commit()
    return ids[::-1]


@pytest.fixture
async def all_here(database):
    """Record a heartbeat for one process of each kind, and remove those of other tests."""
    await database.execute(text("DELETE FROM process"))
    for kind in KINDS:
        await database.execute(beat(f"{kind} 1", [kind], {}))
    await database.commit()


@pytest.mark.parametrize(
    ("problem", "days_ago", "is_seen", "unexpected", "refused"),
    [
        ("wrong amount", 3, False, True, False),
        ("wrong amount", 0, True, False, False),
        ("nothing to pay", 0, False, False, False),
        ("page refused: too much", 0, False, False, True),
        ("page refused: too much", 3, False, False, False),
    ],
)
async def test_a_notice_that_may_be_money_is_a_finding_until_it_is_seen(
    database, problem, days_ago, is_seen, unexpected, refused
):
    add = text("""
        INSERT INTO payment_notice (problem, link_id, payment_id, order_id, at, seen_at)
        VALUES (:problem, 'plink_1', '', 7, now() - make_interval(days => :days_ago), CASE WHEN :is_seen THEN now() END)
    """)
    await database.execute(add, {"problem": problem, "days_ago": days_ago, "is_seen": is_seen})
    state = (await database.execute(queries.STATE)).one()
    assert (state.unexpected_notice is not None, state.refused_page is not None) == (unexpected, refused)


async def test_a_whole_shop_says_that_everything_runs(karthik, all_here):
    state = succeeded(await karthik.get("/operations/"))
    assert (state["headline"], state["level"], state["findings"]) == ("Everything runs.", "fine", [])
    assert [(queue["name"], queue["state"], queue["workers"]) for queue in state["queues"]] == [
        ("fanout", "fine", 1),
        ("mail", "fine", 1),
        ("images", "fine", 1),
        ("imports", "fine", 1),
        ("webhooks", "fine", 1),
        ("push", "fine", 1),
    ]
    assert {process["state"] for process in state["processes"]} == {"here"}


async def test_a_worker_not_heard_of_is_told_with_what_waits(karthik, database, all_here):
    await database.run_sync(factories.record, customer_id=None)
    waiting = "INSERT INTO delivery (event_id, consumer, queue, due_at)"
    await database.execute(text(f"{waiting} SELECT id, 'mail_status', 'mail', now() FROM domain_event"))
    silent = "UPDATE process SET seen_at = clock_timestamp() - interval '12 s' WHERE name = 'mail 1'"
    await database.execute(text(silent))
    await database.commit()
    state = succeeded(await karthik.get("/operations/"))
    mail = next(queue for queue in state["queues"] if queue["name"] == "mail")
    assert (mail["state"], mail["waiting"]) == ("stopped", 1)
    gone = next(process for process in state["processes"] if process["kinds"] == ["mail"])
    assert gone["state"] == "gone"
    assert 12 <= gone["silent"] < 20
    since = f"{gone['silent']:.0f} s"
    assert state["headline"] == f"The mail worker has been gone for {since}. Mails wait, nothing is lost: 1 waiting."


async def test_the_advice_on_unserved_work_names_what_is_unknown_and_no_class_of_error(karthik, database, all_here):
    await database.run_sync(factories.record, customer_id=None)
    unknown = "No worker of this version knows the reaction mail_gone."
    for consumer, queue, error in (
        ("mail_status", "mail", "SMTPConnectError: Error connecting"),
        ("push", "sms", "KeyError: 'name'"),
        ("mail_gone", "mail", unknown),
    ):
        failing = "INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, last_error)"
        about = {"consumer": consumer, "queue": queue, "error": error}
        await database.execute(
            text(f"{failing} SELECT id, :consumer, :queue, now(), 1, :error FROM domain_event"), about
        )
    await database.commit()
    state = succeeded(await karthik.get("/operations/"))
    [found] = [finding for finding in state["findings"] if "no worker of this version" in finding["sentence"]]
    assert found["sentence"] == "2 deliveries wait that no worker of this version can carry out."
    assert found["advice"].startswith(f"{unknown} After eight tries")


async def test_a_process_whose_place_another_one_took_is_not_missed(karthik, database, all_here):
    await database.execute(beat("mail 0", ["mail"], {}))
    await database.execute(text("UPDATE process SET seen_at = now() - interval '1 min' WHERE name = 'mail 0'"))
    await database.commit()
    names = [process["name"] for process in succeeded(await karthik.get("/operations/"))["processes"]]
    assert sorted(names) == sorted(f"{kind} 1" for kind in KINDS)


async def test_what_processes_say_of_themselves_is_gathered(karthik, database):
    about = {"pid": 7, "host": "h", "pool": "prefork", "size": 2, "busy": 1, "longest": 3.5}
    await database.execute(beat("mail 1", ["mail"], about | {"consumers": {"mail_status": "mail"}}))
    for child in (8, 9):
        await database.execute(beat(f"child {child}", [], {"parent": 7, "host": "h"}))
    pages = {"sockets": 5, "shoppers": 3, "admins": 1, "hears_redis": True}
    event_probe = {"at": "2026-01-01T00:00:00.000Z", "ms": 21.5, "p50": 20.0, "p95": 30.0, "count": 6}
    await database.execute(beat("realtime 1", ["realtime"], pages | {"canary": event_probe}))
    await database.execute(beat("realtime 2", ["realtime"], pages))
    await database.execute(*count({"mail_status": (4, 1, 0.5), "push": (9, 0, 0.09)}))
    await database.commit()
    state = succeeded(await karthik.get("/operations/"))
    assert state["sockets"] == {"open": 10, "shoppers": 6, "admins": 2}
    assert (state["canary"]["ms"], state["canary"]["p95"]) == (21.5, 30.0)
    mail = next(process for process in state["processes"] if process["name"] == "mail 1")
    assert (mail["size"], mail["busy"], mail["longest"], mail["children"]) == (2, 1, 3.5, 2)
    consumers = {consumer["name"]: consumer for consumer in state["consumers"]}
    assert consumers["mail_status"] == {
        "name": "mail_status",
        "queue": "mail",
        "done": 4,
        "failed": 1,
        "waiting": 0,
        "dead": 0,
        "meanMs": 125.0,
    }
    assert state["done"] == 13
    queue = next(queue for queue in state["queues"] if queue["name"] == "mail")
    assert (sum(queue["minutes"]), len(queue["minutes"])) == (4, 60)


@pytest.mark.parametrize(
    ("silent", "age", "reaches"),
    [(1.0, 4.5, True), (1.0, 5.5, False), (6.0, 2.5, True)],
    ids=["in time", "late", "its process was killed"],
)
async def test_a_probe_is_late_by_its_age_at_a_heartbeat(karthik, database, all_here, silent, age, reaches):
    """A second process sends heartbeats. The age of the first one's probe grows after its end, which does not mean that
    pages are late.
    """
    measured = """
        UPDATE process SET seen_at = clock_timestamp() - make_interval(secs => :silent), detail = jsonb_build_object(
            'canary', jsonb_build_object('ms', 20, 'p50', 20, 'p95', 20,
                'at', clock_timestamp() - make_interval(secs => :silent + :age)))
        WHERE name = :name
    """
    await database.execute(beat("realtime 2", ["realtime"], {}))
    for name, *ages in (("realtime 1", silent, age), ("realtime 2", 0.0, 0.0)):
        await database.execute(text(measured), {"name": name, **dict(zip(("silent", "age"), ages, strict=True))})
    await database.commit()
    state = succeeded(await karthik.get("/operations/"))
    assert (state["headline"].startswith("Changes have not reached"), state["checks"]["work"]) == (not reaches, reaches)


async def test_of_the_events_after_an_endpoint_those_wait_that_it_gets(karthik, database, all_here):
    of_event = text("""
        UPDATE domain_event SET position = id, reach = :reach, type = :type,
            recorded_at = clock_timestamp() - make_interval(mins => :minutes)
        WHERE id = (SELECT max(id) FROM domain_event)
    """)
    for reach, type_, minutes in (
        ("nobody", "order.placed", 40),
        ("everyone", "gold_rate.changed", 30),
        ("admins", "order.placed", 20),
        ("everyone", "order.placed", 10),
    ):
        await database.run_sync(factories.record, customer_id=None)
        await database.execute(of_event, {"reach": reach, "type": type_, "minutes": minutes})
    for types in (["order.placed"], ["category.changed"]):
        await database.run_sync(factories.add_webhook, types=types, position=0)
    await database.execute(text("UPDATE event_stream SET position = (SELECT max(id) FROM domain_event)"))
    await database.commit()
    state = succeeded(await karthik.get("/operations/"))
    waiting = [consumer["waiting"] for consumer in state["consumers"] if consumer["queue"] == "webhooks"]
    assert waiting == [2]
    assert (queue_of(state, "webhooks")["waiting"], queue_of(state, "webhooks")["oldest"] // 60) == (2, 20)
    assert [endpoint["waiting"] for endpoint in succeeded(await karthik.get("/admin/webhooks/"))] == [2, 0]


@pytest.mark.parametrize(("is_on", "waiting"), [(True, 1), (False, 0)])
async def test_a_delivery_of_an_endpoint_waits_without_failing_and_only_while_it_is_on(
    karthik, database, all_here, is_on, waiting
):
    await database.run_sync(factories.record, customer_id=None)
    await database.run_sync(factories.add_webhook, types=["order.placed"], position=10**9)
    await database.execute(text("UPDATE webhook_endpoint SET is_on = :is_on"), {"is_on": is_on})
    await database.execute(
        text("""
            INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, last_error)
            SELECT max(domain_event.id), 'webhook:' || max(webhook_endpoint.id), 'webhooks', now(), 0, 'HTTP 500'
            FROM domain_event CROSS JOIN webhook_endpoint
        """)
    )
    await database.commit()
    queue = queue_of(succeeded(await karthik.get("/operations/")), "webhooks")
    assert (queue["waiting"], queue["failing"]) == (waiting, 0)


async def test_a_trouble_that_a_process_met_is_told(karthik, database, all_here):
    met = [{"kind": "storage", "reason": "No space left on device", "ago": 3.0}]
    await database.execute(beat("images 1", ["images"], {"troubles": met}))
    await database.commit()
    [finding] = succeeded(await karthik.get("/operations/"))["findings"]
    assert finding["sentence"].startswith("The storage of pictures is away.")
    assert finding["advice"] == "It says: No space left on device"


async def test_dead_letters_are_listed_with_error_and_payload(karthik, dead):
    body = (await karthik.get("/operations/dead/?limit=1")).json()
    [letter] = body["data"]
    assert (letter["id"], letter["consumer"], letter["aggregate"]) == (dead[0], "mail_status", "order:2")
    assert (letter["error"], letter["attempts"], letter["payload"]) == (ERROR, 8, {"number": 2})
    [other] = succeeded(await karthik.get(f"/operations/dead/?cursor={body['nextCursor']}"))
    assert other["id"] == dead[1]


@pytest.mark.parametrize(("search", "found"), [("ORDER 1", 1), ("mailbox", 2), ("mail_status", 2), ("100%", 0)])
async def test_dead_letters_are_searched(karthik, dead, search, found):
    assert len(succeeded(await karthik.get("/operations/dead/", params={"search": search}))) == found


async def test_a_retried_delivery_is_due_again_with_fresh_attempts_and_stands_in_the_audit(karthik, database, dead):
    answer = await karthik.post("/operations/dead/?flag=retry", json={"ids": dead[:1]})
    assert succeeded(answer) == {"ids": dead[:1], "left": 0}
    assert answer.json()["message"] == "1 delivery will be tried again."
    row = (await database.execute(text("SELECT * FROM delivery WHERE id = :id"), {"id": dead[0]})).one()
    assert (row.attempts, row.dead_at, row.done_at) == (0, None, None)
    assert [letter["id"] for letter in succeeded(await karthik.get("/operations/dead/"))] == dead[1:]
    [entry] = succeeded(await karthik.get("/audit/?entity=delivery"))
    assert (entry["action"], entry["entityId"], entry["actor"]) == ("retried", dead[0], "Karthik Rao")
    assert entry["label"] == "mail_status of catalogue.changed, order 2"
    assert entry["changes"] == [{"field": "error", "from": ERROR, "to": None, "secret": False}]


@pytest.mark.parametrize("flag", ["retry", "discard"])
async def test_the_audit_has_no_address_of_an_error(karthik, database, dead, flag):
    """The audit is kept for two years, and no deletion of an account erases it there."""
    error = "SMTPRecipientsRefused: [SMTPRecipientRefused(550, 'no <asha@mail.example> here', 'asha@mail.example')]"
    await database.execute(text("UPDATE delivery SET last_error = :error"), {"error": error})
    await database.commit()
    succeeded(await karthik.post(f"/operations/dead/?flag={flag}", json={"all": True}))
    told = "SMTPRecipientsRefused: [SMTPRecipientRefused(550, 'no <[address]> here', '[address]')]"
    entries = succeeded(await karthik.get("/audit/?entity=delivery"))
    assert [entry["changes"][0]["from"] for entry in entries] == [told] * len(dead)
    kept = (await database.execute(text("SELECT DISTINCT last_error FROM delivery"))).scalars().all()
    assert kept == [error]


async def test_a_discarded_delivery_is_never_tried_again(karthik, database, dead):
    succeeded(await karthik.post("/operations/dead/?flag=discard", json={"all": True}))
    assert succeeded(await karthik.get("/operations/dead/")) == []
    assert succeeded(await karthik.get("/operations/"))["dead"] == 0

    def try_all(session):
        connection = session.connection()
        return deliveries.replay(connection, dead), leasing.lease_due(connection, {("mail", "mail_status"): 60.0})

    assert await database.run_sync(try_all) == ([], [])


async def test_what_is_not_dead_is_refused_and_nothing_is_written_down(karthik, dead):
    await karthik.post("/operations/dead/?flag=discard", json={"ids": dead})
    failed(await karthik.post("/operations/dead/?flag=retry", json={"ids": dead}), 409)
    failed(await karthik.post("/operations/dead/?flag=retry", json={"all": True}), 409)
    failed(await karthik.post("/operations/dead/?flag=retry", json={}), 422, "ids")
    failed(await karthik.post("/operations/dead/?flag=retry", json={"ids": ["x"]}), 422, "ids.0")
    failed(await karthik.post("/operations/dead/", json={"ids": dead}), 405)
    assert len(succeeded(await karthik.get("/audit/?entity=delivery"))) == 2


def queue_of(state, name):
    return next(queue for queue in state["queues"] if queue["name"] == name)


async def test_a_queue_is_paused_and_resumed_and_health_stays_green(karthik, visitor, all_here):
    assert succeeded(await karthik.post("/operations/queue/?flag=pause", json={"queue": "mail"})) == {
        "queue": "mail",
        "isPaused": True,
    }
    state = succeeded(await karthik.get("/operations/"))
    assert (queue_of(state, "mail")["state"], queue_of(state, "mail")["pausedBy"]) == ("paused", "Karthik Rao")
    assert state["headline"] == "Karthik Rao paused the queue mail. Mails wait, nothing is lost: 0 waiting."
    health = succeeded(await visitor.get("/health/"))
    assert (health["status"], health["troubles"]) == ("degraded", [state["headline"]])
    again = failed(await karthik.post("/operations/queue/?flag=pause", json={"queue": "mail"}), 409)
    assert again["message"] == "The queue mail is paused already, by Karthik Rao."
    succeeded(await karthik.post("/operations/queue/?flag=resume", json={"queue": "mail"}))
    assert queue_of(succeeded(await karthik.get("/operations/")), "mail")["state"] == "fine"
    failed(await karthik.post("/operations/queue/?flag=resume", json={"queue": "mail"}), 409)


@pytest.mark.parametrize(("queue", "status"), [("nothing", 404), ("", 422), ("MAIL", 422), ("mail; DROP", 422)])
async def test_only_a_queue_that_exists_is_paused(karthik, queue, status):
    fields = () if status == 404 else ("queue",)
    answer = failed(await karthik.post("/operations/queue/?flag=pause", json={"queue": queue}), status, *fields)
    if status == 404:
        assert answer["message"] == (
            "There is no queue nothing. The queues are fanout, mail, images, imports, webhooks, push."
        )


async def test_all_dead_of_a_kind_are_retried_and_the_rest_is_left(karthik, dead, database):
    await database.execute(text("UPDATE delivery SET consumer = 'mail_welcome' WHERE id = :id"), {"id": dead[0]})
    await database.commit()
    done = succeeded(await karthik.post("/operations/dead/?flag=retry", json={"consumer": "mail_welcome"}))
    assert done == {"ids": [dead[0]], "left": 0}
    failed(await karthik.post("/operations/dead/?flag=retry", json={"consumer": "mail_welcome"}), 409)
    [letter] = succeeded(await karthik.get("/operations/dead/"))
    assert letter["id"] == dead[1]


async def test_a_call_takes_a_batch_and_says_how_many_are_left(karthik, dead, monkeypatch):
    monkeypatch.setattr("api.operations.dead_letters.BATCH", 1)
    first = succeeded(await karthik.post("/operations/dead/?flag=retry", json={"all": True}))
    assert first == {"ids": [dead[1]], "left": 1}
    second = succeeded(await karthik.post("/operations/dead/?flag=retry", json={"all": True}))
    assert second == {"ids": [dead[0]], "left": 0}


async def test_the_history_of_a_delivery_names_who_retried_it(karthik, dead):
    succeeded(await karthik.post("/operations/dead/?flag=retry", json={"ids": [dead[0]]}))
    shown = succeeded(await karthik.get(f"/operations/delivery/?id={dead[0]}"))
    assert (shown["consumer"], shown["queue"], shown["progress"]) == ("mail_status", "mail", "failing")
    assert [(step["outcome"], step["actor"]) for step in shown["steps"]] == [("retried", "Karthik Rao")]
    assert failed(await karthik.get("/operations/delivery/?id=999999"), 404)["message"] == (
        "There is no delivery 999999. It may be older than what is kept."
    )


async def test_the_history_of_a_webhook_has_the_calls_of_its_endpoint(karthik, dead, database):
    endpoint = await database.run_sync(factories.add_webhook)
    tries = [
        {"at": "2026-11-24T10:00:00+00:00", "ms": 1500, "status": 500, "error": "It answered with 500."},
        {"at": "2026-11-24T10:00:30+00:00", "ms": 20, "status": 204, "error": None},
    ]
    made = text("""
        INSERT INTO webhook_delivery (delivery_id, endpoint_id, aggregate, position, is_open, tries)
        VALUES (:id, :endpoint, 'order:1', 1, false, CAST(:tries AS jsonb))
    """)
    await database.execute(made, {"id": dead[0], "endpoint": endpoint.id, "tries": json.dumps(tries)})
    await database.commit()
    [step] = succeeded(await karthik.get(f"/operations/delivery/?id={dead[0]}"))["steps"]
    assert (step["outcome"], step["said"]) == ("failed", "It answered with 500.")
    assert (step["beganAt"], step["endedAt"]) == ("2026-11-24T10:00:00.000Z", "2026-11-24T10:00:01.500Z")


async def test_the_deliveries_of_a_queue_that_waited_longest_are_listed(karthik, database):
    await database.run_sync(factories.record, aggregate="order:7", customer_id=None)
    waiting = "INSERT INTO delivery (event_id, consumer, queue, due_at)"
    await database.execute(text(f"{waiting} SELECT max(id), 'mail_status', 'mail', now() FROM domain_event"))
    await database.commit()
    [one] = succeeded(await karthik.get("/operations/waiting/?queue=mail"))
    assert (one["consumer"], one["aggregate"], one["attempts"]) == ("mail_status", "order:7", 0)
    failed(await karthik.get("/operations/waiting/?queue=nothing"), 404)
