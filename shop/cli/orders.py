"""``shop orders``: checks that stored orders are consistent."""

import typer
from sqlalchemy import text

from shop.cli.terminal import database
from shop.orders import consistency

app = typer.Typer(no_args_is_help=True, help="Orders.")


@app.callback()
def orders() -> None:
    """Keep ``verify`` a command of its own, as long as it is the only one."""


@app.command("verify")
def verify() -> None:
    """Recompute every order from its frozen break-up, every status from its history, every count of lines, and every
    payment from its ledger.

    The exit code is 1 if anything differs; each difference is printed.
    """
    checked = wrong = 0
    with database() as session:
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        session.execute(text("SET LOCAL statement_timeout = '10min'"))
        for number, faults in consistency.verify(session):
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                typer.echo(f"order {number}: {fault}")
        mismatches = list(consistency.count_mismatches(session))
    for fault in mismatches:
        typer.echo(fault)
    orders = "1 order" if checked == 1 else f"{checked} orders"
    if wrong or mismatches:
        typer.echo(f"{orders} checked, {wrong} wrong.")
        raise typer.Exit(1)
    typer.echo(
        f"{orders} checked; every total follows from its break-up, every status from its history,"
        " and every payment from its ledger."
    )
