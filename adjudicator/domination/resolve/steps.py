"""Carry out the lines of one player's phase, and count preferences. Clause 11."""

from collections.abc import Sequence

from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    MAGIC,
    MOVE,
    Build,
    Cast,
    Hold,
    Move,
    OrderLine,
    Prefer,
)
from adjudicator.domination.position import Preference
from adjudicator.domination.record import SKIPPED, SUCCEEDS, VOID, Outcome
from adjudicator.domination.resolve import building, magic, movement
from adjudicator.domination.resolve.conditions import is_to_be_done
from adjudicator.domination.resolve.turn_state import Table


def remember(table: Table, acting: Sequence[str]) -> None:
    """Preferences without a condition count from the beginning and stand until changed; 5.9, 11.7."""
    if table.start.asking:
        return
    for player in acting:
        for line in table.sheets.get(player, ()):
            if isinstance(line.order, Prefer) and not line.is_conditional:
                wish(table.standing, player, line.order)
                table.settle(player, line, Outcome(SUCCEEDS))


def wish(among: list[Preference], player: str, wish: Prefer) -> None:
    """The last one said for a place counts."""
    among[:] = [
        row for row in among if (row.player, row.wish.what, row.wish.place) != (player, wish.what, wish.place)
    ]
    among.append(Preference(player, wish))


def wait_for_battle(table: Table, acting: Sequence[str]) -> None:
    """Preferences behind a condition, under Combat, are weighed just before the first battle."""
    for player in acting:
        lines = [line for line in table.lines(player, COMBAT) if line.is_conditional]
        if lines:
            table.waiting[player] = (*table.waiting.get(player, ()), *lines)


def before_battle(table: Table) -> None:
    """That moment; the lines may have come with earlier mails of the turn."""
    waiting, table.waiting = table.waiting, {}
    for player in table.order:
        _from_top_to_bottom(table, player, COMBAT, waiting.get(player, ()))


def carry_out(table: Table, player: str, phase: str) -> None:
    """The lines of one player's phase."""
    _from_top_to_bottom(table, player, phase, table.lines(player, phase))


def _from_top_to_bottom(table: Table, player: str, phase: str, lines: Sequence[OrderLine]) -> None:
    for line in lines:
        order = line.order
        if isinstance(order, Prefer) and not line.is_conditional:
            continue
        if not is_to_be_done(table, player, line):
            table.settle(player, line, Outcome(SKIPPED, "its condition did not hold"))
        elif isinstance(order, Prefer):
            wish(table.passing, player, order)
            table.settle(player, line, Outcome(SUCCEEDS))
        elif isinstance(order, Move):
            table.settle(player, line, movement.carry_out(table, player, order))
        elif isinstance(order, Cast):
            table.settle(player, line, magic.cast(table, player, order, phase))
        elif isinstance(order, Hold):
            table.settle(player, line, movement.stand(table, player, order))


def moves(table: Table, acting: Sequence[str]) -> None:
    for player in acting:
        for token in table.tokens():
            token.points, token.rests = token.card.move, False
        carry_out(table, player, MOVE)


def spells(table: Table, acting: Sequence[str]) -> None:
    for player in acting:
        carry_out(table, player, MAGIC)


def builds(table: Table, acting: Sequence[str], allowed: building.Site) -> None:
    for player in acting:
        works = building.Works(table, player, allowed)
        for line in _build_lines(table, player):
            order = line.order
            if not is_to_be_done(table, player, line):
                table.settle(player, line, Outcome(SKIPPED, "its condition did not hold"))
            elif isinstance(order, Build):
                table.settle(player, line, works.build(order))
            elif isinstance(order, Prefer) and line.is_conditional:
                wish(table.passing, player, order)
                table.settle(player, line, Outcome(SUCCEEDS))


def no_builds(table: Table, acting: Sequence[str]) -> None:
    """The game has ended before the build phase; 7.1, 7.2."""
    for player in acting:
        for line in table.lines(player, BUILD):
            if isinstance(line.order, Build):
                table.settle(player, line, Outcome(VOID, "the game ended before the builds"))


def _build_lines(table: Table, player: str) -> Sequence[OrderLine]:
    """Without a sheet nothing, or the last list again; 11.5."""
    if player in table.sheets:
        lines = [
            line
            for line in table.lines(player, BUILD)
            if isinstance(line.order, Build) or line.is_conditional
        ]
        table.last_builds[player] = tuple(lines)
        return lines
    return table.last_builds.get(player, ()) if table.rules.missing_sheet == "last" else ()
