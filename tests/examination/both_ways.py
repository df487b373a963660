"""Submissions that are examined twice: by the short way, and with an examiner from the beginning."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from nbproctor.config import Course
from nbproctor.examination.grader import examination
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.proctor import Room
from nbproctor.examination.grader.sittings.sitting import Sitting
from nbproctor.examination.grader.sittings.sitting_examiner import SittingExaminer
from nbproctor.examination.grader.sittings.suite_sitting import SuiteSitting
from nbproctor.examination.grader.transcript import CellRecord, TestRecord, Transcript
from nbproctor.intake.paper import Paper
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result

_REPETITIONS = 6
_OUTPUTS = ": outputs"


@dataclass
class Compared:
    """What was examined both ways.

    Args:
        papers: how many submissions.
        short: how many tests went the short way, the first time that it was tried.
        examiners: how many submissions needed an examiner then.
        differences: what the short way finds otherwise, each way the same whenever it is tried again.
        transcripts: what the short way found, in the order of the examinations.
    """

    papers: int = 0
    short: int = 0
    examiners: int = 0
    differences: list[tuple[str, object, object]] = field(default_factory=list)
    transcripts: list[Transcript] = field(default_factory=list)


@contextmanager
def both_ways() -> Iterator[Compared]:
    """Meanwhile examine every submission both ways; what its grade is made of is what the short way found."""
    compared, way, counts = Compared(), threading.local(), threading.Lock()
    examine, make_room, test = Examination.examine, Examination._room, SittingExaminer.test
    judge, by_chance = SuiteSitting.run, set[str]()  # the outputs of cells that draw numbers by chance

    def room(self: Examination, *about: Any) -> Room:
        made = make_room(self, *about)
        return replace(made, conversations=()) if getattr(way, "is_long", False) else made

    def counted(self: SittingExaminer, name: str) -> Any:
        had_none = self.asked is None
        report = test(self, name)
        if getattr(way, "is_counted", False):
            with counts:
                compared.short += self.asked is None
                compared.examiners += had_none and self.asked is not None
        return report

    def judged(self: SuiteSitting) -> Transcript:
        """What a suite earns: both ways judge it by themselves and alike, so that the long way need not do it again."""
        assert self._room.conversations == (), "a suite has a short way: judge it both ways"
        told: Transcript | None = way.judged.get(self._position) if getattr(way, "is_long", False) else None
        if told is not None:
            self._settled.update(told.tests)
            return told
        found = judge(self)
        if found.tests.keys() <= self._settled.keys():
            way.judged[self._position] = found
        return found

    def the_short_way(self: Examination, paper: Paper) -> Transcript:
        way.judged = {}
        return examine(self, paper)

    def the_long_way(self: Examination, paper: Paper) -> dict[str, object]:
        way.is_long = True
        try:
            return seen(examine(self, paper))
        finally:
            way.is_long = False

    def examined(self: Examination, paper: Paper) -> Transcript:
        way.is_counted = True
        try:
            transcript = the_short_way(self, paper)
        finally:
            way.is_counted = False
        short, long = seen(transcript), the_long_way(self, paper)
        found = [key for key, value in short.items() if value != long.get(key) and key not in by_chance]
        for _ in range(_REPETITIONS):  # what is chance, or time, is another in the end
            if not found:
                break
            again = seen(the_short_way(self, paper))
            others = {key for key in found if again.get(key) != short[key]}
            by_chance.update(key for key in others if key.endswith(_OUTPUTS))
            if found := [key for key in found if key not in others]:
                long_again = the_long_way(self, paper)
                found = [key for key in found if long_again.get(key) == long.get(key)]
        with counts:
            compared.papers += 1
            compared.transcripts.append(transcript)
            compared.differences += [(key, short[key], long.get(key)) for key in found]
        return transcript

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination.Examination, "examine", examined)
        patch.setattr(examination.Examination, "_room", room)
        patch.setattr(SittingExaminer, "test", counted)
        patch.setattr(SuiteSitting, "run", judged)
        patch.setattr(Sitting, "_mistakes", lambda *_: {})  # which are sought for seconds, and change no verdict
        yield compared


def graded_both_ways(course: Course, name: str, submitted: Path, output: Path) -> tuple[Compared, dict[str, Result]]:
    """Grade submissions as `graded` does, but both ways; what was compared, and the results of the short way."""
    with both_ways() as compared:
        return compared, graded(course, name, submitted, output)


def graded(course: Course, name: str, submitted: Path, output: Path) -> dict[str, Result]:
    """Grade submissions: the results, by student.

    Args:
        course: the course.
        name: the assignment's name.
        submitted: the folder of the submissions.
        output: the folder that is graded into.

    Raises:
        ExceptionGroup: some could not be graded.
    """
    found = {submission.student: result for submission, result in ClassGrading(course, name, submitted, output).run()}
    if bugs := [result for result in found.values() if not isinstance(result, Result)]:
        raise ExceptionGroup("grading some submissions failed", bugs)
    return {student: result for student, result in found.items() if isinstance(result, Result)}


def seen(transcript: Transcript) -> dict[str, object]:
    """What an examination found, by a name for each part; without times.

    Args:
        transcript: what it found.
    """
    found: dict[str, object] = {}
    for index, cell in transcript.cells.items():
        # Which of the visible cases fails first, and after how many, is chance: each run at home has its own order.
        shown = "an error" if any("ename" in output for output in cell.outputs) else cell.outputs
        found |= {f"cell {index}: {name}": value for name, value in _parts(cell)} | {f"cell {index}{_OUTPUTS}": shown}
    for test, record in transcript.tests.items():
        found |= {f"{test}: {name}": value for name, value in _parts(record)}
    return found


def _parts(record: CellRecord | TestRecord) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in vars(record).items() if name != "seconds")
