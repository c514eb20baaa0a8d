"""What is asked of every field on which a turn is judged, and how is something told there?"""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from adjudicator.middle_earth.actions import Place, Power
from adjudicator.middle_earth.pieces import opposed
from adjudicator.middle_earth.record import News


class Standing(Protocol):
    """A unit or a piece."""

    @property
    def place(self) -> Place: ...

    @property
    def here(self) -> bool:
        """On the board, and not beaten."""


Part = TypeVar("Part", bound=Standing)
Token = TypeVar("Token", bound=Standing)


class Workbench(Generic[Part, Token]):
    """The units (*parts*) and pieces (*tokens*) of a turn, the alignments of now and the news."""

    parts: list[Part]
    tokens: list[Token]
    alignments: dict[Power, str]
    news: list[News]

    def align(self, power: Power) -> str:
        return self.alignments[power]

    def are_opposed(self, one: Power, other: Power) -> bool:
        return opposed(self.alignments[one], self.alignments[other])

    def here(self) -> list[Part]:
        """The units, but for those that wait for a retreat."""
        return [part for part in self.parts if part.here]

    def tokens_in(self, place: Place) -> list[Token]:
        return [token for token in self.tokens if token.place == place and token.here]

    def tell(self, key: str, readers: Iterable[Power] | None, **words: str) -> None:
        """*readers* None tells all."""
        self.news.append(News(key, None if readers is None else tuple(readers), words))
