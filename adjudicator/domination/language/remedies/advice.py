"""Refuse a text of a message with the legal order that was probably meant, and tell slips from prose."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Share
from adjudicator.core.game import REFUSED, REMARK, ReadLine
from adjudicator.core.language.near_orders import LawfulOrders, Spelling
from adjudicator.core.language.words import NotAllowed, Refusal, Unreadable, listed
from adjudicator.core.languages import condition_in
from adjudicator.core.sentences import say as say_of_all
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import WORD, named_spaces, named_units
from adjudicator.domination.language.orders import BUILD, COMBAT, Cast, Hold, Move, Order, OrderLine
from adjudicator.domination.language.remedies.about_units import (
    HITS,
    is_about_foes,
    is_about_units,
    is_list_of_losses,
)
from adjudicator.domination.language.remedies.conditions_meant import asks_for_a_kind, conditional_fragments
from adjudicator.domination.language.remedies.fragments import Fragment, fragments, nearly_said, says_exactly
from adjudicator.domination.language.remedies.mending import mended, mended_line
from adjudicator.domination.language.remedies.misspelt_headings import builds_said
from adjudicator.domination.language.remedies.orders_apart import parted
from adjudicator.domination.language.remedies.refusals import FaultyList, ListOfPieces, NamesNothing, Slip
from adjudicator.domination.language.remedies.suggested import suggestion
from adjudicator.domination.language.remedies.suggestions import by_meaning
from adjudicator.domination.language.sentences.preferred_pieces import names_pieces
from adjudicator.domination.language.sentences.written_numbers import as_written, numbers_in
from adjudicator.domination.position import PHASES, is_choosing
from adjudicator.domination.sentences import say
from adjudicator.domination.view.choices import choices

ALONE = say_of_all("write_each_order_alone")
SLIP = 2  # letters
MOST_EXAMINED = 700  # characters of one message that are searched for orders they nearly say
MOST_WORDS = 12  # longest line that may be a misspelt order
SPELLING = Spelling(
    {},
    {
        **dict.fromkeys(("to", "moves", "goes"), "-"),
        **dict.fromkeys(("holds", "hold", "stays"), "holds"),
        **dict.fromkeys(("at", "in", "the", "my", "please", "pls", "thx", "thanks"), ""),
    },
)
_NUMBER = re.compile(r"^\d+ ")
_BUILDS = re.compile(r"\b(?:build|buy|recruit|raise|bau(?:e|en)?\b|kauf|constru|achet|recrut)", re.IGNORECASE)
_LOSES = re.compile(
    r"\b(?:los[est]\w*|keep|dies?|sacrific\w*|casualt\w+|verlier\w*|verlust\w*|pert\w*|perdre)\b",
    re.IGNORECASE,
)
_KEEPS = re.compile(  # of units that should not be lost, or not before others
    r"\b(?:keep|spare|save|protect)\b.*\b(?:alive|as long as|unless|whatever|if possible|for last)\b"
    r"|\b(?:no|not|never|don['’]t|kein\w*|nicht|pas)\b.*\b(?:die|lose|lost|sacrific\w*|verlier\w*|sterben|perd\w*)\b"
    r"|\b(?:last|survive|alive|letzte[ns]?|zuletzt|dernier|überleb\w*)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(  # begins what an order may depend on: the order alone is not suggested
    r"[a-z]\d{1,2}\W*\s(?:when|once|after|before|until|barring|depending|subject to"
    r"|sobald|bevor|nachdem|bis|je nach"
    r"|lorsque|quand|avant|après|dans le cas)\b",
    re.IGNORECASE,
)
_ONE_BUILD = re.compile(r"build (?:(?P<number>\d+) )?(?P<kind>[^\W\d_]+(?: [^\W\d_]+)?) (?P<space>[A-Z]\d+)")
_OF_STACKS = re.compile(  # of units that are on the board, though the line is below Build
    r"\b(?:mov\w+|attack\w*|stay\w*|hold\w*|go(?:es)?|cancel|scrap|there (?:are|is)|got)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:and |an? )+(?=[^\W\d_]{3})", re.IGNORECASE)


def _names_a_slip(misspelt: Sequence[str], part: str) -> str:
    """Return the refusal of a part because of the first misspelt word in it."""
    return say("is_not_known_word", word=next((word for word in misspelt if word in part), misspelt[0]))


def _did_you_mean(order: str) -> str:
    return say("did_you_mean", meant=order)


def _perhaps_meant(order: str) -> str:
    return say("if_it_is_order_did_you", meant=order)


class Advice:
    """What the writer of one message may have meant by the texts that are not accepted."""

    def __init__(self, context: ReadingContext) -> None:
        self.context = context
        self.asked_about_pieces: set[int] = set()  # numbers of lines
        self._to_suggest = LawfulOrders(self.lawful)
        self._examined = 0  # characters

    def refused(self, clause: Clause, heading: str, why: Refusal) -> list[ReadLine]:
        """Return the refusals of a clause or of its parts, with what was probably meant."""
        if isinstance(why, Slip | FaultyList) and (line := self._with_words_mended(clause, heading)):
            return line
        if (
            heading == COMBAT
            and isinstance(why, Slip)
            and (losses := nearly_said(self.context, f"lose {clause.text}"))
        ):
            return self._each(clause, lambda _part: why.reason, _perhaps_meant, losses)
        found = self._near_refused(clause.text, why)
        is_conditional = bool(condition_in(clause.text)) or _WHEN.search(clause.text) is not None
        meant = found[0] if len(found) == 1 and not is_conditional else ""
        if isinstance(why, Slip) and not meant and (slips := self._mended(clause)):
            return slips
        is_doubt = isinstance(why, NotAllowed) and bool(clause.doubt)
        if not meant and (is_doubt or isinstance(why, Slip)):
            reason = why.reason if is_doubt else say("i_do_not_understand_this_line")
            if parts := self._parts(clause, reason) or self._shares(clause, reason):
                return parts
        if isinstance(why, Slip) and not why.suggests and not is_conditional:
            meant = meant or self._by_meaning(clause.text, heading)
        remedy = say("did_you_mean", meant=meant) if meant else why.remedy
        if isinstance(why, ListOfPieces) or names_pieces(self.context, meant):
            self.asked_about_pieces.add(clause.number)
        return [ReadLine(clause.number, clause.text, REFUSED, reason=why.reason, remedy=remedy)]

    def slip_or_prose(self, clause: Clause, heading: str) -> list[ReadLine]:
        """Refuse a text that is a letter or two away from a legal order; anything else is prose."""
        if is_about_foes(self.context, clause.text):
            return [ReadLine(clause.number, clause.text, REMARK)]
        reason = say("i_do_not_understand_this_line")
        found = self.nearest(clause.text, SLIP) if len(WORD.findall(clause.text)) <= MOST_WORDS else []
        if not found and (slips := self._mended(clause) or self._parts(clause, reason)):
            return slips
        if found:
            remedy = say("did_you_mean", meant=listed(found))
        elif is_about_units(self.context, clause.text, is_build=heading == BUILD):
            remedy = self._way_to_write(clause.text, heading)
        else:
            return [ReadLine(clause.number, clause.text, REMARK)]
        return [ReadLine(clause.number, clause.text, REFUSED, reason=reason, remedy=remedy)]

    def as_builds(self, clause: Clause, refused: list[ReadLine]) -> list[ReadLine]:
        """Return the refusal of a clause below "biuld" with the builds that it says there, if it says any."""
        is_asked = clause.doubt or clause.taken_back or any(line.verdict != REFUSED for line in refused)
        self._examined += len(clause.text)
        if is_asked or self._examined > MOST_EXAMINED:
            return refused
        found = [
            suggestion(self.context, one, self._lawful) for one in builds_said(self.context, clause.text)
        ]
        if not (found and all(found)):
            return refused
        return self._each(clause, lambda _part: refused[0].reason, _did_you_mean, found)

    def without_above(self, reason: str, heading: str, text: str, example: str) -> Refusal:
        """Return the refusal of an order to which the orders above do not add what it leaves out."""
        meant = self._by_meaning(text, heading) or example
        return Unreadable(reason, say("write_it_like_this", meant=meant))

    def check_is_there(self, words: str, line: OrderLine, above: Iterable[OrderLine]) -> None:
        """Refuse a unit that is not in its space, if one letter makes an order for one that is somewhere."""
        if not isinstance(line.order, (Move, Hold)) or line.is_conditional:
            return
        kinds = {part.kind for part in line.order.units}
        space = line.order.origin if isinstance(line.order, Move) else line.order.place
        here = self._own_kinds.get(space, set())
        if here & kinds or "" in kinds or any(space in _goals(earlier.order) for earlier in above):
            return
        if found := self.nearest(words, 1):
            unit = line.order.units[0].kind
            raise NotAllowed(
                say("you_have_no_at", unit=unit, space=space), say("did_you_mean", meant=listed(found))
            )

    def nearest(self, text: str, most_wrong: int = 99) -> list[str]:
        """Return the legal orders nearest to *text*, up to a limited number of lines."""
        plain = _ARTICLE.sub("", bare(text))
        found = SPELLING.nearest(plain, self._to_suggest(), most_wrong)
        return list(dict.fromkeys(as_written(self.context, plain, found)))

    def lawful(self) -> list[str]:
        """Return the legal orders of this position, with and without numbers, and its headings."""
        return self._lawful

    @property
    def example(self) -> str:
        """Return an order of this position, "" for none."""
        return next((order for order in self._lawful if order not in self._headings), "")

    @cached_property
    def _lawful(self) -> list[str]:
        found = choices(self.context.position, self.context.player).values()
        lawful = [order for orders in found for order in orders]
        fewer = [_NUMBER.sub("", order) for order in lawful]
        return [*lawful, *fewer, *self._headings]

    @cached_property
    def _headings(self) -> list[str]:
        return [heading.capitalize() for heading in PHASES[self.context.position.phase].headings]

    @cached_property
    def _own_kinds(self) -> dict[str, set[str]]:
        """Return the kinds of the player's units in each space."""
        found: dict[str, set[str]] = {}
        for row in self.context.position.units:
            if row.player == self.context.player:
                found.setdefault(row.space, set()).add(row.kind)
        return found

    def _near_refused(self, text: str, why: Refusal) -> list[str]:
        """Return the legal orders that a refused *text* may have meant."""
        match why:
            case Slip() | FaultyList():
                return self.nearest(text)
            case NamesNothing():
                return self.nearest(text, 1)
        return []

    def _with_words_mended(self, clause: Clause, heading: str) -> list[ReadLine]:
        """Return the refusal of an order in notation with typing errors, which keeps all else of its line."""
        found = mended_line(self.context, clause.text)
        meant = suggestion(self.context, found.orders[0], self._lawful) if found else ""
        if not (found and meant):
            return []
        reason = say("is_not_known_word", word=found.misspelt[0])
        meant = meant.removeprefix("build ") if heading == BUILD else meant
        remedy = say("did_you_mean", meant=meant)
        return [ReadLine(clause.number, clause.text, REFUSED, reason=reason, remedy=remedy)]

    def _mended(self, clause: Clause) -> list[ReadLine]:
        """Return the refusal of a sentence with typing errors, for a limited number of lines."""
        found = mended(self.context, clause.text) if self._to_suggest.may_look() else None
        if found is None or not all(map(self._may_be_suggested, found.orders)):
            return []
        return self._each(clause, partial(_names_a_slip, found.misspelt), _did_you_mean, found.orders)

    def _each(
        self,
        clause: Clause,
        because: Callable[[str], str],
        suggests: Callable[[str], str],
        orders: Sequence[str],
    ) -> list[ReadLine]:
        """Return a refusal for each order, with its part of the text if that is clear, else one for all.

        *because*: the reason for a part. *suggests*: the remedy with an order.
        """
        if not (parts := parted(self.context, clause.text, orders)):
            parts, orders = [clause.text], ["; ".join(orders)]
        return [
            ReadLine(clause.number, part, REFUSED, reason=because(part), remedy=suggests(one))
            for part, one in zip(parts, orders, strict=True)
        ]

    def _parts(self, clause: Clause, reason: str) -> list[ReadLine]:
        """Return the refusal of each part of a sentence that nearly says orders, for a limited number."""
        self._examined += len(clause.text)
        if self._examined > MOST_EXAMINED or self.context.position.phase == "setup":
            return []
        found = self._with_both(clause) or conditional_fragments(self.context, clause.text)
        if found and asks_for_a_kind(self.context, clause.text):
            reason = say("conditions_ask_for_players")
        found = found or fragments(self.context, clause.text)
        orders = [[suggestion(self.context, one, self._lawful) for one in part.orders] for part in found]
        if not all(order for some in orders for order in some) or self._may_be_moves(clause, orders):
            return []
        parts = (replace(clause, text=part.text) for part in found)
        return [
            line
            for part, some in zip(parts, orders, strict=True)
            for line in self._each(part, lambda _part: reason, _perhaps_meant, some)
        ]

    def _shares(self, clause: Clause, reason: str) -> list[ReadLine]:
        """Return the refusal of each order of a sentence in which something may change them."""
        remedies = [self._of_share(clause, one) for one in clause.shares]
        return [
            ReadLine(clause.number, one.text, REFUSED, reason=reason, remedy=remedy or ALONE)
            for one, remedy in zip(clause.shares, remedies, strict=True)
            if any(remedies)
        ]

    def _of_share(self, clause: Clause, share: Share) -> str:
        """Return how to write the orders of a share, if nothing in it says that they are not meant so."""
        orders = [suggestion(self.context, one, self._lawful) for one in share.orders]
        is_list = is_choosing(self.context.position) and names_pieces(self.context, share.text)
        is_clear = all(orders) and says_exactly(share.text) and not self._may_be_moves(clause, [orders])
        return say("if_always_meant", meant="; ".join(orders)) if is_clear and not is_list else ""

    def _may_be_moves(self, clause: Clause, orders: Sequence[Sequence[str]]) -> bool:
        """Return whether builds are suggested for units that stand there, and no word says build."""
        if _BUILDS.search(clause.text) or is_choosing(self.context.position):
            return False
        built = [found for some in orders for one in some if (found := _ONE_BUILD.fullmatch(one))]
        return any(
            stack_size(self.context, one["kind"], one["space"]) >= int(one["number"] or 1) for one in built
        )

    def _by_meaning(self, text: str, heading: str) -> str:
        """Return the legal order for the units and the spaces that *text* names, with its number."""
        found = by_meaning(self.context, heading, text, self._lawful)
        return next(iter(as_written(self.context, bare(text), [found])), "") if found else ""

    def _with_both(self, clause: Clause) -> list[Fragment]:
        """Return the orders of a clause with "instead" and of the one above that it replaces."""
        if not (clause.doubt and clause.sentence):
            return []
        if parse_line(self.context.data, bare(clause.sentence)):
            return [Fragment(clause.text, (clause.sentence,))]
        said = conditional_fragments(self.context, clause.sentence)
        return [Fragment(clause.text, tuple(order for one in said for order in one.orders))] if said else []

    def _may_be_suggested(self, order: str) -> bool:
        """Return whether *order* is legal as far as that can be looked up, and as many are there."""
        if not as_written(self.context, order, [order]):
            return False
        return " - " not in order or _NUMBER.sub("", order) in set(self._lawful)

    def _way_to_write(self, text: str, heading: str) -> str:
        """Return what the sentence *text* may mean, else an order of this position."""
        losses = nearly_said(self.context, f"lose {text}") if is_list_of_losses(self.context, text) else ()
        if meant := "; ".join(losses) or self._by_meaning(text, heading):
            return say("if_it_is_order_did_you", meant=meant)
        example = self._example_of_hits(text) or self._example_for(text, heading)
        if not example and not named_spaces(self.context, text):
            example = self.example
        return say("if_it_is_order_write_it", example=example) if example else ALONE

    def _example_of_hits(self, text: str) -> str:
        """Return "if 3 hits at B6: lose Knight" for a text about hits that names a kind; "" for another."""
        found, kinds = HITS.search(text), named_units(self.context, text)
        if not (found and kinds):
            return ""
        [number] = numbers_in(self.context.data, f"{found['number']} hits") or {2}
        where = "".join(f" at {space}" for space in named_spaces(self.context, text)[:1])
        return f"if {number} hits{where}: lose {kinds[0]}"

    def _example_for(self, text: str, heading: str) -> str:
        """Return a lawful order for the first kind of unit and a space that *text* names, "" for none."""
        kind = next(iter(named_units(self.context, text)), "")
        if kind and self.context.position.phase == "opening":  # nothing but builds, in cities without names
            return f"2 {kind} first city"
        of_kind = [order for order in self._lawful if f"{kind} " in order] if kind else []
        if of_kind and _KEEPS.search(text) and len(named_units(self.context, text)) == 1:
            return f"keep {kind}"
        if of_kind and _LOSES.search(text):
            return f"lose {kind}"
        builds = [order for order in of_kind if " - " not in order and not order.endswith(" holds")]
        if spaces := named_spaces(self.context, text):  # an order for other units would look like an answer
            builds = [order for order in builds if order.split()[-1] in spaces]
        if _BUILDS.search(text) or (heading == BUILD and not _OF_STACKS.search(text)):
            return next((f"build {order}" for order in builds), "")
        return "" if spaces else next((order for order in of_kind if order not in builds), "")


def _goals(order: Order) -> tuple[str, ...]:
    """Return where *order* may bring units."""
    match order:
        case Move(way=way):
            return way
        case Cast(place=place, city=city):
            return (place, city)
        case _:
            return ()
