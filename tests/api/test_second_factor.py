"""The second factor of staff: codes of an app and recovery codes; and repeated proof of identity."""

import asyncio
import datetime as dt

import pytest
from pyotp import TOTP
from sqlalchemy import select, text, update

from shop.clock import now, today
from shop.sessions.cookies import ROLE_HEADER
from shop.sessions.lifetimes import FRESH_SIGN_IN
from shop.sessions.model import Session as SignIn
from shop.staff.model import Admin
from shop.staff.second_factor import SecondFactor
from tests.support import factories
from tests.support.database import waits_for
from tests.support.http_client import failed, succeeded

AT = now()
EMAIL = "meena@staff.example"
LONG_AGO = FRESH_SIGN_IN + dt.timedelta(seconds=1)


@pytest.fixture(autouse=True)
def the_time_stands_still(monkeypatch):
    monkeypatch.setattr("api.auth.second_factor.now", lambda: AT)


class Phone:
    """An authenticator app whose clock may be some seconds off."""

    def __init__(self, secret: str) -> None:
        self._totp = TOTP(secret)

    def code(self, off: float = 0) -> str:
        return self._totp.at(AT + dt.timedelta(seconds=off))


@pytest.fixture
async def meena(browsers, database):
    """Sign in an owner, and return the browser."""
    person = await database.run_sync(factories.hire_admin, "Meena", EMAIL)
    await database.commit()
    async with await browsers.of(person) as browser:
        yield browser


async def set_up(browser) -> tuple[Phone, list[str]]:
    begun = succeeded(await browser.post("/admin/secondFactor/?flag=begin"))
    phone = Phone(begun["secret"])
    assert begun["code"].startswith("<svg")
    assert f"secret={begun['secret']}" in begun["link"]
    made = succeeded(await browser.post("/admin/secondFactor/?flag=confirm", json={"code": phone.code(-30)}))
    return phone, made["recoveryCodes"]


async def sign_in(browser, code: str | None = None):
    credentials = {"email": EMAIL, "password": factories.PASSWORD}
    return await browser.post("/admin/login/", json=credentials | ({} if code is None else {"code": code}))


async def grow_old(database, browser) -> None:
    await database.execute(update(SignIn).values(created_at=now() - LONG_AGO, verified_at=None))
    await database.commit()


async def test_a_sign_in_needs_a_code_once_it_is_on(meena, visitor):
    phone, _ = await set_up(meena)
    failed(await sign_in(visitor), 403, "code")
    failed(await sign_in(visitor, "000000"), 403, "code")
    succeeded(await sign_in(visitor, phone.code()))
    me = succeeded(await visitor.get("/admin/me/"))
    assert me["hasSecondFactor"]


async def test_a_wrong_password_says_nothing_of_the_code(meena, visitor):
    await set_up(meena)
    wrong = {"email": EMAIL, "password": "Wrong@2026", "code": "123456"}
    failed(await visitor.post("/admin/login/", json=wrong), 401)


async def test_a_code_works_once(meena, visitor):
    phone, _ = await set_up(meena)
    succeeded(await sign_in(visitor, phone.code()))
    failed(await sign_in(visitor, phone.code()), 403, "code")
    failed(await sign_in(visitor, phone.code(-30)), 403, "code")
    succeeded(await sign_in(visitor, phone.code(30)))


@pytest.mark.parametrize(("off", "works"), [(-90, False), (-30, True), (0, True), (30, True), (90, False)])
async def test_the_clock_of_the_phone_may_be_a_step_off(meena, visitor, database, off, works):
    phone, _ = await set_up(meena)
    await database.execute(update(SecondFactor).values(last_step=0))
    await database.commit()
    assert (await sign_in(visitor, phone.code(off))).status_code == (200 if works else 403)


async def test_each_of_ten_recovery_codes_works_once(meena, visitor):
    _, codes = await set_up(meena)
    assert len(set(codes)) == 10
    succeeded(await sign_in(visitor, codes[0]))
    failed(await sign_in(visitor, codes[0]), 403, "code")
    succeeded(await sign_in(visitor, codes[1].upper().replace("-", " ")))
    assert succeeded(await meena.get("/admin/secondFactor/"))["recoveryCodesLeft"] == 8


async def test_new_recovery_codes_replace_the_old_ones(meena, visitor, karthik):
    _, old = await set_up(meena)
    new = succeeded(await meena.post("/admin/secondFactor/?flag=codes"))["recoveryCodes"]
    failed(await sign_in(visitor, old[0]), 403, "code")
    succeeded(await sign_in(visitor, new[0]))
    labels = [entry["label"] for entry in succeeded(await karthik.get("/audit/"))]
    assert "Meena: new recovery codes of the second factor" in labels


@pytest.mark.parametrize("flag", ["begin", "confirm"])
async def test_what_a_second_tab_asks_while_the_first_turns_it_on_changes_nothing(committing_api, open_shop, flag):
    people, browsers = open_shop
    mine, sessions = Admin.id == people.karthik.id, committing_api.state.sessions
    async with await browsers.of(people.karthik) as karthik, sessions() as first, sessions() as other:
        phone = Phone(succeeded(await karthik.post("/admin/secondFactor/?flag=begin"))["secret"])
        stored = select(SecondFactor.sealed, SecondFactor.recovery_hashes, SecondFactor.last_step)
        before = (await other.execute(stored)).one()
        await first.execute(update(Admin).where(mine).values(second_factor_since=AT))
        given = {"code": phone.code()} if flag == "confirm" else None
        asking = asyncio.create_task(karthik.post(f"/admin/secondFactor/?flag={flag}", json=given))
        await waits_for(first, asking)
        await first.commit()
        failed(await asking, 409)
        await other.rollback()
        assert (await other.execute(stored)).one() == before


@pytest.mark.parametrize("flag", ["codes", "off"])
async def test_what_is_asked_while_an_owner_removes_it_leaves_a_new_setup_alone(committing_api, open_shop, flag):
    people, browsers = open_shop
    async with await browsers.of(people.karthik) as karthik, committing_api.state.sessions() as owner:
        await set_up(karthik)
        await owner.execute(update(Admin).where(Admin.id == people.karthik.id).values(second_factor_since=None))
        await owner.execute(update(SecondFactor).values(sealed=b"of a new setup", recovery_hashes=[]))
        asking = asyncio.create_task(karthik.post(f"/admin/secondFactor/?flag={flag}"))
        await waits_for(owner, asking)
        await owner.commit()
        failed(await asking, 409)
        stored = select(SecondFactor.sealed, SecondFactor.recovery_hashes)
        assert (await owner.execute(stored)).one() == (b"of a new setup", [])


async def test_guesses_of_codes_are_throttled(meena, visitor, no_pause_passes):
    phone, _ = await set_up(meena)
    answers = [await sign_in(visitor, f"{number:06}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429]
    failed(await sign_in(visitor, phone.code()), 429)


async def test_the_database_has_neither_secret_nor_code(meena, database):
    phone, codes = await set_up(meena)
    stored = (await database.execute(text("SELECT second_factor::text FROM second_factor"))).scalar_one()
    assert phone._totp.secret not in stored
    assert phone._totp.secret.encode().hex() not in stored
    assert not any(code in stored or code.encode().hex() in stored for code in codes)


async def test_a_secret_of_someone_else_makes_no_code(meena, karthik, database, visitor, people):
    phone, _ = await set_up(karthik)
    await set_up(meena)
    stolen = "UPDATE second_factor AS own SET sealed = other.sealed, last_step = 0 FROM second_factor AS other"
    await database.execute(text(f"{stolen} WHERE other.admin_id = {people.karthik.id}"))
    await database.commit()
    failed(await sign_in(visitor, phone.code()), 403, "code")


async def test_it_can_be_turned_off_and_an_owner_can_remove_it(meena, visitor, karthik, database):
    await set_up(meena)
    succeeded(await meena.post("/admin/secondFactor/?flag=off"))
    succeeded(await sign_in(visitor))
    await set_up(meena)
    [member] = [each for each in succeeded(await karthik.get("/admin/staff/"))["members"] if each["email"] == EMAIL]
    assert member["secondFactorSince"]
    succeeded(await karthik.post(f"/admin/staff/?id={member['id']}", json={"withoutSecondFactor": True}))
    succeeded(await sign_in(visitor))


async def test_an_owner_may_require_it_of_everyone(meena, karthik):
    await set_up(karthik)
    succeeded(await karthik.post("/admin/staff/?flag=secondFactor", json={"isRequired": True}))
    failed(await meena.get("/order/?flag=allOrders"), 403, "secondFactor")
    assert succeeded(await meena.get("/admin/me/"))["lacksSecondFactor"]
    failed(await karthik.post("/admin/secondFactor/?flag=off"), 409)
    await set_up(meena)
    succeeded(await meena.get("/order/?flag=allOrders"))
    succeeded(await karthik.post("/admin/staff/?flag=secondFactor", json={"isRequired": False}))
    succeeded(await karthik.post("/admin/secondFactor/?flag=off"))


async def test_until_it_is_set_up_calls_that_are_open_to_anyone_are_not_answered_as_to_staff(meena, karthik, database):
    await set_up(karthik)
    scheduled = str(today(now()) + dt.timedelta(days=1))
    await database.run_sync(factories.set_gold_rate, date=today(now()) + dt.timedelta(days=1))
    await database.commit()
    assert scheduled in [rate["date"] for rate in succeeded(await meena.get("/goldrate/"))]
    succeeded(await karthik.post("/admin/staff/?flag=secondFactor", json={"isRequired": True}))
    for headers in ({}, {ROLE_HEADER: "admin"}):
        assert scheduled not in [rate["date"] for rate in succeeded(await meena.get("/goldrate/", headers=headers))]
    ravi = {"name": "Ravi", "email": "ravi@mail.example", "phone": "9841055001", "password": "Another@2026"}
    failed(await meena.post("/customer/", json=ravi, headers={ROLE_HEADER: "admin"}), 403, "secondFactor")
    added = await meena.post("/customer/", json=ravi)
    assert (added.status_code, added.json()["message"]) == (200, "Register Successfully")
    succeeded(await meena.post("/admin/logout/"))


async def test_it_may_be_required_from_a_day_on(meena, visitor, karthik, database):
    await set_up(karthik)
    day = (now() + dt.timedelta(days=7)).isoformat()
    succeeded(await karthik.post("/admin/staff/?flag=secondFactor", json={"isRequired": True, "from": day}))
    assert succeeded(await karthik.get("/admin/staff/"))["secondFactorRequiredFrom"]
    me = succeeded(await meena.get("/admin/me/"))
    assert not me["lacksSecondFactor"]
    assert me["secondFactorBy"]
    succeeded(await meena.get("/order/?flag=allOrders"))
    assert succeeded(await sign_in(visitor))["secondFactorBy"] == me["secondFactorBy"]
    await database.execute(text("UPDATE staff_policy SET second_factor_required_since = now() - interval '1 second'"))
    await database.commit()
    failed(await meena.get("/order/?flag=allOrders"), 403, "secondFactor")
    me = succeeded(await meena.get("/admin/me/"))
    assert (me["lacksSecondFactor"], me["secondFactorBy"]) == (True, None)
    assert succeeded(await karthik.get("/admin/me/"))["secondFactorBy"] is None


async def test_it_cannot_be_required_from_a_day_far_away(karthik):
    wanted = {"isRequired": True, "from": (now() + dt.timedelta(days=400)).isoformat()}
    failed(await karthik.post("/admin/staff/?flag=secondFactor", json=wanted), 422, "from")


CALLS = (
    ("GET", "/customer/?flag=csv", None),
    ("GET", "/order/?flag=csv", None),
    ("GET", "/order/?flag=itemsCsv", None),
    ("GET", "/cart/?flag=csv", None),
    ("GET", "/audit/?flag=csv", None),
    ("POST", "/payment/refund/retry/", {}),
    ("DELETE", "/customer/?id=999999", None),
    ("DELETE", "/admin/keys/?id=1", None),
    ("POST", "/admin/webhooks/", {}),
    ("POST", "/admin/webhooks/secret/?id=1", None),
    ("POST", "/admin/webhooks/replay/?id=1", {}),
    ("POST", "/admin/staff/?flag=secondFactor", {}),
    ("POST", "/payment/refund/", {}),
    ("POST", "/admin/keys/", {}),
    ("POST", "/admin/staff/invitation/", {}),
    ("POST", "/admin/staff/?id=1", {}),
    ("POST", "/admin/secondFactor/?flag=begin", None),
)


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_an_old_sign_in_has_to_prove_again_who_it_is(meena, database, method, path, body):
    assert (await meena.request(method, path, json=body)).status_code != 403
    await grow_old(database, meena)
    failed(await meena.request(method, path, json=body), 403, "stepUp")
    succeeded(await meena.get("/order/?flag=allOrders"))
    failed(await meena.post("/admin/verify/", json={"password": "Wrong@2026"}), 403, "password")
    succeeded(await meena.post("/admin/verify/", json={"password": factories.PASSWORD}))
    assert (await meena.request(method, path, json=body)).status_code != 403


async def test_a_code_of_a_factor_that_is_not_on_proves_nothing(meena, database):
    phone = Phone(succeeded(await meena.post("/admin/secondFactor/?flag=begin"))["secret"])
    await grow_old(database, meena)
    failed(await meena.post("/admin/verify/", json={"code": phone.code()}), 403, "password")


async def test_a_code_proves_it_too(meena, database):
    phone, _ = await set_up(meena)
    await grow_old(database, meena)
    failed(await meena.post("/admin/verify/", json={"code": "000000"}), 403, "code")
    succeeded(await meena.post("/admin/verify/", json={"code": phone.code()}))
    succeeded(await meena.post("/admin/secondFactor/?flag=off"))
