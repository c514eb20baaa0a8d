"""Declare what each column of the database holds, and what `pbem forget` does with it.

Columns with a name, an address or words of a person are declared only here. Every column that may hold text
must be listed: a test compares this with the tables and fails for a missing column. Another test stores a
person in each personal column, erases them, and searches all tables.
"""

from collections.abc import Iterator, Mapping
from enum import Enum


class Erasure(Enum):
    """What happens to a column when a person is erased."""

    DELETED = "the row goes"
    REPLACED = "the row stays, with 'a former player' or an address of nobody"
    EMPTIED = "the row stays without its content"
    SEARCHED = "the address and the name are replaced wherever they occur in it"
    OF_A_POWER = "belongs to a power or a table, whoever played it"
    TECHNICAL = "names nobody"


DELETED, REPLACED, EMPTIED, SEARCHED = Erasure.DELETED, Erasure.REPLACED, Erasure.EMPTIED, Erasure.SEARCHED
OF_A_POWER, TECHNICAL = Erasure.OF_A_POWER, Erasure.TECHNICAL

PERSONAL = frozenset((DELETED, REPLACED, EMPTIED, SEARCHED))

# Columns of a table, by what happens to them. If a row is deleted, all its columns are.
TABLES: Mapping[str, Mapping[Erasure, str]] = {
    "absences": {OF_A_POWER: "table_key power"},
    "address_changes": {DELETED: "address name", OF_A_POWER: "table_key power"},
    "applicants": {DELETED: "player address zone preferences", OF_A_POWER: "table_key"},
    "archived_tables": {OF_A_POWER: "key title"},
    "arrivals": {TECHNICAL: "inlet uid"},
    "deadline_records": {DELETED: "address", OF_A_POWER: "table_key power"},
    "default_orders": {OF_A_POWER: "table_key power lines"},
    "deputies": {DELETED: "name address rights", OF_A_POWER: "table_key"},
    "diaries": {DELETED: "text", OF_A_POWER: "table_key power turn"},
    "form_offers": {OF_A_POWER: "table_key power lines"},
    "former_seats": {REPLACED: "player address", OF_A_POWER: "table_key power reason"},
    "gm_actions": {SEARCHED: "sentence reason", TECHNICAL: "table_key by word"},
    "incoming_messages": {
        EMPTIED: "envelope_from recipients raw fault echo",
        TECHNICAL: "fingerprint sha256 state table_key note",
    },
    "installation": {TECHNICAL: "name value"},
    "later_orders": {OF_A_POWER: "table_key power phase given_in lines"},
    "mail_pictures": {TECHNICAL: "sha256"},
    "order_lines": {OF_A_POWER: "table_key power lines"},
    "order_sheets": {OF_A_POWER: "table_key power orders"},
    "outbox": {DELETED: "recipient raw last_error", TECHNICAL: "message_id kind table_key power state"},
    "pictures": {TECHNICAL: "sha256 content"},
    "poll_votes": {OF_A_POWER: "table_key power"},
    "polls": {OF_A_POWER: "table_key question options change"},
    "press": {REPLACED: "observer shown_as", OF_A_POWER: "table_key power manner to shown_to text"},
    "practice_tables": {DELETED: "address", OF_A_POWER: "table_key level"},
    "profiles": {DELETED: "address name"},
    "readiness": {OF_A_POWER: "table_key power"},
    "robot_seats": {OF_A_POWER: "table_key power level"},
    "robot_sheets": {OF_A_POWER: "table_key power position lines gains"},
    "seat_addresses": {DELETED: "owner address name", OF_A_POWER: "table_key power"},
    "seats": {REPLACED: "player address zone preferences", OF_A_POWER: "table_key power"},
    "subscribers": {DELETED: "name address kinds", OF_A_POWER: "table_key"},
    "superseded_rows": {OF_A_POWER: "table_key kind row"},
    "tables": {
        REPLACED: "gm_name gm_address",
        SEARCHED: "house held_reason deadline_why",
        OF_A_POWER: "key game title options pace zone seed start position state",
    },
    "tournament_tables": {TECHNICAL: "table_key tournament"},
    "tournaments": {TECHNICAL: "key title scoring seed"},
    "troubles": {SEARCHED: "reason", TECHNICAL: "kind subject"},
    "turns": {OF_A_POWER: "table_key name phase orders record before position nmr_powers"},
    "votes": {OF_A_POWER: "table_key power motion"},
}


def declared() -> Iterator[tuple[str, str, Erasure]]:
    """Yield table, column and what happens to it, for all columns that are declared."""
    for table, kinds in TABLES.items():
        for what, columns in kinds.items():
            yield from ((table, column, what) for column in columns.split())
