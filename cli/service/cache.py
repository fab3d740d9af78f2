"""Answers kept by canonical form, so that the same question is computed once.

What is kept is bounded in bytes; what was asked least recently goes first.
"""

from __future__ import annotations

from collections import OrderedDict

#: Bytes that an entry takes beside its key and its document, roughly.
OVERHEAD = 200


class Cache:
    """Documents by key, at most ``most_bytes`` in all.

    >>> cache = Cache(most_bytes=500)
    >>> cache.put(b"a", b"1"), cache.put(b"b", b"2"), cache.get(b"a"), cache.put(b"c", b"3")
    (None, None, b'1', None)
    >>> cache.get(b"b"), cache.get(b"a")
    (None, b'1')
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self.hits = 0
        self.misses = 0
        self._documents: OrderedDict[bytes, bytes] = OrderedDict()

    def __len__(self) -> int:
        """Return how many documents are kept."""
        return len(self._documents)

    def get(self, key: bytes) -> bytes | None:
        """Return the document, if it is kept."""
        document = self._documents.get(key)
        if document is None:
            self.misses += 1
            return None
        self.hits += 1
        self._documents.move_to_end(key)
        return document

    def put(self, key: bytes, document: bytes) -> None:
        """Keep a document; those asked least recently make room for it."""
        self._forget(key)
        self._documents[key] = document
        self.bytes += _size(key, document)
        while self.bytes > self.most_bytes:
            self._forget(next(iter(self._documents)))

    def _forget(self, key: bytes) -> None:
        document = self._documents.pop(key, None)
        if document is not None:
            self.bytes -= _size(key, document)


def _size(key: bytes, document: bytes) -> int:
    return len(key) + len(document) + OVERHEAD
