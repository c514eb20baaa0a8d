"""Words for the Dead, who are not a unit of the position: they are where Aragorn is (6b.8)."""

from adjudicator.downfall_xiii.sentences import say

KIND = "Dead"  # in the record of a turn
COMMANDER = "Aragorn"
TOGETHER = say("aragorn_and_the_dead")
REMARK = say("dead_on_the_form")


def called(kind: str, *, is_with_them: bool) -> str:
    """Return what to call a piece, "Aragorn and the Dead" while they march with him."""
    return TOGETHER if is_with_them and kind == COMMANDER else kind
