"""What a judge can compare: inputs that travel to where submissions run, and outputs that come back as plain data."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.assignment.reference import Reference
from nbproctor.errors import GradingError
from nbproctor.examination.outcomes.values import value_codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw.case_files import Case
from tester_fw.compare import difference
from tester_fw.conf import Conf, Output, fit_to_cases
from tester_fw.rules import EXACT

# The modules whose values come back from a runner as what they are.
_PLAIN = frozenset(
    {"builtins", "collections", "copyreg", "datetime", "decimal", "fractions", "numpy", "pandas", "zoneinfo"}
)
_OF_NO_MODULE = frozenset({"__main__", "<run_path>"})


def require_judgeable(assignment: Assignment, reference: Reference, cases: Mapping[str, list[Case]]) -> None:
    """Require that the tests of an assignment can be judged by outcomes.

    Raises:
        GradingError: one of them cannot.
    """
    for test, testers in reference.tests.items():
        where = next(assignment.where(cell) for cell in assignment.notebook.cells if grade_id(cell) == test)
        if test in reference.scored:
            raise GradingError(
                f"{where}: its last line is a number, which nbgrader treats as points, but a Tester gives all points "
                "or none: end the cell with a print, or test without a Tester"
            )
        for tester in testers:
            for problem in _problems(tester.conf, cases[tester.conf.case_file]):
                raise GradingError(f"{where}, {tester.conf.case_file}: {problem}")


def _problems(conf: Conf, cases: list[Case]) -> Iterator[str]:
    fitted = fit_to_cases(conf, cases)
    for about in fitted.inputs:
        if problem := next(filter(None, (_of_input(case[about.name]) for case in cases)), ""):
            yield f"the input {about.name} {problem}: draw plain data, or objects of a library or a shipped module"
    for output in fitted.outputs:
        if output.check is None and (problem := _of_output(output, cases)):
            yield f"the output {output.name} {problem}"


def _of_input(value: Any) -> str:
    try:
        modules = _modules(value)
    except Exception as error:  # whatever the methods of an author's objects raise
        return f"cannot be pickled ({type(error).__name__}: {error})"
    # By reference alone: with the code of a class or function, a solution might travel.
    return "contains objects of a class that a cell or cases.py defines" if modules & _OF_NO_MODULE else ""


def _of_output(output: Output, cases: list[Case]) -> str:
    values = [case[output.name] for case in cases]
    try:
        strange = {module for value in values for module in _modules(value)} - _PLAIN
    except Exception as error:  # whatever pickling an author's object raises
        return f"cannot be pickled ({type(error).__name__}: {error}), and so is not plain data"
    if strange:
        return f"is not plain data, but contains objects of {', '.join(sorted(strange))}: return their contents"
    codec = value_codec()
    try:
        for value in values:
            codec.encode(value)
    except WireError as problem:
        return f"cannot be sent to a judge: {problem}"
    if len(values) > 1 and all(difference(values[0], value, rules=EXACT) is None for value in values[1:]):
        return "is the same in all cases: a function that always returns it passes; add a kind of case, or a check"
    return ""


def _modules(value: Any) -> set[str]:
    """The packages whose classes and functions a pickle of a value names."""
    found: set[str] = set()

    class Finder(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            found.add(module if module in _OF_NO_MODULE else module.partition(".")[0])
            return super().find_class(module, name)

    Finder(io.BytesIO(pickle.dumps(value))).load()
    return found
