"""The loader of the joint search: what its cache's name depends on."""

from __future__ import annotations

import pytest

from solver import native
from solver.master import frames, solo_kernel


def test_the_fingerprint_tells_versions_and_processors_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = native.fingerprint(solo_kernel)
    assert own == native.fingerprint(solo_kernel)
    assert own != native.fingerprint(frames)
    monkeypatch.setattr(native.llvm, "get_host_cpu_name", lambda: "another")
    other_processor = native.fingerprint(solo_kernel)
    monkeypatch.undo()
    monkeypatch.setattr(native, "numba_version", lambda: b"0.0.0")
    other_version = native.fingerprint(solo_kernel)
    assert len({own, other_processor, other_version}) == 3
