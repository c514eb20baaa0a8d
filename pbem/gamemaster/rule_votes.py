"""Ask the players to agree to a change of the house rules, if `rule_votes` is on.

The question is a poll with two answers. `pbem.commands.voting.rule_votes` makes the change when every player
has agreed, and drops it when somebody refuses.
"""

from collections.abc import Sequence

from pbem.commands.voting.polls import lettered, new_poll, open_poll, topic_of
from pbem.core.sentences import Words, sentence
from pbem.tables import rule_changes
from pbem.tables.gm_actions import GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules
from pbem.tables.rule_changes import OF_PEOPLE, Change


def must_agree(gm: GmContext) -> bool:
    """Return whether the players must agree; the host at the shell needs nobody."""
    return bool(gm.power) and house_rules(gm.table).rule_votes and bool(gm.seats)


def ask(gm: GmContext, request: GmRequest, change: Change) -> Sequence[Words]:
    """Open the poll and mail it to everybody. Raises NotDone while another one is open."""
    if change.key in OF_PEOPLE:
        return rule_changes.make(gm, request, change)  # the addresses are not for everybody
    before = open_poll(gm.session, gm.table.key)
    if before is not None:  # its text, not its row: a preview undoes the row before the answer is worded
        raise NotDone(sentence("polls", "one_at_a_time", question=before.question))
    asked = {"key": change.key, "value": change.value, "reason": request.reason, "by": gm.by}
    question = gm.in_words(
        sentence("rule_votes", "question", key=change.key, value=change.value, before=change.before)
    )
    answers = [gm.in_words(sentence("rule_votes", "agree")), gm.in_words(sentence("rule_votes", "refuse"))]
    poll = new_poll(gm, question, answers, asked)
    gm.write_down(request, sentence("polls", "asked_logged", question=poll.question, options=lettered(poll)))
    gm.notify_table(
        request, "rule_vote", topic=topic_of(poll), question=poll.question, meaning=change.meaning
    )
    return [sentence("rule_votes", "asked", key=change.key, value=change.value)]
