"""A class, several functions in one exercise, plain asserts, random functions and arrays are proven like the rest."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from nbproctor.assignment.release import build
from nbproctor.check.findings import as_json, failures
from nbproctor.config import Course
from tests.check.conftest import KEY, Check

A_CLASS = '''
from __future__ import annotations

class Hand:
    """Cards, as numbers."""
    ### BEGIN SOLUTION
    limit: int | None = 5

    def __init__(self, cards: list[int]) -> None:
        """Take the cards; the list stays the caller's."""
        self.cards = list(cards)

    def add(self, card: int) -> None:
        """Take one card more."""
        if len(self.cards) == self.limit:
            raise ValueError("the hand is full")
        self.cards.append(card)

    def highest(self) -> int | None:
        """The highest card; None if there is none."""
        return max(self.cards, default=None)

    def __len__(self) -> int:
        return len(self.cards)
    ### END SOLUTION


def larger_hand(one, other):
    ### BEGIN SOLUTION
    return one if len(one) >= len(other) else other
    ### END SOLUTION
'''
TEST_OF_A_CLASS = f"""
from tester_fw.testers import Tester

def played(cards, more):
    hand = Hand(cards)
    try:
        for card in more:
            hand.add(card)
    except ValueError:
        return "full", hand.highest()
    return len(hand), hand.highest()

def size_of_larger(one, other):
    hands = Hand(one), Hand(other)
    return len(larger_hand(*hands)), larger_hand(*hands) is hands[1]

confs = [
    {{"case_file": "tc_1a", "func": played, "inputs": {{"cards": {{"check_modified": True}}, "more": {{}}}}}},
    {{"case_file": "tc_1b", "func": size_of_larger}},
]
confs[0]["outputs"] = {{"size": {{"index": 0}}, "highest": {{"index": 1}}}}
confs[1]["outputs"] = {{"size": {{"index": 0}}, "is_other": {{"index": 1}}}}
confs[1]["inputs"] = {{"one": {{}}, "other": {{}}}}
for conf in confs:
    tester = Tester(conf, key={KEY!r}, path="data/")
    for _ in range(20):
        tester.run_test()
"""
RANDOM = """
import random

def shuffled(cards):
    ### BEGIN SOLUTION
    return random.sample(cards, len(cards))
    ### END SOLUTION
"""
TEST_OF_RANDOM = """
deck = list(range(20))
seen = [shuffled(deck) for _ in range(50)]
assert deck == list(range(20)), "shuffled changed its input"
assert all(sorted(cards) == deck for cards in seen), "a card is missing, or came twice"
assert all(isinstance(cards, list) for cards in seen)
assert len({cards[0] for cards in seen}) > 10 and len({cards[-1] for cards in seen}) > 10
random.seed(7)
first = shuffled(deck)
random.seed(7)
assert shuffled(deck) == first, "take the random numbers from random"
assert shuffled([]) == [] and shuffled([3]) == [3]
"""
ARRAYS = """
import numpy as np

def distances(points, centre):
    ### BEGIN SOLUTION
    return np.abs(points - centre).sum(axis=1)
    ### END SOLUTION
"""
TEST_OF_ARRAYS = f"""
from tester_fw.testers import Tester
conf = {{"case_file": "tc_3", "func": distances, "inputs": {{"points": {{"dtype": "array"}}, "centre": {{}}}}}}
conf["outputs"] = {{"output_0": {{"dtype": "array"}}}}
tester = Tester(conf, key={KEY!r}, path="data/")
for _ in range(12):
    tester.run_test()
"""
CELLS = [
    ("prompt_1", "## Exercise 1 (1 point)"),
    ("ex1", A_CLASS),
    ("test_ex1", TEST_OF_A_CLASS),
    ("prompt_2", "## Exercise 2 (1 point)"),
    ("ex2", RANDOM),
    ("test_ex2", TEST_OF_RANDOM),
    ("prompt_3", "## Exercise 3 (1 point)"),
    ("ex3", ARRAYS),
    ("test_ex3", TEST_OF_ARRAYS),
]
CASES = """
import numpy as np
from nbproctor import Sampler

tc_1a, tc_1b, tc_3 = Sampler(count=20), Sampler(count=20), Sampler(count=12)


def cards(rng, count):
    return rng.sample(range(-100, 100), count)


@tc_1a.kind("cards are added", weight=4)
def added(rng):
    return {"cards": cards(rng, 2), "more": cards(rng, rng.randint(1, 3))}


@tc_1a.kind("the hand is empty and stays so", constant=True)
def empty(rng):
    return {"cards": [], "more": []}


@tc_1a.kind("the highest is the first of several")
def first(rng):
    return {"cards": [101 + rng.randrange(99), *cards(rng, 2)], "more": cards(rng, 1)}


@tc_1a.kind("just full", weight=2)
def just_full(rng):
    return {"cards": cards(rng, 3), "more": cards(rng, 2)}


@tc_1a.kind("one too many", weight=2)
def too_many(rng):
    return {"cards": cards(rng, 3), "more": cards(rng, 3)}


@tc_1b.kind("the first is larger", weight=2)
def first_larger(rng):
    return {"one": cards(rng, 4), "other": cards(rng, 2)}


@tc_1b.kind("the second is larger", weight=2)
def second_larger(rng):
    return {"one": cards(rng, 1), "other": cards(rng, 2)}


@tc_1b.kind("both are alike")
def alike(rng):
    return {"one": cards(rng, 3), "other": cards(rng, 3)}


@tc_3.kind("few points")
def few(rng):
    return {"points": array(rng, 3), "centre": rng.randint(2, 9)}


@tc_3.kind("so many that numpy writes dots")
def many(rng):
    # They differ only where numpy shows dots.
    points = np.arange(4000).reshape(2000, 2)
    points[1000] = rng.randrange(10**6), rng.randrange(10**6)
    return {"points": points, "centre": 1000}


@tc_3.kind("no points", constant=True)
def none(rng):
    return {"points": np.zeros((0, 2), dtype=int), "centre": 1}


def array(rng, count):
    return np.array([[rng.randrange(-100, 100) for _ in range(2)] for _ in range(count)])


@tc_3.every
def every():
    for centre in range(5):
        yield {"points": np.arange(6).reshape(3, 2), "centre": centre}
"""
HAND = """
class Hand:
    def __init__(self, cards):
        {init}

    def add(self, card):
        {add}

    def highest(self):
        {highest}

    def __len__(self):
        {length}


def larger_hand(one, other):
    {larger}
"""
GOOD = {
    "init": "self.cards = [*cards]",
    "add": "if len(self) > 4: raise ValueError\n        self.cards += [card]",
    "highest": "return sorted(self.cards)[-1] if self.cards else None",
    "length": "return len(self.cards)",
    "larger": "return other if len(other) > len(one) else one",
}
HANDS = {
    "right/ex1_sorted": {},
    "right/ex1_a_tuple": {
        "init": "self.cards = tuple(cards)",
        "add": "if len(self.cards) >= 5: raise ValueError('full')\n        self.cards += (card,)",
    },
    "right/ex1_max_by_length": {"larger": "return max(one, other, key=len)"},
    "wrong/ex1_shares_the_list": {"init": "self.cards = cards"},
    "wrong/ex1_one_list_for_all": {"init": "Hand.cards = list(cards)"},
    "wrong/ex1_no_limit": {"add": "self.cards.append(card)"},
    "wrong/ex1_a_limit_of_six": {"add": "if len(self) > 5: raise ValueError\n        self.cards.append(card)"},
    "wrong/ex1_a_limit_of_four": {"add": "if len(self) > 3: raise ValueError\n        self.cards.append(card)"},
    "wrong/ex1_another_exception": {"add": "if len(self) > 4: raise IndexError\n        self.cards.append(card)"},
    "wrong/ex1_the_last_card": {"highest": "return self.cards[-1] if self.cards else None"},
    "wrong/ex1_zero_for_none": {"highest": "return max(self.cards, default=0)"},
    "wrong/ex1_an_error_for_none": {"highest": "return max(self.cards)"},
    "wrong/ex1_adds_nothing": {"add": "if len(self) > 4: raise ValueError"},
    "wrong/ex1_the_smaller": {"larger": "return min(one, other, key=len)"},
    "wrong/ex1_the_second_of_two_alike": {"larger": "return other if len(other) >= len(one) else one"},
    "wrong/ex1_adds_for_ever": {"add": "while True: pass"},
}
BODIES = {
    "ex2": (
        "import random\n\ndef shuffled(cards):\n    ",
        {
            "right/sample": "return random.sample(list(cards), k=len(cards))",
            "right/a_copy": "cards = cards.copy(); random.shuffle(cards); return cards",
            "right/random_keys": "return sorted(cards, key=lambda card: random.random())",
            "wrong/in_place": "random.shuffle(cards); return cards",
            "wrong/nothing": "pass",
            "wrong/not_at_all": "return list(cards)",
            "wrong/backwards": "return cards[::-1]",
            "wrong/with_repetition": "return random.choices(cards, k=len(cards)) if cards else []",
            "wrong/returns_what_shuffle_returns": "cards = list(cards); return random.shuffle(cards)",
            "wrong/a_tuple": "return tuple(random.sample(cards, len(cards)))",
            "wrong/one_card_less": "return random.sample(cards, max(len(cards) - 1, 0))",
            "wrong/a_seed_of_its_own": "random.seed(1); return random.sample(cards, len(cards))",
            "wrong/other_random_numbers": "return random.SystemRandom().sample(cards, len(cards))",
            "wrong/keeps_the_first": "return cards[:1] + random.sample(cards[1:], len(cards[1:]))",
        },
    ),
    "ex3": (
        "import numpy as np\n\ndef distances(points, centre):\n    ",
        {
            "right/loops": "return np.array([abs(x - centre) + abs(y - centre) for x, y in points], dtype=int)",
            "right/columns": "return abs(points[:, 0] - centre) + abs(points[:, 1] - centre)",
            "right/norm": "return np.abs(points - centre) @ np.ones(2, dtype=int)",
            "wrong/no_absolute_values": "return (points - centre).sum(axis=1)",
            "wrong/the_other_axis": "return np.abs(points - centre).sum(axis=0)",
            "wrong/all_in_one": "return np.abs(points - centre).sum()",
            "wrong/no_centre": "return np.abs(points).sum(axis=1)",
            "wrong/the_absolute_value_of_the_sum": "return np.abs((points - centre).sum(axis=1))",
            "wrong/a_list": "return list(np.abs(points - centre).sum(axis=1))",
            "wrong/euclid": "return np.sqrt(((points - centre) ** 2).sum(axis=1))",
            "wrong/the_larger_one": "return np.abs(points - centre).max(axis=1) if len(points) else np.zeros(0, int)",
            "wrong/nothing": "pass",
            "wrong/one_column": "return np.abs(points[:, 0] - centre)",
            "wrong/only_the_first_thousand": (
                "found = np.abs(points - centre).sum(axis=1); found[1000:] = 0; return found"
            ),
        },
    ),
}  # fmt: skip


EQUIVALENT = """
[[equivalent]]
cell = "ex1"
diff = '''
- if len(self.cards) == self.limit:
+ if len(self.cards) >= self.limit:
'''
reason = "a hand never contains more than its limit"
"""


def _solutions() -> dict[str, str]:
    files = {f"{name}.py": f"# {name}.\n{HAND.format(**GOOD | parts)}" for name, parts in HANDS.items()}
    for exercise, (head, bodies) in BODIES.items():
        for name, body in bodies.items():
            kind, _, idea = name.partition("/")
            files[f"{kind}/{exercise}_{idea}.py"] = f"# {idea}.\n{head}{body}\n"
    return files | {"equivalent.toml": EQUIVALENT}


@pytest.fixture
def varied(course_of: Callable[..., Course]) -> Course:
    return course_of(CELLS, CASES, _solutions())


@pytest.mark.all
def test_all_of_it_is_proven(varied: Course, check: Check) -> None:
    findings = check(varied)
    assert failures(findings) == []
    assert json.loads(as_json("small", findings))["verdict"] == "proven"
    build(varied, "small")
