"""Open the database and the receiver: all that is needed to accept mail.

The rest of a service (`assembly`) takes about as long again to import. Nobody has to wait for it: what is
accepted meanwhile is stored, and processed when the rest is there.
"""

import ssl
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import games
from adjudicator.core.lazy_imports import IMPORTS
from pbem.core.clock import Clock
from pbem.core.error_text import plain_reason
from pbem.core.sentences import sentence
from pbem.core.settings import Settings, SettingsFault
from pbem.inbound.inlet import Reception, SetAside
from pbem.store.database import Store
from pbem.tables.people import reply_addresses
from pbem.tables.people.reply_addresses import Credentials, Seal

if TYPE_CHECKING:
    from pbem.inbound.smtp import SmtpInlet


class Opened(NamedTuple):
    """The database, and what messages are checked with."""

    store: Store
    credentials: Credentials


def opened(settings: Settings) -> Opened:
    """Open the database and upgrade its tables. Raises StoreFault."""
    games.use_maps(settings.house.boards)
    store = Store(settings.database.url)
    store.upgrade()
    secret = settings.trust.secret.get_secret_value() or store.secret()
    return Opened(store, Credentials(Seal(secret), settings.house.judge, settings.house.plus_addresses))


def started(settings: Settings, database: Opened, clock: Clock) -> "SmtpInlet | None":
    """Return the receiver, which listens; None if it is off. Raises OSError if its port is taken."""
    if not settings.receiver.on:
        return None
    store = database.store
    context = Reception(store.keep, of_judge(database.credentials.judge), store.is_stored, _set_aside)
    receiver = receiver_of(settings, context, clock.now)
    receiver.start()
    return receiver


def of_judge(judge: str) -> Callable[[str], bool]:
    """Return whether messages to an address are accepted."""
    return lambda address: reply_addresses.takes(address, judge)


def _set_aside(aside: SetAside) -> None:
    raise AssertionError(aside)  # the receiver refuses what is too large, and sets nothing aside


def receiver_of(settings: Settings, context: Reception, now: Callable[[], datetime]) -> "SmtpInlet":
    with IMPORTS:
        from pbem.inbound.smtp import SmtpInlet
        from pbem.inbound.smtp_session import SmtpSettings

    receiver = settings.receiver
    session = SmtpSettings(
        host=receiver.listen,
        port=receiver.port,
        hostname=settings.house.domain,
        speaks_lmtp=receiver.protocol == "lmtp",
        message_bytes=settings.messages.message_limit_kib * 1024,
        text_bytes=settings.messages.limit_kib * 1024,
        own_templates=settings.house.templates,
    )
    return SmtpInlet(session, context, now, _certificate(settings))


def _certificate(settings: Settings) -> ssl.SSLContext | None:
    receiver = settings.receiver
    if receiver.certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(receiver.certificate, receiver.key)
    except (OSError, ssl.SSLError) as fault:
        file, is_pair = receiver.certificate, isinstance(fault, ssl.SSLError)
        why = plain_reason(fault)
        said = sentence("settings", "certificate_unusable", file=file, why=why, is_pair=is_pair)
        raise SettingsFault(said.words(None)) from fault
    return context
