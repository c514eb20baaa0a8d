"""Split the lines of a message into clauses of one order each, without losing any part of a line.

Players write prefixes, several orders on a line, sentences, and lines that a mail program has wrapped. A line
that is an order as written is not split. Any other line is split so that the fewest words stay unread. Unread
text is a clause too: the game refuses it, or it is listed as not read.

The meaning of a clause is never guessed: each wording that is tried comes from tables (`languages`, and those
of the game). If a sentence has a doubt next to its orders ("but if Munich holds"), none of them is accepted.

`clause` has the values, `stops` finds where to cut, `wordings` decides whether a part is an order, `cutting`
cuts a line, `joining` joins wrapped lines, `doubts` finds what is not accepted, `units_named` the
units that a text names, and `message` combines them.
"""

from adjudicator.core.clauses.clause import Clause, Sense, Share
from adjudicator.core.clauses.doubts import doubted
from adjudicator.core.clauses.message import cut, is_order_as_written
from adjudicator.core.clauses.stops import behind_heading
from adjudicator.core.clauses.units_named import units_of_refused

__all__ = [
    "Clause",
    "Sense",
    "Share",
    "behind_heading",
    "cut",
    "doubted",
    "is_order_as_written",
    "units_of_refused",
]
