"""Which kinds of case the visible and the official cases hold, how many of each, and whether a test can miss one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from nbproctor.assignment.notebook import Exercise
from nbproctor.assignment.sampler import Sampler, Shows
from nbproctor.check.checked_exam import CheckedExam, Pool
from nbproctor.check.findings import Finding, failed, proven

_PROOF = "kinds"


@dataclass(frozen=True)
class Drawing:
    """What a test cell draws from: a case file, and how many of its cases it runs."""

    exercise: Exercise
    case_file: str
    iterations: int


def prove_kinds(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """Every kind, and whatever a sampler requires, is in the visible and in all official cases, and is met.

    Args:
        exam: the exam.
        drawing: the case file of one test cell.
    """
    sampler, name = exam.samplers[drawing.case_file], exam.named(drawing.exercise)
    findings = [
        *_missing(exam, drawing, sampler, name),
        *_missed(exam, drawing, name),
        *_learnt(exam, drawing, sampler, name),
    ]
    yield from findings
    if not findings:
        shares = _shares(exam, drawing)
        least, most = min(shares, key=lambda kind: shares[kind]), max(shares, key=lambda kind: shares[kind])
        yield proven(
            _PROOF,
            name,
            f"{len(sampler.kinds)} kinds and {len(sampler.requirements)} requirements are met on "
            f"{len(exam.pools)} seeds, from {shares[least]:.1%} ({least}) to {shares[most]:.1%} ({most})",
        )


def prove_kept(exam: CheckedExam, drawing: Drawing, recorded: Sequence[str]) -> Iterator[Finding]:
    """Every kind that was proven last is still drawn; others may show the same, but fewer times."""
    name, drawn = exam.named(drawing.exercise), set(exam.pools[exam.visible_seed][drawing.case_file].kinds)
    for kind in recorded:
        if kind not in drawn:
            sentence = (
                f"no case of {name} is of the kind {kind!r} any more, and one was when the assignment was proven last: "
                f"draw it again, or remove it from the kinds of {drawing.case_file} in solutions/proof.json"
            )
            yield failed(_PROOF, name, sentence)


def _missing(exam: CheckedExam, drawing: Drawing, sampler: Sampler, name: str) -> Iterator[Finding]:
    for requirement, shows in sampler.requirements.items():
        likely: list[int] = []
        for seed, pools in exam.pools.items():
            pool = pools[drawing.case_file]
            enough = len(pool.cases) - drawing.iterations + 1
            likely = _showing(pool, shows, enough, likely)
            if not likely:
                where = "the visible cases" if seed == exam.visible_seed else f"the official cases of the seed {seed}"
                yield failed(
                    _PROOF,
                    name,
                    f"no case of {name} has {requirement}, in {where}: add a kind to {drawing.case_file} that draws it",
                )
                break
            if len(likely) < enough:
                yield failed(_PROOF, name, _misses(drawing, name, len(pool.cases), requirement))
                break


def _showing(pool: Pool, shows: Shows, enough: int, likely: Sequence[int]) -> list[int]:
    """The places of cases that show something: as many as are enough, those first that did with another seed."""
    found = []
    for place in (*likely, *(place for place in range(len(pool.cases)) if place not in likely)):
        if shows(pool.cases[place]):
            found.append(place)
        if len(found) >= enough:
            break
    return found


def _shown(pool: Pool, shows: Shows) -> int:
    return sum(bool(shows(case)) for case in pool.cases)


def _missed(exam: CheckedExam, drawing: Drawing, name: str) -> Iterator[Finding]:
    """A kind of which the test cell can miss every case."""
    pool = exam.pools[exam.visible_seed][drawing.case_file]
    size = len(pool.cases)
    missed = [kind for kind, count in Counter(pool.kinds).items() if count <= size - drawing.iterations]
    if missed:
        yield failed(_PROOF, name, _misses(drawing, name, size, ", ".join(missed)))


def _misses(drawing: Drawing, name: str, size: int, what: str) -> str:
    return (
        f"the test cell of {name} runs {drawing.iterations} of {size} cases and can miss these: {what}; "
        f"let it run {size}"
    )


def _learnt(exam: CheckedExam, drawing: Drawing, sampler: Sampler, name: str) -> Iterator[Finding]:
    """A kind whose cases are the same for every seed."""
    met: dict[str, set[bytes]] = {kind: set() for kind in sampler.kinds}
    for pools in exam.pools.values():
        pool = pools[drawing.case_file]
        for kind, key in zip(pool.kinds, pool.keys, strict=True):
            met[kind].add(key)
    for kind, cases in met.items():
        if len(cases) == 1 and len(exam.pools) > 2 and kind not in sampler.constants:
            sentence = (
                f"the kind {kind!r} of {name} has the same inputs for every seed: whoever knows the visible case knows "
                "the official one; draw it with rng, or declare it with constant=True if there is no other"
            )
            yield failed(_PROOF, name, sentence)


def _shares(exam: CheckedExam, drawing: Drawing) -> Mapping[str, float]:
    """The share of each kind, and of what is required, in the cases of the first seeds."""
    counted: Counter[str] = Counter()
    total = 0
    requirements = exam.samplers[drawing.case_file].requirements
    for pools in islice(exam.pools.values(), _MEASURED):
        pool = pools[drawing.case_file]
        counted.update(pool.kinds)
        for requirement, shows in requirements.items():
            counted[requirement] += _shown(pool, shows)
        total += len(pool.cases)
    return {kind: count / max(total, 1) for kind, count in counted.items()}


_MEASURED = 5
"""Shares are measured on the cases of so many seeds: they hardly differ."""
