"""Structured logs: one JSON object a line, on standard error."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import orjson

#: The logger of everything in this package.
LOGGER = "cli.service"


class JsonLines(logging.Formatter):
    """A record as one line of JSON; ``extra={"details": {...}}`` adds keys of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "details", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def log_to_stderr() -> None:
    """Send this package's and the server's records to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    levels = ((LOGGER, logging.INFO), ("uvicorn", logging.WARNING), ("asyncio", logging.WARNING))
    for name, level in levels:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
