"""The examiner: runs the instructor's cells against the candidate, with the official cases.

No submitted code runs here. The student's names are proxies, and what comes back through them is data.
"""

from __future__ import annotations

import importlib
import json
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import nbformat

import tester_fw
from nbproctor.assignment.author_file import read_samplers
from nbproctor.assignment.cases import cases_mark, draw_cases
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import derived_key
from nbproctor.assignment.reference import CALLABLE, DATA, EXCEPTION, Reference, number, run_reference
from nbproctor.assignment.replaced_tester import replaced_tester
from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.carried_files import CarriedFileError, guard
from nbproctor.examination.examiner.mistakes import SECONDS, MistakeMarks, in_time
from nbproctor.examination.examiner.notebook_names.changed_in_place import ChangedInPlace
from nbproctor.examination.examiner.notebook_names.exam_cells import ExamCell, exam_cells
from nbproctor.examination.examiner.notebook_names.told_objects import GuardedLink, Told
from nbproctor.examination.examiner.official_tester import (
    ConfWithoutFunction,
    OfficialCases,
    OfficialTester,
    PreparedCases,
    prepare_cases,
    without_function,
)
from nbproctor.examination.examiner.rehearsal.recorded_tests import RecordedTests, record, told_report, watch_files
from nbproctor.examination.examiner.rehearsal.reference_rehearsal import ReferenceSitting, Rehearsed, rehearse
from nbproctor.examination.examiner.rehearsal.reference_uses import UseChecker, UsePolicy, UseRecorder, Uses
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone, NotPlainDataError
from nbproctor.examination.examiner.rehearsal.retold_tests import retell
from nbproctor.examination.sandbox.examiner_sandbox import ExaminerSandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.conversations import Exchange, RecordingChannel, RetellingChannel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages.exam_messages import GiveTraceback, Traceback
from nbproctor.examination.wire.messages.message import kind_of
from nbproctor.examination.wire.messages.process_messages import (
    AttachCandidate,
    ExaminerStart,
    MistakesTold,
    PrepareExaminers,
    Retell,
    Retold,
    RunTest,
    TellMistakes,
    TestReport,
    ToldOtherwise,
)
from nbproctor.shell.cell_tracebacks import text_of
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import CellRun, Shell
from nbproctor.system.printable import without_terminal_codes
from nbproctor.system.written_files import put_back_after
from tester_fw.case_files import Case
from tester_fw.smallest import time_limit

_MISTAKES = b"nbproctor: marks of mistakes"
_ORDER = b"nbproctor: order of the cases"
# The cases of each file that the reference is examined with: enough to see what it returns, and quicker than all.
_MOST_REHEARSED_CASES = 8


@dataclass(frozen=True)
class OfficialExam:
    """All that the examiner of an assignment knows.

    Args:
        shell: runs the cells.
        assignment: the source notebook.
        cells: its given cells and test cells, in order.
        reference: what the reference's run showed.
        cases: the official cases of each case file.
        prepared: what is prepared of the cases, by what a test cell's conf says.
        sandbox: confines each examiner.
        has_own_folders: whether an examiner needs no folder of its own: no cell of the instructor's writes.
        uses: what the tests use the reference's objects for.
        not_apart: why a test cell is not examined here, but graded by one kernel, by its `grade_id`.
        mistake_key: the key of the marks of mistakes.
        order_key: decides the order of the cases, which is the same for all submissions.
        recorded: what was said over the reference, test by test, up to the first that is no function of that.
    """

    shell: Shell
    assignment: Assignment
    cells: tuple[ExamCell, ...]
    reference: Reference
    cases: dict[str, list[Case]]
    prepared: dict[ConfWithoutFunction, PreparedCases]
    sandbox: ExaminerSandbox
    has_own_folders: bool
    uses: Uses
    not_apart: dict[str, str]
    mistake_key: bytes
    order_key: bytes
    recorded: RecordedTests = field(default_factory=RecordedTests)

    @property
    def failures(self) -> tuple[str, ...]:
        """The cells of the reference that raised, each with its place and what it raised."""
        return self.reference.failures


def prepare(sandbox: None, preparation: object) -> OfficialExam:
    """Run the reference, draw the official cases and examine the reference with them, once for all submissions.

    Args:
        sandbox: none: no submitted code runs here.
        preparation: the grader's message, a `PrepareExaminers` as it travels.

    Raises:
        GradingError: a sampler fails, or the reference ends the process that it runs in.
    """
    request = PrepareExaminers.read(preparation)
    release = Path(request.release)
    readable = (request.release, str(Path.home()), str(Path(tester_fw.__file__).parent))
    confined = ExaminerSandbox(request.private, readable, request.folders, (request.memory_bytes, request.file_bytes))
    shell = Shell.start(request.output_bytes)
    ask_nobody()
    assignment = Assignment(request.name, Path(request.path), nbformat.from_dict(json.loads(request.notebook)))
    with put_back_after(release):  # no examiner finds a file that the reference wrote
        changed = ChangedInPlace(assignment, shell.user_ns)
        reference = run_reference(assignment, release, shell, request.cell_seconds, changed.seen)
        cases = draw_cases(read_samplers(Path(request.samplers)), reference, request.seed)
    shell.InteractiveTB.set_mode("Plain")  # quick, and enough to say which line of a test cell it was
    shell.warm_up()
    os.chdir(release)
    confs = {file: reference.testers[file].conf for file in cases}
    prepared = {without_function(conf): prepare_cases(conf, cases[file]) for file, conf in confs.items()}
    cells = tuple(exam_cells(assignment, reference, changed))
    for cell in cells:
        shell.keep(cell.source)
    exam = OfficialExam(
        shell,
        assignment,
        cells,
        reference,
        cases,
        prepared,
        confined,
        not (reference.given_cells_write or reference.written),
        Uses(),
        reference.not_apart,
        derived_key(request.seed, _MISTAKES),
        derived_key(request.seed, _ORDER),
    )
    with put_back_after(release):
        rehearsed = _rehearsed(exam, request.cell_seconds)
    if without := {cell.test for cell in cells if cell.in_place and cell.test in rehearsed.failing}:
        # With what the given cells made in the examiner itself, some of these may pass.
        exam = replace(exam, cells=tuple(exam_cells(assignment, reference, changed, without)))
        with put_back_after(release):
            again = _rehearsed(exam, request.cell_seconds)
        rehearsed = Rehearsed(
            again.uses, {test: rehearsed.failing.get(test, why) for test, why in again.failing.items()}
        )
    exam = replace(exam, uses=rehearsed.uses, not_apart=exam.not_apart | rehearsed.failing)
    if request.keeps_conversations:
        with put_back_after(release):
            exam = replace(exam, recorded=_recorded(exam, request))
    importlib.import_module("nbproctor.examination.wire.arrays_and_tables")  # with numpy, for a student
    confined.enter()
    return exam


def _recorded(exam: OfficialExam, request: PrepareExaminers) -> RecordedTests:
    """What is said over the reference, up to the first test that never goes the short way."""

    def examiner(sock: socket.socket, said: list[Exchange]) -> AbstractContextManager[Examiner]:
        watch_files()
        exam.sandbox.enter()
        exam.sandbox.confine(folder)
        link = _link(exam, None, UseChecker(exam.uses))
        link.new_channel = partial(RecordingChannel, said=said)
        link.attach(sock)
        return examining(exam, link)

    elsewhere = exam.not_apart.keys() | exam.reference.suites.keys()  # these are examined with other candidates
    apart = [cell for cell in exam.cells if cell.test and cell.test not in elsewhere]
    tests = [cell.test for cell in takewhile(lambda cell: cell.is_told_by_replies, apart)]
    sitting = ReferenceSitting(exam.assignment, exam.shell, elsewhere, request.cell_seconds)
    with exam.sandbox.folder(exam.has_own_folders) as folder:
        return record(sitting, examiner, tests, request, cases_mark(request.seed, exam.cases))


def _rehearsed(exam: OfficialExam, cell_seconds: float) -> Rehearsed:
    """What the tests use the reference's objects for, and which of them do not pass with it."""

    def examiner(sock: socket.socket, recorder: UseRecorder) -> AbstractContextManager[Examiner]:
        exam.sandbox.enter()
        exam.sandbox.confine(folder)
        return examining(exam, _link(exam, sock, recorder, recorder.told.append), _MOST_REHEARSED_CASES)

    with exam.sandbox.folder(exam.has_own_folders) as folder:
        return rehearse(ReferenceSitting(exam.assignment, exam.shell, exam.not_apart, cell_seconds), examiner)


def _link(exam: OfficialExam, sock: Any, uses: UsePolicy, told: Told | None = None) -> Link:
    names = {name for cell in exam.cells for name in cell.in_place}
    namespace = exam.shell.user_ns
    return GuardedLink(names, told, sock, namespace, uses) if names else Link(sock, namespace, uses)


_MOST_LINE_CHARACTERS, _MOST_TRACEBACK_LINES = 10_000, 100


def serve(exam: OfficialExam, control_socket: Any, candidate_socket: Any) -> None:
    """Examine one submission: run the test cells that the grader names, until it closes the channel.

    Args:
        exam: what `prepare` returned.
        control_socket: the socket to the grader.
        candidate_socket: the socket to the candidate, until the grader attaches another.
    """
    room = report_bytes(exam.shell.collector.limit)
    control = Channel(control_socket, PlainCodec(max_sent_bytes=room))
    start = ExaminerStart.read(control.receive())
    if start.processor is not None:
        os.sched_setaffinity(0, {start.processor})
    exam.sandbox.confine(start.folder)
    with examining(exam, _link(exam, candidate_socket, UseChecker(exam.uses))) as examiner:
        retold: RetellingChannel | None = None
        while True:
            request = control.receive()
            match kind_of(request):
                case AttachCandidate.kind:
                    examiner.link.attach(control.receive_socket())
                case Retell.kind:
                    retold = retell(exam.recorded, examiner, Retell.read(request), control.receive_socket())
                    control.send((ToldOtherwise() if retold.is_told_otherwise else Retold()).parts())
                case RunTest.kind:
                    report = told_report(examiner.test(RunTest.read(request).test), room)
                    is_other = retold is not None and retold.is_told_otherwise
                    control.send((ToldOtherwise() if is_other else report).parts())
                case TellMistakes.kind:
                    control.send(MistakesTold(examiner.mistakes(TellMistakes.read(request).tests)).parts())
                case GiveTraceback.kind:
                    lines = [line[:_MOST_LINE_CHARACTERS] for line in examiner.traceback()[:_MOST_TRACEBACK_LINES]]
                    control.send(Traceback(lines if len("".join(lines)) < room // 10 else []).parts())


@contextmanager
def examining(exam: OfficialExam, link: Link, most_cases: int | None = None) -> Iterator[Examiner]:
    """Give an examiner; while it works, the `Tester` that test cells import has the official cases.

    Args:
        exam: the assignment's.
        link: the channel to the candidate.
        most_cases: how many cases of each case file run at most; None for as many as the test cell asks for.
    """
    official = OfficialCases(exam.cases, exam.prepared, link, exam.order_key, most_cases)
    if exam.reference.written:
        guard(link.files, exam.sandbox.code_folders)
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
        self._exam, self._shell = exam, exam.shell
        # Before pyplot draws what is open when a cell ends.
        self._shell.events.callbacks["post_execute"].insert(0, self.link.figures.hide)
        self._testers = official.testers
        self._done: set[int] = set()
        # The values that given cells gave to names, where the last cell had others, with what it had.
        self._given: dict[str, tuple[object, object]] = {}
        # By test that failed: the tester of its cases, if it has one.
        self._failed: dict[str, OfficialTester | None] = {}

    def test(self, test: str) -> TestReport:
        """Run a test cell, by its `grade_id`, after the given cells before it; say what became of it."""
        self._testers.clear()
        self.link.begin()
        for index, cell in enumerate(self._exam.cells):
            if cell.test == test:
                report = self._report(test, self._run(cell))
                if report.passed:
                    report = replace(report, shared=self._shares(cell))
                else:
                    self._failed[test] = self._testers[-1] if self._testers else None
                self._put_back()
                return report
            if not cell.test and index not in self._done:
                self._done.add(index)
                self._run(cell)
        raise KeyError(test)

    def _run(self, cell: ExamCell) -> CellRun:
        """Run a cell with what the candidate has under the student's names, and with its files."""
        self._take_names(cell)
        with suppress(CandidateGone, CarriedFileError):  # the cell's first call raises it again; the report says it
            self.link.files.begin(cell.files, cell.writes)
        return self._shell.run(cell.source)

    def mistakes(self, tests: Iterable[str]) -> dict[str, str]:
        """The marks of the mistakes that failed tests show, by their `grade_id`, where something can be said.

        Asked when all verdicts are reached: the student's code is called again, and may be broken off.
        """
        found = {}
        for test in in_time(self._failed.keys() & set(tests)):
            with suppress(BaseException):  # whatever a student's code raises
                if marks := self._mistake(test):
                    found[test] = marks
        return found

    def _mistake(self, test: str) -> str:
        marks, tester = MistakeMarks(self._exam.mistake_key, test), self._failed[test]
        self.link.begin()
        found = marks.of_tester(tester) if tester is not None else ""
        if found:
            return found
        cell = next(cell for cell in self._exam.cells if cell.test == test)
        mark, again = (self._heard(cell, marks) for _ in range(2))
        return mark if mark == again else ""

    def _heard(self, cell: ExamCell, marks: MistakeMarks) -> str:
        """The mark of what a test cell hears when it runs again."""
        self.link.begin()
        self._take_names(cell)
        self.link.heard = [self._shell.user_ns.get(name) for name in sorted(cell.data)]
        with time_limit(SECONDS / 2):
            error = self._run(cell).error
        self._put_back()
        if isinstance(error, KeyboardInterrupt):  # a message may have been broken off
            self.link.close()
        if error is None or isinstance(error, (CandidateGone, KeyboardInterrupt)):
            return ""
        return marks.of_replies(self.link.heard, error)

    def _take_names(self, cell: ExamCell) -> None:
        """Bind the names of the student's in this cell, and no others."""
        self.link.figures.with_open = cell.asks_figures
        if self.link.is_closed:
            return
        names, kinds = self._shell.user_ns, cell.bound
        modules = {name: kind for name, kind in kinds.items() if kind not in (CALLABLE, DATA, EXCEPTION)}
        self._put_given_back()
        self.link.taken.given = cell.replaced
        given = {name: names[name] for name in cell.in_place if name in names}
        for name in kinds:
            names.pop(name, None)
        try:
            callables, data, errors = (_names_of_kind(kinds, kind) for kind in (CALLABLE, DATA, EXCEPTION))
            values = self.link.names(callables, data, errors, unread=set(data) - cell.data)
        except CandidateGone:
            values = {}  # the cell's first call raises it again
        names.update(values)
        names.update({name: importlib.import_module(module) for name, module in modules.items()})
        self._given = {name: (value, values.get(name)) for name, value in given.items()}

    def _put_given_back(self) -> None:
        """Give the names that given cells bind here the values of these cells again, where nothing else is bound."""
        names = self._shell.user_ns
        names.update({name: value for name, (value, taken) in self._given.items() if names.get(name) is taken})
        self._given = {}

    def _shares(self, cell: ExamCell) -> bool:
        """Whether one kernel, in which nothing is copied, might show the test something else."""
        try:
            is_shared = cell.asks_identity and bool(self.link.shared)
            return is_shared or self.link.files.has_others or self.link.has_changed_copies(cell.data)
        except CandidateGone:
            return True

    def _put_back(self) -> None:
        """Restore the student's names that a test cell replaced or deleted, for the cells after it."""
        with suppress(CandidateGone):
            self.link.put_back()

    def _report(self, test: str, run: CellRun) -> TestReport:
        # An object in place of data fails the test, whatever the test does with exceptions.
        error = run.error or (NotPlainDataError(self.link.refused) if self.link.refused else None)
        if self.link.files.refused:  # whatever the test made of it
            error = CarriedFileError(self.link.files.refused)
        # Where the reference's cell gives a number of points, a run that gives none earns none.
        points, is_scored = number(run.value), test in self._exam.reference.scored
        return TestReport(
            outputs=run.outputs,
            passed=error is None,
            error=type(error).__name__ if error is not None else "",
            asserted=_is_verdict(error),
            message=_message(error) if error is not None else "",
            cases=sum(tester.runs for tester in self._testers),
            raised_by_student=getattr(error, "from_candidate", False) is True,
            value=_finite(points or 0.0) if is_scored or points is not None else None,
            kept_names=self.link.kept_names,
            candidate_ended=isinstance(error, CandidateGone) or self.link.is_closed,
            refused=_is_refusal(error, self.link) or (is_scored and points is None and error is None),
            shared=False,
        )

    def traceback(self) -> list[str]:
        """The traceback, in the student's code, of the last exception that it raised."""
        try:
            return self.link.traceback()
        except CandidateGone:
            return []


def _finite(value: float) -> float:
    """A number of points as JSON can hold it: at least 0, at most a million, 0 for NaN."""
    return float(min(max(value, 0), 1_000_000)) if value == value else 0.0


def _is_verdict(error: BaseException | None) -> bool:
    """Whether a test cell raised this to say that the answer is wrong."""
    failed = getattr(sys.modules.get("pytest"), "fail", None)
    return isinstance(error, (AssertionError, NotPlainDataError, getattr(failed, "Exception", AssertionError)))


def _is_refusal(error: BaseException | None, link: Link) -> bool:
    """Whether a test fails where an object came and data is due, which one kernel might have taken."""
    is_object = bool(link.refused) or isinstance(error, NotPlainDataError)
    has_doubt = link.has_kept_back or bool(link.files.refused) or link.files.has_others
    return is_object or (error is not None and has_doubt)


def _message(error: BaseException) -> str:
    """What the exception says, and what the tester noted about the call."""
    return "\n".join([without_terminal_codes(text_of(error)), *getattr(error, "__notes__", ())])


def _names_of_kind(kinds: dict[str, str], kind: str) -> list[str]:
    return [name for name, kind_of_name in kinds.items() if kind_of_name == kind]
