"""One service for the tests that only ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.servers import Served, served


@pytest.fixture(scope="session")
def service() -> Iterator[Served]:
    with served("--jobs", "1") as found:
        yield found
