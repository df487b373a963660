"""The examiner: runs the instructor's cells against the candidate, with the official cases.

No submitted code runs here. The student's names are proxies, and what comes back through them is data.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from grading.cases import Case, draw_cases, read_samplers
from grading.examination.channel import Channel
from grading.examination.proxies import CandidateGone, Link
from grading.examination.shell import CellRun, Shell, text_of, without_colour
from grading.notebook import Assignment, Role, grade_id, role
from grading.reference import CALLABLE, DATA, Reference, run_reference
from tester_fw import testers


@dataclass(frozen=True)
class Exam:
    """All that the examiner of an assignment knows: the source, the reference, the official cases."""

    shell: Shell
    assignment: Assignment
    reference: Reference
    cases: dict[str, list[Case]]


def prepare(name: str, path: str, notebook: str, release: str, samplers: str, seed: str, output_bytes: int) -> Exam:
    """Run the reference and draw the official cases, once for all submissions.

    Args:
        name: the assignment.
        path: where its source notebook lies, for messages.
        notebook: the source notebook's text.
        release: a copy of the release folder, in which the instructor's cells run.
        samplers: the path of its `cases.py`.
        seed: the secret seed.
        output_bytes: how much output of one cell is kept.
    """
    shell = Shell.start(output_bytes)
    assignment = Assignment(name, Path(path), nbformat.reads(notebook, as_version=4))
    reference = run_reference(assignment, Path(release), shell)
    cases = draw_cases(read_samplers(Path(samplers)), reference, seed)
    shell.InteractiveTB.set_mode("Plain")  # quick, and enough to say which line of a test cell it was
    shell.warm_up()
    os.chdir(release)
    return Exam(shell, assignment, reference, cases)


def serve(exam: Exam, control: Channel, candidate_socket: Any) -> None:
    """Examine one submission: run the test cells that the grader names, until it closes the channel."""
    os.sched_setaffinity(0, {control.receive()})
    examiner = Examiner(exam, Link(candidate_socket))
    while True:
        match control.receive():
            case ["attach"]:
                examiner.link.attach(control.receive_socket())
            case ["test", test]:
                control.send(examiner.test(test))
            case ["traceback"]:
                control.send(examiner.traceback())


class Examiner:
    """One submission's examiner.

    Args:
        exam: the assignment's.
        link: the channel to the candidate.
    """

    def __init__(self, exam: Exam, link: Link) -> None:
        self.link = link
        self._exam = exam
        self._shell = exam.shell
        self._testers: list[testers.Tester] = []
        self._done: set[int] = set()
        testers.Tester = self._official_tester()  # type: ignore[misc]

    def test(self, test: str) -> dict[str, Any]:
        """Run a test cell, after the given cells before it.

        Returns:
            the outputs, whether the cell passed, the exception's name and message, the number of official
            cases that ran, the value of the last line, and whether the candidate was gone.
        """
        self._testers.clear()
        for number, cell in enumerate(self._exam.assignment.notebook.cells):
            if grade_id(cell) == test:
                self._take_names(number)
                return self._report(self._shell.run(cell.source))
            if role(cell) is Role.GIVEN and number not in self._done:
                self._done.add(number)
                self._take_names(number)
                self._shell.run(cell.source)
        raise KeyError(test)

    def _take_names(self, before: int) -> None:
        """Bind the names that the reference's solution cells bind up to here, and no others."""
        if self.link.is_closed:
            return
        wanted: dict[str, str] = {}
        for cell in self._exam.assignment.notebook.cells[:before]:
            if role(cell) is Role.STUDENT:
                wanted.update(self._exam.reference.binds[grade_id(cell)])
        modules = {name: what for name, what in wanted.items() if what not in (CALLABLE, DATA)}
        try:
            taken = self.link.names(_standing_for(wanted, CALLABLE), _standing_for(wanted, DATA))
        except CandidateGone:
            taken = {}  # the cell's first call says it again
        for name in wanted:
            self._shell.user_ns.pop(name, None)
        self._shell.user_ns.update(taken)
        self._shell.user_ns.update({name: importlib.import_module(module) for name, module in modules.items()})

    def _report(self, run: CellRun) -> dict[str, Any]:
        error = run.error
        return {
            "outputs": run.outputs,
            "passed": error is None,
            "error": type(error).__name__ if error is not None else "",
            "asserted": isinstance(error, AssertionError),
            "message": _message(error) if error is not None else "",
            "cases": sum(tester.runs for tester in self._testers),
            "raised_by_student": getattr(error, "from_candidate", False),
            "value": run.value if type(run.value) in (int, float) else None,
            "gone": isinstance(error, CandidateGone) or self.link.is_closed,
        }

    def traceback(self) -> list[str]:
        """Where in the student's code the last exception that it raised came from."""
        try:
            return self.link.traceback()
        except CandidateGone:
            return []

    def _official_tester(self) -> type[testers.Tester]:
        """The notebook's `Tester`, but with the official cases in place of the visible ones."""
        cases, made = self._exam.cases, self._testers

        class OfficialTester(testers.Tester):
            def load_cases(self) -> list[Case]:
                made.append(self)
                return cases[self.conf.case_file]

        return OfficialTester


def _message(error: BaseException) -> str:
    """What the exception says, and what the tester noted about the call."""
    return "\n".join([without_colour(text_of(error)), *getattr(error, "__notes__", ())])


def _standing_for(names: dict[str, str], what: str) -> list[str]:
    return [name for name, stands_for in names.items() if stands_for == what]
