"""Which moves were made by another agent, because the one whose turn it was thought too long."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("moves", sa.Column("instead", sa.String(255)))


def downgrade() -> None:
    op.drop_column("moves", "instead")
