"""Read a message of ordinary lines ("Army Metz - Verdun attacks") by their shapes.

See `adjudicator.core.language.ordinary_lines` for how this works; this module supplies the zone names and
parses single lines.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from adjudicator.core.clauses.stops import bare
from adjudicator.core.language.ordinary_lines import OrdinaryLines, is_fit, pattern_of
from adjudicator.core.language.words import Refusal, Unreadable, clean
from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.language import orders
from adjudicator.empires.language.grammar import parse_line, plain
from adjudicator.empires.language.orders import ArmyOrder, Ref
from adjudicator.empires.language.remedies.dependents import without_dependents, without_own_dice
from adjudicator.empires.language.splitting import Said, is_cut_as_written, is_order, said_in


def read_clauses(lines: Sequence[str], power: str, turn: str) -> list[Said]:
    """Return the clauses of *lines*; *turn* is the turn that is due, which a heading may name."""
    found = shapes().read(lines, lambda line: _whole(line, power, turn))
    if found is None:
        return list(without_dependents(without_own_dice(said_in(lines, power, turn))))
    return [_numbered(number, text, said) for number, (text, said) in enumerate(found, 1)]


def _numbered(number: int, text: str, said: orders.Order | Said | None) -> Said:
    if isinstance(said, Said):
        return said._replace(number=number)
    return Said(number, text, said, is_noted=said is None)


@cache
def shapes() -> OrdinaryLines[orders.Order | Said]:
    """Return the shapes of lines that were read."""
    names = [name for name in ZONE_NAMES.beginnings() if is_fit(name) and _is_left_alone(name)]
    return OrdinaryLines(pattern_of(names), filter(str.isalpha, names), _zone, _are_two)


@lru_cache(maxsize=1024)
def _zone(name: str) -> str:
    return ZONE_NAMES.find(name)


def _are_two(left: str, right: str) -> bool:
    return plain(f"Army {left}-{right}") == f"Army {left} - {right}"


def _is_left_alone(name: str) -> bool:
    meant = ZONE_NAMES.meant(name)
    try:
        order = parse_line(plain(f"Army {name} - {name}"))
    except Unreadable:
        return False
    return len(meant) == 1 and order == ArmyOrder(Ref(orders.Kind(), meant[0]), (meant[0],))


def _whole(line: str, power: str, turn: str) -> orders.Order | Said | None:
    """Read one line alone; None if it is not a single clause that is an order as written.

    If its text is printed in other letters, as "SECOND LOSS" is, the text is part of what is returned.
    """
    text = clean(line)
    said = said_in([line], power, turn) if is_cut_as_written(text) and is_order(bare(text)) else []
    if len(said) != 1 or isinstance(said[0].order, Refusal | None):
        return None
    one, order = said[0], said[0].order
    if one != Said(1, one.text, order) or one.text.casefold() != text.casefold():
        return None
    return order if one.text == text else one
