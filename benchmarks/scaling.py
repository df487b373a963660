"""How grading scales: submissions in flight, Dask workers, the number of submissions, and students of the portal.

Four tables, measured on one machine: the embedded pool with more and more in flight; a Dask cluster on this machine
with more and more workers of one thread, and, in turns with the embedded pool, with one worker of as many threads as
there are processors; more and more submissions, with the memory that the grader takes; and the portal, to which more
and more students submit within ten minutes. All are of the drawn class (`classes.py`). Run it with `make
bench-scaling`; it writes scaling.json, and from it scaling.md and the sizing table of docs/scaling.md.

Each of the first three is two runs, of a few submissions and of all: the difference is the time of the further
submissions. What was measured is written at once; `--resume` measures what a run that was cut off did not come to.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from classes import hand_in
from throughput import ASSIGNMENT, BIN, ROOT, copy_of_course, course_grade

from nbproctor.config import Course
from nbproctor.portal.rehearsal.rehearsal import RehearsalPlan, rehearsed
from nbproctor.portal.rehearsal.simulated_class import Percentiles
from nbproctor.portal.rehearsal.upload_curves import Curve

HERE = Path(__file__).parent
MEASURED, TABLE, SIZING = HERE / "scaling.json", HERE / "scaling.md", ROOT / "docs" / "scaling.md"
CLASS, FEW = "drawn", 30
LOOK_SECONDS = 0.2
LOOKS_FOR_MEMORY = 10  # the memory of all processes is looked at once in so many looks: that takes time itself
PRICE = 0.05  # dollars for an hour of a core: an example
TABLES = ("in_flight", "workers", "sizes")
PORTAL_SECONDS = 600.0
# As docs/scaling.md advises.
DASK = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s"}


@dataclass(frozen=True)
class Shape:
    """What is measured.

    Args:
        table: the table that it belongs to.
        how: with the embedded pool, or with which cluster.
        count: how many submissions.
        in_flight: the embedded pool's; 0 for as many as it takes by itself.
        workers: the cluster's; 0 for the embedded pool.
        threads: of each worker.
    """

    table: str
    how: str
    count: int
    in_flight: int = 0
    workers: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Run:
    """What was measured.

    Args:
        how: with the embedded pool, or with which cluster.
        count: how many submissions.
        seconds: of each further submission, in wall time.
        cpu: the processor time of all processes together, likewise.
        whole: of the whole run, with starting, in wall time.
        memory: the most that the grading process took, in bytes.
        workers_memory: the most that its warm parents and candidates, or the workers with theirs, took together.
        kinds: the processor time for each further submission in the grading process, the scheduler, and the rest.
    """

    how: str
    count: int
    seconds: float
    cpu: float
    whole: float
    memory: int
    workers_memory: int
    kinds: dict[str, float]


@dataclass(frozen=True)
class ExamDay:
    """What students of the portal waited for; each as the seconds of half of them, 95 %, 99 % and all.

    Args:
        students: how many submitted within `PORTAL_SECONDS`, most of them shortly before the end.
        receipt: from the beginning of an upload to its receipt.
        report: from its last byte to the report.
        without_report: how many have no report.
        memory: the most that portal and grader took, in bytes.
    """

    students: int
    receipt: list[float]
    report: list[float]
    without_report: int
    memory: int


def main() -> None:
    """Measure, and write."""
    options = _options()
    measured = json.loads(MEASURED.read_text()) if options.page or options.resume else _nothing()
    if options.resume and measured.get("class") != CLASS:
        sys.exit(f"{MEASURED} was measured with other submissions than the {CLASS} class: leave out --resume")
    if not options.page:
        _measure(_missing(_shapes(options), measured), measured)
        there = {day["students"] for day in measured.setdefault("portal", [])}
        _measure_portal([number for number in options.students if number not in there], measured)
    _write(measured)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--each", type=int, default=300, help="submissions of the first two tables")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 10_000], help="submissions of the third table")
    parser.add_argument("--students", type=int, nargs="*", default=[100, 200, 500, 1000, 2000], help="of the portal")
    parser.add_argument("--in-flight", type=int, nargs="*", default=[2, 4, 8])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--rounds", type=int, default=3, help="how often pool and cluster are compared, in turns")
    parser.add_argument("--resume", action="store_true", help="measure only what scaling.json does not have yet")
    parser.add_argument("--page", action="store_true", help="write the pages anew from scaling.json; measure nothing")
    return parser.parse_args()


def _nothing() -> dict[str, Any]:
    return {
        "assignment": ASSIGNMENT,
        "class": CLASS,
        "processors": os.cpu_count() or 1,
        **{table: [] for table in (*TABLES, "portal")},
    }


def _shapes(options: argparse.Namespace) -> Iterator[Shape]:
    each, processors = options.each, os.cpu_count() or 1
    for number in options.in_flight:
        yield Shape("in_flight", f"{number} in flight", each, in_flight=number)
    for _ in range(options.rounds):
        yield Shape("workers", f"embedded pool, {processors} in flight", each, in_flight=processors)
        yield _on_workers(each, 1, processors)
    for number in options.workers:
        yield _on_workers(each, number, 1)
    for size in options.sizes:
        yield Shape("sizes", f"{size:,} submissions", size)


def _on_workers(count: int, workers: int, threads: int) -> Shape:
    how = f"{workers} worker{'s' * (workers > 1)}, {threads} thread{'s' * (threads > 1)} each"
    return Shape("workers", how, count, workers=workers, threads=threads)


def _missing(shapes: Iterator[Shape], measured: dict[str, Any]) -> list[Shape]:
    """The shapes that have not been measured, or not so often."""
    there = Counter((table, run["how"], run["count"]) for table in TABLES for run in measured[table])
    missing = []
    for shape in shapes:
        key = shape.table, shape.how, shape.count
        if there[key]:
            there[key] -= 1
        else:
            missing.append(shape)
    return missing


def _measure(shapes: Sequence[Shape], measured: dict[str, Any]) -> None:
    """Measure these shapes; write what is there after each."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        course = copy_of_course(folder / "course")
        counts = {FEW, *(shape.count for shape in shapes)}
        submitted = {count: hand_in(CLASS, ASSIGNMENT, folder / str(count), count) for count in counts}
        course_grade(course, submitted[FEW])  # what is kept for the next run is there from now on
        for shape in shapes:
            if shape.count <= FEW:
                sys.exit(f"{shape.count} submissions are too few: the first {FEW} only show what starting takes")
            print(f"{shape.how}: {shape.count:,} submissions", file=sys.stderr, flush=True)
            run = _run(shape, course, submitted[FEW], submitted[shape.count], FEW)
            measured[shape.table].append(asdict(run))
            MEASURED.write_text(json.dumps(measured, indent=1) + "\n")


def _measure_portal(numbers: Sequence[int], measured: dict[str, Any]) -> None:
    """Have so many students submit to a portal; write what is there after each."""
    if not numbers:
        return
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        course = Course(copy_of_course(Path(folder) / "course"))
        for students in numbers:
            print(f"portal: {students:,} students", file=sys.stderr, flush=True)
            plan = RehearsalPlan(students, PORTAL_SECONDS, Curve.RUSH)
            outcome = rehearsed(course, ASSIGNMENT, plan, lambda *_: None)
            if outcome.problems:
                sys.exit(f"{len(outcome.problems)} things went wrong; the first: {outcome.problems[0]}")
            day = ExamDay(
                students=students,
                receipt=_seconds(outcome.receipts),
                report=_seconds(outcome.reports(is_bounded=True)),
                without_report=students - len(outcome.works),
                memory=max(outcome.memory),
            )
            measured["portal"].append(asdict(day))
            MEASURED.write_text(json.dumps(measured, indent=1) + "\n")


def _seconds(took: Percentiles) -> list[float]:
    return [took.p50, took.p95, took.p99, took.most]


def _run(shape: Shape, course: Path, few: Path, all_of_them: Path, number_of_few: int) -> Run:
    with ExitStack() as started:
        options: list[str] = []
        cluster: list[psutil.Process] = []
        if shape.workers:
            address, cluster = started.enter_context(_cluster(shape.workers, shape.threads))
            options = ["--scheduler", address]
            _graded(course, few, options, cluster)  # the workers start meanwhile, and import what they need
        elif shape.in_flight:
            options = ["--workers", str(shape.in_flight)]
        start = _graded(course, few, options, cluster)
        whole = _graded(course, all_of_them, options, cluster)
    further = shape.count - number_of_few
    kinds = {kind: (seconds - start.kinds[kind]) / further for kind, seconds in whole.kinds.items()}
    return Run(
        how=shape.how,
        count=shape.count,
        seconds=(whole.seconds - start.seconds) / further,
        cpu=sum(kinds.values()),
        whole=whole.seconds,
        memory=whole.memory,
        workers_memory=whole.workers_memory,
        kinds=kinds,
    )


@contextmanager
def _cluster(workers: int, threads: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """A scheduler and workers on this machine: its address, and the processes, the scheduler's first."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, ExitStack() as started:
        told, quiet = Path(folder) / "scheduler.json", subprocess.DEVNULL
        common = ["--no-dashboard", "--scheduler-file", str(told)]

        def start(*words: str) -> psutil.Process:
            command = [sys.executable, "-m", "dask", *words, *common]
            process = subprocess.Popen(command, cwd=folder, env={**os.environ, **DASK}, stdout=quiet, stderr=quiet)
            started.callback(process.wait)
            started.callback(process.send_signal, signal.SIGTERM)
            return psutil.Process(process.pid)

        processes = [start("scheduler", "--host", "127.0.0.1", "--port", "0")]
        while not (told.exists() and told.stat().st_size):
            time.sleep(LOOK_SECONDS)
        processes += [start("worker", "--no-nanny", "--nthreads", str(threads)) for _ in range(workers)]
        yield json.loads(told.read_text())["address"], processes


@dataclass(frozen=True)
class _Taken:
    """What one command took: wall time, memory, and processor time by who took it."""

    seconds: float
    memory: int
    workers_memory: int
    kinds: dict[str, float]


def _graded(course: Path, submitted: Path, options: Sequence[str], cluster: Sequence[psutil.Process]) -> _Taken:
    """Grade from nothing with these options, and watch."""
    output = course / "graded"
    shutil.rmtree(output, ignore_errors=True)
    command = [str(BIN / "course"), "grade", ASSIGNMENT, "--submitted", str(submitted), "--output", str(output)]
    before = [_own_and_ended(process) for process in cluster]
    began = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([*command, *options], cwd=course, stdout=subprocess.DEVNULL, stderr=said)
        memory, workers_memory = _watched(psutil.Process(process.pid), cluster[1:])
        seconds = time.perf_counter() - began
        own, ended = _own_and_ended(psutil.Process(process.pid))  # before it is waited for
        if process.wait():
            said.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{said.read().decode()}")
    _wait_for_children(cluster)
    taken = [_own_and_ended(one) for one in cluster]
    used = [sum(after) - sum(once) for after, once in zip(taken, before, strict=True)]
    kinds = {"grader": own, "scheduler": sum(used[:1]), "rest": ended + sum(used[1:])}
    return _Taken(seconds, memory, workers_memory, kinds)


def _watched(grader: psutil.Process, workers: Sequence[psutil.Process]) -> tuple[int, int]:
    """Wait until the grading has ended; the most memory that it took, and that those took who do the work."""
    memory = workers_memory = looks = 0
    while not os.waitid(os.P_PID, grader.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        memory = max(memory, _peak(grader))
        if looks % LOOKS_FOR_MEMORY == 0:
            workers_memory = max(workers_memory, sum(map(_unique, _others(workers or _children(grader)))))
        looks += 1
        time.sleep(LOOK_SECONDS)
    return memory, workers_memory


def _own_and_ended(process: psutil.Process) -> tuple[float, float]:
    """The processor seconds of a process itself, and of those children, and theirs, that have ended."""
    times = process.cpu_times()
    return times.user + times.system, times.children_user + times.children_system


def _wait_for_children(cluster: Sequence[psutil.Process]) -> None:
    """Wait until the workers have ended what they started: only then their own times have all of it."""
    while any(map(_children, cluster)):
        time.sleep(LOOK_SECONDS)


def _peak(process: psutil.Process) -> int:
    """The most memory that a process has had so far."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    return int(found[1]) << 10 if found else 0


def _children(process: psutil.Process) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return process.children()
    return []


def _others(tops: Sequence[psutil.Process]) -> Iterator[psutil.Process]:
    for top in tops:
        yield top
        with suppress(psutil.Error):
            yield from top.children(recursive=True)


def _unique(process: psutil.Process) -> int:
    """The memory that would be free without the process."""
    with suppress(psutil.Error):
        return int(process.memory_full_info().uss)
    return 0


# The pages.


def _write(measured: dict[str, Any]) -> None:
    runs = {name: _in_the_middle([Run(**one) for one in measured[name]]) for name in TABLES}
    if not all(runs.values()) or not measured["portal"]:
        sys.exit(f"{MEASURED.name} has not all tables yet: go on with --resume")
    page = _page(runs, measured)
    TABLE.write_text(page)
    print(page)
    before, _, rest = SIZING.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    SIZING.write_text(f"{before}{BEGIN}\n{_sizing(runs, measured['processors'])}{END}{after}")


def _in_the_middle(runs: list[Run]) -> list[Run]:
    """One run of each kind: where there were several, the median of their times."""
    by_kind: dict[tuple[str, int], list[Run]] = {}
    for run in runs:
        by_kind.setdefault((run.how, run.count), []).append(run)
    return [replace(some[0], **_medians(some)) for some in by_kind.values()]


def _medians(runs: list[Run]) -> dict[str, Any]:
    kinds = {kind: median(run.kinds[kind] for run in runs) for kind in runs[0].kinds}
    return {name: median(getattr(run, name) for run in runs) for name in ("seconds", "cpu", "whole")} | {"kinds": kinds}


BEGIN = "<!-- made by benchmarks/scaling.py -->"
END = "<!-- until here -->"


def _page(runs: dict[str, list[Run]], measured: dict[str, Any]) -> str:
    kind = (
        "generated from the samples"
        if measured.get("class") != CLASS
        else "in which each exercise is right with a probability of 85%"
    )
    pool, *clusters = runs["workers"]
    scheduler, grader = (max(one.kinds[kind] for one in clusters) for kind in ("scheduler", "grader"))
    return f"""# How grading scales

Made by `make bench-scaling` on {measured["processors"]} processors: submissions of {measured["assignment"]}, {kind},
in the full sandbox. Times are per additional submission: the difference between two runs, without the cost of
starting. Processor time is the sum over all processes, as counted by the system.

## In flight, embedded pool

{_table(runs["in_flight"])}
## A cluster on the same machine

The embedded pool and the worker that has all processors were measured in turns; these are the medians.

{_table(runs["workers"], pool)}
The scheduler took {_ms(scheduler)} of it at most. The grading process, which then only reads the submissions'
files and writes the results, took {_ms(grader)}; with the embedded pool it reads them and makes the pages as well, and
took {_ms(pool.kinds["grader"])}.

## Number of submissions

{_table(runs["sizes"])}
## Students of the portal

`course rehearse`: students submit to the portal within ten minutes, most of them shortly before the end. The simulated
students run on the same machine. Seconds for half of the students, 95 %, 99 % and all:

{_portal_table([ExamDay(**day) for day in measured["portal"]])}"""


def _table(runs: list[Run], first: Run | None = None) -> str:
    first = first or runs[0]
    lines = [
        "| | submissions | per second | time each | x first | processor time each | x first | whole run "
        "| memory of the grader |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {run.how} | {run.count:,} | {1 / run.seconds:.1f} | {_ms(run.seconds)} "
        f"| {run.seconds / first.seconds:.2f} | {_ms(run.cpu)} | {run.cpu / first.cpu:.2f} | {run.whole:.0f} s "
        f"| {run.memory >> 20} MB |"
        for run in runs
    ]
    return "\n".join(lines) + "\n"


def _portal_table(days: list[ExamDay]) -> str:
    lines = [
        "| students | upload to receipt | last byte to report | without a report | memory of portal and grader |",
        "|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {day.students:,} | {_listed(day.receipt)} | {_listed(day.report)} | {day.without_report} "
        f"| {day.memory >> 20} MB |"
        for day in days
    ]
    return "\n".join(lines) + "\n"


def _listed(seconds: list[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in seconds)


def _sizing(runs: dict[str, list[Run]], processors: int) -> str:
    """What a run needs, from the cluster's worker that has all processors."""
    run, largest = runs["workers"][1], runs["sizes"][-1]
    hours = 100_000 * run.cpu / 3600
    return f"""
| what | measured |
|---|--:|
| submissions per core-second | {1 / run.cpu:.1f} |
| processor time of one submission, all processes together | {_ms(run.cpu)} |
| of that in the grading process, which bounds how many cores it can keep busy | {_ms(run.kinds["grader"])} |
| cores that one grading process can keep busy, at most | {int(run.cpu / run.kinds["grader"])} |
| memory of a worker with its examinations, for each core | {run.workers_memory // processors >> 20} MB |
| memory of the grading process, {largest.count:,} submissions | {largest.memory >> 20} MB |
| 100,000 submissions | {hours:.1f} core-hours |
| the same at ${PRICE:.2f} per core-hour | ${hours * PRICE:.2f} |

"""


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
