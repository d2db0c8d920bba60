"""Sign-up, sign-in, sign-out and the caller's own account."""

import pytest
from sqlalchemy import func, select, text

from api.auth.policy_table import operations_of
from api.auth.portal_pages import pages_of
from shop.customers.model import Customer
from shop.sessions.model import Session as SignIn
from shop.sessions.model import token_digest
from shop.staff.roles import OWNERS
from tests.support import factories
from tests.support.http_client import failed, succeeded

MEERA = {"name": "Meera Joshi", "email": "Meera@Shop.example", "phone": "+91 98410 55099", "password": "Secret@2026"}


def shoppers(session) -> int:
    return session.scalar(select(func.count()).select_from(Customer))


async def test_sign_up_creates_an_account_and_signs_in(visitor, run_sync):
    response = await visitor.post("/customer/", json=MEERA)
    meera = succeeded(response)
    assert meera == {
        "id": meera["id"],
        "name": "Meera Joshi",
        "email": "Meera@Shop.example",
        "phone": "+91 98410 55099",
    }
    assert response.json()["message"] == "Register Successfully"
    assert succeeded(await visitor.get("/customer/me/")) == meera
    [event] = await run_sync(factories.events)
    assert (event["type"], event["reach"], event["aggregate"]) == (
        "customer.registered",
        "nobody",
        f"customer:{meera['id']}",
    )
    assert event["data"] == {"customerId": meera["id"], "byStaff": False}


async def test_a_password_is_stored_as_a_hash_and_is_in_no_answer(visitor, run_sync):
    answers = [
        await visitor.post("/customer/", json=MEERA),
        await visitor.get("/customer/me/"),
        await visitor.post("/customer/login/", json={"email": MEERA["email"], "password": MEERA["password"]}),
    ]
    stored = await run_sync(lambda session: session.scalar(select(Customer.password_hash)))
    assert stored.startswith("$argon2id$")
    for answer in answers:
        assert "assword" not in answer.text
        assert "argon2" not in answer.text
        assert MEERA["password"] not in answer.text


@pytest.mark.parametrize("email", ["meera@shop.example", "MEERA@SHOP.EXAMPLE", " Meera@Shop.example "])
async def test_an_email_address_has_one_account_whatever_its_case(visitor, browsers, run_sync, email):
    await visitor.post("/customer/", json=MEERA)
    before = await run_sync(factories.contents)
    async with browsers.visitor() as another:
        body = failed(await another.post("/customer/", json=MEERA | {"email": email}), 409, "email")
        assert body["errors"]["email"] == body["message"]
        assert not another.cookies
    assert await run_sync(factories.contents) == before


async def test_a_composed_and_a_decomposed_accent_are_the_same(visitor, browsers, run_sync):
    user = succeeded(await visitor.post("/customer/", json=MEERA | {"email": "rene\u0301@shop.example"}))
    assert user["email"] == "ren\u00e9@shop.example"
    async with browsers.visitor() as another:
        failed(await another.post("/customer/", json=MEERA | {"email": "ren\u00e9@shop.example"}), 409, "email")
        for email in ("REN\u00c9@shop.example", "Rene\u0301@shop.example"):
            signed_in = {"email": email, "password": MEERA["password"]}
            assert succeeded(await another.post("/customer/login/", json=signed_in))["id"] == user["id"]


SPELLINGS = (
    "asha@b\u00fccher.example",
    "Asha@B\u00dcCHER.example",
    "asha@xn--bcher-kva.example",
    "asha@\U0001d41b\u00fccher.example",
)


@pytest.mark.parametrize("first", SPELLINGS)
async def test_the_spellings_of_a_domain_are_one_account(visitor, browsers, first):
    user = succeeded(await visitor.post("/customer/", json=MEERA | {"email": first}))
    assert user["email"].lower() == "asha@b\u00fccher.example"
    for email in SPELLINGS:
        async with browsers.visitor() as another:
            failed(await another.post("/customer/", json=MEERA | {"email": email}), 409, "email")
            signed_in = {"email": email, "password": MEERA["password"]}
            assert succeeded(await another.post("/customer/login/", json=signed_in))["id"] == user["id"]


async def test_an_account_from_before_keeps_the_spelling_of_its_domain(visitor, browsers, database, karthik):
    encoded = await database.run_sync(factories.register_shopper, "Asha", "asha@xn--bcher-kva.example")
    wide = await database.run_sync(factories.register_shopper, "Wide", "asha@\uff42\u00fccher.example")
    meera = await database.run_sync(factories.register_shopper, "Meera", "meera@shop.example")
    await database.commit()
    for email, account in [(encoded.email, encoded), (wide.email, wide), ("asha@b\u00fccher.example", encoded)]:
        async with browsers.visitor() as another:
            signed_in = {"email": email, "password": factories.PASSWORD}
            assert succeeded(await another.post("/customer/login/", json=signed_in))["id"] == account.id
    for email in SPELLINGS:
        failed(await visitor.post("/customer/", json=MEERA | {"email": email}), 409, "email")
        failed(await karthik.post(f"/customer/?id={meera.id}", json={"email": email}), 409, "email")
    for account in (encoded, wide):
        row = {"name": "Asha V", "email": account.email}
        assert succeeded(await karthik.post(f"/customer/?id={account.id}", json=row))["email"] == account.email


async def test_an_account_from_before_is_edited_whatever_its_address(database, karthik):
    kept = await database.run_sync(factories.register_shopper, "Asha", "a=?b@mail.example")
    await database.commit()
    row = {"name": "Asha V", "email": kept.email}
    assert succeeded(await karthik.post(f"/customer/?id={kept.id}", json=row))["name"] == "Asha V"


async def test_a_letter_whose_small_form_is_another_domain_is_refused(visitor):
    failed(await visitor.post("/customer/", json=MEERA | {"email": "asha@\u0130.example"}), 422, "email")


@pytest.mark.parametrize(
    "email",
    [
        *("", "x", "x@", "@y.example", "x@y", "a b@c.example", "a@b.c\nBcc: d@e.f", "a,b@c.example"),
        *("=?utf-8?q?a?=@mail.example", "a=?b@mail.example", "a@=?l1?q?b=0AX-Inj=3Az?=.example"),
        *("q@x.example?bcc=z%40evil.example&subject=Hi", "a@b/c.example", "a@b%20c.example", "a@b#c.example"),
    ],
)
async def test_an_invalid_email_address_is_refused(visitor, run_sync, email):
    failed(await visitor.post("/customer/", json=MEERA | {"email": email}), 422, "email")
    assert await run_sync(shoppers) == 0
    assert await run_sync(factories.events) == []


@pytest.mark.parametrize("password", ["", "Sh@1a", "secret@2026", "Secret2026", "Secret@abc", "Secret 2026@"])
async def test_a_password_against_the_rule_is_refused(visitor, run_sync, password):
    body = failed(await visitor.post("/customer/", json=MEERA | {"password": password}), 422, "password")
    assert body["errors"]["password"].startswith("Password must be at least 8 characters")
    assert await run_sync(shoppers) == 0


UNFIT_PHONES = ["abc", "123456", "1" * 16, "98410x55001", "+91 98410 55001 ext"]


@pytest.mark.parametrize("phone", UNFIT_PHONES)
async def test_a_customers_invalid_phone_number_is_refused(visitor, asha, people, run_sync, phone):
    before = await run_sync(factories.contents)
    body = failed(await visitor.post("/customer/", json=MEERA | {"phone": phone}), 422, "phone")
    assert body["message"].startswith("Please enter a phone number")
    own = {"name": people.asha.name, "email": people.asha.email, "phone": phone, "password": ""}
    failed(await asha.post(f"/customer/?id={people.asha.id}", json=own), 422, "phone")
    assert await run_sync(factories.contents) == before


@pytest.mark.parametrize("phone", UNFIT_PHONES)
async def test_an_admin_may_store_a_phone_number_in_any_form(karthik, people, phone):
    added = succeeded(await karthik.post("/customer/", json=MEERA | {"phone": phone}))
    assert added["phone"] == phone
    wanted = {"name": "Asha", "email": people.asha.email, "phone": phone, "password": ""}
    assert succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=wanted))["phone"] == phone


async def test_an_admin_who_signs_up_is_checked_like_a_customer(karthik):
    failed(await karthik.post("/customer/", json=MEERA | {"phone": "abc", "flag": "signUp"}), 422, "phone")


@pytest.mark.parametrize("field", ["name", "phone"])
async def test_a_blank_field_is_refused(visitor, run_sync, field):
    failed(await visitor.post("/customer/", json=MEERA | {field: "  "}), 422, field)
    assert await run_sync(shoppers) == 0


async def test_a_form_can_sign_up(visitor):
    assert succeeded(await visitor.post("/customer/", data=MEERA))["name"] == "Meera Joshi"


@pytest.mark.parametrize("email", ["asha@shop.example", "ASHA@shop.example", " asha@shop.example "])
async def test_a_shopper_signs_in_with_any_spelling_of_the_address(visitor, database, email):
    asha = await database.run_sync(factories.register_shopper, "Asha", "Asha@shop.example")
    response = await visitor.post("/customer/login/", json={"email": email, "password": factories.PASSWORD})
    assert succeeded(response)["id"] == asha.id
    assert succeeded(await visitor.get("/customer/me/"))["id"] == asha.id


async def test_the_database_decides_which_letters_are_equal(visitor):
    person = MEERA | {"email": "İnci@shop.example"}
    meera = succeeded(await visitor.post("/customer/", json=person))
    signed_in = await visitor.post("/customer/login/", json={"email": person["email"], "password": person["password"]})
    assert succeeded(signed_in) == meera


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("asha@shop.example", "Wrong@2026"),
        ("asha@shop.example", factories.PASSWORD.lower()),
        ("asha@shop.example", "x" * 1000),
        ("nobody@shop.example", factories.PASSWORD),
        ("admin@shop.example", factories.PASSWORD),
        ("not an address", factories.PASSWORD),
        ("%", factories.PASSWORD),
        ("asha@shop.example", "p\u00e4ssw\x00rd"),
    ],
)
async def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(
    visitor, database, run_sync, email, password
):
    await database.run_sync(factories.register_shopper, "Asha", "asha@shop.example")
    await database.run_sync(factories.hire_admin, "Karthik", "admin@shop.example")
    await database.commit()
    response = await visitor.post("/customer/login/", json={"email": email, "password": password})
    assert failed(response, 401)["message"] == "The email or the password is not right."
    assert not visitor.cookies
    assert await run_sync(lambda session: session.scalar(select(func.count()).select_from(SignIn))) == 0


async def test_an_admin_signs_in_at_the_portal_only(visitor, database):
    admin = await database.run_sync(factories.hire_admin, "Karthik", "Admin@shop.example")
    await database.commit()
    given = {"email": "admin@SHOP.example", "password": factories.PASSWORD}
    answer = succeeded(await visitor.post("/admin/login/", json=given))
    expected = {"id": admin.id, "name": "Karthik", "email": "Admin@shop.example", "roles": ["owner"]}
    allowed = {"operations": operations_of(OWNERS), "pages": pages_of(OWNERS)}
    assert answer == expected | allowed | {"hasSecondFactor": False, "lacksSecondFactor": False, "secondFactorBy": None}
    assert succeeded(await visitor.get("/admin/me/")) == answer
    failed(await visitor.get("/customer/me/"), 403)


async def test_a_disabled_admin_cannot_sign_in(visitor, database):
    admin = await database.run_sync(factories.hire_admin, "Karthik", "admin@shop.example")
    admin.disabled_at = admin.created_at
    await database.commit()
    given = {"email": "admin@shop.example", "password": factories.PASSWORD}
    failed(await visitor.post("/admin/login/", json=given), 401)


async def test_a_customer_is_no_admin(visitor, database):
    await database.run_sync(factories.register_shopper, "Asha", "asha@shop.example")
    await database.commit()
    given = {"email": "asha@shop.example", "password": factories.PASSWORD}
    failed(await visitor.post("/admin/login/", json=given), 401)


async def test_signing_out_ends_the_session_and_deletes_the_cookies(asha, run_sync):
    token = asha.cookies["swarna_customer"]
    response = await asha.post("/customer/logout/")
    assert succeeded(response) is None
    assert not asha.cookies
    assert await run_sync(lambda s: s.scalar(select(SignIn).where(SignIn.token_hash == token_digest(token)))) is None
    asha.cookies.set("swarna_customer", token, domain="shop.example")
    failed(await asha.get("/customer/me/"), 401)


async def test_signing_out_twice_is_no_error(visitor):
    assert succeeded(await visitor.post("/customer/logout/")) is None
    assert succeeded(await visitor.post("/admin/logout/")) is None


async def test_signing_in_again_ends_the_older_session(visitor, database, run_sync):
    await database.run_sync(factories.register_shopper, "Asha", "asha@shop.example")
    await database.commit()
    given = {"email": "asha@shop.example", "password": factories.PASSWORD}
    await visitor.post("/customer/login/", json=given)
    first = visitor.cookies["swarna_customer"]
    await visitor.post("/customer/login/", json=given)
    assert visitor.cookies["swarna_customer"] != first
    kept = await run_sync(lambda s: s.scalars(select(SignIn.token_hash)).all())
    assert kept == [token_digest(visitor.cookies["swarna_customer"])]


async def test_a_sign_up_that_fails_at_its_end_leaves_nothing(visitor, database, run_sync):
    await database.execute(text("ALTER TABLE session ADD CONSTRAINT closed CHECK (false) NOT VALID"))
    await database.commit()
    failed(await visitor.post("/customer/", json=MEERA), 409)
    assert not visitor.cookies
    assert await run_sync(shoppers) == 0
    assert await run_sync(factories.events) == []
