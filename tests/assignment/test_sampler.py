"""Samplers draw so many cases of each kind, the same ones from the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.assignment.sampler import JudgedFunctions, Sampler
from nbproctor.errors import GradingError
from tester_fw.suites import FAILS, PASSES


def _sampler(count: int, weights: list[int]) -> Sampler:
    sampler = Sampler(count)
    for number, weight in enumerate(weights):
        sampler.kind(f"kind {number}", weight)(lambda rng, number=number: {"n": number, "x": rng.random()})
    return sampler


@given(st.lists(st.integers(1, 9), min_size=1, max_size=20), st.integers(0, 100))
def test_every_kind_is_drawn_and_the_count_is_kept(weights: list[int], spare: int) -> None:
    count = len(weights) + spare
    drawn = _sampler(count, weights).draw("seed")
    assert len(drawn) == count
    assert {one.kind for one in drawn} == {f"kind {number}" for number in range(len(weights))}


def test_weights_share_out_what_is_spare() -> None:
    shares = Counter(one.kind for one in _sampler(102, [3, 1]).draw("seed"))
    assert shares == {"kind 0": 76, "kind 1": 26}


def test_the_same_seed_draws_the_same_cases_and_another_draws_others() -> None:
    assert _sampler(10, [1, 2]).draw("a") == _sampler(10, [1, 2]).draw("a") != _sampler(10, [1, 2]).draw("b")


def test_a_new_kind_leaves_the_cases_of_the_others_as_they_are() -> None:
    before = _sampler(4, [1, 1]).draw("seed")
    after = _sampler(6, [1, 1, 1]).draw("seed")
    assert [one for one in after if one.kind != "kind 2"] == before


def test_drawing_leaves_the_shared_random_generator_alone() -> None:
    random.seed(1)
    expected = Random(1).random()
    _sampler(10, [1]).draw("seed")
    assert random.random() == expected


@pytest.mark.parametrize("weights", [[], [1, 1, 1]])
def test_no_kinds_or_more_kinds_than_cases_are_refused(weights: list[int]) -> None:
    with pytest.raises(GradingError, match=f"a sampler of 2 cases has {len(weights)} kinds"):
        _sampler(2, weights).draw("seed")


def _shrinking() -> Sampler:
    sampler = Sampler(1)

    @sampler.smaller
    def _(inputs: dict[str, int]) -> list[dict[str, int]]:
        return [{"n": inputs["n"] // 2}, {"n": inputs["n"] - 1}]

    return sampler


@given(st.integers(0, 200), st.integers(0, 200))
def test_inputs_shrink_to_the_smallest_that_still_show_the_mistake(least: int, more: int) -> None:
    assert _shrinking().shrunk({"n": least + more}, lambda inputs: inputs["n"] >= least) == {"n": least}


def test_shrinking_ends_although_no_step_leads_to_an_end() -> None:
    tried = []
    _shrinking().shrunk({"n": 0}, lambda inputs: not tried.append(inputs), most=30)
    assert len(tried) == 30


def test_inputs_stay_as_they_are_if_no_step_is_known() -> None:
    assert Sampler(1).shrunk({"n": 5}, lambda inputs: True) == {"n": 5}


def _judged(count: int = 3) -> JudgedFunctions:
    sampler = JudgedFunctions(count)

    @sampler.right("by max")
    def by_max(rng: Random) -> str:
        return """
            def largest(numbers):
                return max(numbers)
        """

    @sampler.wrong("from a bound", about="negative numbers", weight=2)
    def from_a_bound(rng: Random) -> str:
        return f"def largest(numbers): return max([{rng.randint(0, 10**9)}, *numbers])"

    return sampler


def test_judged_functions_are_drawn_as_text_with_the_verdict_that_is_due() -> None:
    drawn = _judged().draw("seed")
    assert [each.kind for each in drawn] == ["by max", "from a bound", "from a bound"]
    assert drawn[0].inputs == {"source": "def largest(numbers):\n    return max(numbers)\n", "about": ""}
    assert [each.inputs["about"] for each in drawn[1:]] == ["negative numbers"] * 2
    assert [each.outputs for each in drawn] == [{"output_0": verdict} for verdict in (PASSES, FAILS, FAILS)]


def test_judged_functions_vary_with_the_seed_and_are_the_same_for_the_same() -> None:
    assert _judged().draw("seed") == _judged().draw("seed")
    assert _judged().draw("seed")[1:] != _judged().draw("another")[1:]


@pytest.mark.parametrize(
    ("declare", "name"), [(_sampler(10, [1]).kind, "kind 0"), (partial(_judged().wrong, about="nothing"), "by max")]
)
def test_a_kind_of_the_same_name_is_refused(declare: Callable[[str], object], name: str) -> None:
    with pytest.raises(GradingError, match=f"'{name}' is declared twice"):
        declare(name)
