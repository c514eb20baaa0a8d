"""A pause may end by itself."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("paused_until_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True)
        )


def downgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("paused_until_utc")
