"""Why a robot would give an order, as a value: what it takes, helps or guards, as far as its seat knows."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.game import Game, Power, State
from adjudicator.robots.geography import Geography, geography_of
from adjudicator.robots.proposals import HELP, is_move, moved
from adjudicator.robots.worth import worth_of


class Reason(Struct, frozen=True):
    """*kind*: "takes", "goes", "helps", "guards", "other"; *gain* in points, 0 if it was not measured."""

    line: str
    kind: str
    gain: float = 0.0
    place: str = ""  # full name
    owner: Power = ""  # of the centre there, "" for nobody
    helped: str = ""  # the order that is helped


def reasons(
    game: Game, state: State, power: Power, lines: Sequence[str], gains: Sequence[float]
) -> tuple[Reason, ...]:
    """Return a reason for each line of a sheet of *power*, without lines that only guess and gain nothing."""
    guesses = worth_of(game.card.key).guesses
    found = _reasons(game, state, power, lines, gains)
    return tuple(one for one in found if one.gain > 0 or not any(guess in one.line for guess in guesses))


def _reasons(
    game: Game, state: State, power: Power, lines: Sequence[str], gains: Sequence[float]
) -> tuple[Reason, ...]:
    try:
        position = game.imagined(state, power)
    except ValueError:
        return tuple(Reason(line, "other") for line in lines)
    land, facts = geography_of(game, position), game.describe(position)
    owners = {land.place(name): one for one, names in facts["centres"].items() for name in names}
    names = {short: own[0] for short, own in game.card.places.items()}
    names |= {entry.short: entry.name for entry in game.card.atlas}
    given = [*gains, *[0.0] * len(lines)]
    return tuple(
        _reason(line, gain, (land, owners, names), power) for line, gain in zip(lines, given, strict=False)
    )


def _reason(
    line: str, gain: float, board: tuple[Geography, dict[str, Power], dict[str, str]], power: Power
) -> Reason:
    land, owners, names = board
    goal = land.goal(line)
    name, owner = names.get(goal, goal), owners.get(goal, "")
    is_centre = goal in owners or goal in land.centres
    if any(sign in line for sign in HELP):
        return Reason(line, "helps", gain, name, owner, moved(line))
    if is_move(line) and goal:
        return Reason(line, "takes" if is_centre and owner != power else "goes", gain, name, owner)
    if is_centre and owner == power and not line.startswith(("Build", "Remove")):
        return Reason(line, "guards", gain, name, owner)
    return Reason(line, "other", gain, name, owner)
