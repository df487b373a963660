"""The reference orders many random hands as two public libraries do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.course.libraries import DECK, assert_same_order, by_libraries
from tests.soak import SOAK_SEED

pytestmark = pytest.mark.all

Names = dict[str, Any]


@pytest.mark.parametrize("count", [50_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_random_hands_of_seven_are_ordered_as_by_treys_and_phevaluator(reference: Names, count: int) -> None:
    rng = Random(f"seven cards {SOAK_SEED}")
    rank, best_hand = reference["hand_rank"], reference["best_hand"]
    hands = [rng.sample(DECK, 7) for _ in range(count)]
    # The deck of the libraries has small letters for suits; the reference only asks which are equal.
    assert_same_order((rank(best_hand(hand)), *by_libraries(hand)) for hand in hands)
