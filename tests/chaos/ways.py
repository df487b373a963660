"""The ways to grade that are disturbed: here or on a cluster, with a gradebook in SQLite or in PostgreSQL."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

from tests.chaos.remains import Remains, remains
from tests.chaos.rounds import Killer, Round, Scene, differences
from tests.chaos.targets import WORKER, Target, connections, of_every_run, processes
from tests.chaos.troubled_machine import ScarceMemory
from tests.chaos.workers import Workers
from tests.postgresql_server import new_database


@dataclass(frozen=True)
class Way:
    """A way to grade.

    Args:
        name: a word.
        server: the address of PostgreSQL; empty for SQLite.
        workers: those of the cluster that examines; None for the embedded pool.
        weight: how often a worker is killed, beside the others.
    """

    name: str
    server: str = ""
    workers: Workers | None = None
    weight: int = 3

    def quiet(self, scene: Scene) -> tuple[Round, Remains]:
        """Grade undisturbed: what happened, and what that leaves."""
        course = scene.copy(f"{self.name}_quiet", self._database("quiet"))
        done = scene.grade(course, *self._options())
        assert done.starts == 1, done.sentences
        return done, remains(course)

    def disturbed(self, scene: Scene, seed: int, kills: int, quiet: Remains) -> tuple[Round, list[str]]:
        """Grade while so many are killed, by this seed: what happened, and what is not as it should be."""
        database = self._database(str(seed))
        course = scene.copy(f"{self.name}_{seed}", database)
        memory = ScarceMemory(f"{course.root.name}_{os.getpid()}", self.workers.holder if self.workers else _itself)
        targets = [*self._targets(database), memory.target]
        killer = Killer(targets, random.Random(seed), kills, course, scene.submissions)
        try:
            done = scene.grade(course, *self._options(), killer=killer)
        finally:
            memory.remove()
        found = differences(remains(course), quiet)
        shutil.rmtree(course.root)
        return done, found

    def _database(self, name: str) -> str:
        return new_database(self.server, f"{self.name}_{name}") if self.server else ""

    def _options(self) -> list[str]:
        return ["--scheduler", self.workers.address] if self.workers else []

    def _targets(self, database: str) -> Iterator[Target]:
        workers = self.workers
        yield from of_every_run(workers.holder if workers else _itself)
        if workers:
            yield processes(WORKER, workers.all_at_work, self.weight)
        if database:
            yield connections(database)


def _itself(grader: psutil.Process) -> psutil.Process:
    return grader
