import pytest

from tests.faults import changes, kill_processes


@pytest.mark.timeout(180)
async def test_a_kill_of_any_process_loses_no_change_and_turns_no_page_back(tmp_path):
    report = await kill_processes.run(tmp_path / "shop", seed=20, changes=120, kills=len(kill_processes.KILLED))

    assert not report.faults, str(report)
    assert set(report.killed) == set(kill_processes.KILLED)
    assert report.acknowledged == 120 + changes.HEALED
