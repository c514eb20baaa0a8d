"""A table on every map: opened by mail, with first mail, HELP, RULES, PREVIEW, two turns, archive."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import TAKEN
from adjudicator.games import every_game, find, rule_sets
from adjudicator.standard import StandardGame
from pbem.core.settings import HouseSettings, ServiceSettings, Settings
from pbem.web.site import build
from tests.support.table import JUDGE, Table, body_of, text_of
from tests.support.thorough import every

GRACE = "grace@club.example"
NO_DICE = ListedDice([])
ON_MAPS = [game.card.key for game in every_game() if game not in rule_sets()]
DESIGNERS = {
    "ancient-mediterranean": "Don Hessong",
    "canton": "Paul Webb",
    "hundred": "Andy Schwarz",
    "pure": "Danny Loeb",
    "sengoku": "Benjamin Hester",
    "fleet-rome": "Richard Sharp",
}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Table]:
    own = Table(tmp_path)
    house = HouseSettings(name="The Judge", judge=JUDGE, host="host@judge.example", gms=("@club.example",))
    own.settings = Settings(house=house, messages=own.settings.messages, service=ServiceSettings())
    own.vouched |= {GRACE}
    own.restart()
    yield own
    own.store.close()


def pictures_in(mail: EmailMessage) -> list[bytes]:
    """Return the pictures of a mail."""
    parts = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    return [bytes(part.get_payload(decode=True) or b"") for part in parts]


def on_map(key: str) -> StandardGame:
    game = find(key)
    assert isinstance(game, StandardGame)
    return game


def address(power: str) -> str:
    return f"{power.lower().replace(' ', '')}@x.org"


def first_orders(game: StandardGame, power: str) -> list[str]:
    """Return a legal order for each unit of *power* at the start, a move if there is one."""
    choices = game.choices(game.start({}, NO_DICE), power)
    return [next((one for one in orders if " - " in one), orders[0]) for orders in choices.values() if orders]


@pytest.mark.parametrize("key", every(4, ON_MAPS))
def test_a_game_is_opened_and_played_by_mail(host: Table, key: str, tmp_path: Path) -> None:
    game = on_map(key)
    powers = game.card.seats
    seats = "\n".join(f"{power}: {address(power)}" for power in powers)
    host.vouched |= {address(power) for power in powers}
    told = text_of(host.says(GRACE, f"NEW TABLE m1 {key}\n{seats}\nEND", "a new table"))
    assert host.row("m1").state == "running", told
    first = host.report_to(address(powers[0]))
    said = body_of(first)
    assert f"You are {powers[0]}." in said
    assert f"owning {game.board.facts.goal} of the {len(game.card.centres)}" in text_of(first)
    assert "Ways to begin" not in said
    assert pictures_in(first)
    assert all(name in text_of(first) for name in (power for power in powers))

    answers(host, game, powers[0])
    orders = first_orders(game, powers[0])
    answer = text_of(host.says(address(powers[0]), "\n".join(orders), "m1"))
    assert "not understood" not in answer
    for turn in (1, 2):
        host.deadline_passes("m1")
        assert len(host.turns("m1")) == turn
    assert host.report_to(address(powers[0])) is not first
    site = tmp_path / "site"
    build(host.office, site, host.clock.now())
    assert game.card.title in "".join(page.read_text("utf-8") for page in site.rglob("*.html"))


def answers(host: Table, game: StandardGame, power: str) -> None:
    """HELP has orders of this map, RULES what differs in it, PREVIEW and OPTIONS answer."""
    for words, wanted in (
        (f"HELP {game.card.key}", game.board.facts.examples.movement[0]),
        ("RULES ALL", f"on the map {game.card.title}"),
        ("OPTIONS", next(iter(game.choices(game.start({}, NO_DICE), power)))),
        ("PREVIEW\n" + "\n".join(first_orders(game, power)), "Preview ---"),
    ):
        host.clock.passes(hours=1)
        assert wanted in text_of(host.says(address(power), words, "m1")), words


@pytest.mark.parametrize("key", ON_MAPS)
def test_help_and_suggestions_have_orders_that_are_legal_on_this_map(key: str) -> None:
    game = on_map(key)
    board, examples = game.board, game.board.facts.examples
    powers = board.map.powers
    everywhere = {power: [f"A {home}" for home in homes] for power, homes in board.map.homes.items()}
    state = game.start({}, NO_DICE) if board.map.start else game.place({"units": everywhere})
    for order in examples.movement:
        read = [game.read(state, power, None, [order]).lines for power in powers]
        assert any(line.verdict == TAKEN for lines in read for line in lines), order
        assert order in game.card.help
    assert "Burgundy" not in game.card.help


@pytest.mark.parametrize("key", sorted(DESIGNERS))
def test_the_designer_is_named_on_the_card_and_in_the_rules(key: str) -> None:
    card = find(key).card
    assert DESIGNERS[key] in " ".join(card.credits)
    assert DESIGNERS[key] in card.rules


def test_the_rules_say_what_is_particular_to_a_map() -> None:
    rules = " ".join(find("sengoku").card.rules.split())
    assert "**Neutral units** are A Hiz, A Bug" in rules
    assert "in any supply centre that the power owns" in rules
    assert "owning 25 of the 37 supply centres" in rules
    assert "Canton (ec, sc)" in " ".join(find("canton").card.rules.split())
    assert "from one Spring to the next there are 10 years" in find("hundred").card.rules
    assert "a fleet in Baleares may convoy" in find("ancient-mediterranean").card.rules
    assert "on the map" not in find("standard").card.rules[:200]
