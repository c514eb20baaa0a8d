"""Seats and sheets of computer players, and practice tables."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "robot_seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("since_utc", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "power"),
    )
    op.create_index("ix_robot_seats_table_key", "robot_seats", ["table_key"], unique=False)
    op.create_table(
        "robot_sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("position", sa.String(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("gains", sa.JSON(), nullable=False),
        sa.Column("made_utc", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number", "power", "position"),
    )
    op.create_index("ix_robot_sheets_table_key", "robot_sheets", ["table_key"], unique=False)
    op.create_table(
        "practice_tables",
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("moved_utc", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("table_key"),
    )
    op.create_index("ix_practice_tables_address", "practice_tables", ["address"], unique=False)


def downgrade() -> None:
    op.drop_table("practice_tables")
    op.drop_table("robot_sheets")
    op.drop_table("robot_seats")
