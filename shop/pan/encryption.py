"""Encrypts PANs: AES-256-GCM, bound to the order, with keys derived from ``SHOP_PAN_KEYS``.

The first key encrypts, every key decrypts. So put a new key first, let ``shop orders rotate-pans`` encrypt the stored
PANs again, and then remove the old key. Without that setting, the key is derived from ``SHOP_SECRET_KEY``.
"""

import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shop.security import derived_keys
from shop.settings import settings

_NONCE_BYTES = 12


def encrypt(pan: str, order_id: int) -> bytes:
    """Encrypt a PAN for one order."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _ciphers()[0].encrypt(nonce, pan.encode(), _bound_to(order_id))


def decrypt(encrypted: bytes, order_id: int) -> str | None:
    """Return the PAN of an order; None if none of the keys decrypts it."""
    nonce, text = encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:]
    for cipher in _ciphers():
        try:
            return cipher.decrypt(nonce, text, _bound_to(order_id)).decode()
        except InvalidTag:
            continue
    return None


def _ciphers() -> Sequence[AESGCM]:
    keys = settings().pan_secrets
    return [AESGCM(derived_keys.derive_from(key, "order pan")) for key in keys]


def _bound_to(order_id: int) -> bytes:
    return f"order {order_id}".encode()
