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

from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from tests.chaos import small_course
from tests.chaos.remains import Remains
from tests.chaos.targets import WORKER, Target

_COMMAND = [sys.executable, "-c", "from nbproctor.cli import main; main()", "grade", small_course.NAME, "--submitted"]
# Where a run does not end within so many seconds, it hangs.
_LONGEST = 600
# So many submissions are marked between two kills.
_CALM = (8, 24)
# How many of the runs are disturbed from their first seconds on, and while they write the reports.
_ANYWHERE, _EARLY_SECONDS = 0.25, 3.0
# How often it is looked whether it is time.
_LOOK_SECONDS = (0.02, 0.2)


@dataclass
class Round:
    """What happened in a round.

    Attributes:
        kills: how many of each kind were killed.
        starts: how often the run was started.
        set_aside: how many submissions lost all workers that had them, and were left to a further run.
        sentences: what runs said that ended by themselves, but not well.
        seconds: how long it took.
    """

    kills: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    set_aside: int = 0
    sentences: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Scene:
    """A course and its submissions, of which every round grades a copy.

    Args:
        folder: an empty folder for all of it.
        submissions: how many.

    Attributes:
        submissions: how many.
        scratch: where whatever grades has its temporary files.
    """

    def __init__(self, folder: Path, submissions: int) -> None:
        self.submissions = submissions
        self._folder, self._submitted, self.scratch = folder, folder / "submitted", folder / "scratch"
        self.scratch.mkdir()
        self._course = small_course.make_course(folder / "course")
        official_seed(self._course)  # the same for all copies
        small_course.hand_in(self._course, self._submitted, submissions)

    def copy(self, name: str, database: str) -> Course:
        """A copy of the course, not graded yet, with its gradebook in a database; in a file, if none is named."""
        return small_course.copy_course(self._course, self._folder / name, database)

    def grade(self, course: Course, *options: str, killer: Killer | None = None) -> Round:
        """Grade, and start again, until a run ends well.

        Args:
            course: a copy.
            options: further ones of the command line, such as `--scheduler ADDRESS`.
            killer: disturbs it.

        Raises:
            AssertionError: a run ended with more than a sentence, or left processes or temporary files.
        """
        done, began = Round(), time.monotonic()
        words = [str(self._submitted), *options]
        while not _ends_well(course, words, self.scratch, done, killer):
            pass
        if done.kills[WORKER]:
            # What a lost worker left behind, or brought about, is the next run's to put right.
            done.set_aside = _set_aside(course)
            assert _ends_well(course, words, self.scratch, done)
        _require_nothing_left(self.scratch)
        done.seconds = time.monotonic() - began
        return done


class Killer:
    """Kills something now and then.

    What was disturbed is tried once more, not for ever. So a run goes on for a while before the next kill, by the
    submissions that are marked, not by the clock: a machine may be slow or fast.

    Args:
        targets: what can be killed.
        chance: decides what, which and when.
        kills: how many times.
        course: what is graded.
        submissions: how many there are.
    """

    def __init__(
        self, targets: Sequence[Target], chance: random.Random, kills: int, course: Course, submissions: int
    ) -> None:
        self._targets, self._chance, self._left = targets, chance, kills
        self._autograded, self._submissions = course.root / "autograded", submissions

    def disturb(self, run: subprocess.Popen[bytes], killed: Counter[str]) -> None:
        """Kill what the run needs, or itself, until it has ended."""
        began, began_by_files = time.monotonic(), time.time()
        # Some runs do not come far enough to mark anything, or are disturbed when there is nothing more to mark.
        anywhere = self._chance.random() < _ANYWHERE
        due = 0 if anywhere else self._chance.randint(*_CALM)
        earliest = began + self._chance.uniform(0, _EARLY_SECONDS)
        while not self._has_ended(run):
            assert time.monotonic() < began + _LONGEST, "the run hangs"
            if not self._left or time.monotonic() < earliest:
                continue
            if (marked := self._marked(began_by_files)) >= due or (anywhere and self._all_are_recorded()):
                if name := self._killed(psutil.Process(run.pid)):
                    killed[name] += 1
                    self._left -= 1
                due = marked + self._chance.randint(*_CALM)

    def _has_ended(self, run: subprocess.Popen[bytes]) -> bool:
        """Whether it has, a short while later."""
        with suppress(subprocess.TimeoutExpired):
            run.wait(self._chance.uniform(*_LOOK_SECONDS))
        return run.returncode is not None

    def _marked(self, since: float) -> int:
        """How many have been marked since then."""
        return sum(path.stat().st_mtime > since for path in self._autograded.glob(f"*/*/{small_course.NAME}.ipynb"))

    def _all_are_recorded(self) -> bool:
        """Whether there is nothing left to be examined: what is disturbed now are the reports."""
        return len(list(self._autograded.glob("*/*/results.json"))) == self._submissions

    def _killed(self, grader: psutil.Process) -> str:
        """Kill one of what there is now, and say what it was; nothing, if there is nothing."""
        left = list(self._targets)
        while left:
            (target,) = self._chance.choices(left, [one.weight for one in left])
            with suppress(psutil.NoSuchProcess):
                if target.kill(grader, self._chance):
                    return target.name
            left.remove(target)
        return ""


def _ends_well(course: Course, words: list[str], scratch: Path, done: Round, killer: Killer | None = None) -> bool:
    done.starts += 1
    with (course.root / "said").open("w+b") as said:
        environment = {**os.environ, "TMPDIR": str(scratch)}
        run = subprocess.Popen([*_COMMAND, *words], cwd=course.root, env=environment, stdout=said, stderr=said)
        if killer:
            killer.disturb(run, done.kills)
        status = run.wait(_LONGEST)
        said.seek(0)
        text = said.read().decode()
    assert "Traceback" not in text, text
    if status > 0:
        done.sentences.append(text.strip().splitlines()[-1])
        assert done.starts <= done.kills.total() + 1, text
    return status == 0


def _set_aside(course: Course) -> int:
    records = (course.root / "autograded").glob("*/*/results.json")
    return sum("its worker ended on all three attempts" in path.read_text() for path in records)


def differences(ours: Remains, theirs: Remains) -> list[str]:
    """What is not as the undisturbed run left it, a line each."""
    found: list[str] = []
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
    """The last run has removed what those before it left; what they started has ended, or ends now, on workers."""
    ends = time.monotonic() + 60
    while left := [*_processes_in(scratch), *map(str, scratch.iterdir())]:
        assert time.monotonic() < ends, left
        time.sleep(0.2)


def _processes_in(scratch: Path) -> list[str]:
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get("HOME", "").startswith(str(scratch)):
                found.append(" ".join(process.cmdline()))
    return found
