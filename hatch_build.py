"""Compile the hot modules of the rules with mypyc: into a wheel, or into this checkout (`make compiled`).

The extension modules are put beside their sources; Python prefers them to the sources when it imports a
module. Without mypyc or a C compiler, or with ADJUDICATOR_PURE=1, the wheel has only the sources. Both kinds
of wheel adjudicate exactly alike. An editable install is never compiled.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
MODULES = (  # compiled into one library, in which they call each other directly
    "adjudicator.core.encoding",
    "adjudicator.core.solving",
    "adjudicator.downfall_xiii.ground",
    "adjudicator.downfall_xiii.language.standing",
    "adjudicator.downfall_xiii.options",
    "adjudicator.downfall_xiii.resolve.alignments",
    "adjudicator.downfall_xiii.resolve.battle_lines",
    "adjudicator.downfall_xiii.resolve.before_the_turn",
    "adjudicator.downfall_xiii.resolve.company",
    "adjudicator.downfall_xiii.resolve.embarking",
    "adjudicator.downfall_xiii.resolve.journeys",
    "adjudicator.downfall_xiii.resolve.movement",
    "adjudicator.downfall_xiii.resolve.order_collection",
    "adjudicator.downfall_xiii.resolve.ownership",
    "adjudicator.downfall_xiii.resolve.perils",
    "adjudicator.downfall_xiii.resolve.pieces.destroying",
    "adjudicator.downfall_xiii.resolve.pieces.encounters",
    "adjudicator.downfall_xiii.resolve.second_moves",
    "adjudicator.downfall_xiii.resolve.stacks",
    "adjudicator.downfall_xiii.resolve.supports",
    "adjudicator.downfall_xiii.resolve.turn_state",
    "adjudicator.middle_earth.language.standing",
    "adjudicator.middle_earth.resolve.battle",
    "adjudicator.middle_earth.resolve.pieces",
    "adjudicator.standard.resolve.adjustments",
    "adjudicator.standard.resolve.attacks",
    "adjudicator.standard.resolve.board_tables",
    "adjudicator.standard.resolve.causes",
    "adjudicator.standard.resolve.convoys",
    "adjudicator.standard.resolve.counts",
    "adjudicator.standard.resolve.decisions",
    "adjudicator.standard.resolve.movement",
    "adjudicator.standard.resolve.phases",
    "adjudicator.standard.resolve.retreats",
    "adjudicator.standard.resolve.strengths",
    "adjudicator.standard.resolve.victory",
)
TIMEOUT = 900  # seconds


class CustomBuildHook(BuildHookInterface[Any]):
    """Add the extension modules to a wheel, and tag the wheel with the platform they are for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or os.environ.get("ADJUDICATOR_PURE"):
            return
        self._built = TemporaryDirectory()
        command = [sys.executable, __file__, self._built.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT)  # noqa: S603
        if done.returncode:
            reason = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
            self.app.display_warning(f"The rules are not compiled: {reason}")
            return
        for file in filter(Path.is_file, Path(self._built.name).rglob("*")):
            build_data["force_include"][str(file)] = file.relative_to(self._built.name).as_posix()
        build_data["pure_python"], build_data["infer_tag"] = False, True


def compile_into(folder: Path) -> None:
    """Build the extension modules below *folder*, at the same relative paths as their sources.

    Raises ImportError without mypyc, and SystemExit or an error of setuptools if compiling fails.
    """
    from mypyc.build import mypycify  # noqa: PLC0415  (not needed for a pure wheel)
    from setuptools import Distribution  # noqa: PLC0415

    os.chdir(ROOT)
    sources = [module.replace(".", "/") + ".py" for module in MODULES]
    with TemporaryDirectory() as scratch:
        options = ["--config-file=", "--strict", f"--cache-dir={scratch}/cache"]
        extensions = mypycify(
            [*options, *sources],
            opt_level="2",
            debug_level="0",
            target_dir=scratch,
            group_name="downfall_by_mail",
        )
        build = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(folder), scratch
        build.ensure_finalized()
        build.run()


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).absolute())
