import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from local.child import wrap_command
from local.errors import StartError
from local.postgres import Postgres, _programs
from shop.text.urls import driver_url
from tests.support.prepared_shop import FAST
from tests.support.process_end import ends

_ROOT = Path(__file__).resolve().parents[2]
_ONLY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become others")
_NOBODY = pwd.getpwnam("nobody")

# This program inserts a row, restarts the server, reads the row, and prints the user id of each server process.
_KEEPS_A_ROW = """
import os, sys
from pathlib import Path
import psycopg
from local.postgres import Postgres
from shop.text.urls import driver_url
for statement in ("CREATE TABLE kept AS SELECT 1 AS one", "SELECT one FROM kept"):
    with Postgres(Path(sys.argv[1]), settings={"fsync": "off"}) as server:
        with psycopg.connect(driver_url(server.url_of("postgres")), autocommit=True) as connection:
            connection.execute(statement)
        print(Path(f"/proc/{server.pid}").stat().st_uid)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Create a folder with the data of a stopped server."""
    folder = tmp_path_factory.mktemp("made") / "postgres"
    with Postgres(folder, settings=FAST):
        pass
    return folder


@pytest.fixture
def folder(made, tmp_path):
    """Copy this folder for one test."""
    subprocess.run(["cp", "-a", made, tmp_path / "postgres"], check=True)
    return tmp_path / "postgres"


def _query(server: Postgres, statement: str) -> object:
    with psycopg.connect(driver_url(server.url_of("postgres"))) as connection:
        return connection.execute(statement).fetchone()[0]


def test_it_is_the_server_that_the_shop_is_written_for(folder):
    with Postgres(folder, settings=FAST) as server:
        assert _query(server, "SHOW server_version").startswith("18.")
        assert _query(server, "SELECT upper('é') || uuid_extract_version(uuidv7())") == "É7"
        assert _query(server, "SHOW listen_addresses") == "127.0.0.1"


def test_its_log_does_not_name_what_a_refused_row_contains(folder):
    with Postgres(folder, settings=FAST) as server:
        address = driver_url(server.url_of("postgres"))
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE customer (email text UNIQUE)")
            insert, row = "INSERT INTO customer VALUES (%s)", ("asha@mail.example",)
            connection.execute(insert, row)
            with pytest.raises(psycopg.errors.UniqueViolation, match=r"asha@mail\.example"):  # the client is told
                connection.execute(insert, row)
    log = (folder / "log").read_text()
    assert 'violates unique constraint "customer_email_key"' in log
    assert "asha@mail.example" not in log


def test_a_wrong_password_is_refused(folder):
    with Postgres(folder, settings=FAST) as server:
        address = driver_url(server.url_of("postgres")).replace("swarna:", "swarna:x")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(address)


def test_everything_committed_is_durable_unless_a_test_says_otherwise(folder):
    with Postgres(folder) as server:
        assert (_query(server, "SHOW fsync"), _query(server, "SHOW synchronous_commit")) == ("on", "on")


def test_a_database_that_cannot_be_created_in_time_is_an_error(folder):
    with Postgres(folder, settings=FAST) as server:
        with psycopg.connect(driver_url(server.url_of("postgres"))) as connection:
            connection.execute("LOCK TABLE pg_database IN SHARE MODE")  # nothing is created while it is held
            with pytest.raises(StartError, match="database waiting: ERROR:  canceling statement due to"):
                server.create_database("waiting", limit=2)
        server.create_database("waiting")


def test_a_killed_server_starts_again_and_its_orphans_end(folder):
    server = Postgres(folder, settings=FAST).start()
    os.kill(server.pid, signal.SIGKILL)

    with Postgres(folder, port=server.port, settings=FAST) as again:
        assert _query(again, "SELECT 1") == 1
    server.stop()


def test_a_server_left_by_a_killed_supervisor_makes_way(folder):
    left = Postgres(folder, settings=FAST).start()

    with Postgres(folder, settings=FAST) as server:
        assert _query(server, "SELECT 1") == 1
    left.stop()


def test_the_mark_of_a_killed_server_is_dropped_though_its_number_runs_again(folder):
    (folder / "data" / "postmaster.pid").write_text(f"{os.getpid()}\n{folder}/data\n")

    with Postgres(folder, settings=FAST) as server:
        assert _query(server, "SELECT 1") == 1


@pytest.mark.parametrize("mark", ["", "\n", "\0\0\0\0"])
def test_a_mark_that_a_full_disk_left_empty_is_dropped(folder, mark):
    (folder / "data" / "postmaster.pid").write_text(mark)

    with Postgres(folder, settings=FAST) as server:
        assert _query(server, "SELECT 1") == 1


def test_data_of_another_version_is_refused_in_one_sentence(folder):
    (folder / "data" / "PG_VERSION").write_text("16\n")

    with pytest.raises(StartError, match=r"holds data of PostgreSQL 16 and this shop runs 18: move it away"):
        Postgres(folder).start()


def test_a_folder_that_is_not_ours_is_refused_and_left_alone(tmp_path):
    stranger = tmp_path / "postgres" / "data" / "letter.txt"
    stranger.parent.mkdir(parents=True)
    stranger.write_text("dear")

    with pytest.raises(StartError, match="is not a data folder of this shop"):
        Postgres(tmp_path / "postgres").start()
    assert stranger.read_text() == "dear"


@_ONLY_ROOT
def test_root_runs_it_as_nobody_below_a_folder_that_only_root_can_enter(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)

    programs = _copy_programs(closed)
    use_them = f"import local.postgres; local.postgres._programs = lambda: Path({str(programs)!r})"
    code = _KEEPS_A_ROW.replace("from local.postgres", f"{use_them}\nfrom local.postgres")

    users = _run([sys.executable, "-c", code, str(closed / "postgres")])

    assert users == [str(_NOBODY.pw_uid)] * 2
    assert (closed / "postgres" / "data" / "PG_VERSION").exists()


@_ONLY_ROOT
def test_an_ordinary_user_runs_it_as_themselves(tmp_path):
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    os.chown(own, _NOBODY.pw_uid, _NOBODY.pw_gid)
    command = [sys.executable, "-c", _KEEPS_A_ROW, str(own / "postgres")]

    users = _run(wrap_command(command, stop_signal=signal.SIGTERM, user=(_NOBODY.pw_uid, _NOBODY.pw_gid)))

    assert users == [str(_NOBODY.pw_uid)] * 2


@_ONLY_ROOT
def test_root_runs_it_elsewhere_where_the_system_lets_nobody_pass_closed_folders(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    refuse = "import ctypes; assert ctypes.CDLL(None).prctl(28, 1 << 6, 0, 0, 0) == 0  # SECBIT_NO_CAP_AMBIENT_RAISE\n"
    before = set(Path("/var/tmp").glob("swarna-*"))

    users = _run([sys.executable, "-c", refuse + _KEEPS_A_ROW, str(closed / "postgres")])

    moved = set(Path("/var/tmp").glob("swarna-*")) - before
    for path in moved:
        shutil.rmtree(path)
    assert users == [str(_NOBODY.pw_uid)] * 2
    assert len(moved) == 1


def test_a_server_ends_with_the_process_that_started_it():
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom local.postgres import Postgres\n"
        "print(Postgres(Path(sys.argv[1]), settings={'fsync': 'off'}).start().pid, flush=True)\ntime.sleep(60)"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, f"{folder}/postgres"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT) as owner:
            pid = int(owner.stdout.readline())
            owner.kill()
        assert ends(pid, within=60)


def _copy_programs(folder: Path) -> Path:
    """Copy PostgreSQL into the folder that other users cannot read, as in a clone below /root."""
    package = _programs().parent.parent
    for name in (f"{package.name}/pginstall18", f"{package.name}.libs"):
        shutil.copytree(package.parent / name, folder / name)
    return folder / package.name / "pginstall18" / "bin"


def _run(command: list[str]) -> list[str]:
    result = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.split()
