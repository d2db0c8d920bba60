import re
import shutil
import smtplib
import subprocess
import sys
import time
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from local.ports import free_port

_ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def mailbox(tmp_path_factory):
    """Run a mailbox, and yield its port and its folder."""
    folder, port = tmp_path_factory.mktemp("mail"), free_port()
    command = [sys.executable, "-m", "local.mailbox", "--port", str(port), "--folder", str(folder)]
    with subprocess.Popen(command, cwd=_ROOT) as process:
        _wait_for(port)
        yield port, folder
        process.terminate()


def test_a_mail_is_kept_as_it_was_sent(mailbox):
    port, folder = mailbox
    _send(port, subject="Your order", text="नमस्ते ₹ 12,345.00")

    [path] = folder.glob("*order-7*.eml")
    kept = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert kept["Subject"] == "Your order"
    assert kept.get_content().strip() == "नमस्ते ₹ 12,345.00"
    assert re.fullmatch(r"\d{8}T\d{6}\.\d{6}Z-order-7\.eml", path.name)


def test_mails_sort_by_their_time_and_nothing_half_written_shows(mailbox):
    port, folder = mailbox
    for number in range(5):
        _send(port, subject=f"{number}", message_id=f"<sorted-{number}@swarna.example>")

    names = sorted(path.name for path in folder.glob("*-sorted-*.eml"))
    assert [name[-5] for name in names] == list("01234")
    assert not list(folder.glob(".*"))


def test_a_hostile_message_id_cannot_leave_the_folder(mailbox):
    port, folder = mailbox
    _send(port, subject="x", message_id="<../../etc/passwd@swarna.example>")

    assert list(folder.glob("*-etc-passwd.eml"))


def test_a_folder_that_was_removed_is_made_again(mailbox):
    port, folder = mailbox
    shutil.rmtree(folder)
    _send(port, subject="x", message_id="<again@swarna.example>")

    assert list(folder.glob("*-again.eml"))


def test_a_mail_that_cannot_be_stored_is_refused_for_now(mailbox):
    port, folder = mailbox
    shutil.rmtree(folder, ignore_errors=True)
    folder.write_text("in the place of the folder")
    with pytest.raises(smtplib.SMTPDataError) as refused:
        _send(port, subject="x", message_id="<later@swarna.example>")
    folder.unlink()

    assert (refused.value.smtp_code, refused.value.smtp_error[:5]) == (452, b"4.3.1")
    _send(port, subject="x", message_id="<later@swarna.example>")
    assert [path.name[-9:] for path in folder.iterdir()] == ["later.eml"]


def _send(port: int, *, subject: str, text: str = "text", message_id: str = "<order-7@swarna.example>") -> None:
    message = EmailMessage()
    message["From"], message["To"] = "orders@swarna.example", "asha@swarna.example"
    message["Subject"], message["Message-ID"] = subject, message_id
    message.set_content(text)
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.send_message(message)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError), smtplib.SMTP("127.0.0.1", port, timeout=60):
            return
        time.sleep(0.02)
    raise AssertionError("the mailbox does not answer")
