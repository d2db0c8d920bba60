"""The PDFs of invoices: read from the storage, or requested from a worker."""

from collections.abc import Sequence
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.media.storage_threads import in_storage_thread
from shop.clock import now
from shop.errors import NotFound, ShopError
from shop.events import outbox
from shop.invoices import files, queries
from shop.invoices.events import InvoicePdfRequested
from shop.invoices.model import Invoice
from shop.pan import queries as pans
from shop.pan.rules import masked

_NO_INVOICE = "There is no such invoice."


class PdfNotReady(ShopError):
    """A worker is making the PDF."""

    code = "pdf_not_ready"


async def read_pdf(database: AsyncSession, grant: Grant, number: str) -> bytes:
    """Return the PDF of an invoice or a credit note. Customers can read their own documents, and admins all.

    The buyer gets the full PAN, staff get the copy that masks it.

    :raises NotFound: if there is no such document, or it is another shopper's.
    :raises PdfNotReady: if it is not made yet. It is then requested.
    :raises shop.media.storage.StorageUnavailable: if the storage does not respond.
    """
    issued: Invoice | None = await database.scalar(queries.by_number(number))
    if issued is None:
        raise NotFound(_NO_INVOICE)
    grant.check_owner(issued.customer_id, _NO_INVOICE)
    await database.commit()  # reading the storage must not hold a connection
    try:
        is_masked = issued.has_pan and not grant.is_by_customer(issued.customer_id)
        return await in_storage_thread(partial(files.read, number, is_masked=is_masked))
    except FileNotFoundError:
        await _request(database, issued.id)
        raise PdfNotReady("The PDF of this invoice is being made. Please try again in a few seconds.") from None


async def pan_of(database: AsyncSession, grant: Grant, documents: Sequence[Invoice]) -> str | None:
    """Return the PAN that an order's documents show to the caller: in full to the buyer, masked to staff."""
    if not documents or not documents[0].has_pan:
        return None
    invoice = documents[0]
    pan = (await database.run_sync(pans.whole, [invoice.order_id])).get(invoice.order_id)
    if pan is None:
        return None
    return pan if grant.is_by_customer(invoice.customer_id) else masked(pan)


async def _request(database: AsyncSession, invoice_id: int) -> None:
    """Request a PDF from a worker, unless a request is pending. The PDF was never made, or the storage has lost it."""
    if not await database.scalar(queries.pdf_is_awaited(invoice_id)):
        await outbox.record(database, InvoicePdfRequested(invoice_id=invoice_id), at=now())
    await database.commit()
