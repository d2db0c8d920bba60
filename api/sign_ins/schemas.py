"""One's own sign-ins on the wire."""

from api.http.base_schemas import Out
from api.http.date_types import Time
from shop.sessions.devices import device_name
from shop.sessions.model import Session
from shop.sessions.places import place_of


class SignInOut(Out):
    """A sign-in: the device, the address that it came from, since when, and when it was last used.

    ``place`` is what the address alone tells about the place, in words.
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
