"""Simple GM commands: BROADCAST, RULING, LOG, STATUS, SET, END GAME."""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem import reports
from pbem.commands import gm_log, joining
from pbem.commands.context import power_meant
from pbem.commands.ending import Ending, end_game
from pbem.commands.press import BULLETIN, GM, SIGNED, recipients
from pbem.core.lists import listed
from pbem.core.templating import when
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.database import FORMING, HELD, OVER, PAUSED, Seat, sheets_of
from pbem.store.player_tables import Press
from pbem.tables.gm_actions import GmContext, News, NotDone, Order, notify_all
from pbem.tables.house_rules import HouseRules, as_stored, house_rules, pace_of, sentences
from pbem.tables.notices import for_gm
from pbem.tables.opening import powers_of

LONGEST_TEXT = 16 * 1024
RULES = HouseRules.__struct_fields__
FIXED_RULES = ("names",)  # who was promised to stay unknown must be able to rely on it


def broadcast(gm: GmContext, order: Order) -> Sequence[str]:
    """BROADCAST, a text, END"""
    text = _text(order)
    gm.write_down(order, "The game master wrote to everybody.")
    news = News("from the game master", [text], once=gm.once(order))
    notify_all(gm.session, gm.office, gm.table, news, gm.now)
    return [f"Sent to everybody at {gm.table.key}."]


def press(gm: GmContext, order: Order) -> Sequence[str]:
    """PRESS TO France, Italy, a text, END: a message to these players alone"""
    try:
        to = recipients(order.argument, gm.game.card.seats)
    except ValueError as fault:
        raise NotDone(str(fault)) from None
    seated = {seat.power: seat for seat in gm.seats}
    absent = [power for power in to if power not in (*seated, GM, BULLETIN)]
    if absent:
        raise NotDone(f"nobody plays {listed(absent)}; nothing was sent.")
    message = _press_message(gm, order, to)
    for power in to:
        if power in seated:
            _mail_press(gm, message, seated[power])
    bulletin = ["It stands in the next bulletin."] if BULLETIN in to else []
    return [*([f"Sent to {listed([one for one in to if one in seated])}."] if set(to) & set(seated) else []),
            *bulletin]  # fmt: skip


def _press_message(gm: GmContext, order: Order, to: Sequence[str]) -> Press:
    message = Press(
        table_key=gm.table.key,
        number=gm.table.number,
        manner=SIGNED,
        to=list(to),
        text=_text(order),
        incoming_id=gm.incoming_id,
        line=order.line,
        sent_utc=gm.now,
    )
    gm.session.add(message)
    gm.session.flush()
    return message


def _mail_press(gm: GmContext, message: Press, seat: Seat) -> None:
    card = gm.office.seat_card(gm.table, seat)
    once = f"press of gm {message.incoming_id} {message.line}"
    said = worded("press_of_gm", once, {"to": listed(message.to)}, gm.office.house.templates)
    note = replace(said, quoted=message.text, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(gm.office.context(gm.now), card.table, (seat.player, seat.address), note)
    outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)


def ruling(gm: GmContext, order: Order) -> Sequence[str]:
    """RULING, a text, END"""
    gm.write_down(order, f"Ruling: {_one_paragraph(_text(order))}", for_bulletin=True)
    return ["The next bulletin prints the ruling; LOG shows it from now on."]


def note(gm: GmContext, order: Order) -> Sequence[str]:
    """NOTE, a text, END"""
    gm.write_down(order, f"Note: {_one_paragraph(_text(order))}", for_bulletin=True)
    return ["The next bulletin prints the note."]


def _text(order: Order) -> str:
    text = "\n".join(order.text).strip()
    if not text:
        raise NotDone(f"nothing stands below {order.word}; write the text there, and END below it.")
    if len(text) > LONGEST_TEXT:
        raise NotDone(f"the text is longer than {LONGEST_TEXT // 1024} KiB.")
    return text


def _one_paragraph(text: str) -> str:
    return " ".join(text.split())


def show_log(gm: GmContext, _order: Order) -> Sequence[str]:
    """LOG"""
    reader = gm_log.Reader(gm.table.zone, gm.office.house.templates, is_gm=True)
    told = gm_log.log_text(gm.session, gm.table, reader)
    return told.splitlines()


def status(gm: GmContext, _order: Order) -> Sequence[str]:
    """STATUS"""
    table, due = gm.table, gm.due
    if table.state == FORMING:
        return _joined(gm)
    on_file = sheets_of(gm.session, table.key, table.number)
    seated = {seat.power: seat for seat in gm.seats}
    missing = [power for power in due.owed if power not in on_file and power in seated]
    is_due = f"due {when(table.deadline_utc, table.zone)}" if table.deadline_utc else "no deadline is set"
    grace_ends = table.final_utc if _has_grace(gm) else None
    final = [f"Time of grace until {when(grace_ends, table.zone)}."] if grace_ends else []
    held = f"The game is set aside: {for_gm(table, table.held_reason)}"
    state = {PAUSED: ["The game is paused."], HELD: [held]}
    silent = [
        f"{seat.power}: {seat.missed} turns in a row without orders." for seat in gm.seats if seat.missed
    ]
    dead = [f"{seat.power}: mail comes back, none is sent." for seat in gm.seats if seat.suspended_utc]
    empty = [power for power in due.owed if power not in seated]
    return [
        f"{table.key}, {due.turn}: {is_due}.",
        *final,
        *state.get(table.state, []),
        f"Orders are missing from {listed(missing)}." if missing else "Nobody is missing.",
        *([f"Without a player: {listed(empty)}."] if empty else []),
        *silent,
        *dead,
    ]


def _joined(gm: GmContext) -> Sequence[str]:
    """A table that has not begun: who is there."""
    rows = joining.applicants_of(gm.session, gm.table.key)
    most = len(powers_of(gm.office, gm.table))
    preferences = [f", would like {listed(row.preferences)}" if row.preferences else "" for row in rows]
    return [
        f"{gm.table.key} has not begun: {len(rows)} of {most} players are there.",
        *(
            f"{row.player} <{row.address}>{preference}"
            for row, preference in zip(rows, preferences, strict=True)
        ),
        "It begins when it is full; BEGIN begins it with those who are there.",
    ]


def _has_grace(gm: GmContext) -> bool:
    table = gm.table
    return table.final_utc is not None and table.final_utc != table.deadline_utc


def change_rule(gm: GmContext, order: Order) -> Sequence[str]:
    """SET silence wait"""
    key, said = order.arguments[0].lower(), order.arguments[1].strip()
    if key == "pace":
        return _change_pace(gm, order, said)
    if key == "grace":
        raise NotDone(
            f'grace is a part of the pace, which is "{gm.table.pace}"; write SET pace 72h; grace 12h.'
        )
    if key in FIXED_RULES:
        raise NotDone(f"{key} stays as it was when the players joined.")
    if key not in RULES and key.startswith("deadline"):
        raise NotDone(
            "EXTEND 24h, or EXTEND TO 4 Dec 2026 20:00, moves the deadline; SET pace 48h all to come."
        )
    table, as_it_was = gm.table, sentences(gm.table, gm.game.card)
    before = msgspec.to_builtins(house_rules(table)).get(key)
    old = table.house
    try:
        table.house = {**table.house, key: as_stored(key, said)}
        pace_of(table)
    except ValueError as fault:
        table.house = old
        raise NotDone(f"{fault}.") from None
    return _announce_change(
        gm, order, f'{key}: "{said}" from now on, before it was "{_as_said(before)}"', as_it_was
    )


def _change_pace(gm: GmContext, order: Order, said: str) -> Sequence[str]:
    as_it_was = sentences(gm.table, gm.game.card)
    old, gm.table.pace = gm.table.pace, said
    try:
        pace_of(gm.table, gm.game.card.phases)
    except ValueError as fault:
        gm.table.pace = old
        raise NotDone(f"{fault}.") from None
    return _announce_change(gm, order, f'pace: "{said}" from now on, before it was "{old}"', as_it_was)


def _announce_change(gm: GmContext, order: Order, change: str, as_it_was: Sequence[str]) -> Sequence[str]:
    sentence = f"House rule {change}."
    meaning = [line for line in sentences(gm.table, gm.game.card) if line not in as_it_was]
    gm.write_down(order, sentence, for_bulletin=True)
    gm.notify_table(order, "rule_changed", change=change, meaning=meaning)
    return [sentence, "Everybody has been told. The deadline that is set stays; EXTEND moves it."]


def show_rules(gm: GmContext, _order: Order) -> Sequence[str]:
    """HOUSE RULES, or SET alone"""
    now = msgspec.to_builtins(house_rules(gm.table))
    fixed = [f"{key} = {now[key]}, for good" for key in FIXED_RULES]
    changeable = [f"{key} = {_as_said(now[key])}" for key in RULES if key not in FIXED_RULES]
    return [f"pace = {gm.table.pace}", *changeable, *fixed, "", *sentences(gm.table, gm.game.card)]


def _as_said(value: object) -> str:
    """As SET takes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)


def end(gm: GmContext, order: Order) -> Sequence[str]:
    """END GAME; END GAME won by Turkey; END GAME draw England, France"""
    table = gm.table
    if table.state == OVER:
        raise NotDone(f"{table.key} is over.")
    if table.state == FORMING:
        return _give_up(gm, order)
    is_draw, names = [one.lower() for one in order.arguments[:-1]] == ["draw"], "".join(order.arguments[-1:])
    winners = _winners(gm, names)
    _check_result(gm, winners, is_draw=is_draw)
    headline = _headline(winners, is_draw=is_draw)
    why = (
        f"The game master has ended the game: {order.reason}"
        if order.reason
        else "The game master has ended it."
    )
    gm.write_down(order, f"The game was ended. {headline}.")
    end_game(gm.session, gm.office, table, Ending(winners, headline, why), gm.now)
    return [f"{table.key} is over. {headline}. Everybody gets the last bulletin. REOPEN takes it back."]


def _give_up(gm: GmContext, order: Order) -> Sequence[str]:
    """A table that has not begun is no game: there is no bulletin of its end."""
    sentence = f"{gm.table.key} will not be played."
    gm.write_down(order, sentence)
    gm.notify_table(order, "not_played")
    gm.table.state = OVER
    return [f"{sentence} Everybody who had joined has been told."]


def _winners(gm: GmContext, said: str) -> tuple[str, ...]:
    """Return each power that *said* names, once. Raises NotDone for one that does not play here."""
    names = re.split(r",|;|&|\+|\band\b", said, flags=re.I)
    playing = powers_of(gm.office, gm.table)
    try:
        found = [power_meant(name.strip(), playing) for name in names if name.strip()]
    except ValueError as fault:
        raise NotDone(str(fault)) from None
    return tuple(dict.fromkeys(found))


def _check_result(gm: GmContext, winners: Sequence[str], *, is_draw: bool) -> None:
    """Raise NotDone for a draw of one, and for several winners whom the rules never let win together."""
    if is_draw and len(winners) < 2:
        raise NotDone(
            f"a draw is shared by at least two powers. If {listed(winners)} has won, write"
            f" END GAME won by {listed(winners)}; otherwise name everybody who shares the draw."
        )
    if not is_draw and len(winners) > 1 and not _may_win_together(gm, winners):
        raise NotDone(
            f"{listed(winners)} cannot win together. Name one winner, or write"
            f" END GAME draw {', '.join(winners)} if they share the game."
        )


def _may_win_together(gm: GmContext, winners: Sequence[str]) -> bool:
    """Tell whether they are one player's powers, or allies to whom the rules allow a concession."""
    conceded = [motion.winners for motion in gm.due.motions if motion.key.startswith("concede ")]
    return any(set(winners) == set(group) for group in (*conceded, *gm.due.hands))


def _headline(winners: Sequence[str], *, is_draw: bool) -> str:
    if not winners:
        return "The game ends without a winner"
    if is_draw:
        return f"A draw between {listed(winners)}"
    return f"{listed(winners)} {'has' if len(winners) == 1 else 'have'} won"
