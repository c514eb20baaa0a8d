"""Messages for several games. Each section is handled like a message; one answer covers all.

All sections are for seats of one address, and one proof covers them all: if that address is authenticated,
the whole message counts; otherwise all of it is held until one reply confirms it. A section for a seat that
the address does not have is refused; the others are not affected.
"""

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import select

from adjudicator.core.game import TAKEN
from pbem import reports
from pbem.commands import dispatch
from pbem.commands.answers import limits, to_seats
from pbem.commands.answers.contents import beside_orders
from pbem.commands.answers.limits import Reply
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import Person
from pbem.commands.sheets.orders import handle as hear_part
from pbem.commands.sheets.orders import must_wait
from pbem.core.sentences import Sentence, sentence
from pbem.intake.understanding import is_enough
from pbem.messages.game_sections import headings, joined, parts
from pbem.messages.script import OF_THE_TURN, Script
from pbem.outbound import bounces
from pbem.outbound.outbox import About
from pbem.reports import Answer, CommandResult
from pbem.store.game_tables import GameTable
from pbem.store.states import HELD
from pbem.tables import replays
from pbem.tables.identity import GameSection, Several


class GamePart(Struct, frozen=True):
    """A section of a message with its lines."""

    section: GameSection
    script: Script


def handle(context: MessageContext, script: Script, speaker: Several) -> None:
    """Execute the message part by part, or hold all of it."""
    if script.acts and not (speaker.is_vouched and is_enough(speaker, script)):
        _hold(context, script, speaker)
        return
    if limits.is_one_too_many(context, speaker.address):
        return
    names = [heading.table for heading in headings(script)]
    tables = _locked(context, speaker)
    above = _in_words(context, sentence("several_games", "above"))
    answers = [(above, Reply(answer, About())) for answer in _above(context, parts(script)[0], speaker)]
    answers += [
        (_title(context, part, names), _answer(context, part, tables, speaker))
        for part in merged(script, speaker.sections)
    ]
    context.stored.note = "for several games"
    limits.send_several(context, speaker.address, answers)


def merged(script: Script, sections: tuple[GameSection, ...]) -> list[GamePart]:
    """Return the parts in order; two parts for one seat are joined."""
    found: dict[tuple[str, str], GamePart] = {}
    for section, own in zip(sections, parts(script)[1:], strict=True):
        reason = section.reason.words(None) if section.reason else ""
        named = (section.table.key, section.seat.power) if section.table and section.seat else ("", reason)
        before = found.get(named)
        found[named] = GamePart(section, joined(before.script, own) if before else own)
    return _with_shared_readiness(list(found.values()))


def _with_shared_readiness(found: list[GamePart]) -> list[GamePart]:
    """Let one READY or WAIT, in the last section, count for all seats of the message at that table.

    A player of two powers who says it once, at the end, speaks of the turn, not of the power named last.
    """
    asked = [one for part in found for one in part.script.requests if one.word in OF_THE_TURN]
    last = max(found, key=lambda part: part.section.heading)
    if len(asked) != 1 or asked[0] not in last.script.requests:
        return found
    table = last.section.table

    def shares(part: GamePart) -> bool:
        own = part.section.table
        return part is not last and bool(own and table and own.key == table.key)

    return [
        GamePart(part.section, replace(part.script, requests=(*part.script.requests, *asked)))
        if shares(part)
        else part
        for part in found
    ]


def is_repetition(context: MessageContext, script: Script, speaker: Several) -> bool:
    """Answer a message that arrived before under another id; return whether it is one."""
    if speaker.is_vouched:
        bounces.is_alive(context.session, speaker.address, context.now)
    first = replays.first_of(context.session, context.stored)
    own = next(one for one in speaker.sections if one.seat)
    if first is None or not script.acts or own.table is None or own.seat is None:
        return False
    to_seats.refuse_repetition(context, context.at(own.table, own.seat.power), first)
    return True


def _hold(context: MessageContext, script: Script, speaker: Several) -> None:
    """Ask one question for the whole message, at the address that all its seats have."""
    own = next(one for one in speaker.sections if one.seat)
    if own.table is not None and own.seat is not None:
        context.stored.state = HELD
        to_seats.ask_to_confirm(context, context.at(own.table, own.seat.power), script)


def _locked(context: MessageContext, speaker: Several) -> dict[str, GameTable]:
    """Lock the tables of the message, always in the same order; return them as they are now."""
    keys = sorted({one.table.key for one in speaker.sections if one.table})
    wanted = (select(GameTable).where(GameTable.key == key).with_for_update() for key in keys)
    return {table.key: table for table in (context.session.exec(one).one() for one in wanted)}


def _title(context: MessageContext, part: GamePart, names: list[str]) -> str:
    section = part.section
    table = section.table.key if section.table else names[section.heading]
    power = section.seat.power if section.seat else ""
    return _in_words(context, sentence("several_games", "title", table=table, power=power))


def _answer(context: MessageContext, part: GamePart, tables: dict[str, GameTable], speaker: Several) -> Reply:
    section = part.section
    if section.table is None or section.seat is None:
        return _refused(context, speaker, sentence("several_games", "no_seat", why=section.reason))
    table = tables[section.table.key]
    if part.script.acts and must_wait(context.stored, table) and table.final_utc is not None:
        zone = section.seat.zone
        late = sentence("several_games", "late", table=table.key, due=table.final_utc, zone=zone)
        return _refused(context, speaker, late)
    return hear_part(context, part.script, context.at(table, section.seat.power))


def _refused(context: MessageContext, speaker: Several, why: Sentence) -> Reply:
    reason, remedy = why.parts(context.office.house.templates)
    return Reply(reports.refusal(speaker.address, reason, remedy), About())


def _is_order(context: MessageContext, line: str, speaker: Several) -> bool:
    """Return whether one of the games of the message would take the line as an order."""
    own = [context.at(one.table, one.seat.power).place for one in speaker.sections if one.table and one.seat]
    return any(read.verdict == TAKEN for place in own for read in place.read(None, [line]).lines)


def _above(context: MessageContext, script: Script, speaker: Several) -> list[Answer]:
    """Execute the commands above the first GAME line that need no seat; refuse orders, ignore a greeting."""
    visit = context.visit(Person(context.message.sender_name, speaker.address), script)
    results = dispatch.perform_as_guest(visit) if script.requests else []
    refused = [
        CommandResult(number, line.strip(), [sentence("several_games", "for_no_game")], is_refused=True)
        for number, line in enumerate(script.lines, 1)
        if _is_order(context, line, speaker)
    ]
    answers = [*results, *refused]
    return [reports.transcript(speaker.address, beside_orders(answers))] if answers else []


def _in_words(context: MessageContext, title: Sentence) -> str:
    return title.words(context.office.house.templates)
