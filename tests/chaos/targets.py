"""What can be killed, or paused, while a run lasts."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import psutil
import psycopg

from tests.examination.running import of_kind
from tests.postgresql_server import plain

WORKER = "worker"


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


Found = Callable[[psutil.Process], Iterable[psutil.Process]]
"""Finds processes of a run, from the grader's."""

# How long what is paused stays so: longer than the small course lets a cell take, or shorter.
_PAUSE_SECONDS = (0.5, 6.0)


def processes(name: str, found: Found, weight: int = 1) -> Target:
    """Processes that belong to a run."""
    return _one_of(name, found, weight, lambda process, _: process.kill())


def paused(name: str, found: Found, weight: int = 1) -> Target:
    """Processes that belong to a run, which are stopped and go on after a while."""

    def pause(process: psutil.Process, chance: random.Random) -> None:
        process.suspend()
        threading.Timer(chance.uniform(*_PAUSE_SECONDS), _resume, [process]).start()

    return _one_of(f"paused {name}", found, weight, pause)


def _one_of(name: str, found: Found, weight: int, disturb: Callable[[psutil.Process, random.Random], None]) -> Target:
    def chosen(grader: psutil.Process, chance: random.Random) -> bool:
        with suppress(psutil.Error):
            if living := list(found(grader)):
                disturb(chance.choice(living), chance)
                return True
        return False

    return Target(name, chosen, weight)


def _resume(process: psutil.Process) -> None:
    with suppress(psutil.Error):
        process.resume()


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


def of_every_run(holders: Callable[[psutil.Process], psutil.Process]) -> list[Target]:
    """What every run has: the grader, and the processes of its examinations.

    Whoever adds processes to a run, on other machines or here, adds them to this list.

    Args:
        holders: from the grader's process to the one that warm parents are under, which may be itself.
    """

    def warm(kind: str, is_child: bool) -> Found:
        return lambda grader: of_kind(holders(grader), kind, is_child)

    kinds = [  # what finds a kind, how often one is killed, and how often paused
        ("grader", lambda grader: [grader], 2, 2),
        ("runners' parent", warm("runner", is_child=False), 1, 1),
        ("judges' parent", warm("judge", is_child=False), 2, 1),
        ("runner", warm("runner", is_child=True), 4, 3),
        ("judge", warm("judge", is_child=True), 8, 6),
    ]
    killed = [processes(name, found, weight) for name, found, weight, _ in kinds]
    return [*killed, *(paused(name, found, weight) for name, found, _, weight in kinds)]
