"""What the tests of the service and of its page share: services, a browser, somebody at the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.browsing import Guest, chromium, visiting
from tests.service.servers import Served, served


@pytest.fixture(scope="session")
def service() -> Iterator[Served]:
    """Serve for the tests that only ask."""
    with served("--jobs", "1") as found:
        yield found


@pytest.fixture(scope="session")
def page_server() -> Iterator[Served]:
    """Serve for all tests of the page, with one worker."""
    with served("--jobs", "1") as found:
        yield found


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """Run one browser for all tests of the page."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def guest(chrome: Any, page_server: Served) -> Iterator[Guest]:
    """Sit down at the page with a phone; nothing may be complained of or come from elsewhere."""
    with visiting(chrome, page_server.address) as guest:
        yield guest
    assert not guest.complaints
    assert not guest.elsewhere
