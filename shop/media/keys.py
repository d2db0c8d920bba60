"""Keys and URLs of stored images: the key ``<kind>/<name>`` is served at ``/media/<kind>/<name>``.

Documents such as invoices have keys in the same storage, but no URL.
"""

import re

URL = "/media"
ORIGINALS = "originals"
"""Kind of unchanged uploads. They are never served, as the metadata of a photograph may contain its location."""
RENDERED = "pictures"
"""Kind of the images rendered from originals, without metadata. They have the originals' names."""
DOCUMENTS = "documents"
"""Kind of private files. They are never served below ``/media``."""
DATA_EXPORTS = "exports"
"""Kind of files with a shopper's data. They are private too."""
PRIVATE_KINDS = (ORIGINALS, DOCUMENTS, DATA_EXPORTS)

UPLOAD_KEY = re.compile(rf"{ORIGINALS}/[0-9a-f]{{32}}\.[a-z]{{3,4}}")
KEY = re.compile(r"[a-z]+/[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.(?:jpe?g|png|gif|webp|avif)")
TEMPORARY_KEY = re.compile(r"[a-z]+/\.(?:aside|check)-\w+")
"""Key of a temporary file in a folder. A process that is killed while it writes leaves it behind."""
DOCUMENT_KEY = re.compile(rf"{DOCUMENTS}/[A-Za-z0-9][A-Za-z0-9-]{{0,99}}\.pdf")


def is_private(key: str) -> bool:
    """Whether an object is never served below ``/media``."""
    return key.partition("/")[0] in PRIVATE_KINDS


def key_of(url: str) -> str:
    """Return the key of the image at a URL.

    :raises ValueError: if it is not the URL of a stored image.
    """
    key = url.removeprefix(f"{URL}/")
    if key == url or not KEY.fullmatch(key):
        raise ValueError(f"{url} is not an address of a stored image")
    return key


def rendered_url(original: str) -> str:
    """Return the URL of the image rendered from an original. It is known before the worker has made the image."""
    return f"{URL}/{RENDERED}/{original.partition('/')[2].rpartition('.')[0]}.webp"
