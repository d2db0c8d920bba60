"""Turn the error of a server or a library into a sentence for people, without names of Python classes.

The log and the row of the delivery keep the original error.
"""

import re

_NAME = (
    r"\b(?:[a-z_]+\.)*[A-Z]\w*"
    r"(?:Error|Exception|Refused|Unavailable|Timeout|Expired|Exceeded|Violation|Disconnected|Yet)\b"
)
_FAULTS = re.compile(r"(?:Key|Type|Attribute|Index|Name|Assertion|Import|Recursion|NotImplemented|Value)Error\b")
_IN_BRACKETS = re.compile(rf"\((?:{_NAME})\)\s*")
_WITH_CODE = re.compile(rf"(?:{_NAME}|\bSMTP\w+)?\((\d{{3}}), (?:'([^']*)'|\"([^\"]*)\")(?:, '([^']*)')?\)")
_LEADING = re.compile(rf"(?:{_NAME}|\bgaierror\b|\bSMTP\w+)(?::\s*|\(|$)")
_NUMBERED = re.compile(r"\[Errno -?\d+\]\s*")
_PAIR = re.compile(r"\s*\('[^']*', \d+\)")


def readable_message(error: str | None) -> str:
    """Return a readable error: ``SMTPDataError: (452, 'Mailbox full')`` becomes ``452 Mailbox full``."""
    if not error:
        return "no reason was given"
    text = error.strip()
    if _FAULTS.match(text):
        return "a fault in the shop's own work; the log of the worker has it"
    text = _WITH_CODE.sub(_coded, text)
    for pattern in (_IN_BRACKETS, _NUMBERED, _PAIR, _LEADING):
        text = pattern.sub("", text)
    text = text.strip(" []'\",:")
    return text or "it did not answer in time" if "Timeout" in error else text or "it cannot be reached"


def _coded(found: re.Match[str]) -> str:
    code, single, double, address = found.groups()
    said = " ".join(f"{single or double or ''}".split())
    return f"{code} {said}{f' ({address})' if address else ''}"
