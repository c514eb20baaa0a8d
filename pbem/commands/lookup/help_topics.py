"""Find out what a HELP is about if its words name no command: "how do I write orders", "me please"."""

from collections.abc import Mapping, Sequence
from functools import cache

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of


@cache
def _words() -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] = tables_of(text_beside("pbem.commands.lookup", "help_topics.toml"))
    return found


def subject(topic: str) -> str:
    """Return *topic* without the words around its subject; "" if nothing is left."""
    return " ".join(word for word in topic.split() if not is_filler(word))


def is_filler(word: str) -> bool:
    """Return whether *word* says nothing of the subject of a HELP."""
    return word in _words()["fill"]


def is_about_orders(topic: str) -> bool:
    """Return whether *topic* is how orders are written."""
    return set(topic.split()) <= set(_words()["orders"])


def is_about_everything(topic: str) -> bool:
    """Return whether *topic* is what HELP alone answers."""
    return set(topic.split()) <= set(_words()["everything"])


def is_also_of_the_service(topic: str) -> bool:
    """Return whether *topic* is both a word of orders and one of a help page."""
    return topic in _words()["both"]
