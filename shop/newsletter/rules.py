"""What becomes of a newsletter when an account gets another address."""

from sqlalchemy.orm import Session

from shop.newsletter import queries


def follow_email(session: Session, former: str | None, new: str | None) -> None:
    """Let the newsletter follow an account from its former address to a new one.

    It ends if the former address is not subscribed, or if the new one has a subscription of its own, also an ended one.

    :param former: the former address if it was confirmed. The newsletter of another may be a stranger's, and stays.
    :param new: the new address if it is confirmed, None to end the newsletter.
    """
    reader = session.scalar(queries.by_email(former).with_for_update()) if former else None
    if reader is None:
        return
    if new and reader.reads and session.scalar(queries.by_email(new)) is None:
        reader.email = new
    else:
        session.delete(reader)
    session.flush()
