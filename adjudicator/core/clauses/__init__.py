"""Cut the lines of a message into clauses, each of which is one order, so that no part of a line is lost.

Players write prefixes, several orders on a line, lines that a mail program has wrapped, and sentences. A line
that is an order as it stands is left alone. Of any other line the cut is taken that leaves the fewest words
unread, and what is unread is a clause too: the game refuses it, or it is listed as not read.

What a clause says is never guessed: each wording that is tried comes from tables (`languages`, and those of
the game). A sentence with a doubt beside its orders ("but if Munich holds") is not taken in part.

`clause` has the values, `stops` says where to cut, `wordings` whether a part is an order, `cutting`
cuts a line, `joining` joins lines that run on, `doubts` says what is not taken, and `message` does it all.
"""

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.doubts import doubted
from adjudicator.core.clauses.message import cut
from adjudicator.core.clauses.stops import behind_heading

__all__ = ["Clause", "Sense", "behind_heading", "cut", "doubted"]
