"""Point out a sheet without builds: the income that it leaves unspent is lost. Clause 6.1."""

from collections.abc import Iterator, Sequence

from adjudicator.domination.language.orders import BUILD, Build, OrderLine
from adjudicator.domination.position import PHASES, Position, buildable, cities, data_of, treasury
from adjudicator.domination.sentences import say


def warnings(position: Position, player: str, sheet: Sequence[OrderLine]) -> Iterator[str]:
    """Yield a note if a sheet builds nothing although the player can pay for a unit."""
    is_due = BUILD in PHASES[position.phase].headings and position.phase != "opening"
    kinds, own = buildable(position.settings, player), cities(position, player)
    if not (is_due and kinds and own) or any(isinstance(line.order, Build) for line in sheet):
        return
    money = treasury(position, player)
    if position.reserves[player] and money >= min(data_of(position).units[kind].cost for kind in kinds):
        yield say("no_builds_on_sheet", money=money, example=f"rest {kinds[0]} {own[0]}")
