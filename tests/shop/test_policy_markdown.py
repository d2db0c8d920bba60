"""The Markdown of policy pages: what it may contain, and the values of settings in it."""

import pytest

from shop.errors import Invalid
from shop.policies import markdown
from shop.policies.pages import PolicyPage, default_text
from shop.settings import Settings


def render(text: str) -> str:
    return markdown.render(
        text, Settings(database_url="postgresql://nowhere/none", secret_key="t" * 40, return_days=12)
    )


def test_values_of_settings_are_inserted():
    assert render("Return it within {returnDays} days.") == "<p>Return it within 12 days.</p>\n"


def test_an_unknown_value_is_refused():
    with pytest.raises(Invalid, match=r"There is no value {days}\. Choose from {returnDays}"):
        render("Within {days} days")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[here](javascript:alert(1))",
        "[here](data:text/html,hello)",
        "![picture](https://elsewhere.example/pixel.gif)",
    ],
)
def test_nothing_that_acts_is_rendered(text):
    html = render(text)
    assert not any(tag in html for tag in ("<script", "<img", 'href="javascript', 'href="data'))


@pytest.mark.parametrize("page", PolicyPage)
def test_default_texts_are_rendered(page):
    html = render(default_text(page))
    assert "<h2>" in html
    assert "{" not in html
