"""Make a second position that a power cannot tell from the first: only what is hidden from it differs."""

import random
from collections.abc import Callable, Mapping

import msgspec

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.domination import position as domination_position
from adjudicator.downfall_xiii import ground as xiii_ground
from adjudicator.downfall_xiii import position as xiii_position
from adjudicator.downfall_xiii.position import Fate, Piece
from adjudicator.downfall_xiii.position import Ring as XiiiRing
from adjudicator.empires import game as empires_game
from adjudicator.empires import position as empires_position
from adjudicator.hardbop import ground as hardbop_ground
from adjudicator.hardbop import position as hardbop_position
from adjudicator.hardbop.position import Personality
from adjudicator.hardbop.position import Ring as HardbopRing

Elsewhere = Callable[[str, str, random.Random], str]  # the position and the power; the other position


def played(game: Game, seed: int, turns: int) -> str:
    """Return a position of the game after some turns without orders."""
    state = game.start({}, SeededDice(str(seed), 0))
    for number in range(1, turns + 1):
        state = game.judge(state, {}, SeededDice(str(seed), number)).state
    return state


def xiii_elsewhere(text: str, power: str, chance: random.Random) -> str:
    """Return a position that *power* sees as the same; hidden pieces, the Ring and hidden dates differ."""
    now = xiii_position.from_text(text)
    shown = ("Sauron", "Dain", "Theoden")
    pieces = tuple(
        sorted(
            piece
            if piece.power == power or piece.kind in shown
            else Piece(piece.power, piece.kind, chance.choice(xiii_ground.LAND))
            for piece in now.pieces
            if piece.power == power or piece.kind in shown or chance.random() < 0.7
        )
    )
    is_mine = now.ring.bearer is not None and now.ring.bearer.power == power
    gandalf = Fate(now.gandalf.word, 3) if now.gandalf.word == "away" else now.gandalf
    return xiii_position.to_text(
        msgspec.structs.replace(
            now,
            pieces=pieces,
            ring=now.ring if is_mine else XiiiRing("lies", chance.choice(xiii_ground.LAND)),
            timers={**now.timers, "faramir_defects": 2},
            gandalf=gandalf,
            shadowfax=now.shadowfax if power == "Gandalf" else not now.shadowfax,
            standing={one: orders for one, orders in now.standing.items() if one == power},
        )
    )


def hardbop_elsewhere(text: str, power: str, chance: random.Random) -> str:
    """Return a position that *power* sees as the same; hidden pieces, the Ring and others' hints differ."""
    now = hardbop_position.from_text(text)
    pieces = tuple(
        sorted(
            piece
            if piece.power == power or piece.kind == "Sauron"
            else Personality(piece.power, piece.kind, chance.choice(hardbop_ground.LAND))
            for piece in now.personalities
            if piece.power == power or piece.kind == "Sauron" or chance.random() < 0.7
        )
    )
    is_mine = now.ring.bearer is not None and now.ring.bearer.power == power
    changes: dict[str, object] = {
        "personalities": pieces,
        "ring": now.ring if is_mine else HardbopRing("lies", chance.choice(hardbop_ground.LAND)),
        "hints": {one: places[:1] for one, places in now.hints.items() if one != power}
        | {one: places for one, places in now.hints.items() if one == power},
    }
    return hardbop_position.to_text(msgspec.structs.replace(now, **changes))


def empires_elsewhere(text: str, power: str, chance: random.Random) -> str:
    """Return a position that *power* sees as the same; another's technologies and secret mission differ."""
    now = empires_position.from_text(text)
    secret = chance.choice([one for one in empires_game.card.seats if one != power])
    other = msgspec.structs.replace(
        now,
        available={**now.available, secret: (chance.choice(("Gas", "Offensive")),)},
        research={**now.research, secret: ("Attack 2",)},
    )
    if now.options.get("missions") == "secret":
        other = msgspec.structs.replace(
            other, missions={**now.missions, secret: now.missions.get(secret, 0) + 1}
        )
    return empires_position.to_text(other)


def domination_elsewhere(text: str, power: str, chance: random.Random) -> str:
    """Return a position that *power* sees as the same; others' hands and the order of the deck differ."""
    now = domination_position.from_text(text)
    unseen = [card for one, hand in now.hands.items() if one != power for card in hand] + [*now.deck]
    chance.shuffle(unseen)
    hands = dict(now.hands)
    for one, hand in now.hands.items():
        if one != power:
            hands[one], unseen = tuple(unseen[: len(hand)]), unseen[len(hand) :]
    return domination_position.to_text(msgspec.structs.replace(now, hands=hands, deck=tuple(unseen)))


def nowhere(text: str, _power: str, _chance: random.Random) -> str:
    """Return the position itself, because nothing is hidden in standard Diplomacy."""
    return text


ELSEWHERE: Mapping[str, Elsewhere] = {
    "standard": nowhere,
    "downfall-xiii": xiii_elsewhere,
    "hardbop": hardbop_elsewhere,
    "empires": empires_elsewhere,
    "domination": domination_elsewhere,
}
