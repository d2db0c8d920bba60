"""Only staff who may see customers receive the notice that a customer's page has changed."""

from sqlalchemy import text

from shop.customer_record.events import RECORD_CHANGED, record_changed
from tests.realtime.test_presence import sign_in


def told(page):
    return [argument["data"] for word, argument in page.heard if word == RECORD_CHANGED]


async def change(api, customer_id):
    async with api.state.sessions() as session:
        await record_changed(session, customer_id, "cart")
        assert await session.scalar(text("SELECT count(*) FROM domain_event")) == 0
        await session.commit()


async def test_a_change_of_a_cart_reaches_staff_who_may_see_customers(shop, api, people, engine):
    farah = await shop.open(sign_in(engine, "Farah", "finance"), role="admin")
    otto = await shop.open(sign_in(engine, "Otto", "operator"), role="admin")
    asha, karthik = await shop.open(people.of_asha), await shop.open(people.of_karthik, role="admin")
    await change(api, people.asha.id)
    hint = {"customerId": people.asha.id, "part": "cart"}
    for page in (farah, karthik):
        await page.until(lambda page=page: hint in told(page))
    shop.happen()
    for page in (otto, asha):
        await page.until(lambda page=page: page.ids)
        assert told(page) == []


async def test_after_an_outage_pages_are_told_that_any_customer_may_have_changed(shop, api, people, engine):
    karthik = await shop.open(people.of_karthik, role="admin")
    with engine.connect() as connection:
        listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) {listening}"))
    await karthik.until(lambda: {"customerId": None, "part": None} in told(karthik))
    await change(api, people.asha.id)
    await karthik.until(lambda: {"customerId": people.asha.id, "part": "cart"} in told(karthik))
