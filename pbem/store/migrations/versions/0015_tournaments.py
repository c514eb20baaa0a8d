"""Tournaments, and the tables that belong to each."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("scoring", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("created_utc", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "tournament_tables",
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.key"]),
        sa.PrimaryKeyConstraint("table_key"),
    )
    op.create_index("ix_tournament_tables_tournament", "tournament_tables", ["tournament"], unique=False)


def downgrade() -> None:
    op.drop_table("tournament_tables")
    op.drop_table("tournaments")
