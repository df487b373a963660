"""The judges' parent: runs the reference, draws the official cases, and knows what is right. It forks judges.

What leaves this process are inputs, in an order that only the seed tells, keyed digests, and judgements.
"""

from __future__ import annotations

import hmac
import importlib
import json
import os
import pickle
from base64 import b64decode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import nbformat

import tester_fw
from nbproctor.assignment.cases import draw_cases, require_judgeable
from nbproctor.assignment.cases_file import read_samplers
from nbproctor.assignment.notebook import Assignment, Role, grade_id, notebook_text, role
from nbproctor.assignment.official_seed import derived_key
from nbproctor.assignment.reference import Reference, run_reference
from nbproctor.errors import GradingError
from nbproctor.examination.judge.judging import OwedTable, judge
from nbproctor.examination.judge.suites import SuiteCases, judge_suite
from nbproctor.examination.outcomes.function_calls import OfficialInputs, call_all
from nbproctor.examination.outcomes.outcome import (
    RETURNED,
    TABLES_BYTES,
    UNREADABLE,
    CaseOutcome,
    TablesBuffer,
    read_tables,
)
from nbproctor.examination.sandbox import limits
from nbproctor.examination.sandbox.judge_sandbox import JudgeSandbox
from nbproctor.examination.wire.channel import Channel, PlainCodec
from nbproctor.examination.wire.messages import JudgeSuite, JudgeTables, PrepareJudges, kind_of
from nbproctor.shell.cell_names import names_in
from nbproctor.shell.no_input import ask_nobody
from nbproctor.shell.shell import Shell
from nbproctor.system.folder_state import put_back_after
from tester_fw.case_files import Case, read_cases
from tester_fw.conf import fit_to_cases
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
    """All that the judges of an assignment know; test cells go by their `grade_id`.

    Args:
        owed: the tables that each test cell owes.
        suites: the judged functions of each test cell that judges a student's tests.
        official, failures: as of `ParentReady`.
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
        sandbox: none, as no submitted code runs here.
        preparation: the grader's message, a `PrepareJudges` as it travels.

    Raises:
        GradingError: a sampler fails, or the assignment asks for what cannot be judged; or, if a cell of the reference
            failed before, that cell.
    """
    request = PrepareJudges.read(preparation)
    release = Path(request.release)
    readable = (request.release, str(Path.home()), str(Path(tester_fw.__file__).parent))
    confined = JudgeSandbox(request.private, readable, request.memory_bytes)
    shell = Shell.start(request.output_bytes)
    ask_nobody()
    assignment = Assignment(request.name, Path(request.path), nbformat.from_dict(json.loads(request.notebook)))
    key = derived_key(request.seed, _ORDER)
    with put_back_after(release):
        (release / assignment.path.name).write_text(notebook_text(assignment.notebook), encoding="utf-8")
        reference = run_reference(assignment, release, shell, request.cell_seconds)
        try:
            cases = draw_cases(read_samplers(Path(request.samplers)), reference, request.seed)
            require_judgeable(assignment, reference, cases)
        except GradingError:
            reference.require_success()  # a cell that failed before is the cause
            raise
        # The order is secret: the visible cases are in the samplers' order.
        cases = {name: Random(key + name.encode()).sample(drawn, len(drawn)) for name, drawn in cases.items()}
        os.chdir(release)
        inputs = {name: _inputs(reference.testers[name], drawn) for name, drawn in cases.items()}
        owed, digests = {}, {}
        digest_key = derived_key(request.seed, _DIGESTS)
        for test, testers in reference.tests.items():
            confs = [fit_to_cases(tester.conf, cases[tester.conf.case_file]) for tester in testers]
            tables = TablesBuffer()
            for conf in confs:
                call_all(conf.func, conf.case_file, inputs[conf.case_file], tables)
            written = tables.data  # as a runner writes it that has the reference's functions
            if len(written) > TABLES_BYTES:
                raise GradingError(
                    f"{test}: what its solution returns takes {len(written):,} bytes, but a runner can return only "
                    f"{TABLES_BYTES:,}: draw fewer cases, or smaller ones"
                )
            digests[test] = hmac.new(digest_key, written, sha256).hexdigest()
            right = [_returned(file, outcomes) for file, outcomes in read_tables(written)]
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
    tests = (cell for cell in assignment.notebook.cells if role(cell) is Role.TEST)
    official = {
        "inputs": {name: one.to_json() for name, one in inputs.items() if not reference.testers[name].judged_names},
        "digests": digests,
        "counts": {test: sum(len(table.cases) for table in tables) for test, tables in owed.items()},
        "digest_key": digest_key.hex(),
        "suites": sorted(suites),
        "free": [grade_id(cell) for cell in tests if _only_prints(cell.source)],
    }
    confined.enter()
    return OfficialJudge(confined, owed, suites, derived_key(request.seed, _MARKS), official, tuple(reference.failures))


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


def _returned(case_file: str, outcomes: Sequence[bytes]) -> tuple[bytes, ...]:
    """The reference's outcomes of one table, without bytes for a case that raised.

    Raises:
        GradingError: what it returned cannot be sent to a judge, so no answer can.
    """
    found = []
    for data in outcomes:
        outcome = CaseOutcome.from_bytes(data)
        if outcome.kind == UNREADABLE:
            raise GradingError(f"{case_file}: what the solution returns cannot be judged: {outcome.text}")
        found.append(data if outcome.kind == RETURNED else b"")
    return tuple(found)


def _suite_cases(
    reference: Reference, cases: Mapping[str, list[Case]], names: tuple[str, ...], points: float, key: bytes
) -> SuiteCases:
    (file,) = (file for file, tester in reference.testers.items() if tester.judged_names == names)
    conf = fit_to_cases(reference.testers[file].conf, cases[file])
    suite: Suite = conf.func.__self__  # type: ignore[attr-defined]  # its method gives the verdict
    functions = tuple(SplitCase.of(conf, case) for case in cases[file])
    return SuiteCases(file, name_of(suite._suite), names, functions, points, key)


def _only_prints(code: str) -> bool:
    """Whether a test cell passes whatever a student wrote: the only name that it reads is `print`."""
    names = names_in(code)
    return names is not None and not names.bound and names.read <= {"print"}


def serve(official: OfficialJudge, control_socket: Any) -> None:
    """Judge one submission, until the grader closes the channel."""
    control = Channel(control_socket, PlainCodec())
    official.sandbox.confine()
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
