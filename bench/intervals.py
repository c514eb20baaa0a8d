"""95 % confidence intervals for results of games."""

from collections.abc import Sequence
from math import sqrt

Z = 1.96


def share_interval(count: int, total: int) -> tuple[float, float, float]:
    """Return a share and its Wilson interval."""
    if not total:
        return 0.0, 0.0, 1.0
    share = count / total
    middle = (share + Z * Z / (2 * total)) / (1 + Z * Z / total)
    half = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total)) / (1 + Z * Z / total)
    return round(share, 3), round(max(0.0, middle - half), 3), round(min(1.0, middle + half), 3)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its interval, by the normal distribution."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    spread = sum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    half = Z * sqrt(spread / count) if count else 0.0
    return round(mean, 3), round(mean - half, 3), round(mean + half, 3)
