"""Store arrived messages in three statements, each message once.

`Store.store_messages` gives the transaction.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.engine import Connection
from sqlmodel import Session, col, select

from pbem.store.arrival import Arrival
from pbem.store.fingerprints import fingerprint_of
from pbem.store.mail_tables import Receipt, StoredMessage
from pbem.store.prepared_queries import PreparedQuery

# the other columns of a message that has just arrived, besides those that `_new_message` sets
UNREAD = {name: field.default for name, field in StoredMessage.model_fields.items() if name != "id"}


# built once, because every message needs it
RECEIVED = select(Receipt.id).where(Receipt.inlet == bindparam("inlet"), Receipt.uid == bindparam("uid"))


def store(connection: Connection, arrivals: Sequence[Arrival]) -> list[int]:
    """Store the messages in the caller's transaction, in three statements for all of them.

    The database waits for what another node is storing at the same moment, so duplicates are seen.
    """
    new_messages, new_receipts = _unless_known(connection.dialect.name)
    messages = [_new_message(arrival) for arrival in arrivals]
    new_messages.do_each(connection, messages)
    fingerprints = {f"f{number}": message["fingerprint"] for number, message in enumerate(messages)}
    found: dict[str, int] = dict(_numbers(len(messages)).rows(connection, **fingerprints))
    incoming_ids = [found[fingerprint] for fingerprint in fingerprints.values()]
    new_receipts.do_each(connection, list(map(_new_receipt, incoming_ids, arrivals)))
    return incoming_ids


@lru_cache(maxsize=2)
def _unless_known(dialect: str) -> tuple[PreparedQuery, PreparedQuery]:
    """Return the inserts for messages and receipts that skip existing rows.

    Each kind of database has its own, and importing both is slow.
    """
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert
    messages = insert(StoredMessage).on_conflict_do_nothing(index_elements=["fingerprint"])
    receipts = insert(Receipt).on_conflict_do_nothing(index_elements=["inlet", "uid"])
    return PreparedQuery(messages), PreparedQuery(receipts)


@lru_cache(maxsize=128)
def _numbers(messages: int) -> PreparedQuery:
    """Return a query for fingerprint and id by so many fingerprints: "f0", "f1" ..."""
    theirs = col(StoredMessage.fingerprint).in_([bindparam(f"f{number}") for number in range(messages)])
    return PreparedQuery(select(StoredMessage.fingerprint, StoredMessage.id).where(theirs))


def _new_message(arrival: Arrival) -> dict[str, Any]:
    return UNREAD | {
        "fingerprint": fingerprint_of(arrival.raw),
        "sha256": hashlib.sha256(arrival.raw).hexdigest(),
        "envelope_from": _writable(arrival.envelope_from) or _unnamed_sender(arrival.inlet),
        "recipients": list(map(_writable, arrival.recipients)),
        "received_utc": arrival.received,
        "raw": arrival.raw,
    }


def _new_receipt(incoming_id: int, arrival: Arrival) -> dict[str, object]:
    return {
        "incoming_id": incoming_id,
        "inlet": arrival.inlet,
        "uid": arrival.uid,
        "received_utc": arrival.received,
    }


def _writable(text: str) -> str:
    """Return *text* as every database accepts it: bytes that are not UTF-8 become question marks."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")


def _unnamed_sender(inlet: str) -> str:
    """Return "<>" for an empty sender in an SMTP dialogue; in a stored message it is just unknown."""
    return "<>" if inlet.startswith(("smtp", "lmtp")) else ""


def is_stored(session: Session, inlet: str, uid: str) -> bool:
    return session.exec(RECEIVED, params={"inlet": inlet, "uid": uid}).first() is not None
