"""The state of a webhook endpoint, in words for the portal: it works, is slow, fails, is off, or missed events."""

from collections.abc import Sequence
from typing import Any, Literal

from shop.clock import now
from shop.integrations.model import WebhookEndpoint, WebhookTally
from shop.text.formatting import when

Level = Literal["good", "warn", "bad"]

SLOW_SECONDS = 5.0
"""An endpoint is slow if its responses in the last hour took longer than this on average."""


def state_of(endpoint: WebhookEndpoint, tallies: Sequence[WebhookTally], kept: Any) -> tuple[Level, str]:
    """Return the level of an endpoint's state, and a sentence about it.

    :param tallies: its hours, the latest last.
    :param kept: the row of :data:`shop.integrations.queries.KEPT`.
    """
    # A restore raises ``pruned_through`` above events that are kept.
    is_behind = endpoint.position < kept.pruned_through and (kept.first is None or endpoint.position < kept.first - 1)
    # The endpoint's position is after the failed deliveries, which are deleted with their events.
    if is_behind or (endpoint.failing_since and endpoint.failing_since < kept.since):
        return "bad", f"Missed events before {when(kept.oldest or now())}: load them anew"
    if not endpoint.is_on:
        return ("bad", f"Switched off: {endpoint.off_reason}") if endpoint.off_reason else ("warn", "Switched off")
    if endpoint.failing_since:
        return "bad", "Fails"
    last = tallies[-1] if tallies else None
    if last and last.answered and last.milliseconds / last.answered > SLOW_SECONDS * 1000:
        return "warn", f"Answers slowly, {last.milliseconds / last.answered / 1000:.1f} s"
    return "good", "Fine"
