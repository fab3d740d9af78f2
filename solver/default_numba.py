"""Numba with its own settings, whatever the environment and the current folder say.

``NUMBA_…`` in the environment and ``.numba_config.yaml`` in the folder that a program was started
in may switch the compiler off, have it print on standard output, or stop its import; kept code
must not depend on them either.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

#: What the variables of Numba begin with.
PREFIX = "NUMBA_"

#: What Numba reads its file of settings with; without it, it reads none.
READER = "yaml"


@contextlib.contextmanager
def default_numba() -> Iterator[Any]:
    """Give Numba, imported if it is not yet, with its own settings as long as this lasts."""
    settings = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(PREFIX)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba's, of a file that it cannot read
        try:
            config = _imported().core.config
            file, config._config_fname = config._config_fname, ""
            try:
                config.reload_config()
                yield sys.modules["numba"]
            finally:
                config._config_fname = file
        finally:
            os.environ.update(settings)


def _imported() -> Any:
    if "numba" not in sys.modules:
        modules: dict[str, Any] = sys.modules
        reader = {READER: modules[READER]} if READER in modules else {}
        modules[READER] = None
        try:
            import numba  # noqa: F401
        finally:
            del modules[READER]
            modules.update(reader)
    return sys.modules["numba"]
