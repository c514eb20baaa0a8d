"""How did the powers rise and fall?  Tallies turn by turn → a chart as SVG.

Each power's line has its own colour, its own dashes and its name at its end, so that nobody needs colours.
"""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT = 760, 340
LEFT, RIGHT, TOP, BOTTOM = 36, 150, 28, 30
# Okabe and Ito's colours, which colour-blind readers tell apart; yellow darkened for a white ground.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0437c", "#8a6d00", "#3f3f3f", "#2b8cbe", "#7a4300")
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 2", "14 4", "1 4", "6 2 2 2 2 2")
MARKS = 10  # at most so many turns are written under the chart
NAMES_APART = 15
APART = 1.6  # so far beside each other run lines of the same height

Tallies = Sequence[Mapping[str, int]]


def chart(title: str, tallies: Tallies) -> str:
    """*tallies* from the first position on, one for each turn. "" where there are fewer than two."""
    if len(tallies) < 2:
        return ""
    powers = list(tallies[0])
    top = max(1, *(number for tally in tallies for number in tally.values()))
    least = min(0, *(number for tally in tallies for number in tally.values()))
    least -= least % _step(least, top)  # the scale begins on a line of the grid
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f" aria-label={quoteattr(in_words(title, tallies))}>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        '<g font-family="Verdana, Arial, sans-serif" font-size="11" fill="#333333">',
        f'<text x="{LEFT}" y="16">{escape(title)}</text>',
        *_grid(len(tallies), least, top),
        *_lines(powers, tallies, least, top),
        *_names(powers, tallies[-1], least, top),
        "</g></svg>",
    ]
    return "\n".join(body) + "\n"


def in_words(title: str, tallies: Tallies) -> str:
    """The same for who sees no picture: where each began and where he stands."""
    told = ", ".join(f"{power} {tallies[0][power]} to {tallies[-1].get(power, 0)}" for power in tallies[0])
    return f"{title}, turn by turn: {told}."


def _step(least: int, top: int) -> int:
    """From one line of the grid to the next."""
    return next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if (top - least) / size <= 8)


def _grid(turns: int, least: int, top: int) -> list[str]:
    rows = []
    for number in range(least, top + 1, _step(least, top)):
        y = _y(number, least, top)
        rows.append(f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#dddddd"/>')
        rows.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number}</text>')
    for turn in range(0, turns, max(1, -(-turns // MARKS))):
        rows.append(
            f'<text x="{_x(turn, turns)}" y="{HEIGHT - 10}" text-anchor="middle">{turn or "start"}</text>'
        )
    return rows


def _lines(powers: Sequence[str], tallies: Tallies, least: int, top: int) -> list[str]:
    return [
        f'<polyline fill="none" stroke="{COLOURS[i % len(COLOURS)]}" stroke-width="2.2"'
        f' stroke-dasharray="{DASHES[i % len(DASHES)]}" points="{_points(power, tallies, least, top)}"'
        f' transform="translate(0 {APART * (i - (len(powers) - 1) / 2):.1f})"/>'
        for i, power in enumerate(powers)
    ]


def _points(power: str, tallies: Tallies, least: int, top: int) -> str:
    return " ".join(
        f"{_x(turn, len(tallies))},{_y(tally.get(power, 0), least, top)}"
        for turn, tally in enumerate(tallies)
    )


def _names(powers: Sequence[str], last: Mapping[str, int], least: int, top: int) -> list[str]:
    """Each name at the end of its line, the lower one moved down where two would touch."""
    rows, lowest = [], float("-inf")
    for power in sorted(powers, key=lambda power: (-last.get(power, 0), powers.index(power))):
        lowest = max(_y(last.get(power, 0), least, top), lowest + NAMES_APART)
        colour = COLOURS[powers.index(power) % len(COLOURS)]
        rows.append(
            f'<text x="{WIDTH - RIGHT + 8}" y="{lowest + 4:.1f}" fill="{colour}">'
            f"{escape(power)} {last.get(power, 0)}</text>"
        )
    return rows


def _x(turn: int, turns: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / (turns - 1), 1)


def _y(number: int, least: int, top: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - number) / (top - least), 1)
