"""Seats that are kept for who is invited."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("seats", sa.Column("invitation", sa.String(64)))


def downgrade() -> None:
    op.drop_column("seats", "invitation")
