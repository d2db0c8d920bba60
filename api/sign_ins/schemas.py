"""One's own sign-ins on the wire."""

from api.http.base_schemas import Out
from api.http.date_types import Time
from shop.sessions.devices import device_name
from shop.sessions.model import Session
from shop.sessions.places import place_of


class SignInOut(Out):
    """A sign-in: the device, its IP address, and the times of the sign-in and of its last use.

    ``place`` describes the place in words, as far as the IP address reveals it.
    """

    id: int
    device: str
    address: str | None
    place: str
    since: Time
    last_seen_at: Time
    is_new_device: bool
    is_this: bool

    @classmethod
    def of(cls, session: Session, *, own: int, here: str | None) -> "SignInOut":
        return cls(
            id=session.id,
            device=device_name(session.user_agent),
            address=session.address,
            place=place_of(session.address, here=here),
            since=session.created_at,
            last_seen_at=session.seen_at,
            is_new_device=session.is_new_device,
            is_this=session.id == own,
        )
