"""Put a service together from its settings.

Optional parts are imported where they are created: an inlet that is off imports no library.
"""

import ssl
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.core.lazy_imports import IMPORTS
from pbem.core.garbage_collection import without_collection

with without_collection():  # everything is imported here; garbage collection took three tenths of the time
    from adjudicator import games
    from pbem.core.clock import Clock
    from pbem.core.error_text import plain_reason
    from pbem.core.sentences import sentence
    from pbem.core.settings import Settings, SettingsFault
    from pbem.core.tls import Security, trusting
    from pbem.inbound.inlet import Inlet, Reception, SetAside
    from pbem.messages.authentication import Vouch, vouches
    from pbem.messages.message import IncomingMessage
    from pbem.outbound import delivery
    from pbem.service import receiving
    from pbem.service.scheduler import Service
    from pbem.tables import notices
    from pbem.tables.office import Office

if TYPE_CHECKING:
    from pbem.service.workers import Workers
    from pbem.web.server import Web


def open_office(settings: Settings) -> Office:
    """Open the database, upgrade its tables and return the office. Raises StoreFault."""
    return office_of(settings, receiving.opened(settings))


def office_of(settings: Settings, database: receiving.Opened) -> Office:
    return Office(database.store, settings, games.find, database.credentials, _vouch(settings))


def _vouch(settings: Settings) -> Vouch:
    trust = settings.trust

    def vouch(message: IncomingMessage, raw: bytes) -> bool:
        return vouches(message, raw, trust.hosts, check_dkim=trust.check_dkim)

    return vouch


def assemble(office: Office, clock: Clock, receiver: Inlet | None = None) -> Service:
    """Return the service with its inlets; *receiver* is one of them."""
    inlets = list(_fetching(office.settings, context_of(office, clock)))
    if receiver is not None:
        inlets.append(receiver)
    delivering = delivery.Delivery(relay_of(office.settings))
    return Service(office, clock, inlets, delivering, _workers(office.settings))


def _workers(settings: Settings) -> "Workers | None":
    """Return worker processes, if the settings ask for more than one; else turns run in this process."""
    if settings.service.workers == 1:
        return None
    with IMPORTS:
        from pbem.service.workers import Workers

    return Workers(settings, open_office)


def web_of(office: Office, clock: Clock) -> "Web | None":
    """Return the web server; None unless the settings turn it on."""
    if not office.settings.web.on:
        return None
    with IMPORTS:
        from pbem.web.server import Web

    return Web(office, clock)


def context_of(office: Office, clock: Clock) -> Reception:
    def tell(aside: SetAside) -> None:
        with office.store.writing() as session:
            notices.message_too_large(session, office, aside, clock.now())

    is_ours = receiving.of_judge(office.credentials.judge)
    return Reception(office.store.keep, is_ours, office.store.is_stored, tell)


def _authorities(settings: Settings) -> ssl.SSLContext | None:
    file = settings.imap.ca_file
    try:
        return trusting(file)
    except OSError as fault:
        said = sentence("settings", "authorities_unusable", file=file, why=plain_reason(fault))
        raise SettingsFault(said.words(None)) from fault


def _fetching(settings: Settings, context: Reception) -> Sequence[Inlet]:
    """Return the inlets that fetch messages from where a mail server stored them."""
    imap, maildir, most = settings.imap, settings.maildir, settings.messages.message_limit_kib * 1024
    inlets: list[Inlet] = []
    if imap.on:
        with IMPORTS:
            from pbem.inbound import imap as inlet_imap

        account = inlet_imap.ImapAccount(
            host=imap.host,
            user=imap.user,
            password=imap.password.get_secret_value(),
            port=imap.port,
            security=Security(imap.security),
            folder=imap.folder,
            done_folder=imap.done_folder or None,
            too_large_folder=imap.large_folder,
            message_bytes=most,
            poll_seconds=imap.poll_seconds,
        )
        inlets.append(inlet_imap.ImapInlet(account, context, _authorities(settings)))
    if maildir.on and maildir.path is not None:
        with IMPORTS:
            from pbem.inbound import maildir as inlet_maildir

        folder = inlet_maildir.Maildir(
            folder=maildir.path, message_bytes=most, poll_seconds=maildir.poll_seconds
        )
        inlets.append(inlet_maildir.MaildirInlet(folder, context))
    return inlets


def relay_of(settings: Settings) -> delivery.Relay:
    sender = settings.sender
    return delivery.Relay(
        host=sender.host,
        port=sender.port,
        security=Security(sender.security),
        user=sender.user,
        password=sender.password.get_secret_value(),
        sessions=sender.sessions,
    )
