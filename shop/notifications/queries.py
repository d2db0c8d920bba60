"""Queries of notification choices and devices."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Delete, Select, Update, and_, delete, or_, select, text, update

from shop.notifications.model import MailChoice, PushDevice, Subject
from shop.notifications.settings import push_settings
from shop.sessions.model import Session

HAS_DEVICE = "EXISTS (SELECT FROM push_device WHERE push_device.customer_id = event.customer_id)"
"""A condition in SQL: whether the shopper of an event has a device that shows notifications."""
_IS_WANTED = select(MailChoice.is_wanted)
_TRY_LOCK = text("SELECT pg_try_advisory_xact_lock(:space, hashint8(:device_id))")
_LOCK_SPACE = 0x7075
_TOLD = text("SELECT version FROM push_sent WHERE device_id = :device_id AND order_item_id = :item_id")
_TELL = text("""
    INSERT INTO push_sent (device_id, order_item_id, version) VALUES (:device_id, :item_id, :version)
    ON CONFLICT (device_id, order_item_id) DO UPDATE SET version = greatest(push_sent.version, excluded.version)
""")
_ACCEPTED = text("UPDATE push_device SET push_key = :push_key WHERE id = :device_id AND push_key IS NULL")
_USED = text("UPDATE push_device SET used_at = :at WHERE id = :device_id")
_REMOVE = text("DELETE FROM push_device WHERE id = :device_id AND endpoint = :endpoint")


def wants_mail(connection: Connection, customer_id: int, subject: Subject) -> bool:
    """Whether a shopper wants mails about a subject."""
    wanted = _IS_WANTED.where(MailChoice.customer_id == customer_id, MailChoice.subject == subject.value)
    return connection.scalar(wanted) is not False


def mail_choices(customer_id: int) -> Select[MailChoice]:
    """Select a shopper's choices about mails."""
    return select(MailChoice).where(MailChoice.customer_id == customer_id)


def devices_for(customer_id: int, subject: Subject) -> Select[int]:
    """Select the ids of a shopper's devices that show a subject."""
    return select(PushDevice.id).where(PushDevice.customer_id == customer_id, _shows(subject)).order_by(PushDevice.id)


def device_for(device_id: int, subject: Subject) -> Select[PushDevice]:
    """Select a device if it shows a subject."""
    return select(PushDevice).where(PushDevice.id == device_id, _shows(subject))


def devices_by_customer(
    connection: Connection, customer_ids: Collection[int], subject: Subject
) -> dict[int, list[int]]:
    """Return the ids of the devices that show a subject, by shopper. Shoppers without such a device are left out."""
    wanted = select(PushDevice.customer_id, PushDevice.id).where(
        PushDevice.customer_id.in_(customer_ids), _shows(subject)
    )
    devices: dict[int, list[int]] = defaultdict(list)
    for customer_id, device_id in connection.execute(wanted.order_by(PushDevice.id)):
        devices[customer_id].append(device_id)
    return devices


def keep_devices(is_earlier: ColumnElement[bool], session: Session) -> Update:
    """Give the devices of earlier sessions to a new one of the same shopper."""
    earlier = select(Session.id).where(is_earlier, Session.customer_id == session.customer_id)
    return update(PushDevice).where(PushDevice.session_id.in_(earlier)).values(session_id=session.id)


def remove_devices(*sessions: ColumnElement[bool]) -> Delete:
    """Remove the devices of sessions that are about to be ended. Afterwards they would count as lapsed."""
    return delete(PushDevice).where(PushDevice.session_id.in_(select(Session.id).where(*sessions)))


def remove_lapsed_devices(customer_id: int) -> Delete:
    """Remove a shopper's devices whose sign-in has lapsed."""
    return delete(PushDevice).where(PushDevice.customer_id == customer_id, PushDevice.session_id.is_(None))


def _shows(subject: Subject) -> ColumnElement[bool]:
    """Whether a device shows a subject, and did not subscribe with another key of the shop."""
    subjects = {Subject.ORDERS: PushDevice.orders, Subject.PAYMENTS: PushDevice.payments}
    has_key = or_(PushDevice.push_key.is_(None), PushDevice.push_key == push_settings().public_key)
    return and_(subjects.get(subject, PushDevice.wishlist), has_key)


def try_lock(connection: Connection, device_id: int) -> bool:
    """Lock sending to a device until the transaction ends. Return False if another worker has the lock."""
    return bool(connection.scalar(_TRY_LOCK, {"space": _LOCK_SPACE, "device_id": device_id}))


def told_version(connection: Connection, device_id: int, item_id: int) -> int:
    """Return the newest version of a line that a device was notified of, 0 if there is none."""
    return connection.scalar(_TOLD, {"device_id": device_id, "item_id": item_id}) or 0


def record_told(connection: Connection, device_id: int, item_id: int, version: int, *, at: datetime) -> None:
    """Record that a device was notified of this version of a line."""
    connection.execute(_TELL, {"device_id": device_id, "item_id": item_id, "version": version})
    connection.execute(_USED, {"device_id": device_id, "at": at})


def record_key(connection: Connection, device_id: int) -> None:
    """Record that a device subscribed with the present key, as its push service accepted it, if its key is unknown."""
    connection.execute(_ACCEPTED, {"device_id": device_id, "push_key": push_settings().public_key})


def remove_device(connection: Connection, device_id: int, endpoint: str) -> None:
    """Remove a device that its push service no longer knows, unless it has subscribed again."""
    connection.execute(_REMOVE, {"device_id": device_id, "endpoint": endpoint})
