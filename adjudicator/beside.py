"""What does a file say that lies beside a package's code: its board, its rules, a page of help?

By `pkgutil`, which a start can afford; `importlib.resources` brings in what unpacks archives.
"""

from pkgutil import get_data


def text_beside(package: str, name: str) -> str:
    """The text of a file in a package. Raises OSError if there is none."""
    return (get_data(package, name) or b"").decode("utf-8")
