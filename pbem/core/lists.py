"""Lists of names in a sentence."""

from collections.abc import Iterable

from adjudicator.core.language import words


def listed(names: Iterable[str]) -> str:
    """Return "Gondor, Rohan and Umbar"."""
    return words.listed(names, "and")


def either(names: Iterable[str]) -> str:
    """Return "Gondor, Rohan or Umbar"."""
    return words.listed(names, "or")
