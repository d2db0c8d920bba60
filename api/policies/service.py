"""Reading and writing the policy pages. The caller commits."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.http.pagination import OffsetPage
from api.policies.schemas import PolicyIn, PolicyOut, PolicyVersionOut
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Conflict
from shop.events import outbox
from shop.policies import markdown
from shop.policies.events import PolicyChanged
from shop.policies.model import PolicyVersion
from shop.policies.pages import PolicyPage, default_text, versions
from shop.settings import settings


class StalePolicy(Conflict):
    """Somebody else has saved the page meanwhile."""

    code = "policy_changed"


async def latest(database: AsyncSession, page: PolicyPage) -> PolicyOut:
    """Return the current version of the page."""
    row = await database.scalar(versions(page).limit(1))
    return PolicyOut(
        page=page,
        html=markdown.render(row.text if row else default_text(page, settings()), settings()),
        version=row.version if row else 0,
        written_at=row.written_at if row else None,
    )


async def page_of_versions(
    database: AsyncSession, page: PolicyPage, requested: OffsetPage
) -> tuple[list[PolicyVersionOut], str | None]:
    """Return a page of the versions, the latest first; the last one is the default text."""
    rows, more = requested.split((await database.scalars(requested.select(versions(page)))).all())
    found = [PolicyVersionOut.model_validate(row) for row in rows]
    if more is None:
        found.append(PolicyVersionOut(version=0, text=default_text(page, settings()), written_at=None, written_by=None))
    return found, more


async def save(database: AsyncSession, wanted: PolicyIn, admin: Person) -> PolicyOut:
    """Add a version of a page.

    :raises StalePolicy: if the edited version is not the latest one.
    :raises shop.errors.Invalid: if the text names an unknown value.
    """
    markdown.render(wanted.text, settings())
    await database.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"policy {wanted.page}"))))
    row = await database.scalar(versions(wanted.page).limit(1))
    if wanted.version != (row.version if row else 0):
        who = f" by {row.written_by}" if row else ""
        raise StalePolicy(f"This page was changed{who} meanwhile. Copy your text, reload the page and change it again.")
    version = wanted.version + 1
    database.add(
        PolicyVersion(
            page=wanted.page.value,
            version=version,
            text=wanted.text,
            written_at=now(),
            written_by=admin.name,
            admin_id=admin.id,
        )
    )
    await database.flush()
    changes = {"version": {"from": wanted.version, "to": version}}
    label = wanted.page.value
    await database.run_sync(record_action, "changed", "policy", entity_id=version, label=label, changes=changes)
    await outbox.record(database, PolicyChanged(page=wanted.page.value, version=version), at=now())
    return await latest(database, wanted.page)
