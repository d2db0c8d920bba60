"""compose.yaml is valid, hardened, and uses the commands of `make run`."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose
from pydantic import TypeAdapter
from pydantic_settings import BaseSettings
from sqlalchemy import make_url

from local import processes
from shop.settings import DatabaseSettings
from shop.startup.load_settings import READERS
from tests.support.compose_topology import interpolated
from workers.subscriptions import CONSUMERS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "docs/operations.md")
PYTHON = (
    "migrate",
    "api",
    "realtime",
    "relay",
    "worker-fanout",
    "worker-mail",
    "worker-images",
    "worker-imports",
    "worker-webhooks",
    "worker-push",
)
WORKERS = {
    "worker-fanout": "fanout",
    "worker-mail": "mail",
    "worker-images": "images",
    "worker-imports": "imports",
    "worker-webhooks": "webhooks",
    "worker-push": "push",
}
ELSEWHERE = {"SHOP_IMAGE", "SHOP_RAZORPAY_URL"}
"""The image itself, and an address that containers never change."""
FOR_TESTS = {"SHOP_WEB_DIR", "SHOP_SOCKETS_PER_PERSON", "SHOP_SOCKETS_PER_ADDRESS", "SHOP_LONGEST_PAUSE"}
"""Settings that no shop needs to change."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(interpolated((ROOT / "compose.yaml").read_text()))


@pytest.fixture(scope="module")
def override() -> dict[str, Any]:
    return yaml.safe_load(interpolated((ROOT / "compose.override.yaml").read_text()))


def test_it_holds_to_the_specification(compose: dict[str, Any]) -> None:
    PyCompose.from_json(json.dumps(compose)).validate()


@pytest.mark.parametrize("name", ["compose.yaml", "compose.override.yaml"])
def test_no_mapping_has_a_duplicate_key(name: str) -> None:
    """Compose refuses duplicate keys; the parser here takes the last one."""
    nodes = [yaml.compose((ROOT / name).read_text())]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            names = [key.value for key, _ in node.value]
            assert len(names) == len(set(names)), f"line {node.start_mark.line + 1}: {names}"
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value


def test_the_compose_file_with_its_override_is_valid(compose: dict[str, Any], override: dict[str, Any]) -> None:
    both = {
        part: {**(compose.get(part) or {}), **(override.get(part) or {})}
        for part in ("services", "networks", "volumes", "secrets")
    }
    PyCompose.from_json(json.dumps(both)).validate()


@pytest.mark.parametrize(
    "broken",
    [
        {"services": {"a": {"image": "x", "nonsense": 1}}},
        {"services": {"a": {"image": "x", "networks": ["nowhere"]}}},
        {"services": {"a": {"image": "x", "secrets": ["nothing"]}}},
    ],
)
def test_the_check_finds_what_is_broken(broken: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"nonsense|nowhere|nothing"):
        PyCompose.from_json(json.dumps(broken)).validate()


def test_docker_stack_deploy_accepts_the_file(compose: dict[str, Any]) -> None:
    """The file must have no option that Compose accepts but `docker stack deploy` refuses."""
    assert not {"name", "include"} & compose.keys()
    for name, service in compose["services"].items():
        assert not {"profiles", "container_name", "env_file", "extends"} & service.keys(), name
        assert isinstance(service.get("depends_on", []), list), name
        assert "start_interval" not in service.get("healthcheck", {}), name
        # `docker stack deploy` ignores these options silently, so the shop must not depend on them.
        assert not {"tmpfs", "shm_size"} & service.keys(), name


def test_who_may_not_write_to_the_image_may_write_to_its_folder_for_what_passes(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        mounts = [mount["target"] if isinstance(mount, dict) else mount.split(":")[1] for mount in service["volumes"]]
        assert "/tmp" in mounts, name


def test_a_machine_of_one_core_starts_it(compose: dict[str, Any]) -> None:
    """Docker refuses a container with more CPUs than the machine has; 0 means all of them."""
    for name, service in compose["services"].items():
        assert float(service["deploy"]["resources"]["limits"]["cpus"]) <= 1, name


def test_the_network_is_the_one_that_is_trusted(compose: dict[str, Any]) -> None:
    [config] = compose["networks"]["front"]["ipam"]["config"]
    assert {compose["services"][name]["environment"]["SHOP_TRUSTED_PROXIES"] for name in PYTHON} == {config["subnet"]}


def test_the_databases_log_is_as_short_as_in_make_run(compose: dict[str, Any]) -> None:
    assert "log_error_verbosity=terse" in compose["services"]["postgres"]["command"]
    assert '"log_error_verbosity": "terse"' in (ROOT / "local" / "postgres.py").read_text()


def test_the_database_sorts_as_in_make_run(compose: dict[str, Any]) -> None:
    ours = (ROOT / "local" / "postgres.py").read_text()
    for option in compose["services"]["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split():
        assert f'"{option}"' in ours, option


def test_every_part_of_the_shop_is_there(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {*PYTHON, "postgres", "redis", "web"}


def test_nothing_is_privileged_and_everything_is_bounded(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
        assert service["deploy"]["restart_policy"]["condition"] in {"any", "on-failure"}, name
        assert service["healthcheck"], name


def test_only_the_front_is_reached_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["web"]


def test_it_is_a_shop_for_customers_unless_said_otherwise(compose: dict[str, Any]) -> None:
    assert {compose["services"][name]["environment"]["SHOP_ENVIRONMENT"] for name in PYTHON} == {"production"}


def test_only_this_machine_reaches_it_unless_said_otherwise(compose: dict[str, Any], override: dict[str, Any]) -> None:
    ports = [port for one in (compose, override) for each in one["services"].values() for port in each.get("ports", [])]
    assert len(ports) == 5
    assert all(port.startswith("127.0.0.1:") for port in ports), ports


def test_the_front_shares_no_network_with_what_holds_data(compose: dict[str, Any], override: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["web"]["networks"] == ["front"]
    for name in ("postgres", "redis"):
        assert services[name]["networks"] == ["data"], name
    assert compose["networks"]["data"]["internal"]
    for name, service in override["services"].items():
        assert "front" not in service["networks"], name


def test_whoever_uses_the_database_reaches_one_on_another_server(compose: dict[str, Any]) -> None:
    users = [each for each in compose["services"].values() if "shop_database_url" in each.get("secrets", [])]
    assert users
    assert all("outside" in each["networks"] for each in users)


def test_only_migrations_can_change_tables(compose: dict[str, Any]) -> None:
    holders = {
        name for name, each in compose["services"].items() if "shop_owner_database_url" in each.get("secrets", [])
    }
    assert holders == {"migrate"}


@pytest.mark.parametrize("earlier", [None, "postgresql://swarna:old-word@postgres:5432/swarna"])
def test_the_processes_and_the_migrations_are_given_two_roles(tmp_path: Path, earlier: str | None) -> None:
    shutil.copy(ROOT / "deploy" / "make-secrets", tmp_path)
    if earlier:
        (tmp_path / "secrets").mkdir()
        (tmp_path / "secrets" / "shop_database_url").write_text(earlier)
    for _ in range(2):
        subprocess.run([tmp_path / "make-secrets"], check=True, capture_output=True)
    owner, application = (
        make_url((tmp_path / "secrets" / name).read_text()) for name in ("shop_owner_database_url", "shop_database_url")
    )
    assert (owner.username, application.username) == ("swarna", "swarna_app")
    assert owner.password != application.password
    assert earlier is None or owner.password == "old-word"
    assert (owner.host, owner.database) == (application.host, application.database)


@pytest.mark.parametrize(
    "secrets",
    [
        {"shop_database_url": "postgresql://swarna:word@db.example:5432/swarna"},
        {"shop_database_url": "postgresql://swarna:word@postgres:5432/other"},
        {
            "shop_database_url": "postgresql://swarna:word@db.example:5432/swarna",
            "shop_owner_database_url": "postgresql://owner:word@db.example:5432/swarna",
        },
        {
            "shop_database_url": "postgresql://swarna:word@postgres:5432/swarna",
            "shop_owner_database_url": "postgresql://owner:word@postgres:5432/swarna",
        },
    ],
)
def test_the_addresses_of_a_database_that_an_operator_wrote_are_kept(tmp_path: Path, secrets: dict[str, str]) -> None:
    shutil.copy(ROOT / "deploy" / "make-secrets", tmp_path)
    (tmp_path / "secrets").mkdir()
    for name, value in secrets.items():
        (tmp_path / "secrets" / name).write_text(value)
    subprocess.run([tmp_path / "make-secrets"], check=True, capture_output=True)
    kept = {path.name: path.read_text() for path in (tmp_path / "secrets").glob("shop_*database_url")}
    assert kept | secrets == kept
    DatabaseSettings(database_url=kept["shop_database_url"], owner_database_url=kept["shop_owner_database_url"])


def test_secrets_come_from_files_and_stand_in_no_environment(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        for variable in service.get("environment", {}):
            assert (
                variable.endswith("_FILE")
                or not re.search("PASSWORD|SECRET_KEY|_URL$", variable)
                or (variable in {"SHOP_PUBLIC_URL", "SHOP_MEDIA_URL", "SHOP_OTLP_URL"})
            ), (name, variable)
    assert all(secret["file"].startswith("./deploy/secrets/") for secret in compose["secrets"].values())
    made = (ROOT / "deploy" / "make-secrets").read_text()
    assert set(compose["secrets"]) <= set(re.findall(r"keep (\w+)", made))


def test_flower_has_the_redis_password_in_no_argument(override: dict[str, Any], tmp_path: Path) -> None:
    """Every user of the machine can read the arguments of a process, and only its own user the environment."""
    url = "redis://:letme$in 'now'@redis:6379/0"
    secret, celery = tmp_path / "shop_redis_url", tmp_path / "celery"
    secret.write_text(f"{url}\n")
    celery.write_text('#!/bin/sh\nprintf "%s\\n" "$CELERY_BROKER_URL" "$*"\n')
    celery.chmod(0o755)
    shell, option, script = override["services"]["flower"]["command"]
    command = [shell, option, script.replace("/run/secrets/shop_redis_url", str(secret))]
    path = f"{tmp_path}:{os.defpath}"
    shown = subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=True).stdout
    assert shown.splitlines() == [url, "flower --port=5555"]


def test_who_stores_files_has_their_folder(compose: dict[str, Any]) -> None:
    storing = {each.queue for each in CONSUMERS.values() if "StorageUnavailable" in (each.effect.__doc__ or "")}
    assert storing == {"images", "imports"}
    holders = {name for name, each in compose["services"].items() if "media:/media-files" in each.get("volumes", [])}
    assert holders == {"api", *(name for name, queue in WORKERS.items() if queue in storing)}


def test_what_the_documents_tell_to_set_reaches_each_process(compose: dict[str, Any]) -> None:
    told = {name for file in DOCUMENTS for name in re.findall(r"\bSHOP_[A-Z_]+", (ROOT / file).read_text())}
    secret = {name.upper() for name in compose["secrets"]}
    for name in PYTHON:
        assert told - secret - ELSEWHERE <= compose["services"][name]["environment"].keys(), name


@pytest.mark.parametrize("settings", READERS)
def test_every_setting_is_told_and_reaches_each_process(compose: dict[str, Any], settings: type[BaseSettings]) -> None:
    # A document may name a secret by its file.
    told = {name for file in DOCUMENTS for name in re.findall(r"\bSHOP_[A-Z_]+", (ROOT / file).read_text().upper())}
    secret = {name.upper() for name in compose["secrets"]}
    needed = {f"SHOP_{name.upper()}" for name in settings.model_fields} - FOR_TESTS
    assert needed <= told, "name the setting in README.md or docs/operations.md"
    for name in PYTHON:
        handed_on = secret | compose["services"][name]["environment"].keys() | ELSEWHERE
        assert needed <= handed_on, f"hand the setting on to {name} in compose.yaml"


@pytest.mark.parametrize("settings", READERS)
def test_a_setting_that_nobody_changed_is_the_same_as_in_make_run(
    compose: dict[str, Any], settings: type[BaseSettings]
) -> None:
    given = compose["services"]["api"]["environment"]
    of_containers = {"public_url", "trusted_proxies", "media_dir", "metrics_port", "metrics_host"}
    for name, field in settings.model_fields.items():
        value = given.get(f"SHOP_{name.upper()}")
        if value and name not in of_containers and not field.is_required():
            found = TypeAdapter(field.annotation).validate_python(value)
            assert found == field.default, name


@pytest.mark.parametrize(("name", "queue"), WORKERS.items())
def test_workers_run_as_in_make_run(compose: dict[str, Any], name: str, queue: str) -> None:
    _python, *ours = processes.worker(name, queue).command
    assert ours == [*compose["services"][name]["command"][1:], "--name", name]


def test_the_web_servers_run_as_in_make_run(compose: dict[str, Any]) -> None:
    ours = set(_options(processes.web("web", "0.0.0.0", 8000).command))
    for name in ("api", "realtime"):
        theirs = set(_options(compose["services"][name]["command"]))
        differing = {option for option in theirs ^ ours if not option.startswith(("--ws", "--factory", "--timeout"))}
        assert not differing, (name, differing)


def _options(words: list[str] | tuple[str, ...]) -> list[str]:
    joined: list[str] = []
    for word in words:
        if joined and not word.startswith("--") and joined[-1].startswith("--") and "=" not in joined[-1]:
            joined[-1] += f"={word}"
        elif word.startswith("--"):
            joined.append(word)
    return joined
