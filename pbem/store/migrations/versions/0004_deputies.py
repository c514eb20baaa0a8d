"""Deputies of the game master."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deputies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("rights", sa.JSON(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_key"],
            ["tables.key"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number"),
    )
    with op.batch_alter_table("deputies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deputies_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_deputies_table_key"), ["table_key"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("deputies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deputies_table_key"))
        batch_op.drop_index(batch_op.f("ix_deputies_address"))

    op.drop_table("deputies")
