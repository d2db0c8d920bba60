"""Requests and responses of webhook endpoints and their deliveries."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from api.http.base_schemas import In, Out, Success
from api.http.date_types import Time, TimeOrDay
from api.http.partial_update import WithSeen
from api.http.schema_types import NOT_NULL, BoundedText, Id
from shop.integrations.endpoint_state import Level
from shop.integrations.event_types import public_types
from shop.security.outgoing_addresses import MAX_LENGTH

State = Literal["all", "failed", "waiting", "dead"]
DeliveryState = Literal["done", "waits", "behind", "calling", "failed", "dead"]


def _known(types: list[str] | None) -> list[str] | None:
    for type_ in types or []:
        if type_ not in public_types():
            raise ValueError(f"Please check: there is no type of event {type_!r}.")
    if types is not None and len(set(types)) < len(types):
        raise ValueError("Please name each type once.")
    return types and sorted(types)


EventType = Annotated[str, WithJsonSchema({"type": "string", "enum": [*public_types()]})]
Types = Annotated[
    list[EventType] | None,
    Field(min_length=1, max_length=100, json_schema_extra={"uniqueItems": True}),
    AfterValidator(_known),
]


class EndpointIn(In):
    """An endpoint to be added. ``types`` are the types of events that it gets. If it is omitted, it gets all types."""

    name: Annotated[str, BoundedText(100, min_length=1)]
    url: Annotated[str, BoundedText(MAX_LENGTH, min_length=1)]
    types: Types = None


class EndpointEditIn(WithSeen):
    """Changes of an endpoint. Omitted fields stay. ``types`` of null are all types.

    ``seen`` has the values of the sent fields as the caller saw them; the change is refused if one is stale.
    """

    name: Annotated[Annotated[str, BoundedText(100, min_length=1)] | None, NOT_NULL] = None
    url: Annotated[Annotated[str, BoundedText(MAX_LENGTH, min_length=1)] | None, NOT_NULL] = None
    types: Types = None
    is_on: Annotated[bool | None, NOT_NULL] = None


class ReplayIn(In):
    """The time since which an endpoint gets all events again."""

    since: TimeOrDay


class RetryIn(In):
    """The deliveries to retry now; without ``ids`` all dead ones."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=200)] | None = None


class HourOut(Out):
    """The numbers of calls in one hour that got a 2xx response, and that failed."""

    hour: Time
    answered: int
    failed: int


class EndpointOut(Out):
    """An endpoint. ``types`` is null for all events. ``condition`` describes its state in a sentence.

    ``waiting`` counts events that it has not got yet; ``moreWaiting`` is true if the log has more events after its
    position than were counted. ``dead`` counts those that were given up. ``answered`` is the share of the calls of the
    last 24 hours that got a 2xx response, null if there were none.
    """

    id: int
    name: str
    url: str
    types: list[EventType] | None
    is_on: bool
    level: Level
    condition: str
    waiting: int
    more_waiting: bool
    dead: int
    answered: float | None
    hours: list[HourOut]
    answered_at: Time | None
    old_secret_until: Time | None
    created_at: Time
    created_by: str


class SecretOut(EndpointOut):
    """An endpoint with its new secret, which only this response has."""

    secret: str


class EndpointList(Success[list[EndpointOut]]):
    """All endpoints. ``types`` are all types of events with their descriptions.

    ``kept`` is the number of stored events.

    ``moreKept`` is true if it has more events than are counted.
    """

    types: dict[str, str]
    kept: int
    more_kept: bool
    kept_since: Time | None
    position: int


class TryOut(Out):
    """One call of an endpoint. ``status`` is null if there was no response; ``error`` is then the reason."""

    at: Time
    status: int | None
    error: str | None
    ms: int


class WebhookDeliveryOut(Out):
    """A delivery with its message, the first 2 kB of the endpoint's response, and its attempts."""

    id: int
    message_id: str
    position: int
    type: str
    about: str
    at: Time
    progress: DeliveryState
    status: int | None
    error: str | None
    answer: str | None
    milliseconds: int | None
    attempts: int
    next_try_at: Time | None
    tries: list[TryOut]
    body: str


class DeliveryList(Success[list[WebhookDeliveryOut]]):
    """A page of an endpoint's deliveries, and the number of deliveries in each state."""

    next_cursor: str | None
    counts: dict[str, int]


class DoneOut(Out):
    """The number of deliveries that a call changed."""

    count: int
