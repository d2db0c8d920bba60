"""A free port is handed out only once, as two servers with the same port would get each other's requests."""

import random
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from local.ports import free_port, is_free

ELSEWHERE = "import random; random.sample = lambda *_, **__: {}; from local.ports import free_port; print(free_port())"


@pytest.fixture
def unclaimed() -> int:
    """Return a free port that no other process of this run has chosen."""
    for port in random.sample(range(15_000, 32_000), k=50):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as claim:
            claim.bind(("127.0.0.1", port))
            if is_free("127.0.0.1", port):
                return port
    raise AssertionError("every port is taken")


def test_a_port_is_not_chosen_again_before_its_server_listens(monkeypatch, unclaimed):
    chosen = free_port()
    monkeypatch.setattr(random, "sample", lambda *_, **__: [chosen, unclaimed])
    assert is_free("127.0.0.1", chosen)
    assert free_port() == unclaimed


def test_no_other_process_chooses_it_either(unclaimed):
    code = ELSEWHERE.format([free_port(), unclaimed])
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert int(said.stdout) == unclaimed


def test_a_persistent_port_is_the_same_at_each_start_until_another_server_has_it(tmp_path):
    file = tmp_path / "port"
    first = _kept_by_a_new_process(file)
    assert _kept_by_a_new_process(file) == first
    with socket.create_server(("127.0.0.1", first)):
        second = _kept_by_a_new_process(file)
    assert second != first
    assert _kept_by_a_new_process(file) == second
    file.write_text("none")
    assert _kept_by_a_new_process(file) == int(file.read_text())


def _kept_by_a_new_process(file: Path) -> int:
    code = f"from pathlib import Path; from local import ports; print(ports.persistent_port(Path({str(file)!r})))"
    return int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
