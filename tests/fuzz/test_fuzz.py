import pytest

from tests.fuzz.__main__ import CALLERS, TRUSTING, fuzz
from tests.fuzz.pages import fuzz_pages


@pytest.fixture(scope="module")
def shop(shop_stack, demo_folder):
    with shop_stack(demo_folder(), environment=TRUSTING) as started:
        yield started


@pytest.mark.timeout(900)
@pytest.mark.parametrize("caller", ["nobody", "shopper", "admin"])
def test_the_api_keeps_to_its_description_whatever_is_sent(shop, caller):
    """Each operation gets its examples and a few generated requests from a caller who may call it.

    `make fuzz` sends thousands to all operations as each caller; tests/api/test_access_matrix.py tests refusals.
    """
    only = [part for operation in CALLERS[caller].own_operations for part in ("--include-operation-id", operation)]
    report = fuzz(shop, caller, seed=1, examples=2, options=("--phases", "examples,fuzzing", *only))
    assert report.is_clean, report.words
    assert report.cases > len(CALLERS[caller].own_operations)


@pytest.mark.timeout(300)
def test_pages_and_files_answer_whatever_is_asked_for(shop):
    findings = fuzz_pages(shop.url, seed_=1, cases=600)
    assert not findings.found, "\n".join(findings.found)
    assert findings.cases > 500
    assert "Traceback" not in shop.log.read_text()
