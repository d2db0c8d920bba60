"""What Schemathesis is told of the shop: who calls, from where, and what a picture is."""

import os
import random

import schemathesis
from hypothesis import strategies as st
from schemathesis.transport.serialization import Binary

from tests.pictures import encoded

COOKIE, TOKEN, XSRF = "FUZZ_COOKIE", "FUZZ_TOKEN", "FUZZ_XSRF"
_PICTURES = [encoded("JPEG"), encoded("PNG"), encoded("WEBP"), encoded("GIF", mode="P")]
schemathesis.openapi.format("binary", st.sampled_from(_PICTURES).map(Binary))

if os.environ.get(TOKEN):

    @schemathesis.auth(refresh_interval=None)
    class SignedIn:
        """Somebody's session, with its XSRF token."""

        def get(self, case, context):
            return os.environ[TOKEN]

        def set(self, case, data, context):
            case.cookies = {**(case.cookies or {}), os.environ[COOKIE]: data}
            case.headers = {**(case.headers or {}), "X-XSRF-TOKEN": os.environ[XSRF]}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Come from another address each time, so that no limit on one hides what a call does."""
    address = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address}
