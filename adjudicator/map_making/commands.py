"""The shell commands for maps: `adjudicator board new`, `check` and `import`."""

import argparse
import json
from importlib.util import find_spec
from pathlib import Path

from adjudicator.core.board import Board, load
from adjudicator.core.board_rows import BoardError
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.package_files import text_beside
from adjudicator.drawing.ground import file_of, ground_of
from adjudicator.map_making import checking, dpjudge, jdip
from adjudicator.map_making.imported import one_sided, written

WRONG = 1
MOST_PRINTED = 100  # faults; the rest are only counted
NEEDED = ("networkx", "shapely")


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `board` with its parts to the commands of the shell."""
    board = commands.add_parser("board", help="make, check or import a map for the standard rules")
    parts = board.add_subparsers(metavar="PART", required=True)

    part = parts.add_parser("new", help="draw the map in FOLDER from its borders: FOLDER/board.geojson")
    part.add_argument("folder", type=Path, metavar="FOLDER")
    part.set_defaults(run=_new)

    part = parts.add_parser("check", help="report everything that is wrong with the map in FOLDER")
    part.add_argument("folder", type=Path, metavar="FOLDER")
    part.set_defaults(run=_check)

    part = parts.add_parser("import", help="write FOLDER/board.toml from a map of jDip (XML) or the DPjudge")
    part.add_argument("file", type=Path, metavar="FILE")
    part.add_argument("folder", type=Path, metavar="FOLDER")
    part.add_argument("--variant", default="", metavar="NAME", help="of several in FILE; else the first")
    part.set_defaults(run=_import)


def package_in(folder: Path) -> str:
    """Return the folder as the name of a board. Raises ValueError if there is no board in it."""
    if not (folder / "board.toml").is_file():
        raise ValueError(f"there is no board.toml in {folder}")
    return str(folder.resolve())


def _new(asked: argparse.Namespace) -> int:
    package = package_in(asked.folder)
    if faults := checking.faults(package):
        return _refuse(faults)
    if not _can_draw():
        raise ValueError('drawing a map needs two more libraries: pip install "downfall-by-mail[maps]"')
    with IMPORTS:
        from adjudicator.map_making.geometry import drawn  # noqa: PLC0415  (which need not be installed)

    board = load(package)
    drawing = drawn(board, print)
    target = asked.folder / file_of(board)
    target.write_text(drawing, "utf-8")
    print(f"{target}: {len(board.provinces)} provinces drawn")
    return 0


def _check(asked: argparse.Namespace) -> int:
    package = package_in(asked.folder)
    faults = checking.faults(package) or _of_drawing(package)
    if faults:
        return _refuse(faults)
    for remark in checking.remarks(package):
        print(f"Is this meant? {remark}")
    board = load(package)
    _print(_of_places(board))
    print(f"{board.name}: {len(board.provinces)} provinces, nothing wrong")
    return 0


def _refuse(faults: list[str]) -> int:
    _print(faults[:MOST_PRINTED])
    more = f"; the first {MOST_PRINTED} are above" if len(faults) > MOST_PRINTED else ""
    print(f"{len(faults)} to mend{more}")
    return WRONG


def _of_drawing(package: str) -> list[str]:
    """Compare the board's own drawing with the facts, if the libraries for it are installed."""
    try:
        board = ground_of(package).board
    except BoardError as fault:
        return [str(fault)]
    if board.drawing != package or not _can_draw():
        return []
    with IMPORTS:
        from adjudicator.map_making.comparing import differences  # noqa: PLC0415
        from adjudicator.map_making.geometry import covered  # noqa: PLC0415

    drawing = text_beside(package, file_of(board))
    found = differences(board, drawing) or covered(json.loads(drawing)["features"])
    return [f"drawing, {difference}" for difference in found]


def _of_places(board: Board) -> list[str]:
    """Return a sentence if the places of units contradict the borders."""
    if not _can_draw():
        return []
    with IMPORTS:
        from adjudicator.map_making.geometry import contradictions  # noqa: PLC0415

    return contradictions(board)


def _can_draw() -> bool:
    return all(find_spec(name) for name in NEEDED)


def _import(asked: argparse.Namespace) -> int:
    is_xml = asked.file.suffix.lower() == ".xml"
    the_map = jdip.read(asked.file, asked.variant) if is_xml else dpjudge.read(asked.file)
    target = asked.folder / "board.toml"
    if target.exists():
        raise ValueError(f"{target} is there already; give another folder")
    asked.folder.mkdir(parents=True, exist_ok=True)
    key = asked.folder.resolve().name.replace("_", "-")
    target.write_text(written(the_map, key), "utf-8")
    _print(one_sided(the_map))
    print(f"{target}: {len(the_map.places)} provinces, {len(the_map.powers)} powers")
    print(f"Next: write who designed it (game.credits), then adjudicator board check {asked.folder}")
    return 0


def _print(sentences: list[str]) -> None:
    for sentence in sentences:
        print(sentence)
