"""What game masters need: the GM log, and the rows that a rollback has set aside."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "aside",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.Column("aside_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("aside", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_aside_table_key"), ["table_key"], unique=False)

    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("done_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("for_bulletin", sa.Boolean(), nullable=False),
        sa.Column("printed", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("deeds", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deeds_table_key"), ["table_key"], unique=False)

    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.add_column(sa.Column("echo", sa.String(), nullable=False, server_default=""))
        batch_op.add_column(
            sa.Column("has_bad_token", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.create_index(batch_op.f("ix_letters_echo"), ["echo"], unique=False)

    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("is_void", sa.Boolean(), nullable=False, server_default=sa.false()))

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("bounces", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("suspended_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("before", sa.Text(), nullable=False, server_default=""))

    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("edition", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("moves", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(
            sa.Column("is_run_asked", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.add_column(sa.Column("paused_left_s", sa.Float(), nullable=True))
        batch_op.add_column(
            sa.Column("told_until_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True)
        )
        batch_op.add_column(sa.Column("gm_epoch", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("before")

    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("gm_epoch")
        batch_op.drop_column("told_until_utc")
        batch_op.drop_column("paused_left_s")
        batch_op.drop_column("is_run_asked")
        batch_op.drop_column("moves")
        batch_op.drop_column("edition")

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("suspended_utc")
        batch_op.drop_column("bounces")
        batch_op.drop_column("missed")

    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("is_void")

    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_letters_echo"))
        batch_op.drop_column("has_bad_token")
        batch_op.drop_column("echo")

    with op.batch_alter_table("deeds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deeds_table_key"))

    op.drop_table("deeds")
    with op.batch_alter_table("aside", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_aside_table_key"))

    op.drop_table("aside")
