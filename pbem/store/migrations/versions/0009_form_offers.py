"""An order form that was edited in the quotation is offered, and filed with one YES."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "form_offers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("incoming_id", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.ForeignKeyConstraint(["incoming_id"], ["incoming_messages.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number", "power"),
    )
    with op.batch_alter_table("form_offers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_form_offers_table_key"), ["table_key"], unique=False)


def downgrade() -> None:
    op.drop_table("form_offers")
