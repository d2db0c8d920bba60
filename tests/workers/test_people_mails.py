"""Mails with a one-time code, with a contact message, and with a link to confirm the newsletter."""

import datetime as dt
import re
from email.headerregistry import Address

import pytest
from sqlalchemy import delete, select, text, update
from structlog.testing import capture_logs

from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.customers import one_time_codes
from shop.customers.events import CustomerRegistered, OtpRequested
from shop.customers.one_time_codes import OneTimeCode
from shop.events import outbox, retries
from shop.newsletter.events import NewsletterSubscribed
from shop.newsletter.model import LinkPurpose, NewsletterReader, unsubscribe_token
from shop.security import signed_links
from tests.workers.test_mails import HOSTILE, parts
from workers.mail import rendering
from workers.reactions.mails import account_mails

ENCODED_ADDRESSES = [
    "=?l1?b?YQpDb250ZW50LVR5cGU6IHRleHQvaHRtbAoKPGgxPkhlbGxvPC9oMT48IS0t?=@x.example",
    "=?utf-8?q?v=40evil.example=2Cw?=@x.example",
    "=?utf-8?q?v=0D=0ABcc=3Az=40z.example?=@x.example",
    "a@=?l1?q?b=0AX-Inj=3Az?=.example",
    "=?utf-8?q?a?=@mail.example",
]


def ask_for_code(session, email: str, customer_id: int | None, *, at: dt.datetime | None = None) -> int:
    code_id = session.scalar(
        one_time_codes.store(one_time_codes.new_code(email, at=at or now()), customer_id=customer_id)
    )
    outbox.record_sync(session, OtpRequested(code_id=code_id, customer_id=customer_id), at=now())
    session.commit()
    return code_id


def kept(session, code_id: int) -> OneTimeCode:
    session.expire_all()
    return session.get_one(OneTimeCode, code_id)


def ended(session) -> tuple[bool, bool, str | None]:
    """Return whether the one delivery is done, whether it is dead, and its last error."""
    state = "done_at IS NOT NULL, dead_at IS NOT NULL, last_error"
    [row] = session.execute(text(f"SELECT {state} FROM delivery")).all()
    return tuple(row)


def write_to_shop(session, **fields: str) -> None:
    given = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}
    message = ContactMessage(**(given | fields), received_at=now())
    session.add(message)
    session.flush()
    outbox.record_sync(session, ContactMessageReceived(message_id=message.id), at=now())
    session.commit()


def ask_for_newsletter(session, **fields) -> NewsletterReader:
    reader = NewsletterReader(**{"email": "reader@mail.example", "asked_at": now()} | fields)
    session.add(reader)
    session.flush()
    outbox.record_sync(session, NewsletterSubscribed(reader_id=reader.id), at=now())
    session.commit()
    return reader


def test_a_code_is_mailed_in_both_parts_and_is_the_stored_one(session, shopper, mailbox, deliver_all):
    code_id = ask_for_code(session, shopper.email, shopper.id)
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert mail["To"] == "Asha Verma <asha@mail.example>"
    plain, page = parts(mail)
    [code] = set(re.findall(r"\b\d{6}\b", plain))
    assert re.search(rf">{code}<", page)
    assert code not in mail["Subject"]
    row = kept(session, code_id)
    assert row.matches(code)
    assert not row.matches("000000" if code != "000000" else "111111")


def test_the_encrypted_code_is_erased_once_the_mail_is_sent(session, shopper, mailbox, deliver_all):
    code_id = ask_for_code(session, shopper.email, shopper.id)
    assert kept(session, code_id).sealed is not None
    deliver_all()
    assert kept(session, code_id).sealed is None
    session.execute(text("UPDATE delivery SET done_at = NULL"))
    session.commit()
    deliver_all()
    assert len(mailbox.mails) == 1


def test_nothing_is_mailed_to_an_unknown_address(session, mailbox, deliver_all):
    code_id = ask_for_code(session, "nobody@mail.example", None)
    assert deliver_all() == 1
    assert mailbox.mails == []
    assert kept(session, code_id).sealed is None


def test_an_expired_code_is_not_mailed(session, shopper, mailbox, deliver_all):
    code_id = ask_for_code(session, shopper.email, shopper.id, at=now() - one_time_codes.LIFETIME)
    assert deliver_all() == 1
    assert mailbox.mails == []
    assert kept(session, code_id).sealed is None
    assert ended(session) == (True, False, account_mails.CODE_EXPIRED)


def test_a_code_is_retried_until_the_server_accepts_it(session, shopper, mailbox, deliver_all):
    ask_for_code(session, shopper.email, shopper.id)
    mailbox.refusal = "451 Later, please"
    assert [deliver_all() for _ in range(12)] == [0] * 12
    assert ended(session)[:2] == (False, False)
    assert session.scalar(text("SELECT due_at < now() + interval '13 s' FROM delivery"))
    mailbox.refusal = None
    assert deliver_all() == 1
    assert len(mailbox.mails) == 1
    assert ended(session) == (True, False, None)


def test_a_code_whose_server_stays_unreachable_expires_without_an_alarm(session, shopper, mailbox, deliver_all):
    code_id = ask_for_code(session, shopper.email, shopper.id)
    mailbox.refusal = "451 Later, please"
    deliver_all()
    session.execute(update(OneTimeCode).values(expires_at=now()))
    session.commit()
    mailbox.refusal = None
    assert deliver_all() == 1
    assert mailbox.mails == []
    assert kept(session, code_id).sealed is None
    is_done, is_dead, reason = ended(session)
    assert (is_done, is_dead) == (True, False)
    assert reason.startswith(f"{account_mails.CODE_EXPIRED} The last try: CodeNotSentYet: SMTPDataError: ")


def test_a_code_whose_row_is_deleted_has_expired(session, shopper, mailbox, deliver_all):
    ask_for_code(session, shopper.email, shopper.id)
    session.execute(delete(OneTimeCode))
    session.commit()
    assert deliver_all() == 1
    assert ended(session) == (True, False, account_mails.CODE_EXPIRED)


def test_a_code_that_the_server_refuses_is_dead_after_eight_tries(session, shopper, mailbox, deliver_all):
    ask_for_code(session, shopper.email, shopper.id)
    mailbox.refusal = "550 Nobody of that name"
    for _ in range(retries.MAX_ATTEMPTS):
        deliver_all()
    assert ended(session)[:2] == (False, True)


def test_only_the_newest_code_is_mailed(session, shopper, mailbox, deliver_all):
    ask_for_code(session, shopper.email, shopper.id)
    code_id = ask_for_code(session, shopper.email, shopper.id)
    deliver_all()
    [mail] = mailbox.mails
    assert kept(session, code_id).matches(re.search(r"\b\d{6}\b", parts(mail)[0])[0])


def test_a_code_is_in_no_event_queue_log_or_dead_letter(session, shopper, mailbox, deliver_all, capfd, monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda _: 918273)
    code_id = ask_for_code(session, shopper.email, shopper.id)
    mailbox.refusal = "550 No codes here: 918273"
    assert deliver_all() == 0
    mailbox.refusal = None
    [error] = session.scalars(text("SELECT last_error FROM delivery"))
    assert "550" in error
    assert "******" in error
    told = [error, "".join(capfd.readouterr())]
    told += [str(row) for row in session.execute(text("SELECT * FROM domain_event"))]
    told += [str(row) for row in session.execute(text("SELECT * FROM delivery"))]
    assert not any("918273" in words for words in told)
    row = kept(session, code_id)
    assert b"918273" not in row.sealed + row.code_hash + row.subject
    deliver_all()
    assert "918273" in parts(mailbox.mails[0])[0]


@pytest.mark.parametrize("is_code", [True, False])
def test_the_log_of_a_refused_mail_does_not_name_its_recipient(session, shopper, mailbox, deliver_all, is_code):
    if is_code:
        ask_for_code(session, shopper.email, shopper.id)
    else:
        outbox.record_sync(session, CustomerRegistered(customer_id=shopper.id), at=now())
        session.commit()
    mailbox.refusal = "550 No mailbox <asha@mail.example> here"
    with capture_logs() as logged:
        assert deliver_all() == 0
    [error] = session.scalars(text("SELECT last_error FROM delivery"))
    assert "asha@mail.example" in error
    [line] = [each for each in logged if each["event"] == "delivery failed"]
    assert (line["reason"], line["exc_info"]) == (error.replace("asha@mail.example", "[address]"), False)


def test_an_encrypted_code_is_decrypted_for_its_own_address_only(shop_settings):
    sealed = one_time_codes.encrypt(one_time_codes.subject_of("a@b.example"), "123456")
    assert one_time_codes.decrypt(one_time_codes.subject_of("A@B.example"), sealed) == "123456"
    with pytest.raises(ValueError, match="another address"):
        one_time_codes.decrypt(one_time_codes.subject_of("b@b.example"), sealed)


def test_a_message_goes_to_the_shop_with_a_reply_to_of_its_sender(session, mailbox, deliver_all):
    write_to_shop(session, phone="+91 98", company="Rao & Sons", message="Line one\n<b>two</b>")
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert mailbox.recipients == [["care@swarna.example"]]
    assert mail.get_all("Reply-To") == ["Ravi <ravi@mail.example>"]
    assert mail["From"] == "Swarna <orders@swarna.example>"
    plain, page = parts(mail)
    assert "Line one\r\n<b>two</b>" in plain
    assert "Line one<br>&lt;b&gt;two&lt;/b&gt;" in page
    assert "Rao &amp; Sons" in page


@pytest.mark.parametrize("name", HOSTILE)
def test_no_sender_adds_a_header_or_a_recipient(session, mailbox, deliver_all, name):
    write_to_shop(session, name=name, phone=name, company=name, message=f"{name}\r\nBcc: thief@evil.example\r\n.\r\n")
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert mailbox.recipients == [["care@swarna.example"]]
    [reply_to] = mail.get_all("Reply-To")
    assert [address.addr_spec for address in mail["Reply-To"].addresses] == ["ravi@mail.example"]
    assert reply_to
    assert mail["Subject"] == "A message from the contact form"
    assert not {"bcc", "cc", "sender"} & {header.lower() for header in mail.keys()}  # noqa: SIM118 - a message iterates over other values than its keys


def test_a_name_adds_no_line_to_the_mail(session, mailbox, deliver_all):
    write_to_shop(session, name="Ravi\r\nEmail:    boss@shop.example", phone="1\n2")
    assert deliver_all() == 1
    plain, _ = parts(mailbox.mails[0])
    lines = plain.splitlines()
    assert "Name:     Ravi Email: boss@shop.example" in lines
    assert [line for line in lines if line.startswith("Email:")] == ["Email:    ravi@mail.example"]
    assert "Phone:    1 2" in lines


@pytest.mark.parametrize(
    "email",
    [
        "o'neil+gold@mail.example",
        "a..b@mail.example",
        ".a@mail.example",
        "a@münchen.example",
        "é@mail.example",
        "a@b..c",
        "a" * 200 + "@mail.example",
        "%s@mail.example",
        "{{7*7}}@mail.example",
    ],
)
def test_an_unusual_sender_gives_one_reply_to(session, mailbox, deliver_all, email):
    write_to_shop(session, email=email)
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert len(mail.get_all("Reply-To")) == 1
    assert email in parts(mail)[0]


@pytest.mark.parametrize("email", ENCODED_ADDRESSES)
def test_an_address_that_mail_programs_decode_gets_no_mail_and_no_reply(session, mailbox, deliver_all, email):
    ask_for_newsletter(session, email=email)
    assert deliver_all() == 1
    assert mailbox.mails == []
    write_to_shop(session, email=email)
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert mailbox.recipients == [["care@swarna.example"]]
    assert mail["Subject"] == "A message from the contact form"
    assert not {"reply-to", "bcc", "x-inj"} & {header.lower() for header in mail.keys()}  # noqa: SIM118 - as above
    assert f"Email:    {email}" in parts(mail)[0]


def test_a_mail_that_would_arrive_with_other_headers_is_a_dead_letter(session, mailbox, deliver_all, monkeypatch):
    monkeypatch.setattr(rendering, "address", lambda name, email: Address(name, *email.split("@")))
    write_to_shop(session, email=ENCODED_ADDRESSES[1])
    assert [deliver_all() for _ in range(retries.MAX_ATTEMPTS)] == [0] * retries.MAX_ATTEMPTS
    is_done, is_dead, error = ended(session)
    assert (is_done, is_dead, error.partition(":")[0]) == (False, True, "HeadersChanged")
    assert mailbox.mails == []


def test_a_link_to_confirm_the_newsletter_is_mailed(session, mailbox, deliver_all):
    reader = ask_for_newsletter(session)
    assert deliver_all() == 1
    [mail] = mailbox.mails
    assert mail["To"].addresses == (Address("", "reader", "mail.example"),)
    leave = f"https://shop.example/api/newsletter/unsubscribe/?token={unsubscribe_token(reader.id)}"
    assert mail["List-Unsubscribe"] == f"<{leave}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert dict(mail.raw_items())["List-Unsubscribe"] == f"<{leave}>"
    plain, page = parts(mail)
    [token] = re.findall(r"https://shop\.example/newsletter\?state=confirm&token=(\S+)", plain)
    link = signed_links.read(token, at=now())
    assert link.subject_id == reader.id
    assert link.is_signed(LinkPurpose.CONFIRM.key)
    assert f"state=confirm&amp;token={token}" in page
    for part in (plain, page):
        assert "Do not write to this address" in part
        assert "Stop these mails" not in part


def test_no_link_is_mailed_to_a_reader_who_confirmed_meanwhile(session, mailbox, deliver_all):
    ask_for_newsletter(session, confirmed_at=now())
    assert deliver_all() == 1
    assert mailbox.mails == []


def test_a_delivery_whose_row_is_deleted_is_done_without_a_mail(session, shopper, mailbox, deliver_all):
    ask_for_code(session, shopper.email, shopper.id)
    write_to_shop(session)
    ask_for_newsletter(session)
    for table in ("one_time_code", "contact_message", "newsletter_reader"):
        session.execute(text(f"DELETE FROM {table}"))
    session.commit()
    assert deliver_all() == 3
    assert mailbox.mails == []
    assert session.scalars(select(OneTimeCode)).all() == []
