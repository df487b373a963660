"""Rounds of grading in which everything is killed now and then, until a run ends by itself."""

from __future__ import annotations

import difflib
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import psutil
import remains
import small_course
from targets import Target

from grading.config import Course
from grading.seed import official_seed

_COMMAND = [sys.executable, "-c", "from grading.cli import main; main()", "grade", small_course.NAME, "--submitted"]
# Where a run does not end within so many seconds, it hangs.
_LONGEST = 600


@dataclass
class Round:
    """What happened in a round.

    Attributes:
        kills: how many of each kind were killed.
        starts: how often the run was started.
        sentences: what runs said that ended by themselves, but not well.
        seconds: how long it took.
    """

    kills: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    sentences: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Scene:
    """A course and its submissions, of which every round grades a copy.

    Args:
        folder: an empty folder for all of it.
        submissions: how many.
        options: further ones of the command line, such as `--scheduler ADDRESS`.
    """

    def __init__(self, folder: Path, submissions: int, *options: str) -> None:
        self._folder, self._options = folder, options
        self._submitted, self._scratch = folder / "submitted", folder / "scratch"
        self._scratch.mkdir()
        self._course = small_course.make_course(folder / "course")
        official_seed(self._course)  # the same for all copies
        small_course.hand_in(self._course, self._submitted, submissions)

    def copy(self, name: str, database: str) -> Course:
        """A copy of the course, not graded yet, with its gradebook in a database; in a file, if none is named."""
        return small_course.copy_course(self._course, self._folder / name, database)

    def grade(self, course: Course, killer: Killer | None = None) -> Round:
        """Grade, and start again, until a run ends well.

        Raises:
            AssertionError: a run ended with more than a sentence, or left processes or temporary files.
        """
        return _grade(course, [str(self._submitted), *self._options], self._scratch, killer)


class Killer:
    """Kills something now and then.

    Args:
        targets: what can be killed.
        chance: decides what, which and when.
        kills: how many times.
        calm: between two of them pass one to three times so many seconds. What was disturbed is tried once more,
            not for ever: it must have the time for it.
    """

    def __init__(self, targets: Sequence[Target], chance: random.Random, kills: int, calm: float) -> None:
        self._targets, self._chance, self._calm = targets, chance, calm
        self._left = kills

    def disturb(self, run: subprocess.Popen[bytes], killed: Counter[str]) -> None:
        """Kill what the run needs, or itself, until it has ended."""
        ends = time.monotonic() + _LONGEST
        while run.poll() is None:
            pause = self._calm * self._chance.uniform(1, 3) if self._left else ends - time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                run.wait(pause)
                return
            assert time.monotonic() < ends, "the run hangs"
            (target,) = self._chance.choices(self._targets, [one.weight for one in self._targets])
            with suppress(psutil.NoSuchProcess):
                if target.kill(psutil.Process(run.pid), self._chance):
                    killed[target.name] += 1
                    self._left -= 1


def _grade(course: Course, words: list[str], scratch: Path, killer: Killer | None) -> Round:
    done, began = Round(), time.monotonic()
    status = -1
    while status != 0:
        done.starts += 1
        with (course.root / "said").open("w+b") as said:
            command = [*_COMMAND, *words]
            environment = {**os.environ, "TMPDIR": str(scratch)}
            run = subprocess.Popen(command, cwd=course.root, env=environment, stdout=said, stderr=said)
            if killer:
                killer.disturb(run, done.kills)
            status = run.wait(_LONGEST)
            said.seek(0)
            text = said.read().decode()
        assert "Traceback" not in text, text
        if status > 0:
            done.sentences.append(text.strip().splitlines()[-1])
            assert done.starts <= done.kills.total() + 1, text
    _require_nothing_left(scratch)
    done.seconds = time.monotonic() - began
    return done


def differences(course: Course, undisturbed: Course) -> list[str]:
    """What is not as the undisturbed run left it, a line each."""
    found: list[str] = []
    for look in (remains.rows, remains.files):
        ours, theirs = look(course), look(undisturbed)
        for name in sorted({*ours, *theirs}):
            if ours.get(name) != theirs.get(name):
                found += [f"{name}: {one}" for one in _compared(ours.get(name), theirs.get(name))]
    return found


def _compared(ours: object, theirs: object) -> list[str]:
    """The first differences, short enough to be read; `-` is before what should be there."""
    sides = [
        one.splitlines() if isinstance(one, str) else one if isinstance(one, list) else [one] for one in (theirs, ours)
    ]
    lines = difflib.unified_diff(*([str(line) for line in side] for side in sides), n=0, lineterm="")
    return [line[:200] for line in islice(lines, 3, 9)]


def _require_nothing_left(scratch: Path) -> None:
    """The last run has removed what those before it left; and what they started has ended."""
    ends = time.monotonic() + 10
    while left := _processes_in(scratch):
        assert time.monotonic() < ends, left
        time.sleep(0.2)
    assert list(scratch.iterdir()) == []


def _processes_in(scratch: Path) -> list[str]:
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get("HOME", "").startswith(str(scratch)):
                found.append(" ".join(process.cmdline()))
    return found
