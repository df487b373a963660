"""Kills a portal and its graders at random moments; then compares what students hold with what the portal keeps.

`make kills` runs the long form: 200 kills during 10,000 uploads, graded on one machine, and on a Dask cluster. Each run
has a seed, which is printed. Beside what is killed, processes of examinations are paused now and then.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from signal import SIGKILL

import psutil

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.receipts import require_chain, verified
from nbproctor.portal.rehearsal.rehearsed_portals import RehearsedPortal
from nbproctor.portal.rehearsal.simulated_class import HandedInWork, SimulatedStudent
from nbproctor.results import Result
from tests.chaos.small_course import NAME, hand_in, make_course
from tests.chaos.targets import WORKER, Target, of_every_run, processes
from tests.chaos.workers import Workers, cluster

# What is killed, and how often beside the others. The processes of examinations are those of `make chaos`.
_PORTAL, _GRADER, _WORKER, _OF_EXAMINATIONS = 4, 3, 3, 3
_LONGEST_SECONDS_CLOSED = 2.0
_PATIENCE_SECONDS = 600.0


@dataclass
class Killed:
    """What students hold of a portal that was killed again and again."""

    handed_in: dict[int, HandedInWork] = field(default_factory=dict)  # with receipts, by its place among the files
    kills: Counter[str] = field(default_factory=Counter)  # and what was paused
    seconds: float = 0.0


class Killer(threading.Thread):
    """Kills now and then.

    Args:
        seed: of what is killed, and when.
        kills: how often; what is only paused does not count.
        pause: how many seconds pass between two disturbances, on the average.
        workers: those of the cluster that examines; None if this machine does.
    """

    def __init__(
        self, portal: RehearsedPortal, seed: int, kills: int, pause: float, workers: Workers | None = None
    ) -> None:
        super().__init__(daemon=True)
        self._portal = portal
        self._chance = random.Random(seed)
        self._kills = kills
        self._pause = pause
        self._workers = workers
        self._of_examinations = of_every_run(workers.holder if workers else lambda grader: grader)
        self.kills: Counter[str] = Counter()

    @property
    def killed(self) -> int:
        """How many were killed so far."""
        return sum(count for what, count in self.kills.items() if not what.startswith("paused"))

    def run(self) -> None:
        kinds = {"portal": _PORTAL, "grader": _GRADER, "": _OF_EXAMINATIONS}
        if self._workers:
            kinds[WORKER] = _WORKER
        while self.killed < self._kills:
            time.sleep(self._chance.expovariate(1 / self._pause))
            what = self._chance.choices(list(kinds), list(kinds.values()))[0]
            if what == "portal":
                self._portal.end(SIGKILL)
                time.sleep(self._chance.uniform(0, _LONGEST_SECONDS_CLOSED))
                self._portal.start()
                self.kills[what] += 1
            elif grader := self._grader():
                target = self._drawn(what)
                with suppress(psutil.Error):
                    self.kills[target.name] += target.kill(grader, self._chance)

    def _drawn(self, what: str) -> Target:
        if what == WORKER and self._workers:
            return processes(WORKER, self._workers.all_at_work)
        if what == "grader":
            return self._of_examinations[0]
        return self._chance.choices(self._of_examinations, [one.weight for one in self._of_examinations])[0]

    def _grader(self) -> psutil.Process | None:
        with suppress(psutil.Error, TypeError):
            for child in psutil.Process(self._portal.pid).children():
                if "nbproctor.portal.graders.grader_program" in child.cmdline():
                    return child
        return None


def disturbed(portal: RehearsedPortal, works: Sequence[Path], killer: Killer, pause: float) -> Killed:
    """Have students hand in all files while the portal is killed, and then wait for all their reports.

    The students take the files in turn, each one after the other, with so many seconds between them on the average.
    """
    killed, began = Killed(), time.monotonic()
    killer.start()
    asyncio.run(_all(portal, works, killer, pause, killed))
    killed.kills, killed.seconds = killer.kills, time.monotonic() - began
    return killed


async def _all(portal: RehearsedPortal, works: Sequence[Path], killer: Killer, pause: float, killed: Killed) -> None:
    async with AsyncExitStack() as opened:
        students = [
            await opened.enter_async_context(SimulatedStudent(portal.address, name, code, _PATIENCE_SECONDS))
            for name, code in portal.codes.items()
        ]

        async def one(place: int, student: SimulatedStudent) -> None:
            await student.log_in()
            for number in range(place, len(works), len(students)):
                await asyncio.sleep(random.expovariate(1 / pause))
                killed.handed_in[number] = await student.hand_in(NAME, works[number].read_bytes())

        await asyncio.gather(*(one(place, student) for place, student in enumerate(students)))
        await asyncio.to_thread(killer.join)
        while portal.folder.rows.read("SELECT 1 FROM jobs LIMIT 1"):
            await asyncio.sleep(1)
        for number, handed_in in killed.handed_in.items():
            await students[number % len(students)].wait_for_report(handed_in)


def differences(portal: RehearsedPortal, works: Sequence[Path], killed: Killed) -> Iterator[str]:
    """What is not as if nothing had happened."""
    rows = portal.folder.rows
    key = portal.folder.signer().public_key
    kept = {row["number"]: row for row in rows.read("SELECT * FROM submissions")}
    if len(kept) != len(works) or sorted(killed.handed_in) != list(range(len(works))):
        yield f"{len(works)} files: {len(killed.handed_in)} receipts are held, {len(kept)} submissions are kept"
    for number, handed_in in killed.handed_in.items():
        receipt, work = verified(handed_in.receipt, key), works[number].read_bytes()
        path = portal.folder.uploads.path(receipt.sha256)
        if not receipt.sha256 == handed_in.sha256 == sha256(work).hexdigest():
            yield f"the receipt of file {number} is of other bytes"
        elif not path.is_file() or path.read_bytes() != work:
            yield f"file {number} is not kept byte for byte"
        if receipt.number not in kept or bytes(kept[receipt.number]["receipt"]) != handed_in.receipt:
            yield f"the receipt of file {number} is not the one that is kept"
    try:
        require_chain([bytes(kept[number]["receipt"]) for number in sorted(kept)], key)
    except GradingError as broken:
        yield str(broken)
    for job in rows.read("SELECT * FROM jobs"):
        yield f"submission {job['submission']} is in the queue still"
    yield from _different_grades(portal, kept, killed)


def _different_grades(portal: RehearsedPortal, kept: dict[int, object], killed: Killed) -> Iterator[str]:
    grades = defaultdict(list)
    for row in portal.folder.rows.read("SELECT * FROM grades"):
        grades[row["submission"]].append(row)
    for number in kept:
        if len(grades[number]) != 1:
            yield f"submission {number} has {len(grades[number])} grades"
    of_kinds: dict[tuple[int, ...], dict[object, int]] = defaultdict(dict)
    for place, handed_in in killed.handed_in.items():
        for row in grades[handed_in.number]:
            result = Result.from_json(row["result"])
            if result.submission.sha256 != handed_in.sha256 and not result.submission.refused:
                yield f"the grade of file {place} is of other bytes"
            page = portal.folder.pages.path(row["page"])
            if not page.is_file() or sha256(page.read_bytes()).hexdigest() != row["page"]:
                yield f"the page of file {place} is not whole"
            outcomes = (result.score, *(exercise.outcome for exercise in result.exercises))
            of_kinds[_kind(place)].setdefault(outcomes, place)
    for different in of_kinds.values():
        if len(different) != 1:
            yield f"alike work has different outcomes: {different}"


def _kind(place: int) -> tuple[int, ...]:
    """Which of the answers of `small_course` a file has: files of the same kind get the same outcomes."""
    if place % 50 == 49:
        return (1,)
    of_its_own = place if place % 3 == 0 else 0  # what it returns depends on its number
    return of_its_own, place % 5 == 1, place % 7 == 2, place % 25 == 3, place % 25 == 13


def prepared(folder: Path, count: int, scheduler: str = "") -> tuple[Course, list[Path]]:
    """A small course, graded here or by a scheduler's cluster, and so many files to hand in.

    No two of the files are alike but those that are no notebooks.
    """
    course = make_course(folder / "course")
    with (course.root / "grading_config.py").open("a") as config:
        config.write(f"c.Grading.scheduler = {scheduler!r}\n")
    hand_in(course, folder / "works", count)
    return course, sorted((folder / "works").glob("*/*/*.ipynb"))


@contextmanager
def started_cluster(folder: Path) -> Iterator[Workers]:
    """A cluster that is started, in folders of its own within a folder."""
    own, scratch = folder / "cluster", folder / "scratch"
    own.mkdir(parents=True)
    scratch.mkdir()
    with cluster(own, scratch) as workers:
        yield workers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uploads", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--students", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3600, help="how long the students take to hand in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true", help="grade on a Dask cluster, whose workers are killed too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kills-") as name, ExitStack() as opened:
        folder, workers = Path(name), None
        if options.cluster:
            workers = opened.enter_context(started_cluster(folder))
        course, works = prepared(folder, options.uploads, workers.address if workers else "")
        names = [f"student-{number:03}" for number in range(1, options.students + 1)]
        portal = opened.enter_context(RehearsedPortal(course, NAME, folder / "portal", names))
        killer = Killer(portal, options.seed, options.kills, options.seconds / options.kills, workers)
        pause = options.seconds * options.students / options.uploads
        killed = disturbed(portal, works, killer, pause)
        found = list(differences(portal, works, killed))
    sent = sum(done.times_sent for done in killed.handed_in.values())
    print(f"seed {options.seed}: {len(killed.handed_in)} receipts, for {sent} uploads, in {killed.seconds:.0f} s")
    for what, count in sorted(killed.kills.items()):
        print(f"{count:6} {what}")
    print(f"{killer.killed:6} in all, without the paused")
    if found:
        print(*found[:40], sep="\n")
        sys.exit(f"{len(found)} differences")
    print("every receipt has its submission, its report and exactly one grade")


if __name__ == "__main__":
    main()
