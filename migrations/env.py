"""Run the migrations as the owner of ``SHOP_DATABASE_URL``. No other migration file imports modules of the shop."""

import sys

from alembic import context
from pydantic import ValidationError
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.exc import OperationalError

import shop.db.models  # noqa: F401 - all tables must be known
from shop.db.base import Base
from shop.db.roles import grant_to_application
from shop.settings import DatabaseSettings
from shop.startup.load_settings import describe_invalid_settings
from shop.startup.server_version import refuse_old_server

_MIGRATION_LOCK = 0x4D69_6772


def _run() -> None:
    settings = DatabaseSettings()  # type: ignore[call-arg]
    engine = create_engine(
        settings.as_owner.database_url,
        poolclass=NullPool,
        connect_args={"options": "-c lock_timeout=5s -c timezone=UTC", "connect_timeout": 5},
    )
    with engine.connect() as connection:
        refuse_old_server(engine.dialect.server_version_info)
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _MIGRATION_LOCK})
        connection.commit()
        grant_to_application(connection, settings)
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            compare_type=True,
            compare_server_default=True,
            transaction_per_migration=True,  # otherwise the locks of several migrations would be held together
        )
        with context.begin_transaction():
            context.run_migrations()
        grant_to_application(connection, settings)


try:
    _run()
except ValidationError as error:
    sys.exit(describe_invalid_settings(error))
except OperationalError as error:
    sys.exit(f"PostgreSQL did not serve the migrations: {next(iter(str(error.orig).splitlines()), '')}")
