"""`python -m demo` names an invalid setting in one sentence; `make run` shows the last line of its output."""

import pytest

from demo import __main__ as command
from tests.support.environment import clear_settings, shop_environment


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SHOP_COD_LIMIT", "abc", "SHOP_COD_LIMIT: Input should be a valid decimal"),
        ("SHOP_GSTIN", "33AABCS1429B1Z5", "SHOP_GSTIN is not a GST number"),
        ("SHOP_CHAT_NUMBER", "abc", "SHOP_CHAT_NUMBER must be a number"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(monkeypatch, name, value, sentence):
    given = {"SHOP_DATABASE_URL": "postgresql://shop.example/shop", "SHOP_SECRET_KEY": "t" * 40}
    for each, text in (given | {name: value}).items():
        monkeypatch.setenv(each, text)
    with shop_environment(**given):
        clear_settings()  # so that the command reads the variables
        with pytest.raises(SystemExit) as refused:
            command.main()
    assert str(refused.value.code).startswith(sentence)
    assert "\n" not in str(refused.value.code)
