"""Read orders in DAIDE, the notation of programs that play Diplomacy: "( ( FRA AMY PAR ) MTO BUR )"."""

import re

_UNIT = r"\(\s*\w{3}\s+(AMY|FLT)\s+(\w{3}|\(\s*\w{3}\s+\w{3}\s*\))\s*\)"
_ORDERS = tuple(
    (re.compile(pattern.replace("UNIT", _UNIT).replace("SITE", r"(\w{3}|\(\s*\w{3}\s+\w{3}\s*\))")), to)
    for pattern, to in (
        (r"\(?\s*UNIT\s+SUP\s+UNIT\s+MTO\s+SITE\s*\)?", r"\1 \2 S \4 - \5"),
        (r"\(?\s*UNIT\s+SUP\s+UNIT\s*\)?", r"\1 \2 S \4"),
        (r"\(?\s*UNIT\s+CVY\s+UNIT\s+CTO\s+SITE\s*\)?", r"\1 \2 C \4 - \5"),
        (r"\(?\s*UNIT\s+CTO\s+SITE(?:\s+VIA\s+\([\w\s]+\))?\s*\)?", r"\1 \2 - \3 via convoy"),
        (r"\(?\s*UNIT\s+(?:MTO|RTO)\s+SITE\s*\)?", r"\1 \2 - \3"),
        (r"\(?\s*UNIT\s+HLD\s*\)?", r"\1 \2 H"),
        (r"\(?\s*UNIT\s+DSB\s*\)?", r"\1 \2 D"),
        (r"\(?\s*UNIT\s+BLD\s*\)?", r"Build \1 \2"),
        (r"\(?\s*UNIT\s+REM\s*\)?", r"Remove \1 \2"),
        (r"\(?\s*\w{3}\s+WVE\s*\)?", r"Waive"),
    )
)
POWER = re.compile(r"\(\s*\w{3}(?=\s+(?:AMY|FLT)\b)")  # in "(ENG FLT LON)" the first is not a province
_COAST = re.compile(r"\(\s*(\w{3})\s+([NSEW])CS\s*\)")
_PLACES = {"ECH": "Eng", "GOB": "Bot", "GOL": "Lyo"}
_WORDS = "amy flt mto cto cvy rto hld dsb bld rem wve via sup ncs scs ecs wcs ech gob gol"
WORDS = frozenset(_WORDS.split())


def from_daide(text: str) -> str:
    """Return the order in zine notation, "" if *text* is not DAIDE."""
    for pattern, to in _ORDERS:
        found = pattern.fullmatch(text)
        if found:
            with_coasts = _COAST.sub(r"\1/\2c", found.expand(to).replace("AMY", "A").replace("FLT", "F"))
            return " ".join(_PLACES.get(word, word) for word in with_coasts.split())
    return ""
