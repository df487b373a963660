"""The cases of an assignment: inputs from its samplers, expected outputs from its reference."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from nbproctor.assignment.reference import Reference
from nbproctor.assignment.sampler import Drawn, Sampler
from nbproctor.errors import GradingError
from tester_fw.case_files import Case
from tester_fw.conf import Conf
from tester_fw.inputs import UNCHANGEABLE


def draw_cases(samplers: Mapping[str, Sampler], reference: Reference, seed: str) -> dict[str, list[Case]]:
    """The cases of every case file that the reference's test cells open.

    Raises:
        GradingError: a case file has no sampler, a sampler has no case file, or the reference fails on
            what a sampler drew.
    """
    require_pairs(samplers, reference)
    return {
        name: [case_of(reference, name, drawn) for drawn in samplers[name].draw(f"{seed}/{name}")]
        for name in sorted(reference.testers)
    }


def require_pairs(samplers: Mapping[str, Sampler], reference: Reference) -> None:
    """Make sure that every case file has a sampler, and every sampler a case file.

    Raises:
        GradingError: one of them lacks the other.
    """
    if missing := sorted(reference.testers.keys() - samplers.keys()):
        raise GradingError(
            f"no sampler draws the cases of {', '.join(missing)}: add to cases.py, for example, "
            f"{missing[0]} = Sampler(count=70)"
        )
    if unused := sorted(samplers.keys() - reference.testers.keys()):
        raise GradingError(f"no test cell uses the case file of the sampler {', '.join(unused)} in cases.py")


def case_of(reference: Reference, name: str, drawn: Drawn) -> Case:
    """Make a case of drawn inputs: the inputs themselves, and what the reference returns for them.

    Raises:
        GradingError: the reference fails on it, or gives something else than is declared.
    """
    tester = reference.testers[name]
    try:
        # The call gets copies: a reference that changes its inputs must not change the case.
        returned = tester.conf.func(**_copied(drawn.inputs))
        expected = _named(tester.conf, returned)
    except Exception as error:  # whatever the reference raises
        raise GradingError(
            f"{name}, a case of the kind {drawn.kind!r}: the reference raised {type(error).__name__}: {error}"
        ) from error
    if drawn.outputs is not None and expected != drawn.outputs:
        found, declared = ("/".join(map(str, values.values())) for values in (expected, drawn.outputs))
        raise GradingError(
            f"{name}, a case of the kind {drawn.kind!r}: with the reference it {found}, but cases.py declares that "
            f"it {declared}: fix one of them"
        )
    try:
        return {**drawn.inputs, **_copied(expected)}
    except RecursionError as error:
        raise GradingError(
            f"{name}, a case of the kind {drawn.kind!r}: the reference returns something that is nested too deeply "
            "to be compared: make it return something flatter"
        ) from error


def _copied(values: Case) -> Case:
    return dict(values) if UNCHANGEABLE.issuperset(map(type, values.values())) else copy.deepcopy(values)


def _named(conf: Conf, returned: object) -> Case:
    """The returned value as a tester would take it apart."""
    names = [output.name for output in conf.outputs] or ["output_0"]
    if len(names) == 1:
        return {names[0]: returned}
    if type(returned) is not tuple or len(returned) != len(names):
        raise GradingError(f"it should return a tuple of {len(names)} values ({', '.join(names)}), not {returned!r}")
    return dict(zip(names, returned, strict=True))
