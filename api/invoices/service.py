"""The PDFs of invoices: read from the storage, and asked of a worker where there is none."""

import anyio
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.media.routes import STORAGE_THREADS
from shop.clock import now
from shop.errors import NotFound, ShopError
from shop.events import outbox
from shop.invoices import files, queries
from shop.invoices.events import InvoicePdfRequested
from shop.invoices.model import Invoice

_NO_INVOICE = "There is no such invoice."


class PdfNotReady(ShopError):
    """A worker makes it just now."""

    code = "pdf_not_ready"


async def read_pdf(database: AsyncSession, grant: Grant, number: str) -> bytes:
    """Return the PDF of an invoice or a credit note of the caller's, or of anybody's for an admin.

    :raises NotFound: where there is no such document, or it is another shopper's.
    :raises PdfNotReady: where it is not made yet. It is asked for then.
    :raises shop.media.storage.StorageUnavailable: where the storage does not answer.
    """
    issued: Invoice | None = await database.scalar(queries.by_number(number))
    if issued is None:
        raise NotFound(_NO_INVOICE)
    grant.check_owner(issued.customer_id, _NO_INVOICE)
    try:
        return await anyio.to_thread.run_sync(files.read, number, limiter=STORAGE_THREADS)
    except FileNotFoundError:
        await _request(database, issued.id)
        raise PdfNotReady("The PDF of this invoice is being made. Please try again in a few seconds.") from None


async def _request(database: AsyncSession, invoice_id: int) -> None:
    """Ask a worker for a PDF, unless one is at it. It was never made, or the storage has lost it."""
    if not await database.scalar(queries.pdf_is_awaited(invoice_id)):
        await outbox.record(database, InvoicePdfRequested(invoice_id=invoice_id), at=now())
    await database.commit()
