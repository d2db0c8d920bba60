"""The command `shop admin`."""

import os

import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from shop.cli.app import app
from shop.clock import now
from shop.security.passwords import verify
from shop.sessions import queries
from shop.sessions.model import Session as SignIn
from shop.staff.model import Admin
from shop.staff.second_factor import SecondFactor
from shop.text.urls import driver_url
from tests.support import factories
from tests.support.postgres_notifications import heard

PASSWORD = "Another@2026"
EMAIL = "karthik@shop.example"


@pytest.fixture
def session(real_commits):
    with Session(real_commits, expire_on_commit=False) as made:
        yield made


@pytest.fixture
def shop(session, database_url, monkeypatch):
    """Return a function that runs a command and returns its exit code and output."""
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)

    def run(*words: str, typed: str | None = None) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["admin", *words], input=typed)
        session.expire_all()
        return result.exit_code, result.output

    return run


@pytest.fixture
def karthik(session) -> Admin:
    made = factories.hire_admin(session, "Karthik Rao", EMAIL)
    session.commit()
    return made


@pytest.fixture
def ended(database_url):
    """Return a function that reads which ended sessions were notified, as the notification closes their sockets."""
    with psycopg.connect(driver_url(database_url), autocommit=True) as connection:
        connection.execute(f"LISTEN {queries.ENDED_CHANNEL}")
        yield lambda: [int(payload) for payload in heard(connection, queries.ENDED_CHANNEL)]


def admins(session) -> list[Admin]:
    return list(session.scalars(select(Admin).order_by(Admin.id)))


def test_an_admin_is_created_and_missing_values_are_asked_for(shop, session):
    code, said = shop("create", EMAIL, typed=f"Karthik Rao\n{PASSWORD}\n")
    assert code == 0, said
    assert PASSWORD not in said
    [made] = admins(session)
    assert (made.email, made.name, made.disabled_at) == (EMAIL, "Karthik Rao", None)
    assert verify(PASSWORD, made.password_hash)


def test_changes_are_events_for_open_portals(shop, session, karthik):
    factories.hire_admin(session)
    karthik.second_factor_since = now()
    session.commit()
    both = ["desk.assignees_changed", "staff.changed"]
    for words, expected in (
        (("create", "new@shop.example", "--name", "New"), both),
        (("disable", EMAIL), both),
        (("enable", EMAIL), both),
        (("remove-second-factor", EMAIL), ["staff.changed"]),
    ):
        session.execute(text("DELETE FROM domain_event"))
        session.commit()
        code, said = shop(*words, typed=f"{PASSWORD}\n")
        assert code == 0, said
        recorded = session.execute(text("SELECT type, data ->> 'adminId' AS admin_id FROM domain_event")).all()
        assert sorted(row.type for row in recorded) == expected, words
        admin_id = admins(session)[-1].id if words[0] == "create" else karthik.id
        assert {row.admin_id for row in recorded} == {str(admin_id)}
    assert shop("create", EMAIL, "--name", "X", typed=f"{PASSWORD}\n")[0] == 1


def test_an_admins_address_is_composed_as_at_the_sign_in(shop, session):
    code, said = shop("create", "rene\u0301@shop.example", "--name", "Ren\u00e9", typed=f"{PASSWORD}\n")
    assert code == 0, said
    assert [made.email for made in admins(session)] == ["ren\u00e9@shop.example"]


@pytest.mark.parametrize("email", [EMAIL, EMAIL.upper(), f" {EMAIL} "])
def test_an_address_has_one_admin(shop, session, karthik, email):
    code, said = shop("create", email, "--name", "X", typed=f"{PASSWORD}\n")
    assert code == 1
    assert "already" in said
    assert len(admins(session)) == 1


@pytest.mark.parametrize(
    ("email", "name", "password"),
    [
        ("no address", "Karthik", PASSWORD),
        (EMAIL, " ", PASSWORD),
        (EMAIL, "Kar\nthik", PASSWORD),
        (EMAIL, "Karthik", "short"),
        (EMAIL, "Karthik", "secret@2026"),
        (EMAIL, "Karthik", "A1@" + "a" * 126),
    ],
)
def test_an_invalid_admin_is_not_created(shop, session, email, name, password):
    code, said = shop("create", email, "--name", name, typed=f"{password}\n")
    assert code == 2
    assert password not in said
    assert admins(session) == []


def test_the_list_shows_who_may_sign_in_and_no_hash(shop, session, karthik):
    factories.sign_in(session, karthik)
    former = factories.hire_admin(session, "Maya", "maya@shop.example")
    former.disabled_at = now()
    session.commit()
    code, said = shop("list")
    assert code == 0
    first, second = said.splitlines()
    assert first.startswith(f"{EMAIL}  Karthik Rao  owner  since ")
    assert first.endswith("active  1 session")
    assert "disabled 20" in second
    assert "argon2" not in said


@pytest.mark.parametrize(
    "command",
    ["disable", "reset-password"],
)
def test_disabling_and_a_new_password_end_sessions_and_close_sockets(shop, session, karthik, ended, command):
    other = factories.hire_admin(session)
    for person in (karthik, karthik, other):
        factories.sign_in(session, person)
    session.commit()
    own = list(session.scalars(select(SignIn.id).where(SignIn.admin_id == karthik.id)))
    code, said = shop(command, EMAIL.upper(), typed=f"{PASSWORD}\n")
    assert code == 0, said
    assert "2 sessions ended" in said
    assert sorted(ended()) == sorted(own)
    assert list(session.scalars(select(SignIn.admin_id))) == [other.id]
    changed = session.get_one(Admin, karthik.id)
    assert (changed.disabled_at is not None) == (command == "disable")
    assert verify(PASSWORD, changed.password_hash) == (command == "reset-password")


def test_a_new_password_is_recorded_once_so_that_its_admin_is_told(shop, session, karthik):
    shop("reset-password", EMAIL, typed="short-one\n")
    shop("create", "new@shop.example", "--name", "New", typed=f"{PASSWORD}\n")
    shop("reset-password", EMAIL, typed=f"{PASSWORD}\n")
    [event] = [event for event in factories.events(session) if event["type"] == "staff.password_changed"]
    assert (event["data"], event["reach"]) == ({"adminId": karthik.id}, "nobody")


def test_a_lost_second_factor_can_be_removed(shop, session, karthik):
    karthik.second_factor_since = now()
    session.add(SecondFactor(admin_id=karthik.id, sealed=b"sealed"))
    session.commit()
    code, said = shop("remove-second-factor", EMAIL)
    assert (code, said) == (0, f"{EMAIL} has no second factor any more.\n")
    session.expire_all()
    assert session.get(SecondFactor, karthik.id) is None
    assert session.get_one(Admin, karthik.id).second_factor_since is None


def test_a_disabled_admin_can_be_enabled(shop, session, karthik):
    factories.hire_admin(session)
    session.commit()
    shop("disable", EMAIL)
    first = session.get_one(Admin, karthik.id).disabled_at
    shop("disable", EMAIL)
    assert session.get_one(Admin, karthik.id).disabled_at == first
    assert shop("enable", EMAIL)[0] == 0
    assert session.get_one(Admin, karthik.id).disabled_at is None


@pytest.mark.parametrize("command", ["disable", "enable", "reset-password"])
def test_an_unknown_address_is_reported_in_a_sentence(shop, command):
    code, said = shop(command, "nobody@shop.example")
    assert (code, said) == (1, "There is no admin nobody@shop.example.\n")


def test_an_invalid_new_password_keeps_the_old_one(shop, session, karthik):
    code, said = shop("reset-password", EMAIL, typed="short-one\n")
    assert code == 2
    assert "short-one" not in said
    assert verify(factories.PASSWORD, session.get_one(Admin, karthik.id).password_hash)


@pytest.mark.parametrize("command", [("create", EMAIL, "--name", "Karthik"), ("reset-password", EMAIL)])
def test_a_password_is_asked_for_and_never_an_argument(shop, session, karthik, command):
    code, said = shop(*command, typed="")
    assert (code, "standard input" in said) == (1, True)
    code, said = shop(*command, "--password", PASSWORD)
    assert code == 2
    assert "No such option: --password" in said
    assert verify(factories.PASSWORD, session.get_one(Admin, karthik.id).password_hash)


def test_the_last_owner_cannot_be_disabled(shop, session, karthik):
    factories.hire_admin(session, email="viewer@shop.example", roles=["viewer"])
    former = factories.hire_admin(session, email="former@shop.example")
    former.disabled_at = now()
    factories.sign_in(session, karthik)
    session.commit()
    code, said = shop("disable", EMAIL)
    assert code == 1
    assert "is the last owner who may sign in" in said
    session.expire_all()
    assert session.get_one(Admin, karthik.id).disabled_at is None
    assert session.scalar(select(SignIn.admin_id)) == karthik.id
    assert shop("disable", "viewer@shop.example")[0] == 0
    assert shop("enable", "former@shop.example")[0] == 0
    assert shop("disable", EMAIL)[0] == 0


def test_changes_of_staff_are_audited_without_the_password(shop, session, karthik):
    shop("create", "new@shop.example", "--name", "New", typed=f"{PASSWORD}\n")
    shop("reset-password", EMAIL, typed=f"{PASSWORD}\n")
    shop("disable", EMAIL)
    rows = session.execute(text("SELECT actor, action, label, changes::text FROM audit_entry ORDER BY id")).all()
    assert [(row.action, row.label) for row in rows] == [
        ("added", "New"),
        ("changed", "Karthik Rao"),
        ("changed", "Karthik Rao"),
    ]
    assert all(row.actor.endswith(" at the terminal") for row in rows)
    assert rows[1].changes == '{"password_hash": {"secret": true}}'
    assert not any("argon2" in row.changes for row in rows)


def test_a_user_without_a_name_is_audited_by_their_id(shop, session, karthik, monkeypatch):
    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found")

    factories.hire_admin(session)
    session.commit()
    monkeypatch.setattr("getpass.getuser", nobody)
    assert shop("disable", EMAIL)[0] == 0
    assert session.scalar(text("SELECT actor FROM audit_entry")) == f"user {os.getuid()} at the terminal"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "Set SHOP_DATABASE_URL"),
        ("mysql://h/d", "Set SHOP_DATABASE_URL"),
        ("postgresql://u:hidden-word@127.0.0.1:9/d", "does not answer"),
    ],
)
def test_an_unreachable_database_is_reported_in_a_sentence(monkeypatch, url, sentence):
    monkeypatch.setenv("SHOP_DATABASE_URL", url)
    result = CliRunner().invoke(app, ["admin", "list"])
    assert result.exit_code == 1
    assert sentence in result.output
    assert "hidden-word" not in result.output
    assert result.output.count("\n") == 1
