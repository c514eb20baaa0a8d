"""POLL and CLOSE POLL: ask all players a question, and tell everybody how they answered."""

import re
from collections.abc import Sequence

from pbem.commands.voting.polls import LETTERS, lettered, new_poll, open_poll, rows_of, topic_of
from pbem.core.sentences import Words, sentence
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules

FEWEST, MOST, LONGEST = 2, 10, 120
YES_NO = ("Yes", "No")


def ask(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Ask a question: POLL and the question, the options one per line, END; without any, yes or no."""
    before = open_poll(gm.session, gm.table.key)
    if before is not None:
        raise NotDone(sentence("polls", "one_at_a_time", question=before.question))
    lines = [" ".join(line.strip(" -*\t").split()) for line in request.text]
    options = _without_letters([option for option in lines if option]) or list(YES_NO)
    if not FEWEST <= len(options) <= MOST or any(len(option) > LONGEST for option in options):
        raise NotDone(sentence("polls", "options", least=FEWEST, most=MOST, longest=LONGEST))
    poll = new_poll(gm, request.argument, options, {})
    gm.write_down(request, sentence("polls", "asked_logged", question=poll.question, options=lettered(poll)))
    is_open = house_rules(gm.table).votes == "open"
    asked, topic = poll.question, topic_of(poll)
    gm.notify_table(request, "poll", topic=topic, question=asked, options=lettered(poll), is_open=is_open)
    return [sentence("polls", "asked", table=gm.table.key, options=lettered(poll))]


def _without_letters(options: Sequence[str]) -> list[str]:
    """Return the answers without letters of their own: "A yes", "B no"."""
    own = [
        re.fullmatch(rf"\(?{letter}(?:[.):]\s*|\s+)(\S.*)", one, re.I)
        for letter, one in zip(LETTERS, options, strict=False)
    ]
    return [found[1] for found in own if found] if all(own) else list(options)


def close(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Close the open poll and tell everybody the result."""
    poll = open_poll(gm.session, gm.table.key)
    if poll is None:
        raise NotDone(sentence("polls", "none_open"))
    poll.closed_utc = gm.now
    rows = rows_of(gm.session, poll)
    is_open = house_rules(gm.table).votes == "open"
    result = [
        sentence(
            "polls",
            "result",
            option=option,
            count=sum(row.choice == choice for row in rows),
            powers=[gm.named(row.power) for row in rows if row.choice == choice] if is_open else [],
        ).words(gm.office.house.templates)
        for choice, option in enumerate(lettered(poll))
    ]
    silent = len(gm.seats) - len(rows)
    summary = sentence("polls", "closed_logged", question=poll.question, result=result)
    gm.write_down(request, summary, for_bulletin=True)
    gm.notify_table(request, "poll_closed", question=poll.question, result=result, silent=silent)
    return [sentence("polls", "closed", question=poll.question, result=result)]


ACTIONS = (
    GmAction("POLL", r"poll[:\s]\s*(.{3,200})", ask, "words", has_text=True),
    GmAction("CLOSE POLL", r"(?:close|end)\s+(?:the\s+)?poll", close, "words"),
)
