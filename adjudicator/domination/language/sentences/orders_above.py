"""Find where the orders above go, for one that leaves its goal to them: "the knight B6 goes there"."""

HOLDS = " holds"
CASTS = " casts"  # no end that another order can share, but its space is known


class OrdersAbove:
    """The ends (" - B5", " holds") of the orders on the last line that has any.

    It is "" for what may be meant but has none: a refused text, an order with a condition, a remark that
    names a space.
    """

    def __init__(self) -> None:
        self._line = 0
        self._ends: list[str] = []

    def note(self, line: int, end: str) -> None:
        """Note the end of an order on *line*, which replaces those of the lines above."""
        if line != self._line:
            self._line, self._ends = line, []
        self._ends.append(end)

    @property
    def end(self) -> str:
        """Return the end of the order right above, "" if it is not plain or a spell."""
        return self._ends[-1] if self.is_plain and self._ends[-1] != CASTS else ""

    @property
    def is_plain(self) -> bool:
        """Return whether it is known where the order right above is carried out."""
        return bool(self._ends and self._ends[-1])

    @property
    def goal(self) -> str:
        """Return the only goal of the orders above, without its way; "" if there is none, or several."""
        goals = {end.rpartition(" - ")[2] for end in self._ends if end not in (HOLDS, CASTS)}
        return f" - {goals.pop()}" if len(goals) == 1 and "" not in goals else ""

    @property
    def likely_goal(self) -> str:
        """Return the last space to which an order above goes; "" if what follows it is not plain."""
        last = next((end for end in reversed(self._ends) if end not in (HOLDS, CASTS)), "")
        return last.rpartition(" - ")[2]
