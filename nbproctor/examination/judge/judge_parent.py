"""The judges' parent: runs the reference, draws the official cases, and knows what is right. It forks judges.

What leaves this process are inputs, in an order that only the seed tells, keyed digests, and judgements.
"""

from __future__ import annotations

import hmac
import importlib
import json
import os
import pickle
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast

import nbformat

import tester_fw
from nbproctor.assignment.author_file import read_samplers
from nbproctor.assignment.cases import draw_cases
from nbproctor.assignment.judgeable_cases import require_judgeable
from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.notebook_text import notebook_text
from nbproctor.assignment.official_seed import derived_key
from nbproctor.assignment.reference import Reference, run_reference
from nbproctor.examination.judge.judging import Judgement, OwedTable, judge
from nbproctor.examination.judge.suites import SuiteCases, judge_suite
from nbproctor.examination.outcomes.calls import OfficialInputs, call_all
from nbproctor.examination.outcomes.outcome import TablesBuffer
from nbproctor.examination.sandbox import limits
from nbproctor.examination.sandbox.judge_sandbox import JudgeSandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec
from nbproctor.examination.wire.messages.message import kind_of
from nbproctor.examination.wire.messages.process_messages import Judged, JudgeSuite, JudgeTables, PrepareJudges
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import Shell
from nbproctor.shell.symbols import names_in
from nbproctor.system.written_files import put_back_after
from tester_fw.case_files import Case
from tester_fw.conf import Conf, fit_to_cases
from tester_fw.messages import name_of
from tester_fw.testers import SplitCase

# What a judge may compute for one request. To compare what one test's functions gave takes milliseconds, as a rule.
_CPU_SECONDS = 10
_ORDER = b"nbproctor: order of the cases"
_MARKS = b"nbproctor: marks of mistakes"
_DIGESTS = b"nbproctor: digests of the reference's tables"


@dataclass(frozen=True)
class OfficialJudge:
    """All that the judges of an assignment know.

    Args:
        sandbox: confines each judge.
        owed: the tables that each test cell owes, by its `grade_id`.
        suites: the judged functions of each test cell that judges a student's tests, by its `grade_id`.
        mark_key: the key of the marks of mistakes.
        official: what the grader passes on.
        failures: the cells of the reference that raised, each with its place and what it raised.
    """

    sandbox: JudgeSandbox
    owed: Mapping[str, tuple[OwedTable, ...]]
    suites: Mapping[str, SuiteCases]
    mark_key: bytes
    official: dict[str, Any]
    failures: tuple[str, ...]


def prepare(sandbox: None, preparation: object) -> OfficialJudge:
    """Run the reference, draw the official cases, and call the reference's functions with them.

    Args:
        sandbox: none: no submitted code runs here.
        preparation: the grader's message, a `PrepareJudges` as it travels.

    Raises:
        GradingError: a sampler fails, or the assignment asks for what cannot be judged.
    """
    request = PrepareJudges.read(preparation)
    release = Path(request.release)
    readable = (request.release, str(Path.home()), str(Path(tester_fw.__file__).parent))
    confined = JudgeSandbox(request.private, readable, request.folders, (request.memory_bytes, 0))
    shell = Shell.start(request.output_bytes)
    ask_nobody()
    assignment = Assignment(request.name, Path(request.path), nbformat.from_dict(json.loads(request.notebook)))
    key = derived_key(request.seed, _ORDER)
    with put_back_after(release):
        (release / assignment.path.name).write_text(notebook_text(assignment.notebook), encoding="utf-8")
        reference = run_reference(assignment, release, shell, request.cell_seconds)
        cases = draw_cases(read_samplers(Path(request.samplers)), reference, request.seed)
        require_judgeable(assignment, reference, cases)
        cases = {name: _shuffled(drawn, key + name.encode()) for name, drawn in cases.items()}
        os.chdir(release)
        inputs = {name: _inputs(reference.testers[name].conf, drawn) for name, drawn in cases.items()}
        owed = {
            test: tuple(_owed(tester.conf, cases[tester.conf.case_file]) for tester in testers)
            for test, testers in reference.tests.items()
        }
        digest_key = derived_key(request.seed, _DIGESTS)
        digests = {test: _digest(tables, inputs, digest_key) for test, tables in owed.items()}
    points = {exercise.test: exercise.points for exercise in assignment.exercises}
    suites = {
        test: _suite_cases(reference, cases, names, points[test], key) for test, names in reference.suites.items()
    }
    importlib.import_module("nbproctor.examination.wire.arrays_and_tables")  # with numpy, which a judge may need
    importlib.import_module("sqlite3")
    official = {
        "inputs": {name: _as_told(one) for name, one in inputs.items() if not _is_suites(reference, name)},
        "digests": digests,
        "counts": {test: sum(len(table.cases) for table in tables) for test, tables in owed.items()},
        "digest_key": digest_key.hex(),
        "suites": sorted(suites),
        "free": sorted(_free_of_students(assignment, reference, shell)),
    }
    confined.enter()
    return OfficialJudge(confined, owed, suites, derived_key(request.seed, _MARKS), official, reference.failures)


def _shuffled(cases: Sequence[Case], key: bytes) -> list[Case]:
    """The cases in an order that nobody knows who does not know the seed: the visible ones lie in sampler order."""
    return Random(key).sample(cases, len(cases))


def _owed(conf: Conf, cases: list[Case]) -> OwedTable:
    fitted = fit_to_cases(conf, cases)
    return OwedTable(fitted, tuple(SplitCase.of(fitted, case) for case in cases))


def _inputs(conf: Conf, cases: list[Case]) -> OfficialInputs:
    fitted = fit_to_cases(conf, cases)
    names = [about.name for about in fitted.inputs]
    # Never dill: with the code of a class or function, a solution might travel.
    pickled = tuple(pickle.dumps({name: case[name] for name in names}) for case in cases)
    databases = tuple(about.name for about in fitted.inputs if about.dtype == "db")
    watched = tuple(about.name for about in fitted.inputs if about.check_modified)
    return OfficialInputs(pickled, databases, watched)


def _digest(tables: Sequence[OwedTable], inputs: Mapping[str, OfficialInputs], key: bytes) -> str:
    """The keyed digest of what a runner writes that has the reference's functions."""
    written = TablesBuffer()
    for table in tables:
        call_all(table.conf.func, table.conf.case_file, inputs[table.conf.case_file], written)
    return hmac.new(key, written.data, sha256).hexdigest()


def _as_told(inputs: OfficialInputs) -> dict[str, Any]:
    return {
        "cases": [b64encode(case).decode() for case in inputs.cases],
        "databases": list(inputs.databases),
        "watched": list(inputs.watched),
    }


def _is_suites(reference: Reference, case_file: str) -> bool:
    return bool(reference.testers[case_file].judged_names)


def _suite_cases(
    reference: Reference, cases: Mapping[str, list[Case]], names: tuple[str, ...], points: float, key: bytes
) -> SuiteCases:
    (file,) = (file for file, tester in reference.testers.items() if tester.judged_names == names)
    conf = fit_to_cases(reference.testers[file].conf, cases[file])
    name = name_of(cast(Any, conf.func).__self__._suite)  # what is tested is the verdict of a `Suite`
    return SuiteCases(name, file, names, tuple(SplitCase.of(conf, case) for case in cases[file]), points, key)


def _free_of_students(assignment: Assignment, reference: Reference, shell: Shell) -> list[str]:
    """The test cells that read no name which a student's cell binds: nothing of a student's is tested there."""
    students = {name for bound in reference.binds.values() for name in bound}
    free = []
    for cell in assignment.notebook.cells:
        if role(cell) is Role.TEST and cell.cell_type == "code":
            names = names_in(shell.as_python(cell.source))
            if names is not None and students.isdisjoint(names.read):
                free.append(grade_id(cell))
    return free


def serve(official: OfficialJudge, control_socket: Any, unused: Any) -> None:
    """Judge one submission, until the grader closes the channel.

    Args:
        official: what `prepare` returned.
        control_socket: the socket to the grader.
        unused: a second one, which a judge does not need.
    """
    control = Channel(control_socket, PlainCodec())
    official.sandbox.confine("")
    while True:
        request = control.receive()
        limits.allow_processor_seconds(_CPU_SECONDS)
        match kind_of(request):
            case JudgeTables.kind:
                asked = JudgeTables.read(request)
                found = judge(
                    official.owed[asked.test], b64decode(asked.tables), official.mark_key + asked.test.encode()
                )
                control.send(_told(found).parts())
            case JudgeSuite.kind:
                suite = official.suites[JudgeSuite.read(request).test]
                control.send(judge_suite(suite, control.receive_socket()).parts())


def _told(found: Judgement) -> Judged:
    failure = found.failure
    if failure is None:
        return Judged("", "", False, False, [], "", found.is_complete, found.cases, "", None)
    return Judged(
        error=failure.error,
        message=failure.message,
        asserted=failure.is_verdict,
        raised_by_student=failure.by_student,
        lines=list(failure.lines),
        printed=failure.printed,
        is_complete=found.is_complete,
        cases=found.cases,
        marks=found.marks,
        value=None,
    )
