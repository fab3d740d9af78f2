"""Run a service until it is told to stop: the socket, the signals, the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import click
import uvicorn

from cli.ending import SIGNALS
from cli.service.app import Service, application
from cli.service.logs import log_to_stderr
from cli.service.protocol import PatientProtocol, ProxiedProtocol
from cli.service.settings import KEEP_TIME, Settings
from solver.answer import ExitCode
from solver.errors import InvalidInput
from solver.outputs import reason

logger = logging.getLogger(__name__)

#: Connections that the system may hold before they are taken.
BACKLOG = 1024

#: The host that stands for every address -> its family, and an address outside (RFC 5737, RFC 3849).
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),
    "::": (socket.AF_INET6, "2001:db8::1"),
}

#: Seconds from the end of running work to that of the connections.
CLOSE_TIME = 2


class Server(uvicorn.Server):
    """Uvicorn, with its signals left to :func:`run`."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections, and say so."""
        await super().startup(sockets)
        self._listening()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def run(settings: Settings) -> int:
    """Serve until SIGTERM (exit code 0) or Ctrl-C (130); raise InvalidInput where it cannot listen."""
    listener = listen(settings)
    log_to_stderr()
    return asyncio.run(_serve(settings, listener))


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say."""
    where = f"{settings.host}, port {settings.port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (socket.gaierror, UnicodeError) as error:
        right = "an address of this machine, such as 127.0.0.1"
        raise InvalidInput(f"cannot listen: {reason(error)}", where, right) from None
    except OSError as error:
        raise InvalidInput(f"cannot listen: {reason(error)}", where, "a free port") from None
    return listener


async def _serve(settings: Settings, listener: socket.socket) -> int:
    url = url_of(reachable(settings.host), listener.getsockname()[1])
    service = Service(settings)
    server = Server(
        uvicorn.Config(
            application(service),
            http=ProxiedProtocol if settings.url else PatientProtocol,
            loop="asyncio",
            ws="none",
            timeout_keep_alive=KEEP_TIME,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=int(settings.stop_time) + CLOSE_TIME,
        ),
        lambda: click.echo(f"burger serves at {url} (Ctrl-C ends it)"),
    )
    ended_by: list[int] = []
    stops: set[asyncio.Task[Any]] = set()

    def stop(number: int) -> None:
        if ended_by:
            service.hurry.set()
            return
        ended_by.append(number)
        stops.add(asyncio.ensure_future(service.stop()))
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(number, stop, number)
    await server.serve(sockets=[listener])
    if not server.started:
        return ExitCode.BAD_INPUT
    logger.info("stopped")
    return ExitCode.INTERRUPTED if signal.SIGINT in ended_by else ExitCode.ANSWERED


def reachable(host: str) -> str:
    """Return the address to type: where a service listens on all of them, the one that leads out."""
    if host not in EVERYWHERE:
        return host
    family, outside = EVERYWHERE[host]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket that is connected has its address; nothing is sent.
            probe.connect((outside, 1))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def url_of(host: str, port: int) -> str:
    """Return the address for a browser.

    >>> url_of("127.0.0.1", 8000), url_of("::1", 80)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
