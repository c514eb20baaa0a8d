"""What does a line say by a game's grammar?

Lark is imported here and nowhere else. The rooms of syntax bring this one in when the first line is read: a
game is found, judged and shown without it.
"""

from collections.abc import Callable
from importlib import resources
from typing import Any

from lark import Lark, Transformer
from lark.exceptions import LarkError


def grammar_of(package: str) -> str:
    """The text of `orders.lark` beside a package."""
    return resources.files(package).joinpath("orders.lark").read_text(encoding="utf-8")


def reader(grammar: str, speech: type, *given: object, start: str = "start") -> Callable[[str], Any]:
    """A function from a line to what *speech* makes of it, None if the line is no sentence of *grammar*.

    *speech* is made with what is *given*; its methods are called as those of a lark Transformer are, by the
    names of rules, while the line is parsed. What they raise is raised.
    """
    transformer = type(speech.__name__, (speech, Transformer), {})(*given)
    lark = Lark(
        grammar,
        start=start,
        parser="lalr",
        lexer="contextual",
        transformer=transformer,
        maybe_placeholders=False,
    )

    def said(line: str) -> Any:
        try:
            return lark.parse(line)
        except LarkError:
            return None

    return said
