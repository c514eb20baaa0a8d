"""Mails are compressed, their pictures stored once, and what is old is removed; what is wrong is noted.

Rows that are there stay as they are, and are read as before; they go when they are old enough.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("used_utc", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )
    op.create_table(
        "mail_pictures",
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["outbox.id"]),
        sa.ForeignKeyConstraint(["sha256"], ["pictures.sha256"]),
        sa.PrimaryKeyConstraint("mail_id", "place"),
    )
    op.create_index("ix_mail_pictures_sha256", "mail_pictures", ["sha256"])
    op.create_table(
        "archived_tables",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("created_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_utc", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "troubles",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_utc", sa.DateTime(timezone=True), nullable=False),
        sa.Column("notified_utc", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("kind", "subject"),
    )
    for table, moment in (("outbox", "created_utc"), ("incoming_messages", "received_utc")):
        op.add_column(table, sa.Column("is_emptied", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.create_index(f"ix_{table}_kept", table, ["is_emptied", moment])
    op.create_index("ix_outbox_incoming_id", "outbox", ["incoming_id"])


def downgrade() -> None:
    op.drop_index("ix_outbox_incoming_id", "outbox")
    for table in ("outbox", "incoming_messages"):
        op.drop_index(f"ix_{table}_kept", table)
        op.drop_column(table, "is_emptied")
    for table in ("troubles", "archived_tables", "mail_pictures", "pictures"):
        op.drop_table(table)
