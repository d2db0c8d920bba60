"""Encrypts PANs, bound to the order, with keys derived from ``SHOP_PAN_KEYS``.

The first key encrypts, every key decrypts. So put a new key first, let ``shop orders rotate-pans`` encrypt the stored
PANs again, and then remove the old key. Without that setting, the key is derived from ``SHOP_SECRET_KEY``.
"""

from collections.abc import Sequence

from shop.security import derived_keys, encryption
from shop.settings import settings


def encrypt(pan: str, order_id: int) -> bytes:
    """Encrypt a PAN for one order."""
    return encryption.encrypt(_keys()[0], pan, _bound_to(order_id))


def decrypt(encrypted: bytes, order_id: int) -> str | None:
    """Return the PAN of an order; None if none of the keys decrypts it."""
    return encryption.decrypt(_keys(), encrypted, _bound_to(order_id))


def _keys() -> Sequence[bytes]:
    return [derived_keys.derive_from(key, "order pan") for key in settings().pan_secrets]


def _bound_to(order_id: int) -> bytes:
    return f"order {order_id}".encode()
