"""One open page: a socket with the person behind it."""

from dataclasses import dataclass, field

from realtime.outlet import Outlet, Wire
from shop.events.model import Reach
from shop.events.wire import Entry
from shop.sessions.model import Role

ADMINS = "admins"
EVERYONE = "everyone"


def customer_room(customer_id: int) -> str:
    """Return the room of one shopper's pages."""
    return f"customer:{customer_id}"


@dataclass
class Visitor:
    """Who stands behind a handshake, as the session rows say: a shopper, an admin, both or neither.

    ``sessions`` are the ids of the live sessions whose cookies came with the handshake, by role.
    """

    address: str
    customer_id: int | None = None
    admin_id: int | None = None
    sessions: dict[Role, int] = field(default_factory=dict)
    connected: bool = False
    wire: Wire = field(default_factory=lambda: Wire(None))

    def as_role(self, role: Role | None) -> "Visitor | None":
        """Narrow to one of the two sessions that a browser may hold.

        A storefront page that no shopper is signed in on is a visitor's. An admin's page without an admin is none.
        """
        if role is None:
            return self
        if role not in self.sessions:
            return None if role is Role.ADMIN else Visitor(address=self.address)
        return Visitor(
            address=self.address,
            customer_id=self.customer_id if role is Role.CUSTOMER else None,
            admin_id=self.admin_id if role is Role.ADMIN else None,
            sessions={role: self.sessions[role]},
        )

    @property
    def people(self) -> list[str]:
        """What the limit of sockets a person counts by."""
        shopper = [f"customer:{self.customer_id}"] if self.customer_id else []
        return shopper + ([f"admin:{self.admin_id}"] if self.admin_id else [])


@dataclass
class Page:
    """A connected socket. An admin's page hears all that a shopper's would, so it joins no shopper's room."""

    sid: str
    visitor: Visitor
    outlet: Outlet

    @property
    def is_admin(self) -> bool:
        return self.visitor.admin_id is not None

    @property
    def rooms(self) -> list[str]:
        """The rooms of this page; they come from the session row, never from the client."""
        if self.is_admin:
            return [EVERYONE, ADMINS]
        if self.visitor.customer_id is not None:
            return [EVERYONE, customer_room(self.visitor.customer_id)]
        return [EVERYONE]


def rooms_of(entry: Entry) -> list[tuple[str, bool]]:
    """Return the rooms that an event goes to, each with whether its pages see what only admins may."""
    if entry.reach is Reach.EVERYONE:
        return [(EVERYONE, False)]
    if entry.reach is Reach.CUSTOMER_AND_ADMINS and entry.customer_id is not None:
        return [(ADMINS, True), (customer_room(entry.customer_id), False)]
    if entry.reach is Reach.NOBODY:
        return []
    return [(ADMINS, True)]
