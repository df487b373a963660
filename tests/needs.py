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
def _namespaces() -> bool:
    if shutil.which("unshare") is None:
        return False
    as_user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    command = ["unshare", *as_user, "--mount", "--pid", "--net", "--fork", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@cache
def _irkernel() -> bool:
    if shutil.which("Rscript") is None:
        return False
    command = ["Rscript", "--vanilla", "-e", "quit(status = !requireNamespace('IRkernel'))"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


NEEDS = {
    "Chromium": Need(lambda: bool(CHROMIUM), "scripts/system-packages installs it, as root"),
    "PostgreSQL": Need(
        lambda: postgresql_server.programs() is not None, "scripts/system-packages installs it, as root"
    ),
    "JupyterHub": Need(
        lambda: bool(PROXY) and importlib.util.find_spec("jupyterhub") is not None,
        "scripts/system-packages installs its proxy, as root",
    ),
    "IRkernel": Need(_irkernel, "scripts/system-packages installs it, as root"),
    "bash_kernel": Need(
        lambda: shutil.which("bash") is not None and importlib.util.find_spec("bash_kernel") is not None,
        "pip install bash_kernel",
    ),
    "namespaces": Need(_namespaces, "the kernel must let this user make them, and the program unshare be there"),
    "debootstrap": Need(
        lambda: shutil.which("debootstrap") is not None, "scripts/system-packages installs it, as root"
    ),
    "root": Need(lambda: os.geteuid() == 0, "run the tests as root"),
    "atheris": Need(
        lambda: importlib.util.find_spec("atheris") is not None,
        "it is made for Linux on x86-64, and for Python below 3.14",
        is_owed=False,
    ),
    "Python 3.11": Need(lambda: sys.version_info >= (3, 11), "the oldest Python has no notes of errors", is_owed=False),
    "a system with alarms": Need(lambda: sys.platform != "win32", "Windows has none", is_owed=False),
}
