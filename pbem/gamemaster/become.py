"""BECOME France: the game master acts for a seat, with lines up to END that its player might have written.

Orders, READY, votes, press and questions are handled as in a message of that seat. Its player is mailed what
was done in their name, word for word; the log says that it was done. What belongs to the player and not to
the seat (their address, their diary, leaving) cannot be done by anybody else. If the house rules keep orders
from the game master, they may send some but do not see those on file.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import select

from adjudicator.core.game import TAKEN, ReadLine
from pbem import reports
from pbem.commands import dispatch
from pbem.commands.command import ByGm
from pbem.commands.context import CommandContext, Person, SeatCommandContext, SeatContext
from pbem.commands.lookup import status
from pbem.commands.registry import BY_WORD, read_script
from pbem.commands.seats.seat_changes import seat_of
from pbem.commands.sheets import early_orders, readiness
from pbem.commands.sheets import orders as commands_orders
from pbem.core.lists import listed
from pbem.core.sentences import Sentence, Words, sentence
from pbem.gamemaster.seats import power_of, powers_at
from pbem.messages import message as messages
from pbem.messages.script import Script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import OrderLines, Seat
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import FORMING, OVER
from pbem.tables import order_sheets
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone


def become(gm: GmContext, request: GmRequest) -> Sequence[Words | AnswerPage]:
    """Execute lines as the player of a seat could write them: BECOME France, the lines, END."""
    at = _seat_context(gm, request.arguments[0])
    stored = gm.session.get_one(StoredMessage, gm.incoming_id)
    script = early_orders.for_now(read_script("\n".join(request.text)), at)
    _check(gm, at, script)
    is_sheet = commands_orders.holds_orders(at, script)
    filed = order_sheets.file(gm.session, at.place, stored, script) if is_sheet else None
    person = Person(at.row.player, at.row.address, at.row.zone)
    message = messages.read(stored.raw)
    visit = CommandContext(gm.session, gm.office, stored, message, script, gm.now, person)
    acting = SeatCommandContext(visit, at)
    answers = [
        *(readiness.after_clear(acting, script) if filed else ()),
        *dispatch.perform(acting, is_late=False),
    ]
    results = [one for one in answers if isinstance(one, CommandResult)]
    refused = [
        sentence("become", "refused_line", text=line.text, reason=line.reason, remedy=line.remedy)
        for line in _refused(filed)
    ]
    if not answers and not (filed and filed.changed):
        raise NotDone(sentence("become", "refused", lines=refused, power=at.row.power))
    _write_down(gm, request, at, filed, answers)
    if seat_of(gm.session, gm.table.key, at.row.power) and (results or (filed and filed.changed)):
        _notify_player(gm, request, at, filed, results)
    pages = [
        replace(one, title=f"{one.title}, {at.row.power}") for one in answers if isinstance(one, AnswerPage)
    ]
    return [*_on_file(gm, at, filed), *refused, *map(_result, results), *pages]


def _seat_context(gm: GmContext, text: str) -> SeatContext:
    """Return the seat that *text* names; the GM plays one without a player. Raises NotDone."""
    table = gm.table
    if table.state in (FORMING, OVER):
        raise NotDone(sentence("become", "not_now", table=table.key, state=table.state))
    power = power_of(gm, text, powers_at(gm))
    seat = seat_of(gm.session, table.key, power) or Seat(
        table_key=table.key,
        power=power,
        player=table.gm_name,
        address=table.gm_address.lower(),
        zone=table.zone,
        epoch=0,  # no token for it is ever accepted
    )
    return SeatContext(table, seat, gm.game, gm.due, gm.office.seat_card(table, seat))


def _check(gm: GmContext, at: SeatContext, script: Script) -> None:
    """Raise NotDone for what only the player may do, or the house rules forbid the game master."""
    asked = [BY_WORD[request.word] for request in script.requests]
    own = [one.word for one in asked if one.by_gm is ByGm.NO or one.needs_no_seat]
    if own:
        raise NotDone(sentence("become", "of_the_player", words=listed(own), power=at.card.named))
    shown = [one.word for one in asked if one.by_gm is ByGm.IF_SHOWN]
    if shown and not gm.sees_all:
        raise NotDone(sentence("become", "kept_from_gm", words=listed(shown)))
    before = select(OrderLines.id).where(
        OrderLines.incoming_id == gm.incoming_id,
        OrderLines.table_key == at.table.key,
        OrderLines.power == at.row.power,
    )
    if gm.session.exec(before).first() is not None:
        raise NotDone(sentence("become", "twice", power=at.card.named))


def _refused(filed: order_sheets.Filed | None) -> Sequence[ReadLine]:
    return [line for line in filed.reading.lines if line.reason] if filed else ()


def _write_down(
    gm: GmContext,
    request: GmRequest,
    at: SeatContext,
    filed: order_sheets.Filed | None,
    answers: Sequence[CommandResult | AnswerPage],
) -> None:
    """Log that something was done, without the seat's secrets: everybody may read the log."""
    sent_orders = filed is not None and filed.changed
    acted = any(isinstance(one, CommandResult) and not one.is_refused for one in answers)
    looked = any(isinstance(one, AnswerPage) for one in answers)
    if sent_orders or acted or looked:
        gm.write_down(
            request,
            sentence(
                "become", "logged", power=at.card.named, sent_orders=sent_orders, acted=acted, looked=looked
            ),
        )


def _on_file(gm: GmContext, at: SeatContext, filed: order_sheets.Filed | None) -> Sequence[Words]:
    if filed is None or not filed.changed:
        return ()
    if not gm.sees_all:
        own = [line.reading for line in filed.reading.lines if line.verdict == TAKEN]
        return [sentence("become", "taken", power=at.card.named), *(f"    {reading}" for reading in own)]
    return [sentence("become", "on_file", power=at.card.named), *(f"    {line}" for line in _orders(filed))]


def _orders(filed: order_sheets.Filed) -> Sequence[str]:
    return [status.of_unit(row) for row in filed.reading.in_force]


def _result(result: CommandResult) -> Sentence:
    return sentence(
        "become", "done", command=result.command, is_refused=result.is_refused, sentences=result.sentences
    )


def _notify_player(
    gm: GmContext,
    request: GmRequest,
    at: SeatContext,
    filed: order_sheets.Filed | None,
    results: Sequence[CommandResult],
) -> None:
    """Mail the player what was done in their name."""
    orders = _orders(filed) if filed and filed.changed else ()
    once = f"become {gm.incoming_id} {request.line} {at.row.power} {gm.now.isoformat()}"
    own = gm.office.house.templates
    done = [_result(result).words(own) for result in results]
    facts = {"orders": orders, "results": done, "by": gm.acting, "who": gm.by}
    note = worded("orders_by_gm", once, facts, own)
    note = replace(note, reply_to=at.card.reply_to, tag=at.card.tag)
    mail = reports.note(gm.office.context(gm.now), at.card.table, (at.row.player, at.row.address), note)
    outbox.put(gm.session, mail, About(gm.table.key, at.row.power, gm.table.number), gm.now)


ACTIONS = (GmAction("BECOME", r"become\s+(.{1,40})", become, "seats", has_text=True),)
