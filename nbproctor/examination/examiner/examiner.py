"""The examiner: runs the instructor's cells against the candidate, with the official cases.

No submitted code runs here. The student's names are proxies, and what comes back through them is data.
"""

from __future__ import annotations

import importlib
import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat

from nbproctor.assignment.cases import draw_cases, read_samplers
from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.notebook_tester import replaced_tester
from nbproctor.assignment.reference import CALLABLE, DATA, EXCEPTION, SOLVED, Reference, number, run_reference
from nbproctor.examination.examiner.candidate_link import CandidateGone, Link, NotPlainDataError
from nbproctor.examination.examiner.official_tester import (
    ConfWithoutFunction,
    OfficialCases,
    OfficialTester,
    PreparedCases,
    prepare_cases,
    without_function,
)
from nbproctor.examination.examiner.reference_uses import UncheckedUses, UseChecker, UseRecorder, Uses
from nbproctor.examination.examiner.rehearsal import rehearse
from nbproctor.examination.sandbox import limits
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.shell import CellRun, Shell, text_of, without_colour
from tester_fw.case_files import Case

# Enough to see what the reference returns; all of them would take as long as a submission.
_REHEARSED_CASES = 8


@dataclass(frozen=True)
class OfficialExam:
    """All that the examiner of an assignment knows: the source and its cells, the reference, the official cases.

    `uses` is None if the reference lacks solutions, and so cannot be examined.
    """

    shell: Shell
    assignment: Assignment
    cells: tuple[ExamCell, ...]
    reference: Reference
    cases: dict[str, list[Case]]
    prepared: dict[ConfWithoutFunction, PreparedCases]
    memory_bytes: int
    uses: Uses | None


@dataclass(frozen=True)
class ExamCell:
    """A given cell or, if it has a name, a test cell; and what the reference's solution cells before it bind."""

    source: str
    test: str
    bound: dict[str, str]


def prepare(
    name: str,
    path: str,
    notebook: str,
    release: str,
    samplers: str,
    seed: str,
    output_bytes: int,
    memory_bytes: int,
    cell_seconds: float,
) -> OfficialExam:
    """Run the reference, draw the official cases and examine the reference with them, once for all submissions.

    Args:
        name: the assignment.
        path: where its source notebook lies, for messages.
        notebook: the source notebook as JSON, which the grader has looked through.
        release: a copy of the release folder, in which the instructor's cells run.
        samplers: the path of its `cases.py`.
        seed: the secret seed.
        output_bytes: how much output of one cell is kept.
        memory_bytes: what an examiner may take, beside what it was started with.
        cell_seconds: the longest that a cell of the reference may run.
    """
    shell = Shell.start(output_bytes)
    assignment = Assignment(name, Path(path), nbformat.from_dict(json.loads(notebook)))
    reference = run_reference(assignment, Path(release), shell, cell_seconds)
    cases = draw_cases(read_samplers(Path(samplers)), reference, seed)
    shell.InteractiveTB.set_mode("Plain")  # quick, and enough to say which line of a test cell it was
    shell.warm_up()
    os.chdir(release)
    confs = {file: reference.testers[file].conf for file in cases}
    prepared = {without_function(conf): prepare_cases(conf, cases[file]) for file, conf in confs.items()}
    cells = tuple(_cells(assignment, reference))
    for cell in cells:
        shell.keep(cell.source)
    exam = OfficialExam(shell, assignment, cells, reference, cases, prepared, memory_bytes, None)
    return replace(exam, uses=_rehearsed(exam)) if reference.is_complete else exam


def _cells(assignment: Assignment, reference: Reference) -> Iterator[ExamCell]:
    bound: dict[str, str] = {}
    for cell in assignment.notebook.cells:
        if (what := role(cell)) in (Role.GIVEN, Role.TEST):
            yield ExamCell(cell.source, grade_id(cell) if what is Role.TEST else "", dict(bound))
        if what in SOLVED:  # an answer in Markdown binds nothing
            bound |= reference.binds.get(grade_id(cell), {})


def _rehearsed(exam: OfficialExam) -> Uses:
    """What the tests use the reference's things for; proof that each test passes with the reference."""

    def examiner(sock: socket.socket, recorder: UseRecorder) -> AbstractContextManager[Examiner]:
        return examining(exam, Link(sock, exam.shell.user_ns, recorder), _REHEARSED_CASES)

    return rehearse(exam.assignment, exam.shell, examiner)


_LONGEST_LINE, _MOST_LINES = 10_000, 100


def serve(exam: OfficialExam, control_socket: Any, candidate_socket: Any) -> None:
    """Examine one submission: run the test cells that the grader names, until it closes the channel."""
    # What a candidate sends may ask for much memory; it shall not be the machine's.
    limits.limit_memory(limits.size_of_this_process(), exam.memory_bytes)
    room = report_bytes(exam.shell.collector.limit)
    control = Channel(control_socket, PlainCodec(max_sent=room))
    if (processor := control.receive()) is not None:
        os.sched_setaffinity(0, {processor})
    checker = UncheckedUses() if exam.uses is None else UseChecker(exam.uses)
    with examining(exam, Link(candidate_socket, exam.shell.user_ns, checker)) as examiner:
        while True:
            match control.receive():
                case ["attach"]:
                    examiner.link.attach(control.receive_socket())
                case ["test", test]:
                    report = examiner.test(test)
                    outputs, message = fitting(report["outputs"], room // 2), report["message"][: room // 20]
                    control.send({**report, "outputs": outputs, "message": message})
                case ["traceback"]:
                    lines = [line[:_LONGEST_LINE] for line in examiner.traceback()[:_MOST_LINES]]
                    control.send(lines if len("".join(lines)) < room // 10 else [])


@contextmanager
def examining(exam: OfficialExam, link: Link, most_cases: int | None = None) -> Iterator[Examiner]:
    """Give an examiner; while it works, the `Tester` that test cells import has the official cases.

    Args:
        exam: the assignment's.
        link: the channel to the candidate.
        most_cases: run so many cases of each case file and no more; default: as many as the test cell asks for.
    """
    official = OfficialCases(exam.cases, exam.prepared, link, most_cases)
    with replaced_tester(OfficialTester, exam.shell.user_ns, official=official):
        yield Examiner(exam, official)


class Examiner:
    """One submission's examiner.

    Args:
        exam: the assignment's.
        official: the cases, and the link to the candidate.
    """

    def __init__(self, exam: OfficialExam, official: OfficialCases) -> None:
        self.link = official.link
        self._exam = exam
        self._shell = exam.shell
        self._testers = official.made
        self._done: set[int] = set()

    def test(self, test: str) -> dict[str, Any]:
        """Run a test cell, after the given cells before it.

        Returns:
            the outputs, whether the cell passed, the exception's name and message, the number of official
            cases that ran, the value of the last line, and whether the candidate was gone.
        """
        self._testers.clear()
        self.link.begin()
        for index, cell in enumerate(self._exam.cells):
            if cell.test == test:
                self._take_names(cell.bound)
                report = self._report(test, self._shell.run(cell.source))
                self._put_back()
                return report
            if not cell.test and index not in self._done:
                self._done.add(index)
                self._take_names(cell.bound)
                self._shell.run(cell.source)
        raise KeyError(test)

    def _take_names(self, wanted: dict[str, str]) -> None:
        """Bind the names that the reference's solution cells bind up to here, and no others."""
        if self.link.is_closed:
            return
        modules = {name: what for name, what in wanted.items() if what not in (CALLABLE, DATA, EXCEPTION)}
        for name in wanted:
            self._shell.user_ns.pop(name, None)
        try:
            taken = self.link.names(*(_standing_for(wanted, what) for what in (CALLABLE, DATA, EXCEPTION)))
        except CandidateGone:
            taken = {}  # the cell's first call says it again
        self._shell.user_ns.update(taken)
        self._shell.user_ns.update({name: importlib.import_module(module) for name, module in modules.items()})

    def _put_back(self) -> None:
        """What a test cell replaced or deleted of the student's names is back for the cells after it."""
        with suppress(CandidateGone):
            self.link.put_back()

    def _report(self, test: str, run: CellRun) -> dict[str, Any]:
        # An object in place of data fails the test, whatever the test does with exceptions.
        error = run.error or (NotPlainDataError(self.link.refused) if self.link.refused else None)
        # Where the reference gives a number of points, what gives none earns none.
        points = number(run.value) or 0.0 if test in self._exam.reference.scored else number(run.value)
        return {
            "outputs": run.outputs,
            "passed": error is None,
            "error": type(error).__name__ if error is not None else "",
            "asserted": _is_verdict(error),
            "message": _message(error) if error is not None else "",
            "cases": sum(tester.runs for tester in self._testers),
            "raised_by_student": getattr(error, "from_candidate", False),
            "value": None if points is None else _finite(points),
            "gone": isinstance(error, CandidateGone) or self.link.is_closed,
        }

    def traceback(self) -> list[str]:
        """Where in the student's code the last exception that it raised came from."""
        try:
            return self.link.traceback()
        except CandidateGone:
            return []


def _finite(value: float) -> float:
    """The number as JSON can hold it, if it is to be points: as little as none, as many as can be."""
    return float(min(max(value, 0), 1_000_000)) if value == value else 0.0


def _is_verdict(error: BaseException | None) -> bool:
    """Whether a test cell raised this to say that the answer is wrong."""
    failed = getattr(sys.modules.get("pytest"), "fail", None)
    return isinstance(error, (AssertionError, NotPlainDataError, getattr(failed, "Exception", AssertionError)))


def _message(error: BaseException) -> str:
    """What the exception says, and what the tester noted about the call."""
    return "\n".join([without_colour(text_of(error)), *getattr(error, "__notes__", ())])


def _standing_for(names: dict[str, str], what: str) -> list[str]:
    return [name for name, stands_for in names.items() if stands_for == what]
