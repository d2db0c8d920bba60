"""The event log for other systems: the events in order with the data for admins, each as JSON written by PostgreSQL.

It excludes events with the audience ``nobody``, events about API keys and webhooks, and events about notes and
assignments of staff.
"""

INTERNAL = ("api_key", "data_export", "desk", "staff", "webhook")
"""Prefixes of the types that other systems never receive: events about staff, their notes, keys, webhooks and the files
with shoppers' data."""

IS_PUBLIC = (
    f"event.reach <> 'nobody' AND split_part(event.type, '.', 1) NOT IN ({', '.join(repr(kind) for kind in INTERNAL)})"
)

BODY = """
    concat('{"id":', event.position, ',"position":', event.position, ',"type":', to_json(event.type),
        ',"at":', to_json(to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        ',"data":', event.data || event.admin_data, '}')
"""
"""The JSON of an event as admins get it, with its position."""

READ_PAGE = f"""
    SELECT stream.position AS through, stream.pruned_through, page.position, page.type, page.body
    FROM event_stream AS stream LEFT JOIN LATERAL (
        SELECT event.position, event.type, {BODY} AS body FROM domain_event AS event
        WHERE event.position > coalesce(%(after)s, stream.pruned_through) AND event.position <= stream.position
            AND {IS_PUBLIC} AND (%(types)s::text[] IS NULL OR event.type = ANY(%(types)s::text[]))
        ORDER BY event.position LIMIT %(limit)s
    ) AS page ON true
    ORDER BY page.position
"""  # noqa: S608 - made of constants
"""Selects a page of events, with the state of the stream in the same snapshot.

Without events there is one row, whose body is null. So a page with fewer events than its limit has all up to
``through``.
"""
