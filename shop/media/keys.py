"""Keys and addresses of stored images: the key ``<kind>/<name>`` is served at ``/media/<kind>/<name>``.

Documents such as invoices have keys in the same storage, and no address.
"""

import re

URL = "/media"
ORIGINALS = "originals"
"""Kind of uploads as they came. They are never served: a photograph may say where it was taken."""
RENDERED = "pictures"
"""Kind of the images that are made of originals, from pixels alone. They have the originals' names."""
DOCUMENTS = "documents"
"""Kind of files that are for certain people only. They are never served below ``/media``."""
PRIVATE_KINDS = (ORIGINALS, DOCUMENTS)

UPLOAD_KEY = re.compile(rf"{ORIGINALS}/[0-9a-f]{{32}}\.[a-z]{{3,4}}")
KEY = re.compile(r"[a-z]+/[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.(?:jpe?g|png|gif|webp|avif)")
DOCUMENT_KEY = re.compile(rf"{DOCUMENTS}/[A-Za-z0-9][A-Za-z0-9-]{{0,99}}\.pdf")


def is_private(key: str) -> bool:
    """Whether an object is served below ``/media`` to nobody."""
    return key.partition("/")[0] in PRIVATE_KINDS


def key_of(url: str) -> str:
    """Return the key of the image at an address.

    :raises ValueError: if it is not the address of a stored image.
    """
    key = url.removeprefix(f"{URL}/")
    if key == url or not KEY.fullmatch(key):
        raise ValueError(f"{url} is not an address of a stored image")
    return key


def rendered_url(original: str) -> str:
    """Return the address of the image made of an original. The address is known before the worker has made it."""
    return f"{URL}/{RENDERED}/{original.partition('/')[2].rpartition('.')[0]}.webp"
