"""The first tables."""

import sqlalchemy as sa
from alembic import op

import pbem.store.rows

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("envelope_from", sa.String(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("received_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("handled_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("fingerprint"),
    )
    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letters_received_utc"), ["received_utc"], unique=False)
        batch_op.create_index(batch_op.f("ix_letters_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_letters_table_key"), ["table_key"], unique=False)

    op.create_table(
        "tables",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("gm_name", sa.String(), nullable=False),
        sa.Column("gm_address", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deadline_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.Column("final_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("held_reason", sa.String(), nullable=False),
        sa.Column("told_waiting", sa.Integer(), nullable=False),
        sa.Column("claimed_until_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.Column("created_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tables_final_utc"), ["final_utc"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_state"), ["state"], unique=False)

    op.create_table(
        "arrivals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("inlet", sa.String(), nullable=False),
        sa.Column("uid", sa.String(), nullable=True),
        sa.Column("received_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("inlet", "uid"),
    )
    with op.batch_alter_table("arrivals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_arrivals_letter_id"), ["letter_id"], unique=False)

    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("received_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("clears", sa.Boolean(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("letter_id", "table_key", "power"),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_table_key"), ["table_key"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=True),
        sa.Column("power", sa.String(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("answers", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("claimed_until_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("created_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("sent_utc", pbem.store.rows.UtcTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_due_utc"), ["due_utc"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_recipient"), ["recipient"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_table_key"), ["table_key"], unique=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "power"),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_table_key"), ["table_key"], unique=False)

    op.create_table(
        "sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("received_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number", "power"),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("silent", sa.JSON(), nullable=False),
        sa.Column("closed_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.Column("judged_utc", pbem.store.rows.UtcTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_key"], ["tables.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_key", "number"),
    )


def downgrade() -> None:
    op.drop_table("turns")
    op.drop_table("sheets")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_table_key"))
        batch_op.drop_index(batch_op.f("ix_seats_address"))

    op.drop_table("seats")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_table_key"))
        batch_op.drop_index(batch_op.f("ix_outbox_state"))
        batch_op.drop_index(batch_op.f("ix_outbox_recipient"))
        batch_op.drop_index(batch_op.f("ix_outbox_due_utc"))

    op.drop_table("outbox")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_table_key"))

    op.drop_table("entries")
    with op.batch_alter_table("arrivals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_arrivals_letter_id"))

    op.drop_table("arrivals")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tables_state"))
        batch_op.drop_index(batch_op.f("ix_tables_final_utc"))

    op.drop_table("tables")
    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_letters_table_key"))
        batch_op.drop_index(batch_op.f("ix_letters_state"))
        batch_op.drop_index(batch_op.f("ix_letters_received_utc"))

    op.drop_table("letters")
    op.drop_table("installation")
