"""What can be killed, or paused, while a run lasts."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
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


def processes(name: str, found: Callable[[psutil.Process], Iterator[psutil.Process]], weight: int = 1) -> Target:
    """Processes that belong to a run, by what finds them from the grader's."""

    def kill(grader: psutil.Process, chance: random.Random) -> bool:
        with suppress(psutil.Error):
            if living := list(found(grader)):
                chance.choice(living).kill()
                return True
        return False

    return Target(name, kill, weight)


# How long what is paused stays so: longer than the small course lets a cell take, or shorter.
_PAUSE_SECONDS = (0.5, 6.0)


def paused(name: str, found: Callable[[psutil.Process], Iterator[psutil.Process]], weight: int = 1) -> Target:
    """Processes that belong to a run, which are stopped and go on after a while."""

    def pause(grader: psutil.Process, chance: random.Random) -> bool:
        with suppress(psutil.Error):
            if living := list(found(grader)):
                chosen = chance.choice(living)
                chosen.suspend()
                threading.Timer(chance.uniform(*_PAUSE_SECONDS), _resume, [chosen]).start()
                return True
        return False

    return Target(f"paused {name}", pause, weight)


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

    def warm(kind: str, is_child: bool) -> Callable[[psutil.Process], Iterator[psutil.Process]]:
        return lambda grader: iter(of_kind(holders(grader), kind, is_child))

    return [
        processes("grader", lambda grader: iter([grader]), weight=2),
        processes("runners' parent", warm("runner", is_child=False)),
        processes("judges' parent", warm("judge", is_child=False), weight=2),
        processes("runner", warm("runner", is_child=True), weight=4),
        processes("judge", warm("judge", is_child=True), weight=8),
        paused("grader", lambda grader: iter([grader]), weight=2),
        paused("runners' parent", warm("runner", is_child=False)),
        paused("judges' parent", warm("judge", is_child=False)),
        paused("runner", warm("runner", is_child=True), weight=3),
        paused("judge", warm("judge", is_child=True), weight=6),
    ]
