"""What people say of their own skill, if they like."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("skill", sa.Integer))


def downgrade() -> None:
    op.drop_column("seats", "skill")
