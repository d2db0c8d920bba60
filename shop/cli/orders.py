"""``shop orders``: check that stored orders are consistent, and renew the encryption of PANs."""

import typer
from sqlalchemy import select, text

from shop.cli.terminal import database, refuse, shop_settings
from shop.huids import queries as huids
from shop.orders import consistency
from shop.pan import encryption
from shop.pan.model import OrderPan

app = typer.Typer(no_args_is_help=True, help="Orders.")


@app.command("rotate-pans")
def rotate_pans() -> None:
    """Encrypt every stored PAN with the first of SHOP_PAN_KEYS. The other keys can be removed afterwards.

    The exit code is 1 if no key fits a PAN; that PAN stays unchanged.
    """
    shop_settings()
    unreadable = []
    with database() as session:
        rows = session.scalars(select(OrderPan).order_by(OrderPan.order_id).with_for_update()).all()
        for row in rows:
            pan = encryption.decrypt(row.encrypted, row.order_id)
            if pan is None:
                unreadable.append(row.order_id)
            else:
                row.encrypted = encryption.encrypt(pan, row.order_id)
        session.commit()
    typer.echo(f"{len(rows) - len(unreadable)} PANs are encrypted with the first key.")
    if unreadable:
        refuse(f"No key fits the PANs of these orders: {', '.join(map(str, unreadable))}.")


@app.command("verify")
def verify() -> None:
    """Recompute every order from its frozen break-up, every status from its history and every payment from its ledger.

    Also check the stored counts of lines, and that each HUID belongs to one piece.

    The exit code is 1 if anything differs; each difference is printed.
    """
    checked = wrong = 0
    with database() as session:
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        for number, faults in consistency.verify(session):
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                typer.echo(f"order {number}: {fault}")
        mismatches = [*consistency.count_mismatches(session), *huids.mismatches(session)]
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
