"""``shop stock``: check the stock counts against the ledger."""

import typer
from sqlalchemy import func, select, text

from shop.catalogue.model import Product
from shop.cli.terminal import database
from shop.stock import queries

app = typer.Typer(no_args_is_help=True, help="Stock.")


@app.callback()
def stock() -> None:
    """Keep ``verify`` a subcommand although it is the only one."""


def _of(size: str | None) -> str:
    if size is None:
        return ""
    return ", all sizes" if size == "all" else f", size {size}"


@app.command("verify")
def verify() -> None:
    """Compare every count of a product or of one of its sizes with the sum of its movements.

    The exit code is 1 if anything differs; each difference is printed.
    """
    with database() as session:
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        counted = session.scalar(select(func.count()).where(Product.stock_quantity.is_not(None))) or 0
        faults = [
            f"product {number} ({name}{_of(size)}): its count is {'none' if count is None else count}, its"
            f" movements make {total}"
            for number, name, size, count, total in session.execute(queries.differences())
        ]
        faults += [
            f"order item {number}: it has {pieces} pieces, its movements took {taken}"
            for number, pieces, taken in session.execute(queries.wrong_orders())
        ]
    for fault in faults:
        typer.echo(fault)
    products = "1 counted product" if counted == 1 else f"{counted} counted products"
    if faults:
        typer.echo(f"{products} checked, {len(faults)} wrong.")
        raise typer.Exit(1)
    typer.echo(f"{products} checked; every count is the sum of its movements.")
