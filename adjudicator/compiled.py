# ruff: noqa: PTH118, PTH120, PTH123, PTH208
"""Does the compiled engine speak?  The hot modules of the rules as machine code, where there is any.

`hatch_build.py` compiles them for a wheel, and for a checkout at `make compiled`, into `machine_code` beside
this file. `SOURCES` there tells, by their hashes, of what sources they were made. They are taken only if each
of these sources is still the same to the byte, and all of them or none. Else, where nothing was compiled, and
wherever ADJUDICATOR_PURE=1 is set, the same modules run as they are written. Both give the same bytes.

Every start pays for this file: `importlib.abc` and `pathlib` would bring in what unpacks archives.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

import msgspec

PACKAGE = os.path.dirname(__file__)
FOLDER = os.path.join(PACKAGE, "machine_code")
SOURCES = "sources.json"  # of each source, by its path from the package: the SHA-256
PURE = "ADJUDICATOR_PURE"  # in the environment: nothing compiled is taken


class Compiled:
    """Finds the compiled modules before their sources are found; see `importlib.abc.MetaPathFinder`."""

    def __init__(self, files: Mapping[str, str]) -> None:
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
    return {name: sha256(_read(PACKAGE, name)).hexdigest() for name in names}


def _read(folder: str | os.PathLike[str], name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def is_up_to_date(folder: str | os.PathLike[str] = FOLDER) -> bool:
    """Was what lies in *folder* made of the sources as they are?"""
    try:
        made_of = msgspec.json.decode(_read(folder, SOURCES), type=dict[str, str])
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
    found = [name for name in os.listdir(FOLDER) if name.endswith(suffix)]
    files = {name.removesuffix(suffix): os.path.join(FOLDER, name) for name in found}
    if files:
        sys.meta_path.insert(0, Compiled(files))
