"""The fixture `war`: a table of Empires with four players; the turn of each power has its own deadline."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.table import Table

WAR_PLAYERS = {
    "Germany": "ger@x.org",
    "Franco-British": "fb@x.org",
    "Russia": "rus@x.org",
    "Austria-Hungary": "ah@x.org",
}


@pytest.fixture
def war(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    own.vouched |= set(WAR_PLAYERS.values())
    own.opens(players=WAR_PLAYERS, game="empires", options={"pace": "single"})
    yield own
    own.store.close()
