"""The fonts of all pictures. They are part of the program, so the same SVG gives the same pixels."""

from collections.abc import Sequence
from functools import cache
from importlib import resources

FAMILY = "DejaVu Sans Condensed"
BOLD = "-Bold"  # in the name of a file with bold letters


@cache
def paths() -> Sequence[str]:
    """Return the font files, sorted by name."""
    with resources.as_file(resources.files("pbem.pictures") / "fonts") as folder:
        return [str(path) for path in sorted(folder.glob("*.ttf"))]
