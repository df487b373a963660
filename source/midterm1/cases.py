"""Draws the inputs of the cases of midterm1, by kind; the reference provides the right answers."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

from nbproctor import Sampler, proof
from poker_game import poker_info

Inputs = dict[str, Any]
Cards = list[str]
Deal = Callable[[Random], Cards]
RankDraw = Callable[[Random], str]
Value = Hashable

RANKS = "".join(poker_info["RANKS"])  # 23456789TJQKA
SUITS = "HSCD"
SUIT_NAMES = {"H": "hearts", "S": "spades", "C": "clubs", "D": "diamonds"}
DECK = list(poker_info["CARDS"])

FIVE_HIGH = "A2345"
BROADWAY = "TJQKA"

tc_1 = Sampler(count=70)
tc_2 = Sampler(count=70)
tc_3 = Sampler(count=70)
tc_4 = Sampler(count=500)
tc_5 = Sampler(count=70)
tc_6 = Sampler(count=70)
tc_7 = Sampler(count=70)


# --- exercise 1: the name of every card, in any case, with any white space --------------------------


@tc_1.kind("an empty string", constant=True)
def _empty_string(rng: Random) -> Inputs:
    return {"s": ""}


@tc_1.kind("nothing but white space")
def _only_white_space(rng: Random) -> Inputs:
    return {"s": "".join(rng.choices(string.whitespace, k=rng.randint(1, 6)))}


@tc_1.kind("a single card", weight=3)
def _single_card(rng: Random) -> Inputs:
    return {"s": rng.choice(DECK)}


@tc_1.kind("a single card in lower case")
def _single_lower_card(rng: Random) -> Inputs:
    return {"s": rng.choice(DECK).lower()}


@tc_1.kind("a hand of five cards", weight=3)
def _five_cards(rng: Random) -> Inputs:
    return {"s": " ".join(rng.sample(DECK, 5))}


@tc_1.kind("many cards", weight=3)
def _many_cards(rng: Random) -> Inputs:
    return {"s": " ".join(rng.sample(DECK, rng.randint(6, 51)))}


@tc_1.kind("the whole deck")
def _whole_deck(rng: Random) -> Inputs:
    return {"s": " ".join(rng.sample(DECK, 52))}


@tc_1.kind("all thirteen cards of a suit")
def _whole_suit(rng: Random) -> Inputs:
    suit = rng.choice(SUITS)
    return {"s": " ".join(rank + suit for rank in rng.sample(RANKS, 13))}


@tc_1.kind("all four cards of a rank")
def _whole_rank(rng: Random) -> Inputs:
    rank = rng.choice(RANKS)
    return {"s": " ".join(rank + suit for suit in rng.sample(SUITS, 4))}


@tc_1.kind("tens")
def _tens(rng: Random) -> Inputs:
    return {"s": " ".join("T" + suit for suit in rng.sample(SUITS, rng.randint(1, 4)))}


@tc_1.kind("lower case letters only", weight=2)
def _lower_case(rng: Random) -> Inputs:
    return {"s": " ".join(_some_cards(rng)).lower()}


@tc_1.kind("upper and lower case letters mixed", weight=3)
def _mixed_case(rng: Random) -> Inputs:
    lower, upper, *others = rng.sample([card for card in DECK if card[0].isalpha()], rng.randint(3, 12))
    mixed = [_any_case(rng, card) for card in others]
    return {"s": " ".join([lower[0].lower() + lower[1], *mixed, upper[0] + upper[1].lower()])}


@tc_1.kind("several spaces between two cards")
def _several_spaces(rng: Random) -> Inputs:
    return {"s": (" " * rng.randint(2, 5)).join(_some_cards(rng))}


for _length in (6, 7, 20, 100):
    tc_1.kind(f"{_length} spaces between two cards")(
        lambda rng, space=" " * _length: {"s": space.join(_some_cards(rng))}
    )


def _one_separator(separator: str) -> Callable[[Random], Inputs]:
    return lambda rng: {"s": separator.join(_some_cards(rng))}


for _name, _separator in {
    "a tab": "\t",
    "a line break": "\n",
    "a carriage return": "\r",
    "a carriage return and a line break": "\r\n",
    "a vertical tab": "\x0b",
    "a form feed": "\x0c",
}.items():
    tc_1.kind(f"{_name} between two cards")(_one_separator(_separator))


@tc_1.kind("white space of every kind between the cards", weight=3)
def _every_white_space(rng: Random) -> Inputs:
    cards = rng.sample(DECK, rng.randint(7, 20))
    separators = [*string.whitespace, *(_white_space(rng) for _ in cards)][: len(cards) - 1]
    rng.shuffle(separators)
    return {"s": cards[0] + "".join(space + card for space, card in zip(separators, cards[1:], strict=True))}


@tc_1.kind("white space before the first card", weight=2)
def _white_space_before(rng: Random) -> Inputs:
    return {"s": _white_space(rng) + " ".join(_some_cards(rng))}


@tc_1.kind("white space after the last card", weight=2)
def _white_space_after(rng: Random) -> Inputs:
    return {"s": " ".join(_some_cards(rng)) + _white_space(rng)}


@tc_1.kind("mixed case and all sorts of white space", weight=4)
def _everything(rng: Random) -> Inputs:
    cards = rng.sample(DECK, rng.randint(1, 30))
    return {"s": _white_space(rng) + "".join(_any_case(rng, card) + _white_space(rng) for card in cards)}


def _some_cards(rng: Random) -> Cards:
    return rng.sample(DECK, rng.randint(2, 9))


def _any_case(rng: Random, text: str) -> str:
    return "".join(rng.choice([letter.lower(), letter.upper()]) for letter in text)


def _white_space(rng: Random) -> str:
    return "".join(rng.choices(string.whitespace, k=rng.randint(1, 3)))


# --- exercise 2: dictionaries with and without duplicate values -------------------------------------


@tc_2.kind("an empty dictionary", constant=True)
def _empty_dictionary(rng: Random) -> Inputs:
    return {"d": {}}


@tc_2.kind("a single pair")
def _single_pair(rng: Random) -> Inputs:
    return {"d": {_anything(rng): _anything(rng)}}


@tc_2.kind("words as keys and numbers as values", weight=3)
def _words_to_numbers(rng: Random) -> Inputs:
    size = rng.randint(2, 12)
    return {"d": _pairs(_distinct(rng, size, _word), _distinct(rng, size, _number))}


@tc_2.kind("numbers as keys and words as values", weight=2)
def _numbers_to_words(rng: Random) -> Inputs:
    size = rng.randint(2, 12)
    return {"d": _pairs(_distinct(rng, size, _number), _distinct(rng, size, _word))}


@tc_2.kind("keys and values of many types", weight=4)
def _many_types(rng: Random) -> Inputs:
    return {"d": _pairs(_one_of_each_type(rng), _one_of_each_type(rng))}


@tc_2.kind("falsy keys and values without a duplicate", weight=2)
def _falsy_pairs(rng: Random) -> Inputs:
    falsy: list[Value] = [rng.choice([0, 0.0, False]), "", None, ()]
    return {"d": _pairs(rng.sample(falsy, 4), rng.sample(falsy, 4))}


@tc_2.kind("values that are keys as well", weight=3)
def _permutation(rng: Random) -> Inputs:
    keys = _distinct(rng, rng.randint(2, 8), _anything)
    return {"d": _pairs(keys, rng.sample(keys, len(keys)))}


@tc_2.kind("different values that print alike", weight=2)
def _alike_in_print(rng: Random) -> Inputs:
    value = rng.choice([_number(rng), _fraction(rng), (1, 2), None, True])
    return {"d": _pairs(_distinct(rng, 3, _word), [value, str(value), _word(rng)])}


@tc_2.kind("different values of the same hash")
def _same_hash(rng: Random) -> Inputs:
    return {"d": _pairs(_distinct(rng, 2, _word), rng.sample([-1, -2], 2))}


@tc_2.kind("a long dictionary without a duplicate")
def _long(rng: Random) -> Inputs:
    size = rng.randint(80, 150)
    return {"d": _pairs(_distinct(rng, size, _anything), _distinct(rng, size, _anything))}


@tc_2.kind("one of the game's own dictionaries")
def _of_the_game(rng: Random) -> Inputs:
    return {"d": dict(rng.choice([poker_info["RANKS"], poker_info["CARDS"], poker_info["HAND_TYPES"]]))}


@tc_2.kind("two neighbours with the same value", weight=2)
def _neighbours(rng: Random) -> Inputs:
    size = rng.randint(2, 10)
    first = rng.randrange(size - 1)
    return {"d": _with_duplicates(rng, size, [first, first + 1])}


@tc_2.kind("the same value at both ends", weight=2)
def _both_ends(rng: Random) -> Inputs:
    size = rng.randint(3, 12)
    return {"d": _with_duplicates(rng, size, [0, size - 1])}


@tc_2.kind("a value that occurs three times")
def _three_times(rng: Random) -> Inputs:
    size = rng.randint(4, 12)
    return {"d": _with_duplicates(rng, size, rng.sample(range(size), 3))}


@tc_2.kind("two values that occur twice each")
def _two_duplicates(rng: Random) -> Inputs:
    values = _distinct(rng, rng.randint(2, 6), _anything)
    values += values[:2]
    rng.shuffle(values)
    return {"d": _pairs(_distinct(rng, len(values), _anything), values)}


@tc_2.kind("one value for all keys")
def _all_equal(rng: Random) -> Inputs:
    return {"d": dict.fromkeys(_distinct(rng, rng.randint(2, 9), _anything), _anything(rng))}


@tc_2.kind("equal values of different types", weight=3)
def _equal_across_types(rng: Random) -> Inputs:
    pairs: list[list[Value]] = [[1, 1.0], [1, True], [0, False], [0, 0.0], [7, 7.0], [(1, 2), (1.0, 2.0)]]
    values = [*rng.choice(pairs), *_distinct(rng, rng.randint(0, 4), _word)]
    return {"d": _pairs(_distinct(rng, len(values), _anything), rng.sample(values, len(values)))}


# Sorted as text, something else stands between the equal values.
for _name, _one, _between, _other in (
    ("1 and True", 1, 5, True),
    ("0 and False", 0, 5, False),
    ("7 and 7.0", 7, "7.", 7.0),
):

    @tc_2.kind(f"{_name}, which are equal, and what is between them as text")
    def _equal_apart_as_text(
        rng: Random, one: Value = _one, between: Value = _between, other: Value = _other
    ) -> Inputs:
        return {"d": _pairs(_distinct(rng, 4, _word), rng.sample([one, between, other, _word(rng) + "!"], 4))}


@tc_2.kind("equal values that are separate objects", weight=2)
def _equal_not_identical(rng: Random) -> Inputs:
    number, text = rng.getrandbits(90), _word(rng) + " " + _word(rng)
    values: list[Value] = [(number, text), _word(rng), (number + 0, text[:1] + text[1:])]
    return {"d": _pairs(_distinct(rng, 3, _word), values)}


@tc_2.kind("a falsy value that occurs twice", weight=3)
def _falsy_duplicate(rng: Random) -> Inputs:
    values = [rng.choice([None, 0, False, "", ()])] * 2 + _distinct(rng, rng.randint(0, 4), _word)
    return {"d": _pairs(_distinct(rng, len(values), _word), rng.sample(values, len(values)))}


@tc_2.kind("a duplicate value whose first key is falsy", weight=2)
def _falsy_first_key(rng: Random) -> Inputs:
    falsy = rng.choice([0, False, "", ()])
    return {"d": _pairs([falsy, _word(rng) + "!", _word(rng) + "?"], ["x", "y", "x"])}


@tc_2.kind("a duplicate value whose first key is None")
def _none_first_key(rng: Random) -> Inputs:
    return {"d": _pairs([None, _word(rng) + "!", _word(rng) + "?"], ["x", "x", "y"])}


@tc_2.kind("a long dictionary with a single duplicate")
def _long_with_duplicate(rng: Random) -> Inputs:
    size = rng.randint(80, 150)
    return {"d": _with_duplicates(rng, size, rng.sample(range(size), 2))}


# Dictionaries that differ in one respect: whoever keeps results under that of another is wrong about one of them.
for _name, _d in {
    "x to 1 and y to 2": {"x": 1, "y": 2},
    "x to 2 and y to 1": {"x": 2, "y": 1},
    "x to 3 and y to 4": {"x": 3, "y": 4},
    "v to 1 and w to 2": {"v": 1, "w": 2},
    "x to 1 and y to 1": {"x": 1, "y": 1},
}.items():
    tc_2.kind(_name, constant=True)(lambda rng, d=_d: {"d": dict(d)})


def _with_duplicates(rng: Random, size: int, places: list[int]) -> dict[Value, Value]:
    keys, values = _distinct(rng, size, _anything), _distinct(rng, size, _anything)
    for place in places[1:]:
        values[place] = values[places[0]]
    return _pairs(keys, values)


def _pairs(keys: list[Value], values: list[Value]) -> dict[Value, Value]:
    return dict(zip(keys, values, strict=True))


def _distinct(rng: Random, size: int, draw: Callable[[Random], Value]) -> list[Value]:
    found: dict[Value, None] = {}
    while len(found) < size:
        found.setdefault(draw(rng))
    return list(found)


def _one_of_each_type(rng: Random) -> list[Value]:
    boolean, number = rng.random() < 0.5, rng.randint(2, 10**6)
    values = [_word(rng), number, _fraction(rng), _tuple(rng), _frozenset(rng), None, boolean]
    return rng.sample(values, len(values))


def _anything(rng: Random) -> Value:
    draw = rng.choice([_word, _word, _number, _number, _fraction, _tuple, _frozenset, _constant])
    return draw(rng)


def _word(rng: Random) -> str:
    return "".join(rng.choices(string.ascii_letters, k=rng.randint(2, 8)))


def _number(rng: Random) -> int:
    return rng.choice([rng.randint(-9, 99), rng.randint(-(10**6), 10**6), rng.getrandbits(80)])


def _fraction(rng: Random) -> float:
    return rng.randint(-400, 400) + rng.choice([0.25, 0.5, 0.75])


def _tuple(rng: Random) -> Value:
    return (rng.choice(RANKS), rng.randint(0, 999))


def _frozenset(rng: Random) -> Value:
    # Of small numbers only: they come in the same order in every process, texts do not.
    return frozenset(rng.sample(range(20), rng.randint(0, 3)))


def _constant(rng: Random) -> Value:
    return rng.choice([None, True, False, 0, 0.0, "", ()])


# --- exercise 3: numbers short and long ----------------------------------------------------------------


@tc_3.kind("the number 0", constant=True)
def _zero(rng: Random) -> Inputs:
    return {"n": 0}


@tc_3.kind("the number 1", constant=True)
def _one(rng: Random) -> Inputs:
    return {"n": 1}


@tc_3.kind("a power of two", weight=3)
def _power_of_two(rng: Random) -> Inputs:
    return {"n": 1 << rng.randint(1, 51)}


@tc_3.kind("one less than a power of two", weight=3)
def _all_ones(rng: Random) -> Inputs:
    return {"n": (1 << rng.randint(2, 51)) - 1}


@tc_3.kind("a set of ranks", weight=4)
def _set_of_ranks(rng: Random) -> Inputs:
    return {"n": rng.getrandbits(13)}


@tc_3.kind("a set of cards", weight=4)
def _set_of_cards(rng: Random) -> Inputs:
    return {"n": rng.getrandbits(52)}


@tc_3.kind("a hand of five cards", weight=3)
def _hand_as_number(rng: Random) -> Inputs:
    return {"n": _cards_value(rng.sample(DECK, 5))}


@tc_3.kind("the whole deck", constant=True)
def _deck_as_number(rng: Random) -> Inputs:
    return {"n": _cards_value(DECK)}


@tc_3.kind("ones and zeros in turn", weight=2)
def _alternating(rng: Random) -> Inputs:
    return {"n": int(rng.choice(["01", "10"]) * rng.randint(2, 40), 2)}


@tc_3.kind("many zeros at the end", weight=2)
def _zeros_at_the_end(rng: Random) -> Inputs:
    return {"n": rng.getrandbits(20) << rng.randint(20, 60)}


@tc_3.kind("decimal digits that are only zeros and ones", weight=2)
def _looks_binary(rng: Random) -> Inputs:
    return {"n": int("1" + "".join(rng.choices("01", k=rng.randint(1, 15))))}


@tc_3.kind("no digit 1 among its decimal digits", weight=2)
def _no_decimal_one(rng: Random) -> Inputs:
    return {"n": int("".join(rng.choices("23456789", k=rng.randint(1, 15))))}


@tc_3.kind("a number that no float holds exactly", weight=2)
def _beyond_floats(rng: Random) -> Inputs:
    return {"n": (1 << rng.randint(54, 63)) + rng.getrandbits(20) * 2 + 1}


@tc_3.kind("more than 64 bits", weight=3)
def _more_than_64_bits(rng: Random) -> Inputs:
    return {"n": 1 << 100 | rng.getrandbits(100)}


@tc_3.kind("a power of two beyond 64 bits", weight=2)
def _long_power_of_two(rng: Random) -> Inputs:
    return {"n": 1 << rng.randint(64, 1500)}


@tc_3.kind("one less than a power of two beyond 64 bits", weight=2)
def _long_all_ones(rng: Random) -> Inputs:
    return {"n": (1 << rng.randint(65, 1500)) - 1}


# Numbers that are alike in their hash, as a float, or in their lowest bits, and have other counts of ones.
for _name, _n in {
    "44": 44,
    "a number with the hash of 44": 44 + 2**61 - 1,
    "44 and a bit at position 64": 44 + 2**64,
    "two to the power of 60": 2**60,
    "one more than two to the power of 60": 2**60 + 1,
}.items():
    tc_3.kind(_name, constant=True)(lambda rng, n=_n: {"n": n})


@tc_3.kind("thousands of bits", weight=3)
def _thousands_of_bits(rng: Random) -> Inputs:
    # Python turns no number of more than 4,300 digits, 14,000 bits, into decimal text.
    size = rng.randint(2000, 6000)
    return {"n": 1 << size | rng.getrandbits(size)}


@tc_3.kind("as many bits as there may be")
def _all_the_bits(rng: Random) -> Inputs:
    return {"n": 1 << 9999 | rng.getrandbits(9999)}


tc_3.bound("n", 0, 2**10_000 - 1, "up to 10,000 bits")


# --- exercises 4 to 7: hands of every type, and near misses -------------------------------------------


def _hands() -> dict[str, Deal]:
    return {
        "a straight flush": _suited(_inner_run),
        "a five-high straight flush": _suited(_exactly(FIVE_HIGH)),
        "a six-high straight flush": _suited(_exactly("23456")),
        "a Broadway straight flush": _suited(_exactly(BROADWAY)),
        "four of a kind with a stronger fifth card": _unsuited(_groups(1, 4)),
        "four of a kind with a weaker fifth card": _unsuited(_groups(4, 1)),
        "four aces and a two": _unsuited(_exactly("AAAA2")),
        "four twos and an ace": _unsuited(_exactly("2222A")),
        "a full house with the three above the pair": _unsuited(_groups(3, 2)),
        "a full house with the three below the pair": _unsuited(_groups(2, 3)),
        "a full house of three aces and two twos": _unsuited(_exactly("AAA22")),
        "a full house of three twos and two aces": _unsuited(_exactly("222AA")),
        "a flush without a two and an ace": _suited(_without_two_and_ace),
        "a flush with a two and an ace": _suited(_with_two_and_ace),
        "a flush with an ace and without a king": _suited(_with_ace_without_king),
        "a flush whose ranks run round the ace": _suited(_round_the_ace),
        "a flush with four ranks in a row": _suited(_four_in_a_row),
        "a flush one rank short of a straight": _suited(_gapped_run),
        "a flush one rank short of five-high": _suited(_almost_five_high),
        "a straight": _unsuited(_inner_run),
        "a five-high straight": _unsuited(_exactly(FIVE_HIGH)),
        "a six-high straight": _unsuited(_exactly("23456")),
        "a Broadway straight": _unsuited(_exactly(BROADWAY)),
        "three of a kind above the other two": _unsuited(_groups(3, 1, 1)),
        "three of a kind between the other two": _unsuited(_groups(1, 3, 1)),
        "three of a kind below the other two": _unsuited(_groups(1, 1, 3)),
        "three of a kind beside a two and an ace": _unsuited(_pattern("xxx2A")),
        "three of a kind, all twos": _unsuited(_pattern("222xy")),
        "three of a kind, all aces": _unsuited(_pattern("xyAAA")),
        "two pairs above the fifth card": _unsuited(_groups(2, 2, 1)),
        "two pairs around the fifth card": _unsuited(_groups(2, 1, 2)),
        "two pairs below the fifth card": _unsuited(_groups(1, 2, 2)),
        "two pairs and a two": _unsuited(_pattern("xxyy2")),
        "two pairs and an ace": _unsuited(_pattern("xxyyA")),
        "two pairs of aces and twos": _unsuited(_pattern("AA22x")),
        "a pair above all other cards": _unsuited(_groups(2, 1, 1, 1)),
        "a pair above two of the other cards": _unsuited(_groups(1, 2, 1, 1)),
        "a pair above one of the other cards": _unsuited(_groups(1, 1, 2, 1)),
        "a pair below all other cards": _unsuited(_groups(1, 1, 1, 2)),
        "a pair beside a two and an ace": _unsuited(_pattern("xxy2A")),
        "a pair of twos": _unsuited(_pattern("22xyz")),
        "a pair of aces": _unsuited(_pattern("xyzAA")),
        "tens with a king, a three and a two": _unsuited(_exactly("TTK32")),
        "eights with a king, a three and a two": _unsuited(_exactly("88K32")),
        "tens with an ace, a queen and a four": _unsuited(_exactly("TTAQ4")),
        "a pair within four ranks in a row": _unsuited(_doubled_run),
        "a pair with ranks as far apart as in a straight": _unsuited(_doubled_holed_run),
        "a pair one rank short of five-high": _unsuited(_doubled_almost_five_high),
        "a high card without a two and an ace": _unsuited(_without_two_and_ace),
        "a high card with a two and an ace": _unsuited(_with_two_and_ace),
        "a high card with an ace and without a king": _unsuited(_with_ace_without_king),
        "a high card whose ranks run round the ace": _unsuited(_round_the_ace),
        "a high card with four ranks in a row": _unsuited(_four_in_a_row),
        "a high card one rank short of a straight": _unsuited(_gapped_run),
        "a high card one rank short of five-high": _unsuited(_almost_five_high),
    }


_SORTS = {"41": "four of a kind", "32": "a full house", "311": "three of a kind", "221": "two pairs", "2111": "a pair"}


def _sort(times: Iterable[int]) -> str:
    """Return what a hand is called in which ranks occur so often."""
    return _SORTS["".join(map(str, sorted(times, reverse=True)))]


# With an ace, and the positions of their bits add up to as much as those of A 2 3 4 5: all of them, or each once.
_LIKE_FIVE_HIGH = {
    f"{_sort(Counter(ranks).values())}, {ranks}": ranks
    for ranks in ["A2228", "A2237", "A2246", "A2255", "A2336", "A2444", "A3335", "A3344", "A2888", "AA237", "AA246"]
}
# How often each of two to four ranks occurs, the lowest first, in all ways.
_FOUR_APART = {
    f"{_sort(times)}, the ends four apart, the ranks {', '.join(map(str, times))} times": times
    for count in (2, 3, 4)
    for times in product(range(1, 5), repeat=count)
    if sum(times) == 5
}


def _hands_by_suit() -> dict[str, Deal]:
    """Return what is special only where a hand is taken apart into its suits."""
    hands = {
        "a high card with four cards of one suit": _four_suited(_unconnected),
        "a straight with four cards of one suit": _four_suited(_inner_run),
        "a five-high straight with four cards of one suit": _four_suited(_exactly(FIVE_HIGH)),
        "five cards at random": lambda rng: rng.sample(DECK, 5),
    }
    for suit, name in SUIT_NAMES.items():
        hands |= {
            f"a flush of {name}": _suited(_unconnected, suit),
            f"a straight flush of {name}": _suited(_inner_run, suit),
            f"a five-high straight flush of {name}": _suited(_exactly(FIVE_HIGH), suit),
            f"a Broadway straight flush of {name}": _suited(_exactly(BROADWAY), suit),
            f"four of a kind with a fifth card of {name}": _in_suits(SUITS, suit),
            f"three of a kind without {name}": _in_suits(SUITS.replace(suit, ""), "*", "*"),
            f"a full house whose three are without {name}": _in_suits(SUITS.replace(suit, ""), "**"),
        }
    hands |= {name: _unsuited(_four_apart(*times)) for name, times in _FOUR_APART.items()}
    hands |= {name: _unsuited(_exactly(ranks)) for name, ranks in _LIKE_FIVE_HIGH.items()}
    for one, other in combinations(SUITS, 2):
        pair = f"{SUIT_NAMES[one]} and {SUIT_NAMES[other]}"
        hands |= {
            f"a pair of {pair}": _in_suits(one + other, "*", "*", "*"),
            f"two pairs of {pair}": _in_suits(one + other, one + other, "*"),
            f"a full house whose pair is of {pair}": _in_suits(one + other, "***"),
        }
    return hands


def _suited(ranks: RankDraw, suit: str = "*") -> Deal:
    def deal(rng: Random) -> Cards:
        chosen = _suits(rng, suit)
        return [rank + chosen for rank in ranks(rng)]

    return deal


def _unsuited(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Cards:
        held = Counter(ranks(rng))
        while _is_flush(cards := [rank + suit for rank, n in held.items() for suit in rng.sample(SUITS, n)]):
            pass
        return cards

    return deal


def _four_suited(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Cards:
        suit, other = rng.sample(SUITS, 2)
        first, *others = rng.sample(ranks(rng), 5)
        return [first + other, *(rank + suit for rank in others)]

    return deal


def _in_suits(*groups: str) -> Deal:
    """Deal for each group a rank in the suits of that group, where stars stand for any suits."""

    def deal(rng: Random) -> Cards:
        ranks = rng.sample(RANKS, len(groups))
        return [rank + suit for rank, group in zip(ranks, groups, strict=True) for suit in _suits(rng, group)]

    return deal


def _suits(rng: Random, group: str) -> str:
    return "".join(rng.sample(SUITS, len(group))) if "*" in group else group


def _exactly(ranks: str) -> RankDraw:
    return lambda rng: ranks


def _groups(*sizes: int) -> RankDraw:
    """Draw so many cards of one rank, so many of another; the strongest rank comes first."""

    def draw(rng: Random) -> str:
        ranks = sorted(rng.sample(RANKS, len(sizes)), key=RANKS.index, reverse=True)
        return "".join(rank * size for rank, size in zip(ranks, sizes, strict=True))

    return draw


def _pattern(ranks: str) -> RankDraw:
    """Draw these ranks, where x, y and z stand for three ranks from 3 to K."""

    def draw(rng: Random) -> str:
        x, y, z = rng.sample(RANKS[1:-1], 3)
        return ranks.replace("x", x).replace("y", y).replace("z", z)

    return draw


def _inner_run(rng: Random) -> str:
    """Draw a straight that is neither five-high nor six-high nor Broadway."""
    start = rng.randrange(1, len(RANKS) - 5)
    return RANKS[start : start + 5]


def _round_the_ace(rng: Random) -> str:
    return rng.choice(["JQKA2", "QKA23", "KA234"])


def _gapped_run(rng: Random) -> str:
    """Draw five of six ranks in a row, both ends among them."""
    return _holed(rng, _run(rng, 6))


def _four_in_a_row(rng: Random) -> str:
    run = _run(rng, 4)
    return _until_unconnected(lambda: run + rng.choice([rank for rank in RANKS if rank not in run]))


def _almost_five_high(rng: Random) -> str:
    """Draw an ace, three of 2 3 4 5, and a rank with which they make no straight."""
    return "A" + _holed(rng, "2345", first=0) + rng.choice("6789TJQK")


def _with_two_and_ace(rng: Random) -> str:
    return _until_unconnected(lambda: "2A" + "".join(rng.sample(RANKS[1:-1], 3)))


def _with_ace_without_king(rng: Random) -> str:
    return _until_unconnected(lambda: "A" + "".join(rng.sample(RANKS[:-2], 4)))


def _without_two_and_ace(rng: Random) -> str:
    return _until_unconnected(lambda: "".join(rng.sample(RANKS[1:-1], 5)))


def _unconnected(rng: Random) -> str:
    return _until_unconnected(lambda: "".join(rng.sample(RANKS, 5)))


def _until_unconnected(draw: Callable[[], str]) -> str:
    while _is_straight(ranks := draw()):
        pass
    return ranks


def _four_apart(*times: int) -> RankDraw:
    """Draw ranks that occur so often, the lowest first, which lies four below the last."""

    def draw(rng: Random) -> str:
        run = _run(rng, 5)
        between = sorted(rng.sample(run[1:-1], len(times) - 2), key=RANKS.index)
        return "".join(rank * count for rank, count in zip((run[0], *between, run[-1]), times, strict=True))

    return draw


def _doubled_run(rng: Random) -> str:
    return _doubled(rng, _run(rng, 4))


def _doubled_holed_run(rng: Random) -> str:
    return _doubled(rng, _holed(rng, _run(rng, 5)))


def _doubled_almost_five_high(rng: Random) -> str:
    return _doubled(rng, "A" + _holed(rng, "2345", first=0))


def _doubled(rng: Random, ranks: str) -> str:
    return ranks + rng.choice(ranks)


def _holed(rng: Random, ranks: str, first: int = 1) -> str:
    hole = rng.randrange(first, len(ranks) - first)
    return ranks[:hole] + ranks[hole + 1 :]


def _run(rng: Random, length: int) -> str:
    start = rng.randrange(len(RANKS) - length + 1)
    return RANKS[start : start + length]


# --- exercises 4 to 7: what their functions get of a hand ----------------------------------------------


def _hand(cards: Cards) -> Inputs:
    return {"hand": _cards_value(cards)}


def _reductions(cards: Cards) -> Inputs:
    held = _counts(cards)
    return {
        "rank_count": len(held),
        "hand_ranks": _ranks_value(held),
        "odd_ranks": _ranks_value(rank for rank, count in held.items() if count in (1, 3)),
        "quads": _ranks_value(rank for rank, count in held.items() if count == 4),
        "flush": _is_flush(cards),
        "trips": _ranks_value(rank for rank, count in held.items() if count == 3),
        "straight": _is_straight(held),
        "five_high": _is_five_high(held),
    }


def _info(cards: Cards) -> Inputs:
    held = _counts(cards)
    most = max(held.values())
    primary = _ranks_value(rank for rank, count in held.items() if count == most)
    return {
        "hand_type": _hand_type(cards),
        "primary": 15 if _is_five_high(held) else primary,
        "secondary": _ranks_value(rank for rank, count in held.items() if count < most),
    }


def _score(cards: Cards) -> Inputs:
    info = _info(cards)
    strength = poker_info["HAND_TYPES"][info["hand_type"]]
    return {"score": int(f"{strength:04b}{info['primary']:013b}{info['secondary']:013b}", 2)}


def _hand_type(cards: Cards) -> str:
    held = _counts(cards)
    match sorted(held.values()), _is_straight(held), _is_flush(cards):
        case [1, 4], _, _:
            return "FOUR_OF_A_KIND"
        case [2, 3], _, _:
            return "FULL_HOUSE"
        case [1, 1, 3], _, _:
            return "THREE_OF_A_KIND"
        case [1, 2, 2], _, _:
            return "TWO_PAIR"
        case [1, 1, 1, 2], _, _:
            return "PAIR"
        case _, True, True:
            return "STRAIGHT_FLUSH"
        case _, False, True:
            return "FLUSH"
        case _, True, False:
            return "STRAIGHT"
    return "HIGH_CARD"


def _is_flush(cards: Cards) -> bool:
    return len({card[1] for card in cards}) == 1


def _is_straight(ranks: Iterable[str]) -> bool:
    in_order = "".join(sorted(set(ranks), key=RANKS.index))
    return len(in_order) == 5 and (in_order in RANKS or _is_five_high(in_order))


def _is_five_high(ranks: Iterable[str]) -> bool:
    return set(ranks) == set(FIVE_HIGH)


def _counts(cards: Cards) -> Counter[str]:
    return Counter(card[0] for card in cards)


def _cards_value(cards: Iterable[str]) -> int:
    return sum(poker_info["CARDS"][card] for card in cards)


def _ranks_value(ranks: Iterable[str]) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


# Kinds of which there is only one case: all ranks are fixed, and where suits count, the suit as well.
_ONE_OF_A_KIND = {
    False: "five-high straight|six-high|Broadway|^four (aces|twos)|(twos|aces) and two (twos|aces)$|^(ten|eight)s with",
    True: "(five-high|Broadway) straight flush of",
}


def _declare(sampler: Sampler, hands: dict[str, Deal], given: Callable[[Cards], Inputs]) -> None:
    for kind, deal in hands.items():
        sampler.kind(kind, constant=bool(re.search(_ONE_OF_A_KIND[given is _hand], kind)))(_given(deal, given))


def _given(deal: Deal, given: Callable[[Cards], Inputs]) -> Callable[[Random], Inputs]:
    return lambda rng: given(deal(rng))


# Last, since they call what stands above.
_declare(tc_4, _hands() | _hands_by_suit(), _hand)
_declare(tc_5, _hands(), _reductions)
_declare(tc_6, _hands(), _info)
_declare(tc_7, _hands(), _score)

# --- what some case must show, whatever kind it was drawn for ------------------------------------------


def _require(sampler: Sampler, given: str, shown: dict[str, Callable[[Any], bool]]) -> None:
    """Require each of these of the value of one input."""
    for name, shows in shown.items():
        sampler.requires(name)(lambda case, shows=shows: shows(case[given]))


_require(
    tc_1,
    "s",
    {
        "an empty string": lambda s: s == "",
        "nothing but white space": lambda s: s != "" and not s.strip(),
        "a single card": lambda s: len(s.split()) == 1,
        "a single card in lower case": lambda s: len(s.split()) == 1 and s.islower(),
        "five cards": lambda s: len(s.split()) == 5,
        "more than twenty cards": lambda s: len(s.split()) > 20,
        "the whole deck": lambda s: len(s.split()) == 52,
        "all cards of a suit": lambda s: len(s.split()) == 13 and len({card[1] for card in s.upper().split()}) == 1,
        "all cards of a rank": lambda s: len(s.split()) == 4 and len({card[0] for card in s.upper().split()}) == 1,
        "nothing but tens": lambda s: s != "" and {card[0] for card in s.split()} == {"T"},
        "several cards in lower case": lambda s: len(s.split()) > 1 and s.islower(),
        "a rank in lower case beside a suit in upper case": lambda s: bool(re.search("[tjqka][HSCD]", s)),
        "a rank in upper case beside a suit in lower case": lambda s: bool(re.search("[TJQKA][hscd]", s)),
        "several spaces between two cards": lambda s: bool(re.search(r"\S {2,}\S", s)),
        "every white space between two cards": lambda s: set(string.whitespace) <= set(s.strip()),
        "white space before the first card": lambda s: s.lstrip() not in (s, ""),
        "white space after the last card": lambda s: s.rstrip() not in (s, ""),
        "mixed case with odd white space": lambda s: (
            bool(re.search("[a-z]", s) and re.search("[A-Z]", s)) and bool(set(s) & set("\t\n\r\v\f"))
        ),
    }
    | {
        f"{character!r} alone between two cards": lambda s, character=character: (
            len(s.split()) > 1 and set(re.findall(r"(?<=\S)\s+(?=\S)", s)) == {character}
        )
        for character in [*string.whitespace, "\r\n"]
    },
)


def _has_duplicate(d: dict[Value, Value]) -> bool:
    return len(set(d.values())) < len(d)


def _without_duplicate(shows: Callable[[dict[Value, Value]], bool]) -> Callable[[dict[Value, Value]], bool]:
    return lambda d: not _has_duplicate(d) and shows(d)


def _twice(d: dict[Value, Value]) -> list[list[int]]:
    """Return the places of every value that occurs more than once."""
    values = list(d.values())
    places = [[place for place, other in enumerate(values) if other == value] for value in set(values)]
    return [found for found in places if len(found) > 1]


def _first_keys(d: dict[Value, Value]) -> list[Value]:
    """Return the first key of every value that occurs more than once."""
    return [list(d)[places[0]] for places in _twice(d)]


_require(
    tc_2,
    "d",
    {
        "an empty dictionary": lambda d: not d,
        "a single pair": lambda d: len(d) == 1,
        "only numbers as values": _without_duplicate(lambda d: len(d) > 1 and {*map(type, d.values())} == {int}),
        "only words as values": _without_duplicate(lambda d: len(d) > 1 and {*map(type, d.values())} == {str}),
        "values of seven types": _without_duplicate(lambda d: len(d) == 7 == len({type(v) for v in d.values()})),
        "falsy keys and values": _without_duplicate(lambda d: len(d) > 1 and not any(d) and not any(d.values())),
        "values that are keys as well": _without_duplicate(lambda d: len(d) > 1 and set(d) == set(d.values())),
        "different values that print alike": _without_duplicate(lambda d: len({str(v) for v in d.values()}) < len(d)),
        "different values of the same hash": _without_duplicate(lambda d: len({hash(v) for v in d.values()}) < len(d)),
        "a long dictionary without a duplicate": _without_duplicate(lambda d: len(d) >= 80),
        "one of the game's own dictionaries": lambda d: (
            d in (poker_info["RANKS"], poker_info["CARDS"]) or d == poker_info["HAND_TYPES"]
        ),
        "two neighbours with the same value": lambda d: any(one + 1 == two for one, two, *_ in _twice(d)),
        "the same value at both ends": lambda d: len(d) > 2 and [0, len(d) - 1] in _twice(d),
        "a value that occurs three times": lambda d: len(d) > 3 and any(len(places) == 3 for places in _twice(d)),
        "two values that occur twice": lambda d: len(_twice(d)) > 1,
        "one value for all keys": lambda d: len(d) > 1 == len(set(d.values())),
        "equal values of different types": lambda d: any(
            len({repr(list(d.values())[place]) for place in places}) > 1 for places in _twice(d)
        ),
        "equal values that are separate objects": lambda d: any(
            type(value := list(d.values())[places[0]]) is tuple and value is not list(d.values())[places[1]]
            for places in _twice(d)
        ),
        "a falsy value that occurs twice": lambda d: any(not list(d.values())[places[0]] for places in _twice(d)),
        "a duplicate value whose first key is falsy": lambda d: any(not k and k is not None for k in _first_keys(d)),
        "a duplicate value whose first key is None": lambda d: None in _first_keys(d),
        "a long dictionary with a single duplicate": lambda d: len(d) >= 80 and len(_twice(d)) == 1,
    },
)

_require(
    tc_3,
    "n",
    {
        "the number 0": lambda n: n == 0,
        "the number 1": lambda n: n == 1,
        "a power of two": lambda n: 1 < n < 2**52 and n & n - 1 == 0,
        "one less than a power of two": lambda n: 1 < n < 2**51 and n & n + 1 == 0,
        "a set of ranks": lambda n: 1 < n < 2**13 and 1 < bin(n).count("1") < n.bit_length(),
        "a set of cards": lambda n: 2**13 < n < 2**52 and bin(n).count("1") > 13,
        "a hand of five cards": lambda n: n < 2**52 and bin(n).count("1") == 5,
        "the whole deck": lambda n: n == 2**52 - 1,
        "ones and zeros in turn": lambda n: n > 5 and "11" not in bin(n) and "00" not in bin(n)[2:],
        "many zeros at the end": lambda n: n % 2**20 == 0 and bin(n).count("1") > 1,
        "decimal digits that are only zeros and ones": lambda n: n > 9 and set(str(n)) <= set("01"),
        "no digit 1 among its decimal digits": lambda n: n > 0 and n.bit_length() < 52 and "1" not in str(n),
        "a number that no float holds": lambda n: n < 2**64 and int(float(n)) != n,
        "more than 64 bits": lambda n: 64 < n.bit_length() < 200 and bin(n).count("1") > 20,
        "a power of two beyond 64 bits": lambda n: n >= 2**64 and n & n - 1 == 0,
        "one less than a power of two beyond 64 bits": lambda n: n >= 2**64 and n & n + 1 == 0,
        "thousands of bits": lambda n: n.bit_length() >= 2000,
    },
)


class Seen(NamedTuple):
    """What a case of the exercises 4 to 7 shows of a hand: its ranks, the weakest first, and how often each occurs."""

    hand_type: str
    ranks: str
    times: str

    @property
    def span(self) -> int:
        """How far the strongest rank is above the weakest."""
        return RANKS.index(self.ranks[-1]) - RANKS.index(self.ranks[0])


def _seen(hand_type: str, held: Mapping[str, int]) -> Seen:
    ranks = "".join(sorted(held, key=RANKS.index))
    return Seen(hand_type, ranks, "".join(str(held[rank]) for rank in ranks))


def _seen_in_hand(hand: int) -> Seen:
    cards = _cards_in(hand)
    return _seen(_hand_type(cards), _counts(cards))


def _seen_in_reductions(hand_type: str, hand_ranks: int, quads: int, trips: int, odd_ranks: int) -> Seen:
    held = dict.fromkeys(_ranks_in(hand_ranks), 2)
    for count, ranks in ((1, odd_ranks), (3, trips), (4, quads)):
        held |= dict.fromkeys(_ranks_in(ranks), count)
    return _seen(hand_type, held)


def _seen_in_info(hand_type: str, primary: int, secondary: int) -> Seen:
    if "STRAIGHT" in hand_type and primary == 15:
        primary = _ranks_value(FIVE_HIGH)
    often = {"FOUR_OF_A_KIND": 4, "FULL_HOUSE": 3, "THREE_OF_A_KIND": 3, "TWO_PAIR": 2, "PAIR": 2}.get(hand_type, 1)
    held = dict.fromkeys(_ranks_in(primary), often)
    return _seen(hand_type, held | dict.fromkeys(_ranks_in(secondary), 2 if hand_type == "FULL_HOUSE" else 1))


def _seen_in_score(score: int) -> Seen:
    types = {strength: name for name, strength in poker_info["HAND_TYPES"].items()}
    return _seen_in_info(types[score >> 26], score >> 13 & 8191, score & 8191)


def _cards_in(hand: int) -> Cards:
    return [card for card, bit in poker_info["CARDS"].items() if hand & bit]


def _ranks_in(bits: int) -> list[str]:
    return [rank for place, rank in enumerate(RANKS) if bits >> place & 1]


def _shown() -> dict[str, Callable[[Seen], bool]]:
    """Return what tells, by the name of each sort of hand, whether a case shows it."""
    special = {"five-high ": "2345A", "six-high ": "23456", "Broadway ": BROADWAY}
    shown: dict[str, Callable[[Seen], bool]] = {}
    for name in ("straight flush", "straight"):
        kind = name.upper().replace(" ", "_")
        shown[f"a {name} between six-high and Broadway"] = lambda seen, kind=kind: (
            seen.hand_type == kind and seen.ranks not in special.values()
        )
        for sort, ranks in special.items():
            shown[f"a {sort}{name}"] = lambda seen, kind=kind, ranks=ranks: (
                seen.hand_type == kind and seen.ranks == ranks
            )
    for name in ("flush", "high card"):
        kind = name.upper().replace(" ", "_")
        for sort, shows in _near_straights().items():
            shown[f"a {name} {sort}"] = lambda seen, kind=kind, shows=shows: seen.hand_type == kind and shows(seen)
    for name, times in _TIMES.items():
        shown[name] = lambda seen, times=times: seen.times == times
    for name, ranks, times in _EXACTLY:
        shown[name] = lambda seen, ranks=ranks, times=times: (
            bool(re.fullmatch(ranks, seen.ranks)) and seen.times == times
        )
    shown["a pair within four ranks in a row"] = lambda seen: seen.hand_type == "PAIR" and seen.span == 3
    shown["a pair with ranks as far apart as in a straight"] = lambda seen: seen.hand_type == "PAIR" and seen.span == 4
    shown["a pair one rank short of five-high"] = lambda seen: (
        seen.hand_type == "PAIR" and "A" in seen.ranks and set(seen.ranks) < set(FIVE_HIGH)
    )
    shown["a pair beside a two and an ace"] = lambda seen: (
        seen.hand_type == "PAIR" and seen.ranks[0] + seen.ranks[-1] == "2A" and seen.times[0] == "1" == seen.times[-1]
    )
    return shown


def _near_straights() -> dict[str, Callable[[Seen], bool]]:
    return {
        "with a two and an ace": lambda seen: seen.ranks[0] + seen.ranks[-1] == "2A",
        "with an ace and without a king": lambda seen: "A" in seen.ranks and "K" not in seen.ranks,
        "without a two and an ace": lambda seen: seen.ranks[0] != "2" and seen.ranks[-1] != "A",
        "whose ranks run round the ace": lambda seen: seen.ranks in ("2JQKA", "23QKA", "234KA"),
        "one rank short of a straight": lambda seen: seen.span == 5,
        "one rank short of five-high": lambda seen: "A" in seen.ranks and len(set(FIVE_HIGH) & set(seen.ranks)) == 4,
        "with four ranks in a row": lambda seen: seen.ranks[:4] in RANKS or seen.ranks[1:] in RANKS,
    }


# How often each rank occurs, the weakest first.
_TIMES = {
    "four of a kind with a stronger fifth card": "41",
    "four of a kind with a weaker fifth card": "14",
    "a full house with the three above the pair": "23",
    "a full house with the three below the pair": "32",
    "three of a kind above the other two": "113",
    "three of a kind between the other two": "131",
    "three of a kind below the other two": "311",
    "two pairs above the fifth card": "122",
    "two pairs around the fifth card": "212",
    "two pairs below the fifth card": "221",
    "a pair above all other cards": "1112",
    "a pair above two of the other cards": "1121",
    "a pair above one of the other cards": "1211",
    "a pair below all other cards": "2111",
}
_EXACTLY = (
    ("four aces and a two", "2A", "14"),
    ("four twos and an ace", "2A", "41"),
    ("a full house of three aces and two twos", "2A", "23"),
    ("a full house of three twos and two aces", "2A", "32"),
    ("three of a kind beside a two and an ace", "2.A", "131"),
    ("two pairs and a two", "2..", "122"),
    ("two pairs and an ace", "..A", "221"),
    ("two pairs of aces and twos", "2.A", "212"),
    ("three of a kind, all twos", "2..", "311"),
    ("three of a kind, all aces", "..A", "113"),
    ("a pair of twos", "2...", "2111"),
    ("a pair of aces", "...A", "1112"),
)


def _require_hands(sampler: Sampler, seen: Callable[..., Seen], *names: str) -> None:
    """Require each sort of hand of the cases, whose values of these names tell what they show."""
    seen = cache(seen)  # each case is looked at once for every sort
    for name, shows in _shown().items():
        sampler.requires(name)(lambda case, shows=shows: shows(seen(*(case[each] for each in names))))


_require_hands(tc_4, _seen_in_hand, "hand")
_require_hands(tc_5, _seen_in_reductions, "hand_type", "hand_ranks", "quads", "trips", "odd_ranks")
_require_hands(tc_6, _seen_in_info, "hand_type", "primary", "secondary")
_require_hands(tc_7, _seen_in_score, "score")


def _by_suit() -> dict[str, Callable[[Cards], bool]]:
    """Return what tells, by the name of each sort of hand that differs by suits, whether cards are such a hand."""

    def suits_of(cards: Cards, count: int) -> list[str]:
        """Return the suits of each rank that occurs so often."""
        return ["".join(s for s in SUITS if rank + s in cards) for rank, n in _counts(cards).items() if n == count]

    def four_suited(cards: Cards) -> bool:
        return max(Counter(card[1] for card in cards).values()) == 4

    shown: dict[str, Callable[[Cards], bool]] = {
        "a high card with four cards of one suit": lambda c: _hand_type(c) == "HIGH_CARD" and four_suited(c),
        "a straight with four cards of one suit": lambda c: (
            _hand_type(c) == "STRAIGHT" and four_suited(c) and not _is_five_high(_counts(c))
        ),
        "a five-high straight with four cards of one suit": lambda c: _is_five_high(_counts(c)) and four_suited(c),
    }
    for suit, name in SUIT_NAMES.items():
        others = SUITS.replace(suit, "")
        for sort, ranks in {"five-high ": FIVE_HIGH, "Broadway ": BROADWAY}.items():
            shown[f"a {sort}straight flush of {name}"] = lambda c, suit=suit, ranks=ranks: (
                set(c) == {rank + suit for rank in ranks}
            )
        shown |= {
            f"a flush of {name}": lambda c, suit=suit: _hand_type(c) == "FLUSH" and c[0][1] == suit,
            f"a straight flush of {name} between six-high and Broadway": lambda c, suit=suit: (
                _hand_type(c) == "STRAIGHT_FLUSH" and c[0][1] == suit and not {"2", "A"} & set(_counts(c))
            ),
            f"four of a kind with a fifth card of {name}": lambda c, suit=suit: (
                suits_of(c, 4) != [] and suits_of(c, 1) == [suit]
            ),
            f"three of a kind without {name}": lambda c, others=others: (
                _hand_type(c) == "THREE_OF_A_KIND" and suits_of(c, 3) == [others]
            ),
            f"a full house whose three are without {name}": lambda c, others=others: (
                suits_of(c, 2) != [] and suits_of(c, 3) == [others]
            ),
        }
    for name, times in _FOUR_APART.items():
        shown[name] = lambda c, times=times: (
            (seen := _seen("", _counts(c))).span == 4 and tuple(map(int, seen.times)) == times
        )
    for name, ranks in _LIKE_FIVE_HIGH.items():
        shown[name] = lambda c, ranks=ranks: _counts(c) == Counter(ranks)
    for one, other in combinations(SUITS, 2):
        pair = f"{SUIT_NAMES[one]} and {SUIT_NAMES[other]}"
        shown |= {
            f"a pair of {pair}": lambda c, suits=one + other: _hand_type(c) == "PAIR" and suits_of(c, 2) == [suits],
            f"two pairs of {pair}": lambda c, suits=one + other: suits_of(c, 2) == [suits] * 2,
            f"a full house whose pair is of {pair}": lambda c, suits=one + other: (
                suits_of(c, 3) != [] and suits_of(c, 2) == [suits]
            ),
        }
    return shown


_cards_in_case = cache(_cards_in)
for _name, _shows in _by_suit().items():
    tc_4.requires(_name)(lambda case, shows=_shows: shows(_cards_in_case(case["hand"])))


# --- all inputs that there can be, and the ladder ------------------------------------------------------


def _classes() -> Iterator[Cards]:
    """Deal one hand of each of the 7,462 classes of equal strength."""
    for ranks in combinations_with_replacement(RANKS, 5):
        if len(set(ranks)) == 5:
            yield [rank + "H" for rank in ranks]
            yield [ranks[0] + "D", *(rank + "H" for rank in ranks[1:])]
        elif max(Counter(ranks).values()) < 5:
            # Equal ranks are neighbours, and at most four.
            yield [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]


def _strength(cards: Cards) -> tuple[object, ...]:
    """Return what orders hands as the rules do: the type, then the ranks that occur most often, the strongest first."""
    held = _counts(cards)
    kind = poker_info["HAND_TYPES"][_hand_type(cards)]
    if _is_five_high(held):
        return kind, ((1, RANKS.index("5")),)
    return kind, tuple(sorted(((count, RANKS.index(rank)) for rank, count in held.items()), reverse=True))


@tc_4.every
def _every_hand() -> Iterator[Inputs]:
    bits = [1 << place for place in range(len(DECK))]
    return ({"hand": a | b | c | d | e} for a, b, c, d, e in combinations(bits, 5))


@tc_5.every
def _every_reductions() -> Iterator[Inputs]:
    return map(_reductions, _classes())


@tc_6.every
def _every_info() -> Iterator[Inputs]:
    return map(_info, _classes())


@tc_7.every
def _every_score() -> Iterator[Inputs]:
    return map(_score, _classes())


@proof("the ladder of strength", "ex3", "ex4", "ex5", "ex6", "ex7")
def ladder(names: Mapping[str, Any]) -> Iterator[str]:
    """Climb the 7,462 classes of hands, the weakest first: every score is higher than the one before."""
    steps = sorted(_classes(), key=_strength)
    if len({_strength(cards) for cards in steps}) != 7462:
        yield "the ladder in cases.py has not one step for each of the 7,462 classes of strength"
    before, last = 0, "nothing"
    for cards in steps:
        reductions = names["get_reductions"](_cards_value(cards))
        score = names["score_from_info"](
            *names["identify_from_reductions"](**dict(zip(_REDUCTIONS, reductions, strict=True)))
        )
        if not score > before:
            yield f"{' '.join(cards)} scores {score}, not more than {last} with {before}, which is weaker"
            return
        if names["translate_score"](score)["hand_type"] != _hand_type(cards):
            yield f"{' '.join(cards)} is {_hand_type(cards)}, and its score is translated otherwise"
            return
        before, last = score, " ".join(cards)


_REDUCTIONS = ("flush", "hand_ranks", "quads", "odd_ranks", "trips", "five_high", "straight", "rank_count")
