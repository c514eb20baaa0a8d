"""What readers see of a press message: writer, recipients, thread and reply address.

If false names are allowed (house rule `press_fakes`), everything that a player gets is made from the names
shown, so that a message with false names looks exactly like a genuine one.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands.press.recipients import BULLETIN, GM
from pbem.core.lists import listed
from pbem.core.sentences import sentence
from pbem.reports.envelope import digest
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import Press
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office
from pbem.tables.people import reply_addresses

SIGNED, GREY = "signed", "grey"
NOT_POWERS = {GM: "GM", BULLETIN: "bulletin"}
MOST_OF_TWO = 2  # in a conversation of two, "reply to all" is a reply


def author(row: Press) -> str:
    """Return the name that the message is printed with."""
    if row.manner == GREY:
        return "an observer" if row.observer else "somebody"
    return row.shown_as or row.power or "the GM"


def writer(row: Press) -> str:
    """Return the power that readers see as the writer of a signed message, or GM."""
    return row.shown_as or row.power or GM


def shown_to(row: Press) -> Sequence[str]:
    return row.to if row.shown_to is None else row.shown_to


def in_words(names: Sequence[str]) -> str:
    """Return the recipients as a sentence has them: "Red and the GM"."""
    return listed([f"the {NOT_POWERS[name]}" if name in NOT_POWERS else name for name in names])


def members(row: Press) -> set[str]:
    """Return the powers, and GM, that readers see in the conversation."""
    return {writer(row), *shown_to(row)} - {BULLETIN}


def true_author(row: Press, own_templates: Path | None) -> str:
    """Return the true and the shown writer, for the game master and the end of the game."""
    name = (row.shown_as if row.observer else row.power) or "the GM"
    if author(row) == name:
        return name
    told = sentence("press", "true_author", name=name, shown=author(row), is_grey=row.manner == GREY)
    return told.words(own_templates)


def facts(row: Press, *, may_be_false: bool = False) -> dict[str, object]:
    """Return the facts for the templates of press; *between* is everybody in the conversation."""
    own = [writer(row), *shown_to(row)]
    between = sorted({*own} - {BULLETIN, GM}) + (["the GM"] if GM in own else [])
    return {
        "author": author(row),
        "power": row.power,
        "to": in_words(shown_to(row)),
        "between": listed(between),
        "is_grey": row.manner == GREY,
        "is_to_many": len(members(row)) > MOST_OF_TWO,
        "may_be_false": may_be_false,
        "is_false": row.shown_as is not None or row.shown_to is not None,
        "true_to": in_words(row.to),
    }


def may_be_false(table: GameTable) -> bool:
    return house_rules(table).press_fakes != "none"


def thread(row: Press) -> str:
    """Return the name of the thread: all signed messages between the same people; grey ones have none."""
    if row.manner == GREY:
        return ""
    return f"press.{digest(*sorted({writer(row), *shown_to(row)}))}"


def once(office: Office, row: Press) -> str:
    """Return a name for the Message-ID that does not reveal the writer's message."""
    if row.power is None and not row.observer:
        return f"press of gm {row.incoming_id} {row.line}"
    return office.credentials.seal.sign("press", row.table_key, str(row.incoming_id), str(row.line))


def conversation(office: Office, row: Press, power: str) -> str:
    """Return the message's name in the reply address of *power*, which is different for everybody."""
    return office.credentials.seal.sign("conversation", once(office, row), power)[:8]


def answerable(office: Office, table: GameTable, row: Press, seat: Seat, note: reports.Note) -> reports.Note:
    """Return *note* with the addresses for replies to the writer of signed press, or to all."""
    name = conversation(office, row, seat.power) if row.manner == SIGNED else ""
    card = office.seat_card(table, seat, name)
    others = members(row) - {seat.power}
    copy_to = reply_addresses.all_address(office.credentials, name) if name and len(others) > 1 else ""
    return replace(note, reply_to=card.reply_to, tag=card.tag, copy_to=copy_to)


def printed(session: Session, table: GameTable, number: int | None = None) -> list[reports.PrintedPress]:
    """Return the press for the bulletin of turn *number*, or of the turn that is due, in order."""
    wanted = select(Press).where(
        Press.table_key == table.key, Press.number == (table.number if number is None else number)
    )
    rows = session.exec(wanted.order_by(col(Press.id)))
    return [reports.PrintedPress(author(row), row.text) for row in rows if BULLETIN in row.to]
