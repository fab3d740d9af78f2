"""95% intervals for estimates: a share (Wilson) and a mean (normal).

Wilson, "Probable inference, the law of succession, and statistical inference",
JASA 22 (1927): it stays inside 0 to 1 and is honest for shares near the ends.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

#: Standard deviations on each side that hold 95% of a normal distribution.
Z95 = 1.959963984540054


def share_interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95% interval of a share, from its hits among independent trials.

    >>> low, high = share_interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share = hits / trials
    centre = share + Z95**2 / (2 * trials)
    spread = Z95 * math.sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2))
    scale = 1 + Z95**2 / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of a mean, from at least two independent samples.

    >>> mean_interval([1.0, 1.0, 1.0])
    (1.0, 1.0)
    """
    mean = statistics.fmean(values)
    spread = Z95 * statistics.stdev(values) / math.sqrt(len(values))
    return mean - spread, mean + spread
