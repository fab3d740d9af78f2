"""What a service counts, as Prometheus text."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from cli.service.cache import Cache
from cli.service.pool import Pool

#: Upper ends of the histogram's classes, in seconds: a cached answer to the longest allowed.
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The counters of one service."""

    def __init__(self, pool: Pool, cache: Cache) -> None:
        self._registry = CollectorRegistry()
        self._pool = pool
        self._cache = cache
        self._requests = Counter(
            "burger_requests", "Requests answered", ["path", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "burger_request_seconds",
            "Seconds from a request to its answer",
            ["path"],
            buckets=SECONDS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(self)

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request; path: of the route, not what was typed."""
        self._requests.labels(path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """Yield what pool and cache know."""
        pool, cache = self._pool, self._cache
        yield GaugeMetricFamily("burger_workers", "Workers that are up", pool.ready)
        yield GaugeMetricFamily("burger_workers_busy", "Workers with a request", pool.busy)
        yield GaugeMetricFamily("burger_waiting", "Requests that wait for a worker", pool.waiting)
        yield CounterMetricFamily("burger_workers_replaced", "Workers replaced", pool.replaced)
        yield GaugeMetricFamily("burger_cache_bytes", "Bytes of answers kept", cache.bytes)
        yield GaugeMetricFamily("burger_cache_answers", "Answers kept", len(cache))
        yield CounterMetricFamily("burger_cache_hits", "Answers found kept", cache.hits)
        yield CounterMetricFamily("burger_cache_misses", "Answers not kept", cache.misses)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)
