"""Count a power's units by kind, for its first message."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

KINDS: Mapping[str, str] = {
    "A": "armies",
    "F": "fleets",
    "C": "cavalry",
    "P": "pirates",
    "E": "off_board",  # centres off the board
}
_UNIT = re.compile(r"\d*(?P<kind>[A-Z]) ")


def unit_numbers(units: Sequence[str]) -> dict[str, int]:
    """Count units as positions write them, "A Par" or "2A Bar"; a double army is one."""
    kinds = [found["kind"] for unit in units for found in [_UNIT.match(unit)] if found]
    counted = Counter(KINDS[kind] for kind in kinds if kind in KINDS)
    on_board = counted.total() - counted["off_board"]
    return {name: counted[name] for name in KINDS.values()} | {"units": on_board}
