"""``shop queues``: pause and resume the queues of the workers."""

from collections.abc import Callable
from typing import Any

import typer
from sqlalchemy import Row
from sqlalchemy.orm import Session

from shop.audit import context
from shop.cli.terminal import database, refuse, show
from shop.clock import iso, now
from shop.errors import ShopError
from shop.operations import queries, queue_pauses
from shop.operations.snapshot import QUEUES

app = typer.Typer(no_args_is_help=True, help="The queues of the workers.")


@app.command("list")
def list_queues() -> None:
    """List the queues: name, pending deliveries, and if it is paused, by whom and since when."""
    with database() as session:
        waiting = dict.fromkeys(QUEUES, 0)
        for row in session.execute(queries.WAITING):
            waiting[row.queue] = waiting.get(row.queue, 0) + row.waiting
        paused = {row.queue: row for row in session.execute(queries.PAUSES)}
        show((name, count, _state(paused.get(name))) for name, count in waiting.items())


@app.command("pause")
def pause(queue: str) -> None:
    """Pause a queue: its deliveries wait until it is resumed."""
    _change(queue, lambda session: queue_pauses.pause(session, queue, at=now()))
    typer.echo(f"The queue {queue} is paused.")


@app.command("resume")
def resume(queue: str) -> None:
    """Resume a paused queue. Its pending deliveries are then processed without further action."""
    _change(queue, lambda session: queue_pauses.resume(session, queue))
    typer.echo(f"The queue {queue} goes on.")


def _change(queue: str, change: Callable[[Session], None]) -> None:
    try:
        with database() as session:
            context.set_actor(session, context.terminal_actor())
            queue_pauses.check_known(queue, QUEUES)
            change(session)
            session.commit()
    except ShopError as error:
        refuse(error.message)


def _state(paused: Row[Any] | None) -> str:
    return f"paused by {paused.paused_by} since {iso(paused.paused_at)}" if paused else "runs"
