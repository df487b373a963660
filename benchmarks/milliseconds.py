"""Where the processor time of one submission goes: a table of milliseconds for grader, runner and judge.

Samples are graded by the real thing, one at a time; functions of its three processes are
wrapped with a clock of processor time. A line shows what was spent in that step and in none of the steps that
it called. What is left of a process's time, as the kernel counts it, is its start, page faults and end.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import inspect
import json
import mmap
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

# For each process: the functions whose time is shown, "module:class.function", and what they do.
STEPS: dict[str, dict[str, str]] = {
    "grader": {
        "nbproctor.marking.marker:Marker.mark": "what is between the steps below",
        "nbproctor.marking.marker:read_paper": "reading what was handed in, the instructor's cells put in place",
        "nbproctor.examination.grader.notebook_sitting:RunnerCells.start": "starting runners",
        "nbproctor.examination.grader.notebook_sitting:NotebookSitting.run": "talking with runners",
        "nbproctor.examination.grader.exam_processes:JudgeProcess.tables": "judges: starting and waiting",
        "nbproctor.examination.grader.notebook_sitting:NotebookSitting.close": "ending runners and judge",
        "nbproctor.marking.marker:notebook_with_outputs": "outputs into the notebook",
        "nbproctor.report.student_content.autograded:safe_to_open": "making the notebook safe to open",
        "nbproctor.report.student_content.autograded:notebook_text": "the notebook as JSON",
        "nbproctor.report.pages.feedback:feedback_page": "the feedback page",
        "nbproctor.system.whole_files:write": "writing files",
        "nbproctor.system.whole_files:flush": "flushing files to the disk",
        "nbproctor.marking.class_folder:put_beside": "the files beside the notebook",
        "nbproctor.gradebook.gradebook_writer:GradebookWriter.write": "the gradebook",
        "nbproctor.results:Result.to_json": "the record",
        "nbproctor.examination.machine.resource_watchdog:Watchdog._look": "the watchdog",
        "nbproctor.examination.machine.resource_watchdog:_children_of": "the watchdog",
    },
    "runner": {
        "nbproctor.examination.sandbox.tiers:Namespaced.fork": "fork, in the parent",
        "nbproctor.examination.sandbox.tiers:Namespaced._unshare": "namespaces",
        "nbproctor.examination.sandbox.file_system:mount_own_folders": "mounts",
        "nbproctor.examination.sandbox.landlock:enter": "Landlock",
        "nbproctor.examination.sandbox.c_library:filter_calls": "filter of system calls",
        "nbproctor.examination.runner.runner:serve": "the rest of getting ready",
        "nbproctor.examination.runner.runner:Runner.run_cells": "waiting for requests",
        "nbproctor.examination.runner.runner:Runner._ran": "cells: requests",
        "nbproctor.examination.runner.runner:report": "cells: reports",
        "nbproctor.shell.shell:Shell.run": "cells: IPython",
        "IPython.core.interactiveshell:InteractiveShell.run_code": "cells: the code itself",
        "IPython.core.interactiveshell:InteractiveShell.showtraceback": "cells: tracebacks",
        "nbproctor.shell.shell:Shell.transform_cell": "cells: IPython's syntax",
        "nbproctor.shell.compiler:KeepingCompiler.keep": "cells: parsing and compiling",
        "nbproctor.shell.compiler:KeepingCompiler.cache": "cells: keeping the source for tracebacks",
        "nbproctor.examination.outcomes.function_calls:call_all": "Tester: calls",
        "nbproctor.examination.outcomes.outcome:CaseOutcome.to_bytes": "Tester: outcomes to bytes",
        "nbproctor.examination.outcomes.outcome:TablesWriter.add": "Tester: tables",
        "nbproctor.examination.wire.channel:Channel.send": "messages",
        "nbproctor.examination.wire.channel:Channel.receive": "messages",
        "nbproctor.examination.wire.codec:Codec.encode": "values to bytes",
    },
    "judge": {
        "os:fork": "fork, in the parent",
        "nbproctor.examination.sandbox.judge_sandbox:JudgeSandbox.confine": "getting confined",
        "nbproctor.examination.judge.judge_parent:serve": "waiting for requests",
        "nbproctor.examination.judge.judge_parent:judge": "tables: comparing",
        "nbproctor.examination.judge.judge_parent:judge_suite": "suites: the tested functions",
        "nbproctor.examination.outcomes.outcome:CaseOutcome.from_bytes": "tables: outcomes from bytes",
        "nbproctor.examination.wire.channel:Channel.send": "messages",
        "nbproctor.examination.wire.channel:Channel.receive": "messages",
        "nbproctor.examination.wire.codec:Codec.decode": "bytes to values",
    },
}
_REST = "start, page faults, end"


class Clock:
    """Adds up the processor time of each step, of this process and of all that it forks."""

    def __init__(self, steps: list[str], now: Callable[[], float]) -> None:
        self._places = {step: place for place, step in enumerate(steps)}
        self._shared = mmap.mmap(-1, max(16 * len(steps), 1))
        self._now = now
        self._local = threading.local()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._local = threading.local()

    @contextlib.contextmanager
    def step(self, step: str) -> Iterator[None]:
        """Charge what passes meanwhile to this step, and not to those around it."""
        local = self._local
        outer = getattr(local, "step", None)
        self._charge(local, outer, 0)
        local.step = step
        try:
            yield
        finally:
            if self._local is local:
                self._charge(local, step, 1)
                local.step = outer

    def _charge(self, local: Any, step: str | None, count: int) -> None:
        now = self._now()
        if step is not None:
            place = 16 * self._places[step]
            seconds, counted = struct.unpack_from("dq", self._shared, place)
            struct.pack_into("dq", self._shared, place, seconds + now - local.since, counted + count)
        local.since = now

    def read(self) -> dict[str, tuple[float, int]]:
        """Seconds and calls of each step until now."""
        return {step: struct.unpack_from("dq", self._shared, 16 * place) for step, place in self._places.items()}


def wrap(clock: Clock, steps: dict[str, str]) -> None:
    """Let the clock run in each of the functions."""
    for place, step in steps.items():
        module_name, path = place.split(":")
        owner: Any = importlib.import_module(module_name)
        *classes, name = path.split(".")
        for one in classes:
            owner = getattr(owner, one)
        setattr(owner, name, _timed(clock, step, getattr(owner, name)))


def _timed(clock: Clock, step: str, function: Any) -> Any:
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def timed_coroutine(*args: Any, **kwargs: Any) -> Any:
            with clock.step(step):
                return await function(*args, **kwargs)

        return timed_coroutine

    is_generator = inspect.isgeneratorfunction(function)

    @functools.wraps(function)
    def timed(*args: Any, **kwargs: Any) -> Any:
        with clock.step(step):
            return iter(list(function(*args, **kwargs))) if is_generator else function(*args, **kwargs)

    return timed


def used(*whose: int) -> float:
    """Processor seconds, as the kernel counts them."""
    usages = map(resource.getrusage, whose)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def be_a_parent(kind: str, report: int) -> None:
    """Be a warm parent whose functions are timed; write the figures into a pipe in the end."""
    from nbproctor.examination import warm_parent_program

    sys.argv = [sys.argv[0], kind, sys.argv[4]]
    steps = STEPS[kind]
    before = [0.0]
    clock = Clock(sorted(set(steps.values())), time.thread_time)
    serve_all = warm_parent_program._fork_on_request

    def serving(parent: Any, module: Any, prepared: Any, fork: Any) -> None:
        wrap(clock, steps)
        before[0] = used(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        again = prepared.sandbox.fork if kind == "runner" else os.fork
        serve_all(parent, module, prepared, again)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        total = used(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) - before[0]
        os.write(report, json.dumps([total, clock.read()]).encode())

    warm_parent_program._fork_on_request = serving
    warm_parent_program.main()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--sample", default="", help="the only sample to be graded; default: all in turn")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="profile-") as folder:
        _print(_profiled(Path(folder), options.sample, options.submissions), options.submissions)


def _profiled(folder: Path, sample: str, count: int) -> dict[str, tuple[float, dict[str, tuple[float, int]]]]:
    from nbproctor.config import Course
    from nbproctor.examination.grader import examination, warm_parent
    from nbproctor.marking.class_grading import ClassGrading
    from nbproctor.marking.marker import Marker
    from nbproctor.marking.marking_place import ThisMachine

    expected = json.loads((ROOT / "examples" / "expected" / "midterm1.json").read_text())
    samples = [sample] if sample else sorted(name for name, about in expected.items() if about["honest"])
    for number in range(count):
        handed_in = ROOT / "examples" / "submitted" / samples[number % len(samples)] / "midterm1"
        shutil.copytree(handed_in, folder / "submitted" / f"student-{number:03d}" / "midterm1")
    pipes: dict[str, int] = {}
    start = subprocess.Popen

    def started(command: list[str], **options: Any) -> Any:
        if "nbproctor.examination.warm_parent_program" not in command:
            return start(command, **options)
        kind, descriptor = command[-2:]
        reading, writing = os.pipe()
        pipes[kind] = reading
        command = [command[0], "-P", str(Path(__file__).resolve()), "--parent", kind, str(writing), descriptor]
        options["env"] = {**options["env"], "PYTHONPATH": str(ROOT)}
        options["pass_fds"] = [*options["pass_fds"], writing]
        made = start(command, **options)
        os.close(writing)
        return made

    clock = Clock(sorted(set(STEPS["grader"].values())), time.thread_time)
    total = [0.0, 0.0]
    ready, leave = Marker.wait_until_ready, examination.Examination.__exit__

    def begin(self: Any) -> None:
        ready(self)
        total[0] = used(resource.RUSAGE_SELF)

    def end(self: Any, *arguments: Any) -> None:
        time.sleep(1)  # until the recorder is done
        total[1] = used(resource.RUSAGE_SELF)
        leave(self, *arguments)

    warm_parent.subprocess.Popen = started  # type: ignore[attr-defined, misc, assignment]
    Marker.wait_until_ready = begin  # type: ignore[method-assign]
    examination.Examination.__exit__ = end  # type: ignore[method-assign]
    (folder / "output").mkdir()
    grading = ClassGrading(Course.find(ROOT), "midterm1", folder / "submitted", folder / "output")
    wrap(clock, STEPS["grader"])
    for submission, found in grading.run(ThisMachine(1)):
        if isinstance(found, Exception):
            sys.exit(f"{submission.student}: {found!r}")
    figures = {"grader": (total[1] - total[0], clock.read())}
    for kind, reading in pipes.items():
        with os.fdopen(reading, "rb") as source:
            seconds, steps = json.loads(source.read())
            figures[kind] = seconds, steps
    return figures


def _print(figures: dict[str, tuple[float, dict[str, tuple[float, int]]]], count: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"Processor time of one submission, on average of {count}")
    for column in ("process", "step", "ms", "times"):
        table.add_column(column, justify="right" if column in ("ms", "times") else "left")
    for kind, (total, steps) in figures.items():
        table.add_row(kind, "all", f"{total * 1000 / count:.1f}", "", style="bold")
        for step in dict.fromkeys(STEPS[kind].values()):
            seconds, times = steps[step]
            if seconds >= 0.00005 * count:
                table.add_row("", step, f"{seconds * 1000 / count:.1f}", f"{times / count:.0f}")
        rest = total - sum(seconds for seconds, _ in steps.values())
        table.add_row("", _REST, f"{rest * 1000 / count:.1f}", "", end_section=True)
    Console(width=100).print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--parent"]:
        be_a_parent(sys.argv[2], int(sys.argv[3]))
    else:
        main()
