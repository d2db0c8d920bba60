import pytest

from tests.fuzz.__main__ import TRUSTING, fuzz


@pytest.fixture(scope="module")
def shop(shop_stack):
    with shop_stack(with_demo=True, environment=TRUSTING) as started:
        yield started


@pytest.mark.timeout(900)
@pytest.mark.parametrize("caller", ["nobody", "shopper", "admin"])
def test_the_api_keeps_to_its_description_whatever_is_sent(shop, caller):
    """The examples and a few drawn cases of each call; `make fuzz` takes thousands."""
    report = fuzz(shop, caller, seed=1, examples=2, options=("--phases", "examples,fuzzing"))
    assert report.is_clean, report.words
    assert report.cases > 100
