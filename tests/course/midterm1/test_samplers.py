"""The samplers draw what their kinds promise, for the visible cases and for those of any other seed."""

from __future__ import annotations

import os
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from poker_game import poker_info

CASES = Path(__file__).parents[3] / "source" / "midterm1" / "cases.py"
COUNTS = {1: 70, 2: 70, 3: 70, 4: 500, 5: 70, 6: 70, 7: 70}
WITH_HANDS = (4, 5, 6, 7)
ORDER = "23456789TJQKA"
SUIT_NAMES = {"hearts": "H", "spades": "S", "clubs": "C", "diamonds": "D"}
FIVE_HIGH, BROADWAY = set("A2345"), set("TJQKA")
ROUND_THE_ACE = [set("JQKA2"), set("QKA23"), set("KA234")]

Draws = Callable[[int], list[Any]]
Held = dict[str, int]

# The type of a hand by how its kind's name begins.
TYPES = {
    r"a ([a-z]+-high |Broadway )?straight flush": "STRAIGHT_FLUSH",
    r"four": "FOUR_OF_A_KIND",
    r"a full house": "FULL_HOUSE",
    r"a flush": "FLUSH",
    r"a ([a-z]+-high |Broadway )?straight\b(?! flush)": "STRAIGHT",
    r"three of a kind": "THREE_OF_A_KIND",
    r"two pairs": "TWO_PAIR",
    r"a pair|(ten|eight)s with": "PAIR",
    r"a high card": "HIGH_CARD",
}

# --- all exercises -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", COUNTS)
def test_a_sampler_draws_every_kind_and_as_many_cases_of_plain_data_as_its_test_cell_runs(
    number: int, draws: Draws, cases: dict[str, Any]
) -> None:
    assert len(draws(number)) == COUNTS[number]
    assert {drawn.kind for drawn in draws(number)} == set(cases[f"tc_{number}"].kinds)
    assert {type(value) for drawn in draws(number) for value in drawn.inputs.values()} <= {int, str, bool, dict}


@pytest.mark.parametrize("number", COUNTS)
def test_another_seed_draws_other_cases(number: int, cases: dict[str, Any]) -> None:
    sampler = cases[f"tc_{number}"]
    one, other = sampler.draw("one"), sampler.draw("other")
    assert sum(a.inputs != b.inputs for a, b in zip(one, other, strict=True)) > COUNTS[number] / 2


def test_every_process_draws_the_same_cases() -> None:
    program = (
        "import runpy, sys; names = runpy.run_path(sys.argv[1]); "
        "print([names[f'tc_{number}'].draw('seed') for number in range(1, 8)])"
    )
    drawn = {
        subprocess.check_output([sys.executable, "-c", program, CASES], env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2", "3")
    }
    assert len(drawn) == 1


# --- exercise 1 ----------------------------------------------------------------------------------------


def test_exercise_1_names_from_none_to_all_of_the_cards_with_the_white_space_of_its_prompt(draws: Draws) -> None:
    for drawn in draws(1):
        cards = drawn.inputs["s"].upper().split()
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(poker_info["CARDS"])
        assert set(drawn.inputs["s"]) <= {*string.ascii_letters, *string.digits, *string.whitespace}
    assert {0, 1, 5, 52} <= {len(drawn.inputs["s"].split()) for drawn in draws(1)}


def test_exercise_1_writes_letters_in_every_way(draws: Draws) -> None:
    cards = {card for drawn in draws(1) for card in drawn.inputs["s"].split()}
    for rank, suit in product(("[TJQKA]", "[tjqka]", r"\d"), ("[HSCD]", "[hscd]")):
        assert any(re.fullmatch(rank + suit, card) for card in cards), (rank, suit)


def test_exercise_1_has_every_white_space_between_at_the_start_and_at_the_end(draws: Draws) -> None:
    texts = [drawn.inputs["s"] for drawn in draws(1) if drawn.inputs["s"].strip()]
    for character in string.whitespace:
        assert any(character in text.strip() for text in texts), repr(character)
    assert any(text[0] in string.whitespace for text in texts)
    assert any(text[-1] in string.whitespace for text in texts)
    assert any(re.search(r"\S {2,}\S", text) for text in texts)


def test_cards_in_lower_case_are_and_mixed_case_is_mixed(draws: Draws) -> None:
    for kind in ("lower case letters only", "a single card in lower case"):
        assert all(drawn.inputs["s"].islower() for drawn in of_kind(draws(1), kind))
    for drawn in of_kind(draws(1), "upper and lower case letters mixed"):
        first, *_, last = drawn.inputs["s"].split()
        assert first[0].islower() and first[1].isupper()
        assert last[0].isupper() and last[1].islower()


# --- exercise 2 ----------------------------------------------------------------------------------------

WITHOUT_DUPLICATE = {
    "an empty dictionary",
    "a single pair",
    "words as keys and numbers as values",
    "numbers as keys and words as values",
    "keys and values of many types",
    "falsy keys and values without a duplicate",
    "values that are keys as well",
    "different values that print alike",
    "different values of the same hash",
    "a long dictionary without a duplicate",
    "one of the game's own dictionaries",
    "x to 1 and y to 2",
    "x to 2 and y to 1",
    "x to 3 and y to 4",
    "v to 1 and w to 2",
}


def test_about_half_of_exercise_2_has_a_duplicate_in_those_kinds_that_say_so(draws: Draws) -> None:
    for drawn in draws(2):
        values = list(drawn.inputs["d"].values())
        assert (len(set(values)) == len(values)) == (drawn.kind in WITHOUT_DUPLICATE), drawn
    assert 25 <= sum(drawn.kind not in WITHOUT_DUPLICATE for drawn in draws(2)) <= 45


def test_exercise_2_meets_every_type_among_keys_and_among_values(draws: Draws) -> None:
    pairs = [pair for drawn in draws(2) for pair in drawn.inputs["d"].items()]
    wanted = {str, int, float, bool, tuple, frozenset, type(None)}
    assert {type(key) for key, _ in pairs} == wanted
    assert {type(value) for _, value in pairs} == wanted
    for _, value in pairs:
        hash(value)
        assert value == value


@pytest.mark.parametrize(
    ("kind", "holds"),
    {
        "equal values of different types": lambda d: len({*d.values()}) == len({*map(repr, d.values())}) - 1,
        "different values that print alike": lambda d: len({*map(str, d.values())}) == len(d) - 1,
        "different values of the same hash": lambda d: len({*map(hash, d.values())}) == 1,
        "values that are keys as well": lambda d: set(d.values()) == set(d),
    }.items(),
)
def test_values_are_as_their_kind_says(kind: str, holds: Callable[[Held], bool], draws: Draws) -> None:
    for drawn in of_kind(draws(2), kind):
        assert holds(drawn.inputs["d"])


# --- exercise 3 ----------------------------------------------------------------------------------------


def test_no_number_is_negative_or_too_long_for_a_message(draws: Draws) -> None:
    for drawn in draws(3):
        assert drawn.inputs["n"] >= 0
        str(drawn.inputs["n"])  # Python refuses beyond 4,300 digits


def test_exercise_3_has_zero_one_cards_and_numbers_of_every_length(draws: Draws) -> None:
    numbers = {drawn.inputs["n"] for drawn in draws(3)}
    assert {0, 1, 2**52 - 1} <= numbers
    for least, most in ((2, 13), (14, 52), (65, 200), (200, 1600), (2000, 6001)):
        assert any(least <= number.bit_length() <= most for number in numbers), (least, most)


@pytest.mark.parametrize(
    ("kind", "holds"),
    {
        "a power of two": lambda n: n.bit_count() == 1,
        "one less": lambda n: n > 0 and n & n + 1 == 0,
        "a number that no float holds exactly": lambda n: int(float(n)) != n,
        "decimal digits that are only zeros and ones": lambda n: set(str(n)) <= set("01"),
        "no digit 1 among its decimal digits": lambda n: "1" not in str(n),
    }.items(),
)
def test_numbers_are_as_their_kind_says(kind: str, holds: Callable[[int], bool], draws: Draws) -> None:
    numbers = [drawn.inputs["n"] for drawn in draws(3) if drawn.kind.startswith(kind)]
    assert numbers
    assert all(map(holds, numbers))


# --- exercises 4 to 7 ----------------------------------------------------------------------------------


def test_exercise_4_gets_hands_of_five_cards_and_every_card_occurs(draws: Draws) -> None:
    hands = [cards_of(drawn.inputs["hand"]) for drawn in draws(4)]
    assert {len(hand) for hand in hands} == {5}
    assert {card for hand in hands for card in hand} == set(poker_info["CARDS"])


@pytest.mark.parametrize("number", WITH_HANDS)
def test_every_type_of_hand_occurs_and_every_rank_and_a_kind_names_the_type(number: int, draws: Draws) -> None:
    for drawn in draws(number):
        if drawn.kind != "five cards at random":
            assert described(number, drawn.inputs)[0] == type_of_kind(drawn.kind), drawn
    types, helds = zip(*(described(number, drawn.inputs) for drawn in draws(number)), strict=True)
    assert set(types) == set(poker_info["HAND_TYPES"])
    assert set().union(*helds) == set(ORDER)


@pytest.mark.parametrize("number", WITH_HANDS)
@pytest.mark.parametrize("flush", [True, False])
def test_straights_of_every_sort_occur_as_flushes_and_not(number: int, flush: bool, draws: Draws) -> None:
    name = " straight flush" if flush else " straight"
    for kind, ranks in {"five-high": FIVE_HIGH, "six-high": set("23456"), "Broadway": BROADWAY}.items():
        for drawn in of_kind(draws(number), f"a {kind}{name}"):
            hand_type, held = described(number, drawn.inputs)
            # The score of a five-high hand no longer knows of its ace.
            assert set(held) == (ranks - {"A"} if number in (6, 7) and ranks == FIVE_HIGH else ranks)
            assert hand_type == name.strip().upper().replace(" ", "_")
    for drawn in of_kind(draws(number), f"a{name}"):
        held = described(number, drawn.inputs)[1]
        assert is_straight(held)
        assert set(held) not in (FIVE_HIGH, BROADWAY)


@pytest.mark.parametrize("number", WITH_HANDS)
@pytest.mark.parametrize("hand_type", ["flush", "high card"])
def test_near_straights_are_near_and_no_straights(number: int, hand_type: str, draws: Draws) -> None:
    for drawn in of_kind(draws(number), f"a {hand_type} whose ranks run round the ace"):
        assert set(described(number, drawn.inputs)[1]) in ROUND_THE_ACE
    for drawn in of_kind(draws(number), f"a {hand_type} one rank short of a straight"):
        positions = positions_of(described(number, drawn.inputs)[1])
        assert positions[-1] - positions[0] == 5
    for drawn in of_kind(draws(number), f"a {hand_type} one rank short of five-high"):
        held = described(number, drawn.inputs)[1]
        assert len(FIVE_HIGH & set(held)) == 4
        assert "A" in held
        assert not is_straight(held)


@pytest.mark.parametrize("number", WITH_HANDS)
def test_pairs_near_a_straight_are_near(number: int, draws: Draws) -> None:
    for kind, distance in {"within four ranks in a row": 3, "with ranks as far apart as in a straight": 4}.items():
        for drawn in of_kind(draws(number), f"a pair {kind}"):
            positions = positions_of(described(number, drawn.inputs)[1])
            assert positions[-1] - positions[0] == distance
    for drawn in of_kind(draws(number), "a pair one rank short of five-high"):
        assert set(described(number, drawn.inputs)[1]) < FIVE_HIGH


@pytest.mark.parametrize("number", WITH_HANDS)
@pytest.mark.parametrize(
    ("kind", "sizes"),
    [
        ("four of a kind with a stronger fifth card", [1, 4]),
        ("four of a kind with a weaker fifth card", [4, 1]),
        ("a full house with the three above the pair", [3, 2]),
        ("a full house with the three below the pair", [2, 3]),
        ("three of a kind above the other two", [3, 1, 1]),
        ("three of a kind between the other two", [1, 3, 1]),
        ("three of a kind below the other two", [1, 1, 3]),
        ("two pairs above the fifth card", [2, 2, 1]),
        ("two pairs around the fifth card", [2, 1, 2]),
        ("two pairs below the fifth card", [1, 2, 2]),
        ("a pair above all other cards", [2, 1, 1, 1]),
        ("a pair above two of the other cards", [1, 2, 1, 1]),
        ("a pair above one of the other cards", [1, 1, 2, 1]),
        ("a pair below all other cards", [1, 1, 1, 2]),
    ],
)
def test_groups_of_ranks_stand_in_the_announced_order(number: int, kind: str, sizes: list[int], draws: Draws) -> None:
    for drawn in of_kind(draws(number), kind):
        held = described(number, drawn.inputs)[1]
        assert [held[rank] for rank in reversed(ORDER) if rank in held] == sizes


@pytest.mark.parametrize("number", WITH_HANDS)
def test_both_ends_of_the_ranks_stand_beside_groups_and_make_them(number: int, draws: Draws) -> None:
    helds = [described(number, drawn.inputs)[1] for drawn in draws(number)]
    for rank in "2A":
        assert {held.get(rank, 0) for held in helds} == {0, 1, 2, 3, 4}
        for size in (2, 3, 4):
            assert any(held.get(rank) == 1 and max(held.values()) == size for held in helds)


def test_exercise_6_and_7_have_15_for_five_high_and_0_for_no_secondary_ranks(draws: Draws) -> None:
    for number in (6, 7):
        infos = [info_of(number, drawn.inputs) for drawn in draws(number)]
        assert {("STRAIGHT", 15, 0), ("STRAIGHT_FLUSH", 15, 0)} <= set(infos)
        for hand_type, _, secondary in infos:
            alone = hand_type in ("STRAIGHT_FLUSH", "FLUSH", "STRAIGHT", "HIGH_CARD")
            assert (secondary == 0) == alone


# --- exercise 4: suits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SUIT_NAMES)
def test_each_suit_has_flushes_of_every_sort(name: str, draws: Draws) -> None:
    for sort in ("a flush", "a straight flush", "a five-high straight flush", "a Broadway straight flush"):
        for drawn in of_kind(draws(4), f"{sort} of {name}"):
            assert {card[1] for card in cards_of(drawn.inputs["hand"])} == {SUIT_NAMES[name]}


@pytest.mark.parametrize("name", SUIT_NAMES)
def test_each_suit_has_the_fifth_card_and_is_missing_among_three(name: str, draws: Draws) -> None:
    for drawn in of_kind(draws(4), f"four of a kind with a fifth card of {name}"):
        assert suits_of_rank_held(drawn.inputs["hand"], 1) == [{SUIT_NAMES[name]}]
    for kind in (f"three of a kind without {name}", f"a full house whose three are without {name}"):
        for drawn in of_kind(draws(4), kind):
            assert suits_of_rank_held(drawn.inputs["hand"], 3) == [set("HSCD") - {SUIT_NAMES[name]}]


@pytest.mark.parametrize("names", [" and ".join(two) for two in combinations(SUIT_NAMES, 2)])
def test_each_two_suits_have_pairs(names: str, draws: Draws) -> None:
    suits = {SUIT_NAMES[name] for name in names.split(" and ")}
    for kind in ("a pair of", "two pairs of", "a full house whose pair is of"):
        for drawn in of_kind(draws(4), f"{kind} {names}"):
            pairs = suits_of_rank_held(drawn.inputs["hand"], 2)
            assert pairs == [suits] * max(len(pairs), 1)


def test_four_cards_of_one_suit_are_no_flush(draws: Draws) -> None:
    kinds = {drawn.kind for drawn in draws(4) if drawn.kind.endswith("with four cards of one suit")}
    assert len(kinds) == 3
    for kind in kinds:
        for drawn in of_kind(draws(4), kind):
            assert max(Counter(card[1] for card in cards_of(drawn.inputs["hand"])).values()) == 4


# --- a simple reading of hands, of its own ---------------------------------------------------------------


def of_kind(drawn_cases: list[Any], kind: str) -> list[Any]:
    found = [drawn for drawn in drawn_cases if drawn.kind == kind]
    assert found, f"no kind is called {kind!r}"
    return found


def type_of_kind(kind: str) -> str:
    (name,) = {name for pattern, name in TYPES.items() if re.match(pattern, kind)}
    return name


def described(number: int, inputs: dict[str, Any]) -> tuple[str, Held]:
    """The hand's type, and how often each rank is held, from the inputs of exercise 4, 5, 6 or 7."""
    if number == 4:
        cards = cards_of(inputs["hand"])
        held = Counter(card[0] for card in cards)
        return evaluated(held, len({card[1] for card in cards}) == 1), held
    if number == 5:
        held = {rank: times_held(inputs, position) for position, rank in enumerate(ORDER)}
        held = {rank: times for rank, times in held.items() if times}
        assert sum(held.values()) == 5
        assert inputs["rank_count"] == len(held)
        assert inputs["straight"] == is_straight(held)
        assert inputs["five_high"] == (set(held) == FIVE_HIGH)
        return evaluated(held, inputs["flush"]), held
    hand_type, primary, secondary = info_of(number, inputs)
    times = {"FOUR_OF_A_KIND": 4, "FULL_HOUSE": 3, "THREE_OF_A_KIND": 3, "TWO_PAIR": 2, "PAIR": 2}.get(hand_type, 1)
    other = 2 if hand_type == "FULL_HOUSE" else 1
    held = dict.fromkeys(ranks_in(primary), times) | dict.fromkeys(ranks_in(secondary), other)
    assert sum(held.values()) == (4 if primary == 15 else 5)
    return hand_type, held


def times_held(reductions: dict[str, Any], position: int) -> int:
    def has(name: str) -> bool:
        return bool(reductions[name] >> position & 1)

    if not has("hand_ranks"):
        return 0
    if has("quads"):
        return 4
    if has("trips"):
        return 3
    return 1 if has("odd_ranks") else 2


def info_of(number: int, inputs: dict[str, Any]) -> tuple[str, int, int]:
    if number == 6:
        return inputs["hand_type"], inputs["primary"], inputs["secondary"]
    score = inputs["score"]
    names = {strength: name for name, strength in poker_info["HAND_TYPES"].items()}
    return names[score // 2**26], score // 2**13 % 2**13, score % 2**13


def evaluated(held: Held, flush: bool) -> str:
    sizes = "".join(map(str, sorted(held.values())))
    if sizes != "11111":
        names = {"14": "FOUR_OF_A_KIND", "23": "FULL_HOUSE", "113": "THREE_OF_A_KIND", "122": "TWO_PAIR"}
        return names.get(sizes, "PAIR")
    if is_straight(held):
        return "STRAIGHT_FLUSH" if flush else "STRAIGHT"
    return "FLUSH" if flush else "HIGH_CARD"


def is_straight(held: Iterable[str]) -> bool:
    positions = positions_of(held)
    return len(positions) == 5 and (positions[4] - positions[0] == 4 or positions == [0, 1, 2, 3, 12])


def positions_of(ranks: Iterable[str]) -> list[int]:
    return sorted(ORDER.index(rank) for rank in set(ranks))


def ranks_in(bits: int) -> list[str]:
    return [rank for position, rank in enumerate(ORDER) if bits >> position & 1]


def cards_of(hand: int) -> list[str]:
    return [ORDER[bit % 13] + "HSCD"[bit // 13] for bit in range(52) if hand >> bit & 1]


def suits_of_rank_held(hand: int, times: int) -> list[set[str]]:
    cards = cards_of(hand)
    suits = [{suit for card_rank, suit in cards if card_rank == rank} for rank in {card[0] for card in cards}]
    return [each for each in suits if len(each) == times]
