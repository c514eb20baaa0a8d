"""Draw the powers' strength, turn by turn, as an SVG chart.

Each power's line has its own colour, its own dashes and its name at its end, so that colours are not needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pbem.core.sentences import sentence

# Okabe and Ito's colours, which colour-blind readers can distinguish; yellow darkened for a white ground.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0437c", "#8a6d00", "#3f3f3f", "#2b8cbe", "#7a4300")
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 2", "14 4", "1 4", "6 2 2 2 2 2")
NAMES_APART = 1.35  # of a name, in font sizes
APART = 1.6  # distance between lines of the same height

Tallies = Sequence[Mapping[str, int]]
Colours = Mapping[str, str]
NONE: Colours = {}


class ChartSize(NamedTuple):
    """The size of a chart, the margins around its lines and the font size, in SVG units."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    font_size: float
    marks: int  # most turn numbers below the chart


WIDE = ChartSize(760, 340, left=36, right=150, top=28, bottom=30, font_size=11, marks=10)
NARROW = ChartSize(336, 300, left=26, right=136, top=28, bottom=30, font_size=11, marks=4)  # for phones


class Scale(NamedTuple):
    """The coordinates of turns and numbers."""

    paper: ChartSize
    turns: int
    least: int
    most: int

    def x(self, turn: int) -> float:
        paper = self.paper
        across = paper.width - paper.left - paper.right
        return round(paper.left + across * turn / (self.turns - 1), 1)

    def y(self, number: int) -> float:
        paper = self.paper
        down = paper.height - paper.top - paper.bottom
        return round(paper.top + down * (self.most - number) / (self.most - self.least), 1)


def chart(title: str, tallies: Tallies, paper: ChartSize = WIDE, own: Colours = NONE) -> str:
    """Return the chart of *tallies*, one for each turn from the first position on; "" for fewer than two.

    *own* are the colours of the powers on the map; who has none there gets one of `COLOURS`.
    """
    if len(tallies) < 2:
        return ""
    powers, scale = list(tallies[0]), _scale(tallies, paper)
    colours = [own.get(power, COLOURS[i % len(COLOURS)]) for i, power in enumerate(powers)]
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {paper.width} {paper.height}" role="img"'
        f" aria-label={quoteattr(in_words(title, tallies))}>",
        f'<rect width="{paper.width}" height="{paper.height}" fill="#ffffff"/>',
        f'<g font-family="Verdana, Arial, sans-serif" font-size="{paper.font_size}" fill="#333333">',
        f'<text x="{paper.left}" y="16">{escape(title)}</text>',
        *_grid(scale),
        *_lines(powers, tallies, scale, colours),
        *_names(powers, tallies[-1], scale, colours),
        "</g></svg>",
    ]
    return "\n".join(body) + "\n"


def _scale(tallies: Tallies, paper: ChartSize) -> Scale:
    numbers = [number for tally in tallies for number in tally.values()]
    most, least = max(1, *numbers), min(0, *numbers)
    least -= least % _step(least, most)  # the scale begins on a grid line
    return Scale(paper, len(tallies), least, most)


def in_words(title: str, tallies: Tallies) -> str:
    """Return the chart in words, as its alternative text: the first and the last number of each power."""
    rows = [(power, first, tallies[-1].get(power, 0)) for power, first in tallies[0].items()]
    return sentence("subjects", "chart", title=title, rows=rows).words(None)


def _step(least: int, most: int) -> int:
    """Return the distance between grid lines."""
    return next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if (most - least) / size <= 8)


def _grid(scale: Scale) -> Iterator[str]:
    paper = scale.paper
    for number in range(scale.least, scale.most + 1, _step(scale.least, scale.most)):
        y = scale.y(number)
        yield f'<line x1="{paper.left}" y1="{y}" x2="{paper.width - paper.right}" y2="{y}" stroke="#dddddd"/>'
        yield f'<text x="{paper.left - 6}" y="{y + 4:.1f}" text-anchor="end">{number}</text>'
    for turn in range(0, scale.turns, max(1, -(-scale.turns // paper.marks))):
        at = f'x="{scale.x(turn)}" y="{paper.height - 10}"'
        yield f'<text {at} text-anchor="middle">{turn or "start"}</text>'


def _lines(powers: Sequence[str], tallies: Tallies, scale: Scale, colours: Sequence[str]) -> list[str]:
    return [
        f'<polyline fill="none" stroke="{colours[i]}" stroke-width="2.2"'
        f' stroke-dasharray="{DASHES[i % len(DASHES)]}" points="{_points(power, tallies, scale)}"'
        f' transform="translate(0 {APART * (i - (len(powers) - 1) / 2):.1f})"/>'
        for i, power in enumerate(powers)
    ]


def _points(power: str, tallies: Tallies, scale: Scale) -> str:
    return " ".join(f"{scale.x(turn)},{scale.y(tally.get(power, 0))}" for turn, tally in enumerate(tallies))


def _names(
    powers: Sequence[str], last: Mapping[str, int], scale: Scale, colours: Sequence[str]
) -> Iterator[str]:
    """Yield each name at the end of its line, or near it where names would overlap or leave the paper."""
    paper = scale.paper
    ranked = sorted(powers, key=lambda power: (-last.get(power, 0), powers.index(power)))
    wanted = [scale.y(last.get(power, 0)) for power in ranked]
    for power, y in zip(ranked, _apart(wanted, NAMES_APART * paper.font_size, paper.height - 8), strict=True):
        colour = colours[powers.index(power)]
        at = f'x="{paper.width - paper.right + 8}" y="{y + 4:.1f}"'
        yield f'<text {at} fill="{colour}">{escape(power)} {last.get(power, 0)}</text>'


def _apart(wanted: Sequence[float], least: float, lowest: float) -> list[float]:
    """Return the heights, moved down until they do not overlap, and up again at the edge of the chart."""
    down = list(accumulate(wanted, lambda above, own: max(own, above + least)))
    limits = (lowest - least * below for below in reversed(range(len(down))))
    return [min(y, limit) for y, limit in zip(down, limits, strict=True)]
