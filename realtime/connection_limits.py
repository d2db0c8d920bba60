"""Limit how many sockets of a person and of an address may be open in this process."""

from collections import Counter
from collections.abc import Iterable

from realtime.connections import Identity
from shop.errors import TooMany
from shop.settings import Settings

RETRY_AFTER_SECONDS = 10


class ConnectionLimits:
    """Counts the open sockets of each person and each address. Not thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()

    def check(self, address: str, identity: Identity) -> list[str]:
        """Return the keys by which a new socket is to be counted.

        :raises TooMany: if the address or the person may have no other socket.
        """
        by_address = f"address:{address}"
        if self._open[by_address] >= self._settings.sockets_per_address:
            raise TooMany(
                "Too many pages are open from this address. Close some and try again.", retry_after=RETRY_AFTER_SECONDS
            )
        ids = {"customer": identity.customer_id, "admin": identity.admin_id}
        by_person = [f"{kind}:{id_}" for kind, id_ in ids.items() if id_]
        if any(self._open[key] >= self._settings.sockets_per_person for key in by_person):
            raise TooMany(
                "Too many pages are open for this person. Close some and try again.", retry_after=RETRY_AFTER_SECONDS
            )
        return [by_address, *by_person]

    def add(self, keys: Iterable[str]) -> None:
        """Count a socket that was opened."""
        self._open.update(keys)

    def remove(self, keys: Iterable[str]) -> None:
        """Count a socket as closed."""
        self._open.subtract(keys)
        self._open += Counter()
