"""Parse a line by a game's grammar.

Lark is imported only here and in `line_shapes`, when the first line is read: nothing else needs it.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from adjudicator.core.language.line_shapes import Mask, Shapes, names


def grammar_of(package: str) -> str:
    """Return the text of `orders.lark` in a package."""
    return resources.files(package).joinpath("orders.lark").read_text(encoding="utf-8")


def reader(
    grammar: str, speech: object, start: str = "start", mask: Mask | None = None
) -> Callable[[str], Any]:
    """Return a function that parses a line with *speech* as transformer, or returns None.

    The methods of *speech* are called like those of a lark Transformer, by the names of rules and terminals.
    Their exceptions are passed on. *mask* says which words have no meaning in the grammar: all but its own.
    """
    return readers(grammar, speech, (start,), mask)[start]


def readers(
    grammar: str, speech: object, starts: Sequence[str], mask: Mask | None = None
) -> Mapping[str, Callable[[str], Any]]:
    """Return a `reader` for each of *starts*. Building their tables together takes half as long."""
    parser = Lark(grammar, start=list(starts), parser="lalr", lexer="contextual", maybe_placeholders=False)
    what = mask or names(parser)
    return {start: Shapes(parser, speech, what, start).read for start in starts}


def reader_to_the_break(grammar: str, speech: object, start: str = "start") -> Callable[[str], Any]:
    """Like `reader`, but *speech* is also called for the beginning of a line that does not match."""
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
