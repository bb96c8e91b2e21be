"""Games that are the deals of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("match", sa.String(32)))
    op.add_column("games", sa.Column("place", sa.Integer))
    op.add_column("games", sa.Column("target", sa.Integer))
    op.create_index("deals", "games", ["match", "place"], unique=True)


def downgrade() -> None:
    op.drop_index("deals", "games")
    for column in ("match", "place", "target"):
        op.drop_column("games", column)
