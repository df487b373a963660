"""Weakens the samplers of an assignment one by one, and shows that `course check` notices.

Run `python tests/check/weaken.py midterm1`: each kind is dropped in turn, each kind that varies is made a constant, and
each test cell runs fewer cases. What nobody notices is listed, and the exit code is 1. It needs a few minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from grading.check.conduct import Ended, conduct
from grading.check.exam import Exam, Pool, prepare
from grading.check.kinds import Drawing, prove_kept, prove_kinds
from grading.check.knowledge import prove_unlearnable
from grading.check.proofs import drawings
from grading.check.verdict import failures
from grading.config import Course


def weakened(exam: Exam, drawing: Drawing) -> Iterator[tuple[str, Exam, Drawing]]:
    """Every weaker form of what a test cell draws from, with what was done to it."""
    sampler = exam.samplers[drawing.case_file]
    for kind in sampler.kinds:
        yield f"{drawing.case_file} without {kind}", _changed(exam, drawing.case_file, partial(_dropped, kind)), drawing
        if kind not in sampler.constants:
            yield (
                f"{drawing.case_file} with one case of {kind}",
                _changed(exam, drawing.case_file, partial(_constant, exam, drawing.case_file, kind)),
                drawing,
            )
    fewer = replace(drawing, iterations=drawing.iterations // 2)
    yield f"half as many iterations of {drawing.case_file}", exam, fewer


def _changed(exam: Exam, case_file: str, change: object) -> Exam:
    pools = {seed: {**files, case_file: change(files[case_file])} for seed, files in exam.pools.items()}  # type: ignore[operator]
    return replace(exam, pools=pools)


def _dropped(kind: str, pool: Pool) -> Pool:
    """Cases of other kinds take the place of those that are gone, as a sampler of the same count draws them."""
    left = [place for place, name in enumerate(pool.kinds) if name != kind]
    rng = random.Random(len(left))
    places = [*left, *rng.choices(left, k=len(pool.kinds) - len(left))]
    return Pool(*(tuple(part[place] for place in places) for part in (pool.cases, pool.kinds, pool.inputs)))


def _constant(exam: Exam, case_file: str, kind: str, pool: Pool) -> Pool:
    visible = exam.pools[exam.visible_seed][case_file]
    first = visible.kinds.index(kind)

    def part(now: tuple, then: tuple) -> tuple:
        return tuple(then[first] if name == kind else value for name, value in zip(pool.kinds, now, strict=True))

    return Pool(part(pool.cases, visible.cases), pool.kinds, part(pool.inputs, visible.inputs))


def reasons(exam: Exam, drawing: Drawing) -> list[str]:
    """Why the proofs about cases refuse an exam."""
    kept = prove_kept(exam, drawing, exam.samplers[drawing.case_file].kinds)
    return [one.sentence for one in failures([*prove_kinds(exam, drawing), *prove_unlearnable(exam, drawing), *kept])]


def main(name: str, seeds: int = 100) -> int:
    """Weaken an assignment; return 1 if something was not noticed."""
    course = Course.find()
    unnoticed = 0
    for exam in prepare(course, name, seeds):
        found = dict(conduct({each: partial(drawings, exam, each) for each in exam.written}, 1))
        tasks = {
            what: partial(reasons, weak, drawing)
            for each in found.values()
            for one in each
            for what, weak, drawing in weakened(exam, one)
        }
        for what, said in conduct(tasks, course.grading.workers):
            noticed = not isinstance(said, Ended) and bool(said)
            unnoticed += not noticed
            print(f"{'noticed' if noticed else 'NOT NOTICED'}: {what}{': ' + said[0] if noticed else ''}", flush=True)
        print(f"{len(tasks) - unnoticed} of {len(tasks)} were noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2], *map(int, sys.argv[2:3])))
