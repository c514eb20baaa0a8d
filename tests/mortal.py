"""`pbem serve` that kills itself: SIGKILL, the Nth time that it comes by a named step of a spine.

MORTAL_STEP names the step ("" for never), MORTAL_COUNT says the how manieth time, MORTAL_SIGNAL whether it
is killed (KILL) or halted (STOP). Nothing is tidied up: no handler, no flush, no rollback of ours.
"""

import os
import signal
import sys

from pbem import __main__, intake, turn

STEPS = (*intake.STEPS, *turn.STEPS)


class Doom:
    """Counts one step, and ends the process when its time has come."""

    def __init__(self, fatal: str, left: int) -> None:
        self.fatal, self.left = fatal, left

    def __call__(self, step: str) -> None:
        assert step in STEPS, step
        self.left -= step == self.fatal
        if step == self.fatal and self.left == 0:
            os.kill(os.getpid(), signal.Signals[f"SIG{os.environ.get('MORTAL_SIGNAL', 'KILL')}"])


if __name__ == "__main__":
    intake.step = turn.step = Doom(os.environ["MORTAL_STEP"], int(os.environ["MORTAL_COUNT"]))
    sys.argv = ["pbem", "serve"]
    __main__.main()
