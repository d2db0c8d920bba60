"""The ``shop`` command: what an operator does from a terminal."""

from typing import Annotated

import typer
from sqlalchemy import text

from shop.clock import now
from shop.events import deliveries
from shop.media import media, sweep
from shop.staff.command import app as admin
from shop.terminal import database, show

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_show_locals=False, help="Keep the shop."
)
events = typer.Typer(no_args_is_help=True, help="The event log and its deliveries.")
pictures = typer.Typer(no_args_is_help=True, help="The pictures that the shop keeps.")
app.add_typer(pictures, name="pictures")
app.add_typer(admin, name="admin")
app.add_typer(events, name="events")


@events.command("list")
def list_events(limit: int = 20) -> None:
    """Show the newest events with how their deliveries stand."""
    with database() as session:
        show(
            session.execute(
                text("""
                SELECT event.position, event.type, event.aggregate, event.occurred_at,
                    string_agg(delivery.consumer || CASE WHEN done_at IS NOT NULL THEN ' done'
                        WHEN dead_at IS NOT NULL THEN ' dead' ELSE ' waiting' END, ', ')
                FROM domain_event AS event LEFT JOIN delivery ON delivery.event_id = event.id
                GROUP BY event.id ORDER BY event.id DESC LIMIT :limit
                """),
                {"limit": limit},
            )
        )


@events.command("dead")
def dead_deliveries(limit: int = 50) -> None:
    """Show deliveries that were given up, with the last error."""
    with database() as session:
        show(
            session.execute(
                text("""
                SELECT delivery.id, consumer, event.type, event.aggregate, dead_at, last_error
                FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
                WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT :limit
                """),
                {"limit": limit},
            )
        )


@events.command("replay")
def replay(
    delivery_ids: Annotated[list[int] | None, typer.Argument()] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every dead delivery")] = False,
) -> None:
    """Try dead deliveries again, with fresh attempts."""
    if not delivery_ids and not every:
        raise typer.BadParameter("Name deliveries, or say --all.")
    with database() as session:
        replayed = deliveries.replay(session.connection(), delivery_ids or [], every=every)
        session.commit()
    typer.echo(f"{len(replayed)} deliveries will be tried again.")


@pictures.command("sweep")
def sweep_pictures(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only say what would go")] = False,
) -> None:
    """Remove pictures that nothing in the shop has named for a day."""
    kept = media()
    with database() as session:
        unnamed = list(sweep.unnamed(session.connection(), kept, at=now()))
    for key in unnamed:
        typer.echo(key)
        if not dry_run:
            kept.delete(key)
    typer.echo(f"{len(unnamed)} pictures {'would go' if dry_run else 'are gone'}.")


if __name__ == "__main__":
    app()
