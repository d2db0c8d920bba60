"""The newsletter's subscription on the wire."""

from api.customers.field_types import ContactEmail
from api.http.base_schemas import In


class ReaderIn(In):
    """The address to which the newsletter is to be sent."""

    email: ContactEmail
