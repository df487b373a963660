"""An assignment made ready for its proofs: the reference has run, the cases of many seeds are drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import dill

from nbproctor.assignment.cases import case_of, require_pairs
from nbproctor.assignment.cases_file import CASES, read_samplers
from nbproctor.assignment.notebook import Assignment, Exercise, grade_id
from nbproctor.assignment.reference import Reference, run_reference
from nbproctor.assignment.sampler import Inputs, Sampler
from nbproctor.assignment.source_notebooks import completed, read_sources, require_python
from nbproctor.config import Course
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.shell import Shell
from tester_fw.case_files import Case

SEEDS = 100
"""How many official seeds a proof tries."""


@dataclass(frozen=True)
class Pool:
    """The cases of one case file for one seed; only cases with equal inputs have equal `keys`."""

    cases: tuple[Case, ...]
    kinds: tuple[str, ...]
    inputs: tuple[Inputs, ...]
    keys: tuple[bytes, ...]


@dataclass(frozen=True)
class CheckedExam:
    """What the proofs about one notebook need.

    The first seed of `pools` is that of the visible cases; the others stand for official ones. The secret seed itself
    is not read, so that a proof is the same on every machine.
    """

    course: Course
    assignment: Assignment
    folder: Path  # the source
    workspace: Path  # cells run here
    shell: Shell
    reference: Reference
    samplers: Mapping[str, Sampler]
    pools: Mapping[str, Mapping[str, Pool]]  # by seed, then by case file
    seconds: Mapping[str, float]  # processor time of the reference for all cases, by case file

    @property
    def visible_seed(self) -> str:
        """The seed of the cases that ship."""
        return next(iter(self.pools))

    @property
    def visible(self) -> Mapping[str, Pool]:
        """The cases that ship, by case file."""
        return self.pools[self.visible_seed]

    def pools_of(self, case_file: str) -> dict[str, Pool]:
        """The cases of one case file, by seed."""
        return {seed: pools[case_file] for seed, pools in self.pools.items()}

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises that a test cell grades."""
        return tuple(exercise for exercise in self.assignment.exercises if not exercise.by_hand)

    @property
    def written(self) -> tuple[Exercise, ...]:
        """The exercises that a test cell grades and in which there is something to solve."""
        return tuple(exercise for exercise in self.exercises if exercise.solutions)

    def seconds_of_a_case(self, case_file: str) -> float:
        """The processor time that the reference takes for one case, on average."""
        return self.seconds[case_file] / (len(self.pools) * self.samplers[case_file].count)

    def source_of(self, name: str) -> str:
        """The code of a cell, by its `grade_id`, as Python."""
        cell = next(cell for cell in self.assignment.notebook.cells if grade_id(cell) == name)
        return self.shell.as_python(cell.source)

    def solved_lines(self, name: str) -> list[tuple[int, int]]:
        """The first and last line of each part of a cell between the delimiters of a solution, or of the whole cell."""
        begin, end = self.course.delimiters["a solution"]
        lines = self.source_of(name).splitlines()
        begins = [number for number, line in enumerate(lines, 1) if begin in line]
        ends = [number for number, line in enumerate(lines, 1) if end in line]
        return list(zip(begins, ends, strict=False)) or [(1, len(lines))]

    def sources_of(self, names: Iterable[str]) -> str:
        """The code of several cells, one after the other."""
        return "\n".join(map(self.source_of, names))

    def named(self, exercise: Exercise) -> str:
        """An exercise's name in a sentence: `exercise 5` for `ex5`."""
        number = exercise.name.removeprefix("ex")
        return f"exercise {number}" if number.isdigit() else f"exercise {exercise.name}"


def prepare(
    course: Course,
    name: str,
    seeds: int = SEEDS,
    step: Callable[[], object] = lambda: None,
    workspace: Path | None = None,
) -> Iterator[CheckedExam]:
    """Run the reference of each notebook of an assignment and draw its cases.

    All exams share one shell: the next exam removes the names of the one before.

    Args:
        step: called after each seed.
        workspace: a copy of the source folder, in which cells run and may write; default: the source folder itself.

    Raises:
        GradingError: the source is wrong, or the reference fails in a cell or on a case.
    """
    folder = course.source_of(name)
    assignments = read_sources(folder)
    require_python(assignments, "course check")
    workspace = workspace or folder
    for source in assignments:
        assignment = completed(course, source)
        shell = Shell.start(output_bytes=100_000)
        reference = run_reference(assignment, workspace, shell)
        reference.require_success()
        samplers = read_samplers(folder / CASES)
        require_pairs(samplers, reference)
        pools: dict[str, dict[str, Pool]] = {}
        seconds = dict.fromkeys(sorted(reference.testers), 0.0)
        for seed in (course.grading.visible_seed, *(f"proof-{number}" for number in range(seeds))):
            pools[seed] = {}
            for case_file in seconds:
                began = time.process_time()
                pools[seed][case_file] = _pool(samplers, reference, case_file, seed)
                seconds[case_file] += time.process_time() - began
            step()
        yield CheckedExam(course, assignment, folder, workspace, shell, reference, samplers, pools, seconds)


def _pool(samplers: Mapping[str, Sampler], reference: Reference, case_file: str, seed: str) -> Pool:
    drawn = samplers[case_file].draw(f"{seed}/{case_file}")
    return Pool(
        cases=tuple(case_of(reference, case_file, one) for one in drawn),
        kinds=tuple(one.kind for one in drawn),
        inputs=tuple(one.inputs for one in drawn),
        keys=tuple(_key(one.inputs) for one in drawn),
    )


def _key(inputs: Inputs) -> bytes:
    """Bytes that only equal inputs share. The `repr` would not do: that of an array leaves out its middle."""
    try:
        return Codec().encode(inputs)
    except WireError:
        return dill.dumps(inputs)  # type: ignore[no-any-return]
