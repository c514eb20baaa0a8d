"""Pictures are found by their age."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_pictures_used_utc", "pictures", ["used_utc"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_pictures_used_utc", "pictures")
