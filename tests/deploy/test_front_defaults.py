"""The address of the name server, which deploy/front finds by itself."""

import subprocess
from pathlib import Path

import pytest

from tests.support.compose_topology import ROOT


def written(folder: Path, **environment: str) -> str:
    """Run deploy/front with a program that does nothing instead of nginx. Return the configuration that it wrote."""
    given = {"PATH": "/usr/bin:/bin", "SCRATCH": str(folder), "PROGRAM": "true"} | environment
    subprocess.run([ROOT / "deploy" / "front"], env=given, check=True)
    return (folder / "nginx.conf").read_text()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("search dns.podman\nnameserver 10.89.0.1\nnameserver 192.168.1.1\n", "10.89.0.1"),
        ("# comment\nnameserver fe80::1%eth0\nnameserver\t10.89.0.1 \noptions ndots:0", "10.89.0.1"),
        ("nameserver fd00::1\n", "127.0.0.11"),
        ("", "127.0.0.11"),
    ],
)
def test_names_are_resolved_by_the_name_server_of_the_container(tmp_path: Path, lines: str, found: str) -> None:
    """Docker has its own at 127.0.0.11 in each container, Podman at the gateway of the network."""
    (tmp_path / "resolv.conf").write_text(lines)
    configuration = written(tmp_path, RESOLV_CONF=str(tmp_path / "resolv.conf"))
    assert f"resolver {found} valid=2s" in configuration
