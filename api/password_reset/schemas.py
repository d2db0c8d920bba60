"""The three steps of a password reset on the wire.

The web sends the same fields in each step. A step reads those that it needs and ignores the others.
"""

from api.customers.field_types import AccountEmail, Otp, ResetPassword
from api.http.base_schemas import In
from api.http.schema_types import Ignored, Text


class CodeIn(In):
    """The address to which a one-time code is mailed."""

    email: AccountEmail
    otp: Ignored = None
    password: Ignored = None
    flag: Text = ""


class VerifyIn(CodeIn):
    """The address, and the code that was mailed to it."""

    otp: Otp


class NewPasswordIn(CodeIn):
    """The address whose code was right, and the new password."""

    password: ResetPassword
