"""A seat may be played from several addresses."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since_utc", pbem.store.rows.UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "power", "owner", "address"),
    )
    with op.batch_alter_table("seat_addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_addresses_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_addresses_table_key"), ["table_key"], unique=False)
    with op.batch_alter_table("address_changes", schema=None) as batch_op:
        batch_op.add_column(sa.Column("adds", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("address_changes", schema=None) as batch_op:
        batch_op.drop_column("adds")
    op.drop_table("seat_addresses")
