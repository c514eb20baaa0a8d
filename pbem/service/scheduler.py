"""Run the two spines when they are due. Only this module reads the clock.

APScheduler is only an alarm clock: every few seconds it makes the service check what is due in the database.
A job that has made work for another one wakes it at once. After sleep, a crash or a delay one check does
everything that has become due; no state is held here.

The service also records that it is awake. After a gap longer than `OUTAGE`, every deadline that fell into the
gap slides by its length before anything else is done, so that an outage of the service makes nobody late
(`pbem.turns.outages`). Reminders are steps of `pbem.turns.nmr`.

Before a turn is run, the inlets are emptied up to the deadline and what came is processed. If an inlet cannot
be reached, the turn waits and its GM is notified; other work goes on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from socket import gethostname
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.exc import OperationalError

from adjudicator.core.lazy_imports import IMPORTS
from pbem.core.clock import Clock
from pbem.core.logs import log
from pbem.core.sentences import in_words
from pbem.inbound.inlet import Inlet, InletUnreachable
from pbem.intake import claims
from pbem.outbound import outbox
from pbem.outbound.delivery import NOT_TRIED_EITHER, DeliveryResult, Fates, MailToSend, Verdict
from pbem.service import retention
from pbem.service.intake_pool import take_in_what_waits
from pbem.service.robots import RobotProcess, in_process, write_sheets
from pbem.store.mail_tables import OutgoingMail
from pbem.store.rows import id_of
from pbem.tables import notices
from pbem.tables.office import Office
from pbem.tables.people import digests, reply_addresses
from pbem.turns import nmr, outages, pauses, turn
from pbem.web import health

if TYPE_CHECKING:  # only some services have them
    from pbem.service.workers import Workers

LOOK_SECONDS = 5
TIDY_SECONDS, WATCH_SECONDS = 600, 60
BATCH = 20  # mails
MOST_IN_A_ROW = 50  # turns in one check
LEADS_TO = {
    "messages": ("answers", "outbox", "changed tables", "robots"),
    "changed tables": ("tables",),  # the last missing orders, READY, RUN NOW
    "tables": ("outbox", "answers", "messages", "robots"),  # reports; messages that had to wait for the turn
    "robots": ("tables", "outbox"),  # turns that waited for a sheet
    "answers": ("outbox",),  # the GM is told of an address that accepts nothing
    "outbox": (),
    "tidy": (),
    "watch": ("outbox",),
}
# Jobs that run whenever they are woken. The others look at tables, and run again only after a while.
AT_ONCE = ("messages", "answers", "outbox")
AGAIN_AFTER = timedelta(seconds=0.25)


class MailDelivery(Protocol):
    """Delivers mails, also from several threads: see `pbem.outbound.delivery.Delivery`."""

    def deliver(self, mails: Sequence[MailToSend], /) -> Iterator[tuple[MailToSend, Fates]]: ...

    def close(self) -> None: ...


class Service:
    """The running service. Each `look_...` does everything that is due now, and may be called at any time."""

    def __init__(
        self,
        office: Office,
        clock: Clock,
        inlets: Sequence[Inlet],
        delivery: MailDelivery,
        workers: "Workers | None" = None,
    ) -> None:
        self.office, self.clock, self.inlets, self.delivery = office, clock, inlets, delivery
        self._workers = workers
        self._changed_tables: set[str | None] = set()
        self._robots = RobotProcess() if workers is not None else None
        self._stopping = Event()
        self._busy = {name: Lock() for name in LEADS_TO}
        self._woken = {name: Event() for name in LEADS_TO}  # set until the job begins
        self._begun = dict.fromkeys(LEADS_TO, datetime.min.replace(tzinfo=UTC))  # when each began last
        self._jobs: dict[str, Callable[[], None]] = {}
        self._hands = ThreadPoolExecutor(2 * len(LEADS_TO), thread_name_prefix="job")
        self._taking_in = Lock()  # two jobs process messages
        self._changing = Lock()  # held to read or change the set of changed tables
        self._alarm = _alarm_clock()
        self._relay_trouble = ""  # why it was out of reach at the last attempt

    # --- jobs: each does what is due now -----------------------------------------------------------------

    def poll_messages(self) -> int:
        """Process every waiting message; return how many were begun."""
        with self._taking_in:
            begun = take_in_what_waits(self.office, self.clock.now, self._workers, self._stopping.is_set)
        with self.office.store.reading() as session:
            changed = claims.tables_of(session, begun.numbers)
        with self._changing:
            self._changed_tables |= changed
        return begun.count

    def look_at_changed_tables(self) -> int:
        """Return how many tables are due because of messages: only those that the messages were for.

        If it is not known which, all tables are looked at, as they are every few seconds anyway.
        """
        with self._changing:
            keys, self._changed_tables = self._changed_tables, set()
        if None in keys:
            return len(keys)
        return len(turn.due_tables(self.office, self.clock.now(), sorted(filter(None, keys))))

    def look_at_pulse(self) -> int:
        """Record that the service is awake, and move deadlines after an outage; return how many moved."""
        return outages.wake_up(self.office, self.clock.now())

    def look_at_pauses(self) -> int:
        """Let games go on whose pause is over; return how many."""
        return pauses.end_those_over(self.office, self.clock.now())

    def look_at_missing_orders(self) -> int:
        """Remind players whose orders are missing; return the number of reminders."""
        return nmr.send_reminders(self.office, self.clock.now())

    def look_at_robots(self) -> int:
        """Write the sheets of computer players that are wanted; return how many."""
        write = self._robots.write if self._robots is not None else in_process(self.office)
        return write_sheets(self.office, write, self.clock.now, self._stopping.is_set)

    def look_at_tables_awake(self) -> int:
        """Check for an outage, then for pauses, reminders, turns and digests; return how much was done."""
        moved = self.look_at_pulse() + self.look_at_pauses()
        done = moved + self.look_at_missing_orders() + self.look_at_tables() + self.look_at_digests()
        self._wake_at_deadline()
        return done

    def look_at_digests(self) -> int:
        """Make the daily digests that are due; return how many."""
        return digests.send(self.office, self.clock.now())

    def look_at_tables(self) -> int:
        """Run every turn that is due; return how many were run."""
        tables = turn.due_tables(self.office, self.clock.now())
        keys = [table.key for table in tables]
        until = [table.final_utc for table in tables]
        if not tables or not self._has_all_messages(keys, max(filter(None, until), default=None)):
            return 0
        if self._workers is not None and len(keys) > 1:
            return self._workers.run(keys, self.clock.now, self._stopping.is_set)
        return sum(turn.run(key, self.office, self.clock.now()) for key in self._till_stopped(keys))

    def _till_stopped(self, keys: Sequence[str]) -> Iterator[str]:
        yield from takewhile(lambda _: not self._stopping.is_set(), keys)

    def run_table(
        self, key: str, until: datetime | None = None, *, asked: int | None = None, with_inlets: bool = True
    ) -> bool:
        """Empty the inlets up to *until*, process what came, run the turn; *asked* as in `turn.run`."""
        if not with_inlets:
            self.poll_messages()
        elif not self._has_all_messages([key], until):
            return False
        return turn.run(key, self.office, self.clock.now(), asked)

    def _has_all_messages(self, keys: Sequence[str], until: datetime | None) -> bool:
        """Process messages up to *until* or now. Return False if an inlet fails: then *keys* wait."""
        try:
            self._empty_inlets(min(until or self.clock.now(), self.clock.now()))
        except InletUnreachable as trouble:
            for key in keys:
                log.repeated("turn waits for an inlet", table=key, reason=str(trouble), again=True)
                turn.wait_for_inlet(key, self.office, self.clock.now())
            return False
        self.poll_messages()
        return True

    def _empty_inlets(self, moment: datetime) -> None:
        for inlet in self.inlets:
            inlet.empty_until(moment)

    def look_at_outbox(self) -> int:
        """Send everything that is due; return the number of mails sent."""
        return self._send_due(outbox.LANES)

    def look_at_answers(self) -> int:
        """Send the answers that are due; return how many were sent."""
        return self._send_due(outbox.ANSWERS_LANE)

    def look_at_others(self) -> int:
        """Send what is due and no answer; return how many mails were sent."""
        return self._send_due(outbox.OTHERS_LANE)

    def _send_due(self, lanes: Sequence[bool]) -> int:
        count, may_be_more = 0, True
        while may_be_more and (parcels := self._claimed(lanes)):
            fates = self._send(parcels)
            count += sum(verdict is Verdict.SENT for verdict in fates)
            has_failed = set(fates) != {Verdict.SENT}  # there may be a mail that tells the GM
            is_out_of_reach = Verdict.NOT_TRIED in fates
            may_be_more = not is_out_of_reach and (has_failed or len(parcels) >= BATCH // 2)
        return count

    def _claimed(self, lanes: Sequence[bool]) -> Sequence[OutgoingMail]:
        return outbox.claim(self.office.store, self.clock.now(), BATCH, lanes)

    def _send(self, parcels: Sequence[OutgoingMail]) -> list[Verdict]:
        known = {id_of(parcel): parcel for parcel in parcels}
        mails = [mail_to_send(parcel, self.office.credentials) for parcel in parcels]
        return [self._noted(known[mail.key], fates) for mail, fates in self.delivery.deliver(mails)]

    def _noted(self, parcel: OutgoingMail, fates: Mapping[str, DeliveryResult]) -> Verdict:
        """Call `_note`; an error affects only this mail: its claim expires, and it is tried again."""
        try:
            return self._note(parcel, fates)
        except OperationalError:
            raise
        except Exception:
            log.exception("result of a delivery not recorded", mail=parcel.id, again=True)
            return Verdict.AGAIN

    def _note(self, parcel: OutgoingMail, fates: Mapping[str, DeliveryResult]) -> Verdict:
        """Record the result of a delivery."""
        number, now = id_of(parcel), self.clock.now()
        fate = fates[parcel.recipient]
        if fate.verdict is not Verdict.NOT_TRIED:
            self._relay_trouble = ""
        elif fate.reason != NOT_TRIED_EITHER:
            self._relay_trouble = in_words(fate.reason, self.office.house.templates)
        match fate.verdict:
            case Verdict.SENT:
                outbox.sent(self.office.store, number, now)
                log.info("mail sent", mail=number, kind=parcel.kind, table=parcel.table_key)
            case Verdict.NOT_TRIED:
                outbox.unclaim(self.office.store, [number])
            case _:
                self._refused(number, fate, now)
        return fate.verdict

    def _refused(self, number: int, fate: DeliveryResult, now: datetime) -> None:
        is_never = fate.verdict is Verdict.NEVER
        reason = in_words(fate.reason, self.office.house.templates)
        given_up = outbox.failed(self.office.store, number, reason, permanent=is_never, now=now)
        log.warning("mail not delivered", mail=number, reason=reason, again=not given_up)
        if given_up:
            with self.office.store.writing() as session:
                notices.not_delivered(session, self.office, session.get_one(OutgoingMail, number), now)

    def tidy(self) -> int:
        """Remove old mail in small steps; return how many rows were removed or emptied."""
        kept = self.office.settings.retention
        return retention.tidy(self.office.store, kept, self.clock.now(), self._stopping.is_set)

    def watch(self) -> int:
        """Note what is wrong, and mail the host what has lasted; return the number of mails."""
        return health.watch(self.office, list(self._own_troubles()), self.clock.now())

    def _own_troubles(self) -> Iterator[health.Trouble]:
        """Yield what only this process can notice."""
        for inlet in self.inlets:
            if inlet.trouble:
                kind = health.PASSWORD if inlet.is_refused else health.INLET
                yield health.Trouble(kind, f"{inlet.name}: {inlet.trouble}", inlet.name)
        if self._relay_trouble:
            relay = self.office.settings.sender
            said = f"{relay.host}:{relay.port}: {self._relay_trouble}"
            yield health.Trouble(health.RELAY, said, gethostname())

    def look(self) -> None:
        """Do everything once, without the alarm clock: for tests, the demo and `pbem run`."""
        self.poll_messages()
        self.look_at_pauses()
        self.look_at_missing_orders()
        self._look_at_turns()
        self.poll_messages()  # those that had to wait for the turn
        self.look_at_digests()
        self.look_at_outbox()

    def _look_at_turns(self) -> None:
        """Run what is due; where only robots have a say one turn follows the other."""
        self.look_at_robots()
        for _ in range(MOST_IN_A_ROW):
            if not self.look_at_tables() or not self.look_at_robots():
                break

    # --- start, wake and stop ----------------------------------------------------------------------------

    def start(self) -> None:
        """Open the inlets and start the jobs, in threads, until `stop`."""
        often = {
            "messages": self.poll_messages,
            "changed tables": self.look_at_changed_tables,
            "tables": self.look_at_tables_awake,
            "robots": self.look_at_robots,
            "answers": self.look_at_answers,
            "outbox": self.look_at_others,
        }
        for name, job in often.items():
            self._begin_job(name, job, LOOK_SECONDS)
        self._begin_job("tidy", self.tidy, TIDY_SECONDS)
        self._begin_job("watch", self.watch, WATCH_SECONDS)
        self.look_at_pulse()  # before anything else: it moves the deadlines that fell into an outage
        self._alarm.start()
        self.office.store.on_stored = lambda: self.wake("messages")
        for name in often:
            self.wake(name)
        for inlet in self.inlets:
            inlet.start()

    def _begin_job(self, name: str, job: Callable[[], int], seconds: int) -> None:
        self._jobs[name] = self._guarded(name, job)
        self._alarm.add_job(self._jobs[name], "interval", seconds=seconds, id=name)

    def wake(self, name: str) -> None:
        """Run a job at once or, if it looks at tables and has just begun, a little later."""
        if self._woken[name].is_set() and name not in AT_ONCE:
            return
        self._woken[name].set()
        again = self._begun[name] + AGAIN_AFTER
        if name not in AT_ONCE and again > datetime.now(UTC):
            self._run_at(name, again)
        elif name in self._jobs and not self._stopping.is_set():
            with suppress(RuntimeError):  # the service has just stopped
                self._hands.submit(self._jobs[name])

    def _run_at(self, name: str, moment: datetime) -> None:
        job = self._alarm.get_job(name)
        if job is not None:
            job.modify(next_run_time=moment)

    def _wake_at_deadline(self) -> None:
        """Check the tables at the next deadline, if that is before their next regular check."""
        now = self.clock.now()
        due = turn.next_deadline(self.office, now)
        if due is not None and due - now < timedelta(seconds=LOOK_SECONDS):
            self._run_at("tables", datetime.now(UTC) + (due - now))

    def stop(self) -> None:
        """Close the inlets and finish current work."""
        self.office.store.on_stored = lambda: None
        for inlet in self.inlets:
            inlet.stop()
        self._stopping.set()
        self._alarm.shutdown(wait=False)  # waiting would hold locks that a job needs to wake another
        for busy in self._busy.values():
            busy.acquire()  # until its job has ended; no other one is started
        self._hands.shutdown(wait=False)
        if self._workers is not None:
            self._workers.stop()
        if self._robots is not None:
            self._robots.stop()
        self.delivery.close()

    def _guarded(self, name: str, job: Callable[[], int]) -> Callable[[], None]:
        """Wrap *job*, which may fail: the state is in the database, and the next check starts again.

        Its results may make other work due (`LEADS_TO`), which does not wait for the alarm.
        """

        busy, woken = self._busy[name], self._woken[name]

        def once() -> None:
            woken.clear()
            self._begun[name] = datetime.now(UTC)
            try:
                for next_job in LEADS_TO[name] if job() else ():
                    self.wake(next_job)
            except Exception:  # the last resort: the alarm clock must go on
                log.exception("job failed", job=name, again=True)

        def look() -> None:
            woken.set()
            while woken.is_set() and busy.acquire(blocking=False):  # else it runs already, or we are stopping
                try:
                    once()
                finally:
                    busy.release()
                if name not in AT_ONCE:
                    self._run_again(name)
                    return

        return look

    def _run_again(self, name: str) -> None:
        """Run a job that was woken while it ran once more, a little later."""
        if self._woken[name].is_set():
            self._run_at(name, datetime.now(UTC) + AGAIN_AFTER)


def _alarm_clock() -> Any:
    with IMPORTS:
        from apscheduler.schedulers.background import BackgroundScheduler  # slow to import

    made: Any = BackgroundScheduler  # the package has no types
    return made(timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 2})


def mail_to_send(parcel: OutgoingMail, credentials: reply_addresses.Credentials) -> MailToSend:
    """Return the mail with its envelope; bounces go to an address with the mail's number."""
    number = id_of(parcel)
    sender = reply_addresses.bounce_address(credentials.seal, number, credentials.judge)
    return MailToSend(number, sender, (parcel.recipient,), parcel.raw, parcel.answers)
