"""Compiles the hot modules of the rules with mypyc: for a wheel, and for a checkout at `make compiled`.

gcc compiles them twice: games that the first library plays tell it what is often done, and it arranges the
second by that. Where there is no mypyc or no C compiler the wheel holds the modules as they are written, and
runs everywhere. With ADJUDICATOR_PURE=1 nothing is compiled. A checkout that is installed for working on it
(`make .venv`) is never compiled by itself. What is compiled, and what it was made of, lies in
`adjudicator/machine_code`; `adjudicator/compiled.py` tells when it is taken.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
MODULES = (  # the hot ones; together they are one library, in which they call each other directly
    "adjudicator.downfall_xiii.resolve.alignments",
    "adjudicator.downfall_xiii.resolve.company",
    "adjudicator.downfall_xiii.resolve.pieces.destroying",
    "adjudicator.downfall_xiii.resolve.embarking",
    "adjudicator.downfall_xiii.resolve.pieces.encounters",
    "adjudicator.downfall_xiii.resolve.turn_state",
    "adjudicator.downfall_xiii.resolve.before_the_turn",
    "adjudicator.downfall_xiii.resolve.stacks",
    "adjudicator.downfall_xiii.ground",
    "adjudicator.downfall_xiii.resolve.journeys",
    "adjudicator.downfall_xiii.resolve.battle_lines",
    "adjudicator.downfall_xiii.resolve.movement",
    "adjudicator.downfall_xiii.resolve.order_collection",
    "adjudicator.downfall_xiii.options",
    "adjudicator.downfall_xiii.resolve.ownership",
    "adjudicator.downfall_xiii.resolve.perils",
    "adjudicator.downfall_xiii.resolve.second_moves",
    "adjudicator.downfall_xiii.language.standing",
    "adjudicator.downfall_xiii.resolve.supports",
    "adjudicator.core.encoding",
    "adjudicator.middle_earth.resolve.battle",
    "adjudicator.middle_earth.resolve.pieces",
    "adjudicator.middle_earth.language.standing",
    "adjudicator.core.solving",
    "adjudicator.standard.resolve.adjustments",
    "adjudicator.standard.resolve.strengths",
    "adjudicator.standard.resolve.causes",
    "adjudicator.standard.resolve.counts",
    "adjudicator.standard.resolve.convoys",
    "adjudicator.standard.resolve.decisions",
    "adjudicator.standard.resolve.movement",
    "adjudicator.standard.resolve.phases",
    "adjudicator.standard.resolve.retreats",
    "adjudicator.standard.resolve.attacks",
    "adjudicator.standard.resolve.board_tables",
    "adjudicator.standard.resolve.victory",
)
LIBRARY = "downfall_by_mail"
# No other library calls or replaces what is inside, so a call may be direct and what is small be built in.
CALLED_FROM_INSIDE = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []
SECONDS = 900  # longer than this no compiler takes
# What gcc is told by; no game of the benchmark is among what is played.
PLAYED = ("standard", "downfall-xiii", "hardbop")
PLAY = (
    "from adjudicator.games import find; from adjudicator.robots.random_games import play;"
    " play(find({!r}), 'build', 1)"
)
COUNTING = ["-fprofile-generate"]
COUNTED = ["-fprofile-use", "-fprofile-correction", "-Wno-missing-profile"]


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the compiled modules into a wheel, and names the wheel after the machine that they are for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or os.environ.get("ADJUDICATOR_PURE"):
            return
        folder = Path(self.directory) / "machine_code"
        command = [sys.executable, __file__, folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603
        if done.returncode:
            reason = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
            self.app.display_warning(f"The rules are not compiled, and run as they are written: {reason}")
            return
        for file in folder.iterdir():
            build_data["force_include"][str(file)] = f"adjudicator/machine_code/{file.name}"
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        shutil.rmtree(Path(self.directory) / "machine_code", ignore_errors=True)


def compile_into(folder: Path) -> None:
    """Fill *folder* with the compiled modules and the hashes of what they were made of, unless it is so.

    Raises ImportError without mypyc, and a SystemExit or an error of setuptools if compiling fails.
    """
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    from adjudicator import compiled  # noqa: PLC0415
    from adjudicator.compiled import hashes, is_up_to_date  # noqa: PLC0415

    taken_here = Path(compiled.FOLDER)
    if is_up_to_date(folder) and _holds_all(folder):
        return
    shutil.rmtree(folder, ignore_errors=True)
    if folder != taken_here and is_up_to_date(taken_here) and _holds_all(taken_here):
        shutil.copytree(taken_here, folder)
        return
    made_of = hashes(sources())  # before compiling: what is edited meanwhile is not what was compiled
    with TemporaryDirectory() as scratch:
        _put(_build(Path(scratch), made_of), folder, made_of)


def _put(built: Path, folder: Path, made_of: dict[str, str]) -> None:
    from adjudicator.compiled import SOURCES  # noqa: PLC0415

    folder.mkdir(parents=True)
    for file in built.rglob("*.so"):
        shutil.copy(file, folder / ".".join(file.relative_to(built).parts))
    (folder / SOURCES).write_text(json.dumps(made_of, indent=1) + "\n", "utf-8")


def _holds_all(folder: Path) -> bool:
    """Not if a module was added to `MODULES` since."""
    return all((folder / f"{module}{EXTENSION_SUFFIXES[0]}").exists() for module in MODULES)


def _build(scratch: Path, made_of: dict[str, str]) -> Path:
    """The folder with the extension modules."""
    from mypyc.build import mypycify  # noqa: PLC0415  (only where something is compiled)

    paths = [str(_path(module)) for module in MODULES]
    options = ["--config-file=", "--strict", f"--cache-dir={scratch / 'cache'}"]
    extensions = mypycify(
        [*options, *paths], opt_level="2", debug_level="0", target_dir=str(scratch / "c"), group_name=LIBRARY
    )
    for extension in extensions:
        extension.extra_compile_args += CALLED_FROM_INSIDE
    if "gcc" not in os.environ.get("CC", sysconfig.get_config_var("CC") or ""):
        return _compiled(extensions, scratch, [])
    rules = shutil.copytree(
        "adjudicator", scratch / "adjudicator", ignore=shutil.ignore_patterns("machine_code")
    )
    _put(_compiled(extensions, scratch, COUNTING), rules / "machine_code", made_of)
    return _compiled(extensions, scratch, COUNTED if all(_is_played(key, scratch) for key in PLAYED) else [])


def _is_played(key: str, scratch: Path) -> bool:
    """Was a game of it played to the end by the rules that are in *scratch*?"""
    code = f"import sys; sys.path.insert(0, {str(scratch)!r}); {PLAY.format(key)}"
    done = subprocess.run([sys.executable, "-P", "-c", code], check=False, timeout=SECONDS)  # noqa: S603
    return done.returncode == 0


def _compiled(extensions: Sequence[Any], scratch: Path, flags: Sequence[str]) -> Path:
    """The folder with what *extensions* become by a compiler that is told *flags* besides."""
    from setuptools import Distribution  # noqa: PLC0415

    built = scratch / "built"
    shutil.rmtree(built, ignore_errors=True)
    for extension in extensions:
        own = [flag for flag in extension.extra_compile_args if flag not in COUNTING]
        extension.extra_compile_args, extension.extra_link_args = [*own, *flags], list(flags)
    build = Distribution({"name": LIBRARY, "ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp, build.force = str(built), str(scratch / "objects"), True
    build.ensure_finalized()
    build.run()
    return built


def sources() -> list[str]:
    """The modules to be compiled and all of ours that they import, by their paths from the package."""
    found: set[Path] = set()
    waiting = [_path(module) for module in MODULES]
    while waiting:
        path = waiting.pop()
        if path not in found and path.exists():
            found.add(path)
            waiting.extend(_imported(path))
    return sorted(path.relative_to("adjudicator").as_posix() for path in found)


def _imported(path: Path) -> list[Path]:
    """What a source may import from the rules; names in modules stand among them, without a file."""
    names = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [_path(name) for name in names if name.startswith("adjudicator")]


def _path(module: str) -> Path:
    return Path(*module.split(".")).with_suffix(".py")


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).absolute())
