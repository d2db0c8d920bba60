"""The state of the shop's work, on the wire. Ages and durations are seconds, unless the name contains ``ms``."""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from api.http.base_schemas import In, Out, exactly_one_of
from api.http.date_types import Time
from api.http.schema_types import NOT_NULL
from shop.errors import Invalid
from shop.text.error_messages import readable_message

DeliveryId = Annotated[int, Field(ge=1, le=2**63 - 1)]
Name = Annotated[str, Field(pattern="^[a-z_]{1,40}$")]
"""The name of a queue or of a consumer."""


class FindingOut(Out):
    """A problem: what is wrong, and what to do."""

    level: Literal["fine", "warn", "bad"]
    sentence: str
    advice: str


class ChecksOut(Out):
    """Whether an order could be placed, a signed-in read works, and changes reach open pages, as last measured."""

    order: bool
    read: bool
    work: bool


class CapacityOut(Out):
    """The gain of one more worker, as a sentence and as figures: deliveries a minute, seconds.

    ``used`` is the share of the last hour in which the workers were busy.
    """

    sentence: str
    used: float | None
    now: float | None
    with_one_more: float | None
    clears_in: float | None
    clears_in_with_one_more: float | None


class QueueOut(Out):
    """``minutes`` are the deliveries done in each of the last sixty minutes, the oldest first.

    A paused queue has ``pausedBy`` and ``pausedAt``.
    """

    name: str
    state: Literal["fine", "behind", "failing", "stopped", "paused"]
    workers: int
    waiting: int
    failing: int
    oldest: float
    minutes: list[int]
    paused_by: str | None
    paused_at: Time | None
    capacity: CapacityOut


class ConsumerOut(Out):
    """``done`` and ``failed`` are counts of the last hour; ``meanMs`` is the mean duration in that time."""

    name: str
    queue: str
    done: int
    failed: int
    waiting: int
    dead: int
    mean_ms: float | None


class ProcessOut(Out):
    """A process. ``state`` is gone if it has sent no heartbeat for some seconds, ended if it reported its end.

    A worker is ``busy`` with so many tasks of the ``size`` that it can do at once, the longest for ``longest`` seconds.
    """

    name: str
    kinds: list[str]
    state: Literal["here", "gone", "ended"]
    silent: float
    up: float
    size: int | None = None
    busy: int | None = None
    longest: float | None = None
    children: int | None = None


class CanaryOut(Out):
    """How long an event takes from its recording to the sockets, measured every two seconds.

    ``ago`` is the age in seconds of the last measurement.
    """

    ms: float
    p50: float
    p95: float
    ago: float


class SocketsOut(Out):
    """The open sockets, and the shoppers and admins to whom they belong."""

    open: int
    shoppers: int
    admins: int


class OutboxOut(Out):
    """The events that are not yet in the stream: how many, and the age of the oldest in seconds."""

    waiting: int
    lag: float


class OperationsOut(Out):
    """Everything on the page. ``level`` and ``headline`` are those of the most severe finding."""

    at: Time
    level: Literal["fine", "warn", "bad"]
    headline: str
    findings: list[FindingOut]
    checks: ChecksOut
    sockets: SocketsOut
    outbox: OutboxOut
    canary: CanaryOut | None
    done: int
    dead: int
    queues: list[QueueOut]
    consumers: list[ConsumerOut]
    processes: list[ProcessOut]


class DeadLetterOut(Out):
    """A delivery that was given up, with its last error and the event that it reacts to.

    ``said`` is the error in words for people.
    """

    id: int
    consumer: str
    queue: str
    attempts: int
    dead_at: Time
    error: Annotated[str | None, Field(validation_alias="last_error", serialization_alias="error")]
    said: Annotated[
        str, BeforeValidator(readable_message), Field(validation_alias="last_error", serialization_alias="said")
    ]
    event_id: int
    position: int
    type: str
    aggregate: str
    occurred_at: Time
    payload: dict[str, Any]


class DeadLettersIn(In):
    """A selection of dead letters: some by their ``ids``, those of a ``consumer``, or ``all`` of them."""

    model_config = ConfigDict(json_schema_extra=exactly_one_of("ids", "consumer", "all"))

    ids: Annotated[list[DeliveryId] | None, NOT_NULL, Field(min_length=1, max_length=1000)] = None
    consumer: Annotated[Name | None, NOT_NULL] = None
    all: Annotated[Literal[True] | None, NOT_NULL] = None

    @model_validator(mode="after")
    def _says_which(self) -> Self:
        if sum(one is not None for one in (self.ids, self.consumer, self.all)) != 1:
            raise Invalid("Say which ones.", fields={"ids": "Name some by their ids or a consumer, or say all."})
        return self


class DeadLettersDone(Out):
    """How many dead letters this call changed, and how many selected ones are ``left`` for further calls."""

    ids: list[int]
    left: int


class QueueIn(In):
    """The name of a queue."""

    queue: Name


class QueuePausedOut(Out):
    """Whether a queue is paused now."""

    queue: str
    is_paused: bool


class AttemptOut(Out):
    """An attempt with its worker, or an operator's action with the ``actor``.

    ``attempts`` is the number of equal attempts in a row. ``said`` is the ``error`` in words for people.
    """

    outcome: Literal["failed", "lost", "postponed", "done", "expired", "running", "retried", "discarded"]
    began_at: Time
    ended_at: Time | None
    worker: str | None
    actor: str | None
    attempts: int
    error: str | None
    said: Annotated[str, BeforeValidator(readable_message), Field(validation_alias="error", serialization_alias="said")]


class DeliveryHistoryOut(Out):
    """A delivery with its event and everything that happened to it, the oldest first."""

    id: int
    consumer: str
    queue: str
    progress: Literal["waiting", "failing", "running", "done", "expired", "dead", "discarded"]
    is_paused: bool
    attempts: int
    due_at: Time
    event_id: int
    position: int | None
    type: str
    aggregate: str
    occurred_at: Time
    recorded_at: Time
    request_id: str | None
    payload: dict[str, Any]
    steps: list[AttemptOut]


class WaitingDeliveryOut(Out):
    """A pending delivery. Its event is ``type`` of ``aggregate``."""

    id: Annotated[int, Field(validation_alias="delivery_id", serialization_alias="id")]
    consumer: str
    attempts: int
    last_error: str | None
    due_at: Time
    type: str
    aggregate: str
    occurred_at: Time
