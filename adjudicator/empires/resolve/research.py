"""Research: which technologies are possible, and their boxes. Clause 10.0, and 2.3 for the set-up."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.empires import seasons
from adjudicator.empires.ground import BOARD, Power
from adjudicator.empires.position import Position, ordered, with_missions
from adjudicator.empires.sentences import say

AT_THE_START = ("Attack 1", "Defence 1", "Manoeuvre")  # the default (2.3)
SET_UP = 3  # technologies in box 1 at the start
BRING_MISSIONS = {"Aviation": 2, "Tanks 1": 2, "Tanks 2": 2}  # 13.2
BEFORE_TANKS = 4  # other technologies in box 2 (10.5.4)
STRAIGHT_FROM = 1918  # 10.0.5


def in_box_2(position: Position, power: Power) -> tuple[str, ...]:
    return (*position.available.get(power, ()), *position.obtained.get(power, ()))


def why_not_in_box_1(power: Power, technology: str, box_2: Collection[str]) -> str:
    """Return why the tile may not enter box 1, with *box_2* in box 2; "" if it may. 10.0.4, 10.5.4"""
    if technology not in BOARD.powers[power].technologies:
        return say("has_no_among_its_technologies", power=power, technology=technology)
    branch, _, number = technology.partition(" ")
    if number.isdigit() and int(number) > 1 and f"{branch} {int(number) - 1}" not in box_2:
        return say("is_not_in_box", branch=branch, number=int(number) - 1)
    others = [name for name in box_2 if name != technology]
    if branch == "Tanks" and len(others) < BEFORE_TANKS:
        return say("tanks_need_other_technologies_in_box", others=BEFORE_TANKS)
    return ""


def why_not(position: Position, power: Power, technology: str) -> str:
    """Return why *technology* cannot be researched now; "" if it can."""
    done = in_box_2(position, power)
    if technology in done:
        return say("is_in_box_already", technology=technology)
    if technology in position.research.get(power, ()):
        return ""
    return why_not_in_box_1(power, technology, done)


def research(position: Position, technology: str) -> Position:
    """Move the tile one box on. Raises NotAllowed."""
    power = position.power
    against = why_not(position, power, technology)
    if against:
        reason = say("cannot_be_researched", technology=technology, against=against)
        raise NotAllowed(reason, _possible(position, power))
    begun = position.research.get(power, ())
    is_straight = seasons.year(position.season) >= STRAIGHT_FROM
    if technology not in begun and not is_straight:
        return _with(position, power, research=(*begun, technology))
    rest = tuple(name for name in begun if name != technology)
    after = _with(position, power, research=rest)
    after = _with(after, power, obtained=(*position.obtained.get(power, ()), technology))
    return with_missions(after, power, BRING_MISSIONS.get(technology, 0))


def _with(position: Position, power: Power, **boxes: tuple[str, ...]) -> Position:
    ((box, tiles),) = boxes.items()
    held = {name: names for name, names in {**getattr(position, box), power: tiles}.items() if names}
    return replace(position, **{box: ordered(held)})


def possible(position: Position, power: Power) -> list[str]:
    names = BOARD.powers[power].technologies
    return [name for name in names if not why_not(position, power, name)]


def _possible(position: Position, power: Power) -> str:
    names = possible(position, power)
    return say("possible", choices=listed(names)) if names else ""


# ---- the set-up


def why_not_at_the_start(power: Power, names: Sequence[str]) -> str:
    if len(names) != SET_UP or len(set(names)) != SET_UP:
        return say("name_different_technologies", number=SET_UP)
    against = [why_not_in_box_1(power, name, ()) for name in names]
    return next((reason for reason in against if reason), "")


def prepared(position: Position) -> Position:
    """Put the technologies of the set-up into box 1, if that is not done yet. 2.3"""
    if position.is_prepared:
        return position
    chosen = {power: position.chosen.get(power, AT_THE_START) for power in BOARD.powers}
    box_1 = {power: names or position.research.get(power, ()) for power, names in chosen.items()}
    return replace(position, research=box_1, chosen={}, is_prepared=True)


def season_over(position: Position) -> Position:
    """Make tiles that reached box 2 available, as the next season begins. 10.0.3"""
    available = {power: in_box_2(position, power) for power in BOARD.powers}
    return replace(
        position, available={power: names for power, names in available.items() if names}, obtained={}
    )
