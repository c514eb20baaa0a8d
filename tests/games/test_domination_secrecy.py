"""Secrecy: what a reader may not know does not change a byte of what they get.

Secret are the cards of others, the deck, the preferences of others, their lines with their outcomes, their
build lists and the cards that they drew. With other values for all of these, the reader's report, the
bulletin, the picture, the form, OPTIONS, STATUS and the answer to any message are the same.

DOMINATION_EXAMPLES=500 pytest tests/games/test_domination_secrecy.py
"""

import os
import random
from collections.abc import Sequence
from functools import cache

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from adjudicator.domination import position as positions
from adjudicator.domination import record as records
from adjudicator.domination.language.orders import (
    COMBAT,
    HITS,
    KEEP,
    LOSE,
    ROUND,
    TARGET,
    Case,
    OrderLine,
    Prefer,
    Test,
)
from adjudicator.domination.position import Position, Preference, data_of
from adjudicator.domination.record import Event, Outcome, Record, Result
from tests.support.play.domination_play import GAME, play, states

EXAMPLES = int(os.environ.get("DOMINATION_EXAMPLES", "40"))
SEEDS = (
    1,
    2,
    7,
    14,
    18,
    19,
    22,
)  # magic with one message a turn, with two, and with many and questions; private cards
CASES: list[tuple[Case, ...] | UnsetType] = [
    UNSET,
    (Case(HITS, "", number=2),),
    (Case(ROUND, "", number=2),),
]
MOST = 10  # positions of a game, of either kind


@cache
def moments() -> tuple[tuple[Position, Record], ...]:
    """Positions after a mail, with what was recorded of it: those with questions, and with most cards."""
    found = []
    for seed in SEEDS:
        told = [states(judged)[1:] for judged in play(seed)]
        found += [moment for moment in told if moment[0].asking][:MOST]
        told.sort(key=lambda moment: -sum(map(len, moment[0].hands.values())))
        found += told[:MOST]
    return tuple(found)


def draw_wish(draw: st.DrawFn, now: Position, player: str) -> Prefer:
    kinds = tuple(draw(st.lists(st.sampled_from(["Militia", "Knight", "Fort"]), min_size=1, unique=True)))
    place = draw(st.sampled_from(["", *list(now.owners)[:3]]))
    what = draw(st.sampled_from([LOSE, KEEP, TARGET]))
    other = next(seat for seat in now.settings.seats if seat != player)
    return Prefer(what, player=other, place=place) if what == TARGET else Prefer(what, kinds, place=place)


@st.composite
def secrets(draw: st.DrawFn, now: Position, reader: str | None) -> Position:
    """*now* with other secrets, where the GM has not opened the hands."""
    others = [seat for seat in now.settings.seats if seat != reader]
    hidden = [card for seat in others for card in now.hands.get(seat, ())]
    cards = draw(st.permutations([*now.deck, *hidden]))
    hands = dict(now.hands)
    for seat in others:
        if seat in hands:
            hands[seat], cards = tuple(cards[: len(hands[seat])]), cards[len(hands[seat]) :]
    cases = draw(st.sampled_from(CASES))
    wishes = [
        Preference(seat, draw_wish(draw, now, seat), cases=cases) for seat in others if draw(st.booleans())
    ]
    waiting = {
        seat: (OrderLine(1, COMBAT, draw_wish(draw, now, seat), (Test(reader or seat, "A7"),)),)
        for seat in others
        if draw(st.booleans())
    }
    now = with_other_private_cards(now, reader, draw(st.randoms(use_true_random=False)))
    own = [row for row in now.standing if row.player == reader]
    return replace(
        now,
        hands=hands,
        deck=tuple(cards),
        standing=(*own, *wishes),
        passing=tuple(row for row in now.passing if row.player == reader),
        waiting=waiting | {seat: rows for seat, rows in now.waiting.items() if seat == reader},
        last_builds={seat: rows for seat, rows in now.last_builds.items() if seat == reader},
    )


def with_other_private_cards(now: Position, reader: str | None, chance: random.Random) -> Position:
    """Others have other private unit cards, where the GM has made them secret."""
    private, the_data = dict(now.settings.private), data_of(now)
    if not private or the_data.mail.private_cards == "public":
        return now
    taken = {*now.settings.cards, *the_data.usage.never_private, private.get(reader or "", "")}
    free = [kind for kind in the_data.units if kind not in taken]
    chance.shuffle(free)
    other = {seat: card if seat == reader else free.pop() for seat, card in private.items()}
    return replace(now, settings=replace(now.settings, private=other))


def other_record(record: Record, reader: str | None, card: str) -> Record:
    """The same events; others drew *card*, wrote something else, and something else came of it."""
    results = [row for row in record.results if row.player == reader]
    results += [
        Result(
            row.player, OrderLine(row.line.number, COMBAT, Prefer(LOSE, ("Knight",))), Outcome("void", card)
        )
        for row in record.results
        if row.player != reader
    ]
    return replace(
        record, results=tuple(results), events=tuple(_other(event, reader, card) for event in record.events)
    )


def _other(event: Event, reader: str | None, card: str) -> Event:
    return event if event.reader in ("", reader) else replace(event, words={"card": card})


def told(now: Position, record: Record, reader: str | None, letter: Sequence[str]) -> tuple[object, ...]:
    """Return all that *reader* can get, as bytes."""
    state, text = positions.to_text(now), records.to_text(record)
    shown = [msgspec.json.encode(GAME.show(state, with_record, reader)) for with_record in (text, None)]
    drawn = GAME.picture(state, text, reader)
    if reader is None:
        return *shown, drawn, msgspec.json.encode(GAME.due(state))
    answers = (
        GAME.form(state, reader),
        GAME.choices(state, reader),
        GAME.read(state, reader, None, letter),
        GAME.due(state),
    )
    return *shown, drawn, msgspec.json.encode(answers)


LETTER = (
    "all A7 - A8",
    "lose Militia, Fort",
    "if enemy at A7: keep Knight",
    "Magic",
    *(
        f"cast {spell} A7"
        for spell in ("Reinforcements", "Fireball", "War Cry", "Ward", "Earthquake", "Mist")
    ),
    "cast Recall Knight A7 - A10",
    "Move",
    "cast Forced March A7",
    *(f"lose {kind}" for kind in ("Ogre", "Wolf Rider", "Catapult", "Harpy", "Dragon", "Sea Serpent")),
    "if 2 enemy at B6: Catapult A7 - A8",
    "Ogre A7 - A8",
    "Harpy A7 - A8",
    "Build",
    "Dragon A7",
    "rest Militia A7 or B6",
)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_secrets_do_not_change_a_byte_for_the_reader(data: st.DataObject) -> None:
    now, record = data.draw(st.sampled_from(moments()), label="moment")
    reader = data.draw(st.sampled_from((None, *now.settings.seats)), label="reader")
    other = data.draw(secrets(now, reader), label="other secrets")
    card = data.draw(st.sampled_from(["Mist", "Ward", "Fireball"]), label="card")
    changed = other_record(record, reader, card)
    assert told(now, record, reader, LETTER) == told(other, changed, reader, LETTER)


def test_the_positions_have_secrets() -> None:
    """They have hands, preferences and questions about casualties; otherwise the test would prove nothing."""
    found = [now for now, _ in moments()]
    cards = [sum(map(len, now.hands.values())) for now in found]
    assert sum(1 for number in cards if number > 1) > 15
    assert max(cards) > 4
    assert any(now.standing for now in found)
    assert any(now.asking for now in found)
    assert any(data_of(now).mail.private_cards == "secret" for now in found)
