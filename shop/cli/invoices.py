"""``shop invoices``: render PDFs again, and check numbers and sums."""

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from shop.cli.new_file import new_file
from shop.cli.terminal import database, refuse
from shop.invoices import consistency, files, queries
from shop.invoices.model import Invoice
from shop.media.storage import StorageUnavailable
from shop.pan import queries as pans

app = typer.Typer(no_args_is_help=True, help="Tax invoices and credit notes.")


@app.command("pdf")
def make_pdf(
    number: Annotated[str, typer.Argument(help="the number, as SW/26-27/000001")],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, allow_dash=True, help="the new file, or - for standard output; else named by the number"
        ),
    ] = None,
) -> None:
    """Render the PDF of an invoice or a credit note again, and store the buyer's copy if it is not stored."""
    to_stdout = output == Path("-")
    target = output or Path(f"{files.name_of(number)}.pdf")
    if not to_stdout and target.exists():
        refuse(f"{target} is there already.")
    with database() as session:
        issued = session.scalar(queries.by_number(number))
        pan = _pan_of(session, issued) if issued and issued.has_pan else None
    if issued is None:
        refuse(f"There is no invoice and no credit note {number}.")
    from shop.invoices import pdf  # noqa: PLC0415 - other commands need not load the PDF library

    content = pdf.render(issued, pan)
    stored = _stored(number, content)
    if to_stdout:
        typer.get_binary_stream("stdout").write(content)
        typer.echo(stored, err=True)
        return
    try:
        with new_file(target) as temporary:  # it may have the buyer's full PAN
            temporary.write_bytes(content)
    except FileExistsError:
        refuse(f"{stored} {target} is there already.")
    except OSError as error:
        refuse(f"{stored} {target} cannot be written ({error.strerror}): set --output.")
    typer.echo(f"{target} has {number}. {stored}")


def _pan_of(session: Session, issued: Invoice) -> str | None:
    """Return the buyer's full PAN, as on the stored PDF.

    The command stops if no key decrypts it, because the PDF would differ.
    """
    try:
        pan = pans.whole(session, [issued.order_id]).get(issued.order_id)
    except ValidationError:
        pan = None
    if pan is None:
        refuse(f"The PAN of order {issued.order_id} cannot be decrypted: look at SHOP_PAN_KEYS and SHOP_SECRET_KEY.")
    return pan


def _stored(number: str, content: bytes) -> str:
    """Store a PDF unless one is stored, and print the result."""
    try:
        before = files.read(number)
    except FileNotFoundError:
        try:
            files.store(number, content)
        except StorageUnavailable as error:
            return f"It could not be stored: {error}"
        return "It was not stored before, and is now."
    except StorageUnavailable as error:
        return f"The storage does not answer: {error}"
    except ValidationError:
        return "It was not stored: SHOP_SECRET_KEY and the other settings are missing here."
    if before == content:
        return "The stored one is the same."
    return "The stored one differs: an earlier version of the shop drew it. It stays, because the buyer has it."


@app.command("verify")
def verify() -> None:
    """Check the numbers of every series for gaps and duplicates, and every sum against its lines.

    The exit code is 1 if anything is wrong; each fault is printed.
    """
    with database() as session:
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        count = session.scalar(select(func.count()).select_from(Invoice))
        faults = list(consistency.verify(session))
    for fault in faults:
        typer.echo(fault)
    documents = "1 document" if count == 1 else f"{count} documents"
    if faults:
        typer.echo(f"{documents} checked, {len(faults)} faults.")
        raise typer.Exit(1)
    typer.echo(f"{documents} checked; the numbers have no gaps and no duplicates, and every sum is that of its lines.")
