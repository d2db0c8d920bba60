"""The ``shop`` command: for operators at a terminal."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.cli.events import app as events
from shop.cli.invoices import app as invoices
from shop.cli.new_file import new_file
from shop.cli.orders import app as orders
from shop.cli.payments import app as payments
from shop.cli.queues import app as queues
from shop.cli.staff import app as admin
from shop.cli.stock import app as stock
from shop.cli.terminal import database, refuse, shop_settings
from shop.clock import now
from shop.db.engine import make_engine
from shop.db.roles import grant_to_application
from shop.media import orphan_cleanup
from shop.media.media import media
from shop.media.storage import StorageUnavailable
from shop.operations import backup as copies
from shop.settings import DatabaseSettings

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_show_locals=False, help="Operate the shop."
)
pictures = typer.Typer(no_args_is_help=True, help="Pictures in the media storage.")
app.add_typer(pictures, name="pictures")
app.add_typer(admin, name="admin")
app.add_typer(events, name="events")
app.add_typer(invoices, name="invoices")
app.add_typer(orders, name="orders")
app.add_typer(payments, name="payments")
app.add_typer(queues, name="queues")
app.add_typer(stock, name="stock")


@app.command("backup")
def back_up(file: Annotated[Path, typer.Argument(dir_okay=False, help="the new backup file")]) -> None:
    """Write a consistent copy of the database to a file while the shop runs."""
    if file.exists():
        refuse(f"{file} is there already.")
    with database() as session:
        server = copies.server_version(session.connection())
    try:
        with new_file(file) as temporary:  # it contains personal data
            copies.save(DatabaseSettings(), temporary, server=server)  # type: ignore[call-arg, unused-ignore]
    except copies.BackupFailed as error:
        refuse(str(error))
    except FileExistsError:
        refuse(f"{file} is there already.")
    except OSError as error:
        refuse(f"{file} cannot be written: {error.strerror}.")
    typer.echo(f"{file} holds the database ({file.stat().st_size / 1024 / 1024:.1f} MB). Copy the pictures too.")


@app.command("restore")
def restore(file: Annotated[Path, typer.Argument(dir_okay=False, help="a file written by `shop backup`")]) -> None:
    """Restore a backup into an empty database, completely or not at all."""
    if not file.is_file():
        refuse(f"There is no file {file}.")
    with database(as_owner=True) as session:  # on a new server the shop's own role is created after the restore
        if not copies.is_empty(session.connection()):
            refuse(
                "This database is not empty. Name an empty one by SHOP_DATABASE_URL, and by SHOP_OWNER_DATABASE_URL"
                " if it is set; nothing was changed."
            )
        server = copies.server_version(session.connection())
        is_superuser = copies.is_superuser(session.connection())
    settings = DatabaseSettings()  # type: ignore[call-arg, unused-ignore]
    try:
        copies.load(settings.as_owner, file, server=server, is_superuser=is_superuser)
    except copies.BackupFailed as error:
        refuse(f"Nothing was changed: {error}")
    engine = make_engine(settings.as_owner, "shop restore", pool_size=1)
    try:
        _skip_positions(engine)
        with closing(engine.connect()) as connection:
            needs_migrations = copies.needs_migrations(connection)
            connection.rollback()
            grant_to_application(connection, settings)
    finally:
        engine.dispose()
    if needs_migrations:
        typer.echo(
            "The shop is as it was when the copy was taken, with the tables of another version. Run `alembic upgrade"
            " head` before you start it, then `shop orders verify`, which checks the orders."
        )
    else:
        typer.echo("The shop is as it was when the copy was taken. `shop orders verify` checks the orders.")


def _skip_positions(engine: Engine) -> None:
    try:
        with engine.begin() as connection:
            copies.skip_positions(connection)
    except SQLAlchemyError:
        refuse(
            "The database is restored, but its positions were not skipped: run the migrations, then the line with"
            " event_stream in docs/operations.md, before you start the shop."
        )


@pictures.command("sweep")
def sweep_pictures(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only list what would be removed")] = False,
) -> None:
    """Remove pictures that nothing has referred to for a day."""
    shop_settings()
    number = 0
    try:
        kept = media()
        with database() as session:
            unnamed = list(orphan_cleanup.find_orphans(session.connection(), kept, at=now()))
        for key in unnamed if dry_run else orphan_cleanup.delete_orphans(kept, unnamed):
            typer.echo(key)
            number += 1
    except StorageUnavailable as error:
        refuse(str(error))
    count = "1 picture" if number == 1 else f"{number} pictures"
    typer.echo(f"{count} {'would be removed' if dry_run else 'removed'}.")


if __name__ == "__main__":
    app(prog_name="shop")
