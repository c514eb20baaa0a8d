"""Polls, reliability, profiles of people, shared seats, and observers who choose what they get."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deadline_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("is_met", sa.Boolean(), nullable=False),
        sa.Column("passed_utc", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number", "power"),
    )
    op.create_index("ix_deadline_records_table_key", "deadline_records", ["table_key"], unique=False)
    op.create_index("ix_deadline_records_address", "deadline_records", ["address"], unique=False)
    op.create_table(
        "profiles",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.Column("has_digest", sa.Boolean(), nullable=False),
        sa.Column("digest_utc", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_table(
        "polls",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("asked_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_utc", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number"),
    )
    op.create_index("ix_polls_table_key", "polls", ["table_key"], unique=False)
    op.create_table(
        "poll_votes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("poll", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "poll", "power"),
    )
    op.create_index("ix_poll_votes_table_key", "poll_votes", ["table_key"], unique=False)
    for table in ("address_changes", "seat_addresses"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("shares", sa.Boolean(), nullable=False, server_default=sa.false()))
            batch_op.add_column(sa.Column("name", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("kinds", sa.JSON(), nullable=False, server_default="[]"))
        batch_op.add_column(sa.Column("sees_all", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.drop_column("sees_all")
        batch_op.drop_column("kinds")
    for table in ("seat_addresses", "address_changes"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("name")
            batch_op.drop_column("shares")
    for table in ("poll_votes", "polls", "profiles", "deadline_records"):
        op.drop_table(table)
