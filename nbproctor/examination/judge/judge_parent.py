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
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import nbformat

import tester_fw
from nbproctor.assignment.author_file import read_samplers
from nbproctor.assignment.cases import draw_cases
from nbproctor.assignment.judgeable_cases import require_judgeable
from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.notebook_text import notebook_text
from nbproctor.assignment.official_seed import derived_key
from nbproctor.assignment.reference import Reference, run_reference
from nbproctor.examination.judge.judging import OwedTable, judge
from nbproctor.examination.judge.suites import SuiteCases, judge_suite
from nbproctor.examination.outcomes.calls import OfficialInputs, call_all
from nbproctor.examination.outcomes.outcome import TablesBuffer, read_tables
from nbproctor.examination.sandbox import limits
from nbproctor.examination.sandbox.judge_sandbox import JudgeSandbox
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec
from nbproctor.examination.wire.messages import JudgeSuite, JudgeTables, PrepareJudges, kind_of
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import Shell
from nbproctor.shell.symbols import names_in
from nbproctor.system.folder_state import put_back_after
from tester_fw.case_files import Case, read_cases
from tester_fw.conf import Conf, fit_to_cases
from tester_fw.messages import name_of
from tester_fw.suites import Suite
from tester_fw.testers import SplitCase, Tester

# What a judge may compute for one request. To compare what one test's functions gave takes milliseconds, as a rule.
_CPU_SECONDS = 10
_ORDER = b"nbproctor: order of the cases"
_MARKS = b"nbproctor: marks of mistakes"
_DIGESTS = b"nbproctor: digests of the reference's tables"


@dataclass(frozen=True)
class OfficialJudge:
    """All that the judges of an assignment know.

    Args:
        owed: the tables that each test cell owes, by its `grade_id`.
        suites: the judged functions of each test cell that judges a student's tests, by its `grade_id`.
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
        inputs = {name: _inputs(reference.testers[name], drawn) for name, drawn in cases.items()}
        owed, digests = {}, {}
        digest_key = derived_key(request.seed, _DIGESTS)
        for test, testers in reference.tests.items():
            confs = [fit_to_cases(tester.conf, cases[tester.conf.case_file]) for tester in testers]
            written = _written(confs, inputs)
            digests[test] = hmac.new(digest_key, written, sha256).hexdigest()
            right = [tuple(outcomes) for _, outcomes in read_tables(written)]
            owed[test] = tuple(
                OwedTable(conf, tuple(SplitCase.of(conf, case) for case in cases[conf.case_file]), outcomes)
                for conf, outcomes in zip(confs, right, strict=True)
            )
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


def _inputs(tester: Tester, cases: list[Case]) -> OfficialInputs:
    fitted = fit_to_cases(tester.conf, cases)
    names = [about.name for about in fitted.inputs]
    # Never dill: with the code of a class or function, a solution might travel.
    pickled = tuple(pickle.dumps({name: case[name] for name in names}) for case in cases)
    databases = tuple(about.name for about in fitted.inputs if about.dtype == "db")
    watched = tuple(about.name for about in fitted.inputs if about.check_modified)
    return OfficialInputs(pickled, databases, watched, _visible_case(tester))


def _visible_case(tester: Tester) -> bytes:
    with suppress(Exception):  # there need not be a file
        return pickle.dumps(read_cases(Path(tester.path) / tester.conf.case_file, tester.key)[0])
    return b""


def _written(confs: Sequence[Conf], inputs: Mapping[str, OfficialInputs]) -> bytes:
    """What a runner writes that has the reference's functions."""
    written = TablesBuffer()
    for conf in confs:
        call_all(conf.func, conf.case_file, inputs[conf.case_file], written)
    return written.data


def _as_told(inputs: OfficialInputs) -> dict[str, Any]:
    return {
        "cases": [b64encode(case).decode() for case in inputs.cases],
        "databases": list(inputs.databases),
        "watched": list(inputs.watched),
        "visible": b64encode(inputs.visible).decode(),
    }


def _is_suites(reference: Reference, case_file: str) -> bool:
    return bool(reference.testers[case_file].judged_names)


def _suite_cases(
    reference: Reference, cases: Mapping[str, list[Case]], names: tuple[str, ...], points: float, key: bytes
) -> SuiteCases:
    (file,) = (file for file, tester in reference.testers.items() if tester.judged_names == names)
    conf = fit_to_cases(reference.testers[file].conf, cases[file])
    suite: Suite = conf.func.__self__  # type: ignore[attr-defined]  # its method gives the verdict
    functions = tuple(SplitCase.of(conf, case) for case in cases[file])
    return SuiteCases(file, name_of(suite._suite), names, functions, points, key)


def _free_of_students(assignment: Assignment, reference: Reference, shell: Shell) -> list[str]:
    """The test cells that read no name which a student's cell binds, or may change what it stands for.

    There are none where the reference raises: what students bind after that, it does not show.
    """
    if reference.failures:
        return []
    cells = [cell for cell in assignment.notebook.cells if cell.cell_type == "code"]
    read = {
        grade_id(cell): names.read for cell in cells if (names := names_in(shell.as_python(cell.source))) is not None
    }
    changeable = {name for name, value in shell.user_ns.items() if not isinstance(value, ModuleType)}
    students = {name for bound in reference.binds.values() for name in bound}
    for solution in reference.binds:
        students |= changeable & read.get(solution, frozenset())
    tests = (grade_id(cell) for cell in cells if role(cell) is Role.TEST)
    return [test for test in tests if test in read and students.isdisjoint(read[test])]


def serve(official: OfficialJudge, control_socket: Any) -> None:
    """Judge one submission, until the grader closes the channel."""
    control = Channel(control_socket, PlainCodec())
    official.sandbox.confine("")
    while True:
        request = control.receive()
        limits.allow_processor_seconds(_CPU_SECONDS)
        match kind_of(request):
            case JudgeTables.kind:
                asked = JudgeTables.read(request)
                key = official.mark_key + asked.test.encode()
                control.send(judge(official.owed[asked.test], b64decode(asked.tables), key).parts())
            case JudgeSuite.kind:
                suite = official.suites[JudgeSuite.read(request).test]
                control.send(judge_suite(suite, control.receive_socket()).parts())
