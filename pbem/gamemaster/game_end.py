"""END GAME: end a game before its rules do, or close a table that has not begun."""

import re
from collections.abc import Sequence

from pbem.commands.voting.ending import Ending, end_game
from pbem.commands.voting.motions import draw_of
from pbem.core.sentences import Sentence, Words, sentence
from pbem.gamemaster.seats import power_of
from pbem.store.states import FORMING, OVER
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.opening import powers_of
from pbem.tables.seats.vacancies import playing

OF_ALL = re.compile(
    r"(?:all|every(?:body|one)|all of (?:them|us)"
    r"|(?:all |the )*(?:remaining |surviving )?(?:survivors|powers|players))"
    r"(?: (?:who (?:is|are)|that are))?(?: (?:still )?(?:alive|in the game|left|remaining|playing))?",
    re.I,
)
A_DRAW = r"(?:as |in |with )?(?:an? )?(?:[a-z]+-way )?(draw|tie)"


def end(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """End the game: END GAME; END GAME won by Turkey; END GAME draw England, France."""
    table = gm.table
    if table.state == OVER:
        raise NotDone(sentence("game_end", "over", table=table.key))
    if table.state == FORMING:
        return _give_up(gm, request)
    is_draw = len(request.arguments) > 1
    named = "".join(request.arguments[-1:])
    winners = _survivors(gm) if is_draw and is_of_all(named) else _winners(gm, named)
    _check_result(gm, winners, is_draw=is_draw)
    headline = _headline([*map(gm.named, winners)], is_draw=is_draw)
    why = gm.in_words(sentence("game_end", "why", by=gm.acting, reason=request.reason))
    gm.write_down(request, sentence("game_end", "logged", headline=headline))
    ending = Ending(winners, gm.in_words(headline), why)
    end_game(gm.session, gm.office, table, ending, gm.now)
    return [sentence("game_end", "ended", table=table.key, headline=headline)]


def _give_up(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Close a table that has not begun: there is no last bulletin."""
    gm.write_down(request, sentence("game_end", "not_played_logged", table=gm.table.key))
    gm.notify_table(request, "not_played")
    gm.table.state = OVER
    return [sentence("game_end", "not_played", table=gm.table.key)]


def is_of_all(text: str) -> bool:
    """Return whether a draw is one of all survivors: DRAW alone, or DRAW between everybody."""
    return not text.strip() or OF_ALL.fullmatch(text.strip(" .!")) is not None


def _survivors(gm: GmContext) -> tuple[str, ...]:
    """Return the powers that share a draw by the rules; if those have no draw, the powers in the game."""
    draw = draw_of(gm.due.motions)
    return draw.winners if draw else tuple(playing(gm.due, powers_of(gm.office, gm.table)))


def _winners(gm: GmContext, text: str) -> tuple[str, ...]:
    """Return each power that *text* names, once. Raises NotDone for one that does not play here."""
    names = re.split(r",|;|&|\+|\band\b", text, flags=re.I)
    playing = powers_of(gm.office, gm.table)
    found = [power_of(gm, name.strip(), playing) for name in names if name.strip()]
    return tuple(dict.fromkeys(found))


def _check_result(gm: GmContext, winners: Sequence[str], *, is_draw: bool) -> None:
    """Raise NotDone for a draw of one, and for several winners who cannot win together by the rules."""
    if is_draw and len(winners) < 2:
        raise NotDone(sentence("game_end", "draw_of_one", winners=winners))
    if not is_draw and len(winners) > 1 and not _may_win_together(gm, winners):
        raise NotDone(sentence("game_end", "not_together", winners=winners))


def _may_win_together(gm: GmContext, winners: Sequence[str]) -> bool:
    """Return whether they are one player's powers, or allies who may win together by concession."""
    conceded = [motion.winners for motion in gm.due.motions if motion.key.startswith("concede ")]
    return any(set(winners) == set(group) for group in (*conceded, *gm.due.hands))


def _headline(winners: Sequence[str], *, is_draw: bool) -> Sentence:
    return sentence("game_end", "headline", winners=winners, is_draw=is_draw)


ACTIONS = (
    GmAction(
        "END GAME",
        r"(?:end|stop|finish|close)\s+(?:the\s+)?game(?:\s+now(?!\s*$))?"
        rf"(?:[ :,]+(?:{A_DRAW}(?: shared)?(?: (?:between|among|of|by|for))?|won by|winners?)[ :]+(.+)"
        rf"|[ :,]+{A_DRAW}()|[ :,]+(?:nobody (?:wins|has won|won)|with(?:out| no)(?: a)? winner)"
        r"|[ :,]+(.+?)\s+(?:wins?|has won|won))?",
        end,
        "end",
    ),
)
