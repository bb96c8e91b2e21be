"""Called by Alembic, with the connection that `store.migrate` opened."""

from __future__ import annotations

from alembic import context

from mazzo.web.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
