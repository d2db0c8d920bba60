"""Sweeping out what no row names any more: originals of uploads that failed, renditions of pictures that were deleted.

A picture that an order froze is named by that order for ever.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import Connection, text

from shop.media import Media

SPARE = timedelta(days=1)
"""How long what nobody names is left alone: an upload is stored before the row that names it is written."""

_NAMED = text("""
    SELECT '/media/' || original FROM product_image WHERE original IS NOT NULL
    UNION SELECT '/media/' || original FROM category WHERE original IS NOT NULL
    UNION SELECT image_url FROM product_image
    UNION SELECT image_url FROM category
    UNION SELECT product_image_url FROM order_item
    UNION SELECT rendition ->> kind
        FROM (SELECT renditions FROM product_image UNION ALL SELECT renditions FROM category) AS made,
        jsonb_array_elements(renditions) AS rendition, unnest(ARRAY['webp', 'avif']) AS kind
""")


def unnamed(connection: Connection, media: Media, *, at: datetime) -> Iterator[str]:
    """Yield the keys of what nobody has named for a day.

    :raises shop.media.StorageAway: where they cannot be listed.
    """
    old = [key for key, stored_at in media.everything() if at - stored_at > SPARE]
    named = set(connection.execute(_NAMED).scalars())
    return (key for key in old if f"/media/{key}" not in named)
