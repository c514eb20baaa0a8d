"""The content of a seat's page: the report, the map, the orders to choose from, press, and orders on file.

Facts of the game come from `Game.show`, `Game.picture`, `Game.choices` and `Game.imagined` for this reader
alone, as in the mails of the seat.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import REFUSED, Card, ConditionForm, Game, InForce, Orders, WithLaterChoices
from pbem import reports
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatCommandContext, SeatContext
from pbem.commands.lookup import history, memory, status
from pbem.commands.press.recipients import GM
from pbem.commands.registry import read_script
from pbem.commands.sheets import preview
from pbem.commands.voting import polls, votes
from pbem.core.sentences import sentence
from pbem.core.templating import web_page
from pbem.intake import understanding
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.states import OVER
from pbem.tables import default_orders, order_sheets, robots
from pbem.tables.office import Office
from pbem.web.picture_size import size_of
from pbem.web.seat_page import early_choices, messages, past_turns, press_threads, shared_views
from pbem.web.seat_page.access import Visitor
from pbem.web.seat_page.messages import Received
from pbem.web.seat_page.shared_views import Place

NONE: tuple[str, Sequence[str]] = ("", ())
BESIDES = ", besides"  # at the end of an entry of `Game.choices`: orders of that unit in addition to its own
STYLE = re.compile(r' style="background:[^"]*"')  # in the drawing; our pages allow no inline styles


class Visit(Struct, frozen=True):
    """A visitor at their page, the transaction in which it is read, and the time."""

    session: Session
    office: Office
    visitor: Visitor
    now: datetime


class Draft(Struct, frozen=True):
    """The text that the player has written and not sent, why it was not sent, and its preview."""

    text: str = ""
    trouble: str = ""
    refused: Sequence[tuple[str, str]] = ()
    preview: str = ""


class Look(Struct, frozen=True):
    """What the address of the page asks for.

    *done* is the state of the message that was just sent; *assumed* the power whose orders are listed to
    choose assumptions for a preview from, and *report* the number of an earlier turn, "" for none.
    """

    done: Received | None = None
    assumed: str = ""
    report: str = ""


class Choice(Struct, frozen=True):
    """A unit, or something else that is ordered, and its lawful orders, of which one may be given.

    Of *added* any number may be given in addition, and of *later*, which orders make possible. *instead*
    replaces *orders*, unless it is empty. What *is_extra* needs no order.
    """

    unit: str
    orders: Sequence[str]
    now: str  # the order on file for it, "" if none is found under this name
    heading: str = ""  # the lines under which its orders are written, "" for none
    where: str = ""  # the full name of its place, "" if *unit* already has it or names no place
    added: Sequence[str] = ()
    later: Sequence[str] = ()
    instead: Sequence[str] = ()
    is_extra: bool = False


class Sighting(Struct, frozen=True):
    """What one report said about hidden pieces; *number* is that of its turn, "" before the first."""

    number: str
    turn: str
    texts: Sequence[str]


def page(visit: Visit, draft: Draft, look: Look) -> str:
    """Return the page as HTML."""
    session, office, visitor, now = visit.session, visit.office, visit.visitor, visit.now
    acting = acting_with(visit, "")
    at = acting.at
    turns = history.turns_of(session, at.table.key)
    told = memory.told_so_far(turns, at.table, at.game, at.row.power)
    force = order_sheets.in_force(session, at.place) if at.table.state != OVER else ()
    last = history.last_turn(session, at.table)
    view = history.last_report(acting, last, told)
    facts = reports.report_page(office.context(now), at.card, at.run, view)
    facts |= {
        "root": "",
        "sent_form": messages.form_at(office, visitor.seat, visitor.entry, now),
        "draft": draft,
        "done": look.done,
        "size": size_of(picture(visit, "")),
        "sightings": _sightings(turns, told),
        "turns": turns[::-1],
        "default": _json(default_orders.stored(session, at.table.key).get(at.row.power, ())),
        "places": _json({entry.name: _names(entry) for entry in at.atlas}),
        "about": _json({entry.name: _about(entry) for entry in at.atlas}),
    }
    facts |= past_turns.facts(at, turns, look.report, look.done)
    facts |= _of_turn(at) | _of_game(at.game.card)
    facts |= _to_order(acting, force, look.assumed) | _press_and_votes(acting, visitor)
    return web_page("site/seat.html", facts, office.house.templates)


def _press_and_votes(acting: SeatCommandContext, visitor: Visitor) -> dict[str, Any]:
    """Return press with whom it can go to, and what is voted on."""
    session, at = acting.session, acting.at
    open_votes = votes.open_votes(session, acting.visit.office, at.table, at.due)
    played = robots.in_place_of_players(session, at.table.key)
    talks = press_threads.conversations(session, at.table, visitor.seat, played)
    return {
        "conversations": [(talk, _courtesy(acting, talk.robots)) for talk in talks],
        "writes_to": [*(power for power in _others(acting) if power not in played), GM],
        "no_press": _no_press(acting, played),
        "poll": _poll(acting),
        "standing": [*status.standing(acting), *open_votes],
        "motions": at.due.motions,
    }


def _courtesy(acting: SeatCommandContext, powers: Sequence[str]) -> str:
    """Return what is answered to press to these robots, "" if there are none."""
    named = [*map(acting.at.game.card.named, powers)]
    return acting.words(sentence("robots", "courtesy", powers=named)) if powers else ""


def _no_press(acting: SeatCommandContext, powers: Sequence[str]) -> str:
    """Return that press is not offered to these robots, "" if there are none."""
    named = [*map(acting.at.game.card.named, powers)]
    return acting.words(sentence("robots", "no_press", powers=named)) if powers else ""


def _of_game(card: Card) -> dict[str, Any]:
    """Return the help of the game, and how its orders are put together."""
    return {
        "help": card.help,
        "shared": card.shared_action,
        "joined": _json([to_builtins(one) for one in card.joined]) if card.joined else "",
        "numbered": _json(card.numbered) if card.numbered else "",
        "counted": _json(card.counted) if card.counted else "",
        "conditions": _form(card.conditions),
        "otherwise": card.conditions.otherwise if card.conditions else "",
        "claims": _claims(card.conditions),
        "combat": _form(card.combat_conditions),
        "combat_claims": _claims(card.combat_conditions),
        "stands": card.standing,
    }


def _to_order(acting: SeatCommandContext, force: Sequence[InForce], assumed: str) -> dict[str, Any]:
    """Return what the player can order, what is on file, and what a preview can assume of others."""
    choices = own_choices(acting, force)
    standing = _numbered(acting.at.game, force)
    on_file = reports.each_once([row for row in force if row not in standing])
    return {
        "choices": with_later(acting, choices, _on_file(acting)),
        "ahead": early_choices.later_phases(
            acting.session, acting.at, [(one.unit, one.orders) for one in choices]
        ),
        "has_later": acting.at.due.phase == "movement" and isinstance(acting.at.game, WithLaterChoices),
        "in_force": on_file,
        "numbered_orders": standing,
        "filed": _json([row.notation for row in on_file if row.notation]),
        "assumes": assumed,
        "assumed": _assumed(acting, assumed),
        "assumable": _others(acting),
    }


def _of_turn(at: SeatContext) -> dict[str, Any]:
    table = at.table
    return {
        "turn_id": f"{table.key} {at.row.power} {table.number} {table.edition}",
        "number": table.number,
        "edition": table.edition,
        "state": table.state,
        "is_over": table.state == OVER,
    }


def acting_with(visit: Visit, text: str) -> SeatCommandContext:
    """Return the context of a message with this text, which is neither stored nor sent."""
    office, visitor, now = visit.office, visit.visitor, visit.now
    form = messages.form_at(office, visitor.seat, visitor.entry, now)
    composed = messages.composed(office, visitor.seat, form, text)
    stored = messages.as_if_stored(office, visitor.seat, composed, now)
    message = understanding.read(stored, office)
    context = MessageContext(visit.session, office, stored, message, now)
    return context.acting(context.placed(visitor.table, visitor.seat), read_script(message.text))


def picture(visit: Visit, number: str) -> str:
    """Return the map of the last report as SVG, or of that of turn *number*; "" if there is no such turn."""
    table, power = visit.visitor.table, visit.visitor.seat.power
    game, last = visit.office.find_game(table.game), history.last_turn(visit.session, table)
    place = _place(game, table, power)
    if not number:
        record = last.record if last else None
        return _without_style(shared_views.picture(place, table.position, record))
    turns = [one for one in history.turns_of(visit.session, table.key) if str(one.number) == number]
    return _without_style(shared_views.picture(place, turns[0].position, turns[0].record)) if turns else ""


def moves_of_others(visit: Visit) -> str:
    """Return the moves of the others' units that a condition may name, as JSON; [] where there are none."""
    table, power = visit.visitor.table, visit.visitor.seat.power
    game = visit.office.find_game(table.game)
    if table.state == OVER or not game.card.conditions or game.card.conditions.subject != "moves":
        return "[]"
    return _json(shared_views.moves_of_others(_place(game, table, power), table.position))


def _without_style(svg: str) -> str:
    return STYLE.sub("", svg, count=1)


def previewed(visit: Visit, text: str) -> Draft:
    """Return *text* with what its orders would do, and those of its lines that would be refused."""
    acting = acting_with(visit, text)
    drafted = order_sheets.draft(visit.session, acting.at.place, acting.visit.script)
    refused = [
        (line.text.strip(), f"{line.reason} {line.remedy}".strip())
        for line in drafted.reading.lines
        if line.verdict == REFUSED
    ]
    result = preview.of_draft(acting)
    if isinstance(result, reports.AnswerPage):
        return Draft(text, refused=refused, preview=result.text)
    return Draft(text, " ".join(map(acting.words, result.sentences)), refused)


# --- what can be ordered ---------------------------------------------------------------------------------


def _choices(
    acting: SeatCommandContext, position: str, power: str, force: Sequence[InForce] = (), below: str = ""
) -> Sequence[Choice]:
    """Return the orders to choose from for *power*, with the headings of the game below the line *below*."""
    game = acting.at.game
    place = _place(game, acting.at.table, acting.at.row.power)
    found: dict[tuple[str, str], Choice] = {}
    for heading, entry, orders in _entries(game, shared_views.choices(place, position, power), below):
        unit = entry.removesuffix(BESIDES)
        where = _where(game, unit)
        own = found.get((heading, unit)) or Choice(unit, (), _now(unit, where, force), heading, where)
        found[heading, unit] = replace(own, **{"orders" if entry == unit else "added": orders})
    return list(found.values())


def _entries(
    game: Game, listed: Iterable[tuple[str, Sequence[str]]], below: str = ""
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each entry that has orders, with the heading above it and its orders one by one."""
    heading = below
    for entry, orders in listed:
        if entry in game.card.headings:
            heading = f"{below}\n{entry}".lstrip()
        elif orders:
            single = (one for order in orders for one in _single(game, order))
            yield heading, entry, tuple(dict.fromkeys(single))


def _single(game: Game, order: str) -> Sequence[str]:
    """Return the orders that are joined in one: of "A MTi R Los, Ano" "A MTi R Los" and "A MTi R Ano"."""
    for one in game.card.joined:
        head, word, behind = order.partition(one.word)
        if word and order.startswith(one.begins):
            return [f"{head}{word}{item}" for item in behind.split(one.glue)]
    return [order]


def _place(game: Game, table: GameTable, power: str) -> Place:
    return Place(game, table.key, table.number, table.edition, power)


def own_choices(acting: SeatCommandContext, force: Sequence[InForce]) -> Sequence[Choice]:
    """Return the orders to choose from for the seat, each with its order in *force*."""
    at = acting.at
    if at.table.state == OVER:
        return ()
    return _choices(acting, at.table.position, at.row.power, force)


def with_later(acting: SeatCommandContext, choices: Sequence[Choice], orders: Orders) -> Sequence[Choice]:
    """Return the same, each with what *orders* make possible in addition, and what is seldom ordered."""
    game, at = acting.at.game, acting.at
    if at.table.state == OVER or not isinstance(game, WithLaterChoices):
        return choices
    later = {
        entry: (heading, orders)
        for heading, entry, orders in _entries(
            game, game.later_choices(at.table.position, at.row.power, orders).items()
        )
    }
    known = [
        replace(one, later=later.pop(one.unit + BESIDES, NONE)[1], instead=later.pop(one.unit, NONE)[1])
        for one in choices
    ]
    others = [_other(entry, heading, found) for entry, (heading, found) in later.items()]
    return [*known, *others]


def _other(entry: str, heading: str, orders: Sequence[str]) -> Choice:
    unit = entry.removesuffix(BESIDES)
    if unit == entry:
        return Choice(unit, orders, "", heading, is_extra=True)
    return Choice(unit, (), "", heading, later=orders, is_extra=True)


def _on_file(acting: SeatCommandContext) -> Orders:
    sheet = order_sheets.on_file(acting.session, acting.at.place)
    return sheet.orders if sheet else ""


def _numbered(game: Game, force: Sequence[InForce]) -> Sequence[InForce]:
    """Return the standing orders that can be cancelled by their numbers, "Standing order 1" first."""
    found: list[InForce] = []
    for row in force if game.card.standing else ():
        if row.source == "standing" and row.unit.endswith(f" {len(found) + 1}"):
            found.append(row)
    return found


def _others(acting: SeatCommandContext) -> Sequence[str]:
    return [power for power in acting.at.game.card.seats if power != acting.at.row.power]


def _assumed(acting: SeatCommandContext, power: str) -> Sequence[Choice]:
    """Return the orders of another power, as far as the seat may know, below the line ASSUME."""
    at = acting.at
    if at.table.state == OVER or power not in _others(acting):
        return ()
    try:
        position = at.game.imagined(at.table.position, at.row.power)
    except ValueError:
        return ()
    return _choices(acting, position, power, below=f"ASSUME {power}")


def _sightings(turns: Sequence[AdjudicatedTurn], told: Sequence[memory.Told]) -> Sequence[Sighting]:
    """Return what the reports of the seat said about hidden pieces, the latest turn first."""
    numbers = ["", *(str(turn.number) for turn in turns)]
    found = [
        Sighting(number, turn, [f"{one.about}: {one.text}" if one.adds else one.text for one in remembered])
        for number, (turn, remembered) in zip(numbers, told, strict=False)  # none in a game without pieces
    ]
    return [one for one in reversed(found) if one.texts]


def _poll(acting: SeatCommandContext) -> tuple[str, Sequence[str]] | None:
    """Return the question of the open poll, and its answers with their letters."""
    poll = polls.open_poll(acting.session, acting.at.table.key)
    return (poll.question, polls.lettered(poll)) if poll else None


def _where(game: Game, entry: str) -> str:
    """Return the full name of the place of "A EKH": "Elvenking's Halls"."""
    short = entry.rpartition(" ")[2]
    full, *_ = game.card.places.get(short.partition("/")[0], ("",))
    return "" if full == short else full


def _now(entry: str, where: str, force: Sequence[InForce]) -> str:
    """Return the order on file for "2A MTi", in full "2 Armies Minas Tirith"; "" if there is none.

    A stack may have several: its own, and that of a piece that leads it.
    """
    kind = _kind(entry)
    found = [
        row
        for row in force
        if row.unit == entry or (where and row.unit.endswith(f" {where}") and _kind(row.unit) == kind)
    ]
    if len({row.unit for row in found}) != 1:
        return ""
    return "; ".join(row.order for row in found if row.source != "missing")


def _kind(unit: str) -> str:
    return unit.lstrip("0123456789 ")[:1]


def _names(entry: PlaceEntry) -> Sequence[str]:
    """Return the names that orders may use for a place."""
    return [*dict.fromkeys((entry.short, entry.name))]


@lru_cache(maxsize=1024)
def _about(entry: PlaceEntry) -> str:
    return reports.of_place(entry).words(None)


def _json(value: Mapping[str, Any] | Sequence[object]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _form(form: ConditionForm | None) -> str:
    return _json(to_builtins(form)) if form else ""


def _claims(form: ConditionForm | None) -> Sequence[str]:
    return form.claims if form else ()


def is_same_turn(table: GameTable, form: Mapping[str, str]) -> bool:
    """Return whether a form was shown for the turn that is due now."""
    return form.get("number", "") == str(table.number) and form.get("edition", "") == str(table.edition)


def answer_facts(office: Office, visitor: Visitor) -> dict[str, Any]:
    """Return the facts of the page that leads from the link to the seat's page."""
    return {"house": office.house, "root": "", "table": visitor.table.key, "power": visitor.seat.power}
