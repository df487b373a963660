"""Weakens the samplers of an assignment one by one, and shows that `course check` notices.

Run `python tests/check/weaken.py midterm1`: each kind is dropped in turn, each kind that varies is made a constant, and
each test cell runs fewer cases. What nobody notices is listed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from nbproctor.check.case_kinds import Drawing, prove_kept, prove_kinds, prove_unlearnable
from nbproctor.check.checked_exam import CheckedExam, Pool, prepare
from nbproctor.check.findings import failures
from nbproctor.check.forked_tasks import Ended, conduct
from nbproctor.check.proofs import drawings
from nbproctor.config import Course


def weakened(exam: CheckedExam, drawing: Drawing) -> Iterator[tuple[str, CheckedExam, Drawing]]:
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


def _changed(exam: CheckedExam, case_file: str, change: object) -> CheckedExam:
    pools = {seed: {**files, case_file: change(files[case_file])} for seed, files in exam.pools.items()}  # type: ignore[operator]
    return replace(exam, pools=pools)


def _dropped(kind: str, pool: Pool) -> Pool:
    """Cases of other kinds take the place of those that are gone, as a sampler of the same count draws them."""
    left = [place for place, name in enumerate(pool.kinds) if name != kind]
    rng = random.Random(len(left))
    places = [*left, *rng.choices(left, k=len(pool.kinds) - len(left))]
    return Pool(*(tuple(part[place] for place in places) for part in (pool.cases, pool.kinds, pool.inputs, pool.keys)))


def _constant(exam: CheckedExam, case_file: str, kind: str, pool: Pool) -> Pool:
    visible = exam.pools[exam.visible_seed][case_file]
    first = visible.kinds.index(kind)

    def part(now: tuple, then: tuple) -> tuple:
        return tuple(then[first] if name == kind else value for name, value in zip(pool.kinds, now, strict=True))

    return Pool(
        part(pool.cases, visible.cases), pool.kinds, part(pool.inputs, visible.inputs), part(pool.keys, visible.keys)
    )


def reasons(exam: CheckedExam, drawing: Drawing) -> list[str]:
    """Why the proofs about cases refuse an exam; last, because a kind is missed that was proven before."""
    kept = prove_kept(exam, drawing, exam.samplers[drawing.case_file].kinds)
    return [one.sentence for one in failures([*prove_kinds(exam, drawing), *prove_unlearnable(exam, drawing), *kept])]


def some_verdicts(exam: CheckedExam, drawing: Drawing, first: int) -> list[tuple[str, list[str]]]:
    """The reasons for some of the ways to weaken a drawing, beginning with one."""
    ways = islice(weakened(_asked_once(exam, drawing.case_file), drawing), first, first + _AT_ONCE)
    return [(what, reasons(weak, weak_drawing)) for what, weak, weak_drawing in ways]


_AT_ONCE = 40
"""So many ways are tried in one process: it asks of each case only once what it shows."""


def _asked_once(exam: CheckedExam, case_file: str) -> CheckedExam:
    sampler = copy.copy(exam.samplers[case_file])
    sampler.requirements = {name: _remembered(shows) for name, shows in sampler.requirements.items()}
    return replace(exam, samplers={**exam.samplers, case_file: sampler})


def _remembered(shows: Callable[[Mapping[str, Any]], bool]) -> Callable[[Mapping[str, Any]], bool]:
    answers: dict[int, bool] = {}

    def ask(case: Mapping[str, Any]) -> bool:
        if id(case) not in answers:
            answers[id(case)] = bool(shows(case))
        return answers[id(case)]

    return ask


def main(name: str, seeds: int) -> int:
    """Weaken an assignment; return 1 if something was not noticed."""
    course = Course.find()
    counted: dict[str, int] = dict.fromkeys(("noticed", "missed", "NOT NOTICED"), 0)
    for exam in prepare(course, name, seeds):
        found = dict(conduct({each: partial(drawings, exam, each) for each in exam.written}, 1))
        tasks = {
            (drawing.case_file, first): partial(some_verdicts, exam, drawing, first)
            for each in found.values()
            for drawing in each
            for first in range(0, sum(1 for _ in weakened(exam, drawing)), _AT_ONCE)
        }
        for where, verdicts in conduct(tasks, course.grading.workers):
            if isinstance(verdicts, Ended):
                raise SystemExit(f"{where}: {verdicts.sentence}")
            for what, said in verdicts:
                how = _how(said)
                counted[how] += 1
                print(f"{how}: {what}{': ' + said[0] if said else ''}", flush=True)
    total = sum(counted.values())
    print(
        f"{total - counted['NOT NOTICED']} of {total} were noticed, "
        f"{counted['missed']} of them because the kind was proven before"
    )
    return 1 if counted["NOT NOTICED"] else 0


def _how(said: list[str]) -> str:
    if not said:
        return "NOT NOTICED"
    return "missed" if "when the assignment was last proven" in said[0] else "noticed"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignment")
    parser.add_argument("--seeds", type=int, default=20, help="how many official seeds to draw cases for")
    arguments = parser.parse_args()
    sys.exit(main(arguments.assignment, arguments.seeds))
