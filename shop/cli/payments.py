"""``shop payments``: reconcile payments with the payment provider."""

import datetime as dt
from collections import Counter

import typer

from shop.cli.terminal import database_errors, refuse, shop_settings
from shop.db.engine import make_engine
from shop.payments import reconcile
from shop.payments.provider import ProviderAway

app = typer.Typer(no_args_is_help=True, help="Payments.")


@app.callback()
def payments() -> None:
    """Keep ``reconcile`` a subcommand although it is the only one."""


@app.command("reconcile")
def ask_provider() -> None:
    """Ask the payment provider now about every open payment and refund, and apply the answers.

    The exit code is 1 if the provider does not respond, or refuses a request about one of them. The reasons are
    printed.
    """
    config = shop_settings()
    if not config.razorpay_key_id:
        refuse("No payment provider is set up: SHOP_RAZORPAY_KEY_ID is empty.")
    engine = make_engine(config, "reconcile", pool_size=1)
    try:
        with database_errors():
            asked = reconcile.ask(engine, unheard_for=dt.timedelta(), batch=10_000)
    except ProviderAway as error:
        refuse(f"{error.message} Reason: {error.reason}")
    finally:
        engine.dispose()
    typer.echo(
        f"{asked.links} open links and {asked.refunds} pending refunds asked for;"
        f" the provider reported {asked.reports} payments or ends of links."
    )
    if asked.locked:
        orders = ", ".join(f"order {number}" for number in sorted(set(asked.locked)))
        typer.echo(f"Skipped, because something else changes them now: {orders}. Run the command again for them.")
    if asked.unanswered:
        orders = ", ".join(f"order {number}" for number in sorted(set(asked.unanswered)))
        typer.echo(f"The provider gave no answer about: {orders}. Run the command again for them.")
    for reason, count in Counter(asked.refused.values()).items():
        typer.echo(f"{count} were refused: {reason}")
    if asked.refused:
        raise typer.Exit(1)
