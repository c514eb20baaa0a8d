"""Put a service together from its settings.

Optional parts are imported where they are created: an inlet that is off imports no library.
"""

import ssl
from collections.abc import Callable, Sequence
from datetime import datetime
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
    from pbem.service.scheduler import Service
    from pbem.store.database import Store
    from pbem.tables import notices
    from pbem.tables.office import Office
    from pbem.tables.people import reply_addresses
    from pbem.tables.people.reply_addresses import Credentials, Seal

if TYPE_CHECKING:
    from pbem.inbound.smtp import SmtpInlet
    from pbem.service.workers import Workers
    from pbem.web.server import Web


def open_office(settings: Settings) -> Office:
    """Open the database, upgrade its tables and return the office. Raises StoreFault."""
    games.use_maps(settings.house.boards)
    store = Store(settings.database.url)
    store.upgrade()
    secret = settings.trust.secret.get_secret_value() or store.secret()
    credentials = Credentials(Seal(secret), settings.house.judge, settings.house.plus_addresses)
    return Office(store, settings, games.find, credentials, _vouch(settings))


def _vouch(settings: Settings) -> Vouch:
    trust = settings.trust

    def vouch(message: IncomingMessage, raw: bytes) -> bool:
        return vouches(message, raw, trust.hosts, check_dkim=trust.check_dkim)

    return vouch


def assemble(office: Office, clock: Clock, *, is_listening: bool = True) -> Service:
    """Return the service with its inlets; without the receiver unless *is_listening*."""
    context = context_of(office, clock)
    inlets = list(_fetching(office.settings, context))
    if is_listening and office.settings.receiver.on:
        inlets.append(receiver_of(office.settings, context, clock.now))
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

    def is_ours(address: str) -> bool:
        return reply_addresses.takes(address, office.credentials.judge)

    return Reception(office.store.keep, is_ours, office.store.is_stored, tell)


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
