"""Compile regular expressions that take long only on first use.

The first message needs the patterns of many languages; a process that parses no message needs none.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property

Found = re.Match[str] | None


class LazyPatterns:
    """A case-insensitive pattern, with the methods of `re.Pattern` that are used here."""

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._pattern, self._flags = pattern, flags | re.IGNORECASE

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern, self._flags)

    @cached_property
    def match(self) -> Callable[[str], Found]:
        return self._compiled.match

    @cached_property
    def search(self) -> Callable[[str], Found]:
        return self._compiled.search

    @cached_property
    def fullmatch(self) -> Callable[[str], Found]:
        return self._compiled.fullmatch

    @cached_property
    def finditer(self) -> Callable[[str], Iterator[re.Match[str]]]:
        return self._compiled.finditer
