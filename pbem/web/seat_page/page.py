"""The content of a seat's page: the report, the map, the orders to choose from, press, and orders on file.

Facts of the game come from `Game.show`, `Game.picture`, `Game.choices` and `Game.imagined` for this reader
alone, as in the mails of the seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem import reports
from pbem.commands.context import SeatCommandContext, SeatContext
from pbem.commands.lookup import history, memory, status
from pbem.commands.voting import polls, votes
from pbem.core.sentences import sentence
from pbem.core.templating import web_page
from pbem.store.states import OVER
from pbem.tables import default_orders, order_sheets, robots
from pbem.web.picture_size import size_of
from pbem.web.seat_page import (
    choices,
    drawings,
    messages,
    ordering,
    past_turns,
    press_recipients,
    press_threads,
    script_facts,
    shared_views,
    sightings,
)
from pbem.web.seat_page.access import Visitor
from pbem.web.seat_page.draft_previews import Draft
from pbem.web.seat_page.drawings import RING
from pbem.web.seat_page.messages import Received
from pbem.web.seat_page.visits import Visit, acting_with

SETTINGS = {"PICTURE": "on", "BULLETIN": "off", "ECHO": "off"}  # before the player has chosen


class Look(Struct, frozen=True):
    """What the address of the page asks for.

    *done* is the state of the message that was just sent; *assumed* the power whose orders are listed to
    choose assumptions for a preview from, and *report* the number of an earlier turn, "" for none.
    """

    done: Received | None = None
    assumed: str = ""
    report: str = ""


def page(visit: Visit, draft: Draft, look: Look) -> str:
    """Return the page as HTML."""
    session, office, visitor, now = visit.session, visit.office, visit.visitor, visit.now
    acting = acting_with(visit, "")
    at = acting.at
    turns = history.turns_of(session, at.table.key)
    told = memory.remembered_so_far(turns, at.table, at.game, at.row.power)
    force = order_sheets.in_force(session, at.place) if at.table.state != OVER else ()
    last = history.latest(turns, at.table)
    view = history.last_report(acting, last, told)
    facts = reports.report_page(office.context(now), at.card, at.run, view)
    facts |= {
        "root": "",
        "sent_form": messages.form_at(office, visitor.seat, visitor.entry, now),
        "draft": draft,
        "done": look.done,
        **_of_map(drawings.last_picture(visit, last)),
        "sightings": sightings.by_turn(turns, told),
        "turns": turns[::-1],
        "default": script_facts.as_json(default_orders.stored(session, at.table.key).get(at.row.power, ())),
    }
    facts |= past_turns.facts(at, turns, look.report, look.done)
    facts |= script_facts.of_game(at.game.card, choices.others(acting))
    facts |= script_facts.of_places(shared_views.atlas(at)) | _of_turn(at)
    facts |= ordering.facts(acting, force, look.assumed) | _press_and_votes(acting, visitor)
    return web_page("site/seat.html", facts, office.house.templates)


def _of_map(svg: str) -> dict[str, Any]:
    return {"size": size_of(svg), "ring_title": RING, "has_ring": drawings.has_ring(svg)}


def _press_and_votes(acting: SeatCommandContext, visitor: Visitor) -> dict[str, Any]:
    """Return press with whom it can go to, and what is voted on."""
    session, at = acting.session, acting.at
    open_votes = votes.open_votes(session, acting.visit.office, at.table, at.due)
    played = robots.in_place_of_players(session, at.table.key)
    players = [power for power in choices.others(acting) if power not in played]
    talks = press_threads.conversations(session, at.table, visitor.seat, played)
    return {
        "conversations": [(talk, _courtesy(acting, talk.robots)) for talk in talks],
        "writes_to": press_recipients.recipients(acting, players),
        "no_press": _no_press(acting, played),
        "poll": _poll(acting),
        "standing": [*status.standing(acting), *open_votes],
        "motions": at.due.motions,
        "settings": {word: _is_on(at.row.preferences, word) for word in SETTINGS},
    }


def _is_on(preferences: Mapping[str, str], word: str) -> bool:
    return preferences.get(word.lower(), SETTINGS[word]) == "on"


def _courtesy(acting: SeatCommandContext, powers: Sequence[str]) -> str:
    """Return the answer to press that is sent to these robots, "" if there are none."""
    named = [*map(acting.at.game.card.named, powers)]
    return acting.words(sentence("robots", "courtesy", powers=named)) if powers else ""


def _no_press(acting: SeatCommandContext, powers: Sequence[str]) -> str:
    """Return the sentence that no press can be sent to these robots, "" if there are none."""
    named = [*map(acting.at.game.card.named, powers)]
    return acting.words(sentence("robots", "no_press", powers=named)) if powers else ""


def _of_turn(at: SeatContext) -> dict[str, Any]:
    table = at.table
    return {
        "turn_id": f"{table.key} {at.row.power} {table.number} {table.edition}",
        "number": table.number,
        "edition": table.edition,
        "state": table.state,
        "is_over": table.state == OVER,
        "most_actions": _most_actions(at),
    }


def _most_actions(at: SeatContext) -> int:
    """Return how many actions the seat has in its turn, 0 in a game without actions."""
    shared = at.game.card.shared_action
    return dict(shared.of_turn).get(at.row.power, 0) if shared else 0


def _poll(acting: SeatCommandContext) -> tuple[str, Sequence[str]] | None:
    """Return the question of the open poll, and its answers with their letters."""
    poll = polls.open_poll(acting.session, acting.at.table.key)
    return (poll.question, polls.lettered(poll)) if poll else None
