"""Answers kept by canonical form, so that the same question is computed once.

What is kept is bounded in bytes; what was asked least recently goes first.
"""

from __future__ import annotations

from collections import OrderedDict

from cli.service.content import Content

#: Bytes that an entry takes beside its key and its content, roughly.
OVERHEAD = 400


class Cache:
    """Answers by key, at most ``most_bytes`` in all.

    >>> cache, one = Cache(most_bytes=1000), Content(b"1", '"tag"')
    >>> cache.put(b"a", one), cache.put(b"b", one), cache.get(b"a") is one, cache.put(b"c", one)
    (None, None, True, None)
    >>> cache.get(b"b"), cache.get(b"a") is one
    (None, True)
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self.hits = 0
        self.misses = 0
        self._kept: OrderedDict[bytes, tuple[Content, int]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many answers are kept."""
        return len(self._kept)

    def get(self, key: bytes) -> Content | None:
        """Return the answer, if it is kept."""
        if key not in self._kept:
            self.misses += 1
            return None
        self.hits += 1
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def has(self, key: bytes) -> bool:
        """Return whether an answer is kept, without asking for it."""
        return key in self._kept

    def put(self, key: bytes, content: Content) -> None:
        """Keep an answer, or take note of its size again; those asked least recently make room."""
        self._forget(key)
        size = len(key) + content.size + OVERHEAD
        self._kept[key] = content, size
        self.bytes += size
        while self.bytes > self.most_bytes:
            self._forget(next(iter(self._kept)))

    def _forget(self, key: bytes) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self.bytes -= size
