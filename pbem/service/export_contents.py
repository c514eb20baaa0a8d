"""Describe what a backup or an export contains, and what is secret in it.

It is written into every backup and export, so that a reader knows what the file is and how to protect it.
"""

from collections.abc import Iterable

WARNING = (
    "This file shows every hidden position and every message in it to anyone who can open it. Protect it"
    " like a password, and delete it when you no longer need it."
)
KEY_WARNING = " It holds the key, too, with which anyone can speak for every player."
CONTENTS = {
    "installation": "SECRET: the key of all reply addresses; and when the service was last awake",
    "incoming_messages": "SECRET: every message as it came, with addresses, tokens, orders and press",
    "arrivals": "when each message came, and by which inlet",
    "tables": "SECRET: positions with all that is hidden, seeds of the dice, addresses of game masters",
    "seats": "SECRET: names and addresses of the players",
    "order_lines": "SECRET: the order lines of each message",
    "order_sheets": "SECRET: the orders on file, also those that are not adjudicated yet",
    "turns": "SECRET: each turn with its orders, its record and its positions, with all that is hidden",
    "outbox": "SECRET: every mail that was sent or waits, with its reader's address and token",
    "pictures": "SECRET: the maps of those mails",
    "mail_pictures": "which mail has which map",
    "archived_tables": "names of finished tables that were moved to a file",
    "troubles": "what was wrong with the service",
    "absences": "when players are away",
    "seat_addresses": "SECRET: further addresses of players",
    "address_changes": "SECRET: addresses that players have asked for",
    "applicants": "SECRET: names, addresses and preferences of those who wait for a seat",
    "deputies": "SECRET: names and addresses of deputies, and their rights",
    "gm_actions": "what game masters, the host and the service did",
    "superseded_rows": "SECRET: orders and turns that a rollback has set aside",
    "diaries": "SECRET: notes of players for themselves",
    "former_seats": "SECRET: names and addresses of those who have left",
    "later_orders": "SECRET: orders for phases to come",
    "form_offers": "SECRET: orders that a player wrote into a quoted form, until they are confirmed",
    "default_orders": "SECRET: orders for deadlines that a player misses",
    "press": "SECRET: messages between players, and who wrote them",
    "readiness": "SECRET: who is ready",
    "subscribers": "SECRET: names and addresses of those who read the bulletins",
    "votes": "SECRET: who votes for what",
    "polls": "what game masters asked the players",
    "poll_votes": "SECRET: who answered what",
    "deadline_records": "SECRET: who met which deadline, by address",
    "tournaments": "events, with the seeds of their lots, which are public",
    "tournament_tables": "which table belongs to which event",
    "robot_seats": "which powers robots play",
    "robot_sheets": "SECRET: the orders that robots wrote",
    "practice_tables": "SECRET: addresses of those who practise",
    "profiles": "SECRET: addresses, who agreed to be listed, and who gets a digest",
}
"""By table of the database."""


def holds(tables: Iterable[str]) -> dict[str, str]:
    """Return what each of *tables* holds."""
    return {name: CONTENTS.get(name, "SECRET: not known to this program") for name in tables}
