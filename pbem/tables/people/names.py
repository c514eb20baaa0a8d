"""Find people by what somebody calls them: their name, their first name, or for a GM their address."""

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Named(Protocol):
    """A row with a person: a seat, or an entry on a waiting list."""

    player: str
    address: str


N = TypeVar("N", bound=Named)


def called(written: str, people: Sequence[N], *, with_address: bool = False) -> list[N]:
    """Return those whose full name *written* is, else those with this first name; several may share it.

    Players search without addresses: nobody may find out by a guess who plays.
    """
    who = " ".join(written.casefold().strip(" <>?").split())
    names = [(" ".join(one.player.casefold().split()), one) for one in people]
    found = [one for name, one in names if name == who]
    found = found or [one for one in people if with_address and one.address.casefold() == who]
    return found or [one for name, one in names if name.partition(" ")[0] == who]
