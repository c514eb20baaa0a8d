"""Does the compiled engine speak?  The hot modules of the rules as machine code, where there is any.

`hatch_build.py` compiles them for a wheel, and for a checkout at `make compiled`, into `machine_code` beside
this file. `SOURCES` there tells, by their hashes, of what sources they were made. They are taken only if each
of these sources is still the same to the byte, and all of them or none. Else, where nothing was compiled, and
wherever ADJUDICATOR_PURE=1 is set, the same modules run as they are written. Both give the same bytes.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import msgspec

PACKAGE = Path(__file__).parent
FOLDER = PACKAGE / "machine_code"
SOURCES = "sources.json"  # of each source, by its path from the package: the SHA-256
PURE = "ADJUDICATOR_PURE"  # in the environment: nothing compiled is taken


class Compiled(MetaPathFinder):
    """Finds the compiled modules before their sources are found."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        file = self._files.get(fullname)
        return spec_from_file_location(fullname, file) if file else None


def hashes(names: Sequence[str]) -> dict[str, str]:
    """The SHA-256 of sources, by their paths from the package."""
    return {name: sha256((PACKAGE / name).read_bytes()).hexdigest() for name in names}


def is_up_to_date(folder: Path = FOLDER) -> bool:
    """Was what lies in *folder* made of the sources as they are?"""
    try:
        made_of = msgspec.json.decode((folder / SOURCES).read_bytes(), type=dict[str, str])
        return made_of == hashes(list(made_of))
    except FileNotFoundError:
        return False  # nothing was compiled, or one of its sources is gone


def is_taken() -> bool:
    """Do the compiled modules speak in this process?"""
    return any(isinstance(finder, Compiled) for finder in sys.meta_path)


def take() -> None:
    """Let the compiled modules speak from now on, if they may."""
    if os.environ.get(PURE) or not is_up_to_date():
        return
    suffix = EXTENSION_SUFFIXES[0]
    files = {file.name.removesuffix(suffix): file for file in FOLDER.glob(f"*{suffix}")}
    if files:
        sys.meta_path.insert(0, Compiled(files))
