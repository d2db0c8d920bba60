"""Read pages of the event feed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shop.db.pool import Pool
from shop.db.query import Query
from shop.errors import Gone, Invalid
from shop.integrations.public_log import READ_PAGE

_READ = Query(READ_PAGE)


class FeedEvent(NamedTuple):
    """An event with its JSON."""

    position: int
    type: str
    body: str


@dataclass(frozen=True)
class FeedPage:
    """A page of events. The next page starts after the position ``next_after``."""

    events: Sequence[FeedEvent]
    next_after: int


class TooOld(Gone):
    """The events after that position are no longer stored."""

    code = "too_old"


async def read_page(pool: Pool, after: int | None, *, limit: int, types: Sequence[str] | None) -> FeedPage:
    """Return the events after a position; None means from the oldest stored event.

    :raises TooOld: if the events after it were pruned. ``data`` has the oldest position that is kept.
    :raises Invalid: if the position is beyond the end of the stream.
    """
    parameter = None if types is None else "{{{}}}".format(",".join(types))
    rows = await pool.fetch(_READ(after=after, limit=limit, types=parameter))
    through, pruned = rows[0].through, rows[0].pruned_through
    if after is not None and after < pruned:
        oldest = pruned + 1
        raise TooOld(
            f"The events after {after} are no longer kept; the oldest is {oldest}. Load what you need anew, and go on"
            f" with after={pruned}.",
            data={"oldest": oldest},
        )
    if after is not None and after > through:
        sentence = f"The last position is {through}."
        raise Invalid(f"The feed has not come to {after}. {sentence}", fields={"after": sentence})
    events = [FeedEvent(row.position, row.type, row.body) for row in rows if row.body is not None]
    return FeedPage(events, events[-1].position if len(events) == limit else through)
