"""A poll may decide a change of the house rules."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("polls", schema=None) as batch_op:
        batch_op.add_column(sa.Column("change", sa.JSON(), server_default="{}", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("polls", schema=None) as batch_op:
        batch_op.drop_column("change")
