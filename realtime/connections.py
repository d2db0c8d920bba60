"""The open connections of this process, their identities and their rooms."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from realtime.fast_send import RawSocket
from shop.events.model import Audience
from shop.events.wire_format import StreamEvent
from shop.sessions.model import Role
from shop.staff.event_receivers import receivers_of
from shop.staff.roles import NO_ROLE, Roles, known_roles

ADMINS = "admins"
EVERYONE = "everyone"
STAFF = "staff:"
VISITOR = "visitor"
"""The role that a page sends if nobody is signed in on it, although its browser may have sessions."""
MAX_WAITING = 100
"""A client with more unread events than this is dropped. It catches up when it reconnects."""


def track_room(order_id: int) -> str:
    """Return the room of the tracking pages of one order."""
    return f"track:{order_id}"


def customer_room(customer_id: int) -> str:
    """Return the room of one shopper's connections."""
    return f"customer:{customer_id}"


def staff_room(roles: Roles) -> str:
    """Return the room of the admins who have exactly these roles."""
    return STAFF + ",".join(sorted(roles))


@dataclass(frozen=True, slots=True)
class Identity:
    """The people of a handshake, read from the session rows: a shopper, an admin, both, or neither (a visitor).

    ``roles`` are the admin's. ``sessions`` has the ids of the live sessions whose cookies came with the handshake, by
    role.
    """

    customer_id: int | None = None
    admin_id: int | None = None
    roles: Roles = NO_ROLE
    sessions: Mapping[Role, int] = field(default_factory=dict)
    tracked_order: int | None = None

    def as_role(self, role: Role | None) -> "Identity | None":
        """Narrow to one of the two sessions that a browser may have: the shopper's or the admin's.

        A page names a role only while it considers itself signed in. If the browser has no such session, the result is
        None, so that the page does not keep showing the data of the earlier person.
        """
        if role is None:
            return self
        if role not in self.sessions:
            return None
        return Identity(
            customer_id=self.customer_id if role is Role.CUSTOMER else None,
            admin_id=self.admin_id if role is Role.ADMIN else None,
            roles=self.roles if role is Role.ADMIN else NO_ROLE,
            sessions={role: self.sessions[role]},
        )

    @property
    def rooms(self) -> list[str]:
        """The rooms of this identity. They are derived from the session row, never from data of the client.

        Admins receive all events of shoppers, so an admin who is also a shopper is in no shopper's room. A page of a
        tracking link is only in the room of its order.
        """
        if self.tracked_order is not None:
            return [track_room(self.tracked_order)]
        if self.admin_id is not None:
            return [EVERYONE, ADMINS, staff_room(self.roles)]
        if self.customer_id is not None:
            return [EVERYONE, customer_room(self.customer_id)]
        return [EVERYONE]


@dataclass(slots=True, eq=False)
class Connection:
    """A connected Socket.IO client; ``sid`` is its Socket.IO id."""

    sid: str
    identity: Identity
    socket: RawSocket

    @property
    def is_admin(self) -> bool:
        return self.identity.admin_id is not None

    def may_receive(self, event: StreamEvent) -> bool:
        """Whether a missed event may be sent to this connection. For an admin it depends on the roles."""
        return not self.is_admin or event.audience is Audience.EVERYONE or self.receives_admin_data(event)

    def receives_admin_data(self, event: StreamEvent) -> bool:
        """Whether it belongs to an admin whose roles receive such an event. Others get the event without this data."""
        return self.is_admin and bool(receivers_of(event.type) & self.identity.roles)


class ConnectionRegistry:
    """All connections of this process. A connection receives events of its rooms once :meth:`join` was called."""

    def __init__(self) -> None:
        self._connections: dict[str, Connection] = {}
        self._rooms: dict[str, dict[str, RawSocket]] = defaultdict(dict)

    def __contains__(self, connection: Connection) -> bool:
        return connection.sid in self._connections

    def add(self, connection: Connection) -> None:
        """Register a connection; it is in no room yet."""
        self._connections[connection.sid] = connection

    def join(self, connection: Connection) -> None:
        """Put a connection into its rooms."""
        for room in connection.identity.rooms:
            self._rooms[room][connection.sid] = connection.socket

    def remove(self, sid: str) -> None:
        """Remove a connection, if it is registered."""
        connection = self._connections.pop(sid, None)
        for room in connection.identity.rooms if connection else []:
            self._rooms[room].pop(sid, None)
            if not self._rooms[room]:
                del self._rooms[room]

    def in_room(self, room: str) -> dict[str, RawSocket]:
        """Return the sockets in a room, by their Socket.IO ids."""
        return self._rooms.get(room, {})

    def staff_rooms(self, event_type: str) -> list[str]:
        """Return the rooms of the admins whose roles receive an event of this type."""
        allowed = receivers_of(event_type)
        return [room for room in self._rooms if room.startswith(STAFF) and allowed & _roles_of(room)]

    def recipients(self, event: StreamEvent) -> Iterator[tuple[dict[str, RawSocket], bool]]:
        """Yield the sockets that get an event, each once, and whether they get it with the data for admins."""
        if event.audience is Audience.NOBODY:
            return
        admins: dict[str, RawSocket] = {}
        others = self.in_room(_room_of_shoppers(event))
        if event.admin_data or event.audience is not Audience.EVERYONE:
            rooms = self.staff_rooms(event.type)
            admins = {sid: socket for room in rooms for sid, socket in self.in_room(room).items()}
            others = {sid: socket for sid, socket in others.items() if sid not in admins}
        yield admins, True
        yield others, False

    def staff(self) -> list[Connection]:
        """Return the connections of staff that have joined their rooms."""
        return [self._connections[sid] for sid in self.in_room(ADMINS)]

    def get(self, sid: str) -> Connection | None:
        """Return the connection with this Socket.IO id, if it is registered."""
        return self._connections.get(sid)

    def slow(self) -> list[Connection]:
        """Return the connections for which more than :data:`MAX_WAITING` events are queued."""
        return [connection for connection in self._connections.values() if connection.socket.waiting > MAX_WAITING]

    def of_sessions(self, session_ids: Collection[int]) -> list[Connection]:
        """Return the connections of these sessions."""
        wanted = set(session_ids)
        connections = self._connections.values()
        return [connection for connection in connections if wanted & set(connection.identity.sessions.values())]

    @property
    def session_ids(self) -> set[int]:
        """The sessions of all connections."""
        return {id_ for connection in self._connections.values() for id_ in connection.identity.sessions.values()}

    @property
    def people(self) -> dict[str, int]:
        """Return how many connections belong to shoppers and to admins. Other threads may call this."""
        connections = list(self._connections.values())
        admins = sum(connection.is_admin for connection in connections)
        signed_in = sum(bool(connection.identity.sessions) for connection in connections)
        return {"shoppers": signed_in - admins, "admins": admins}


def _roles_of(room: str) -> Roles:
    return known_roles(room.removeprefix(STAFF).split(","))


def _room_of_shoppers(event: StreamEvent) -> str:
    """Return the room that gets an event without the data for admins, or an empty name if there is none."""
    if event.audience is Audience.EVERYONE:
        return EVERYONE
    if event.audience is Audience.CUSTOMER_AND_ADMINS and event.customer_id is not None:
        return customer_room(event.customer_id)
    return ""
