"""The form of a Power: the sheet on file, and what may be added to it as comments to complete."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.empires.ground import BOARD, Zone, partner, zone_name
from adjudicator.empires.language import standing
from adjudicator.empires.language.activation import STRATEGIC_COUNTS, capacity
from adjudicator.empires.language.on_file import OrdersOnFile
from adjudicator.empires.language.orders import Command, Recruit
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.plan import (
    Accepted,
    Block,
    Plan,
    Refused,
    pauses_left,
    planned,
    sheet_lines,
    why_no_offensive,
)
from adjudicator.empires.language.reading import stored
from adjudicator.empires.position import Position
from adjudicator.empires.resolve import phases, recruiting, research
from adjudicator.empires.resolve.actions import actions_left
from adjudicator.empires.resolve.movement import why_not_march
from adjudicator.empires.sentences import say
from adjudicator.empires.view import stakes
from adjudicator.empires.view.lawful_lines import (
    ANY_ARMY,
    called,
    ceding_word,
    gassed,
    idle,
    markers,
    may_walk_in,
    next_zones,
    open_commands,
    to_take_back,
    ways_home,
)
from adjudicator.empires.view.wording import SPEECH


def form(position: Position, power: str) -> list[str]:
    """Return the Power's standing orders and its stored sheet, in its own turn at least PASS.

    The result is a legal message. PASS comes last, so that actions written above it count; out of turn
    there is none, because a message with standing orders alone files no sheet. The armies and the actions
    that are left are listed as comments to complete, and a line of the sheet that is refused as things stand
    is a comment, too. After the last turn of the Power in the game nothing is left to order.
    """
    if not position.over and stakes.next_turn(position, power) > BOARD.turns:
        return []
    on_file = stored(position, power)
    ahead = phases.as_if_in_turn(position, power)
    idle = (f"# {say('form_pass')}", "PASS") if power == position.power else ()
    technologies = [] if position.is_prepared else [f"TECHNOLOGIES {', '.join(_technologies(on_file))}"]
    heading = f"# {say('form_standing')}"
    above = [*technologies, heading, *standing.in_words(on_file.standing)]
    if position.over or not on_file.lines:
        return [*above, *(() if position.over else _drafts(ahead)), *(on_file.lines or idle)]
    plan = planned(ahead, sheet_lines(said(on_file.lines)))
    return [*above, *_marked(on_file.lines, plan), *_drafts_besides(ahead, plan)]


def _marked(lines: Sequence[str], plan: Plan) -> Iterator[str]:
    """Yield the lines of a sheet; those that are refused as comments."""
    accepted = {one.number for one in plan.verdicts if isinstance(one, Accepted)}
    refused = {one.number for one in plan.verdicts if isinstance(one, Refused)} - accepted
    if refused:
        yield f"# {say('form_refused', count=len(refused))}"
    for number, line in enumerate(lines, 1):
        yield f"# {line.strip()}   # {say('form_refused_line')}" if number in refused else line


def _drafts_besides(position: Position, plan: Plan) -> Iterator[str]:
    """Yield what is left besides a sheet: its ACTIVATE may have room, and actions may be left."""
    after = plan.position
    armies = [f"{name} - ..." for name in Counter(_armies_by_name(after))]
    blocks = [step for step in plan.steps if isinstance(step, Block) and not step.extra]
    room = capacity(position) - _armies_in(blocks[0]) if len(blocks) == 1 else 0
    if armies and room > 0:
        yield f"# {say('form_joins', count=room)}"
        yield from (f"#   {army}" for army in armies)
    if actions_left(after) > 0 and not plan.is_paused:
        yield f"# {say('form_also', count=actions_left(after))}"
        commands = [*_late_recruit(position, plan), *open_commands(after)]
        drafts = [line for command in commands for line in _drafts_of(after, command)]
        yield from (f"# {line}" for line in drafts)


def _late_recruit(position: Position, plan: Plan) -> list[Command]:
    """Return RECRUIT for a sheet without it: what is added becomes the first action. 7.3"""
    accepted = (one.order for one in plan.verdicts if isinstance(one, Accepted))
    is_there = "RECRUIT" in open_commands(plan.position) or any(isinstance(one, Recruit) for one in accepted)
    return ["RECRUIT"] if "RECRUIT" in open_commands(position) and not is_there else []


def _armies_in(block: Block) -> int:
    """Return how many armies an Activation takes, supporters included; a strategic move counts as two."""
    found = 0
    for action in block.actions:
        order = action.order
        helpers = sum(army.number for army in order.attack.supporters) if order.attack else 0
        found += order.army.number * (STRATEGIC_COUNTS if order.strategic else 1) + helpers
    return found


def advised(position: Position, power: str) -> tuple[str, str]:
    """Return the technologies that a newcomer may choose before season 1, and why. 2.3"""
    if position.is_prepared or power in position.chosen:
        return "", ""
    return f"TECHNOLOGIES {', '.join(research.AT_THE_START)}", say("technologies_why")


def _drafts(position: Position) -> Iterator[str]:
    yield f"# {_how_many(position)}"
    for command in open_commands(position):
        for line in _drafts_of(position, command):
            yield f"# {line}"
    if position.turn.follows:
        yield f"# {say('form_condition', power=SPEECH.named(partner(position.power)))}"


def _how_many(position: Position) -> str:
    """Return how many actions the Power has, or has left after PAUSE."""
    left = actions_left(position)
    if left < 1:
        return say("form_nothing_left")
    return say("form_rest", count=left) if position.turn.actions else say("form_begins", count=left)


def _drafts_of(position: Position, command: Command) -> Iterator[str]:  # noqa: C901  (one case per command)
    match command:
        case "RECRUIT":
            steps = recruiting.steps_of(position, position.power).general
            yield f"RECRUIT full in ..., reduced in ..., reinforce ...   # {say('form_steps', count=steps)}"
        case "ACTIVATE":
            yield from _activation_draft(position)
        case "RESEARCH":
            names = research.possible(position, position.power)
            yield from [f"RESEARCH {' / '.join(names)}"] if names else []
        case "ENTRENCH":
            yield "ENTRENCH ..."
        case "DIPLOMACY":
            ways = [way.removeprefix("DIPLOMACY ") for way in markers(position)]
            yield from [f"DIPLOMACY {' / '.join(ways)}"] if ways else []
        case "MISSIONS":
            yield command
        case "GAS":
            zones = [zone_name(zone) for zone in gassed(position)]
            yield from [f"GAS {' / '.join(zones)}   # {say('form_no_action')}"] if zones else []
        case "OFFENSIVE":
            if not why_no_offensive(position):
                yield f"OFFENSIVE   # {say('form_offensive')}"
        case "PAUSE":
            yield from _pause_draft(position)
        case "PASS":
            pass  # it is the last line of the form
        case _ as never:
            assert_never(never)


def _activation_draft(position: Position) -> Iterator[str]:
    yield f"ACTIVATE   # {say('form_armies', most=capacity(position))}"
    ceding = _ceding_by_zone(position)
    for name, number in Counter(_armies_by_name(position)).items():
        several = [say("form_several", number=number)] if number > 1 else []
        notes = [*several, *(note for zone, note in ceding.items() if name.endswith(f" {zone_name(zone)}"))]
        yield f"  {name} - ..." + (f"   # {'; '.join(notes)}" if notes else "")
    home = dict.fromkeys(army.zone for army in to_take_back(position) if ways_home(position, army))
    yield from (f"  {ANY_ARMY} {zone_name(zone)} => ...   # {say('form_takes_back')}" for zone in home)


def _ceding_by_zone(position: Position) -> dict[Zone, str]:
    """Return by the zones in which armies are named where their next step would cede them. 14.1"""
    found: dict[Zone, str] = {}
    for army in idle(position):
        goals = [zone for zone in next_zones(army) if ceding_word(position, army, zone)]
        goals = [zone for zone in goals if not why_not_march(position, army, (zone,), False, ())]
        if goals := [zone for zone in goals if may_walk_in(position, army, zone)]:
            names = listed(map(zone_name, goals), "or")
            found[position.turn.named_at.get(army.id, army.zone)] = say("form_cedes", zones=names)
    return found


def _pause_draft(position: Position) -> list[str]:
    left = pauses_left(position)
    return [f"PAUSE   # {say('form_pause', count=left)}"] if left and actions_left(position) > 1 else []


def _armies_by_name(position: Position) -> Iterator[str]:
    """Yield how the form names each army that may be ordered: by its zone alone if all there are alike."""
    names: dict[Zone, list[str]] = {}
    for army in idle(position):
        zone = position.turn.named_at.get(army.id, army.zone)
        names.setdefault(zone, []).append(called(position, army))
    for zone, here in names.items():
        yield from here if len({*here}) > 1 else [f"{ANY_ARMY} {zone_name(zone)}"] * len(here)


def _technologies(on_file: OrdersOnFile) -> tuple[str, ...]:
    return on_file.technologies or research.AT_THE_START
