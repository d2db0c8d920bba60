"""Encrypts short texts for the database: AES-256-GCM, each bound to the row that it belongs to."""

import os
from collections.abc import Iterable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES = 12


def encrypt(key: bytes, text: str, bound_to: bytes | None = None) -> bytes:
    """Encrypt a text with a 256-bit key. It can only be decrypted with the same ``bound_to``."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, text.encode(), bound_to)


def decrypt(keys: Iterable[bytes], encrypted: bytes, bound_to: bytes | None = None) -> str | None:
    """Return the text; None if none of the keys decrypts it, or if it is bound to something else."""
    for key in keys:
        try:
            return AESGCM(key).decrypt(encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:], bound_to).decode()
        except InvalidTag:
            continue
    return None
