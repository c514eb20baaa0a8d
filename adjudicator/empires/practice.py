"""Random games that fight and use every action, for tests and benchmarks."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Game, Power, Reading, State, Turn
from adjudicator.empires.ground import BOARD, POWERS, ZONES, ZoneFacts, zone_name
from adjudicator.empires.position import Army, Position, from_text, may_use, of_power
from adjudicator.empires.resolve import phases, recruiting, research
from adjudicator.empires.resolve.combat import targets
from adjudicator.empires.view import lawful_lines

# Percentages: how often a turn begins with recruiting, and the shares of the other actions.
RECRUITS, STANDING, PASSES, PAUSES = 60, 8, 4, 20  # PAUSES: after each action, if there are any
SHARES = {"ACTIVATE": 50, "RESEARCH": 15, "ENTRENCH": 10, "DIPLOMACY": 20, "MISSIONS": 5}
CONDITION_EVERY = 4  # in every fourth turn lines have conditions
ALONE = ("RESEARCH", "ENTRENCH", "DIPLOMACY", "MISSIONS")
ATTACKERS, MOVERS = 2, 2  # lines of an Activation
STANDING_ORDERS = (
    "CANCEL AIR up to 1", "CANCEL AIR always", "CANCEL AIR never in France-Belgium", "CANCEL AIR keep 2",
    "CANCEL AIR never against Germany if it is the first attack",
    "TRENCH always", "TRENCH save", "TRENCH never in Germany", "SECOND LOSS full, reduced, trench",
    "SUPPORTER LOSS last", "SUPPORTER LOSS full", "RETREAT Paris, Vienna, Berlin, Minsk",
    "RETREAT Warsaw: Grodno, Lublin",
)  # fmt: skip


Thing = TypeVar("Thing")


class Played(NamedTuple):
    """A Power's turn of a random game; *state* is before it."""

    number: int
    power: Power
    state: State
    reading: Reading
    turn: Turn


def whole_game(game: Game, seed: str, *, pauses: bool = False, missions: str = "open") -> Iterator[Played]:
    """Play a random game of Empires from the set-up to the end of 1918, one turn at a time.

    With *pauses*, some turns are played in parts (S.2). *missions* is the option of that name.
    """
    state = game.start({"pace": "single", "pauses": "12", "missions": missions}, SeededDice(seed, 0))
    while not (due := game.due(state)).over:
        dice = SeededDice(seed, due.number)
        power = due.phase
        lines = sheet(from_text(state), power, dice, pauses=PAUSES if pauses else 0)
        orders = {}
        if due.asked:
            lines.append(technologies(power, dice))
            for other in POWERS[1:]:
                orders[other] = game.read(state, other, None, [technologies(other, dice)]).orders
        reading = game.read(state, power, None, lines)
        turn = game.judge(state, {power: reading.orders, **orders}, dice)
        yield Played(due.number, power, state, reading, turn)
        state = turn.state


def sheet(position: Position, power: str, dice: Dice, *, pauses: int = 0) -> list[str]:
    """Return a random sheet of the Power for its next turn, or for the rest of it after a PAUSE.

    *pauses* is the percentage of actions after which it pauses, if others follow.
    """
    position = phases.as_if_in_turn(position, power)
    is_resumed = bool(position.turn.actions) or position.turn.has_acted
    lines = _recruiting(position, dice) if not is_resumed and dice.roll(100) <= RECRUITS else []
    left = BOARD.powers[power].actions - len(position.turn.actions) - bool(lines)
    lines += _extras(position, dice)
    wants_attack = lawful_lines.must_attack(position)
    for number in range(left):
        name = "ACTIVATE" if wants_attack and number < 2 else _drawn(dice)
        lines += ACTIONS[name](position, dice)
        if pauses and number + 1 < left and dice.roll(100) <= pauses:
            return [*lines, "PAUSE"]
    return [*_on_conditions(position, lines), *_at_the_end(dice)] or ["PASS"]


def _on_conditions(position: Position, lines: list[str]) -> list[str]:
    """Make the last action depend on a condition in some turns."""
    if not lines or position.number % CONDITION_EVERY or not lines[-1].startswith(ALONE):
        return lines
    zone = zone_name(next(iter(position.control)))
    return [*lines[:-1], f"IF {zone} is ours: {lines[-1]} ELSE MISSIONS"]


def _at_the_end(dice: Dice) -> list[str]:
    lines = ["PASS"] if dice.roll(100) <= PASSES else []
    return [*lines, "STANDING ORDERS", _any(STANDING_ORDERS, dice)] if dice.roll(100) <= STANDING else lines


def technologies(power: str, dice: Dice) -> str:
    """Return a random choice of the technologies of the set-up."""
    names = [
        name for name in BOARD.powers[power].technologies if not research.why_not_in_box_1(power, name, ())
    ]
    return f"TECHNOLOGIES {', '.join(_some(names, research.SET_UP, dice))}"


def _drawn(dice: Dice) -> str:
    number = dice.roll(sum(SHARES.values()))
    for name, share in SHARES.items():
        number -= share
        if number <= 0:
            return name
    raise AssertionError("the shares add up")


def _any(things: Sequence[str], dice: Dice) -> str:
    return things[dice.roll(len(things)) - 1]


def _some(things: Sequence[Thing], number: int, dice: Dice) -> list[Thing]:
    """Return *number* different things in random order, fewer if there are not enough."""
    found: list[Thing] = []
    rest = list(things)
    while rest and len(found) < number:
        found.append(rest.pop(dice.roll(len(rest)) - 1))
    return found


def _recruiting(position: Position, dice: Dice) -> list[str]:
    items = _some(
        lawful_lines.recruits(position), recruiting.steps_of(position, position.power).general, dice
    )
    if items and dice.roll(4) == 1:
        return ["RECRUIT", ", ".join(items)]
    return [f"RECRUIT {', '.join(items)}"] if items else []


def _extras(position: Position, dice: Dice) -> list[str]:
    """Return gas and the Offensive, if the Power has them."""
    zones = lawful_lines.gassed(position)
    lines = [f"GAS {_any([zone_name(zone) for zone in zones], dice)}"] if zones else []
    if dice.roll(2) == 1:
        lines += [f"OFFENSIVE {line}" for line in _some(lawful_lines.offensives(position), 1, dice)]
    return lines


def _activate(position: Position, dice: Dice) -> list[str]:
    own = list(of_power(position.armies, position.power))
    fighters = [army for army in own if _sees_enemies(position, army)]
    attacks = [
        _with_extras(position, _any(lines, dice), dice)
        for army in _some(fighters, ATTACKERS, dice)
        if (lines := lawful_lines.attack_lines(position, army))
    ]
    moves = [
        _any(lines, dice) for army in _some(own, MOVERS, dice) if (lines := _walks(position, army, dice))
    ]
    home = _some(lawful_lines.taking_back(position), 1, dice) if dice.roll(6) == 1 else []
    return ["ACTIVATE", *attacks, *home, *moves]


def _sees_enemies(position: Position, army: Army) -> bool:
    near = (army.zone, *ZONES[army.zone].neighbours)
    return any(targets(position, zone, army.power) for zone in near)


def _with_extras(position: Position, line: str, dice: Dice) -> str:
    """Add a target, a supporter for the loss, and aviation and tanks if the Power has them."""
    if dice.roll(4) == 1:
        line = line.replace("attacks", "attacks full")
    if " with " in line and dice.roll(2) == 1:
        line += " supporter loss last"
    may_fly = may_use(position, position.power, "Aviation")
    air = f" air {dice.roll(3)}" if may_fly and dice.roll(2) == 1 else ""
    if may_use(position, position.power, "Tanks 1"):
        line += " tanks"
    is_conditional = air and position.number % CONDITION_EVERY == 0
    return f"{line}{air}{' if the army is full' if is_conditional else ''}"


def _walks(position: Position, army: Army, dice: Dice) -> list[str]:
    """Return moves to neighbours, sometimes strategic moves or moves over two zones."""
    if dice.roll(4) == 1:
        return lawful_lines.strategic_lines(position, army)
    steps = [line.removesuffix(f" {lawful_lines.CEDE}") for line in lawful_lines.move_lines(position, army)]
    lines = [_as_voyage(line, army, dice) for line in steps]
    return [_longer(line, dice) for line in lines] if dice.roll(3) == 1 else lines


def _as_voyage(line: str, army: Army, dice: Dice) -> str:
    """Often write "by sea" after a voyage."""
    goal = _goal(line)
    is_voyage = goal.id not in ZONES[army.zone].neighbours
    return f"{line} by sea" if is_voyage and dice.roll(2) == 1 else line


def _goal(line: str) -> ZoneFacts:
    return next(zone for zone in ZONES.values() if line.endswith(f" - {zone.name}"))


def _longer(line: str, dice: Dice) -> str:
    if line.endswith(" by sea"):
        return line
    near = _goal(line)
    return f"{line} - {zone_name(_any(near.neighbours, dice))}" if near.neighbours else line


def _research(position: Position, dice: Dice) -> list[str]:
    """Return a technology to research; tanks, which come late, whenever possible."""
    begun = list(position.research.get(position.power, ()))
    names = begun if begun and dice.roll(3) > 1 else research.possible(position, position.power)
    tanks = [name for name in names if name.startswith("Tanks")]
    return [f"RESEARCH {_any(tanks or names, dice)}"] if names else ["MISSIONS"]


def _entrench(position: Position, dice: Dice) -> list[str]:
    zones = lawful_lines.trenches(position)
    return [f"ENTRENCH {zone_name(_any(zones, dice))}"] if zones else ["MISSIONS"]


def _diplomacy(position: Position, dice: Dice) -> list[str]:
    ways = list(lawful_lines.markers(position))
    forward = [way for way in ways if way.endswith("forward")]
    return [_any(forward if forward and dice.roll(5) > 1 else ways, dice)] if ways else ["MISSIONS"]


def _missions(_: Position, __: Dice) -> list[str]:
    return ["MISSIONS"]


ACTIONS: dict[str, Callable[[Position, Dice], list[str]]] = {
    "ACTIVATE": _activate,
    "RESEARCH": _research,
    "ENTRENCH": _entrench,
    "DIPLOMACY": _diplomacy,
    "MISSIONS": _missions,
}
