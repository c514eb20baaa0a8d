"""Point out a sheet without builds, whose income is lost, and builds in the last turn. Clauses 6.1, 7.2."""

from collections.abc import Iterator, Sequence

from adjudicator.domination.language.orders import BUILD, Build, OrderLine
from adjudicator.domination.position import Position, buildable, cities, data_of, headings, treasury
from adjudicator.domination.sentences import say


def warnings(position: Position, player: str, sheet: Sequence[OrderLine]) -> Iterator[str]:
    """Yield a note if a sheet builds in the last turn, or builds nothing although the player can."""
    if position.final and any(isinstance(line.order, Build) for line in sheet):
        yield say("last_turn_builds_nothing")
    is_due = BUILD in headings(position) and position.phase != "opening"
    kinds, own = buildable(position.settings, player), cities(position, player)
    if not (is_due and kinds and own) or any(isinstance(line.order, Build) for line in sheet):
        return
    money = treasury(position, player)
    if position.reserves[player] and money >= min(data_of(position).units[kind].cost for kind in kinds):
        yield say("no_builds_on_sheet", money=money, example=f"rest {kinds[0]} {own[0]}")
