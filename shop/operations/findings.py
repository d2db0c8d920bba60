"""Describe the shop's problems in sentences: what is wrong, what it means, and what to do; the worst first."""

from collections.abc import Sequence

from shop.operations.event_probe import EVERY_SECONDS, LATE_SECONDS
from shop.operations.health_report import Finding, HealthReport, ProcessStatus, Queue, counted, seconds
from shop.text.error_messages import readable_message

SLOW_PROBE_MS = 2000.0
CLAIM_SECONDS = 86_400.0
"""How long a payment claim may wait for staff before it is reported. A night or a bank holiday is no problem."""
LATE = {"fanout": 15.0, "mail": 120.0, "images": 180.0, "imports": 60.0, "webhooks": 900.0, "push": 120.0}
"""How many seconds the oldest delivery of a queue may wait while its worker runs."""
STUCK = {"fanout": 15.0, "mail": 45.0, "images": 75.0, "imports": 25.0, "webhooks": 20.0, "push": 40.0}
"""How many seconds a worker may spend on one task: more than its time limits."""
MEANWHILE = {
    "mail": "Mails wait, nothing is lost",
    "images": "Pictures and PDFs of invoices wait to be made, nothing is lost",
    "imports": "Imports of products, refunds, tax invoices and erasures of accounts wait, nothing is lost",
    "webhooks": "Webhooks wait, nothing is lost",
    "push": "Notifications on shoppers' devices wait, nothing is lost",
    "fanout": (
        "Open pages are up to a second behind, notifications on devices and mails of pieces that are back wait,"
        " nothing is lost"
    ),
}
WORKER = "python -m workers {queue}"
_PROBES = {
    "order": "An order cannot be placed just now.",
    "read": "People who are signed in get no answer just now.",
    "connections": "A connection to PostgreSQL does not answer. Who meets it waits some seconds and is refused.",
    "standing": "How the work of the shop stands cannot be read.",
}
"""The consequence of each failed probe. Without orders and reads the shop does not sell."""


def findings(health: HealthReport) -> list[Finding]:
    """Return the problems, the worst first; empty if everything works.

    A cause hides its consequences: if PostgreSQL accepts no writes, no process can write a heartbeat.
    """
    database = _database(health)
    if database:
        return [*database, *_dead(health)]
    if health.is_unread:
        return _probes(health)
    found = [
        *_probes(health),
        *_gone(health),
        *_servers(health),
        *_behind(health),
        *_paused(health),
        *_event_probe(health),
        *_unserved(health),
        *_payments(health),
        *_dead(health),
    ]
    return sorted(found, key=lambda finding: finding.level != "bad")


def checks(health: HealthReport) -> dict[str, bool]:
    """Return whether an order could be placed, whether a signed-in read works, and whether changes reach open pages."""
    keys = {finding.key for finding in findings(health)}
    stopped = any(finding.stops_sales for finding in _database(health))
    event_path = {"event probe", "outbox", *(f"gone {kind}" for kind in ("relay", "fanout", "realtime"))}
    return {
        "order": not stopped and not keys & {"order", "sequences used up"},
        "read": not health.is_away and "read" not in keys,
        "work": not stopped and not keys & event_path,
    }


def _database(health: HealthReport) -> list[Finding]:
    if health.is_away:
        sentence = "PostgreSQL does not answer. Nothing can be ordered or changed."
        advice = "Look at its log and its machine; all goes on by itself once it answers."
        return [Finding("bad", sentence, advice, key="database", stops_sales=True)]
    if "disk_full" in health.incidents:
        sentence = "The disk of PostgreSQL is full. The shop can be looked at; orders and changes are refused."
        advice = (
            f"Make room on it; all goes on by itself then. It says: {readable_message(health.incidents['disk_full'])}"
        )
        return [Finding("bad", sentence, advice, key="disk_full", stops_sales=True)]
    if health.is_read_only or "read_only" in health.incidents:
        sentence = "PostgreSQL takes no changes. The shop can be looked at; orders and changes are refused."
        advice = "Let it write again; what waits goes on by itself. Nothing that was taken is lost."
        return [Finding("bad", sentence, advice, key="read_only", stops_sales=True)]
    return []


def _probes(health: HealthReport) -> list[Finding]:
    found = []
    for name, sentence in _PROBES.items():
        if name in health.failed:
            stops = name in {"order", "read"}
            advice = f"The probe says: {health.failed[name]}"
            found.append(Finding("bad", sentence, advice, key=name, stops_sales=stops))
    if "sequences" in health.failed:
        sentence = f"Numbers run out: {health.failed['sequences']}."
        advice = (
            "Give the column and its sequence a larger type (bigint). What needs a new number is refused at the end."
        )
        stops = "used up" in health.failed["sequences"]
        key = "sequences used up" if stops else "sequences"
        found.append(Finding("bad" if stops else "warn", sentence, advice, key=key, stops_sales=stops))
    return found


def _gone(health: HealthReport) -> list[Finding]:
    found = []
    waiting = f"{health.outbox_waiting} waiting" if health.outbox_waiting else "none waiting yet"
    for kind, name, meanwhile, command in (
        ("relay", "relay", f"Events are kept, nothing is lost: {waiting}.", "python -m workers.relay"),
        (
            "realtime",
            "realtime process",
            "Open pages say that they are not live, and catch up when it is back.",
            "uvicorn --factory realtime.main:app",
        ),
    ):
        if since := _gone_since(health, kind):
            found.append(_missed(health, kind, f"The {name} {since}. {meanwhile}", f"Start it: {command}"))
    for queue in health.queues:
        since = _gone_since(health, queue.name)
        if since and queue.name in MEANWHILE:
            sentence = f"The {queue.name} worker {since}. {MEANWHILE[queue.name]}: {queue.waiting} waiting."
            found.append(_missed(health, queue.name, sentence, f"Start one: {WORKER.format(queue=queue.name)}"))
    return found


def _missed(health: HealthReport, kind: str, sentence: str, advice: str) -> Finding:
    silent = [process.silent for process in health.processes if kind in process.kinds]
    return Finding("bad", sentence, advice, key=f"gone {kind}", ago=min(silent, default=None))


def _gone_since(health: HealthReport, kind: str) -> str | None:
    of_kind = [process for process in health.processes if kind in process.kinds]
    if any(process.is_here for process in of_kind):
        return None
    if not of_kind:
        return "has not been heard of"
    return f"has been gone for {seconds(min(sign.silent for sign in of_kind))}"


def _servers(health: HealthReport) -> list[Finding]:
    found = []
    here = [process for process in health.processes if process.is_here]
    relays = [process for process in here if "relay" in process.kinds]
    pages = [process for process in here if "realtime" in process.kinds]
    if any(process.detail.get("broker") == "away" for process in relays) or (
        pages and not any(process.detail.get("hears_redis", True) for process in pages)
    ):
        sentence = "Redis is away. Work waits in PostgreSQL, nothing is lost; open pages are up to a second behind."
        found.append(Finding("bad", sentence, "Start it; all goes on by itself then.", key="redis"))
    if "payments" in health.incidents:
        sentence = (
            "The payment provider does not answer. Nobody can pay online; what was paid is found when it is back."
        )
        found.append(
            Finding("bad", sentence, f"It says: {readable_message(health.incidents['payments'])}", key="payments")
        )
    queues = {queue.name: queue for queue in health.queues if queue.waits_for_server and not queue.is_paused}
    storage = health.failed.get("storage") or health.incidents.get("storage")
    if storage or "images" in queues:
        sentence = "The storage of pictures is away. New pictures are refused or wait; all else goes on."
        found.append(
            Finding("bad", sentence, f"It says: {readable_message(storage or queues['images'].error)}", key="storage")
        )
    if mail := queues.get("mail"):
        again = f" The next try is in {seconds(max(0.0, mail.next_try))}." if mail.next_try is not None else ""
        sentence = f"The mail server takes no mails. They are tried again by themselves: {mail.waiting} waiting."
        said = readable_message(mail.error).rstrip(".")
        advice = f"It says: {said}.{again} A one-time code that expires meanwhile is not sent any more."
        found.append(Finding("bad", sentence, advice, key="mail server"))
    push = queues.get("push")
    # Most of them must have failed: another finding reports a queue that is only long.
    if push and push.oldest > LATE["push"] and 2 * push.failing > push.waiting:
        sentence = f"Push services take no notifications. They are tried again by themselves: {push.waiting} waiting."
        said = readable_message(push.error).rstrip(" .")
        advice = f"It says: {said}. After two days they are not sent any more."
        found.append(Finding("warn", sentence, advice, key="push services"))
    return found


def _behind(health: HealthReport) -> list[Finding]:
    found = []
    if health.outbox_lag > 5 and _gone_since(health, "relay") is None:
        oldest = seconds(health.outbox_lag)
        sentence = f"The relay is behind: {health.outbox_waiting} events wait, the oldest for {oldest}."
        advice = "Start another relay: python -m workers.relay"
        found.append(Finding("warn", sentence, advice, key="outbox", ago=health.outbox_lag))
    here = [process for process in health.processes if process.is_here]
    for queue in health.queues:
        workers = [process for process in here if queue.name in process.kinds]
        if workers and not queue.is_paused:
            found += _strained(queue, longest=max(process.detail.get("longest", 0) for process in workers))
    return found


def _paused(health: HealthReport) -> list[Finding]:
    found = []
    for queue in health.queues:
        if queue.is_paused:
            meanwhile = MEANWHILE.get(queue.name, "Its deliveries wait, nothing is lost")
            sentence = f"{queue.paused_by} paused the queue {queue.name}. {meanwhile}: {queue.waiting} waiting."
            advice = "Resume it in Queues once the reason is gone; what waits goes on by itself then."
            found.append(Finding("warn", sentence, advice, key=f"paused {queue.name}", ago=queue.paused_for))
    return found


def _strained(queue: Queue, *, longest: float) -> list[Finding]:
    if longest > STUCK.get(queue.name, 60.0):
        sentence = f"A {queue.name} worker has been at one task for {seconds(longest)}."
        advice = "The lease ends and another worker takes over; restart it if it stays."
    elif queue.failing and not queue.waits_for_server:
        sentence = f"{counted(queue.failing)} of the queue {queue.name} failed and will be tried again."
        advice = f"The last error: {readable_message(queue.error)}"
    elif not queue.failing and queue.oldest > LATE.get(queue.name, 120.0):
        sentence = f"The queue {queue.name} is behind: {queue.waiting} wait, the oldest for {seconds(queue.oldest)}."
        advice = f"Start another worker: {WORKER.format(queue=queue.name)}"
    else:
        return []
    return [Finding("warn", sentence, advice, key=f"strained {queue.name}")]


def _event_probe(health: HealthReport) -> list[Finding]:
    """Report that changes do not reach open pages although all processes run."""
    if any(_gone_since(health, kind) for kind in ("relay", "fanout", "realtime")):
        return []
    age = health.probe_age if health.probe_age is not None else _waited_for_first(health.processes)
    if age > LATE_SECONDS:
        sentence = f"Changes have not reached the open pages for {seconds(age)}."
        advice = "Look at the log of the relay and of the fanout worker, and restart the one that stands still."
        return [Finding("bad", sentence, advice, key="event probe", ago=max(0.0, age - EVERY_SECONDS))]
    if health.probe_ms is not None and health.probe_ms > SLOW_PROBE_MS:
        sentence = f"A change takes {health.probe_ms / 1000:.1f} s from the click to the page."
        advice = "The machine may be busy; another fanout worker helps where that queue waits."
        return [Finding("warn", sentence, advice, key="slow")]
    return []


def _waited_for_first(processes: Sequence[ProcessStatus]) -> float:
    """Return the seconds for which relay and realtime processes had run without a probe at their last heartbeats."""
    here = [process for process in processes if process.is_here]
    relays = [process.up - process.silent for process in here if "relay" in process.kinds]
    listeners = [process.up - process.silent for process in here if "canary" in process.detail]
    return min(max(relays, default=0.0), max(listeners, default=0.0))


def _unserved(health: HealthReport) -> list[Finding]:
    count = sum(queue.unserved for queue in health.queues)
    if not count:
        return []
    reason = next((queue.unserved_reason for queue in health.queues if queue.unserved_reason), "")
    wait = "waits" if count == 1 else "wait"
    sentence = f"{counted(count)} {wait} that no worker of this version can carry out."
    advice = f"{reason} After eight tries they are given up; retry them below once a version runs that can.".lstrip()
    return [Finding("warn", sentence, advice, key="unserved")]


def _payments(health: HealthReport) -> list[Finding]:
    found = []
    if health.claim_waits > CLAIM_SECONDS:
        sentence = f"A shopper has waited for {seconds(health.claim_waits)} for staff to confirm a payment."
        advice = "Open Claims to confirm above the board, and compare them with the bank's statement."
        found.append(Finding("warn", sentence, advice, key="claims", ago=health.claim_waits))
    if health.failed_refunds:
        orders = ", ".join(str(number) for number in health.failed_refunds)
        sentence = f"The payment provider could not pay back a refund of order {orders}. The shopper waits for it."
        if len(health.failed_refunds) > 1:
            sentence = (
                f"The payment provider could not pay back refunds of orders {orders}. The shoppers wait for them."
            )
        advice = "Its dashboard or the order's details say why. Pay it back again in the details, or send it by hand."
        found.append(Finding("warn", sentence, advice, key="refunds"))
    if health.unexpected_notice:
        sentence = "The payment provider told of a payment that fits no order. It changed nothing."
        advice = "Look for it in the provider's dashboard, then mark it as seen on Operations:"
        advice = f"{advice} {health.unexpected_notice}."
        found.append(Finding("warn", sentence, advice, key="odd payment"))
    if health.refused_page:
        sentence = "The payment provider refused a payment page. The shopper was told to choose another way to pay."
        advice = f"It can have a limit for one payment. Mark it as seen on Operations: {health.refused_page}."
        found.append(Finding("warn", sentence, advice, key="refused page"))
    return found


def _dead(health: HealthReport) -> list[Finding]:
    if not health.dead:
        return []
    sentence = f"{counted(health.dead)} {'was' if health.dead == 1 else 'were'} given up."
    return [Finding("warn", sentence, "Read the error below, mend its cause, then retry or discard.", key="dead")]
