"""Deleting rows past their retention, and pictures that no row refers to."""

import io
import os
import time
from datetime import timedelta

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import Session
from structlog.testing import capture_logs

from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import leasing, outbox
from shop.media.folder import FolderStorage
from shop.media.media import Media
from shop.media.orphan_cleanup import GRACE_PERIOD, delete_orphans, find_orphans
from shop.operations import retention
from shop.product_images.model import ProductImage
from tests.support import factories
from tests.support.database import full_scans, prune_within
from tests.support.images import jpeg
from workers.publisher import Publisher
from workers.relay_threads import sweeper
from workers.relay_threads.sweeper import Sweeper
from workers.subscriptions import SUBSCRIPTIONS


@pytest.fixture
def media(tmp_path):
    return Media(FolderStorage(tmp_path))


def test_what_nobody_names_goes_after_a_day_and_all_else_stays(engine, media):
    def keep(kind: str) -> str:
        return media.store(kind.encode(), kind=kind, name="x", suffix=".webp")

    orphan, shown, frozen, pictured, webp, avif, small = (keep(kind) for kind in ("a", "b", "c", "d", "e", "f", "g"))
    original = media.store_original(io.BytesIO(jpeg()), ".jpg")
    with Session(engine) as session:
        product = factories.stock_product(session, pictures=0)
        image = ProductImage(product_id=product.id, image_url=shown, original=original)
        image.renditions = [{"width": 1, "webp": webp, "avif": avif}]
        session.add(image)
        category = factories.open_category(session)
        category.image_url = pictured
        category.renditions = [{"width": 1, "webp": small, "avif": small}]
        order = factories.order(session, factories.register_shopper(session), [product])
        order.items[0].product_image_url = frozen
        session.flush()
        later = now() + GRACE_PERIOD + timedelta(minutes=1)
        assert list(find_orphans(session.connection(), media, at=now())) == []
        assert list(find_orphans(session.connection(), media, at=later)) == [orphan.removeprefix("/media/")]
        session.rollback()


def test_a_picture_that_is_stored_again_while_orphans_are_deleted_stays(engine, media, tmp_path):
    def keep(content: bytes) -> str:
        return media.store(content, kind="a", name="x", suffix=".webp").removeprefix("/media/")

    orphan, again, removed = (keep(content) for content in (b"1", b"2", b"3"))
    long_ago = (now() - GRACE_PERIOD - timedelta(minutes=1)).timestamp()
    for key in (orphan, again, removed):
        os.utime(tmp_path / key, (long_ago, long_ago))
    with Session(engine) as session:
        found = list(find_orphans(session.connection(), media, at=now()))
    assert sorted(found) == sorted([orphan, again, removed])
    keep(b"2")
    media.delete(removed)
    assert list(delete_orphans(media, found)) == [orphan]
    assert [key for key, _ in media.list_keys()] == [again]


LONG_AGO = now() - retention.KEEP_MESSAGES - timedelta(days=1)
DELIVERED_AS = {
    "sent": "done_at = now()",
    "discarded": "done_at = now(), dead_at = now()",
    "dead": "dead_at = now()",
    "waits": "attempts = 0",
}


def add_messages(session: Session) -> None:
    """Add an old message for each state of its mail."""
    for name, state in DELIVERED_AS.items():
        row = ContactMessage(name=name, email="", phone="", company="", message="", received_at=LONG_AGO)
        session.add(row)
        session.flush()
        outbox.record_sync(session, ContactMessageReceived(message_id=row.id), at=LONG_AGO)
        [lease] = leasing.sequence_and_lease(session.connection(), SUBSCRIPTIONS).leases
        session.execute(text(f"UPDATE delivery SET {state} WHERE id = :id"), {"id": lease.delivery_id})


def test_a_message_is_kept_while_its_mail_can_still_be_sent(session, engine):
    add_messages(session)
    session.commit()
    retention.prune(engine.begin, at=now())
    assert session.scalars(select(ContactMessage.name).order_by(ContactMessage.id)).all() == ["dead", "waits"]


def test_pruning_messages_does_not_read_the_whole_log(new_database):
    engine = create_engine(new_database())
    with Session(engine) as session, session.begin():
        add_messages(session)
        session.execute(
            text("""
                INSERT INTO domain_event (position, type, aggregate, reach, data, occurred_at)
                SELECT n, 'test', 'test:' || n, 'everyone', '{}', now() FROM generate_series(101, 20000) AS n
            """)
        )
        session.execute(
            text("""
                INSERT INTO delivery (event_id, consumer, queue, due_at, done_at)
                SELECT id, 'push', 'fanout', now(), now() FROM domain_event WHERE position > 100
            """)
        )
        session.execute(text("ANALYZE domain_event, delivery"))
    engine.dispose()
    with engine.connect() as connection:
        prune_within(connection, at=now())
        assert full_scans(connection, {"domain_event", "delivery"}) == 0
        assert connection.scalar(text("SELECT count(*) FROM contact_message")) == 2
    engine.dispose()


def test_a_statement_that_fails_stops_no_other_and_waits_for_the_next_minute(session, engine):
    made = Sweeper(engine, Publisher(engine))
    shopper = factories.register_shopper(session)
    factories.sign_in(session, shopper, at=now() - timedelta(days=999))
    session.execute(text("INSERT INTO throttle VALUES ('s', '', 1, now(), now() - interval '1 minute')"))
    session.commit()
    with engine.connect() as blocking, capture_logs() as logs:
        blocking.execute(text("LOCK TABLE session"))
        made._pruned_at -= sweeper.PRUNE_SECONDS
        made.prune_when_due()
        assert session.scalar(text("SELECT count(*) FROM throttle")) == 0
        assert [(entry["log_level"], entry["table"]) for entry in logs] == [("warning", "session")]
        session.rollback()
        began = time.monotonic()
        made.prune_when_due()
        assert time.monotonic() - began < 1
    made._pruned_at -= sweeper.PRUNE_SECONDS
    made.prune_when_due()
    assert session.scalar(text("SELECT count(*) FROM session")) == 0
