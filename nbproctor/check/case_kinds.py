"""Whether the cases show what they should: every kind, within its bounds, and none that can be learned by heart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from nbproctor.assignment.notebook import Exercise
from nbproctor.assignment.sampler import Bound, Sampler, Shows
from nbproctor.check.checked_exam import CheckedExam, Pool
from nbproctor.check.fairness import prompt_of
from nbproctor.check.findings import Finding, failed, proven
from nbproctor.check.surviving_mutants import all_inputs

_PROOF, _EVERY = "kinds", "every input"
_FIRST_INPUTS = 1000
"""Most inputs from `every` whose names are looked at."""
_SEEDS_OF_SHARES = 5


@dataclass(frozen=True)
class Drawing:
    """What a test cell draws from: a case file, and how many of its cases it runs."""

    exercise: Exercise
    case_file: str
    iterations: int


def prove_kinds(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """Every kind, and whatever a sampler requires, is in the visible and in all official cases, and is met."""
    sampler, name = exam.samplers[drawing.case_file], exam.named(drawing.exercise)
    problems = [
        *_unmet_requirements(exam, drawing, sampler, name),
        *_avoidable_kinds(exam, drawing, name),
        *_learnable_kinds(exam, drawing, sampler, name),
    ]
    for problem in problems:
        yield failed(_PROOF, name, problem)
    if not problems:
        shares = _shares(exam, drawing)
        least, most = min(shares, key=lambda kind: shares[kind]), max(shares, key=lambda kind: shares[kind])
        yield proven(
            _PROOF,
            name,
            f"each of {len(exam.pools)} seeds draws all {len(sampler.kinds)} kinds and meets all "
            f"{len(sampler.requirements)} requirements; kinds make up from {shares[least]:.1%} ({least}) to "
            f"{shares[most]:.1%} ({most}) of the cases",
        )


def prove_kept(exam: CheckedExam, drawing: Drawing, recorded: Sequence[str]) -> Iterator[Finding]:
    """Every kind recorded in the last proof of a released assignment is still drawn."""
    name = exam.named(drawing.exercise)
    for kind in recorded:
        if kind not in exam.visible[drawing.case_file].kinds:
            sentence = (
                f"no case of {name} is of the kind {kind!r} any more, but one was when the assignment was last "
                f"proven: draw it again, or remove it from the kinds of {drawing.case_file} in solutions/proof.json"
            )
            yield failed(_PROOF, name, sentence)


def prove_unlearnable(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """A solution that knows the visible cases by heart, and nothing else, must lose on every seed."""
    name = exam.named(drawing.exercise)
    pools = exam.pools_of(drawing.case_file)
    visible = set(pools.pop(exam.visible_seed).keys)
    fewest = None
    for seed, pool in pools.items():
        keys = pool.keys
        unknown = sum(key not in visible for key in keys)
        if unknown <= len(keys) - drawing.iterations:
            sentence = (
                f"a student who memorizes the visible cases of {name} can pass with the seed {seed}: only {unknown} "
                f"of {len(keys)} official cases differ from them; draw more from rng, or run more cases"
            )
            yield failed("by heart", name, sentence)
            return
        fewest = min(unknown, fewest if fewest is not None else unknown)
    if fewest is not None:
        yield proven("by heart", name, f"at least {fewest} official cases differ from every visible one")


def prove_bounds(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """No case goes beyond a bound, and students read every bound."""
    name, bounds = exam.named(drawing.exercise), exam.samplers[drawing.case_file].bounds
    prompt = " ".join(prompt_of(exam, drawing.exercise).split())
    problems = [problem for bound in bounds for problem in _beyond_bounds(exam, drawing, bound, prompt)]
    for problem in problems:
        yield failed("bounds", name, problem)
    if bounds and not problems:
        listed = ", ".join(bound.input for bound in bounds)
        yield proven("bounds", name, f"{listed}: within the prompt's bounds on {len(exam.pools)} seeds")


def find_unlike(exam: CheckedExam, drawing: Drawing) -> Iterator[Finding]:
    """Find whether `every` yields no inputs, or some with other names than the cases have."""
    sampler = exam.samplers[drawing.case_file]
    if sampler.all_inputs is None:
        return
    name, wanted = exam.named(drawing.exercise), set(exam.visible[drawing.case_file].inputs[0])
    first = list(islice(all_inputs(sampler, drawing.case_file), _FIRST_INPUTS))
    if not first:
        yield failed(_EVERY, name, f"the function with @{drawing.case_file}.every yields no inputs")
    elif unlike := next((inputs for inputs in first if set(inputs) != wanted), None):
        names = f"yields inputs with {_listed(unlike)}, but the cases have {_listed(wanted)}"
        sentence = f"the function with @{drawing.case_file}.every {names}: use the same names"
        yield failed(_EVERY, name, sentence)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(map(repr, names)))


def _unmet_requirements(exam: CheckedExam, drawing: Drawing, sampler: Sampler, name: str) -> Iterator[str]:
    """Requirements that no case of some seed meets, or of which the test cell can miss every case."""
    for requirement, shows in sampler.requirements.items():
        places: list[int] = []
        for seed, pool in exam.pools_of(drawing.case_file).items():
            enough = len(pool.cases) - drawing.iterations + 1
            places = _places_that_show(pool, shows, enough, places)
            if not places:
                where = "the visible cases" if seed == exam.visible_seed else f"the official cases of the seed {seed}"
                cure = f"add a kind to {drawing.case_file} that draws one"
                yield f"none of {where} has {requirement}: {cure}"
                break
            if len(places) < enough:
                yield _misses(drawing, name, len(pool.cases), requirement)
                break


def _places_that_show(pool: Pool, shows: Shows, enough: int, likely: Sequence[int]) -> list[int]:
    """The places of `enough` cases that show something, or of fewer if there are no more; `likely` ones come first."""
    places = []
    for place in (*likely, *(place for place in range(len(pool.cases)) if place not in likely)):
        if shows(pool.cases[place]):
            places.append(place)
        if len(places) >= enough:
            break
    return places


def _avoidable_kinds(exam: CheckedExam, drawing: Drawing, name: str) -> Iterator[str]:
    """Kinds of which the test cell can miss every case."""
    kinds = exam.visible[drawing.case_file].kinds
    avoidable = [kind for kind, count in Counter(kinds).items() if count <= len(kinds) - drawing.iterations]
    if avoidable:
        yield _misses(drawing, name, len(kinds), ", ".join(avoidable))


def _misses(drawing: Drawing, name: str, size: int, cases: str) -> str:
    return (
        f"the test cell of {name} runs {drawing.iterations} of {size} cases and can miss these: {cases}; "
        f"let it run {size}"
    )


def _learnable_kinds(exam: CheckedExam, drawing: Drawing, sampler: Sampler, name: str) -> Iterator[str]:
    """Kinds whose cases are the same for every seed."""
    inputs: dict[str, set[bytes]] = {kind: set() for kind in sampler.kinds}
    for pool in exam.pools_of(drawing.case_file).values():
        for kind, key in zip(pool.kinds, pool.keys, strict=True):
            inputs[kind].add(key)
    for kind, keys in inputs.items():
        if len(keys) == 1 and len(exam.pools) > 2 and kind not in sampler.constants:
            yield (
                f"the kind {kind!r} of {name} has the same inputs for every seed, so the visible case gives the "
                "official one away; draw it with rng, or declare it with constant=True if there is no other"
            )


def _beyond_bounds(exam: CheckedExam, drawing: Drawing, bound: Bound, prompt: str) -> Iterator[str]:
    if bound.words not in prompt:
        yield f"the prompt does not say {bound.words!r}, the bound of {bound.input}: add it there"
    for seed, pool in exam.pools_of(drawing.case_file).items():
        for kind, inputs in zip(pool.kinds, pool.inputs, strict=True):
            if bound.input not in inputs:
                yield f"{bound.input!r} has a bound, but is not an input of {drawing.case_file}: correct it"
                return
            if not bound.least <= (size := bound.size(inputs[bound.input])) <= bound.most:
                yield (
                    f"with the seed {seed}, a case of the kind {kind!r} has {size:,} for {bound.input}, beyond "
                    f"{bound.words!r}: draw smaller values, or raise the bound here and in the prompt"
                )
                return


def _shares(exam: CheckedExam, drawing: Drawing) -> Mapping[str, float]:
    """The share of each kind and requirement in the cases of the first seeds; it hardly differs from seed to seed."""
    counts: Counter[str] = Counter()
    total = 0
    requirements = exam.samplers[drawing.case_file].requirements
    for pool in islice(exam.pools_of(drawing.case_file).values(), _SEEDS_OF_SHARES):
        counts.update(pool.kinds)
        for requirement, shows in requirements.items():
            counts[requirement] += sum(bool(shows(case)) for case in pool.cases)
        total += len(pool.cases)
    return {kind: count / max(total, 1) for kind, count in counts.items()}
