"""Subscribes and unsubscribes newsletter readers."""

from datetime import timedelta

from sqlalchemy import func, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import throttling
from shop.clock import now
from shop.events import outbox
from shop.newsletter import queries
from shop.newsletter.events import NewsletterSubscribed
from shop.newsletter.model import INVALID_LINK, LinkPurpose, NewsletterReader
from shop.security import signed_links
from shop.security.signed_links import InvalidLink, Link
from shop.throttles import limits

REPEAT_INTERVAL = timedelta(seconds=30)
"""A second request within this time counts as a double click."""


async def subscribe(database: AsyncSession, email: str, *, address: str) -> None:
    """Store an address, and record an event so that a confirmation mail is sent.

    No mail is sent to a subscribed address, nor to one that was entered within the last 30 s and has not unsubscribed
    since. The response is the same in all cases.

    :raises shop.errors.TooMany: after too many requests for one address or from one client.
    """
    await throttling.consume(database, limits.newsletter(email, address))
    at = now()
    known = await database.scalar(queries.by_email(email))
    reader = await database.scalar(
        insert(NewsletterReader)
        .values(email=known.email if known else email, asked_at=at)
        .on_conflict_do_update(
            index_elements=[func.lower(NewsletterReader.email)],
            set_={"asked_at": at},
            where=or_(
                NewsletterReader.asked_at < at - REPEAT_INTERVAL,
                NewsletterReader.unsubscribed_at > NewsletterReader.asked_at,
            ),
        )
        .returning(NewsletterReader),
        execution_options={"populate_existing": True},  # the caller may have loaded an older version
    )
    if reader is not None and not reader.reads:
        await outbox.record(database, NewsletterSubscribed(reader_id=reader.id), at=at)


async def check(database: AsyncSession, token: str, purpose: LinkPurpose) -> None:
    """Check a link without changing anything.

    :raises InvalidLink: if it is invalid, expired, or older than an unsubscription.
    """
    reader, link = await _reader(database, token, purpose, lock=False)
    if purpose is LinkPurpose.CONFIRM:
        reader.check_confirmable_by(link)


async def confirm(database: AsyncSession, token: str) -> None:
    """Subscribe the reader whose mail had this token. A second call changes nothing.

    :raises InvalidLink: if it is invalid, expired, or older than an unsubscription.
    """
    reader, link = await _reader(database, token, LinkPurpose.CONFIRM)
    reader.confirm(link, at=now())


async def unsubscribe(database: AsyncSession, token: str) -> None:
    """Unsubscribe the reader whose mail had this token.

    :raises InvalidLink: if it is invalid.
    """
    reader, _ = await _reader(database, token, LinkPurpose.UNSUBSCRIBE)
    reader.unsubscribe(at=now())


async def _reader(
    database: AsyncSession, token: str, purpose: LinkPurpose, *, lock: bool = True
) -> tuple[NewsletterReader, Link]:
    link = signed_links.read(token, at=now())
    if link is None or not link.is_signed(purpose.key):
        raise InvalidLink(INVALID_LINK)
    reader = await database.get(NewsletterReader, link.subject_id, with_for_update=lock or None)
    if reader is None:
        raise InvalidLink(INVALID_LINK)
    return reader, link
