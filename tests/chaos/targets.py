"""What can be killed while a run lasts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import psutil
import psycopg
from postgresql_server import plain


@dataclass(frozen=True)
class Target:
    """One kind of thing that can be killed.

    Args:
        name: what it is called.
        kill: kills one of that kind that the run has, if it has one, and says whether it did.
        weight: how often it is chosen, beside the others.
    """

    name: str
    kill: Callable[[psutil.Process, random.Random], bool]
    weight: int = 1


def processes(name: str, found: Callable[[psutil.Process], Iterator[psutil.Process]], weight: int = 1) -> Target:
    """Processes that belong to a run, by what finds them from the grader's."""

    def kill(grader: psutil.Process, chance: random.Random) -> bool:
        with suppress(psutil.Error):
            if living := list(found(grader)):
                chance.choice(living).kill()
                return True
        return False

    return Target(name, kill, weight)


def connections(database: str) -> Target:
    """Connections to a database in PostgreSQL, which the server is told to end."""

    def kill(_: psutil.Process, chance: random.Random) -> bool:
        with psycopg.connect(plain(database), autocommit=True) as own:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            living = [row[0] for row in own.execute(f"SELECT pid {others} ORDER BY pid")]
            if not living:
                return False
            own.execute("SELECT pg_terminate_backend(%s)", [chance.choice(living)])
            return True

    return Target("connection", kill, weight=3)


def _grader(grader: psutil.Process) -> Iterator[psutil.Process]:
    yield grader


# A parent in a sandbox is the third of a line: before it come who started it, and who holds its namespaces.
_LINE = {"candidate": 3, "examiner": 1}


def _warm(kind: str, is_child: bool) -> Callable[[psutil.Process], Iterator[psutil.Process]]:
    def found(grader: psutil.Process) -> Iterator[psutil.Process]:
        for top in grader.children():
            with suppress(psutil.Error):
                if kind in top.cmdline()[-2:]:
                    yield from _at_depth(top, _LINE[kind], is_child)

    return found


def _at_depth(top: psutil.Process, line: int, is_child: bool) -> Iterator[psutil.Process]:
    depths = {top.ppid(): 0}
    for process in (top, *top.children(recursive=True)):  # each after its own parent
        with suppress(psutil.Error, KeyError):
            depths[process.pid] = depths[process.ppid()] + 1
            if (depths[process.pid] > line) == is_child:
                yield process


# Whoever adds processes to a run, on other machines or here, adds them to this list.
OF_EVERY_RUN = [
    processes("grader", _grader, weight=2),
    processes("candidates' parent", _warm("candidate", is_child=False)),
    processes("examiners' parent", _warm("examiner", is_child=False)),
    processes("candidate", _warm("candidate", is_child=True), weight=4),
    processes("examiner", _warm("examiner", is_child=True), weight=4),
]
