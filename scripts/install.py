"""Installs what a lock names into the environment that runs this, and the project itself: `python install.py LOCK`.

uv takes a third of pip's time. It reads no configuration of pip's, so it gets pip's settings as its own: a mirror that
pip is set to serves both. Where uv cannot be had or fails, pip installs.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV_LOCK = ROOT / "scripts" / "requirements.lock"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
# A setting of pip's, and the variable with which uv is told the same.
VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "proxy": "ALL_PROXY",
    "cache-dir": "",
}
SEPARATORS = {"UV_FIND_LINKS": ","}
SECTIONS = ("global", "install", ":env:")  # a later one wins
SECONDS_BETWEEN_LINES = 5.0


def main(lock: Path) -> None:
    """Install a lock, then the project.

    Args:
        lock: the file, with a hash of every package.
    """
    count = sum("==" in line and not line.startswith((" ", "#")) for line in lock.read_text().splitlines())
    with spoken(f"Installing {count} packages"):
        uv = uv_program()
        if not (uv and installs(uv, lock)):
            print("pip installs instead, which takes longer ...", flush=True)
            run([*PIP, "install", "-qq", "--no-compile", "--require-hashes", "-r", lock])
        # hatchling is in the lock, so that nothing is fetched unpinned.
        run([*PIP, "install", "-qq", "--no-deps", "--no-build-isolation", "--editable", ROOT])


@contextmanager
def spoken(what: str) -> Iterator[None]:
    """Say what is done, and every few seconds that it goes on."""
    began, has_ended = time.monotonic(), threading.Event()

    def speak() -> None:
        while not has_ended.wait(SECONDS_BETWEEN_LINES):
            print(f"{what}: {time.monotonic() - began:.0f} s", flush=True)

    print(f"{what} into .venv, once ...", flush=True)
    speaking = threading.Thread(target=speak, daemon=True)
    speaking.start()
    try:
        yield
    finally:
        has_ended.set()
        speaking.join()
    print(f"{what}: done in {time.monotonic() - began:.0f} s", flush=True)


def uv_program() -> Path | None:
    """uv, installed beside Python if it is not there; None if it cannot be had."""
    uv = Path(sys.executable).parent / "uv"
    if not uv.exists() and not succeeds([*PIP, "install", "-qq", "--no-compile", "--require-hashes", "-r", UV_LOCK]):
        return None
    return uv if uv.exists() else None


def uv_settings() -> dict[str, str]:
    """The environment for uv: what pip is set to, unless uv's own variable says otherwise."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout
    # As pip, take the best version that any index has; the hashes say whether it is the right one.
    settings = {"UV_INDEX_STRATEGY": "unsafe-best-match", "UV_PYTHON": sys.executable}
    return settings | dict(of_pip(listed)) | os.environ


def of_pip(listed: str) -> Mapping[str, str]:
    """The variables for uv that say what `pip config list` says.

    Args:
        listed: its output: lines like `global.index-url='https://mirror/simple'`.
    """
    found: dict[str, str] = {}
    lines = [line.partition("=") for line in listed.splitlines() if "=" in line]
    for section in SECTIONS:
        for name, _, value in lines:
            variable = VARIABLES.get(name.removeprefix(f"{section}."), "") if name.startswith(f"{section}.") else ""
            if variable:
                words = " ".join(shlex.split(value)).split()
                found[variable] = SEPARATORS.get(variable, " ").join(words)
    return found


def installs(uv: Path, lock: Path) -> bool:
    """Let uv install a lock: what it downloads is shown, but not the list of all packages."""
    words = [uv, "pip", "install", "--require-hashes", "-r", lock]
    with subprocess.Popen(words, env=uv_settings(), stderr=subprocess.PIPE, text=True) as program:
        for line in program.stderr or ():
            if not line.startswith((" + ", " - ", " ~ ")):
                print(line, end="", flush=True)
    return program.returncode == 0


def succeeds(words: list[str | Path]) -> bool:
    """Run a program; what it prints is shown."""
    return subprocess.run(words, check=False).returncode == 0


def run(words: list[str | Path]) -> None:
    """Run a program that has to succeed; its exit status is this one's."""
    status = subprocess.run(words, check=False).returncode
    if status:
        raise SystemExit(status)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
