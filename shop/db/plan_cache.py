"""How PostgreSQL plans a statement."""

from sqlalchemy import func, select

from shop.db.query import Query

AFRESH = Query.of(
    select(
        func.set_config("plan_cache_mode", "force_custom_plan", True),
        func.set_config("random_page_cost", "1.1", True),
        func.set_config("jit", "off", True),
        func.set_config("max_parallel_workers_per_gather", "0", True),
    )
)
"""Select nothing, but let each search of this transaction be planned for what it looks for.

How much a filter finds decides which index is right, which a prepared statement's plan cannot know. And the indexes
lie in memory, where a page out of turn costs no more than the next one.
"""
