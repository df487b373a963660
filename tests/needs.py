"""What some tests need that a machine may lack, and how to get it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tests import postgresql_server


@dataclass(frozen=True)
class Need:
    """A thing that a machine may lack.

    Args:
        is_here: whether this machine has it.
        cure: what to do where it is missing, a part of a sentence.
        is_owed: whether continuous integration must have it.
    """

    is_here: Callable[[], bool]
    cure: str
    is_owed: bool = True


PROXY = shutil.which("configurable-http-proxy") or ""
CHROMIUM = shutil.which("chromium") or ""


@cache
def _succeeds(*command: str) -> bool:
    return bool(shutil.which(command[0])) and subprocess.run(command, capture_output=True, check=False).returncode == 0


def _imports(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


_AS_USER = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
_UNSHARE = "unshare", *_AS_USER, "--mount", "--pid", "--net", "--fork", "true"
_IRKERNEL = "Rscript", "--vanilla", "-e", "quit(status = !requireNamespace('IRkernel'))"
_PACKAGED = "scripts/system-packages installs it, as root"

NEEDS = {
    "Chromium": Need(lambda: bool(CHROMIUM), _PACKAGED),
    "PostgreSQL": Need(lambda: postgresql_server.programs() is not None, _PACKAGED),
    "JupyterHub": Need(
        lambda: bool(PROXY) and _imports("jupyterhub"), "scripts/system-packages installs its proxy, as root"
    ),
    "IRkernel": Need(lambda: _succeeds(*_IRKERNEL), _PACKAGED),
    "bash_kernel": Need(lambda: bool(shutil.which("bash")) and _imports("bash_kernel"), "pip install bash_kernel"),
    "namespaces": Need(
        lambda: _succeeds(*_UNSHARE), "the kernel must let this user make them, and the program unshare be there"
    ),
    "debootstrap": Need(lambda: bool(shutil.which("debootstrap")), _PACKAGED),
    "root": Need(lambda: os.geteuid() == 0, "run the tests as root"),
    "atheris": Need(
        lambda: _imports("atheris"), "it is made for Linux on x86-64, and for Python below 3.14", is_owed=False
    ),
    "Python 3.11": Need(lambda: sys.version_info >= (3, 11), "the oldest Python has no notes of errors", is_owed=False),
    "a system with alarms": Need(lambda: sys.platform != "win32", "Windows has none", is_owed=False),
}
