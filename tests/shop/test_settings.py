import pytest
from pydantic import ValidationError

from shop.contact.settings import contact_settings
from shop.settings import DatabaseSettings, Settings
from shop.startup.load_settings import describe_invalid_settings
from tests.support.environment import shop_environment

FIT = {"SHOP_DATABASE_URL": "postgresql://u:p@h/d", "SHOP_SECRET_KEY": "s" * 32}


def failing(variables: dict[str, str]) -> set[str]:
    with pytest.raises(ValidationError) as refusal, shop_environment(**variables):
        pass
    return {str(error["loc"][0]) for error in refusal.value.errors()}


def test_fit_settings_are_read():
    with shop_environment(**FIT) as read:
        assert read.database_url == "postgresql+psycopg://u:p@h/d"
        assert read.environment == "production"


@pytest.mark.parametrize(
    "wrong", [{"SHOP_PAN_KEYS": "hidden-word"}, {"SHOP_DATABASE_URL": "u:hidden-word"}, {"SHOP_BANK_ACCOUNT": "5"}]
)
def test_the_text_of_an_error_has_no_secret(wrong):
    secret = {"SHOP_SECRET_KEY": "hidden-word" * 3, "SHOP_DATABASE_URL": "postgresql://u:hidden-word@h/d"}
    with pytest.raises(ValidationError) as refusal, shop_environment(**secret | wrong):
        pass
    [error] = refusal.value.errors()
    assert error["msg"] in str(refusal.value)
    assert "hidden-word" not in str(refusal.value)


@pytest.mark.parametrize("name", ["SHOP_DATABASE_URL", "SHOP_SECRET_KEY"])
def test_a_missing_setting_fails_at_start(name):
    variables = {key: value for key, value in FIT.items() if key != name}
    assert failing(variables) == {name.removeprefix("SHOP_").lower()}


@pytest.mark.parametrize("secret", ["", "short", "s" * 31])
def test_a_short_secret_fails_at_start(secret):
    assert failing(FIT | {"SHOP_SECRET_KEY": secret}) == {"secret_key"}


@pytest.mark.parametrize("url", ["", "sqlite://", "mysql://u@h/d", "h/d", "postgresql://h/d?sslmod=require"])
def test_another_database_is_refused(url):
    assert failing(FIT | {"SHOP_DATABASE_URL": url}) == {"database_url"}


def test_a_mistyped_address_is_refused_without_its_password():
    with (
        pytest.raises(ValidationError) as refused,
        shop_environment(**FIT | {"SHOP_DATABASE_URL": "postgresql://u:p@hidden:word@h/d"}),
    ):
        pass
    [error] = refused.value.errors()
    assert error["msg"] == "Value error, it must be postgresql://user:password@host:port/name"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_the_usual_spellings_of_an_address_mean_the_same(scheme):
    assert DatabaseSettings(database_url=f"{scheme}://u:p@h/d").database_url == "postgresql+psycopg://u:p@h/d"


@pytest.mark.parametrize(
    ("name", "url"),
    [
        *(
            (name, url)
            for name in ("public_url", "other_addresses")
            for url in (
                "shop.example",
                "https//shop.example",
                "https://",
                "ftp://shop.example",
                "https://shop.example/store",
                "https://shop.example?a",
                "https://shop.example?",
                "https://shop.example/#",
                "https://schmück.example",
                "https://u:hidden@shop.example",
                "https://shop.example:x",
                "https://[",
            )
        ),
        ("public_url", ""),
        ("other_addresses", "http://192.168.1.5:8000, shop.example"),
        ("smtp_url", "mail.example:587"),
        ("smtp_url", "smtp:mail.example"),
        ("smtp_url", "http://mail.example"),
        ("smtp_url", "smtp+starttls://u:hidden#word@mail.example:587"),
        ("media_url", "https://bucket"),
        ("media_url", "s3://"),
        ("media_url", "s3:///prefix"),
        ("media_url", "s3://["),
        ("media_url", "s3://bucket?endpoint=minio:9000"),
        ("redis_url", ""),
        ("redis_url", "redis.example:6379"),
        ("redis_url", "http://redis.example"),
        ("redis_url", "redis://:hidden#word@redis.example:x"),
        ("redis_url", "unix:///run/redis.sock"),
        ("redis_url", "redis://:hidden@redis.example?db=1"),
        ("redis_url", "redis://:hidden@redis.example?ssl_cert_reqs=none"),
        ("redis_url", "rediss://:hidden@redis.example?ssl_cert_reqs=maybe"),
    ],
)
def test_a_url_that_cannot_work_fails_at_start_without_its_password(name, url):
    variable = f"SHOP_{name.upper()}"
    with pytest.raises(ValidationError) as refused, shop_environment(**FIT | {variable: url}):
        pass
    assert [error["loc"] for error in refused.value.errors()] == [(name,)]
    said = describe_invalid_settings(refused.value)
    assert said.startswith(f"{variable} must ")
    assert "hidden" not in said


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("public_url", "https://shop.example/"),
        ("public_url", "http://[::1]:8000"),
        ("public_url", "HTTPS://Shop.example"),
        ("public_url", "https://xn--schmck-6ya.example"),
        ("other_addresses", ""),
        ("other_addresses", "http://192.168.1.5:8000/, https://www.shop.example,"),
        ("smtp_url", ""),
        ("smtp_url", "smtp://mail.example"),
        ("smtp_url", "smtp://[::1]:1025"),
        ("smtp_url", "smtp+starttls://u%40shop.example:p%23@mail.example:587"),
        ("smtp_url", "smtps://mail.example/"),
        ("media_url", "s3://bucket"),
        ("media_url", "s3://bucket/prefix?endpoint=http://minio:9000&region=x"),
        ("redis_url", "redis://"),
        ("redis_url", "redis://:p@redis.example:6379/0"),
        ("redis_url", "rediss://redis.example?ssl_cert_reqs=required"),
        ("redis_url", "rediss://redis.example/1?ssl_ca_certs=/run/ca.pem&ssl_check_hostname=false"),
    ],
)
def test_the_usual_forms_of_a_url_are_accepted(name, url):
    with shop_environment(**FIT | {f"SHOP_{name.upper()}": url}) as read:
        assert getattr(read, name) == url


@pytest.mark.parametrize("name", ["mail_from", "mail_contact"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Care",
        "Care <care>",
        "Swarna <care@>",
        "Swarna, Chennai <care@swarna.in>",
        "care@swarna.in, orders@swarna.in",
        "Care: care@swarna.in;",
        "Swarna <care@swarna.in",
        "care@swarna.in\nBcc: all@swarna.in",
    ],
)
def test_a_mailbox_that_no_mail_reaches_fails_at_start(name, text):
    with pytest.raises(ValidationError) as refused, shop_environment(**FIT | {f"SHOP_{name.upper()}": text}):
        pass
    said = describe_invalid_settings(refused.value)
    assert said.startswith(f"SHOP_{name.upper()} must be one email address")
    assert '"Swarna, Chennai" <' in said


@pytest.mark.parametrize(
    ("text", "email"),
    [
        ("care@swarna.in", "care@swarna.in"),
        ("Care <care@swarna.in>", "care@swarna.in"),
        ("Swarna.in Śrī <care@swarna.in>", "care@swarna.in"),
        ('"Swarna, Chennai" <care@swarna.in>', "care@swarna.in"),
    ],
)
def test_a_mailbox_has_an_address_with_or_without_a_name(text, email):
    with shop_environment(**FIT | {"SHOP_MAIL_FROM": text, "SHOP_MAIL_CONTACT": text}) as read:
        assert read.mail_from == text
        assert read.contact_email == email


def test_tls_is_found_in_a_public_url_in_capitals():
    with shop_environment(**FIT | {"SHOP_PUBLIC_URL": "HTTPS://SHOP.EXAMPLE"}) as read:
        assert read.has_tls


@pytest.mark.parametrize("keys", ["only-an-id", "id:", ":secret"])
def test_half_of_a_bucket_s_keys_is_refused(keys):
    assert failing(FIT | {"SHOP_MEDIA_KEYS": keys}) == {"media_keys"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((f"payment_{each}", value) for each in ("hours", "reminder_hours") for value in ("0", "inf", "nan", "1e9")),
        *(("online_minutes", value) for value in ("inf", "525601")),
        *((f"sockets_per_{each}", "0") for each in ("person", "address")),
    ],
)
def test_a_number_with_which_no_request_succeeds_fails_at_start(name, value):
    assert failing(FIT | {f"SHOP_{name.upper()}": value}) == {name}


def test_an_unknown_environment_is_refused():
    assert failing(FIT | {"SHOP_ENVIRONMENT": "staging"}) == {"environment"}


def test_the_secret_does_not_show():
    settings = Settings(database_url="postgresql://h/d", secret_key="very-secret-" * 4)
    assert "very-secret" not in repr(settings)


def test_local_with_an_address_of_the_world_fails_at_start():
    refused = FIT | {"SHOP_ENVIRONMENT": "local", "SHOP_PUBLIC_URL": "https://shop.example"}
    with pytest.raises(ValidationError, match="SHOP_ENVIRONMENT=production"), shop_environment(**refused):
        pass


@pytest.mark.parametrize(
    "owner",
    [
        "postgresql://o:p@h/other",
        "postgresql://o:p@elsewhere/d",
        "postgresql://o:p@h:6/d",
        "postgresql://o:p@h/d?host=elsewhere",
        "postgresql://o:p@h/d?hostaddr=10.0.0.1",
    ],
)
def test_two_addresses_of_different_databases_are_refused(owner):
    with (
        pytest.raises(ValidationError, match="must name the same database"),
        shop_environment(**FIT | {"SHOP_OWNER_DATABASE_URL": owner}),
    ):
        pass


def test_migrations_run_as_the_owner_where_there_is_one():
    with shop_environment(**FIT) as read:
        assert read.as_owner.database_url == read.database_url
    for url in ("o:p@h:5432/d", "o:p@/d?host=h&sslmode=require"):
        with shop_environment(**FIT | {"SHOP_OWNER_DATABASE_URL": f"postgres://{url}"}) as read:
            assert read.as_owner.database_url == f"postgresql+psycopg://{url}"


@pytest.mark.parametrize(
    ("given", "read"), [("", ""), ("+91 98400 00000", "919840000000"), ("(1) 555-000.0000", "15550000000")]
)
@pytest.mark.parametrize("name", ["SHOP_CHAT_NUMBER", "VITE_CHAT_NUMBER"])
def test_the_chat_number_is_digits_with_the_country_s_code(name, given, read):
    with shop_environment(**FIT, **{name: given}):
        assert contact_settings().chat_number == read


@pytest.mark.parametrize("number", ["abc", "12", "0091 98400 00000", "9" * 16, "+91 98400 x"])
def test_a_chat_number_that_is_none_fails_at_start(number):
    assert failing(FIT | {"SHOP_CHAT_NUMBER": number}) == {"SHOP_CHAT_NUMBER"}


@pytest.mark.parametrize("links", ["javascript:alert(1)", "instagram.com/swarna", 'https://a.example/"x', "https://"])
def test_a_social_link_that_is_no_address_fails_at_start(links):
    assert failing(FIT | {"SHOP_SOCIAL_LINKS": f"https://a.example/ok {links}"}) == {"SHOP_SOCIAL_LINKS"}


GST = {"SHOP_GSTIN": "33AAACS4207Q1Z9", "SHOP_LEGAL_NAME": "Swarna Jewels", "SHOP_LEGAL_ADDRESS": "1 Lane, Chennai"}


def test_a_gst_number_says_the_state():
    with shop_environment(**FIT, **GST) as read:
        assert read.gst_state_code == "33"


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"SHOP_GSTIN": "33AAACS4207Q1Z8"}, "SHOP_GSTIN is not a GST number"),
        ({"SHOP_GSTIN": "33AAACS4207Q1"}, "SHOP_GSTIN is not a GST number"),
        ({"SHOP_LEGAL_NAME": ""}, "SHOP_GSTIN needs SHOP_LEGAL_NAME and SHOP_LEGAL_ADDRESS"),
    ],
)
def test_an_invoice_that_nobody_may_issue_fails_at_start(variables, sentence):
    with pytest.raises(ValidationError, match=sentence), shop_environment(**(FIT | GST | variables)):
        pass
