"""Messages for several games. Each part is handled like a message; one answer covers all.

The parts are for seats of one address, and it takes one proof for all of them: whoever vouches for that
address vouches for the whole message, and if nobody does, the whole of it is held until one reply confirms
it. A part for a seat that the address does not have is told, and spoils nothing.
"""

from msgspec import Struct
from sqlmodel import select

from adjudicator.core.game import TAKEN
from pbem import reports
from pbem.commands import dispatch
from pbem.commands.answers import MessageContext, Reply, beside_orders
from pbem.commands.context import Person
from pbem.commands.orders import handle as hear_part
from pbem.commands.orders import must_wait
from pbem.core.templating import when
from pbem.intake.understanding import is_enough
from pbem.messages.game_sections import headings, joined, parts
from pbem.messages.script import Script
from pbem.outbound import bounces
from pbem.outbound.outbox import About
from pbem.reports import Answer, CommandResult
from pbem.store.database import HELD, GameTable
from pbem.tables import replays
from pbem.tables.identity import GameSection, Several


class GamePart(Struct, frozen=True):
    """A chapter with its lines."""

    chapter: GameSection
    script: Script


def hear(context: MessageContext, script: Script, speaker: Several) -> None:
    """Everything in the message is done, part by part, or all of it is held."""
    if script.acts and not (speaker.is_vouched and is_enough(speaker, script)):
        _hold(context, script, speaker)
        return
    names = [heading.table for heading in headings(script)]
    tables = _locked(context, speaker)
    told = [
        ("Above the first GAME line", Reply(answer, About()))
        for answer in _above(context, parts(script)[0], speaker)
    ]
    told += [
        (_title(part, names), _heard(context, part, tables, speaker))
        for part in merged(script, speaker.chapters)
    ]
    context.stored.note = "for several games"
    context.send_several(speaker.address, told)


def merged(script: Script, chapters: tuple[GameSection, ...]) -> list[GamePart]:
    """The parts in their sequence; two for one seat are one."""
    found: dict[tuple[str, str], GamePart] = {}
    for chapter, own in zip(chapters, parts(script)[1:], strict=True):
        named = (
            (chapter.table.key, chapter.seat.power)
            if chapter.table and chapter.seat
            else ("", chapter.reason)
        )
        before = found.get(named)
        found[named] = GamePart(chapter, joined(before.script, own) if before else own)
    return list(found.values())


def is_repetition(context: MessageContext, script: Script, speaker: Several) -> bool:
    """Was the message here before under another id? Then its writer is told, and nothing is done."""
    if speaker.is_vouched:
        bounces.is_alive(context.session, speaker.address, context.now)
    first = replays.first_of(context.session, context.stored)
    own = next(one for one in speaker.chapters if one.seat)
    if first is None or not script.acts or own.table is None or own.seat is None:
        return False
    context.refuse_repetition(context.at(own.table, own.seat.power), first)
    return True


def _hold(context: MessageContext, script: Script, speaker: Several) -> None:
    """One question for the whole message, to the address that all its seats have."""
    own = next(one for one in speaker.chapters if one.seat)
    if own.table is not None and own.seat is not None:
        context.stored.state = HELD
        context.ask_to_confirm(context.at(own.table, own.seat.power), script)


def _locked(context: MessageContext, speaker: Several) -> dict[str, GameTable]:
    """The tables as they are now, and ours until we are done; always in the same sequence."""
    keys = sorted({one.table.key for one in speaker.chapters if one.table})
    wanted = (select(GameTable).where(GameTable.key == key).with_for_update() for key in keys)
    return {table.key: table for table in (context.session.exec(one).one() for one in wanted)}


def _title(part: GamePart, names: list[str]) -> str:
    chapter = part.chapter
    if chapter.table is None or chapter.seat is None:
        return f"{names[chapter.heading]}: NOT DONE"
    return f"{chapter.table.key}: {chapter.seat.power}"


def _heard(context: MessageContext, part: GamePart, tables: dict[str, GameTable], speaker: Several) -> Reply:
    chapter = part.chapter
    if chapter.table is None or chapter.seat is None:
        return _refused(speaker, chapter.reason, "Nothing of this part was done.")
    table = tables[chapter.table.key]
    if part.script.acts and must_wait(context.stored, table) and table.final_utc is not None:
        due = when(table.final_utc, chapter.seat.zone)
        reason = f"Orders for {table.key} were due {due}, and the turn is about to be run."
        return _refused(speaker, reason, "Please send this part again when you have its report.")
    return hear_part(context, part.script, context.at(table, chapter.seat.power))


def _refused(speaker: Several, reason: str, remedy: str) -> Reply:
    return Reply(reports.refusal(speaker.address, reason, remedy), About())


def _is_order(context: MessageContext, line: str, speaker: Several) -> bool:
    """Would one of the games of the message take it?"""
    own = [context.at(one.table, one.seat.power).place for one in speaker.chapters if one.table and one.seat]
    return any(read.verdict == TAKEN for place in own for read in place.read(None, [line]).lines)


def _above(context: MessageContext, script: Script, speaker: Several) -> list[Answer]:
    """A greeting is no news; commands above the first GAME line are done if they need no seat."""
    visit = context.visit(Person(context.message.sender_name, speaker.address), script)
    deeds = dispatch.perform_as_guest(visit) if script.requests else []
    told = [
        CommandResult(
            number, line.strip(), ["It is above the first GAME line, and so for no game."], is_refused=True
        )
        for number, line in enumerate(script.lines, 1)
        if _is_order(context, line, speaker)
    ]
    return [reports.transcript(speaker.address, beside_orders([*deeds, *told]))] if deeds or told else []
