"""``shop admin``: who may keep the shop."""

from typing import Annotated

import typer
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from shop import passwords
from shop.clock import iso, now
from shop.sessions import queries as sessions
from shop.sessions.model import Session as SignIn
from shop.staff import queries
from shop.staff.model import Admin
from shop.terminal import database, refuse, show

app = typer.Typer(no_args_is_help=True, help="People who keep the shop.")

Password = Annotated[str, typer.Option(prompt=True, hide_input=True, confirmation_prompt=True)]


@app.command("create")
def create_admin(email: str, name: Annotated[str, typer.Option(prompt=True)], password: Password) -> None:
    """Let someone into the admin portal."""
    email, name = email.strip(), name.strip()
    if not name or "@" not in email or not (name + email).isprintable():
        raise typer.BadParameter("An admin needs a name and an email address.")
    with database() as session:
        session.add(Admin(name=name, email=email, password_hash=_hash(password), created_at=now()))
        try:
            session.commit()
        except IntegrityError:
            refuse(f"There is an admin {email} already.")
    typer.echo(f"{name} may sign in at /admin/login as {email}.")


@app.command("list")
def list_admins() -> None:
    """Show all admins: address, name, since when, whether they may sign in, their open sessions."""
    opened = select(func.count()).where(SignIn.admin_id == Admin.id).scalar_subquery()
    with database() as session:
        for admin, count in session.execute(select(Admin, opened).order_by(Admin.id)):
            state = f"disabled {iso(admin.disabled_at)}" if admin.disabled_at else "active"
            show([(admin.email, admin.name, f"since {iso(admin.created_at)}", state, f"{count} sessions")])


@app.command("disable")
def disable_admin(email: str) -> None:
    """Let someone in no more; their sessions end and their open pages close."""
    with database() as session:
        admin = _find(session, email)
        admin.disabled_at = admin.disabled_at or now()
        ended = _end_sessions(session, admin)
        session.commit()
    typer.echo(f"{admin.email} may not sign in any more; {ended} sessions ended.")


@app.command("enable")
def enable_admin(email: str) -> None:
    """Let someone in again who was disabled."""
    with database() as session:
        admin = _find(session, email)
        admin.disabled_at = None
        session.commit()
    typer.echo(f"{admin.email} may sign in.")


@app.command("reset-password")
def reset_password(email: str, password: Password) -> None:
    """Give an admin a new password; their sessions end and their open pages close."""
    password_hash = _hash(password)
    with database() as session:
        admin = _find(session, email)
        admin.password_hash = password_hash
        ended = _end_sessions(session, admin)
        session.commit()
    typer.echo(f"{admin.email} has a new password; {ended} sessions ended.")


def _hash(password: str) -> str:
    if not passwords.is_fit(password):
        raise typer.BadParameter(passwords.RULE)
    return passwords.hash_password(password)


def _find(session: Session, email: str) -> Admin:
    admin = session.scalar(queries.by_email(email).with_for_update())
    if admin is None:
        refuse(f"There is no admin {email}.")
    return admin


def _end_sessions(session: Session, admin: Admin) -> int:
    ended = session.scalars(sessions.end(SignIn.admin_id == admin.id)).all()
    for session_id in ended:
        session.execute(sessions.announce_end(session_id))
    return len(ended)
