"""Stores messages of the contact form."""

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import throttling
from api.contact.schemas import MessageIn
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from shop.throttles import limits

THANKS = "We have received your email. We'll reach you back soon."


async def store_message(database: AsyncSession, wanted: MessageIn, *, address: str) -> None:
    """Store a message and record that it has to be mailed to the shop.

    :raises shop.errors.TooMany: after too many messages of one sender or from one client.
    """
    await throttling.consume(database, limits.contact(wanted.email, address))
    at = now()
    message = ContactMessage(**wanted.model_dump(), received_at=at)
    database.add(message)
    await database.flush()
    await outbox.record(database, ContactMessageReceived(message_id=message.id), at=at)
