"""Press can be shown with other names than the true ones, and observers may write."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.add_column(sa.Column("shown_as", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("shown_to", sa.JSON(none_as_null=True), nullable=True))
        batch_op.add_column(sa.Column("observer", sa.String(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_column("observer")
        batch_op.drop_column("shown_to")
        batch_op.drop_column("shown_as")
