"""The public keys of devices, for which notifications are encrypted."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec

from shop.errors import Invalid

_FORBIDDEN = "This is not the key of a browser."


class InvalidDeviceKey(Invalid):
    """No notification can be encrypted for this key."""

    def __init__(self) -> None:
        super().__init__(_FORBIDDEN, fields={"keys.p256dh": _FORBIDDEN})


def check_public_key(p256dh: str) -> None:
    """Check that a key in base64url is a point on the curve P-256 (RFC 8291, 3.1).

    :raises InvalidDeviceKey: if it is not.
    """
    try:
        point = base64.urlsafe_b64decode(p256dh + "=" * (-len(p256dh) % 4))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise InvalidDeviceKey from None
