"""Migrations do not begin on a server that is too old for the shop."""

import pytest

from shop.startup.server_version import refuse_old_server


@pytest.mark.parametrize("version", [(17, 0), (18, 4)])
def test_a_server_that_is_new_enough_is_accepted(version):
    refuse_old_server(version)


@pytest.mark.parametrize(("version", "number"), [((16, 14), "16.14"), ((9, 6, 24), "9.6.24")])
def test_an_older_server_is_refused_in_one_sentence(version, number):
    with pytest.raises(SystemExit) as ended:
        refuse_old_server(version)
    assert ended.value.code == f"The shop needs PostgreSQL 17 or newer; this server is {number}. Nothing was changed."
