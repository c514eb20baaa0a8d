"""What players write besides orders: absences, votes, press, diaries, further addresses and the like."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "absences",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("begins_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("ends_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("absences", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_absences_table_key"), ["table_key"], unique=False)

    op.create_table(
        "address_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("asked_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("done_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("address_changes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_changes_table_key"), ["table_key"], unique=False)

    op.create_table(
        "applicants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.Column("since_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "address"),
    )
    with op.batch_alter_table("applicants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_applicants_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_applicants_table_key"), ["table_key"], unique=False)

    op.create_table(
        "diaries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("turn", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("written_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("letter_id", "line"),
    )
    with op.batch_alter_table("diaries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_diaries_table_key"), ["table_key"], unique=False)

    op.create_table(
        "former_seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("left_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("former_seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_former_seats_table_key"), ["table_key"], unique=False)

    op.create_table(
        "later_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("given_in", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("received_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("later_orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_later_orders_table_key"), ["table_key"], unique=False)

    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=True),
        sa.Column("manner", sa.String(), nullable=False),
        sa.Column("to", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("sent_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("letter_id", "line"),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_table_key"), ["table_key"], unique=False)

    op.create_table(
        "readiness",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number", "power"),
    )
    op.create_table(
        "subscribers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "address"),
    )
    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_subscribers_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_subscribers_table_key"), ["table_key"], unique=False)

    op.create_table(
        "votes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("motion", sa.String(), nullable=False),
        sa.Column("since_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "power", "motion"),
    )
    with op.batch_alter_table("votes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_votes_table_key"), ["table_key"], unique=False)

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("wishes", sa.JSON(), nullable=False, server_default="{}"))

    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("house", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("house")

    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("wishes")

    with op.batch_alter_table("votes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_votes_table_key"))

    op.drop_table("votes")
    with op.batch_alter_table("subscribers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_subscribers_table_key"))
        batch_op.drop_index(batch_op.f("ix_subscribers_address"))

    op.drop_table("subscribers")
    op.drop_table("readiness")
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_press_table_key"))

    op.drop_table("press")
    with op.batch_alter_table("later_orders", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_later_orders_table_key"))

    op.drop_table("later_orders")
    with op.batch_alter_table("former_seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_former_seats_table_key"))

    op.drop_table("former_seats")
    with op.batch_alter_table("diaries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_diaries_table_key"))

    op.drop_table("diaries")
    with op.batch_alter_table("applicants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_applicants_table_key"))
        batch_op.drop_index(batch_op.f("ix_applicants_address"))

    op.drop_table("applicants")
    with op.batch_alter_table("address_changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_address_changes_table_key"))

    op.drop_table("address_changes")
    with op.batch_alter_table("absences", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_absences_table_key"))

    op.drop_table("absences")
