"""Events of webhook endpoints. They are for the portal and the shop itself, and never sent to other systems, except
that a test event goes to its endpoint."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class _OfEndpoint(Event):
    aggregate_key: ClassVar[str] = "webhook:{endpoint_id}"

    endpoint_id: int
    name: str


class WebhookChanged(_OfEndpoint):
    """An endpoint was added, changed or removed."""

    type: ClassVar[str] = "webhook.changed"
    audience: ClassVar[Audience] = Audience.ADMINS


class WebhookTested(_OfEndpoint):
    """Staff send an endpoint a test event."""

    type: ClassVar[str] = "webhook.test"
    audience: ClassVar[Audience] = Audience.NOBODY


@dataclass(frozen=True, kw_only=True)
class WebhookSwitchedOff(_OfEndpoint):
    """The shop switched an endpoint off, because it failed for a day or responded that it is gone."""

    type: ClassVar[str] = "webhook.switched_off"
    audience: ClassVar[Audience] = Audience.ADMINS

    reason: str


@dataclass(frozen=True, kw_only=True)
class OwnerMailDue(_OfEndpoint):
    """A mail to an owner is due: the shop switched an endpoint off. It contains the reason."""

    type: ClassVar[str] = "webhook.owner_mail_due"
    audience: ClassVar[Audience] = Audience.NOBODY

    reason: str
    admin_id: int
