import pytest

from shop.security import passwords


@pytest.mark.parametrize("password", ["Secret@1", "A1!aaaaa", "12345678A^", "Z9*" + "a" * 125])
def test_a_password_that_follows_the_rule_is_fit(password):
    assert passwords.is_fit(password)


@pytest.mark.parametrize(
    "password",
    [
        "",
        "Sec@1",
        "Secre@1",
        "secret@1",
        "Secret@x",
        "Secret12",
        "Secret 1@",
        "Secret-1a",
        "Sécret@12",
        "Secret@१२३",
        "Secret@1\n",
        "Secret@1\x00",
        "Z9*" + "a" * 126,
    ],
)
def test_a_password_that_breaks_the_rule_is_unfit(password):
    assert not passwords.is_fit(password)


def test_a_hash_is_argon2id_at_its_cost_and_verifies():
    hashed = passwords.hash_password("Secret@2026")
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert passwords.verify("Secret@2026", hashed)
    assert not passwords.verify("secret@2026", hashed)


def test_no_password_verifies_without_a_hash():
    assert not passwords.verify("Nobody@0000", None)


def test_the_same_password_hashes_differently_each_time():
    assert passwords.hash_password("Secret@2026") != passwords.hash_password("Secret@2026")
