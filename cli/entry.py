"""The first lines of the program: a Ctrl-C while the others are still being imported ends it quietly."""

from __future__ import annotations

import os
import signal

#: As for every interrupt (the design's exit codes).
INTERRUPTED = 130


def main() -> None:
    """Import the command line and run it."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    from cli.main import main as run

    run()
