"""`pbem serve`: start the service, and stop it cleanly."""

import errno
import os
import signal
import threading
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from adjudicator.core.lazy_imports import IMPORTS
from pbem.cli.shell import NOT_UNDERSTOOD, stop, warn
from pbem.core.garbage_collection import without_collection
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.core.settings import HouseSettings, ReceiverSettings, Settings, WebSettings
from pbem.core.settings_risks import risks
from pbem.service import receiving
from pbem.store.serving_lock import ServingLock
from pbem.store.shared_clock import clock_of

if TYPE_CHECKING:
    from pbem.core.clock import Clock
    from pbem.inbound.smtp import SmtpInlet
    from pbem.service.scheduler import Service
    from pbem.tables.office import Office
    from pbem.web.server import Web


class Begun(NamedTuple):
    """What was started."""

    office: "Office"
    service: "Service"
    web: "Web | None"
    lock: ServingLock


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM."""
    stopped = threading.Event()
    if settings.house.judge == HouseSettings().judge:
        warn(sentence("shell", "judge_unset", judge=settings.house.judge))
    if not any(inlet.on for inlet in (settings.receiver, settings.imap, settings.maildir)):
        warn(sentence("shell", "no_inlet"))
    for risk in risks(settings):
        warn("; ".join(risk.said.parts(settings.house.templates)))
    with without_collection():
        begun = _begin(settings, stopped)
    log.lines()  # set up now, so that no message waits for it
    _notify(begun.office)
    with IMPORTS:
        from pbem.service import template_check, warm_up  # imports Jinja, which nobody waits for

    template_check.load_beside()
    warm_up.begin_beside(begun.office, stopped.is_set)
    stopped.wait()
    if begun.web is not None:
        begun.web.stop()
    begun.service.stop()
    begun.lock.release()


def _notify(office: "Office") -> None:
    """Report that the service runs, in the format of the log, which a program may read line by line."""
    places = _places(office.settings)
    if office.settings.log.form == "json":
        log.info("serving", **places)
    else:
        warn(sentence("shell", "serving", judge=office.house.judge, places=places))


def _places(settings: Settings) -> dict[str, str]:
    """Return where messages come in and pages are served, by the section of the settings that says so."""
    receiver, imap, web = settings.receiver, settings.imap, settings.web
    places = {
        "receiver": f"{receiver.listen}:{receiver.port}" if receiver.on else "",
        "imap": f"{imap.host}:{imap.port}" if imap.on else "",
        "maildir": str(settings.maildir.path) if settings.maildir.on else "",
        "web": f"{web.listen}:{web.port}" if web.on else "",
    }
    return {section: place for section, place in places.items() if place}


def _check_templates(settings: Settings) -> None:
    """Stop if the host's own templates have faults."""
    if own := settings.house.templates:
        with IMPORTS:
            from pbem.service import template_check  # as above

        if found := template_check.faults(own):
            stop(template_check.first_lines(found), NOT_UNDERSTOOD)


def _begin(settings: Settings, stopped: threading.Event) -> Begun:
    _check_templates(settings)
    lock = ServingLock(settings.database.url)
    database = receiving.opened(settings)
    if database.store.is_sqlite:  # nobody else serves it
        database.store.release_claims()
    clock = clock_of(database.store)
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stopped.set())
    receiver = _receiver(settings, database, clock)
    try:
        return _assembled(settings, database, clock, receiver, lock)
    except BaseException:
        if receiver is not None:
            receiver.stop()
        raise


def _receiver(settings: Settings, database: receiving.Opened, clock: "Clock") -> "SmtpInlet | None":
    """Return the receiver, which accepts mail from now on; what it stores is processed later."""
    try:
        return receiving.started(settings, database, clock)
    except OSError as fault:
        _port_taken("receiver", settings.receiver, fault)


def _assembled(
    settings: Settings,
    database: receiving.Opened,
    clock: "Clock",
    receiver: "SmtpInlet | None",
    lock: ServingLock,
) -> Begun:
    with IMPORTS:
        from pbem.service import assembly  # after the receiver listens: it imports nearly everything

    office = assembly.office_of(settings, database)
    service, web = assembly.assemble(office, clock, receiver), assembly.web_of(office, clock)
    service.start()
    try:
        if web is not None:
            web.start()
    except OSError as fault:
        service.stop()
        _port_taken("web", office.settings.web, fault)
    return Begun(office, service, web, lock)


def _port_taken(section: str, place: ReceiverSettings | WebSettings, fault: OSError) -> NoReturn:
    """Stop, and say why nothing can listen there."""
    is_of_system = fault.errno is not None and fault.errno > 0  # that of a name server is negative
    reason = os.strerror(fault.errno or 0) if is_of_system else fault.strerror
    is_taken = fault.errno == errno.EADDRINUSE
    where = f"{place.listen}:{place.port}"
    said = sentence("shell", "port_taken", section=section, where=where, reason=reason, is_taken=is_taken)
    stop(said)
