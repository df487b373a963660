"""A PostgreSQL server of the tests' own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


def programs() -> Path | None:
    """The folder of the server's programs, if it is installed."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return installed[-1] if installed else None


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server that is reached through a socket in its folder; yields where its databases are, but for the name."""
    place = programs()
    assert place is not None
    as_user: list[str] = []
    if os.geteuid() == 0:  # a server refuses to run as root
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres", "postgres")
        for parent in folder.parents[:2]:
            parent.chmod(0o755)

    def run(*words: object) -> None:
        subprocess.run([*as_user, *map(str, words)], check=True, capture_output=True, cwd=folder)

    run(place / "initdb", "-D", folder / "data", "-U", "course", "--auth=trust", "--no-sync", "-E", "UTF8")
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    run(place / "pg_ctl", "-D", folder / "data", "-o", options, "-l", folder / "log", "-w", "start")
    try:
        yield f"postgresql+psycopg://course@/{{}}?host={folder}"
    finally:
        run(place / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")


def new_database(address: str, name: str) -> str:
    """Make a database on the server; its address, as SQLAlchemy has it."""
    with psycopg.connect(plain(address.format("postgres")), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.format(name)


def plain(url: str) -> str:
    """The address as PostgreSQL's own library has it."""
    return url.replace("+psycopg", "")
