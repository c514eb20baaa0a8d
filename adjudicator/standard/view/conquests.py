"""The supply centres that changed hands, in the sentences of a lead."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.game import Retold
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import spoils
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Change, Record
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import spoken_place


class LeadSentence(NamedTuple):
    """A sentence of a lead, and the powers that it is about."""

    text: str
    powers: frozenset[str] = frozenset()
    is_last: bool = False  # what came to nothing comes below what happened


def conquests(board: Tables, changes: Sequence[Change]) -> Iterator[str]:
    """Describe gains by power: the centres that another power owned, then those that nobody owned."""
    yield from (one.text for one in conquest_sentences(board, changes))


def conquest_sentences(board: Tables, changes: Sequence[Change]) -> Iterator[LeadSentence]:
    for power, taken in _won(board, [change for change in changes if change.before]):
        yield LeadSentence(say("takes_spoils", power=power, spoils=spoils(taken)), frozenset({power, *taken}))
    for power, gained in _won(board, [change for change in changes if not change.before]):
        yield LeadSentence(say("gains_spoils", power=power, spoils=spoils(gained)), frozenset([power]))


def _won(board: Tables, changes: Sequence[Change]) -> Iterator[tuple[str, Mapping[str, Sequence[str]]]]:
    """Yield each power that gained centres, and these by former owner."""
    won: dict[str, dict[str, list[str]]] = {}
    for change in changes:
        losers = won.setdefault(change.owner, {})
        losers.setdefault(change.before or "", []).append(spoken_place(board, change.centre))
    yield from won.items()


def retold(board: Tables, record: Record, reader: str | None) -> Iterator[Retold]:
    """Yield the conquests of *reader*, and those from them alone, with the clauses of their headline."""
    for power, owners in _won(board, [change for change in record.changes if change.before]):
        sentence = say("takes_spoils", power=power, spoils=spoils(owners))
        if power == reader:
            yield Retold(
                sentence,
                tuple(
                    say("you_take", places=listed(places, "and"), power=loser)
                    for loser, places in owners.items()
                ),
            )
        elif [*owners] == [reader]:
            (places,) = owners.values()
            yield Retold(sentence, (say("you_lose", places=listed(places, "and"), power=power),))
    for power, owners in _won(board, [change for change in record.changes if not change.before]):
        if power == reader:
            sentence = say("gains_spoils", power=power, spoils=spoils(owners))
            yield Retold(sentence, (say("you_gain", places=listed(owners[""], "and")),))
