"""The ``shop`` command: what an operator does from a terminal."""

from typing import Annotated

import typer
from sqlalchemy import Row, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

import shop.tables  # noqa: F401 - all tables must be known
from shop import passwords
from shop.clock import now
from shop.database import make_engine
from shop.events import deliveries
from shop.settings import DatabaseSettings
from shop.staff.model import Admin

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Keep the shop.")
admin = typer.Typer(no_args_is_help=True, help="People who keep the shop.")
events = typer.Typer(no_args_is_help=True, help="The event log and its deliveries.")
app.add_typer(admin, name="admin")
app.add_typer(events, name="events")


def _session() -> Session:
    return Session(make_engine(DatabaseSettings(), "shop command", pool_size=1))


@admin.command("create")
def create_admin(
    email: str,
    name: Annotated[str, typer.Option(prompt=True)],
    password: Annotated[str, typer.Option(prompt=True, hide_input=True, confirmation_prompt=True)],
) -> None:
    """Let someone into the admin portal."""
    if not passwords.is_fit(password):
        raise typer.BadParameter(passwords.RULE)
    with _session() as session:
        session.add(Admin(name=name, email=email, password_hash=passwords.hash_password(password), created_at=now()))
        try:
            session.commit()
        except IntegrityError:
            typer.echo(f"There is an admin {email} already.", err=True)
            raise typer.Exit(1) from None
    typer.echo(f"{name} may sign in at /admin/login as {email}.")


def _show(rows: list[Row[tuple[object, ...]]]) -> None:
    for row in rows:
        typer.echo("  ".join("-" if value is None else str(value) for value in row))


@events.command("list")
def list_events(limit: int = 20) -> None:
    """Show the newest events with how their deliveries stand."""
    with _session() as session:
        _show(
            list(
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
        )


@events.command("dead")
def dead_deliveries(limit: int = 50) -> None:
    """Show deliveries that were given up, with the last error."""
    with _session() as session:
        _show(
            list(
                session.execute(
                    text("""
                    SELECT delivery.id, consumer, event.type, event.aggregate, dead_at, last_error
                    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
                    WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT :limit
                    """),
                    {"limit": limit},
                )
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
    with _session() as session:
        replayed = deliveries.replay(session.connection(), delivery_ids or [], every=every)
        session.commit()
    typer.echo(f"{len(replayed)} deliveries will be tried again.")


if __name__ == "__main__":
    app()
