"""``shop admin``: who may keep the shop."""

import sys
from typing import Annotated

import typer
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from shop import emails, passwords, texts
from shop.audit.acting import act_as, at_the_terminal
from shop.clock import iso, now
from shop.sessions import queries as sessions
from shop.sessions.endings import Ending
from shop.sessions.model import Session as SignIn
from shop.staff import queries
from shop.staff.model import Admin
from shop.terminal import database, refuse, show
from shop.throttles.limits import SIGN_IN_ADDRESS
from shop.throttles.queries import forget_all

app = typer.Typer(no_args_is_help=True, help="People who keep the shop.")


@app.command("create")
def create_admin(email: str, name: Annotated[str, typer.Option(prompt=True)]) -> None:
    """Let someone into the admin portal. The password is asked for, or read from standard input."""
    email, name = emails.composed(email.strip()), texts.line(name)
    if not name or "@" not in email or not texts.is_line(name) or not email.isprintable():
        raise typer.BadParameter("An admin needs a name and an email address.")
    password_hash = _new_password()
    with database() as session:
        act_as(session, at_the_terminal())
        session.add(Admin(name=name, email=email, password_hash=password_hash, created_at=now()))
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
            show([(admin.email, admin.name, f"since {iso(admin.created_at)}", state, _sessions(count))])


@app.command("disable")
def disable_admin(email: str) -> None:
    """Let someone in no more; their sessions end and their open pages close."""
    with database() as session:
        admin = _find(session, email)
        admin.disabled_at = admin.disabled_at or now()
        ended = _end_sessions(session, admin, Ending.BY_SHOP)
        session.commit()
        others = session.scalar(select(func.count()).where(Admin.disabled_at.is_(None)))
    typer.echo(f"{admin.email} may not sign in any more; {_sessions(ended)} ended.")
    if not others:
        typer.echo("Nobody may sign in to the portal now: make an admin by `shop admin create`.")


@app.command("enable")
def enable_admin(email: str) -> None:
    """Let someone in again who was disabled."""
    with database() as session:
        admin = _find(session, email)
        admin.disabled_at = None
        session.commit()
    typer.echo(f"{admin.email} may sign in.")


@app.command("reset-password")
def reset_password(email: str) -> None:
    """Give an admin a new password, asked for or read from standard input; their sessions end, their pages close.

    What wrong passwords were counted is over, and no device is known any more: both go by the password's hash. Only
    the clients' addresses are counted for all accounts together, and so begin anew together.
    """
    with database() as session:
        _find(session, email)
    password_hash = _new_password()
    with database() as session:
        admin = _find(session, email)
        admin.password_hash = password_hash
        ended = _end_sessions(session, admin, Ending.PASSWORD_CHANGED)
        session.execute(forget_all(SIGN_IN_ADDRESS))
        session.commit()
    typer.echo(f"{admin.email} has a new password; {_sessions(ended)} ended.")


def _new_password() -> str:
    """Ask for a password and return its hash. It is never an argument: those are seen by all who may list processes."""
    if sys.stdin.isatty():
        password = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    else:
        password = sys.stdin.readline().rstrip("\r\n")
        if not password:
            refuse("Give the password on standard input, or type the command at a terminal.")
    if not passwords.is_fit(password):
        raise typer.BadParameter(passwords.RULE)
    return passwords.hash_password(password)


def _find(session: Session, email: str) -> Admin:
    act_as(session, at_the_terminal())
    admin = session.scalar(queries.by_email(email).with_for_update())
    if admin is None:
        refuse(f"There is no admin {email}.")
    return admin


def _sessions(count: int) -> str:
    return "1 session" if count == 1 else f"{count} sessions"


def _end_sessions(session: Session, admin: Admin, reason: Ending) -> int:
    ended = session.scalars(sessions.end(SignIn.admin_id == admin.id, reason=reason)).all()
    for session_id in ended:
        session.execute(sessions.announce_end(session_id))
    return len(ended)
