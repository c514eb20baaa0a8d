"""Refusals after which the nearest legal order is looked for, and how far away it may be."""

from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable


class Slip(Unreadable):
    """A word is misspelt or the form is wrong. *suggests*: its remedy names what may be meant."""

    def __init__(self, reason: str, remedy: str, *, suggests: bool = False) -> None:
        super().__init__(reason, remedy)
        self.suggests = suggests


class ListOfPieces(Slip):
    """A list of pieces without the word for it; the remedy is the list with the word."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason, remedy, suggests=True)


class FaultyList(Refusal):
    """A list in which an item is missing or is there twice."""


class NamesNothing(NotAllowed):
    """A space, a piece or a player that this game does not have."""
