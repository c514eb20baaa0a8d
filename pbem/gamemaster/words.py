"""What does the game master say, and what is he told?  BROADCAST, RULING, LOG, STATUS, SET, END GAME."""

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
from pbem.tables.gm_actions import Chair, News, NotDone, Order, tell_everybody
from pbem.tables.house_rules import HouseRules, as_stored, house_rules, pace_of, sentences
from pbem.tables.notices import for_gm
from pbem.tables.opening import powers_of

LONGEST_TEXT = 16 * 1024
RULES = HouseRules.__struct_fields__
FIXED_RULES = ("names",)  # who was promised to stay unknown must be able to rely on it


def broadcast(chair: Chair, order: Order) -> Sequence[str]:
    """BROADCAST, a text, END"""
    text = _text(order)
    chair.write_down(order, "The game master wrote to everybody.")
    news = News("from the game master", [text], once=chair.once(order))
    tell_everybody(chair.session, chair.office, chair.table, news, chair.now)
    return [f"Sent to everybody at {chair.table.key}."]


def press(chair: Chair, order: Order) -> Sequence[str]:
    """PRESS TO France, Italy, a text, END: a letter to these players alone"""
    try:
        to = recipients(order.argument, chair.game.card.seats)
    except ValueError as fault:
        raise NotDone(str(fault)) from None
    seated = {seat.power: seat for seat in chair.seats}
    absent = [power for power in to if power not in (*seated, GM, BULLETIN)]
    if absent:
        raise NotDone(f"nobody plays {listed(absent)}; nothing was sent.")
    letter = _press_letter(chair, order, to)
    for power in to:
        if power in seated:
            _mail_press(chair, letter, seated[power])
    bulletin = ["It stands in the next bulletin."] if BULLETIN in to else []
    return [*([f"Sent to {listed([one for one in to if one in seated])}."] if set(to) & set(seated) else []),
            *bulletin]  # fmt: skip


def _press_letter(chair: Chair, order: Order, to: Sequence[str]) -> Press:
    letter = Press(
        table_key=chair.table.key,
        number=chair.table.number,
        manner=SIGNED,
        to=list(to),
        text=_text(order),
        letter_id=chair.letter_id,
        line=order.line,
        sent_utc=chair.now,
    )
    chair.session.add(letter)
    chair.session.flush()
    return letter


def _mail_press(chair: Chair, letter: Press, seat: Seat) -> None:
    card = chair.office.seat_card(chair.table, seat)
    once = f"press of gm {letter.letter_id} {letter.line}"
    said = worded("press_of_gm", once, {"to": listed(letter.to)}, chair.office.house.templates)
    note = replace(said, quoted=letter.text, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(chair.office.desk(chair.now), card.table, (seat.player, seat.address), note)
    outbox.put(chair.session, mail, About(chair.table.key, letter_id=chair.letter_id), chair.now)


def ruling(chair: Chair, order: Order) -> Sequence[str]:
    """RULING, a text, END"""
    chair.write_down(order, f"Ruling: {_one_paragraph(_text(order))}", for_bulletin=True)
    return ["The next bulletin prints the ruling; LOG shows it from now on."]


def note(chair: Chair, order: Order) -> Sequence[str]:
    """NOTE, a text, END"""
    chair.write_down(order, f"Note: {_one_paragraph(_text(order))}", for_bulletin=True)
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


def show_log(chair: Chair, _order: Order) -> Sequence[str]:
    """LOG"""
    reader = gm_log.Reader(chair.table.zone, chair.office.house.templates, is_gm=True)
    told = gm_log.log_text(chair.session, chair.table, reader)
    return told.splitlines()


def status(chair: Chair, _order: Order) -> Sequence[str]:
    """STATUS"""
    table, due = chair.table, chair.due
    if table.state == FORMING:
        return _joined(chair)
    on_file = sheets_of(chair.session, table.key, table.number)
    seated = {seat.power: seat for seat in chair.seats}
    missing = [power for power in due.owed if power not in on_file and power in seated]
    is_due = f"due {when(table.deadline_utc, table.zone)}" if table.deadline_utc else "no deadline is set"
    grace_ends = table.final_utc if _has_grace(chair) else None
    final = [f"Time of grace until {when(grace_ends, table.zone)}."] if grace_ends else []
    held = f"The game is set aside: {for_gm(table, table.held_reason)}"
    state = {PAUSED: ["The game is paused."], HELD: [held]}
    silent = [
        f"{seat.power}: {seat.missed} turns in a row without orders." for seat in chair.seats if seat.missed
    ]
    dead = [f"{seat.power}: mail comes back, none is sent." for seat in chair.seats if seat.suspended_utc]
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


def _joined(chair: Chair) -> Sequence[str]:
    """A table that has not begun: who is there."""
    rows = joining.applicants_of(chair.session, chair.table.key)
    most = len(powers_of(chair.office, chair.table))
    wishes = [f", would like {listed(row.preferences)}" if row.preferences else "" for row in rows]
    return [
        f"{chair.table.key} has not begun: {len(rows)} of {most} players are there.",
        *(f"{row.player} <{row.address}>{wish}" for row, wish in zip(rows, wishes, strict=True)),
        "It begins when it is full; BEGIN begins it with those who are there.",
    ]


def _has_grace(chair: Chair) -> bool:
    table = chair.table
    return table.final_utc is not None and table.final_utc != table.deadline_utc


def change_rule(chair: Chair, order: Order) -> Sequence[str]:
    """SET silence wait"""
    key, said = order.arguments[0].lower(), order.arguments[1].strip()
    if key == "pace":
        return _change_pace(chair, order, said)
    if key == "grace":
        raise NotDone(
            f'grace is a part of the pace, which is "{chair.table.pace}"; write SET pace 72h; grace 12h.'
        )
    if key in FIXED_RULES:
        raise NotDone(f"{key} stays as it was when the players joined.")
    if key not in RULES and key.startswith("deadline"):
        raise NotDone(
            "EXTEND 24h, or EXTEND TO 4 Dec 2026 20:00, moves the deadline; SET pace 48h all to come."
        )
    table, as_it_was = chair.table, sentences(chair.table, chair.game.card)
    before = msgspec.to_builtins(house_rules(table)).get(key)
    old = table.house
    try:
        table.house = {**table.house, key: as_stored(key, said)}
        pace_of(table)
    except ValueError as fault:
        table.house = old
        raise NotDone(f"{fault}.") from None
    return _tell_change(
        chair, order, f'{key}: "{said}" from now on, before it was "{_as_said(before)}"', as_it_was
    )


def _change_pace(chair: Chair, order: Order, said: str) -> Sequence[str]:
    as_it_was = sentences(chair.table, chair.game.card)
    old, chair.table.pace = chair.table.pace, said
    try:
        pace_of(chair.table, chair.game.card.phases)
    except ValueError as fault:
        chair.table.pace = old
        raise NotDone(f"{fault}.") from None
    return _tell_change(chair, order, f'pace: "{said}" from now on, before it was "{old}"', as_it_was)


def _tell_change(chair: Chair, order: Order, change: str, as_it_was: Sequence[str]) -> Sequence[str]:
    sentence = f"House rule {change}."
    meaning = [line for line in sentences(chair.table, chair.game.card) if line not in as_it_was]
    chair.write_down(order, sentence, for_bulletin=True)
    chair.tell_all(order, "rule_changed", change=change, meaning=meaning)
    return [sentence, "Everybody has been told. The deadline that is set stays; EXTEND moves it."]


def show_rules(chair: Chair, _order: Order) -> Sequence[str]:
    """HOUSE RULES, or SET alone"""
    now = msgspec.to_builtins(house_rules(chair.table))
    fixed = [f"{key} = {now[key]}, for good" for key in FIXED_RULES]
    changeable = [f"{key} = {_as_said(now[key])}" for key in RULES if key not in FIXED_RULES]
    return [f"pace = {chair.table.pace}", *changeable, *fixed, "", *sentences(chair.table, chair.game.card)]


def _as_said(value: object) -> str:
    """As SET takes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)


def end(chair: Chair, order: Order) -> Sequence[str]:
    """END GAME; END GAME won by Turkey; END GAME draw England, France"""
    table = chair.table
    if table.state == OVER:
        raise NotDone(f"{table.key} is over.")
    if table.state == FORMING:
        return _give_up(chair, order)
    is_draw, names = [one.lower() for one in order.arguments[:-1]] == ["draw"], "".join(order.arguments[-1:])
    winners = _winners(chair, names)
    _check_result(chair, winners, is_draw=is_draw)
    headline = _headline(winners, is_draw=is_draw)
    why = (
        f"The game master has ended the game: {order.reason}"
        if order.reason
        else "The game master has ended it."
    )
    chair.write_down(order, f"The game was ended. {headline}.")
    end_game(chair.session, chair.office, table, Ending(winners, headline, why), chair.now)
    return [f"{table.key} is over. {headline}. Everybody gets the last bulletin. REOPEN takes it back."]


def _give_up(chair: Chair, order: Order) -> Sequence[str]:
    """A table that has not begun is no game: there is no bulletin of its end."""
    sentence = f"{chair.table.key} will not be played."
    chair.write_down(order, sentence)
    chair.tell_all(order, "not_played")
    chair.table.state = OVER
    return [f"{sentence} Everybody who had joined has been told."]


def _winners(chair: Chair, said: str) -> tuple[str, ...]:
    """Return each power that *said* names, once. Raises NotDone for one that does not play here."""
    names = re.split(r",|;|&|\+|\band\b", said, flags=re.I)
    playing = powers_of(chair.office, chair.table)
    try:
        found = [power_meant(name.strip(), playing) for name in names if name.strip()]
    except ValueError as fault:
        raise NotDone(str(fault)) from None
    return tuple(dict.fromkeys(found))


def _check_result(chair: Chair, winners: Sequence[str], *, is_draw: bool) -> None:
    """Raise NotDone for a draw of one, and for several winners whom the rules never let win together."""
    if is_draw and len(winners) < 2:
        raise NotDone(
            f"a draw is shared by at least two powers. If {listed(winners)} has won, write"
            f" END GAME won by {listed(winners)}; otherwise name everybody who shares the draw."
        )
    if not is_draw and len(winners) > 1 and not _may_win_together(chair, winners):
        raise NotDone(
            f"{listed(winners)} cannot win together. Name one winner, or write"
            f" END GAME draw {', '.join(winners)} if they share the game."
        )


def _may_win_together(chair: Chair, winners: Sequence[str]) -> bool:
    """Tell whether they are one player's powers, or allies to whom the rules allow a concession."""
    conceded = [motion.winners for motion in chair.due.motions if motion.key.startswith("concede ")]
    return any(set(winners) == set(group) for group in (*conceded, *chair.due.hands))


def _headline(winners: Sequence[str], *, is_draw: bool) -> str:
    if not winners:
        return "The game ends without a winner"
    if is_draw:
        return f"A draw between {listed(winners)}"
    return f"{listed(winners)} {'has' if len(winners) == 1 else 'have'} won"
