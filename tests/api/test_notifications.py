"""Notifications of shoppers: mails can be disabled on the Profile page or by a one-click link; devices subscribe."""

import secrets

import pytest
from sqlalchemy import select, update

from shop.clock import now
from shop.newsletter.model import CONFIRM_WITHIN, NewsletterReader
from shop.notifications.model import MailChoice, PushDevice, Subject, unsubscribe_token
from shop.notifications.settings import push_settings
from shop.sessions.model import Session as SignIn
from tests.support import factories
from tests.support.database import prune_within
from tests.support.http_client import failed, succeeded
from tests.support.push_service import Device, to_base64

ALL = ["orders", "payments", "wishlist"]
ENDPOINT = "https://push.example/device/1"


@pytest.fixture
def vapid(monkeypatch):
    monkeypatch.setenv("SHOP_VAPID_PRIVATE_KEY", to_base64(secrets.token_bytes(32)))
    push_settings.cache_clear()
    yield push_settings().public_key
    push_settings.cache_clear()


def device(subjects=("orders",), endpoint=ENDPOINT, **keys):
    made = Device(endpoint)
    return {"endpoint": endpoint, "keys": made.keys | keys, "subjects": list(subjects)}


async def test_mails_are_switched_off_and_on_by_subject(asha, ben):
    assert succeeded(await asha.get("/notification/"))["mails"] == ALL
    changed = succeeded(await asha.post("/notification/", json={"subject": "orders", "isWanted": False}))
    assert changed["mails"] == ["payments", "wishlist"]
    assert succeeded(await ben.get("/notification/"))["mails"] == ALL
    changed = succeeded(await asha.post("/notification/", json={"subject": "orders", "isWanted": True}))
    assert changed["mails"] == ALL
    failed(await asha.post("/notification/", json={"subject": "codes", "isWanted": False}), 422, "subject")
    failed(await asha.post("/notification/", json={"isWanted": False}), 422, "subject")


async def test_one_click_of_a_mail_program_switches_a_subject_off(visitor, people, run_sync):
    query = {"subject": "orders", "token": unsubscribe_token(people.asha.id, Subject.ORDERS)}
    opened = await visitor.get("/notification/unsubscribe/", params=query, headers={"Accept": "text/html"})
    assert (opened.status_code, "/unsubscribe?state=orders" in opened.headers["location"]) == (303, True)
    assert await run_sync(lambda session: session.scalars(select(MailChoice)).all()) == []
    body = {"content": "List-Unsubscribe=One-Click", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    succeeded(await visitor.post("/notification/unsubscribe/", params=query, **body))
    [choice] = await run_sync(lambda session: session.scalars(select(MailChoice)).all())
    assert (choice.customer_id, choice.subject, choice.is_wanted) == (people.asha.id, "orders", False)


async def test_a_form_without_scripts_is_led_to_the_page_of_its_result(visitor, people, run_sync):
    query = {"subject": "wishlist", "token": unsubscribe_token(people.asha.id, Subject.WISHLIST)}
    html = {"Accept": "text/html,*/*"}
    form = {"content": "", "headers": html | {"Content-Type": "application/x-www-form-urlencoded"}}
    done = await visitor.post("/notification/unsubscribe/", params=query, **form)
    assert (done.status_code, done.headers["location"].partition("/unsubscribe")[2]) == (303, "?state=done")
    [choice] = await run_sync(lambda session: session.scalars(select(MailChoice)).all())
    assert (choice.subject, choice.is_wanted) == ("wishlist", False)
    for method in ("GET", "POST"):
        wrong = await visitor.request(method, "/notification/unsubscribe/", params=query | {"token": "x"}, **form)
        assert (wrong.status_code, wrong.headers["location"].partition("/unsubscribe")[2]) == (303, "?state=expired")


@pytest.mark.parametrize("change", [{"subject": "payments"}, {"token": ""}, {"token": "1.0.x"}])
async def test_a_link_of_another_subject_or_nobody_switches_nothing_off(visitor, people, run_sync, change):
    query = {"subject": "orders", "token": unsubscribe_token(people.asha.id, Subject.ORDERS)} | change
    failed(await visitor.post("/notification/unsubscribe/", params=query), 404, "token")
    assert await run_sync(lambda session: session.scalars(select(MailChoice)).all()) == []


async def test_the_newsletter_is_confirmed_by_mail_and_ends_at_once(asha):
    asked = succeeded(await asha.post("/notification/", json={"isNewsletter": True, "isWanted": True}))
    assert (asked["hasNewsletter"], asked["newsletterAsked"]) == (False, True)
    ended = succeeded(await asha.post("/notification/", json={"isNewsletter": True, "isWanted": False}))
    assert (ended["hasNewsletter"], ended["newsletterAsked"]) == (False, False)


async def test_the_newsletter_waits_for_its_confirmation_as_long_as_the_link_is_valid(asha, people, database):
    async def shown() -> tuple[bool, bool]:
        data = succeeded(await asha.get("/notification/"))
        return data["hasNewsletter"], data["newsletterAsked"]

    people.asha.email_confirmed_at = now()
    await database.commit()
    newsletter = {"isNewsletter": True, "isWanted": True}
    assert await shown() == (False, False)
    succeeded(await asha.post("/notification/", json=newsletter))
    assert await shown() == (False, True)
    changed = succeeded(await asha.post("/notification/", json={"subject": "payments", "isWanted": False}))
    assert changed["newsletterAsked"]
    succeeded(await asha.post("/notification/", json=newsletter | {"isWanted": False}))
    assert await shown() == (False, False)
    again = succeeded(await asha.post("/notification/", json=newsletter))
    assert again["newsletterAsked"]
    assert await shown() == (False, True)
    reader = await database.scalar(select(NewsletterReader))
    await database.refresh(reader)
    reader.asked_at, reader.unsubscribed_at = now() - CONFIRM_WITHIN, None
    await database.commit()
    assert await shown() == (False, False)
    reader.asked_at = reader.confirmed_at = now()
    await database.commit()
    assert await shown() == (True, False)


async def test_the_newsletter_of_an_address_is_its_readers_once_the_account_has_confirmed_it(asha, people, database):
    newsletter = {"isNewsletter": True, "isWanted": False}
    at = now()
    reader = NewsletterReader(email=people.asha.email, asked_at=at, confirmed_at=at)
    database.add(reader)
    await database.commit()
    assert not succeeded(await asha.get("/notification/"))["hasNewsletter"]
    asked = succeeded(await asha.post("/notification/", json=newsletter | {"isWanted": True}))
    assert (asked["hasNewsletter"], asked["newsletterAsked"]) == (False, True)
    succeeded(await asha.post("/notification/", json=newsletter))
    await database.refresh(reader)
    assert reader.reads
    people.asha.email_confirmed_at = at
    await database.commit()
    assert succeeded(await asha.get("/notification/"))["hasNewsletter"]
    succeeded(await asha.post("/notification/", json=newsletter))
    await database.refresh(reader)
    assert not reader.reads


async def test_a_device_shows_what_was_chosen_and_is_removed_with_the_last_subject(asha, ben, vapid, run_sync):
    assert succeeded(await asha.get("/notification/"))["pushKey"] == vapid
    assert succeeded(await asha.post("/notification/device/", json=device(["orders"])))["subjects"] == ["orders"]
    shown = await asha.post("/notification/device/?flag=show", json={"endpoint": ENDPOINT})
    assert succeeded(shown)["subjects"] == ["orders"]
    succeeded(await ben.post("/notification/device/", json=device([])))
    assert len(await run_sync(lambda session: session.scalars(select(PushDevice)).all())) == 1
    succeeded(await asha.post("/notification/device/", json=device([])))
    assert await run_sync(lambda session: session.scalars(select(PushDevice)).all()) == []


async def push_keys(run_sync) -> list[str | None]:
    return await run_sync(lambda session: session.scalars(select(PushDevice.push_key)).all())


async def test_a_device_is_stored_with_the_key_that_it_subscribed_with(asha, vapid, run_sync):
    succeeded(await asha.post("/notification/device/", json=device()))
    assert await push_keys(run_sync) == [None]
    succeeded(await asha.post("/notification/device/", json=device() | {"pushKey": vapid}))
    assert await push_keys(run_sync) == [vapid]


async def test_a_subscription_with_another_key_is_refused_and_can_be_removed(asha, vapid, run_sync):
    other = {"pushKey": f"B{'A' * 86}"}
    failed(await asha.post("/notification/device/", json=device() | other), 409)
    assert await push_keys(run_sync) == []
    succeeded(await asha.post("/notification/device/", json=device()))
    succeeded(await asha.post("/notification/device/", json=device([]) | other))
    assert await push_keys(run_sync) == []


async def test_a_device_of_an_earlier_key_is_kept_and_not_shown_as_on(
    asha, karthik, people, vapid, run_sync, monkeypatch
):
    succeeded(await asha.post("/notification/device/", json=device() | {"pushKey": vapid}))

    async def shown() -> tuple[list[str], int]:
        shown = await asha.post("/notification/device/?flag=show", json={"endpoint": ENDPOINT})
        record = await karthik.get(f"/customer/?id={people.asha.id}")
        return succeeded(shown)["subjects"], succeeded(record)["devices"]

    assert await shown() == (["orders"], 1)
    monkeypatch.setenv("SHOP_VAPID_PRIVATE_KEY", to_base64(secrets.token_bytes(32)))
    push_settings.cache_clear()
    assert await shown() == ([], 0)
    assert await push_keys(run_sync) == [vapid]


async def devices(run_sync) -> list[str]:
    return await run_sync(lambda session: session.scalars(select(PushDevice.endpoint).order_by(PushDevice.id)).all())


async def sign_out(asha, elsewhere, people):
    succeeded(await elsewhere.post("/customer/logout/"))


async def end_others(asha, elsewhere, people):
    succeeded(await asha.post("/customer/sessions/?flag=endOthers"))


async def change_password(asha, elsewhere, people):
    fields = {"name": people.asha.name, "email": people.asha.email, "phone": people.asha.phone}
    succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=fields | {"password": "Another@2026"}))


async def sign_in_as_ben(asha, elsewhere, people):
    succeeded(
        await elsewhere.post("/customer/login/", json={"email": people.ben.email, "password": factories.PASSWORD})
    )


@pytest.mark.parametrize("end", [sign_out, end_others, change_password, sign_in_as_ben])
async def test_a_device_ends_with_its_sign_in(asha, people, browsers, vapid, run_sync, end):
    at_home, lost = "https://push.example/device/home", "https://push.example/device/lost"
    async with await browsers.of(people.asha) as elsewhere:
        succeeded(await asha.post("/notification/device/", json=device(endpoint=at_home)))
        succeeded(await elsewhere.post("/notification/device/", json=device(endpoint=lost)))
        await end(asha, elsewhere, people)
        assert await devices(run_sync) == [at_home]


async def test_a_device_that_is_looked_at_belongs_to_the_present_sign_in(asha, people, browsers, vapid, run_sync):
    async with await browsers.of(people.asha) as elsewhere:
        succeeded(await elsewhere.post("/notification/device/", json=device()))
        shown = await asha.post("/notification/device/?flag=show", json={"endpoint": ENDPOINT})
        assert succeeded(shown)["subjects"] == ["orders"]
        succeeded(await elsewhere.post("/customer/logout/"))
    assert await devices(run_sync) == [ENDPOINT]
    succeeded(await asha.post("/customer/logout/"))
    assert await devices(run_sync) == []


async def test_a_device_goes_on_with_the_next_sign_in_of_its_shopper(asha, people, vapid, run_sync):
    succeeded(await asha.post("/notification/device/", json=device()))
    succeeded(await asha.post("/customer/login/", json={"email": people.asha.email, "password": factories.PASSWORD}))
    assert await devices(run_sync) == [ENDPOINT]
    succeeded(await asha.post("/customer/logout/"))
    assert await devices(run_sync) == []


async def lapse(run_sync, shopper):
    """Let a shopper's sign-ins expire."""

    def prune(session):
        session.execute(update(SignIn).where(SignIn.customer_id == shopper.id).values(expires_at=now()))
        session.flush()
        prune_within(session.connection(), at=now())
        assert session.scalars(select(SignIn).where(SignIn.customer_id == shopper.id)).all() == []

    await run_sync(prune)


async def test_a_device_outlives_a_lapsed_sign_in_until_all_are_ended(asha, people, browsers, vapid, run_sync):
    succeeded(await asha.post("/notification/device/", json=device()))
    await lapse(run_sync, people.asha)
    assert await devices(run_sync) == [ENDPOINT]
    async with await browsers.of(people.asha) as elsewhere:
        succeeded(await elsewhere.post("/customer/sessions/?flag=endOthers"))
    assert await devices(run_sync) == []


async def test_another_shopper_who_signs_in_later_ends_the_device(asha, ben, people, vapid, run_sync):
    succeeded(await asha.post("/notification/device/", json=device()))
    await lapse(run_sync, people.asha)
    shown = await ben.post("/notification/device/?flag=show", json={"endpoint": ENDPOINT})
    assert succeeded(shown)["subjects"] == []
    assert await devices(run_sync) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"endpoint": "https://10.0.0.1/x"}, "endpoint"),
        ({"endpoint": "http://push.example/x"}, "endpoint"),
        ({"endpoint": "https://permanently-removed.invalid/fcm/send/abc"}, "endpoint"),
        ({"auth": "AAAA"}, "keys.auth"),
        ({"p256dh": "A" * 80}, "keys.p256dh"),
        ({"p256dh": "A" * 87}, "keys.p256dh"),
        ({"p256dh": f"B{'A' * 86}"}, "keys.p256dh"),
        ({"subjects": ["codes"]}, "subjects.0"),
    ],
)
async def test_a_device_that_cannot_be_told_is_refused(asha, vapid, run_sync, change, field):
    failed(await asha.post("/notification/device/", json=device(**change)), 422, field)
    assert await run_sync(lambda session: session.scalars(select(PushDevice)).all()) == []


async def test_without_a_key_no_device_is_taken(asha):
    assert succeeded(await asha.get("/notification/"))["pushKey"] is None
    failed(await asha.post("/notification/device/", json=device()), 404)
