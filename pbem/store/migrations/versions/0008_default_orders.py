"""A player may have orders on file for every deadline that is missed."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "default_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("incoming_id", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("received_utc", pbem.store.rows.UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.ForeignKeyConstraint(["incoming_id"], ["incoming_messages.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "power"),
    )
    with op.batch_alter_table("default_orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_default_orders_table_key"), ["table_key"], unique=False)


def downgrade() -> None:
    op.drop_table("default_orders")
