"""Taking newsletter readers in and letting them go."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import func, or_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api import throttling
from shop.clock import now
from shop.events import outbox
from shop.newsletter import links
from shop.newsletter.events import NewsletterSubscribed
from shop.newsletter.links import Link, Purpose
from shop.newsletter.model import NewsletterReader
from shop.throttles import limits

A_MOMENT = timedelta(seconds=30)
"""Who asks again within this time pressed the button twice."""


async def subscribe(database: AsyncSession, email: str, *, address: str) -> None:
    """Note that someone gave this address, and record it, so that the confirmation is mailed.

    Who reads already gets no further mail, nor does who asked a moment ago and has not left since, and whoever asks
    cannot tell.

    :raises shop.errors.TooMany: after too many for one address, or from one client.
    """
    await throttling.admit(database, limits.newsletter(email, address))
    at = now()
    reader = await database.scalar(
        insert(NewsletterReader)
        .values(email=email, asked_at=at)
        .on_conflict_do_update(
            index_elements=[func.lower(NewsletterReader.email)],
            set_={"asked_at": at},
            where=or_(
                NewsletterReader.asked_at < at - A_MOMENT, NewsletterReader.unsubscribed_at > NewsletterReader.asked_at
            ),
        )
        .returning(NewsletterReader)
    )
    if reader is not None and not reader.reads:
        await outbox.record(database, NewsletterSubscribed(reader_id=reader.id), at=at)


async def check(database: AsyncSession, token: str, purpose: Purpose) -> None:
    """Look whether a link is good, and change nothing.

    :raises DeadLink: where it is not ours, too old, or older than an unsubscription.
    """
    reader, link = await _reader(database, token, purpose, lock=False)
    if purpose is Purpose.CONFIRM and reader.is_left_since(_written_at(link)):
        raise links.dead()


async def confirm(database: AsyncSession, token: str) -> None:
    """Take in the reader whose mail held this token; a second time changes nothing.

    :raises DeadLink: where it is not ours, too old, or older than an unsubscription.
    """
    reader, link = await _reader(database, token, Purpose.CONFIRM)
    reader.confirm(written_at=_written_at(link), at=now())


async def unsubscribe(database: AsyncSession, token: str) -> None:
    """Let the reader go whose mail held this token.

    :raises DeadLink: where it is not ours.
    """
    reader, _ = await _reader(database, token, Purpose.UNSUBSCRIBE)
    reader.unsubscribe(at=now())


def _written_at(link: Link) -> datetime:
    """Return when a link was written; before all else where it does not say."""
    return link.written_at or datetime.min.replace(tzinfo=UTC)


async def _reader(
    database: AsyncSession, token: str, purpose: Purpose, *, lock: bool = True
) -> tuple[NewsletterReader, Link]:
    link = links.read(token, purpose, at=now())
    reader = await database.get(NewsletterReader, link.reader_id, with_for_update=lock or None)
    if reader is None:
        raise links.dead()
    return reader, link
