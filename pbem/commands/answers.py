"""Answers to messages: to whom, and how often. Every answer goes into the caller's transaction.

An answer about a seat goes to the seat's registered address, wherever the message came from, so that nobody's
orders are changed unseen. No address gets more than the set number of answers an hour. Above that,
confirmations of new orders are delayed (only the newest of a seat); any other answer is left out, and the
record of the message says so.

A program that answers each answer must not go on for ever, however slowly. An answer to a message without
anything new is left out if too many were given within a day, or if the last `MOST_FRUITLESS` messages were
not understood either. Only confirmations of new orders are delayed, so no delayed answer restarts the loop.

A From address is easily forged, so a message whose sender is not proved is counted for everything that it
brings, also where a proved one is not (GM actions, MAP). Above the limit it is not even executed
(`MessageContext.is_one_too_many`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from adjudicator.core.game import REFUSED, REMARK, ReadLine
from pbem import reports
from pbem.commands import parts, status
from pbem.commands.command import Result
from pbem.commands.context import CommandContext, Person, SeatCommandContext, SeatContext
from pbem.commands.misspelled import hints
from pbem.commands.readiness import is_ready, may_run_by_orders
from pbem.commands.rules import of_a_guest
from pbem.core.sentences import Sentence, Words, sentence
from pbem.core.templating import when
from pbem.messages.courtesies import not_read
from pbem.messages.message import IncomingMessage, Kind
from pbem.messages.script import Script, names_turn
from pbem.outbound import outbox
from pbem.outbound.outbox import About, Invitation
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.message_bytes import Outgoing
from pbem.store.game_tables import AdjudicatedTurn, GameTable, Seat
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.rows import id_of
from pbem.store.states import FAILED, HELD, OVER, PAUSED
from pbem.tables import identity, notices, order_sheets, reply_addresses, sealed_orders
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.replays import First
from pbem.tables.robots import practice_of

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
HOURS_A_DAY = 3  # a day has this many times the answers of an hour, apart from those to new orders
MOST_FRUITLESS = 10
FRUITLESS = ("no orders in it", "empty", "refused", "nothing to confirm", "no GM action in it")
SEAT = select(Seat).where(Seat.table_key == bindparam("table"), Seat.power == bindparam("power"))
TURN = PreparedQuery(
    select(
        col(AdjudicatedTurn.name), col(AdjudicatedTurn.closed_utc), col(AdjudicatedTurn.adjudicated_utc)
    ).where(AdjudicatedTurn.table_key == bindparam("table"), AdjudicatedTurn.number == bindparam("number"))
)
ANSWERED = (Kind.PLAYER, Kind.EMPTY, Kind.UNREADABLE)  # no other kind is ever answered


Results = Sequence[Result]


class LastTurn(Struct, frozen=True):
    """The last turn that was run; messages received until *closed_utc* counted for it."""

    name: str
    closed_utc: datetime
    adjudicated_utc: datetime


class Trouble(Struct, frozen=True):
    """Why orders were not taken, and what would work."""

    reason: str
    remedy: str


class Reply(Struct, frozen=True):
    """An answer, and what it belongs to; *may_wait* if it may be delayed by the hourly limit."""

    answer: reports.Answer
    about: About
    may_wait: bool = False


class PreparedAnswer(Struct, frozen=True):
    """The effect of an order sheet if nothing changes before it is filed; see `pbem.commands.orders`."""

    draft: order_sheets.Draft
    written: reports.Written


class MessageContext(Struct, frozen=True):
    """The message that is answered, and the transaction that the answer belongs to.

    *offered* are the orders of a form in its quoted text that the answer offers to file. *is_proved* if it is
    known who wrote.
    """

    session: Session
    office: Office
    stored: StoredMessage
    message: IncomingMessage
    now: datetime
    foreseen: PreparedAnswer | None = None
    offered: Sequence[str] = ()
    is_proved: bool = True

    @property
    def context(self) -> reports.MailContext:
        return self.office.context(self.now, _answered_message(self.message, self.stored, self.office))

    def at(self, table: GameTable, power: str) -> SeatContext:
        """Return the seat of *power*, as it is now."""
        return self.placed(table, self.session.exec(SEAT, params={"table": table.key, "power": power}).one())

    def placed(self, table: GameTable, seat: Seat) -> SeatContext:
        """Return *seat* at its table, and assign the message to that table."""
        self.stored.table_key = table.key
        game = self.office.find_game(table.game)
        return SeatContext(table, seat, game, game.due(table.position), self.office.seat_card(table, seat))

    def visit(self, person: Person, script: Script) -> CommandContext:
        return CommandContext(self.session, self.office, self.stored, self.message, script, self.now, person)

    def acting(self, at: SeatContext, script: Script) -> SeatCommandContext:
        """Treat the message as a seat's; guest commands in it come from its player, or the second one."""
        person = Person(at.row.player, at.row.address, at.row.zone)
        sender = self.message.sender.lower()
        other = identity.second_player(self.session, at.row) if sender != at.row.address else None
        if other is not None and other.address == sender:
            person = Person(other.name, sender, at.row.zone)
        return SeatCommandContext(self.visit(person, script), at)

    # --- may the orders count? ---------------------------------------------------------------------------

    def missed(self, at: SeatContext, script: Script) -> LastTurn | None:
        """Return the turn for which this message is too late; None when it is for the turn that is due.

        The mail that it answers decides. Without one, it is too late if it came before the last turn was run,
        because its writer cannot have known the result. A message that names its turn is not late.
        """
        return None if script.asks("TURN") else self._missed(at, self._answered(at))

    def _missed(self, at: SeatContext, answered: Invitation | None) -> LastTurn | None:
        since = parts.due_since(self.session, at)
        if answered is not None:
            return self._last_turn(at, since) if answered.number < since else None
        last = self._last_turn(at, since)
        return last if last and _came_before(self.stored.received_utc, last.adjudicated_utc) else None

    def _last_turn(self, at: SeatContext, since: int) -> LastTurn | None:
        row = TURN.first(self.session, table=at.table.key, number=since - 1)
        return LastTurn(*row) if row else None

    def is_for_turn_due(self, at: SeatContext, script: Script) -> bool:
        return not script.asks("TURN") or names_turn(script.argument("TURN"), at.due.turn)

    # --- answers to a seat -------------------------------------------------------------------------------

    def trouble(self, at: SeatContext, script: Script) -> Trouble | None:
        """Return why orders of this message cannot be accepted; None if they can."""
        if at.table.state == OVER:
            self.stored.note = "the game is over"
            return self._trouble(sentence("answers", "game_over", table=at.table.key))
        if script.asks("TURN"):
            named = script.argument("TURN")
            return None if self.is_for_turn_due(at, script) else self._other_turn(at, named)
        answered = self._answered(at)
        if answered is not None and answered.is_void:
            return self._rolled_back(at)
        turn = self._missed(at, answered)
        return self._late(at, turn) if turn else None

    def _answered(self, at: SeatContext) -> Invitation | None:
        """Return our mail that the message answers, if it asked for orders."""
        named = _answered_ids(self.message)
        return outbox.about_turn(self.session, at.table.key, named) if named else None

    def _rolled_back(self, at: SeatContext) -> Trouble:
        self.stored.note = "answers a void report"
        return self._trouble(sentence("answers", "rolled_back", turn=at.due.turn))

    def refuse_repetition(self, at: SeatContext, first: First) -> None:
        """Refuse a replayed message, and notify the registered address."""
        self.stored.note = f"repeats message {first.number}"
        received = when(first.received_utc, at.row.zone)
        self.send(self._refusal(at, self._trouble(sentence("answers", "repeated", received=received))))

    def _late(self, at: SeatContext, turn: LastTurn) -> Trouble:
        """Refuse orders that are too late for *turn*; they are not used for the next one."""
        self.stored.note = "late"
        if self.stored.received_utc <= turn.closed_utc:
            notices.came_too_late_to_us(self.session, self.office, at.table, self.stored, self.now)
        run_at = when(turn.adjudicated_utc, at.row.zone)
        return self._trouble(sentence("answers", "late", missed=turn.name, run=run_at, turn=at.due.turn))

    def _other_turn(self, at: SeatContext, named: str) -> Trouble:
        self.stored.note = "for another turn"
        return self._trouble(
            sentence("answers", "other_turn", named=named, turn=at.due.turn, table=at.table.key)
        )

    def _trouble(self, why: Sentence) -> Trouble:
        reason, *remedies = why.parts(self.office.house.templates)
        return Trouble(reason, " ".join(remedies))

    def confirm(self, at: SeatContext, filed: order_sheets.Filed, results: Results) -> Reply:
        """Return the confirmation: the reading of each line, what is missing, and the results."""
        self.stored.note = "orders" if filed.changed else "no orders in it"
        meant = () if filed.changed or results or self.offered else self._hints(at, filed)
        notes = [*self._notes(at, filed), *meant]
        besides = beside_orders(results, notes, filed.reading.lines, at.game.card.places)
        card = self._card(at) if results else at.card
        seal = self._seal(at, filed)
        answer = reports.confirmation(card, self._run(at), filed.reading, besides, seal)
        return Reply(answer, self._about(at), may_wait=filed.is_new)

    def _seal(self, at: SeatContext, filed: order_sheets.Filed) -> str:
        """Return the seal of what is on file now; see `pbem.tables.sealed_orders`."""
        in_force = filed.reading.in_force
        sheet = sealed_orders.sealed(self.office, at.table, at.row.power, in_force)
        return sheet.seal if sheet else ""

    def _card(self, at: SeatContext) -> reports.SeatCard:
        """Return the seat as it is now: commands may have changed its name and reply address."""
        return self.office.seat_card(at.table, at.row)

    def _notes(self, at: SeatContext, filed: order_sheets.Filed) -> list[Words]:
        deadline = at.table.deadline_utc
        notes: list[Words] = [*self._offer()]
        if not filed.changed and not self.offered:
            notes.append(sentence("answers", "no_order"))
        if at.table.state == HELD:
            notes.append(sentence("answers", "set_aside"))
        elif at.table.state == PAUSED:
            notes.append(sentence("answers", "paused"))
        elif deadline and self.stored.received_utc > deadline:
            notes.append(sentence("answers", "in_grace", until=self._grace_ends(at)))
        else:
            notes += self._when_run(at, filed)
        return [*notes, *self._faults()]

    def _faults(self) -> list[Words]:
        """Return what could not be read of the message, a sentence each."""
        return [sentence("message_faults", "alone", fault=fault) for fault in self.message.faults]

    def _when_run(self, at: SeatContext, filed: order_sheets.Filed) -> Iterator[Sentence]:
        """Yield when the turn is run without a deadline, or before it."""
        if at.table.deadline_utc is None and practice_of(self.session, at.table.key) is not None:
            if at.row.power in {*at.due.owed, *at.due.asked}:
                yield from self._unless_ready(at, filed, _of_practice(at, filed))
        elif may_run_by_orders(house_rules(at.table), at.due, at.row.power) and filed.is_complete:
            early = status.EARLY if at.table.deadline_utc else status.NO_DEADLINE
            yield from self._unless_ready(at, filed, [early])
        else:
            yield from parts.notes(self.session, at, filed)

    def _unless_ready(
        self, at: SeatContext, filed: order_sheets.Filed, usual: Iterable[Sentence]
    ) -> Iterator[Sentence]:
        """Yield what the turn waits for, *usual* where the power has sent neither READY nor WAIT."""
        ready = is_ready(self.session, at.table, at.row.power)
        if filed.lacks_lines and not ready:
            yield sentence("status", "waits_for_correction")
        elif ready is False:
            yield sentence("status", "waits_for_ready")
        elif ready is None:
            yield from usual

    def _run(self, at: SeatContext) -> reports.Run:
        """Return what is due, in the grace period with its end as the deadline."""
        deadline, final = at.table.deadline_utc, at.table.final_utc
        is_in_grace = (
            deadline is not None and final is not None and deadline < self.stored.received_utc <= final
        )
        return replace(at.run, deadline_utc=final) if is_in_grace else at.run

    def _grace_ends(self, at: SeatContext) -> str:
        """Return when the grace period ends; "" if the table waits for missing orders anyway."""
        is_open = house_rules(at.table).silence == "wait"
        return "" if is_open or at.table.final_utc is None else when(at.table.final_utc, at.row.zone)

    def _offer(self) -> Sequence[Sentence]:
        return [sentence("form", "offer", lines=self.offered)] if self.offered else ()

    def without_orders(
        self, at: SeatContext, trouble: Trouble | None, results: Results, script: Script
    ) -> Reply:
        """Return the answer to a message without filed orders."""
        if trouble is not None and results:
            orders = sentence("answers", "your_orders").words(self.office.house.templates)
            refused = CommandResult(0, orders, [trouble.reason, trouble.remedy], is_refused=True)
            return self._transcript(at, [refused, *results], ())
        if trouble is not None:
            return self._refusal(at, trouble)
        if [request.word for request in script.requests] == ["STATUS"] and not self._unread(at, script):
            return self._status(at, script)
        if results:
            self.stored.note = ", ".join(request.word.lower() for request in script.requests)[:80]
            return self._transcript(at, results, script.lines)
        self.stored.note = "empty"
        if self.offered:
            return self._refusal(at, self._trouble(sentence("form", "nothing_else", lines=self.offered)))
        return self._refusal(at, self._trouble(sentence("answers", "nothing_in", faults=self.message.faults)))

    def _hints(self, at: SeatContext, filed: order_sheets.Filed) -> Sequence[Words]:
        """Return hints for a message without effect."""
        meant = hints([line.text for line in filed.reading.lines])
        if meant:
            return [sentence("answers", "meant", commands=meant)]
        if any(line.verdict == REFUSED for line in filed.reading.lines):
            return ()
        return [sentence("answers", "for_somebody", power=self._press_answered(at))]

    def _press_answered(self, at: SeatContext) -> str:
        """Return the power whose press message the subject answers; "" if there is none."""
        words = self.message.subject.lower()
        others = (power for power in at.game.card.seats if power != at.row.power)
        return next((power for power in others if "press between" in words and power.lower() in words), "")

    def _unread(self, at: SeatContext, script: Script) -> bool:
        """Return whether the message has words that must be quoted in the answer."""
        return bool(script.lines) and bool(
            not_read(at.place.read(None, script.lines).lines, at.game.card.places)
        )

    def _status(self, at: SeatContext, script: Script) -> Reply:
        self.stored.note = "status"
        force = order_sheets.in_force(self.session, at.place)
        is_missing = any(row.source == "missing" for row in force)
        form = at.game.form(at.table.position, at.row.power) if is_missing else ()
        on_file = reports.OnFile(force, form, status.standing(self.acting(at, script)))
        return Reply(reports.status(at.card, at.run, on_file), self._about(at))

    def _transcript(self, at: SeatContext, results: Results, lines: Sequence[str]) -> Reply:
        """Return the answer to commands; *lines* are the rest of the message, without orders."""
        read = at.place.read(None, lines).lines if any(map(str.strip, lines)) else ()
        besides = beside_orders(results, [*self._offer(), *self._faults()], read, at.game.card.places)
        return Reply(reports.transcript(self._card(at), besides), self._about(at))

    def _refusal(self, at: SeatContext, trouble: Trouble) -> Reply:
        return Reply(reports.refusal(at.card, trouble.reason, trouble.remedy), self._about(at))

    def send_several(self, to: str, replies: Sequence[tuple[str, Reply]]) -> None:
        """Send one answer to a message for several games; it may be delayed if it confirms new orders."""
        answers = [(title, reply.answer) for title, reply in replies]
        may_wait = any(reply.may_wait for _, reply in replies)
        self._put(reports.answers(self.context, to, answers), self._about(None), may_wait=may_wait)

    def refuse_confirmation(self) -> None:
        self.stored.note = "nothing to confirm"
        self.refuse(sentence("answers", "not_held"))

    def refuse_answer(self, note: str, why: Sentence) -> None:
        """Answer a reply to a confirmation request that did not count, or that said no."""
        self.stored.note = note
        self.refuse(why)

    def ask_to_confirm(self, at: SeatContext, script: Script, *, may_add: bool = False) -> None:
        """Ask the registered address about this message, which is held.

        *may_add* if it has the seat's token: its address can be registered with the same answer.
        """
        self.stored.note = "held until confirmed"
        held = self._held(script, may_add=may_add)
        self._put(reports.please_confirm(self.context, at.card, at.run, held), self._about(at))

    def _held(self, script: Script, *, may_add: bool = False) -> reports.Held:
        """Return what is held, and how it is confirmed."""
        reply_to, tag = reply_addresses.confirm_reply(self.office.credentials, id_of(self.stored))
        return reports.Held(
            lines=script.own_lines, claimed=self.message.sender, reply_to=reply_to, tag=tag, may_add=may_add
        )

    def answer_gm(self, mail: Outgoing, table: GameTable, *, is_understood: bool) -> None:
        """Answer a message of a GM. The limits hold only for one without a GM action, or not proved."""
        is_limited = not (is_understood and self.is_proved)
        about = About(table.key, incoming_id=id_of(self.stored), answers=is_limited)
        if not is_limited:
            outbox.put(self.session, mail, about, self.now)
            return
        self.stored.note = self.stored.note if is_understood else "no GM action in it"
        self._put(mail, about)

    # --- answers to the sender ---------------------------------------------------------------------------

    def refuse(self, why: Sentence) -> None:
        """Tell the sender that the message had no effect, within the limits for senders."""
        self.stored.note = self.stored.note or "refused"
        if self._may_be_answered():
            trouble = self._trouble(why)
            self.send(
                Reply(reports.refusal(self.message.sender, trouble.reason, trouble.remedy), self._about(None))
            )

    def answer_guest(self, script: Script, results: Results, notes: Sequence[Words] = ()) -> None:
        """Answer commands that need no seat, such as HELP, RULES and JOIN."""
        self.stored.note = ", ".join(request.word.lower() for request in script.requests)[:80]
        try:
            rules = self._public_rules(script) if script.asks("RULES") else []
        except ValueError as unknown:
            self.refuse(sentence("answers", "no_such_rules", why=str(unknown)))
            return
        except LookupError as unknown:
            wanted = script.argument("RULES")
            self.refuse(sentence("rules", "unknown", wanted=wanted, near=str(unknown)))
            return
        if self._may_be_answered():
            to = self._led_by_sender(script, results) or self.message.sender
            lines = [ReadLine(number, line, REMARK) for number, line in enumerate(script.lines, 1)]
            besides = replace(beside_orders([*results, *rules], notes, lines), is_of_guest=True)
            answer = reports.transcript(to, besides)
            self.send(Reply(answer, self._about(None)))

    def _led_by_sender(self, script: Script, results: Results) -> reports.SeatCard | None:
        """Return the GM's seat at the table that the message has just opened: a reply speaks for it."""
        done = {one.line for one in results if isinstance(one, CommandResult) and not one.is_refused}
        opened = [one for one in script.requests if one.word == "NEW TABLE" and one.line in done]
        words = {word.strip(":,").lower() for one in opened for word in one.argument.split()}
        wanted = select(GameTable).where(
            col(GameTable.key).in_(words), GameTable.gm_address == self.message.sender
        )
        table = self.session.exec(wanted).first() if words else None
        return self.office.seat_card(table, identity.gm_seat(table)) if table else None

    def _public_rules(self, script: Script) -> list[AnswerPage]:
        """Return the rules of the game that RULES names. Raises ValueError or LookupError."""
        written = script.argument("RULES")
        return list(of_a_guest(self.office.find_game, written, self.office.house.templates))

    def ask_guest_to_confirm(self, script: Script) -> None:
        """Hold the message and ask the address that it claims to come from."""
        self.stored.note = "held until confirmed"
        if self._may_be_answered():
            self._put(reports.ask_guest(self.context, self._held(script)), self._about(None))

    def _may_be_answered(self) -> bool:
        sender = self.message.sender
        return bool(sender) and not reply_addresses.is_ours(sender, self.office.credentials.judge)

    def note_bounce(self, mail_id: int) -> None:
        """Record that our mail bounced permanently, and notify the GM."""
        mail = self.session.get(OutgoingMail, mail_id)
        bounce = self.message.bounce
        if mail is None or bounce is None or not bounce.permanent or mail.state == FAILED:
            return
        why = sentence("delivery", "came_back").words(self.office.house.templates)
        mail.state, mail.last_error = FAILED, why
        self.stored.table_key = mail.table_key
        notices.not_delivered(self.session, self.office, mail, self.now)

    # --- the hour ----------------------------------------------------------------------------------------

    def _about(self, at: SeatContext | None) -> About:
        if at is None:
            return About(incoming_id=id_of(self.stored), answers=True)
        return About(at.table.key, at.row.power, at.table.number, id_of(self.stored), answers=True)

    def send(self, reply: Reply) -> None:
        before = self.foreseen.written if self.foreseen else None
        mail = reports.as_written(before, self.context, reply.answer)
        self._put(mail, reply.about, may_wait=reply.may_wait)

    def is_one_too_many(self, address: str) -> bool:
        """Return whether nothing is done for a message of an unproved sender, and note it.

        *address* is where the answer would go: it has had its answers for this hour or this day.
        """
        if self.is_proved or not (self._when_allowed(address) > self.now or self._is_loop(address)):
            return False
        self.stored.note = "nothing proves the sender, not answered: too many answers"
        return True

    def _put(self, mail: Outgoing, about: About, *, may_wait: bool = False) -> None:
        due = self._when_allowed(mail.recipient)
        if not may_wait and self._is_loop(mail.recipient):
            self.stored.note = f"{self.stored.note}, not answered: it looks like a loop"
            return
        if due > self.now and not may_wait:
            self.stored.note = f"{self.stored.note}, not answered: too many answers this hour"
            return
        if due > self.now:
            outbox.withdraw_waiting(self.session, mail.recipient, about, self.now)
            due = self._when_allowed(mail.recipient)
        outbox.put(self.session, mail, about, self.now, due)

    def _is_loop(self, recipient: str) -> bool:
        """Return whether a program seems to answer each of our answers."""
        since = self.now - A_DAY
        most = self.office.settings.messages.answers_an_hour * HOURS_A_DAY
        if len(outbox.answers_since(self.session, recipient, since)) >= most:
            return True
        if self.stored.note not in FRUITLESS:
            return False
        last = outbox.last_answered(self.session, recipient, since, MOST_FRUITLESS)
        return len(last) == MOST_FRUITLESS and all(note in FRUITLESS for note in last)

    def _when_allowed(self, recipient: str) -> datetime:
        """Return now, or the time when the hourly limit allows another answer."""
        most = self.office.settings.messages.answers_an_hour
        answered = outbox.answers_since(self.session, recipient, self.now - AN_HOUR)
        return self.now if len(answered) < most else answered[-most] + AN_HOUR


def beside_orders(
    results: Results,
    notes: Sequence[Words] = (),
    lines: Sequence[ReadLine] = (),
    places: Mapping[str, Sequence[str]] = {},
) -> reports.Besides:
    """Return what an answer has besides orders: results, pages, notes, and unread parts of *lines*.

    *places* are those of the board that the lines are about.
    """
    of_commands = [one for one in results if isinstance(one, CommandResult)]
    answered = {one.line for one in of_commands}
    unread = not_read([line for line in lines if line.number not in answered], places)
    pages = [one for one in results if isinstance(one, AnswerPage)]
    return reports.Besides(notes, of_commands, pages, unread)


def _answered_message(
    message: IncomingMessage, stored: StoredMessage, office: Office
) -> reports.AnsweredMessage:
    """Return the facts for an answer; a message without a Message-ID gets one from its bytes."""
    own = message.message_id or f"<{stored.sha256[:32]}@{office.house.domain}>"
    return reports.AnsweredMessage(own, tuple(message.references), message.subject, message.sha256)


def confirming(context: MessageContext, held: StoredMessage) -> MessageContext:
    """Return the context for the answer about *held*, as a reply to the message that confirms it."""
    return MessageContext(context.session, context.office, held, context.message, context.now)


def _came_before(received: datetime, run: datetime) -> bool:
    """Return whether a message came before a turn was run.

    A mailbox has arrival times in whole seconds, rounded down. Messages from before the turn were already
    fetched, so a message of the same second is more likely an answer to the turn.
    """
    return received < run.replace(microsecond=0) if received.microsecond == 0 else received <= run


def _answered_ids(message: IncomingMessage) -> Sequence[str]:
    """Return the ids, without brackets, of the mail that the message answers, or of its thread."""
    answered = [message.in_reply_to] if message.in_reply_to else message.references
    return [number.strip("<>") for number in answered]


def answer_failed(
    session: Session, office: Office, stored: StoredMessage, message: IncomingMessage | None, now: datetime
) -> None:
    """Tell the sender of a failed message, if known, that it is stored."""
    if message is None or message.kind not in ANSWERED:
        return
    context = MessageContext(session, office, stored, message, now)
    context.refuse(sentence("answers", "failed"))


def _of_practice(at: SeatContext, filed: order_sheets.Filed) -> Iterator[Sentence]:
    """Yield when the turn of a practice table is run."""
    if at.row.power in at.due.owed:
        yield sentence("status", "complete_now") if filed.is_complete else sentence("status", "incomplete")
