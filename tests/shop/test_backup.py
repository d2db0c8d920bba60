"""`shop backup` stores the whole shop, and `shop restore` restores it into an empty database."""

import errno
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.orm import Session
from typer.testing import CliRunner

from shop.cli.app import app
from shop.cli.new_file import new_file
from shop.clock import now
from shop.events import leasing
from shop.integrations import fan_out
from shop.integrations.model import WebhookEndpoint
from shop.operations.backup import SKIP_DELIVERIES, SKIP_POSITIONS
from shop.orders.model import StatusChange
from tests.support import factories
from tests.support.migrations import alembic

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(monkeypatch):
    """Return a function that runs a command against a database and returns its exit code and output."""

    def typed(url: str, *words: str) -> tuple[int, str]:
        monkeypatch.setenv("SHOP_DATABASE_URL", url)
        result = CliRunner().invoke(app, list(words))
        return result.exit_code, result.output

    return typed


@pytest.fixture
def empty(new_database):
    """Create a database without tables."""
    return new_database(template="template0")


@pytest.fixture
def session(real_commits):
    with Session(real_commits, expire_on_commit=False) as made:
        yield made


@pytest.fixture
def order(session):
    """Place an order of two lines, and ship the first one."""
    factories.set_gold_rate(session)
    asha, karthik = factories.register_shopper(session), factories.hire_admin(session)
    placed = factories.order(session, asha, [factories.stock_product(session), factories.stock_product(session)])
    item = placed.items[0]
    item.history.append(
        StatusChange(version=2, from_status="ordered", to_status="shipped", at=now(), admin_id=karthik.id)
    )
    item.status, item.version, item.shipped_at, item.changed_by = "shipped", 2, item.history[-1].at, karthik.name
    factories.record(session, number=1)
    session.commit()
    return placed


def stored(session) -> dict[str, str]:
    """Return the digests of all tables except the counter of positions, which a restore raises."""
    return {name: digest for name, digest in factories.contents(session).items() if name != "event_stream"}


def test_a_shop_made_anew_is_the_shop_that_was_copied(run, database_url, empty, session, order, tmp_path):
    file = tmp_path / "shop.dump"
    code, said = run(database_url, "backup", str(file))
    assert code == 0, said
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["shop.dump"]
    code, said = run(empty, "restore", str(file))
    assert code == 0, said
    engine = create_engine(empty)
    with Session(engine) as anew:
        assert stored(anew) == stored(session)
        numbers = text("SELECT nextval('shop_order_id_seq'), (SELECT version_num FROM alembic_version)")
        assert anew.execute(numbers).one() == session.execute(numbers).one()
        factories.register_shopper(anew, "Ben Thomas")  # constraints, triggers and sequences work
        anew.commit()
    engine.dispose()
    assert run(empty, "orders", "verify")[0] == 0


def test_the_parameters_of_an_address_reach_the_programs_too(run, database_url, empty, session, order, tmp_path):
    def with_query(database: str) -> str:
        url = make_url(database)
        (tmp_path / "passfile").write_text(f"*:*:*:*:{url.password}\n")
        (tmp_path / "passfile").chmod(0o600)
        query = {"host": url.host, "port": url.port, "passfile": tmp_path / "passfile", "application_name": "nightly"}
        return f"postgresql://{url.username}@/{url.database}?{urlencode(query)}"

    file = tmp_path / "shop.dump"
    code, said = run(with_query(database_url), "backup", str(file))
    assert code == 0, said
    code, said = run(with_query(empty), "restore", str(file))
    assert code == 0, said
    engine = create_engine(empty)
    with Session(engine) as anew:
        assert stored(anew) == stored(session)
    engine.dispose()


def test_no_position_is_used_again_after_a_restore(run, database_url, empty, session, order, tmp_path):
    file = tmp_path / "shop.dump"
    state = text("SELECT position, pruned_through FROM event_stream")
    session.execute(text("UPDATE event_stream SET position = 48, pruned_through = 3"))
    current, behind = (factories.add_webhook(session, position=position) for position in (48, 40))
    session.commit()
    run(database_url, "backup", str(file))
    code, said = run(empty, "restore", str(file))
    assert code == 0, said
    engine = create_engine(empty)
    with Session(engine) as anew:
        assert anew.execute(state).one() == (1_000_048, 1_000_048)
        positions = [anew.get_one(WebhookEndpoint, endpoint.id).position for endpoint in (current, behind)]
        assert positions == [1_000_048, 40]
        leasing.sequence_and_lease(anew.connection(), [leasing.Subscription("no.event", "push", "fanout", 10.0)])
        assert anew.scalar(text("SELECT min(position) FROM domain_event WHERE position > 48")) == 1_000_049
        for _ in range(3):
            fan_out.fan_out(anew.connection())
        anew.expire_all()
        reached = anew.get_one(WebhookEndpoint, behind.id).position
        assert reached == anew.scalar(text("SELECT position FROM event_stream"))
    engine.dispose()


def test_no_mail_after_a_restore_has_the_message_id_of_an_earlier_one(run, database_url, empty, session, tmp_path):
    next_id = text("SELECT nextval('delivery_id_seq')")
    last = session.scalar(next_id)
    session.commit()
    run(database_url, "backup", str(tmp_path / "shop.dump"))
    code, said = run(empty, "restore", str(tmp_path / "shop.dump"))
    assert code == 0, said
    engine = create_engine(empty)
    with engine.connect() as anew:
        assert anew.scalar(next_id) > last + 1_000_000
    engine.dispose()


def test_a_restored_database_whose_positions_were_not_skipped_is_told(run, database_url, empty, session, tmp_path):
    file = tmp_path / "shop.dump"
    session.execute(text("ALTER TABLE event_stream ADD CONSTRAINT no_gap CHECK (position < 1000000)"))
    session.commit()
    try:
        run(database_url, "backup", str(file))
    finally:
        session.execute(text("ALTER TABLE event_stream DROP CONSTRAINT no_gap"))
        session.commit()
    code, said = run(empty, "restore", str(file))
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("The database is restored, but its positions were not skipped: ")


def test_the_documents_have_the_statement_that_skips_positions_after_the_migrations_that_it_needs():
    restore = (ROOT / "docs" / "operations.md").read_text().split("ALTER DATABASE restored RENAME")[1]
    before, _, after = restore.partition(" ".join(SKIP_POSITIONS.split()))
    assert "docker compose run --rm migrate" in before
    assert after.startswith(f'\' -c "{SKIP_DELIVERIES}" &&')


@pytest.mark.parametrize("failing", ["createdb", "pg_restore", "RENAME", "migrate", "event_stream", "tar", None])
def test_a_restore_in_containers_starts_the_shop_only_if_every_command_succeeded(failing, tmp_path):
    section = (ROOT / "docs" / "operations.md").read_text().split("To restore, paste")[1].split("\n`shop restore`")[0]
    commands = "".join(line.removeprefix("    ") for line in section.splitlines(keepends=True) if line[:4] == "    ")
    (tmp_path / "docker").write_text(f'#!/bin/sh\necho "$*" >> said\ncase "$*" in *{failing}*) exit 1; esac\n')
    (tmp_path / "docker").chmod(0o700)
    for name in ("shop.dump", "pictures.tar"):
        (tmp_path / name).touch()
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    result = subprocess.run(["sh", "-c", commands], cwd=tmp_path, env=environment, check=False)
    said = (tmp_path / "said").read_text()
    assert (result.returncode, "compose up --detach\n" in said) == ((1, False) if failing else (0, True))
    if failing not in {"createdb", "pg_restore"}:
        assert re.search(r"RENAME TO before_\d{8}_\d{6} -c ALTER DATABASE restored RENAME TO swarna\n", said)


def test_the_database_of_a_new_server_is_filled_before_the_shop_has_its_role(
    run, database_url, empty, session, order, worker_name, monkeypatch, tmp_path
):
    file, role = tmp_path / "shop.dump", f"restored_{worker_name}"
    run(database_url, "backup", str(file))
    monkeypatch.setenv("SHOP_OWNER_DATABASE_URL", empty)
    url = make_url(empty).set(username=role, password="of-the-shop").render_as_string(hide_password=False)
    code, said = run(url, "restore", str(file))
    try:
        assert code == 0, said
        engine = create_engine(url)
        with Session(engine) as anew:
            assert stored(anew) == stored(session)
        engine.dispose()
        code, said = run(url, "restore", str(file))
        assert (code, "SHOP_OWNER_DATABASE_URL" in said) == (1, True)
    finally:
        engine = create_engine(empty)
        with engine.begin() as owner:
            owner.execute(text(f"DROP OWNED BY {role}"))
            owner.execute(text(f"DROP ROLE {role}"))
        engine.dispose()


@pytest.mark.parametrize("prepared", ["", "CREATE EXTENSION vector"])
def test_the_backup_of_a_database_with_an_extension_is_restored_without_a_superuser(
    run, database_url, empty, session, order, worker_name, tmp_path, prepared
):
    file, role = tmp_path / "shop.dump", f"owner_{worker_name}"
    session.execute(text("CREATE EXTENSION vector"))
    session.commit()
    try:
        assert run(database_url, "backup", str(file))[0] == 0
    finally:
        session.execute(text("DROP EXTENSION vector"))
        session.commit()
    managed = create_engine(empty)
    with managed.begin() as superuser:
        superuser.execute(text(f"CREATE ROLE {role} LOGIN PASSWORD 'of-the-owner'"))
        superuser.execute(text(f'ALTER DATABASE "{make_url(empty).database}" OWNER TO {role}'))
        superuser.execute(text(prepared or "SELECT 1"))
    url = make_url(empty).set(username=role, password="of-the-owner").render_as_string(hide_password=False)
    try:
        code, said = run(url, "restore", str(file))
        assert code == 0, said
        with Session(managed) as anew:
            assert stored(anew) == stored(session)
        alembic(url, "check")
    finally:
        with managed.begin() as superuser:
            superuser.execute(text(f"REASSIGN OWNED BY {role} TO CURRENT_USER"))
            superuser.execute(text(f"DROP OWNED BY {role}"))
            superuser.execute(text(f"DROP ROLE {role}"))
        managed.dispose()


def test_the_backup_of_an_earlier_version_is_restored_and_its_migrations_are_asked_for(
    run, new_database, empty, worker_name, monkeypatch, tmp_path
):
    earlier, file, role = new_database(), tmp_path / "shop.dump", f"earlier_{worker_name}"
    url = make_url(empty).set(username=role, password="of-the-shop").render_as_string(hide_password=False)
    alembic(earlier, "downgrade", "20261124_refunds_of_returns")
    run(earlier, "backup", str(file))
    monkeypatch.setenv("SHOP_OWNER_DATABASE_URL", empty)
    code, said = run(url, "restore", str(file))
    try:
        assert (code, "`alembic upgrade head`" in said) == (0, True), said
        engine = create_engine(url)
        state = text("SELECT position, has_table_privilege('payment_entry', 'UPDATE') FROM event_stream")
        with engine.connect() as connection:
            assert connection.execute(state).one() == (1_000_000, False)
        for words in (("upgrade", "head"), ("downgrade", "20261124_refunds_of_returns"), ("upgrade", "head")):
            alembic(url, *words)
        with engine.connect() as connection:
            invoices = "SELECT has_table_privilege('invoice', 'SELECT'), has_table_privilege('invoice', 'UPDATE')"
            assert connection.execute(text(invoices)).one() == (True, False)
            connection.execute(text(f"EXPLAIN {SKIP_POSITIONS}"))
        engine.dispose()
    finally:
        engine = create_engine(empty)
        with engine.begin() as owner:
            owner.execute(text(f"DROP OWNED BY {role}"))
            owner.execute(text(f"DROP ROLE {role}"))
        engine.dispose()


def test_addresses_of_two_databases_are_told_in_one_sentence(run, database_url, empty, monkeypatch, tmp_path):
    file = tmp_path / "shop.dump"
    file.touch()
    monkeypatch.setenv("SHOP_OWNER_DATABASE_URL", empty)
    said = "SHOP_OWNER_DATABASE_URL must name the same database as SHOP_DATABASE_URL\n"
    assert run(database_url, "restore", str(file)) == (1, said)


def test_only_an_empty_database_is_filled(run, database_url, session, order, tmp_path):
    file = tmp_path / "shop.dump"
    run(database_url, "backup", str(file))
    before = factories.contents(session)
    session.rollback()
    code, said = run(database_url, "restore", str(file))
    assert (code, "not empty" in said) == (1, True)
    assert factories.contents(session) == before


def test_a_file_that_is_no_copy_changes_nothing(run, empty, tmp_path):
    file = tmp_path / "shop.dump"
    assert run(empty, "restore", str(file)) == (1, f"There is no file {file}.\n")
    file.write_bytes(b"PGDMP and then nothing fit to read")
    code, said = run(empty, "restore", str(file))
    assert (code, said.startswith("Nothing was changed: ")) == (1, True)


def test_a_copy_never_takes_the_place_of_another_and_leaves_no_half_one(run, database_url, tmp_path):
    file = tmp_path / "shop.dump"
    file.write_text("kept")
    assert run(database_url, "backup", str(file)) == (1, f"{file} is there already.\n")
    assert file.read_text() == "kept"
    code, said = run(database_url, "backup", str(tmp_path / "nowhere" / "shop.dump"))
    assert (code, "cannot be written" in said) == (1, True)
    code, said = run("postgresql://u:hidden-word@127.0.0.1:9/d", "backup", str(tmp_path / "other"))
    assert (code, "does not answer" in said, "hidden-word" in said) == (1, True, False)
    assert [path.name for path in tmp_path.iterdir()] == ["shop.dump"]


def test_two_backups_at_once_leave_one_whole_file(run, database_url, empty, session, order, tmp_path):
    file = tmp_path / "shop.dump"
    command = [sys.executable, "-m", "shop.cli.app", "backup", str(file)]
    environment = os.environ | {"SHOP_DATABASE_URL": database_url}
    waiting = text("SELECT count(*) FROM pg_locks WHERE relation = 'shop_order'::regclass AND NOT granted")
    session.execute(text("LOCK TABLE shop_order"))  # so that both are under way before one is done
    backups = [subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in "12"]
    try:
        ends = time.monotonic() + 30
        while session.scalar(waiting) < 2 and time.monotonic() < ends:
            time.sleep(0.05)
    finally:
        session.rollback()
        said = [backup.communicate()[1] for backup in backups]
    assert sorted(backup.returncode for backup in backups) == [0, 1], said
    assert sorted(said) == ["", f"{file} is there already.\n"]
    assert [path.name for path in tmp_path.iterdir()] == ["shop.dump"]
    assert run(empty, "restore", str(file))[0] == 0


def test_a_backup_replaces_no_file_where_there_are_no_hard_links(run, database_url, monkeypatch, tmp_path):
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    code, said = run(database_url, "backup", str(tmp_path / "shop.dump"))
    assert code == 0, said
    assert (tmp_path / "shop.dump").read_bytes().startswith(b"PGDMP")
    with pytest.raises(FileExistsError), new_file(tmp_path / "other"):
        (tmp_path / "other").write_text("kept")
    assert (tmp_path / "other").read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "shop.dump"]


def test_orders_that_agree_with_themselves_are_told_in_one_line(run, database_url, order):
    code, said = run(database_url, "orders", "verify")
    assert (code, said.startswith("1 order checked; every total")) == (0, True)


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE shop_order SET total_amount = 5", "its total is 5.00, its lines make 183000.00"),
        ("UPDATE shop_order SET total_quantity = 9", "it counts 9 pieces, its lines 2"),
        (
            "UPDATE order_item SET discount = 100 WHERE line = 2",
            "line 2: it costs 91500.00, its break-up makes 91400.00",
        ),
        ("UPDATE order_item SET status = 'packed' WHERE line = 1", "line 1: it is packed, its history ends at shipped"),
        ("UPDATE order_item SET version = 7 WHERE line = 1", "line 1: it is at version 7, its history has 2 steps"),
        (
            "UPDATE status_change SET from_status = 'packed' WHERE version = 2",
            "line 1: version 2 left packed, but it was ordered",
        ),
        (
            "UPDATE order_item SET shipped_at = NULL WHERE line = 1",
            "line 1: it was shipped at no time, its history says ",
        ),
        ("DELETE FROM status_change", "line 2: it has no history"),
    ],
)
def test_whatever_does_not_agree_is_named(run, database_url, session, order, damage, fault):
    session.execute(text(damage))
    session.commit()
    code, said = run(database_url, "orders", "verify")
    assert code == 1
    assert f"order {order.id}: {fault}" in said
    assert said.splitlines()[-1] == "1 order checked, 1 wrong."


def test_lines_that_are_counted_wrongly_are_named(run, database_url, session, order):
    session.execute(text("INSERT INTO status_count (status, number) VALUES ('packed', 3)"))
    session.execute(text("INSERT INTO status_amount (status, number) VALUES ('cancelled', 7.5)"))
    session.commit()
    code, said = run(database_url, "orders", "verify")
    assert code == 1
    assert "3 lines are counted as packed, and there are 0" in said
    assert "7.50 rupees are counted as cancelled, and the lines make 0" in said


@pytest.mark.parametrize("words", [("events", "list"), ("orders", "verify"), ("admin", "list")])
def test_a_bare_database_is_told_in_one_sentence(run, empty, words):
    code, said = run(empty, *words)
    assert code == 1
    assert said.startswith("This database holds no shop of this version")
    assert len(said.splitlines()) == 1
