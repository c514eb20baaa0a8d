"""Parse a line by a game's grammar.

Lark is imported here and in `shapes`. The rooms of syntax bring this one in when the first line is read: a
game is found, judged and shown without it.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from adjudicator.core.line_shapes import Mask, Shapes, names


def grammar_of(package: str) -> str:
    """The text of `orders.lark` beside a package."""
    return resources.files(package).joinpath("orders.lark").read_text(encoding="utf-8")


def reader(
    grammar: str, speech: object, start: str = "start", mask: Mask | None = None
) -> Callable[[str], Any]:
    """Return a function that parses a line with *speech* as transformer; None if the line does not fit.

    The methods of *speech* are called as those of a lark Transformer are, by the names of rules and of
    terminals. What they raise is raised. *mask* says which words mean nothing to the grammar: all but its
    own.
    """
    return readers(grammar, speech, (start,), mask)[start]


def readers(
    grammar: str, speech: object, starts: Sequence[str], mask: Mask | None = None
) -> Mapping[str, Callable[[str], Any]]:
    """A `reader` for each of *starts*. Their tables are built together, which takes half as long."""
    parser = Lark(grammar, start=list(starts), parser="lalr", lexer="contextual", maybe_placeholders=False)
    what = mask or names(parser)
    return {start: Shapes(parser, speech, what, start).read for start in starts}


def reader_to_the_break(grammar: str, speech: object, start: str = "start") -> Callable[[str], Any]:
    """As `reader`, but *speech* is also called for the beginning of a line that does not fit."""
    parser = Lark(
        grammar,
        start=start,
        parser="lalr",
        lexer="contextual",
        transformer=speech,
        maybe_placeholders=False,
    )

    def said(line: str) -> Any:
        try:
            return parser.parse(line)
        except LarkError:
            return None

    return said
