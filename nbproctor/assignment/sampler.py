"""A sampler draws the inputs of an exercise's cases, so many of each kind, from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from nbproctor.errors import GradingError

Inputs = dict[str, Any]
Draw = Callable[[Random], Inputs]
Shows = Callable[[Mapping[str, Any]], bool]
Every = Callable[[], Iterable[Inputs]]
Smaller = Callable[[Inputs], Iterable[Inputs]]


@dataclass(frozen=True)
class Drawn:
    """The inputs of one case, and the kind of case they were drawn for."""

    kind: str
    inputs: Inputs


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

    A test cell that runs `count` iterations or more meets every case, so every kind, whatever the
    shuffle.

    Args:
        count: how many cases a case file holds.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._kinds: list[_Kind] = []
        self._requirements: dict[str, Shows] = {}
        self._every: Every | None = None
        self._smaller: Smaller | None = None

    def kind(self, name: str, weight: int = 1, constant: bool = False) -> Callable[[Draw], Draw]:
        """Register the decorated function as the one that draws the inputs of cases of this kind.

        Args:
            name: says what is special about the kind; unique within the sampler.
            weight: how often the kind is drawn, relative to the others.
            constant: there is only one such case, whatever the seed; `course check` refuses it of other kinds, since a
                case that is always the same can be learnt by heart.
        """
        if name in self.kinds:
            raise GradingError(f"the kind {name!r} is declared twice in one sampler: give each a name of its own")

        def register(draw: Draw) -> Draw:
            self._kinds.append(_Kind(name, weight, draw, constant))
            return draw

        return register

    def requires(self, name: str) -> Callable[[Shows], Shows]:
        """Register the decorated function as one that tells which cases show something that some case must show.

        `course check` asks it of every case, whatever kind the case was drawn for: what no case shows, or what the
        test cell can miss, fails the check.

        Args:
            name: what has to be shown, as it stands in a sentence: "a five-high straight flush".
        """
        if name in self._requirements:
            raise GradingError(f"{name!r} is required twice of one sampler: once is enough")

        def register(shows: Shows) -> Shows:
            self._requirements[name] = shows
            return shows

        return register

    def every(self, every: Every) -> Every:
        """Register the decorated function as one that goes through all inputs that there can be.

        With it, `course check` proves of a mutant that it is equivalent to the reference.
        """
        self._every = every
        return every

    def smaller(self, smaller: Smaller) -> Smaller:
        """Register the decorated function as one that makes inputs a step smaller, in every way that there is.

        With it, `course check` shows a mistake on the smallest inputs that it gets to, not on those it was found with.
        """
        self._smaller = smaller
        return smaller

    def shrunk(self, inputs: Inputs, shows: Callable[[Inputs], bool], most: int = 500) -> Inputs:
        """The smallest inputs that still show something, as far as steps of `smaller` lead from those given.

        Args:
            inputs: what shows it.
            shows: whether other inputs show it too.
            most: so many inputs are tried.
        """
        if self._smaller is None:
            return inputs
        left = iter(range(most))
        found: Inputs | None = inputs
        while found is not None:
            inputs, steps = found, zip(self._smaller(found), left, strict=False)
            found = next((each for each, _ in steps if shows(each)), None)
        return inputs

    @property
    def requirements(self) -> Mapping[str, Shows]:
        """What some case must show: for each name, what tells of a case, inputs and outputs, whether it does."""
        return dict(self._requirements)

    @property
    def all_inputs(self) -> Every | None:
        """What goes through all inputs that there can be; `None` if nothing was registered."""
        return self._every

    @property
    def constants(self) -> tuple[str, ...]:
        """The names of the kinds of which there is only one case."""
        return tuple(kind.name for kind in self._kinds if kind.constant)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds, in the order of their declaration."""
        return tuple(kind.name for kind in self._kinds)

    def draw(self, seed: str) -> list[Drawn]:
        """Draw all cases; the same seed draws the same cases.

        Every case has a random generator of its own, made of the seed, its kind and its number, so
        that a change to one kind leaves the cases of the others as they are.

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
            upto = before + kind.weight
            yield kind, 1 + spare * upto // total - spare * before // total
            before = upto
