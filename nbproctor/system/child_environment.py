"""The environment of the programs that the grader starts: nothing of the user's but what Python and its cache need."""

from __future__ import annotations

import os

# Threads of numerical libraries do not survive a fork, and each submission has one processor anyway.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "MALLOC_ARENA_MAX": "2",  # each arena takes 64 MB of the address space
    "LANG": "C.UTF-8",
}
# The user's settings for compiled modules hold here too: without them, each start compiles half of these tools.
_PASSED_ON_VARIABLES = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


def child_environment() -> dict[str, str]:
    """The environment; the secret seed, which the grader's own may hold, is not in it."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON_VARIABLES if name in os.environ}
    return {**_ENVIRONMENT, **passed_on, "PATH": os.environ.get("PATH", os.defpath)}
