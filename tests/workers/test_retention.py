"""Deleting pictures that no row refers to."""

import io
import os
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from shop.catalogue.model import ProductImage
from shop.clock import now
from shop.media.folder import FolderStorage
from shop.media.media import Media
from shop.media.orphan_cleanup import GRACE_PERIOD, delete_orphans, find_orphans
from tests.support import factories
from tests.support.images import jpeg


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
