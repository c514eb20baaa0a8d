"""Play random legal games of Epic Domination, and count what happened in them.

`python -m tests.support.play.domination_play 200` counts how often each kind of order and special event
occurred.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator import domination
from adjudicator.core.dice import SeededDice
from adjudicator.domination import position, record
from adjudicator.domination.language.orders import Build, Move, Prefer
from adjudicator.domination.position import Position
from adjudicator.domination.record import Record
from adjudicator.domination.view.choices import LEFT
from tests.support.play.judged_turn import Judged

GAME = domination.game
MOST_JUDGINGS = 400

TABLES: tuple[Mapping[str, str], ...] = (
    {"players": "2"},
    {"players": "2", "side": "back"},
    {"players": "3", "side": "back", "cards": "high", "scheme": "split"},
    {"players": "4", "cards": "front", "know_land": "yes"},
    {"players": "3", "side": "back", "scheme": "table", "losses": "ask", "start": "in order"},
    {"players": "3", "variant": "mini"},
    {"players": "2", "variant": "double", "side": "back", "hands": "open"},
    {"players": "4", "private": "yes", "private_cards": "secret", "missing_sheet": "last"},
    {"players": "5", "pieces": "random", "side": "back", "private": "yes"},
    {"players": "8", "side": "back", "cards": "back", "setup": "by phase"},
)


def states(judged: Judged) -> tuple[Position, Position, Record]:
    """Return the positions before and after, and what happened."""
    before, after = position.from_text(judged.before), position.from_text(judged.after)
    return before, after, record.from_text(judged.record)


def options_of(seed: int) -> Mapping[str, str]:
    """Return the options of a game: small reserves, so that some end early, and several cards for spells."""
    changes = f"rules.reserves = {20 + seed % 3 * 10}\nrules.cards_per_turn = {1 + seed % 4}"
    return {**TABLES[seed % len(TABLES)], "changes": changes}


def play(seed: int) -> Iterator[Judged]:
    """Play one random game."""
    chance = random.Random(seed)  # nothing to keep secret
    state = GAME.start(options_of(seed), SeededDice(str(seed), 0))
    for number in range(1, MOST_JUDGINGS):
        due = GAME.due(state)
        if due.over:
            return
        orders, refused = {}, []
        for player in due.owed:
            if chance.random() < 0.05:
                continue  # this player sends no orders
            reading = GAME.read(state, player, None, sheet(state, player, chance))
            orders[player] = reading.orders
            refused += [f"{line.text}: {line.reason}" for line in reading.lines if line.verdict != "taken"]
        turn = GAME.judge(state, orders, SeededDice(str(seed), number))
        yield Judged(state, orders, turn.state, turn.record, number, tuple(refused))
        state = turn.state


def sheet(state: str, player: str, chance: random.Random) -> list[str]:
    """Return one line for each choice; units prefer to move towards others, some lines have conditions."""
    now = position.from_text(state)
    lines = []
    towers = _towers(now)
    for found in _parted(GAME.choices(state, player), chance):
        line = chance.choice(found)
        on_tower = [one for one in found if one in towers]
        if on_tower:
            line = on_tower[0]
        elif " - " in line and chance.random() < 0.6:
            line = max(found, key=lambda one: (_is_abroad(now, player, one), chance.random()))
        lines += _conditioned(line, player, chance)
    if now.phase in ("turn", "orders", "move"):
        lines.append(_preference(now, player, chance))
    if now.phase == "opening":
        lines = [*_before_play(now, player, chance), *lines]
    if now.phase in ("setup", "opening") and now.settings.variant == position.MINI:
        lines.append(f"claim {', '.join(f'{piece}{chance.randint(1, 16)}' for piece in 'ABCDEFGH')}")
    return lines


def _before_play(now: Position, player: str, chance: random.Random) -> Iterator[str]:
    """Yield lines whose conditions depend on who gets which piece."""
    if now.settings.variant == position.MINI:
        return
    other = chance.choice([seat for seat in now.settings.seats if seat != player])
    first, second, third = chance.sample(list(position.data_of(now).pieces), 3)
    yield from (f"if {other} has {first}: piece {second}", f"else: piece {first}")
    kind = position.buildable(now.settings, player)[0]
    yield f"if I have {first}: {kind} {first}{chance.randint(1, 16)}"
    yield f"else: {kind} {chance.choice((second, third))}{chance.randint(1, 16)} or second city"


def _parted(choices: Mapping[str, Sequence[str]], chance: random.Random) -> Iterator[Sequence[str]]:
    """Yield the choices; those for several units that stand together are divided into two parts at random.

    Every kind of unit is built one to three times, Wizards first and the others in random order; the line
    that spends the rest of the money is last.
    """
    kinds = [found for what, found in choices.items() if what.startswith("New ")]
    new = [found for found in kinds for _ in range(chance.randint(1, 3))]
    chance.shuffle(new)
    for what, found in choices.items():
        number = what.partition(" ")[0]
        if number.isdecimal() and chance.random() < 0.7:
            first = chance.randint(1, int(number) - 1)
            for part in (first, int(number) - first):
                yield [line.replace(f"{number} ", f"{part} " if part > 1 else "", 1) for line in found]
        elif not what.startswith("New ") and what != LEFT:
            yield found
    yield from sorted(new, key=lambda found: not found[0].startswith("Wizard"))
    if LEFT in choices:
        yield choices[LEFT]


def _towers(now: Position) -> set[str]:
    """Return the lines that place a Wizard on a tower or keep it there."""
    ground = position.ground_of(now)
    towers = [space.id for space in ground.spaces.values() if space.tower]
    return {line for tower in towers for line in (f"Wizard {tower}", f"Wizard {tower} holds")}


PREFERENCES = (
    *("lose Militia, Fort", "keep Knight", "lose Knight, Militia", "keep Fort", "lose Fort, Militia"),
    *("at {space}: lose Knight, Fort", "target {other}", "target {other} at {space}", "lose {ship}, Militia"),
)


def _preference(now: Position, player: str, chance: random.Random) -> str:
    """Return a random preference; only with ships in play there are preferences about ships."""
    ships = [card.name for card in position.in_play(now.settings) if card.carries]
    possible = [line for line in PREFERENCES if ships or "{ship}" not in line]
    others = [seat for seat in now.settings.seats if seat != player]
    words = {"space": chance.choice(list(now.owners)), "other": chance.choice(others)}
    return chance.choice(possible).format(**words, ship="".join(ships))


def _is_abroad(now: Position, player: str, line: str) -> bool:
    """Return whether *line* leads into another player's land, or to another's units at sea."""
    goal = line.rpartition(" - ")[2].partition(" with ")[0]
    if now.owners.get(goal, player) != player:
        return True
    return any(row.space == goal and row.player != player for row in now.units)


def _conditioned(line: str, player: str, chance: random.Random) -> list[str]:
    if " - " not in line or line.startswith("cast") or chance.random() > 0.1:
        return [line]
    origin, _, goal = line.partition(" with ")[0].rpartition(" - ")
    test = chance.choice((f"enemy at {goal}", f"not 3 enemy at {goal}"))
    return [f"if {test}: {line}", f"else: all {origin.split()[-1]} holds"]


def tally(games: int) -> Counter[str]:
    """Count orders by kind and outcome, events by name, and more, in so many games."""
    counted: Counter[str] = Counter()
    for seed in range(games):
        last = None
        for judged in play(seed):
            before, after, happened = states(judged)
            rows = [(type(row.line.order).__name__, row.outcome.word) for row in happened.results]
            counted.update(f"order {kind}: {word}" for kind, word in rows)
            counted.update(f"event {event.key}" for event in happened.events)
            counted.update(f"order {name}" for row in happened.results for name in _of_a_line(row))
            counted.update(_of_a_battle(event) for event in happened.events if event.key == "round")
            counted.update(f"end: {event.key}" for event in happened.events if event.key in ENDS)
            counted.update(f"cast {event.words['spell']}" for event in happened.events if event.key == "cast")
            counted[f"phase {before.phase}"] += 1
            counted["refused"] += len(judged.refused)
            last = after
        counted["games ended" if last and last.over else "games not ended"] += 1
    return counted


ENDS = ("won by cities", "final turn")


def _of_a_line(row: record.Result) -> list[str]:
    """Return the special features of a line that are counted, such as a condition."""
    order, found = row.line.order, []
    if row.line.tests:
        found.append("with if")
    if row.line.otherwise:
        found.append("with else")
    if isinstance(order, Prefer):
        found.append(f"{order.what}{' at a space' if order.place else ''}")
    if isinstance(order, Build) and order.rest:
        found.append("rest")
    if isinstance(order, Move) and order.carrying is not None:
        found.append("with passengers or nothing")
    return found


def _of_a_battle(event: record.Event) -> str:
    sides = event.words["sides"].count(",") + 1
    where = "at sea" if event.space.startswith("S") else "on a piece"
    return f"round {where} of {'two' if sides == 2 else 'three or more'} sides"


if __name__ == "__main__":
    for what, number in sorted(tally(int(sys.argv[1])).items()):
        print(f"{number:8}  {what}")
