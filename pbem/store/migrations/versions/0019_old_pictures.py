"""Pictures are found by their age, and answers are sent before reports."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

BEFORE = ["state", "due_utc", "id", "claimed_until_utc"]
NOW = ["state", "answers", "due_utc", "id", "claimed_until_utc"]


def upgrade() -> None:
    op.create_index("ix_pictures_used_utc", "pictures", ["used_utc"], unique=False)
    op.drop_index("ix_outbox_next", "outbox")
    op.create_index("ix_outbox_next", "outbox", NOW, unique=False)


def downgrade() -> None:
    op.drop_index("ix_outbox_next", "outbox")
    op.create_index("ix_outbox_next", "outbox", BEFORE, unique=False)
    op.drop_index("ix_pictures_used_utc", "pictures")
