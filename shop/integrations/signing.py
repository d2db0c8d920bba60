"""Sign webhooks according to Standard Webhooks. The secrets are generated here and stored encrypted.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import os
from collections.abc import Sequence
from datetime import datetime

from standardwebhooks import Webhook

from shop.security import derived_keys, encryption

PREFIX = "whsec_"
_SECRET_BYTES = 32


def make_secret() -> str:
    """Return a new secret in the form that libraries of Standard Webhooks accept."""
    return PREFIX + base64.b64encode(os.urandom(_SECRET_BYTES)).decode()


def encrypt(secret: str) -> bytes:
    """Encrypt a secret for the database."""
    return encryption.encrypt(_key(), secret)


def decrypt(encrypted: bytes) -> str | None:
    """Return the secret; None if the shop's secret key has changed."""
    return encryption.decrypt([_key()], encrypted)


def signed_headers(secrets: Sequence[str], message_id: str, body: str, *, at: datetime) -> dict[str, str]:
    """Return the headers that sign a message with each of the secrets."""
    signatures = [Webhook(secret).sign(message_id, at, body) for secret in secrets]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _key() -> bytes:
    return derived_keys.derive("webhook secret")
