"""Samplers draw the inputs of an exercise's cases from a seed, so many of each kind.

Where students write tests, they draw the functions on which these are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from textwrap import dedent
from typing import Any

from nbproctor.errors import GradingError

Inputs = dict[str, Any]
Draw = Callable[[Random], Inputs]
Shows = Callable[[Mapping[str, Any]], bool]
AllInputs = Callable[[], Iterable[Inputs]]
Smaller = Callable[[Inputs], Iterable[Inputs]]
DrawSource = Callable[[Random], str]


@dataclass(frozen=True)
class Drawn:
    """The inputs of one case, and the kind of case they were drawn for."""

    kind: str
    inputs: Inputs
    outputs: Mapping[str, Any] | None = None  # what the reference must return, if that is declared


@dataclass(frozen=True)
class Bound:
    """How large an input may be, and the words with which the prompt says so."""

    input: str
    least: float
    most: float
    words: str

    @staticmethod
    def size(value: Any) -> Any:
        """A number itself, or the number of items of anything else."""
        return len(value) if hasattr(value, "__len__") else value


@dataclass(frozen=True)
class _Kind:
    name: str
    weight: int
    draw: Draw
    constant: bool


class Sampler:
    """Draws `count` cases, shared out over its kinds by weight, at least one of each.

    Declare one in an assignment's `cases.py`, named like the `case_file` of the test cell, and one
    function a kind::

        tc_3 = Sampler(count=70)

        @tc_3.kind("zero")
        def zero(rng):
            return {"n": 0}

        @tc_3.kind("many bits", weight=5)
        def many_bits(rng):
            return {"n": rng.getrandbits(52)}

    A test cell that runs `count` iterations or more meets every case, so every kind, whatever the shuffle.

    Attributes:
        requirements: what some case must show: by name, a function of its inputs and outputs that says whether it does.
        all_inputs: yields all inputs that there can be, if it is declared.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.bounds: list[Bound] = []
        self.requirements: dict[str, Shows] = {}
        self.all_inputs: AllInputs | None = None
        self._kinds: list[_Kind] = []
        self._smaller: Smaller | None = None

    def bound(self, name: str, least: float, most: float, words: str) -> None:
        """Declare the smallest and largest number, or number of items, of an input.

        `course check` tests every case, and looks for the words in the exercise's prompt: "from 0 to 10¹⁸".
        """
        self.bounds.append(Bound(name, least, most, words))

    def kind(self, name: str, weight: int = 1, constant: bool = False) -> Callable[[Draw], Draw]:
        """Let the decorated function draw the inputs of cases of this kind.

        Args:
            name: what is special about the kind; unique within the sampler.
            weight: how often the kind is drawn, relative to the others.
            constant: there is only one case of this kind, whatever the seed. `course check` rejects other kinds whose
                case is always the same: it can be learnt by heart.
        """
        if name in self.kinds:
            raise GradingError(f"the kind {name!r} is declared twice in one sampler: give each a name of its own")

        def register(draw: Draw) -> Draw:
            self._kinds.append(_Kind(name, weight, draw, constant))
            return draw

        return register

    def requires(self, name: str) -> Callable[[Shows], Shows]:
        """Require that the decorated function returns true for some case.

        `course check` calls it with every case of every kind. The check fails if no case shows what is required, or if
        the test cell can miss those that do.

        Args:
            name: what is required, as in a sentence: "a five-high straight flush".
        """
        if name in self.requirements:
            raise GradingError(f"{name!r} is required twice in one sampler: once is enough")

        def register(shows: Shows) -> Shows:
            self.requirements[name] = shows
            return shows

        return register

    def every(self, all_inputs: AllInputs) -> AllInputs:
        """Let the decorated function yield all inputs that there can be.

        With it, `course check` proves that a mutant is equivalent to the reference.
        """
        self.all_inputs = all_inputs
        return all_inputs

    def smaller(self, smaller: Smaller) -> Smaller:
        """Let the decorated function make inputs a step smaller, in every possible way.

        With it, `course check` shows a mistake on the smallest inputs that such steps lead to.
        """
        self._smaller = smaller
        return smaller

    def shrunk(self, inputs: Inputs, shows: Callable[[Inputs], bool], most: int = 500) -> Inputs:
        """The smallest inputs that still show something, by steps of `smaller` from inputs that do.

        Args:
            most: how many inputs are tried at most.
        """
        if self._smaller is None:
            return inputs
        attempts = iter(range(most))
        smaller: Inputs | None = inputs
        while smaller is not None:
            inputs, steps = smaller, zip(self._smaller(smaller), attempts, strict=False)
            smaller = next((step for step, _ in steps if shows(step)), None)
        return inputs

    @property
    def constants(self) -> tuple[str, ...]:
        """The names of the kinds with only one case."""
        return tuple(kind.name for kind in self._kinds if kind.constant)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds, in the order of their declaration."""
        return tuple(kind.name for kind in self._kinds)

    def draw(self, seed: str) -> list[Drawn]:
        """Draw all cases; the same seed draws the same cases.

        Every case has a random generator of its own, made of the seed, its kind and its number, so that a change to one
        kind does not affect the cases of the others.

        Raises:
            GradingError: the sampler has no kinds, or more kinds than cases.
        """
        return [
            Drawn(kind.name, kind.draw(Random(f"{seed}/{kind.name}/{number}")))
            for kind, share in self._shares()
            for number in range(share)
        ]

    def _shares(self) -> Iterator[tuple[_Kind, int]]:
        if not 0 < len(self._kinds) <= self.count:
            raise GradingError(
                f"a sampler of {self.count} cases has {len(self._kinds)} kinds: declare at least one kind "
                "and no more kinds than cases"
            )
        spare = self.count - len(self._kinds)
        total = sum(kind.weight for kind in self._kinds)
        before = 0
        for kind in self._kinds:
            # Rounding the running total, not each share, makes the shares add up to the count.
            after = before + kind.weight
            yield kind, 1 + spare * after // total - spare * before // total
            before = after


class JudgedFunctions(Sampler):
    """A sampler of functions on which a suite is judged; each kind draws the source of one.

    Declare it in an assignment's `cases.py`, named like the `case_file` of the test cell, and one function a kind::

        tc_5 = JudgedFunctions(count=12)

        @tc_5.right("by max")
        def by_max(rng):
            return "def largest(numbers): return max(numbers)"

        @tc_5.wrong("no number below a bound", about="negative numbers")
        def from_a_bound(rng):
            return f"def largest(numbers): return max([{-rng.randint(0, 3)}, *numbers])"

    The visible ones ship, encrypted as all visible cases: none may be the solution of an exercise. The reference's
    suite must pass all that are right, and fail all that are wrong; otherwise no case is drawn.
    """

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._verdicts: dict[str, str] = {}

    def right(self, name: str, weight: int = 1, constant: bool = False) -> Callable[[DrawSource], DrawSource]:
        """Let the decorated function draw the source of a function that is right; arguments as of `kind`."""
        # Every process imports this module, and students have a tester_fw of their own.
        from tester_fw.suites import PASSES

        return self._judged(name, PASSES, "", weight, constant)

    def wrong(
        self, name: str, about: str, weight: int = 1, constant: bool = False
    ) -> Callable[[DrawSource], DrawSource]:
        """Let the decorated function draw the source of a function that is wrong; arguments as of `kind`.

        Args:
            about: a hint for students whose tests pass it: what the mistake has to do with, and no more.
        """
        from tester_fw.suites import FAILS

        return self._judged(name, FAILS, about, weight, constant)

    def _judged(
        self, name: str, verdict: str, about: str, weight: int, constant: bool
    ) -> Callable[[DrawSource], DrawSource]:
        add = self.kind(name, weight, constant)
        self._verdicts[name] = verdict

        def register(draw: DrawSource) -> DrawSource:
            def inputs(rng: Random) -> Inputs:
                return {"source": dedent(draw(rng)).strip() + "\n", "about": about}

            add(inputs)
            return draw

        return register

    def draw(self, seed: str) -> list[Drawn]:
        """Draw all functions, each with the verdict that a suite should reach; the same seed draws the same ones."""
        return [replace(drawn, outputs={"output_0": self._verdicts[drawn.kind]}) for drawn in super().draw(seed)]
