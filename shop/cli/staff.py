"""``shop admin``: manages the admins of the portal."""

import sys
from typing import Annotated

import typer
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from shop.audit.context import set_actor, terminal_actor
from shop.cli.terminal import database, refuse, show
from shop.clock import iso, now
from shop.desk.events import AssigneesChanged
from shop.events import outbox
from shop.security import passwords
from shop.sessions import queries as sessions
from shop.sessions.model import EndReason
from shop.sessions.model import Session as SignIn
from shop.staff import queries
from shop.staff.events import StaffChanged, StaffPasswordChanged
from shop.staff.model import Admin
from shop.staff.roles import StaffRole
from shop.staff.second_factor import SecondFactor
from shop.text import allowed_characters, email_addresses
from shop.throttles.limits import SIGN_IN_ADDRESS
from shop.throttles.queries import reset_all

app = typer.Typer(no_args_is_help=True, help="Admins of the portal.")


@app.command("create")
def create_admin(email: str, name: Annotated[str, typer.Option(prompt=True)]) -> None:
    """Add an owner of the portal. The password is asked for, or read from standard input."""
    email = email_addresses.with_one_domain(email_addresses.composed(email.strip()))
    name = allowed_characters.line(name)
    if (
        allowed_characters.is_blank(name)
        or "@" not in email
        or not allowed_characters.is_line(name)
        or not email.isprintable()
    ):
        raise typer.BadParameter("An admin needs a name and an email address.")
    password_hash = _new_password()
    with database() as session:
        set_actor(session, terminal_actor())
        if session.scalar(queries.by_email(email)):
            refuse(f"There is an admin {email} already.")
        owner = Admin(name=name, email=email, password_hash=password_hash, created_at=now(), roles=[StaffRole.OWNER])
        session.add(owner)
        try:
            session.flush()
        except IntegrityError:
            refuse(f"There is an admin {email} already.")
        _record_changed(session, owner)
        session.commit()
    typer.echo(f"{name} may sign in at /admin/login as {email}.")


@app.command("list")
def list_admins() -> None:
    """List all admins: email address, name, roles, since when, whether they may sign in, number of sessions."""
    session_count = select(func.count()).where(SignIn.admin_id == Admin.id).scalar_subquery()
    with database() as session:
        for admin, count in session.execute(select(Admin, session_count).order_by(Admin.id)):
            state = f"disabled {iso(admin.disabled_at)}" if admin.disabled_at else "active"
            roles, since = ", ".join(admin.roles), f"since {iso(admin.created_at)}"
            show([(admin.email, admin.name, roles, since, state, _sessions(count))])


@app.command("disable")
def disable_admin(email: str) -> None:
    """Disable an admin, end their sessions and close their open sockets.

    The last owner who may sign in cannot be disabled.
    """
    with database() as session:
        owners = list(session.scalars(queries.lock_active_owners()))
        admin = _find(session, email)
        if [owner.id for owner in owners] == [admin.id]:
            refuse(f"{admin.email} is the last owner who may sign in. Make another by `shop admin create` first.")
        if admin.disabled_at is None:
            admin.disabled_at, admin.disabled_by = now(), terminal_actor().name
        ended = _end_sessions(session, admin, EndReason.BY_SHOP)
        _record_changed(session, admin)
        session.commit()
    typer.echo(f"{admin.email} may not sign in any more; {_sessions(ended)} ended.")


@app.command("enable")
def enable_admin(email: str) -> None:
    """Enable an admin who was disabled."""
    with database() as session:
        admin = _find(session, email)
        admin.disabled_at, admin.disabled_by = None, None
        _record_changed(session, admin)
        session.commit()
    typer.echo(f"{admin.email} may sign in.")


@app.command("reset-password")
def reset_password(email: str) -> None:
    """Set a new password, which is asked for or read from standard input, and end the admin's sessions.

    The admin is told by mail.
    The account's throttles start from zero and its known devices become unknown: both depend on the password's hash.
    The throttles of client addresses belong to no account, so all of them are reset.
    """
    with database() as session:
        _find(session, email)
    password_hash = _new_password()
    with database() as session:
        admin = _find(session, email)
        admin.password_hash = password_hash
        ended = _end_sessions(session, admin, EndReason.PASSWORD_CHANGED)
        session.execute(reset_all(SIGN_IN_ADDRESS))
        outbox.record_sync(session, StaffPasswordChanged(admin_id=admin.id), at=now())
        session.commit()
    typer.echo(f"{admin.email} has a new password; {_sessions(ended)} ended.")


@app.command("remove-second-factor")
def remove_second_factor(email: str) -> None:
    """Remove an admin's second factor, for example after they lost their phone.

    They then sign in with the password alone.
    """
    with database() as session:
        admin = _find(session, email)
        admin.second_factor_since = None
        session.execute(sessions.notify_roles_changed(Admin.id == admin.id))
        session.execute(delete(SecondFactor).where(SecondFactor.admin_id == admin.id))
        outbox.record_sync(session, StaffChanged(admin_id=admin.id), at=now())
        session.commit()
    typer.echo(f"{admin.email} has no second factor any more.")


def _new_password() -> str:
    """Ask for a password and return its hash.

    It is not taken as an argument, because every user of the machine can list the arguments of a process.
    """
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
    set_actor(session, terminal_actor())
    admin = session.scalar(queries.by_email(email).with_for_update())
    if admin is None:
        refuse(f"There is no admin {email}.")
    return admin


def _record_changed(session: Session, admin: Admin) -> None:
    """Record the events that someone joined or was changed, for owners and for all who assign orders to staff."""
    at = now()
    outbox.record_sync(session, StaffChanged(admin_id=admin.id), at=at)
    outbox.record_sync(session, AssigneesChanged(admin_id=admin.id), at=at)


def _sessions(count: int) -> str:
    return "1 session" if count == 1 else f"{count} sessions"


def _end_sessions(session: Session, admin: Admin, reason: EndReason) -> int:
    ended = session.scalars(sessions.end_sessions(SignIn.admin_id == admin.id, reason=reason)).all()
    for session_id in ended:
        session.execute(sessions.notify_session_ended(session_id))
    return len(ended)
