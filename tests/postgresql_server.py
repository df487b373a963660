"""A PostgreSQL server of the tests' own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The folder of the server's programs, if it is installed."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return installed[-1] if installed else None


class Server:
    """A server that is reached through a socket in its folder.

    Attributes:
        address: where its databases are; only the name is to be put in.
    """

    def __init__(self, folder: Path) -> None:
        place = programs()
        assert place is not None
        self._folder, self._programs = folder, place
        self._as_user: list[str] = []
        self.address = f"postgresql+psycopg://course@/{{}}?host={folder}"
        if os.geteuid() == 0:  # a server refuses to run as root
            self._as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, "postgres", "postgres")
        self._run("initdb", "-D", folder / "data", "-U", "course", "--auth=trust", "--no-sync", "-E", "UTF8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c fsync=off"
        self._run("pg_ctl", "-D", self._folder / "data", "-o", options, "-l", self._folder / "log", "-w", "start")

    def stop(self) -> None:
        """End it at once, and all connections with it."""
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: object) -> None:
        if self._as_user:
            for parent in self._folder.parents:  # each time: other runs of pytest close the folder that they share
                if parent.stat().st_mode & 0o005 != 0o005:
                    parent.chmod(0o755)
        command = [*self._as_user, str(self._programs / program), *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self._folder)
        assert done.returncode == 0, done.stderr


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """A server, started."""
    found = Server(folder)
    found.start()
    try:
        yield found
    finally:
        found.stop()


def new_database(address: str, name: str) -> str:
    """Make a database on the server; its address, as SQLAlchemy has it."""
    import psycopg  # this file is asked for the server's programs in each run of the tests

    with psycopg.connect(plain(address.format("postgres")), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.format(name)


def plain(url: str) -> str:
    """The address as PostgreSQL's own library has it."""
    return url.replace("+psycopg", "")
