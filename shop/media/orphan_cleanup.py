"""Find and delete stored images that no row refers to: originals of failed uploads, renditions of deleted images.

Orders refer to the images of their items for ever.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from sqlalchemy import Connection, text

from shop.clock import now
from shop.media.keys import URL
from shop.media.media import Media

GRACE_PERIOD = timedelta(days=1)
"""Younger orphans are kept: an upload is stored before the row that refers to it is written."""

_REFERENCED = text("""
    SELECT '/media/' || original FROM product_image WHERE original IS NOT NULL
    UNION SELECT '/media/' || original FROM category WHERE original IS NOT NULL
    UNION SELECT '/media/' || original FROM review_photo
    UNION SELECT image_url FROM product_image
    UNION SELECT image_url FROM category
    UNION SELECT product_image_url FROM order_item
    UNION SELECT rendition ->> kind
        FROM (
            SELECT renditions FROM product_image
            UNION ALL SELECT renditions FROM category
            UNION ALL SELECT renditions FROM review_photo
        ) AS made,
        jsonb_array_elements(renditions) AS rendition, unnest(ARRAY['webp', 'avif']) AS kind
""")


def find_orphans(connection: Connection, media: Media, *, at: datetime) -> Iterator[str]:
    """Yield the keys of images without a referring row that were stored more than a day ago.

    :raises shop.media.storage.StorageUnavailable: if the storage cannot be listed.
    """
    old = [key for key, stored_at in media.list_keys() if at - stored_at > GRACE_PERIOD]
    referenced = set(connection.execute(_REFERENCED).scalars())
    return (key for key in old if f"{URL}/{key}" not in referenced)


def delete_orphans(media: Media, keys: Iterable[str]) -> Iterator[str]:
    """Delete images that :func:`find_orphans` found, and yield the key of each.

    An image that was stored again meanwhile is kept: a row that refers to it may have been written, or follow.

    :raises shop.media.storage.StorageUnavailable: if one cannot be removed.
    """
    for key in keys:
        try:
            stored_at = media.stored_at(key)
        except FileNotFoundError:
            continue
        if now() - stored_at > GRACE_PERIOD:
            media.delete(key)
            yield key
