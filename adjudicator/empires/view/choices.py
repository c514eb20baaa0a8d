"""The legal orders of a Power, each legal by itself, grouped so that a player chooses one of each group."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import assert_never

from adjudicator.empires.ground import BOARD, zone_name
from adjudicator.empires.language.orders import Command
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import phases, research
from adjudicator.empires.sentences import say
from adjudicator.empires.view.lawful_lines import (
    air_lines,
    army_lines,
    as_reduced,
    called,
    gassed,
    idle,
    is_lawful,
    markers,
    offensives,
    open_commands,
    recruits,
    tank_lines,
    to_take_back,
    trenches,
    ways_home,
)


def choices(position: Position, power: str) -> dict[str, list[str]]:
    """Return the legal lines by army and by action; a player chooses one of each group."""
    if position.over:
        return {}
    position = phases.as_if_in_turn(position, power)
    found: dict[str, list[str]] = {}
    if not position.is_prepared:
        found["TECHNOLOGIES"] = _sets_of_technologies(power)
    for command in open_commands(position):
        found |= _choices_of(position, command)
    return {heading: lines for heading, lines in found.items() if lines}


def _sets_of_technologies(power: str) -> list[str]:
    """Return the lines of the set-up, the default first. 2.3"""
    every = combinations(BOARD.powers[power].technologies, research.SET_UP)
    lawful = [names for names in every if not research.why_not_at_the_start(power, names)]
    lawful.sort(key=lambda names: names != research.AT_THE_START)
    return [f"TECHNOLOGIES {', '.join(names)}" for names in lawful]


def _choices_of(  # noqa: C901, PLR0911  (one case per command)
    position: Position, command: Command
) -> Mapping[str, list[str]]:
    match command:
        case "RECRUIT":
            items = recruits(position)
            return {command: [f"RECRUIT {item}" for item in (*items, *as_reduced(items))]}
        case "ACTIVATE":
            return _activations(position)
        case "RESEARCH":
            return {command: [f"RESEARCH {name}" for name in research.possible(position, position.power)]}
        case "ENTRENCH":
            return {command: [f"ENTRENCH {zone_name(zone)}" for zone in trenches(position)]}
        case "DIPLOMACY":
            return {command: list(markers(position))}
        case "MISSIONS":
            return {command: ["MISSIONS"]}
        case "GAS":
            return {command: [f"GAS {zone_name(zone)}" for zone in gassed(position)]}
        case "OFFENSIVE":
            return {command: [f"OFFENSIVE {line}" for line in offensives(position)]}
        case "PAUSE":
            return {}  # PAUSE only divides a sheet
        case "PASS":
            return {say("end_of_turn"): ["PASS"]}
        case _ as never:
            assert_never(never)


def _activations(position: Position) -> Mapping[str, list[str]]:
    """Return the lines of each army, by its name; of armies with the same name, those of the first."""
    found: dict[str, list[str]] = {}
    for army in idle(position):
        lawful = [line for line in army_lines(position, army) if is_lawful(position, line)]
        lines = [*lawful, *air_lines(position, lawful), *tank_lines(position, lawful)]
        found.setdefault(called(position, army), [f"ACTIVATE {line}" for line in lines])
    for army in to_take_back(position):
        lines = [f"ACTIVATE {line}" for line in ways_home(position, army)]
        found.setdefault(called(position, army), lines)
    return found


def alike(position: Position, power: str) -> dict[str, int]:
    """Return how many armies have the same name, by the entries of `choices` that stand for several."""
    position = phases.as_if_in_turn(position, power)
    number = Counter(called(position, army) for army in idle(position))
    return {name: count for name, count in number.items() if count > 1}
