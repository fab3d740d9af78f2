"""Parquet, where it is installed: an extra that tables and databases need."""

from __future__ import annotations

from typing import Any

from solver.errors import InvalidInput


def parquet_modules() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module.

    Raises InvalidInput, with the line that installs them, where they are missing.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InvalidInput(
            "Parquet needs pyarrow",
            ".parquet",
            "the extra [tables] (pip install '.[tables]'), or another format",
        ) from None
    return pyarrow, pyarrow.parquet
