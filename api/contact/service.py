"""Taking in what people write to the shop."""

from sqlalchemy.ext.asyncio import AsyncSession

from api import throttling
from api.contact.schemas import MessageIn
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from shop.throttles import limits

THANKS = "We have received your email. We'll reach you back soon."


async def keep_message(database: AsyncSession, wanted: MessageIn, *, address: str) -> None:
    """Store a message and record it, so that it is mailed to the shop.

    :raises shop.errors.TooMany: after too many of one sender or client.
    """
    await throttling.admit(database, limits.contact(wanted.email, address))
    at = now()
    message = ContactMessage(**wanted.model_dump(), received_at=at)
    database.add(message)
    await database.flush()
    await outbox.record(database, ContactMessageReceived(message_id=message.id), at=at)
