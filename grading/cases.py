"""The cases of an assignment: inputs from its samplers, expected outputs from its reference."""

from __future__ import annotations

import copy
import os
import runpy
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grading.config import Course
from grading.errors import GradingError
from grading.reference import Reference
from grading.sampler import Drawn, Sampler
from tester_fw.conf import Conf

SEED_VARIABLE = "COURSE_OFFICIAL_SEED"

Case = dict[str, Any]


def read_samplers(path: Path) -> dict[str, Sampler]:
    """The samplers of a `cases.py`, by the name of the case file that each fills.

    Args:
        path: the file; an assignment without one has no samplers.

    Raises:
        GradingError: the file does not run.
    """
    if not path.exists():
        return {}
    try:
        module = runpy.run_path(str(path))
    except Exception as error:
        raise GradingError(f"{path}: {type(error).__name__}: {error}") from error
    return {name: value for name, value in module.items() if isinstance(value, Sampler)}


def draw_cases(samplers: Mapping[str, Sampler], reference: Reference, seed: str) -> dict[str, list[Case]]:
    """The cases of every case file that the reference's test cells open.

    Raises:
        GradingError: a case file has no sampler, a sampler has no case file, or the reference fails on
            what a sampler drew.
    """
    _require_pairs(samplers, reference)
    return {
        name: [_case(reference, name, drawn) for drawn in samplers[name].draw(f"{seed}/{name}")]
        for name in sorted(reference.testers)
    }


def official_seed(course: Course) -> str:
    """The secret seed of the official cases: from the environment, or a file that is made on first use.

    Raises:
        GradingError: the file can be neither read nor made.
    """
    if seed := os.environ.get(SEED_VARIABLE):
        return seed
    path = course.official_seed_file
    try:
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(32) + "\n")
        seed = path.read_text().strip()
    except OSError as error:
        raise GradingError(f"the secret seed {path} can be neither read nor made: {error.strerror}") from error
    if not seed:
        raise GradingError(f"the secret seed {path} is empty: delete the file, a new one is made at the next run")
    return seed


def _require_pairs(samplers: Mapping[str, Sampler], reference: Reference) -> None:
    if missing := sorted(reference.testers.keys() - samplers.keys()):
        raise GradingError(
            f"no sampler draws the cases of {', '.join(missing)}: add to cases.py, for example, "
            f"{missing[0]} = Sampler(count=70)"
        )
    if unused := sorted(samplers.keys() - reference.testers.keys()):
        raise GradingError(f"no test cell opens the case file of the sampler {', '.join(unused)} in cases.py")


def _case(reference: Reference, name: str, drawn: Drawn) -> Case:
    tester = reference.testers[name]
    try:
        # The call gets copies: a reference that changes its inputs must not change the case.
        returned = tester.conf.func(**copy.deepcopy(drawn.inputs))
        expected = _named(tester.conf, returned)
    except Exception as error:
        raise GradingError(
            f"{name}, a case of the kind {drawn.kind!r}: the reference raised {type(error).__name__}: {error}"
        ) from error
    return {**drawn.inputs, **copy.deepcopy(expected)}


def _named(conf: Conf, returned: object) -> Case:
    """The returned value as a tester would take it apart."""
    names = [output.name for output in conf.outputs] or ["output_0"]
    if len(names) == 1:
        return {names[0]: returned}
    if type(returned) is not tuple or len(returned) != len(names):
        raise GradingError(f"it should return a tuple of {len(names)} values ({', '.join(names)}), not {returned!r}")
    return dict(zip(names, returned, strict=True))
