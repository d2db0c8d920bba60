"""Derives a key for each purpose from ``SHOP_SECRET_KEY``, so that a signature is valid for one purpose only."""

import hashlib
import hmac
from functools import lru_cache

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shop.settings import settings


def derive(purpose: str) -> bytes:
    """Return the 256-bit key of a purpose (HKDF-SHA256, RFC 5869)."""
    return derive_from(settings().secret_key.get_secret_value(), purpose)


@lru_cache(maxsize=100)
def derive_from(secret: str, purpose: str) -> bytes:
    """Return the 256-bit key of a purpose, derived from another secret."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"swarna {purpose}".encode()).derive(secret.encode())


def sign(purpose: str, text: str) -> bytes:
    """Return the HMAC-SHA256 of a text under the key of a purpose."""
    return hmac.digest(derive(purpose), text.encode(), hashlib.sha256)
