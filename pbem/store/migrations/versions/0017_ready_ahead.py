"""READY that came with orders sent ahead may begin to count some time after its turn has come."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("readiness", schema=None) as batch_op:
        batch_op.add_column(sa.Column("from_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("readiness", schema=None) as batch_op:
        batch_op.drop_column("from_utc")
