"""How grading scales: submissions in flight, Dask workers, and the number of submissions.

Three tables, each measured in one run on one machine: the embedded pool with more and more in flight; a Dask cluster on
this machine with more and more workers of one thread, and with one worker of as many threads as there are processors,
beside the embedded pool; and more and more submissions, with the memory that the grader takes. Run it with
`make bench-scaling`; it writes scaling.json, and from it scaling.md and the sizing table of docs/scaling.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
from throughput import ASSIGNMENT, BIN, ROOT, copy_of_course

HERE = Path(__file__).parent
MEASURED, TABLE, SIZING = HERE / "scaling.json", HERE / "scaling.md", ROOT / "docs" / "scaling.md"
LOOK_SECONDS = 0.2
LOOKS_FOR_MEMORY = 10  # the memory of all processes is looked at once in so many looks: that takes time itself
PRICE = 0.05  # dollars for an hour of a core: an example


@dataclass(frozen=True)
class Run:
    """One run of `course grade`.

    Args:
        how: with the embedded pool, or with which cluster.
        count: how many submissions.
        seconds: from the first result to the last, in wall time, for each submission.
        cpu: the processor time of all processes together, likewise.
        whole: of the whole run, with starting, in wall time.
        memory: the most that the grading process took, in bytes.
        workers_memory: the most that its warm parents and candidates, or the workers with theirs, took together.
        kinds: the processor time for each submission in the grading process, the scheduler, and the rest.
    """

    how: str
    count: int
    seconds: float
    cpu: float
    whole: float
    memory: int
    workers_memory: int
    kinds: dict[str, float]


def main() -> None:
    """Measure, and write."""
    options = _options()
    if options.page:
        _write(json.loads(MEASURED.read_text()))
        return
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        course = copy_of_course(folder / "course")
        submitted = {count: _submissions(folder / str(count), count) for count in {*options.sizes, options.each}}
        measured = {
            "assignment": ASSIGNMENT,
            "processors": os.cpu_count(),
            "in_flight": [asdict(run) for run in _in_flight(course, submitted[options.each], options)],
            "workers": [asdict(run) for run in _workers(course, submitted[options.each], options)],
            "sizes": [asdict(run) for run in _sizes(course, submitted, options)],
        }
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n")
    _write(measured)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--each", type=int, default=1000, help="submissions of the first two tables")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 10_000], help="submissions of the third table")
    parser.add_argument("--in-flight", type=int, nargs="*", default=[2, 4, 8])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--page", action="store_true", help="write the pages anew from scaling.json; measure nothing")
    return parser.parse_args()


def _in_flight(course: Path, submitted: Path, options: argparse.Namespace) -> Iterator[Run]:
    for number in options.in_flight:
        yield _graded(f"{number} in flight", course, submitted, ["--workers", str(number)])


def _workers(course: Path, submitted: Path, options: argparse.Namespace) -> Iterator[Run]:
    processors = os.cpu_count() or 1
    yield _graded(f"embedded pool, {processors} in flight", course, submitted, ["--workers", str(processors)])
    for workers, threads in [(1, processors), *((number, 1) for number in options.workers)]:
        with _cluster(workers, threads) as (address, processes):
            how = f"{workers} worker{'s' * (workers > 1)}, {threads} thread{'s' * (threads > 1)} each"
            yield _graded(how, course, submitted, ["--scheduler", address], processes)


def _sizes(course: Path, submitted: dict[int, Path], options: argparse.Namespace) -> Iterator[Run]:
    for size in options.sizes:
        yield _graded(f"{size:,} submissions", course, submitted[size], [])


def _submissions(folder: Path, count: int) -> Path:
    """So many submissions: all samples in turn but the one that never ends, each under the name of a student."""
    samples = sorted((ROOT / "examples" / "submitted").glob(f"*/{ASSIGNMENT}"))
    samples = [path for path in samples if path.parent.name != "loops-for-ever"]
    for number in range(count):
        shutil.copytree(samples[number % len(samples)], folder / f"student-{number:06}" / ASSIGNMENT)
    return folder


@contextmanager
def _cluster(workers: int, threads: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """A scheduler and workers on this machine: its address, and the processes, the scheduler's first."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, ExitStack() as started:
        told, quiet = Path(folder) / "scheduler.json", subprocess.DEVNULL
        common = ["--no-dashboard", "--scheduler-file", str(told)]

        def start(*words: str) -> psutil.Process:
            command = [sys.executable, "-m", "dask", *words, *common]
            environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
            process = subprocess.Popen(command, cwd=folder, env=environment, stdout=quiet, stderr=quiet)
            started.callback(process.wait)
            started.callback(process.send_signal, signal.SIGTERM)
            return psutil.Process(process.pid)

        processes = [start("scheduler", "--host", "127.0.0.1", "--port", "0")]
        while not told.exists():
            time.sleep(LOOK_SECONDS)
        processes += [start("worker", "--no-nanny", "--nthreads", str(threads)) for _ in range(workers)]
        yield json.loads(told.read_text())["address"], processes


def _graded(
    how: str, course: Path, submitted: Path, options: Sequence[str], cluster: Sequence[psutil.Process] = ()
) -> Run:
    """Grade from nothing with these options, and watch."""
    print(f"{how}: {submitted.name} submissions", file=sys.stderr, flush=True)
    output = course / "graded"
    shutil.rmtree(output, ignore_errors=True)
    command = [str(BIN / "course"), "grade", ASSIGNMENT, "--submitted", str(submitted), "--output", str(output)]
    began = time.perf_counter()
    process = subprocess.Popen([*command, *options], cwd=course, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    watched = _Watched(psutil.Process(process.pid), cluster, output / "autograded")
    while process.poll() is None:
        watched.look()
        time.sleep(LOOK_SECONDS)
    whole = time.perf_counter() - began
    if process.returncode:
        assert process.stderr is not None
        sys.exit(f"{' '.join(command)} failed:\n{process.stderr.read().decode()}")
    return watched.run(how, whole)


class _Watched:
    """A run that is looked at again and again: who takes what, and since when there are results."""

    def __init__(self, grader: psutil.Process, cluster: Sequence[psutil.Process], results: Path) -> None:
        self._grader, self._cluster, self._results = grader, cluster, results
        self._memory = self._workers_memory = self._looks = 0
        self._rest = 0.0
        self._first: tuple[float, int, dict[str, float]] | None = None
        self._last: tuple[float, int, dict[str, float]] = (0.0, 0, {})

    def look(self) -> None:
        """Look once."""
        with suppress(psutil.Error):
            done = sum(1 for _ in self._results.iterdir()) if self._results.is_dir() else 0
            moment = time.perf_counter(), done, self._seconds()
            self._memory = max(self._memory, self._grader.memory_info().rss)
            if self._looks % LOOKS_FOR_MEMORY == 0:
                self._workers_memory = max(self._workers_memory, sum(map(_unique, self._others())))
            self._looks += 1
            if self._first is None and done:
                self._first = moment
            if done > self._last[1]:
                self._last = moment

    def run(self, how: str, whole: float) -> Run:
        """What was seen."""
        if self._first is None or self._last[1] <= self._first[1]:
            sys.exit(f"{how}: it was over before it was seen; take more submissions")
        (began, before, used), (ended, count, used_then) = self._first, self._last
        done = count - before
        kinds = {kind: (used_then[kind] - used[kind]) / done for kind in used}
        each = (ended - began) / done
        return Run(how, count, each, sum(kinds.values()), whole, self._memory, self._workers_memory, kinds)

    def _seconds(self) -> dict[str, float]:
        """Processor seconds so far, by who took them."""
        scheduler = _own_seconds(self._cluster[0]) if self._cluster else 0.0
        # What has ended is no longer seen, and its time not either.
        self._rest = max(self._rest, sum(_all_seconds(one) for one in self._tops()))
        return {"grader": _own_seconds(self._grader), "scheduler": scheduler, "rest": self._rest}

    def _tops(self) -> list[psutil.Process]:
        """The processes that others are children of: warm parents, or workers."""
        return list(self._cluster[1:]) or self._grader.children()

    def _others(self) -> list[psutil.Process]:
        return [one for top in self._tops() for one in (top, *top.children(recursive=True))]


def _own_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _all_seconds(process: psutil.Process) -> float:
    """Of a process, of its children that there are, and of those that were: they end by the hundred."""
    total = 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.Error):
            times = one.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def _unique(process: psutil.Process) -> int:
    """The memory that would be free without the process."""
    with suppress(psutil.Error):
        return int(process.memory_full_info().uss)
    return 0


# The pages.


def _write(measured: dict[str, Any]) -> None:
    runs = {name: [Run(**one) for one in measured[name]] for name in ("in_flight", "workers", "sizes")}
    page = _page(runs, measured["assignment"], measured["processors"])
    TABLE.write_text(page)
    print(page)
    before, _, rest = SIZING.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    SIZING.write_text(f"{before}{BEGIN}\n{_sizing(runs, measured['processors'])}{END}{after}")


BEGIN = "<!-- made by benchmarks/scaling.py -->"
END = "<!-- until here -->"


def _page(runs: dict[str, list[Run]], assignment: str, processors: int) -> str:
    pool, *clusters = runs["workers"]
    scheduler, grader = (max(one.kinds[kind] for one in clusters) for kind in ("scheduler", "grader"))
    return f"""# How grading scales

Made by `make bench-scaling` on {processors} processors: submissions of {assignment}, generated from the samples, with
the full sandbox. Times are for each submission, without what starting costs; processor time is of all processes
together.

## In flight, embedded pool

{_table(runs["in_flight"])}
## A cluster on the same machine

{_table(runs["workers"], pool)}
The scheduler took {_ms(scheduler)} of it at most. The grading process, which then only takes submissions from their
files and writes, took {_ms(grader)}; with the embedded pool it reads them and makes the pages as well, and took
{_ms(pool.kinds["grader"])}.

## Number of submissions

{_table(runs["sizes"])}"""


def _table(runs: list[Run], first: Run | None = None) -> str:
    first = first or runs[0]
    lines = [
        "| | submissions | per second | time each | processor time each | x first | whole run | memory of the grader |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {run.how} | {run.count:,} | {1 / run.seconds:.1f} | {_ms(run.seconds)} | {_ms(run.cpu)} "
        f"| {run.cpu / first.cpu:.2f} | {run.whole:.0f} s | {run.memory >> 20} MB |"
        for run in runs
    ]
    return "\n".join(lines) + "\n"


def _sizing(runs: dict[str, list[Run]], processors: int) -> str:
    """What a run needs, from the cluster's worker that has all processors."""
    run, largest = runs["workers"][1], runs["sizes"][-1]
    hours = 100_000 * run.cpu / 3600
    return f"""
| what | measured |
|---|--:|
| submissions for each second of a core | {1 / run.cpu:.1f} |
| processor time of one submission, all processes together | {_ms(run.cpu)} |
| of that in the grading process, which bounds how many cores it can keep busy | {_ms(run.kinds["grader"])} |
| cores that one grading process can keep busy, at most | {int(run.cpu / run.kinds["grader"])} |
| memory of a worker with its examinations, for each core | {run.workers_memory // processors >> 20} MB |
| memory of the grading process, {largest.count:,} submissions | {largest.memory >> 20} MB |
| 100,000 submissions | {hours:.1f} core-hours |
| the same at ${PRICE:.2f} for a core-hour | ${hours * PRICE:.2f} |

"""


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
