"""Keys for one purpose each, derived from ``SHOP_SECRET_KEY``, so that what signs one thing opens no other."""

import hashlib
import hmac
from functools import lru_cache

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shop.settings import settings


def derive(purpose: str) -> bytes:
    """Return the 256-bit key of a purpose (HKDF-SHA256, RFC 5869)."""
    return _derived(purpose, settings().secret_key.get_secret_value())


@lru_cache(maxsize=100)
def _derived(purpose: str, secret: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"swarna {purpose}".encode()).derive(secret.encode())


def sign(purpose: str, text: str) -> bytes:
    """Return the keyed digest of a text, which nobody without the secret key can make or test."""
    return hmac.digest(derive(purpose), text.encode(), hashlib.sha256)
