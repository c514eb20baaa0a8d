"""The interface of a GM action: its arguments, its results, and how it informs others.

An action is a function from a `GmContext` and a `GmRequest` to the sentences of its answer. It writes in the
open transaction, and raises `NotDone` without changes if it cannot be carried out. Each module of
`pbem.gamemaster` declares its own in `ACTIONS`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Due, Game
from adjudicator.core.phrasing import capital
from pbem import reports
from pbem.core.sentences import Words, in_words
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.gm_tables import GmActionRow
from pbem.tables.gm_sight import plays, sees_all
from pbem.tables.identity import gm_seats
from pbem.tables.news import News, notify_all, notify_each, worded_news
from pbem.tables.office import Office, table_card


class NotDone(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """A GM action was understood but not carried out; *why* has the reason and a remedy."""

    def __init__(self, why: Words) -> None:
        super().__init__(in_words(why, None))
        self.why = why


class GmRequest(Struct, frozen=True):
    """One action that a message asks for. *line* counts from 1; *text* is below it, up to END.

    *word* names the action; *written* is the line as the game master wrote it; *is_now* if it asks for no
    preview. *read_as* is the action if *written* is a sentence that only means it.
    """

    word: str
    arguments: tuple[str, ...] = ()
    reason: str = ""
    text: tuple[str, ...] = ()
    line: int = 1
    written: str = ""
    is_now: bool = False
    read_as: str = ""

    @property
    def argument(self) -> str:
        """Return the first argument that is not empty."""
        return next((argument for argument in self.arguments if argument), "")


class GmContext(Struct, frozen=True):
    """Who acts, at which table, when, and by which message."""

    session: Session
    office: Office
    table: GameTable
    by: str
    incoming_id: int
    now: datetime
    may: Sequence[str] | None = None  # the actions of a deputy; None (all) for the game master and the host
    power: str = ""  # the seat of the game master, or of a deputy; "" for the host
    asked_utc: datetime | None = None  # when the action was written, if it has waited for YES

    @property
    def asked(self) -> datetime:
        """Return when the action was written: "tomorrow" is counted from then."""
        return self.asked_utc or self.now

    @property
    def game(self) -> Game:
        return self.office.find_game(self.table.game)

    @property
    def due(self) -> Due:
        return self.game.due(self.table.position)

    @property
    def sees_all(self) -> bool:
        """Return whether the person who acts may be shown orders and hidden pieces."""
        return sees_all(self.session, self.table, self.own_address)

    @property
    def is_player(self) -> bool:
        """Return whether the person who acts has a seat at the table; the host stands for the game master."""
        return plays(self.session, self.table, self.own_address or self.table.gm_address)

    @property
    def seats(self) -> list[Seat]:
        return seats_of(self.session, self.table.key)

    def named(self, power: str) -> str:
        """Return a power as it is called inside a sentence: "the Dwarves"."""
        return self.game.card.named(power)

    def in_words(self, words: Words) -> str:
        """Return the text of a sentence, in the host's own words if it has some."""
        return in_words(words, self.office.house.templates)

    def write_down(self, request: GmRequest, sentence: Words, *, for_bulletin: bool = False) -> GmActionRow:
        """Add an entry to the GM log, which every player may read."""
        entry = GmActionRow(
            table_key=self.table.key,
            number=self.table.number,
            done_utc=self.now,
            by=self.by,
            word=request.word,
            sentence=self.in_words(sentence),
            reason=request.reason,
            incoming_id=self.incoming_id,
            for_bulletin=for_bulletin,
        )
        self.session.add(entry)
        self.session.flush()
        return entry

    def notify_table(
        self,
        request: GmRequest,
        template: str,
        *,
        with_deadline: bool = False,
        but: str = "",
        topic: str = "",
        **facts: object,
    ) -> None:
        """Mail everybody ``note_TEMPLATE.txt``, except the address *but*, who knows already.

        The person who acts gets an answer instead, unless the deadline has moved: then they need it for their
        calendar. A plain reply answers *topic*, also that of a game master who plays.
        """
        news = worded_news(self.office, template, self.facts_of(request, facts), with_deadline=with_deadline)
        self.send_news(request, replace(news, informed=(but,), topic=topic))

    def send_news(self, request: GmRequest, news: News) -> None:
        """Mail *news* of an action to everybody, as `notify_table`."""
        is_needed = news.with_deadline or (news.topic and self.is_player)
        informed = (*news.informed, "" if is_needed else self.own_address)
        news = replace(news, informed=informed, once=self.once(request))
        notify_all(self.session, self.office, self.table, news, self.now)

    def notify_each(
        self, request: GmRequest, template: str, facts_for: "FactsFor", *, with_deadline: bool = False
    ) -> None:
        """Mail everybody, each with the facts that *facts_for* their powers returns; as `notify_table`."""
        informed, once = ("" if with_deadline else self.own_address,), self.once(request)

        def news_for(powers: Sequence[str]) -> News:
            facts = self.facts_of(request, facts_for(powers))
            news = worded_news(self.office, template, facts, with_deadline=with_deadline)
            return replace(news, informed=informed, once=once)

        notify_each(self.session, self.office, self.table, news_for, self.now)

    def notify_one(self, request: GmRequest, to: tuple[str, str], template: str, **facts: object) -> None:
        """Mail ``note_TEMPLATE.txt`` to one name and address, which need not be of the table."""
        once = f"{template} {self.incoming_id} {request.line} {to[1]}"
        note = worded(template, once, self.facts_of(request, facts), self.office.house.templates)
        note = self.office.with_reply(self.session, self.table.key, to[1], note)
        mail = reports.note(self.office.context(self.now), table_card(self.table, self.game), to, note)
        outbox.put(self.session, mail, About(self.table.key, incoming_id=self.incoming_id), self.now)

    def once(self, request: GmRequest) -> str:
        """Return a unique id of this action: its message and its line."""
        return f"{self.incoming_id} {request.line} {request.word}"

    def facts_of(self, request: GmRequest, facts: Mapping[str, object]) -> dict[str, object]:
        """Return *facts* with those that every template of a GM action gets."""
        reason = request.reason.rstrip(".")
        return {"table": self.table.key, "reason": reason, "by": self.acting, "who": self.by, **facts}

    @property
    def acting(self) -> str:
        """Return who acts, to begin a sentence: a deputy is named, and is put between commas."""
        return f"{capital(self.by)}," if "," in self.by else capital(self.by)

    @property
    def own_address(self) -> str:
        """Return the address of the game master or deputy who acts; "" for the host."""
        leading = gm_seats(self.session, self.table)
        return next((seat.address for seat in leading if seat.power == self.power), "")


FactsFor = Callable[[Sequence[str]], Mapping[str, object]]
"""The facts for the reader who plays these powers; () is the public."""

Perform = Callable[[GmContext, GmRequest], Sequence[Words | reports.AnswerPage]]
Right = Literal["always", "clock", "words", "seats", "turns", "orders", "rules", "end", "never"]
"""The group of rights that includes an action; every deputy has "always", and none has "never"."""


class GmAction(Struct, frozen=True):
    """An action that a game master may ask for, by its *word*.

    *pattern* matches the whole line without its reason; *has_text* if the lines below it, up to END, belong
    to it; *is_page* if its answer is a page of its own; *is_of_players* if players use the same word for
    their own seat. Its help is the block `help_block` of templates/sentences/gm_help.txt, and the page of
    that name in gm_help_pages.txt.
    """

    word: str
    pattern: str
    perform: Perform
    right: Right = "never"
    has_text: bool = False
    is_page: bool = False
    is_of_players: bool = False

    @property
    def help_block(self) -> str:
        return self.word.lower().replace(" ", "_")


THE_GAME = r"(?:\s+the)?(?:\s+game)?"
"""The end of a pattern that allows PAUSE and PAUSE THE GAME."""
