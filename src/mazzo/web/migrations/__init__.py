"""The store's history, by Alembic."""
