"""Read a player's sheet. Any text gives a `Reading`: orders, refusals with a reason, remarks.

Lines are independent, so that a bad one does not affect others. A line is a remark only if nothing in it
looks like an order: a misspelt order is refused, never dropped.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Sense, behind_heading, cut, doubted, units_of_refused
from adjudicator.core.clauses.doubts import is_choice, may_be_choice, orders_beside
from adjudicator.core.clauses.ordered_anew import Answered, in_doubt, told_again
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Orders, Reading, ReadLine
from adjudicator.core.language.corrections.withdrawing import (
    NOT_ON_FILE,
    cancelled_answer,
    on_file_instead,
    order_cancelled,
    order_withdrawn,
    unit_withdrawn,
    withdrawing,
)
from adjudicator.core.language.described_orders import told_behind
from adjudicator.core.language.limits import unread, worth_reading
from adjudicator.core.language.lost_retreats import asked_for, refusal
from adjudicator.core.language.near_orders import LawfulOrders
from adjudicator.core.language.rewording import who_holds
from adjudicator.core.language.suggested import MOST_BESIDE, MOST_TO_CHOOSE, together, with_rest
from adjudicator.core.language.words import (
    Names,
    NotAllowed,
    Refusal,
    Unreadable,
    clean,
    key,
    listed,
    one_slip_from,
)
from adjudicator.core.languages import condition_in, corrected_order, gives_reason, words_known
from adjudicator.core.position import Position
from adjudicator.standard.language import legality, legality_after_movement, legality_of_options
from adjudicator.standard.language.grammar import (
    Verb,
    WrittenOrder,
    in_another_phase,
    plain,
    uncommented,
    written,
)
from adjudicator.standard.language.merging import (
    MessageOrders,
    in_force,
    is_complete,
    is_own,
    merged,
    subject,
)
from adjudicator.standard.language.names import Ground, joined
from adjudicator.standard.language.orders import Order, from_text, to_text
from adjudicator.standard.language.ordinary import ordinary, words_of
from adjudicator.standard.language.rewording import REWORDINGS, is_order, sense
from adjudicator.standard.language.suggestions import (
    SLIP,
    corrected,
    examples,
    is_near_an_order,
    names_of_places,
    nearest,
    perhaps_withdrawing,
    slips,
    suggested,
    told_orders,
)
from adjudicator.standard.language.units_meant import with_moves_supported, with_only_units
from adjudicator.standard.language.warnings import cautions
from adjudicator.standard.language.withdrawn import goal_withdrawn, is_withdrawn, province_withdrawn
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.phases import title
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import sentence, short

_HEADING = re.compile(
    r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:(?!-?[()DP](?:\s|$))\s*(.*)$", re.IGNORECASE
)
_AROUND = re.compile(r"^(?:please )?(?:moves?|send|order|let) |\b(?:the|my|instead)\b ?", re.IGNORECASE)
FEWEST_TO_CHOOSE = 2  # orders
MOST_PARTS = 6  # of a remark that are examined
Rule = Callable[[WrittenOrder, Ground], Order]
_KIND = re.compile(r"(?:army|fleet|flt|arm[eé]e|armata|flott[ae]|[af])\b", re.IGNORECASE)
_VERB_FIRST = re.compile(r"(?:build|remove|disband|waive|hold|retreat)\b", re.IGNORECASE)
_VERBS = ("build", "builds", "remove", "removes", "disband", "waive", "retreat", "support", "convoy")
_ARROW = re.compile(r"->|\s-\s|\w-\w")
_MARKS = re.compile(r"->|\s-\s|\w-\w|\b[hscdr]\b|^(?:army|fleet)\b", re.IGNORECASE)
MOST_WORDS = 2  # of something in the position of a place
SHORT_WORD = 4  # in prose, short words resemble names: "wise" is not read as Wien


class Piece(NamedTuple):
    """A clause of the message; *power* is the heading above it, if any."""

    clause: Clause
    power: str | None

    @property
    def number(self) -> int:
        return self.clause.number

    @property
    def text(self) -> str:
        return self.clause.text


def read(
    board: Tables, position: Position, power: str, so_far: Orders | None, lines: Sequence[str]
) -> Reading:
    """Read *lines* of one message on top of *so_far*; never raises."""
    ground = Ground(board, position, power)
    ground.to_suggest = LawfulOrders(lambda: ground.choices, lambda text: _mended(text, ground))
    read_lines = worth_reading(lines)
    on_file = from_text(board, so_far)
    message = _message(read_lines, on_file, ground)
    before = [one for one in on_file if subject(one) not in message.withdrawn]
    orders, dropped = merged(before, message.orders, ground)
    return Reading(
        orders=to_text(orders),
        lines=(*_with_lost_retreats(message.lines, ground), *unread(lines, read_lines)),
        in_force=in_force(orders, message.orders, ground),
        warnings=(*message.notes, *dropped, *cautions(orders, ground)),
        complete=is_complete(orders, ground),
    )


def _message(lines: Sequence[str], before: Sequence[Order], ground: Ground) -> MessageOrders:
    """Return the orders of a message on top of those *before*, and the answers to its lines."""
    found = ordinary(ground, lines)
    if found is None:
        message = _read_pieces(list(_pieces(lines, ground)), MessageOrders(ground, before))
    else:
        message = MessageOrders(ground)
        _read_ordinary(found, message)
    if message.others_hold:
        message.let_others_hold(_provinces_of_refused(message))
    return message


def _with_lost_retreats(lines: Sequence[ReadLine], ground: Ground) -> Sequence[ReadLine]:
    """Return the answers; a message of prose that names a place to retreat to is refused."""

    def refused(line: ReadLine, meant: Sequence[str]) -> ReadLine:
        return refusal(line, say("not_understood"), say("did_you_mean", orders=listed(meant)))

    if not ground.beaten:
        return lines
    retreats = [order for order in ground.choices if " - " in order]
    return asked_for(lines, retreats, names_of_places(ground.board), refused)


def _read_pieces(pieces: Sequence[Piece], message: MessageOrders) -> MessageOrders:
    """Return the orders of the pieces; those that a refused one contradicts are not accepted."""
    ground, again, answers = message.ground, message.empty(), []
    for piece in pieces:
        before = len(message.lines)
        _read_piece(piece, message)
        answers.append(message.lines[before:])
    known = _sense_here(ground)
    said = [_answered(piece, lines, known) for piece, lines in zip(pieces, answers, strict=True)]
    if doubts := in_doubt(said):
        return _read_again(pieces, answers, doubts, again)
    prose = {id(line) for at in told_again(said) for line in answers[at]}
    message.lines[:] = [line.as_remark() if id(line) in prose else line for line in message.lines]
    return message


def _read_again(
    pieces: Sequence[Piece],
    answers: Sequence[Sequence[ReadLine]],
    doubts: Mapping[int, str],
    message: MessageOrders,
) -> MessageOrders:
    """Return the orders of the pieces without those in doubt; what was not accepted keeps its answer."""
    for at, piece in enumerate(pieces):
        if at in doubts:
            _read_piece(piece._replace(clause=replace(piece.clause, taken_back=doubts[at])), message)
        elif any(line.verdict == TAKEN for line in answers[at]):
            _read_piece(piece, message)
        else:
            message.lines.extend(answers[at])
    return message


def _answered(piece: Piece, lines: Sequence[ReadLine], known: Sense) -> Answered:
    is_taken = all(line.verdict == TAKEN for line in lines)
    return Answered(
        piece.number,
        piece.text,
        orders=piece.clause.orders if is_taken else (),
        is_refused=any(line.verdict == REFUSED for line in lines) and not piece.clause.taken_back,
        sense=known,
        sentence=piece.clause.sentence,
    )


def _sense_here(ground: Ground) -> Sense:
    """Return what is known of the words of orders in this position."""
    known = replace(sense(ground, _headed(ground)), is_lawful=lambda text: _is_lawful(text, ground))
    return with_only_units(known, ground)


def _pieces(lines: Sequence[str], ground: Ground) -> Iterator[Piece]:
    """Yield each clause of the message with the heading above it."""
    under: list[str | None] = []
    bare: list[str] = []
    headings: dict[int, str] = {}  # the text removed from the front of a line, by its number
    power: str | None = None
    for number, line in enumerate(lines, 1):
        text, rest = clean(line), line
        heading = _HEADING.match(uncommented(text))
        named = ground.language.powers.get(key(heading[1])) if heading else None
        if heading and named:
            power = named
            headings[number], rest = behind_heading(text)
        under.append(power)
        bare.append(rest)
    here = _sense_here(ground)
    for clause in with_moves_supported(cut(bare, here), here, ground):
        whole = replace(clause, text=f"{headings.pop(clause.number, '')}{clause.text}".strip())
        yield Piece(whole, under[clause.number - 1])


def _provinces_of_refused(message: MessageOrders) -> frozenset[str]:
    """Return the provinces of the units that the refused orders of *message* are for."""
    known = sense(message.ground, "")
    texts = (line.text for line in message.lines if line.verdict == REFUSED)
    return frozenset(unit for text in texts for unit in units_of_refused(text, known))


def _is_lawful(text: str, ground: Ground) -> bool:
    """Return whether *text* is one or more orders, each of which is accepted by itself."""
    if unit_withdrawn(text):
        return is_withdrawn(text, ground)
    text = order_withdrawn(text) or text
    orders = written(ground.position.phase, joined(plain(ground.board, text), ground.language.names))
    try:
        for order in orders:
            _meaning(Piece(Clause(0, text), None), order, ground)
    except Refusal:
        return False
    return bool(orders)


def _mended(text: str, ground: Ground) -> list[str]:
    """Return the legal orders that *text* with its misspelt words corrected is."""
    words = words_known() | REWORDINGS.words
    found = (listed(_in_notation(one, ground), "and") for one in corrected(text, ground, words))
    return list(dict.fromkeys(filter(None, found)))


def _in_notation(text: str, ground: Ground) -> Sequence[str]:
    """Return the orders that *text* is in any wording, () if one is not accepted by itself."""
    clauses = cut([text], replace(sense(ground, ""), is_lawful=lambda one: _is_lawful(one, ground)))
    if not all(one.orders and not doubted(one) for one in clauses):
        return ()
    texts = [
        joined(plain(ground.board, order), ground.language.names) for one in clauses for order in one.orders
    ]
    orders = [order for one in texts for order in written(ground.position.phase, one)]
    try:
        return [short(_meaning(Piece(Clause(0, text), None), order, ground)) for order in orders]
    except Refusal:
        return ()


def _headed(ground: Ground) -> str:
    """Return the correct contents of a heading: the turn and the power."""
    position = ground.position
    adjectives = " ".join(ground.board.facts.adjectives.get(ground.power, ()))
    turn = title(ground.board, position.year, position.season, position.phase)
    return f"{turn}; {ground.power} {adjectives}"


def _read_piece(piece: Piece, message: MessageOrders) -> None:
    clause, ground = piece.clause, message.ground
    why = doubted(clause)
    if why:
        near = _instead(clause, ground) if clause.taken_back else ()
        near = near if clause.taken_back or clause.other_heading else _meant_beside(clause, ground)
        remedy = say("did_you_mean", orders=listed(near)) if near else why.remedy
        message.lines.append(_refused(piece, why, remedy))
        return
    if clause.is_comment or not _says_anything(clause, ground):
        message.lines.append(ReadLine(clause.number, clause.text, NOTED))
        return
    for text in clause.orders:
        kind = who_holds(text)
        if kind is not None:
            message.lines.append(_others_hold(piece, kind, message))
        elif unit_withdrawn(text):
            message.lines.append(_withdraw(piece, text, message))
        elif order := order_withdrawn(text):
            message.lines.append(_cancel(piece, order, message))
        else:
            _read_text(piece, text, message)
    if clause.orders:
        return
    if goal := goal_withdrawn(uncommented(clause.text), ground):
        message.lines.append(_cancel_move(piece, goal, message))
    else:
        _read_text(piece, uncommented(clause.text), message)


def _read_text(piece: Piece, text: str, message: MessageOrders) -> None:
    """Read the text of a piece, or one of its orders in words that the grammar knows."""
    ground = message.ground
    words = joined(plain(ground.board, text), ground.language.names)
    orders = written(ground.position.phase, words)
    if not piece.clause.orders and len(orders) > 1 and (slip := _slip_in(piece, orders, ground)):
        message.lines.append(_refused(piece, slip, suggested(words, ground, slip.remedy)))
        return
    for order in orders:
        _settle(piece, words, order, message)
    if not orders:
        message.lines.append(_not_an_order(piece, words, ground))


def _meant_beside(clause: Clause, ground: Ground) -> Sequence[str]:
    """Return the legal orders that a doubtful clause may be: one with a slip, or those beside the doubt."""
    if found := perhaps_withdrawing(clause.text, ground):
        return found
    is_open = is_choice(clause)
    beside = orders_beside(clause)[:MOST_BESIDE]
    may_be_slip = not is_open and len(beside) < FEWEST_TO_CHOOSE
    if may_be_slip and (near := slips(clause.text, ground)):
        return near
    found = list(dict.fromkeys(one for text in beside for one in _in_notation(text, ground)))
    if is_open:
        return (len(found) < FEWEST_TO_CHOOSE and told_orders(clause.text, ground)) or found[:MOST_TO_CHOOSE]
    rest = clause.rest if found else ()
    return with_rest(found, rest, lambda text: _perhaps(text, ground), clause.text)


def _instead(clause: Clause, ground: Ground) -> Sequence[str]:
    """Return what is probably put in the place of the clause, which is taken back."""
    return together((one for text in clause.instead for one in _in_notation(text, ground)), "")


def _perhaps(text: str, ground: Ground) -> Sequence[str]:
    """Return the orders that *text*, in which none is read, may mean."""
    return _near(text, ground) or ground.to_suggest.mended(text) or told_orders(text, ground)


def _read_ordinary(
    lines: Sequence[tuple[str, Sequence[WrittenOrder] | None]], message: MessageOrders
) -> None:
    """Read lines that are empty, or orders without further interpretation; see `ordinary`."""
    for number, (text, orders) in enumerate(lines, 1):
        if orders is None:
            message.lines.append(ReadLine(number, text, NOTED))
            continue
        for order in orders:
            try:
                meant = _allowed(order, message.ground)
                message.take(meant)
            except Refusal:
                piece = Piece(Clause(number, text), None)
                _settle(piece, words_of(text, message.ground), order, message)
            else:
                message.lines.append(_taken(number, text, meant, message.ground))


def _slip_in(piece: Piece, orders: Sequence[WrittenOrder], ground: Ground) -> Unreadable | None:
    """Return the unreadable part of orders that are not separated: none of them is accepted."""
    for order in orders:
        try:
            _meaning(piece, order, ground)
        except Unreadable as slip:
            return slip
        except Refusal:
            continue
    return None


def _refused(piece: Piece, why: Refusal, remedy: str) -> ReadLine:
    reason = _no_condition(piece.text) or why.reason
    return ReadLine(piece.number, piece.text, REFUSED, reason=reason, remedy=remedy)


def _no_condition(text: str) -> str:
    """Return why a line with a condition is refused, "" if it has none.

    The words of the condition were read as a part of the order, so any other reason would be about nonsense.
    """
    word = condition_in(text)
    return say("no_conditions", word=word.strip().lower()) if word else ""


def _says_anything(clause: Clause, ground: Ground) -> bool:
    """Return whether it is more than a comment or a heading."""
    text = uncommented(clause.text)
    heading = _HEADING.match(text)
    return bool(text) and not (heading and not heading[2] and key(heading[1]) in ground.language.powers)


def _others_hold(piece: Piece, kind: str, message: MessageOrders) -> ReadLine:
    clause = piece.clause
    if message.ground.position.phase != "movement":
        reason = _not_now("movement", message.ground)
        return ReadLine(clause.number, clause.text, REFUSED, reason=reason)
    message.others_hold.add(kind)
    return ReadLine(clause.number, clause.text, TAKEN, reading=_those_hold(kind))


def _withdraw(piece: Piece, text: str, message: MessageOrders) -> ReadLine:
    """Let the order of a unit no longer count, or refuse to if the unit is not the power's."""
    ground = message.ground
    try:
        province = province_withdrawn(text, ground)
    except Refusal as refusal:
        return _refused(piece, refusal, refusal.remedy)
    message.withdraw(province)
    unit = ground.own.get(province)
    is_of_unit = unit is not None and ground.position.phase != "adjustment"
    name = ground.unit(unit) if unit is not None and is_of_unit else ground.place(province)
    return ReadLine(piece.number, piece.text, TAKEN, say("order_withdrawn", unit=name), withdraws=True)


def _cancel(piece: Piece, text: str, message: MessageOrders) -> ReadLine:
    """Let exactly the order in *text* no longer count, or say that it is not on file."""
    ground = message.ground
    orders = written(ground.position.phase, joined(plain(ground.board, text), ground.language.names))
    counting = None
    try:
        meant = _meaning(piece, orders[0], ground)
        counting = message.on_file(subject(meant))
        if counting != meant:
            raise NotAllowed(NOT_ON_FILE, "")
    except Refusal:
        remedy = on_file_instead([short(counting)] if counting else ())
        return ReadLine(piece.number, piece.text, REFUSED, reason=NOT_ON_FILE, remedy=remedy)
    message.withdraw(subject(meant))
    answer = cancelled_answer(sentence(ground.board, meant))
    return ReadLine(piece.number, piece.text, TAKEN, answer, withdraws=True)


def _cancel_move(piece: Piece, goal: str, message: MessageOrders) -> ReadLine:
    """Let the only move to *goal* no longer count, or ask which one is meant."""
    moves = message.moves_to(goal)
    if len(moves) != 1:
        remedy = on_file_instead(list(map(short, moves)))
        reason = NOT_ON_FILE if not moves else say("not_said_which")
        return ReadLine(piece.number, piece.text, REFUSED, reason=reason, remedy=remedy)
    message.withdraw(subject(moves[0]))
    answer = cancelled_answer(sentence(message.ground.board, moves[0]))
    return ReadLine(piece.number, piece.text, TAKEN, answer, withdraws=True)


def _those_hold(kind: str) -> str:
    match kind:
        case "A":
            return say("other_armies_hold")
        case "F":
            return say("other_fleets_hold")
        case _:
            return say("other_units_hold")


def _not_now(ordered: str, ground: Ground) -> str:
    """Return why orders for the phase *ordered* are not possible in the phase that is due."""
    seasons = ground.board.facts.seasons
    match ordered, ground.position.phase:
        case "movement", "retreat":
            return say("no_move_now_retreats", spring=seasons.spring, autumn=seasons.autumn)
        case "movement", _:
            return say("no_move_now_adjustments", spring=seasons.spring, autumn=seasons.autumn)
        case "retreat", "movement":
            return say("no_retreat_now_moves")
        case "retreat", _:
            return say("no_retreat_now_adjustments")
        case _, "movement":
            return say("no_adjustment_now_moves", autumn=seasons.autumn)
        case _:
            return say("no_adjustment_now_retreats", autumn=seasons.autumn)


def _settle(piece: Piece, text: str, order: WrittenOrder, message: MessageOrders) -> None:
    """Add *order* to the message, or refuse it with the reason."""
    if not _names_a_place(text, order, message.ground.language.names):
        message.lines.append(_slip_or_prose(piece, text, message.ground))
        return
    try:
        meant = _meaning(piece, order, message.ground)
        message.take(meant)
    except Unreadable as refusal:
        if gives_reason(piece.text):  # "in order to cover the capital" has the form of a move
            line = _slip_or_prose(piece, text, message.ground)
        else:
            line = _refused(piece, refusal, _remedy(piece, text, order, refusal, message.ground))
    except Refusal as refusal:
        line = _refused(piece, refusal, refusal.remedy)
    else:
        line = _taken(piece.number, piece.text, meant, message.ground)
    message.lines.append(line)


def _remedy(piece: Piece, text: str, order: WrittenOrder, refusal: Unreadable, ground: Ground) -> str:
    """Return what to write instead of an order with a name that is not known: "Build A Paris or Brest"."""
    found = told_orders(piece.text, ground) if may_be_choice(piece.text) else []
    if found:
        return say("did_you_mean", orders=listed(found))
    remedy = suggested(text, ground, refusal.remedy)
    if remedy != refusal.remedy:
        return remedy
    return refusal.remedy_among(
        ground.choices, ground.language.names.meant(order.unit.place.partition("/")[0])
    )


def _taken(number: int, text: str, meant: Order, ground: Ground) -> ReadLine:
    condition = "" if is_own(meant, ground) else say("if_left_to_you")
    return ReadLine(number, text, TAKEN, sentence(ground.board, meant), condition=condition)


def _meaning(piece: Piece, order: WrittenOrder, ground: Ground) -> Order:
    if piece.power not in (None, ground.power):
        reason = say("stands_under", power=piece.power, own=ground.power)
        raise NotAllowed(reason, say("own_orders_only"))
    return _allowed(order, ground)


def _allowed(order: WrittenOrder, ground: Ground) -> Order:
    if order.is_signal:
        return legality_of_options.signal(order, rule(order.verb), ground)
    return rule(order.verb)(order, legality_of_options.ground_for(order, ground))


def rule(verb: Verb) -> Rule:  # noqa: C901, PLR0911, PLR0912  (one case a verb)
    """Return the function that checks orders with that verb and converts them to values."""
    match verb:
        case "hold":
            return legality.hold
        case "move":
            return legality.move
        case "support_hold":
            return legality.support_hold
        case "support_move":
            return legality.support_move
        case "convoy":
            return legality.convoy
        case "proxy":
            return legality_of_options.proxy
        case "retreat":
            return legality_after_movement.retreat
        case "disband":
            return legality_after_movement.disband
        case "build":
            return legality_after_movement.build
        case "remove":
            return legality_after_movement.remove
        case "waive":
            return legality_after_movement.waive
        case "adjust":
            return legality_after_movement.adjust
        case _ as never:
            assert_never(never)


def _names_a_place(text: str, order: WrittenOrder, known: Names) -> bool:
    """Return whether it names a place: "Good luck to everyone" has the form of an order but names none."""
    if order.verb == "waive" or (order.unit.kind and _MARKS.search(text)):
        return True
    places = [unit.place for unit in (order.unit, order.other) if unit] + list(order.route)
    names = [words.partition("/")[0] for words in places]
    if any(known.meant(name) for name in names):
        return True
    if any(len(name) > SHORT_WORD and known.near(name) for name in names):
        return True
    return order.verb == "move" and any(_holds_a_place(name, known) for name in names)


def _holds_a_place(words: str, known: Names) -> bool:
    """Return whether one of at most two words is a place, as in "Flottille Brest"; more is prose."""
    parts = words.split()
    return 1 < len(parts) <= MOST_WORDS and any(
        len(word) >= SHORT_WORD and known.is_name(word) for word in parts
    )


def _not_an_order(piece: Piece, text: str, ground: Ground) -> ReadLine:
    phase = ground.position.phase
    other, orders = in_another_phase(phase, text)
    if gives_reason(piece.text):  # "where it can support Rome"
        return _slip_or_prose(piece, text, ground)
    if any(_names_a_place(text, order, ground.language.names) for order in orders):
        reason, remedy = _not_now(other, ground), _remedy_now(text, orders, ground)
    elif not (_is_corrected(text, ground) or _looks_like_an_order(text, ground.language.names)):
        return _slip_or_prose(piece, text, ground)
    else:
        reason = _no_condition(piece.text) or say("not_understood")
        remedy = suggested(text, ground)
    return ReadLine(piece.number, piece.text, REFUSED, reason=reason, remedy=remedy)


def _remedy_now(text: str, orders: Sequence[WrittenOrder], ground: Ground) -> str:
    """Return what to write instead of orders for another phase."""
    if ground.position.phase == "adjustment" and all(order.verb == "hold" for order in orders):
        return say("status_tells")  # units that are said to stay are not to be removed
    near = _near(text, ground)
    return say("did_you_mean", orders=listed(near)) if near else say("write", orders=_example(ground))


def _slip_or_prose(piece: Piece, text: str, ground: Ground) -> ReadLine:
    """Refuse a text that is a letter or two away from a legal order; anything else is prose."""
    if gives_reason(piece.text):
        found: Sequence[str] = told_behind(piece.text, lambda one: told_orders(one, ground))
    else:
        found = _meant_by(piece, text, ground)
    beside = () if piece.clause.orders else piece.clause.beside[:MOST_TO_CHOOSE]
    found = found or list(dict.fromkeys(one for order in beside for one in _in_notation(order, ground)))
    if not found:
        return ReadLine(piece.number, piece.text, REMARK)
    remedy = say("did_you_mean", orders=listed(found))
    return ReadLine(piece.number, piece.text, REFUSED, reason=say("not_understood"), remedy=remedy)


def _meant_by(piece: Piece, text: str, ground: Ground) -> Sequence[str]:
    """Return the orders that a text which is none may mean, or the lines that withdraw them."""
    if found := perhaps_withdrawing(piece.text, ground):
        return found
    order = order_cancelled(piece.text)
    if order and (near := nearest(order, ground)):
        return withdrawing(near)
    parts = dict.fromkeys(_parts_of_talk(text, ground))
    found = next(filter(None, (_near(part, ground) for part in parts)), [])
    mended = map(ground.to_suggest.mended, (piece.text, *piece.text.split(",")[:-1][:MOST_PARTS]))
    found = found or next(filter(None, mended), [])
    texts = dict.fromkeys((piece.text, piece.clause.sentence or piece.text))
    found = found or next(filter(None, (told_orders(text, ground) for text in texts)), [])
    return [*withdrawing(found), *found] if order else found


def _near(text: str, ground: Ground) -> Sequence[str]:
    return nearest(text, ground, SLIP) if is_near_an_order(text, ground) else []


def _parts_of_talk(text: str, ground: Ground) -> Iterator[str]:
    """Yield possible misspelt orders: the whole text, or a part between commas that names two places."""
    yield text
    yield _AROUND.sub("", text)
    names = ground.language.names
    parts = [_AROUND.sub("", part.strip()) for part in text.split(",")[:MOST_PARTS]]
    if len(parts) > 1:
        yield from (part for part in parts if sum(map(names.is_name, part.split())) > 1)


def _example(ground: Ground) -> str:
    """Return an order that is legal now, preferably a move."""
    own = ground.choices or examples(ground)
    return next((order for order in own if " - " in order), own[0])


def _is_corrected(text: str, ground: Ground) -> bool:
    """Return whether it is a whole order after words of correction: "no, better: A Mar H"."""
    return is_order(ground, ground.position.phase, corrected_order(text))


def _looks_like_an_order(text: str, names: Names) -> bool:
    """Return whether it begins with a kind of unit and a place, a verb and a kind, or a short name."""
    words = text.split()
    if not words:
        return False
    if _VERB_FIRST.match(words[0]) or one_slip_from(words[0].casefold(), _VERBS):
        return len(words) > 1 and bool(_KIND.fullmatch(words[1]) or names.is_name(words[1]))
    first = re.split(r"\W", words[0])[0]
    if _KIND.fullmatch(first):
        place = re.split(r"\W", " ".join(words)[len(first) :].strip(" -"))[0]
        return len(place) > 2 and bool(names.meant(place) or names.near(place))
    return len(first) > 2 and names.is_name(first) and bool(_ARROW.search(text))
