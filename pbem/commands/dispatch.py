"""Execute the commands of a message, one after the other.

`AS_SEAT` are the deeds of a message that speaks for a seat, `AS_GUEST` those for which nobody needs a seat.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from adjudicator.core.game import InForce
from pbem.commands import (
    absences,
    diary,
    early_orders,
    extensions,
    gm_log,
    history,
    joining,
    misspelled,
    new_table,
    observers,
    preferences,
    press,
    preview,
    readiness,
    seat_changes,
    version,
    votes,
)
from pbem.commands.context import CommandContext, SeatCommandContext, refused
from pbem.commands.help import Prose, help_text, rules_text
from pbem.commands.readiness import is_ready, may_run_by_orders
from pbem.core.deadlines import in_hours
from pbem.core.templating import when
from pbem.messages.script import MORE, MOST_REQUESTS, Request, Script
from pbem.reports import AnswerPage, CommandResult
from pbem.store.database import OVER
from pbem.tables import order_sheets
from pbem.tables.office import Office
from pbem.tables.rule_options import rulings

Told = CommandResult | AnswerPage
Do = Callable[[SeatCommandContext, Request], Told]
DoAsGuest = Callable[[CommandContext, Request], Told]


def _help(acting: SeatCommandContext, request: Request) -> AnswerPage:
    return Prose("Help", help_text([acting.at.game], request.argument), is_set=True)


def _rules(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    game = acting.at.game
    told = "\n".join(f"- {ruling}" for ruling in rulings(game, acting.at.table))
    return Prose(f"The rules of {game.card.title}", f"{told}\n\n{rules_text(game)}".lstrip())


def _status(acting: SeatCommandContext, _request: Request) -> AnswerPage:
    force = order_sheets.in_force(acting.session, acting.at.place)
    table = acting.at.table
    lines = [f"{of_unit(row)}{_origin(row)}" for row in force]
    due = table.deadline_utc
    by = [f"The deadline is {when(due, acting.at.row.zone)}."] if due else []
    return AnswerPage("On file", "\n".join([*lines, *standing(acting), *by]))


def _origin(row: InForce) -> str:
    """Where an order comes from, if not from a message, as nearly all of them do."""
    return "" if row.source in ("this message", "an earlier message", "missing") else f" ({row.source})"


def of_unit(row: InForce) -> str:
    """A unit without an order is named, where there are such."""
    return f"{row.unit}: {row.order}" if row.source == "missing" and row.unit else row.order


AS_SEAT: dict[str, Do] = {
    "HELP": _help,
    "RULES": _rules,
    "STATUS": _status,
    "FORM": preview.form,
    "OPTIONS": preview.options,
    "PREVIEW": preview.preview,
    "LATER": early_orders.keep,
    "READY": readiness.set_ready,
    "WAIT": readiness.set_wait,
    "VOTES": votes.list_motions,
    "VOTE": votes.vote,
    "UNVOTE": votes.unvote,
    "AWAY": absences.away,
    "BACK": absences.back,
    "EXTEND": extensions.extend,
    "PRESS": press.press,
    "GREY": press.grey,
    "DIARY": diary.diary,
    "NAME": preferences.name,
    "ADDRESS": preferences.address,
    "ZONE": preferences.zone,
    "SET": preferences.set_preference,
    "RENEW": preferences.renew,
    "PLAYERS": joining.players,
    "HISTORY": history.history,
    "REPORT": history.report,
    "LOG": gm_log.show,
    "HOUSE": gm_log.show_house_rules,
    "RESIGN": seat_changes.resign,
}
TOO_MANY = f"Of a message I do {MOST_REQUESTS} commands; this line and all below it were not read."

AS_GUEST: dict[str, DoAsGuest] = {
    "JOIN": seat_changes.join,
    "TAKE OVER": seat_changes.take_over,
    "OBSERVE": observers.observe,
    "STOP": joining.stop,
    "GAMES": joining.games,
    "NEW TABLE": new_table.of_visit,
    "VERSION": version.told,
    MORE.word: lambda _visit, request: refused(request, TOO_MANY, "Send the rest in another message."),
}
BESIDES = ("TABLE", "TURN", "CLEAR", "END", "ASSUME")  # they say how other lines are meant
OF_THIS_TURN = ("LATER", "READY", "WAIT", "PREVIEW")  # not for a message that came too late for its turn
AFTER_THE_END = (
    *("HELP", "RULES", "STATUS", "PRESS", "DIARY", "NAME", "ADDRESS", "ZONE", "RENEW", "PLAYERS"),
    *("LOG", "HOUSE", "HISTORY", "REPORT"),
)


def perform(acting: SeatCommandContext, *, is_late: bool) -> list[Told]:
    """The deeds of a message that speaks for a seat, in its own sequence; leaving the seat is the last."""
    return [_do(acting, request, is_late=is_late) for request in asked(acting.visit.script)]


def asked(script: Script) -> Sequence[Request]:
    """The commands of a message that are deeds of their own."""
    requests = [request for request in script.requests if request.word not in BESIDES]
    if script.asks("ASSUME") and not script.asks("PREVIEW"):
        last = next(request for request in reversed(script.requests) if request.word == "ASSUME")
        requests.append(Request("PREVIEW", "", last.line, "PREVIEW"))
    return sorted(requests, key=lambda request: request.word == "RESIGN")


def _do(acting: SeatCommandContext, request: Request, *, is_late: bool) -> Told:
    if request.word in AS_GUEST:
        return AS_GUEST[request.word](acting.visit, request)
    if acting.at.table.state == OVER and request.word not in AFTER_THE_END:
        return refused(request, f"The game {acting.at.table.key} is over.")
    if is_late and request.word in OF_THIS_TURN:
        return refused(request, "Your message is not for the turn that is due, and so this was left out.")
    return AS_SEAT[request.word](acting, request)


def perform_as_guest(visit: CommandContext) -> list[Told]:
    """The deeds of a message of anybody."""
    return [*_guest_deeds(visit), *misspelled.of_message(visit.script)]


def _guest_deeds(visit: CommandContext) -> Iterator[Told]:
    for request in visit.script.requests:
        if request.word in AS_GUEST:
            yield AS_GUEST[request.word](visit, request)
        elif request.word == "HELP":
            yield _public_help(visit.office, request)
        elif request.word not in (*BESIDES, "NAME", "ZONE", "RULES"):
            yield refused(request, "This is for players, and your address has no seat here.")


def help_of(script: Script, office: Office) -> list[AnswerPage]:
    """Help for somebody without a seat."""
    return [_public_help(office, request) for request in script.requests if request.word == "HELP"]


def _public_help(office: Office, request: Request) -> AnswerPage:
    """General help, on a topic, or on the language of a game."""
    try:
        games = [office.find_game(request.argument)]
    except ValueError:  # "help me please"
        games = []
    return Prose("Help", help_text(games, request.argument), is_set=True)


def is_of_a_guest(script: Script) -> bool:
    """Does the message ask for anything for which nobody needs a seat?"""
    return any(request.word in AS_GUEST for request in script.requests)


EARLY = (
    "This turn may be run before its deadline: as soon as all who owe orders have complete orders on file."
    " Write WAIT to keep the time to the deadline."
)


def standing(acting: SeatCommandContext) -> list[str]:
    """What there is for a seat besides its orders, in sentences; nobody else's is in it."""
    at = acting.at
    ready = {
        True: ["You are READY: the turn is run as soon as all are."],
        False: ["You said WAIT: the turn is not run early."],
        None: [],
    }
    own = votes.own_votes(acting.session, at.table.key, at.row.power)
    voted = [f"You vote for: {', '.join(row.motion for row in own)}."] if own else []
    sent = press.sent_today(acting)
    messages = [f"Press messages you sent in the last 24 hours: {sent}."] if sent else []
    left = at.table.deadline_utc - acting.visit.now if at.table.deadline_utc else timedelta(0)
    time = [f"Time left: {in_hours(left)}."] if left > timedelta(0) else []
    said = is_ready(acting.session, at.table, at.row.power)
    return [
        *early_orders.describe(acting),
        *ready[said],
        *([EARLY] if said is None and may_run_by_orders(acting.rules, at.due, at.row.power) else []),
        *voted,
        *absences.describe(acting.session, acting),
        *messages,
        *time,
    ]
