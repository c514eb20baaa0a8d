"""How does `pbem serve` begin, and how does it end?"""

import gc
import signal
import threading

from pbem import assembly, painted_ahead, rehearsal
from pbem.clock import clock_of
from pbem.settings import Settings
from pbem.shell import NOT_UNDERSTOOD, err, stop


def serve(settings: Settings) -> None:
    """Till a signal comes: SIGINT or SIGTERM."""
    own = settings.house.templates
    if own and (found := rehearsal.faults(own)):
        stop(rehearsal.first_lines(found), NOT_UNDERSTOOD)
    office = assembly.open_office(settings)
    if office.store.is_sqlite:  # nobody else can be at work on it
        office.store.release_claims()
    clock = clock_of(office.store)
    service, web = assembly.assemble(office, clock), assembly.web_of(office, clock)
    stopped = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stopped.set())
    try:
        service.start()
    except OSError as fault:
        receiver = office.settings.receiver
        service.stop()
        stop(f"[receiver] port: {receiver.listen}:{receiver.port} cannot be had ({fault.strerror})")
    try:
        web.start()
    except OSError as fault:
        service.stop()
        asked = office.settings.web
        stop(f"[web] port: {asked.listen}:{asked.port} cannot be had ({fault.strerror})")
    gc.freeze()  # what is there now stays, and need not be looked through again
    gc.enable()
    rehearsal.load_beside()
    painted_ahead.paint_beside(office, stopped.is_set)
    err.print(f"pbem: serving {office.house.judge}; stop with Ctrl-C", markup=False)
    stopped.wait()
    web.stop()
    service.stop()
