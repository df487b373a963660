"""The cases of an assignment: inputs from its samplers, expected outputs from its reference, all of them plain data."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

from nbproctor.assignment.notebook import Assignment, grade_id
from nbproctor.assignment.reference import Reference
from nbproctor.assignment.sampler import Drawn, Sampler
from nbproctor.errors import GradingError
from nbproctor.examination.outcomes.outcome import value_codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw.case_files import Case
from tester_fw.compare import difference
from tester_fw.conf import Conf, Output, fit_to_cases
from tester_fw.inputs import UNCHANGEABLE
from tester_fw.rules import EXACT

# The modules whose values a runner can send.
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


def draw_cases(samplers: Mapping[str, Sampler], reference: Reference, seed: str) -> dict[str, list[Case]]:
    """The cases of every case file that the reference's test cells open.

    Raises:
        GradingError: a case file has no sampler, a sampler has no case file, or the reference fails on a case.
    """
    require_pairs(samplers, reference)
    return {
        name: [case_of(reference, name, drawn) for drawn in samplers[name].draw(f"{seed}/{name}")]
        for name in sorted(reference.testers)
    }


def require_pairs(samplers: Mapping[str, Sampler], reference: Reference) -> None:
    """Require a sampler for every case file, and a case file for every sampler.

    Raises:
        GradingError: one lacks the other.
    """
    if missing := sorted(reference.testers.keys() - samplers.keys()):
        raise GradingError(
            f"no sampler draws the cases of {', '.join(missing)}: add to cases.py, for example, "
            f"{missing[0]} = Sampler(count=70)"
        )
    if unused := sorted(samplers.keys() - reference.testers.keys()):
        raise GradingError(f"no test cell uses the case file of the sampler {', '.join(unused)} in cases.py")


def case_of(reference: Reference, name: str, drawn: Drawn) -> Case:
    """Make a case of drawn inputs and what the reference returns for them.

    Raises:
        GradingError: the reference fails on it, or returns something else than is declared.
    """
    conf, where = reference.testers[name].conf, f"{name}, a case of the kind {drawn.kind!r}"
    try:
        # The call gets copies: a reference that changes its inputs must not change the case.
        expected = _named(conf, conf.func(**_copied(drawn.inputs)))
    except Exception as error:  # whatever the reference raises
        raise GradingError(f"{where}: the reference raised {type(error).__name__}: {error}") from error
    if drawn.outputs is not None and expected != drawn.outputs:
        found, declared = ("/".join(map(str, values.values())) for values in (expected, drawn.outputs))
        raise GradingError(
            f"{where}: with the reference it {found}, but cases.py declares that it {declared}: fix one of them"
        )
    try:
        return {**drawn.inputs, **_copied(expected)}
    except RecursionError as error:
        raise GradingError(
            f"{where}: the reference returns something that is nested too deeply to be compared: make it return "
            "something flatter"
        ) from error


def _copied(values: Case) -> Case:
    return dict(values) if UNCHANGEABLE.issuperset(map(type, values.values())) else copy.deepcopy(values)


def _named(conf: Conf, returned: object) -> Case:
    """The returned value as a tester takes it apart."""
    names = [output.name for output in conf.outputs] or ["output_0"]
    if len(names) == 1:
        return {names[0]: returned}
    if type(returned) is not tuple or len(returned) != len(names):
        raise GradingError(f"it should return a tuple of {len(names)} values ({', '.join(names)}), not {returned!r}")
    return dict(zip(names, returned, strict=True))
