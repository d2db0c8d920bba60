"""``shop events``: the event log, its deliveries and the dead ones."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import typer
from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from shop.audit import context
from shop.cli.terminal import database, refuse, show
from shop.clock import iso
from shop.events import deliveries, history
from shop.events.model import Delivery
from shop.operations import queries, queue_pauses
from shop.operations.health_report import counted
from shop.operations.snapshot import QUEUES

app = typer.Typer(no_args_is_help=True, help="The event log and its deliveries.")

MOST = 10_000
BATCH = 1000
"""Dead deliveries that are settled in one transaction, if all are."""
_EVERYTHING = 2**63 - 1

_NUMBERS = typer.Argument(help="numbers of deliveries, from `shop events dead`")
Count = Annotated[int, typer.Option(min=1, max=MOST, help="the greatest number of rows, the newest first")]


@app.command("list")
def list_events(
    *,
    limit: Count = 20,
    type_: Annotated[str, typer.Option("--type", help="only this type, such as order.placed")] = "",
    about: Annotated[str, typer.Option(help="only events of this object, such as order:12")] = "",
) -> None:
    """List the newest events: number, position, type, object, time and state of the deliveries."""
    with database() as session:
        rows = session.execute(queries.EVENTS, {"limit": limit, "type": type_, "aggregate": about})
        show((row.id, row.position, row.type, row.aggregate, iso(row.occurred_at), row.reactions) for row in rows)


@app.command("show")
def show_event(number: int) -> None:
    """Show one event with its payload, and each delivery with its attempts and last error."""
    with database() as session:
        event = session.execute(queries.EVENT, {"id": min(number, _EVERYTHING)}).mappings().one_or_none()
        if event is None:
            refuse(f"There is no event {number}. It may be older than what is kept.")
        for name, value in event.items():
            typer.echo(f"{name:12} {_written(value)}")
        for delivery in session.execute(queries.DELIVERIES, {"id": number}).mappings():
            typer.echo(f"\ndelivery {delivery['id']}: {delivery['consumer']} {delivery['state']}")
            for name, value in delivery.items():
                if value is not None and name not in {"id", "consumer", "state"}:
                    typer.echo(f"  {name:12} {_written(value)}")


@app.command("delivery")
def show_delivery(number: int) -> None:
    """Show what happened to one delivery: each attempt with its worker and error, and what operators did."""
    with database() as session:
        found = session.execute(history.ONE, {"id": min(number, _EVERYTHING)}).mappings().one_or_none()
        if found is None:
            refuse(f"There is no delivery {number}. It may be older than what is kept.")
        typer.echo(f"{found['consumer']} of {found['type']}, {found['aggregate']}: {found['progress']}")
        steps = session.execute(history.STEPS, {"id": number, "since": found["recorded_at"]})
        show(
            (iso(step.began_at), step.outcome, step.actor or step.worker, f"x{step.attempts}", step.error)
            for step in steps
        )


@app.command("waiting")
def waiting_deliveries(
    *,
    limit: Annotated[int, typer.Option(min=1, max=MOST, help="the greatest number of rows, the oldest first")] = 20,
    queue: Annotated[str, typer.Option(help=f"only this queue: {', '.join(QUEUES)}")] = "",
) -> None:
    """List pending deliveries: event, queue, consumer, type, object, time, attempts and last error."""
    with database() as session:
        rows = session.execute(queries.LONGEST_WAITING, {"limit": limit, "queue": queue}).all()
    if queue and not rows:
        _refuse_unknown(queue)
    for row in rows:
        event = (row.id, row.queue, row.consumer, row.type, row.aggregate, iso(row.occurred_at))
        show([(*event, row.attempts, row.last_error)])


def _refuse_unknown(queue: str) -> None:
    try:
        queue_pauses.check_known(queue, QUEUES)
    except queue_pauses.UnknownQueue as unknown:
        refuse(unknown.message)


@app.command("dead")
def dead_deliveries(*, limit: Count = 50) -> None:
    """List dead deliveries: number, consumer, event type, object, time of death and error."""
    with database() as session:
        for row in _dead(session, limit=limit):
            show([(row.id, row.consumer, row.type, row.aggregate, iso(row.dead_at), row.last_error)])


@app.command("replay")
def replay(
    delivery_ids: Annotated[list[int] | None, _NUMBERS] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every dead delivery")] = False,
) -> None:
    """Retry dead deliveries; their attempts are counted from zero."""
    replayed = _settle("retried", delivery_ids or [], every=every)
    typer.echo(f"{counted(replayed)} will be tried again.")


@app.command("discard")
def discard(
    delivery_ids: Annotated[list[int], _NUMBERS],
) -> None:
    """Discard dead deliveries for good. Their errors are kept with the event."""
    typer.echo(f"{counted(_settle('discarded', delivery_ids))} discarded.")


def _settle(what: Literal["retried", "discarded"], ids: list[int], *, every: bool = False) -> int:
    """Settle the named deliveries all or not at all, or all that are dead now, a batch in a transaction."""
    if not ids and not every:
        raise typer.BadParameter("Name deliveries, or say --all.")
    with database() as session:
        context.set_actor(session, context.terminal_actor())
        if ids:
            _refuse_missing(session, ids)
        chosen = ids
        if every:
            chosen = list(session.scalars(queries.DEAD_IDS, {"ids": None, "consumer": None}))
        size = BATCH if every else len(chosen)
        settled = 0
        for first in range(0, len(chosen), size):
            settled += _settle_batch(session, what, chosen[first : first + size])
            session.commit()
    return settled


def _settle_batch(session: Session, what: Literal["retried", "discarded"], ids: list[int]) -> int:
    about = {row.id: row for row in _lock(session, ids)}
    settle = deliveries.replay if what == "retried" else deliveries.discard
    settled = settle(session.connection(), list(about))
    for delivery_id in settled:
        context.record_delivery_action(session, what, about[delivery_id])
    return len(settled)


def _lock(session: Session, ids: list[int]) -> Sequence[Row[Any]]:
    """Lock those of these deliveries that are dead and that nobody else settles now."""
    return session.execute(queries.LOCK_DEAD, {"ids": ids, "consumer": None, "limit": len(ids)}).all()


def _refuse_missing(session: Session, ids: list[int]) -> None:
    """Lock the deliveries. If some do not exist, are not dead or cannot be retried here, refuse and say which."""
    possible = [number for number in ids if 0 < number < _EVERYTHING]
    missing = set(ids) - {row.id for row in _lock(session, possible)}
    if not missing:
        return
    is_dead = Delivery.dead_at.is_not(None) & Delivery.done_at.is_(None)
    known = select(Delivery.id, Delivery.queue, is_dead.label("is_dead")).where(Delivery.id.in_(missing & {*possible}))
    rows = session.execute(known).all()
    unknown = missing - {row.id for row in rows}
    sentences = (
        (f"There is no {'delivery' if len(unknown) == 1 else 'deliveries'} {{}}.", unknown),
        ("Not dead: {}.", {row.id for row in rows if not row.is_dead}),
        (
            "These are webhooks, which are retried on the portal's page Integrations: {}.",
            {row.id for row in rows if row.is_dead and row.queue == "webhooks"},
        ),
        (
            "Somebody else retries or discards now: {}.",
            {row.id for row in rows if row.is_dead and row.queue != "webhooks"},
        ),
    )
    said = [sentence.format(", ".join(map(str, sorted(numbers)))) for sentence, numbers in sentences if numbers]
    refuse(" ".join([*said, "Nothing was changed. `shop events dead` lists what was given up."]))


def _dead(session: Session, *, limit: int) -> list[Row[Any]]:
    return list(session.execute(queries.DEAD_LETTERS, {"search": "", "before": _EVERYTHING, "limit": limit}))


def _written(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return iso(value) or "-" if hasattr(value, "isoformat") else str(value)
