"""Read the data files of a package: its board, its rules, its help.

This uses `pkgutil`, which loads quickly; `importlib.resources` imports archive modules.
"""

from importlib.util import find_spec
from pathlib import Path
from pkgutil import get_data


def text_beside(package: str, name: str) -> str:
    """Return the text of a file in a package, or in a folder (a path). Raises OSError if there is none."""
    if "/" in package:
        return Path(package, name).read_text("utf-8")
    found = get_data(package, name)
    return found.decode("utf-8") if found is not None else _text_in_folder(package, name)


def page_beside(package: str, name: str) -> str:
    """Return the same, or "" if there is none."""
    try:
        return text_beside(package, name) if package else ""
    except OSError:
        return ""


def _text_in_folder(package: str, name: str) -> str:
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    found = next((path for folder in folders if (path := Path(folder, name)).is_file()), None)
    if found is None:
        raise FileNotFoundError(f"no {name} in {package}")
    return found.read_text("utf-8")
