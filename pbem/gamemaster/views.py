"""HISTORY, REPORT, POSITION, MAP, SUMMARY and STANDINGS: the game as everybody may know it.

`pbem.gamemaster.looking` shows what is not public, and logs that.
"""

from collections.abc import Sequence

from pbem import reports
from pbem.commands.lookup import history, standings
from pbem.commands.lookup.position import in_words
from pbem.core.sentences import Unusable, Words, sentence
from pbem.core.text_layout import in_columns
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import Reader
from pbem.tables.events import tournament_scores
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.identity import gm_seat
from pbem.tables.office import run_of, table_card


def turns(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """List the turns, or show one as the bulletin reported it: HISTORY; HISTORY Spring 1901."""
    if request.argument:
        return _reported(gm, request)
    told = history.turns_of(gm.session, gm.table.key)
    return [history.line(gm.game, turn) for turn in told] or [sentence("history", "none")]


def report(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show a turn as the bulletin reported it: REPORT, the last one; REPORT Spring 1901; REPORT 3."""
    told = history.turns_of(gm.session, gm.table.key)
    if not told:
        return [sentence("history", "none")]
    if request.argument:
        return _reported(gm, request)
    return [history.as_reported(gm.game, told[-1], None)]


def _reported(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Show the turns that are named as the bulletin reported them."""
    told = history.turns_of(gm.session, gm.table.key)
    try:
        found = history.meant(request.argument, told, gm.table.zone, gm.now)
    except Unusable as fault:
        raise NotDone(fault.sentence) from None
    return ["\n\n".join(map(gm.in_words, history.in_words(gm.game, found, None)))]


def position(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show the position as everybody may know it: POSITION."""
    return ["\n\n".join(in_words(gm.game, gm.table.position, None))]


def summary(gm: GmContext, _request: GmRequest) -> Sequence[Words]:
    """Show what each power had, turn by turn: SUMMARY."""
    return history.summary_lines(gm.session, gm.office, gm.table)


def board(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Mail the last bulletin again, with a large map: MAP."""
    if request.argument:
        raise NotDone(sentence("gm_views", "map_of_now", turn=request.argument))
    if not gm.office.settings.service.pictures:
        raise NotDone(sentence("gm_views", "no_pictures"))
    last = history.last_turn(gm.session, gm.table)
    record = last.record if last else None
    view = reports.TurnView(
        gm.game.show(gm.table.position, record, None),
        svg=gm.game.picture(gm.table.position, record, None),
        is_large=True,
        again=str(gm.incoming_id),
    )
    reader = Reader(gm.table.gm_name, gm.own_address or gm_seat(gm.table).address)
    run, card = run_of(gm.table, gm.due), table_card(gm.table, gm.game)
    for mail in reports.bulletins(gm.office.context(gm.now), card, [reader], run, view):
        outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)
    return [sentence("gm_views", "map_sent")]


def tournament(gm: GmContext, request: GmRequest) -> Sequence[Words | reports.AnswerPage]:
    """Show how a tournament stands: STANDINGS, that of this table; STANDINGS spring."""
    written = request.argument.lower() or gm.table.key
    event = standings.named(gm.session, [written])
    if event is None:
        raise NotDone(standings.none_such(gm.session, request.argument))
    shown = tournament_scores.standings(gm.session, gm.office, event)
    lines = in_columns(map(gm.in_words, standings.lines(shown)))
    return [reports.AnswerPage(gm.in_words(standings.title(shown)), lines, is_set=True)]


ACTIONS = (
    GmAction(
        "STANDINGS",
        r"(?:standings|tournaments?)(?:\s+(?:of\s+)?([a-z][\w-]{0,30}))?",
        tournament,
        "always",
    ),
    GmAction(
        "HISTORY",
        r"(?:send\s+)?history(?:\s+(?:of\s+)?(.{1,80}))?",
        turns,
        "always",
        is_page=True,
        is_of_players=True,
    ),
    GmAction(
        "REPORT",
        r"(?:send\s+)?(?:the\s+)?(?:last\s+)?(?:report|bulletin)(?:\s+(?:again|once\s+more))?(?:\s+(?!to\b)(?:of\s+|for\s+)?(.{1,80}))?",
        report,
        "always",
        is_page=True,
        is_of_players=True,
    ),
    GmAction(
        "POSITION", r"(?:show\s+)?(?:the\s+)?position", position, "always", is_page=True, is_of_players=True
    ),
    GmAction("SUMMARY", r"(?:send\s+)?summary", summary, "always", is_page=True, is_of_players=True),
    GmAction(
        "MAP",
        r"(?:send\s+)?(?:the\s+|a\s+)?(?:large\s+|big\s+)?map(?:\s+(?:of\s+|for\s+)?((?=.*\d).{1,40}))?",
        board,
        "always",
        is_of_players=True,
    ),
)
