"""Clean the text of press: no quotes, tokens, addresses of ours, or traces of its writer."""

import re
from collections.abc import Sequence

from adjudicator.core.game import REFUSED, TAKEN
from pbem.commands.context import SeatCommandContext
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.store.game_tables import GameTable, Seat
from pbem.tables.house_rules import house_rules
from pbem.tables.people import page_links, reply_addresses

AN_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:]+@[^\s<>()\[\]\",;:]+\w")
LEFT_OUT = "[left out]"


def text_of(acting: SeatCommandContext, request: Request) -> str:
    """Return the text to send. Raises Unusable if it is empty, too long, or may hold an order."""
    if not (request.is_closed or request.is_one_line) and holds_orders(acting, request.text):
        raise Unusable(sentence("press", "no_end"))
    return _checked(cleaned(acting, request.text), acting.rules.press_kib)


def cleaned_of_observer(table: GameTable, request: Request) -> str:
    """Return the text of an observer without any addresses. Raises Unusable."""
    text = _unmarked(_without_quotes(request.text))
    return _checked(AN_ADDRESS.sub(LEFT_OUT, text), house_rules(table).press_kib)


def _checked(text: str, most_kib: int) -> str:
    if not text:
        raise Unusable(sentence("press", "no_text"))
    if len(text.encode()) > most_kib * 1024:
        raise Unusable(sentence("press", "too_long", most=most_kib))
    return text


def holds_orders(acting: SeatCommandContext, lines: Sequence[str]) -> bool:
    """Return whether the game recognises anything like an order in these lines."""
    return any(line.verdict in (TAKEN, REFUSED) for line in acting.at.place.read(None, lines).lines)


def cleaned(acting: SeatCommandContext, lines: Sequence[str]) -> str:
    """Return *lines* without quotes, tokens, our addresses, and the address and signature of the writer."""
    seat, credentials = acting.at.row, acting.visit.office.credentials
    text = _without_quotes(lines)
    token = reply_addresses.seat_tag(credentials.seal, seat).rpartition("#")[2].rstrip("]")
    text = re.sub(re.escape(token), LEFT_OUT, _unmarked(text), flags=re.I)
    is_hidden = acting.rules.names == "hidden"
    text = AN_ADDRESS.sub(
        lambda found: LEFT_OUT if is_hidden or _is_known(found[0], acting) else found[0], text
    )
    return _unsigned(text, seat) if is_hidden else text


def _without_quotes(lines: Sequence[str]) -> str:
    written = [line.rstrip() for line in lines if not line.lstrip().startswith(">")]
    return "\n".join(written).strip()


def _unmarked(text: str) -> str:
    """Return *text* without the marks by which a reply is recognised."""
    for mark in (reply_addresses.SEAT_MARK, reply_addresses.CONFIRM_MARK, page_links.LINK):
        text = mark.sub(LEFT_OUT, text)
    return text


def _is_known(address: str, acting: SeatCommandContext) -> bool:
    plain = address.strip(".<>").lower()
    return plain == acting.at.row.address or reply_addresses.is_ours(
        plain, acting.visit.office.credentials.judge
    )


def _unsigned(text: str, seat: Seat) -> str:
    """Return *text* without the writer's name at its end, for tables with hidden names."""
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or _is_name(lines[-1], seat.player)):
        lines.pop()
    return "\n".join(lines)


def _is_name(line: str, player: str) -> bool:
    words = re.findall(r"\w+", line.lower())
    own = re.findall(r"\w+", player.lower())
    return bool(words) and all(word in own for word in words)
