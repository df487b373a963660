"""Draws the inputs of the cases of lesson1, by kind; the reference provides the right answers."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod
from random import Random
from typing import Any

from nbproctor import JudgedFunctions, Sampler, proof

Inputs = dict[str, Any]
Hand = list[str]
Ranks = list[int]
RankDraw = Callable[[Random], str]
Deal = Callable[[Random], Hand]

RANKS = "23456789TJQKA"
SUITS = "SHDC"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
WHEEL = "A2345"
BROADWAY = "TJQKA"
STRAIGHTS = [WHEEL, *(RANKS[low : low + 5] for low in range(9))]
# The ace in the middle: no straights.
WRAPPED = ["JQKA2", "QKA23", "KA234"]

tc_1 = Sampler(count=120)
tc_2_straight = Sampler(count=160)
tc_2_flush = Sampler(count=70)
tc_3_kind = Sampler(count=140)
tc_3_two_pair = Sampler(count=60)
tc_4 = Sampler(count=160)
tc_5 = Sampler(count=100)
tc_6 = Sampler(count=120)
tc_7_mydeck = Sampler(count=3)
tc_7_hands = Sampler(count=60)
tc_7_seeds = Sampler(count=12)
tc_7_shuffle = Sampler(count=4)
tc_8_group = Sampler(count=60)
tc_8_unzip = Sampler(count=40)
tc_9 = Sampler(count=180)
tc_10_known = Sampler(count=20)
tc_10_random = Sampler(count=10)
tc_11 = Sampler(count=60)
tc_12 = JudgedFunctions(count=57)


# --- hands of every type, and near misses --------------------------------------------------------------


def _exactly(ranks: str) -> RankDraw:
    return lambda rng: ranks


def _one_of(*choices: str) -> RankDraw:
    return lambda rng: rng.choice(choices)


def _groups(*counts: int) -> RankDraw:
    """Draw ranks that occur so often, the first the highest."""

    def draw(rng: Random) -> str:
        places = sorted(rng.sample(range(13), len(counts)), reverse=True)
        return "".join(RANKS[place] * count for place, count in zip(places, counts, strict=True))

    return draw


def _no_straight(within: str = RANKS, holding: str = "") -> RankDraw:
    """Draw five different ranks that are no straight."""

    def draw(rng: Random) -> str:
        while True:
            others = rng.sample([rank for rank in within if rank not in holding], 5 - len(holding))
            if not _is_straight("".join(others) + holding):
                return "".join(others) + holding

    return draw


def _is_straight(ranks: str) -> bool:
    return any(set(ranks) == set(each) for each in STRAIGHTS) and len(ranks) == 5


def _four_in_a_row(rng: Random) -> str:
    """Draw four neighbours, none of them an ace, and a fifth rank that is no neighbour of theirs."""
    low = rng.randrange(9)
    far = [place for place in range(12) if not low - 1 <= place <= low + 4]
    return RANKS[low : low + 4] + RANKS[rng.choice(far)]


def _five_apart(rng: Random) -> str:
    """Draw five different ranks, the highest five above the lowest: one is missing to six in a row."""
    low = rng.randrange(8)
    return RANKS[low] + "".join(rng.sample(RANKS[low + 1 : low + 5], 3)) + RANKS[low + 5]


def _four_apart(*counts: int) -> RankDraw:
    """Draw ranks that occur so often, the highest first, which lies four above the last."""

    def draw(rng: Random) -> str:
        low = rng.randrange(9)
        between = sorted(rng.sample(range(low + 1, low + 4), len(counts) - 2), reverse=True)
        return "".join(RANKS[place] * count for place, count in zip((low + 4, *between, low), counts, strict=True))

    return draw


def _four_apart_with_a_pair(rng: Random) -> str:
    return _four_apart(*rng.sample([2, 1, 1, 1], 4))(rng)


# How often each of two to four ranks occurs, in all ways.
_FOUR_APART = {
    f"the ends four apart, the ranks {', '.join(map(str, counts))} times": _four_apart(*counts)
    for size in (2, 3, 4)
    for counts in product(range(1, 5), repeat=size)
    if sum(counts) == 5
}


def _sequence(*lows: int) -> RankDraw:
    """Draw a straight whose lowest card is at one of these places."""
    return lambda rng: RANKS[(low := rng.choice(lows)) : low + 5]


_INNER = range(1, 8)  # neither the lowest nor the highest of the straights without the wheel

RANK_KINDS: dict[str, RankDraw] = {
    "a straight in the middle": _sequence(*_INNER),
    "the straight A 2 3 4 5": _exactly(WHEEL),
    "the straight 2 3 4 5 6": _exactly("23456"),
    "the straight T J Q K A": _exactly(BROADWAY),
    "four of a kind with a higher fifth card": _groups(1, 4),
    "four of a kind with a lower fifth card": _groups(4, 1),
    "four aces and a two": _exactly("AAAA2"),
    "four twos and an ace": _exactly("2222A"),
    "a full house whose three are higher": _groups(3, 2),
    "a full house whose two are higher": _groups(2, 3),
    "three of a kind, higher than the rest": _groups(3, 1, 1),
    "three of a kind, between the rest": _groups(1, 3, 1),
    "three of a kind, lower than the rest": _groups(1, 1, 3),
    "two pair with a higher fifth card": _groups(1, 2, 2),
    "two pair with a fifth card between": _groups(2, 1, 2),
    "two pair with a lower fifth card": _groups(2, 2, 1),
    "a pair, higher than the rest": _groups(2, 1, 1, 1),
    "a pair, second of the ranks": _groups(1, 2, 1, 1),
    "a pair, third of the ranks": _groups(1, 1, 2, 1),
    "a pair, lower than the rest": _groups(1, 1, 1, 2),
    "a pair of aces with 2 3 4": _exactly("AA234"),
    "a pair among A 2 3 4 5": lambda rng: _with_a_pair(rng, WHEEL),
    "a pair, the ends four apart": _four_apart_with_a_pair,
    "a high card": _no_straight(),
    "a high card with an ace": _no_straight(holding="A"),
    "a high card with a two and an ace": _no_straight(holding="2A"),
    "a high card without an ace": _no_straight(within=RANKS[:-1]),
    "four in a row and no straight": _four_in_a_row,
    "the ends five apart": _five_apart,
    "A 2 3 4 and a six": _exactly("A2346"),
    "the ace in the middle": _one_of(*WRAPPED),
    "the ace in the middle, K A 2 3 4": _exactly("KA234"),
    "the ace in the middle, J Q K A 2": _exactly("JQKA2"),
}
ONE_SUIT_KINDS: dict[str, RankDraw] = {
    "a straight flush in the middle": _sequence(*_INNER),
    "a straight flush A 2 3 4 5": _exactly(WHEEL),
    "a straight flush 2 3 4 5 6": _exactly("23456"),
    "a straight flush T J Q K A": _exactly(BROADWAY),
    "a flush": _no_straight(),
    "a flush with an ace": _no_straight(holding="A"),
    "a flush with four in a row": _four_in_a_row,
    "a flush with the ace in the middle": _one_of(*WRAPPED),
    "a flush of A 2 3 4 6": _exactly("A2346"),
}


def _with_a_pair(rng: Random, ranks: str) -> str:
    """Draw one of the ranks twice in the place of another."""
    left = rng.sample(ranks, 4)
    return "".join(left) + rng.choice(left)


def _mixed(ranks: RankDraw) -> Deal:
    """Deal cards of these ranks, not all of one suit."""

    def deal(rng: Random) -> Hand:
        drawn = ranks(rng)
        while True:
            hand = [rank + suit for rank in set_in_order(drawn) for suit in rng.sample(SUITS, drawn.count(rank))]
            if len({card[1] for card in hand}) > 1:
                rng.shuffle(hand)
                return hand

    return deal


def set_in_order(ranks: str) -> list[str]:
    """Return each rank once: a set of texts has another order in each process."""
    return list(dict.fromkeys(ranks))


def _one_suit(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Hand:
        suit = rng.choice(SUITS)
        hand = [rank + suit for rank in ranks(rng)]
        rng.shuffle(hand)
        return hand

    return deal


def _four_of_a_suit(ranks: RankDraw) -> Deal:
    """Deal five different ranks, four of them of one suit."""

    def deal(rng: Random) -> Hand:
        suit, other = rng.sample(SUITS, 2)
        hand = [rank + suit for rank in ranks(rng)]
        rng.shuffle(hand)
        hand[0] = hand[0][0] + other
        rng.shuffle(hand)
        return hand

    return deal


def _odd_suit(ranks: RankDraw, place: int) -> Deal:
    """Deal five different ranks of one suit, but the card at this place; so many ranks are below that of this card."""

    def deal(rng: Random) -> Hand:
        suit, other = rng.sample(SUITS, 2)
        below = sorted(ranks(rng), key=RANKS.index)
        odd = below.pop(place)
        hand = [rank + suit for rank in rng.sample(below, 4)]
        return [*hand[:place], odd + other, *hand[place:]]

    return deal


# A card decides that is not seen if the hand, or its sorted ranks, are not looked at as far as that.
ODD_STRAIGHTS, ODD_HIGH_CARDS = (
    {f"{words}, only card number {place + 1} of another suit": _odd_suit(draw, place) for place in range(5)}
    for words, draw in (("a straight", _sequence(*_INNER)), ("a high card", _no_straight()))
)
HANDS: dict[str, Deal] = {
    **{name: _mixed(draw) for name, draw in RANK_KINDS.items()},
    **{name: _one_suit(draw) for name, draw in ONE_SUIT_KINDS.items()},
    "a straight with four cards of a suit": _four_of_a_suit(_sequence(*_INNER)),
    "a straight A 2 3 4 5 with four cards of a suit": _four_of_a_suit(_exactly(WHEEL)),
    "a high card with four cards of a suit": _four_of_a_suit(_no_straight()),
    **ODD_STRAIGHTS,
    **ODD_HIGH_CARDS,
}
TYPES: tuple[tuple[Deal, ...], ...] = tuple(
    tuple(HANDS[name] for name in names)
    for names in (
        ("a high card", "a high card with an ace", "the ace in the middle", "a high card with four cards of a suit"),
        ("a pair, higher than the rest", "a pair, third of the ranks", "a pair, lower than the rest"),
        ("two pair with a higher fifth card", "two pair with a lower fifth card"),
        ("three of a kind, higher than the rest", "three of a kind, lower than the rest"),
        ("a straight in the middle", "the straight A 2 3 4 5", "the straight T J Q K A"),
        ("a flush", "a flush with an ace"),
        ("a full house whose three are higher", "a full house whose two are higher"),
        ("four of a kind with a higher fifth card", "four of a kind with a lower fifth card"),
        ("a straight flush in the middle", "a straight flush A 2 3 4 5", "a straight flush T J Q K A"),
    )
)


def _any_hand(rng: Random) -> Hand:
    return rng.choice(rng.choice(TYPES))(rng)


def _numbers(ranks: str) -> Ranks:
    """Return ranks as numbers, as exercise 1 does."""
    found = sorted((RANKS.index(rank) + 2 for rank in ranks), reverse=True)
    return [5, 4, 3, 2, 1] if found == [14, 5, 4, 3, 2] else found


def _varies(draw: RankDraw) -> bool:
    """Tell whether there is more than one draw."""
    return len({draw(Random(seed)) for seed in range(9)}) > 1


# --- exercise 1: every rank, the low ace, any order ------------------------------------------------------


_LOW_ACE = {"the straight A 2 3 4 5", "a straight flush A 2 3 4 5", "a straight A 2 3 4 5 with four cards of a suit"}


def _declare_hands(sampler: Sampler, heavy: set[str]) -> None:
    for name, deal in HANDS.items():
        sampler.kind(name, weight=4 if name in heavy else 1)(lambda rng, deal=deal: {"hand": deal(rng)})


_declare_hands(tc_1, _LOW_ACE)


def _near_wheels() -> Iterator[tuple[str, RankDraw]]:
    """Yield ranks that are near A 2 3 4 5.

    They differ in one: another of these ranks comes twice, or a higher one comes in. Or aces and fives are what occurs
    most often.
    """
    for lost in WHEEL:
        for twice in WHEEL:
            if twice != lost:
                yield f"A 2 3 4 5 with another {twice} for the {lost}", _exactly(WHEEL.replace(lost, twice))
        yield f"A 2 3 4 5 with a card above five for the {lost}", _high_card_for(lost)
    for most, least in (("A", "5"), ("5", "A")):
        yield f"four times {most}, and {least}", _exactly(most * 4 + least)
        yield f"three times {most}, and twice {least}", _exactly(most * 3 + least * 2)
        yield f"three times {most}, {least}, and a rank between", _with_one_between(most * 3 + least)
    yield "twice A, twice 5, and a rank between", _with_one_between("AA55")


def _with_one_between(ranks: str) -> RankDraw:
    return lambda rng: ranks + rng.choice("234")


def _high_card_for(lost: str) -> RankDraw:
    return lambda rng: WHEEL.replace(lost, rng.choice("789TJQK"))


def _declare_near_wheels(sampler: Sampler) -> None:
    for name, draw in _near_wheels():
        deal = _mixed(draw)
        sampler.kind(name)(lambda rng, deal=deal: {"hand": deal(rng)})


_declare_near_wheels(tc_1)


@tc_1.kind("an ace, a five and lower ranks, one of them three times")
def _three_below_the_five(rng: Random) -> Inputs:
    return {"hand": _mixed(_exactly("A5" + rng.choice("234") * 3))(rng)}


# Their ranks add up to as much as those of A 2 3 4 5.
for _ranks_of_hand in ("A6422", "A6332", "A4433", "A5333", "A5522", "A7322"):

    @tc_1.kind(f"the ranks {_ranks_of_hand}")
    def _as_much_as_the_low_ace(rng: Random, ranks: str = _ranks_of_hand) -> Inputs:
        return {"hand": _mixed(_exactly(ranks))(rng)}


@tc_1.kind("any five cards", weight=3)
def _five_cards(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 5)}


@tc_1.requires("cards whose order is neither rising nor falling")
def _is_unsorted(case: Mapping[str, Any]) -> bool:
    ranks = [RANKS.index(card[0]) for card in case["hand"]]
    return ranks not in (sorted(ranks), sorted(ranks, reverse=True))


@tc_1.requires("an ace that is 1")
def _has_low_ace(case: Mapping[str, Any]) -> bool:
    return bool(case["output_0"][-1] == 1)


@tc_1.requires("an ace that is 14 beside a two")
def _has_high_ace_and_two(case: Mapping[str, Any]) -> bool:
    return {14, 2} <= set(case["output_0"])


for _rank in RANKS:
    tc_1.requires(f"the rank {_rank}")(lambda case, rank=_rank: any(card[0] == rank for card in case["hand"]))


# --- exercise 2: straights and flushes, and what looks like them -------------------------------------------


for _name, _draw in RANK_KINDS.items():
    tc_2_straight.kind(_name, weight=4 if "middle" in _name else 1, constant=not _varies(_draw))(
        lambda rng, draw=_draw: {"ranks": _numbers(draw(rng))}
    )


@tc_2_straight.every
def _all_ranks() -> Iterator[Inputs]:
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) < 5:
            yield {"ranks": _numbers("".join(ranks))}


def _spread(*above: int) -> Callable[[Random], Inputs]:
    """Draw ranks that lie so far above the lowest of them, which is any that leaves room."""

    def draw(rng: Random) -> Inputs:
        low = rng.randint(2, 14 - above[0])
        return {"ranks": [low + each for each in above]}

    return draw


def _gaps() -> Iterator[tuple[str, Callable[[Random], Inputs]]]:
    """Yield ranks that follow one another but at one place, where they are equal or leave out one rank or more."""
    for place in range(1, 5):
        for gap, words in ((0, "two are equal"), (2, "one is missing"), (4, "three are missing")):
            steps = [gap if after == place else 1 for after in range(1, 5)]
            yield f"neighbours, but after number {place} {words}", _spread(*(sum(steps[at:]) for at in range(5)))


for _name, _inputs in _gaps():
    tc_2_straight.kind(_name)(_inputs)
for _inner in combinations_with_replacement(range(4, -1, -1), 3):
    if _inner != (3, 2, 1):
        _between = " ".join(map(str, _inner))
        tc_2_straight.kind(f"the ends four apart, {_between} above the lowest between")(_spread(4, *_inner, 0))


# As far above the middle as below: what a straight is as well. Where the ends are 12 apart, they are an ace and a two.
for _far in range(1, 7):
    tc_2_straight.kind(f"two ranks twice, {_far} above the middle and below", constant=_far == 6)(
        _spread(2 * _far, 2 * _far, _far, 0, 0)
    )
    for _near in range(1, _far) if _far > 2 else ():
        tc_2_straight.kind(f"different ranks, {_near} and {_far} above the middle and below", constant=_far == 6)(
            _spread(2 * _far, _far + _near, _far, _far - _near, 0)
        )
# The mean of all is the one in the middle, as in a straight.
for _above, _below in (((5, 1), (4, 2)), ((4, 1), (3, 2)), ((5, 2), (4, 3))):
    for _far, _near, _low, _lowest in ((*_above, *reversed(_below)), (*_below, *reversed(_above))):
        tc_2_straight.kind(f"{_far} and {_near} above the middle, {_low} and {_lowest} below")(
            _spread(_far + _lowest, _near + _lowest, _lowest, _lowest - _low, 0)
        )


for _low in range(10):
    tc_2_straight.kind(f"the straight {' '.join(STRAIGHTS[_low])}, as any other", constant=True)(
        lambda rng, low=_low: {"ranks": _numbers(STRAIGHTS[low])}
    )


@tc_2_straight.requires("two equal ranks, the ends four apart")
def _pair_four_apart(case: Mapping[str, Any]) -> bool:
    ranks = case["ranks"]
    return bool(ranks[0] - ranks[-1] == 4 and len(set(ranks)) == 4)


@tc_2_straight.requires("a straight with an ace at each end of the numbers")
def _low_or_high_ace(case: Mapping[str, Any]) -> bool:
    return case["ranks"] in ([5, 4, 3, 2, 1], [14, 13, 12, 11, 10])


@tc_2_flush.kind("a single card", weight=2)
def _one_card(rng: Random) -> Inputs:
    return {"hand": [rng.choice(DECK)]}


@tc_2_flush.kind("two cards of one suit")
def _two_of_one_suit(rng: Random) -> Inputs:
    return {"hand": rng.sample(_suit(rng), 2)}


@tc_2_flush.kind("two cards of two suits")
def _two_of_two_suits(rng: Random) -> Inputs:
    return {"hand": [rng.choice(RANKS) + suit for suit in rng.sample(SUITS, 2)]}


@tc_2_flush.kind("five cards of one suit", weight=5)
def _five_of_one_suit(rng: Random) -> Inputs:
    return {"hand": rng.sample(_suit(rng), 5)}


for _name, _straights in {
    "A 2 3 4 5": [WHEEL],
    "2 3 4 5 6": ["23456"],
    "a straight in the middle": STRAIGHTS[2:-1],
    "T J Q K A": [BROADWAY],
}.items():
    _deal = _one_suit(_one_of(*_straights))
    tc_2_flush.kind(f"{_name}, of one suit")(lambda rng, deal=_deal: {"hand": deal(rng)})


def _in_two_suits(pattern: str) -> Callable[[Random], Inputs]:
    """Draw cards of two suits, in the order of the two letters of the pattern."""

    def draw(rng: Random) -> Inputs:
        suit_of = dict(zip("AB", rng.sample(SUITS, 2), strict=True))
        ranks = rng.sample(RANKS, len(pattern))
        return {"hand": [rank + suit_of[letter] for rank, letter in zip(ranks, pattern, strict=True)]}

    return draw


for _pattern in ("A" + "".join(others) for size in (3, 4) for others in product("AB", repeat=size)):
    if "B" in _pattern:
        tc_2_flush.kind(f"cards of two suits, {_pattern}")(_in_two_suits(_pattern))


@tc_2_flush.kind("five cards of two suits", weight=2)
def _two_suits(rng: Random) -> Inputs:
    one, other = rng.sample(SUITS, 2)
    suits = rng.sample([one, one, one, other, other], 5)
    return {"hand": [rank + suit for rank, suit in zip(rng.sample(RANKS, 5), suits, strict=True)]}


@tc_2_flush.kind("five cards of two suits of one colour")
def _one_colour(rng: Random) -> Inputs:
    pair = rng.choice(["SC", "HD"])
    suits = rng.sample([*pair, *pair, pair[0]], 5)
    return {"hand": [rank + suit for rank, suit in zip(rng.sample(RANKS, 5), suits, strict=True)]}


@tc_2_flush.kind("cards of all four suits", weight=2)
def _four_suits(rng: Random) -> Inputs:
    return {"hand": [rank + suit for rank, suit in zip(rng.sample(RANKS, 5), rng.sample("SHDCS", 5), strict=True)]}


@tc_2_flush.kind("seven cards of one suit", weight=2)
def _seven_of_one_suit(rng: Random) -> Inputs:
    return {"hand": rng.sample(_suit(rng), 7)}


@tc_2_flush.kind("seven cards, five or six of one suit", weight=2)
def _five_of_seven(rng: Random) -> Inputs:
    suit, other = rng.sample(SUITS, 2)
    suits = [suit] * (most := rng.choice([5, 6])) + [other] * (7 - most)
    return {"hand": [rank + suit for rank, suit in zip(rng.sample(RANKS, 7), suits, strict=True)]}


@tc_2_flush.kind("four cards of one rank")
def _whole_rank(rng: Random) -> Inputs:
    rank = rng.choice(RANKS)
    return {"hand": [rank + suit for suit in rng.sample(SUITS, 4)]}


@tc_2_flush.kind("K 9 7 4 2 of one suit")
def _these_of_one_suit(rng: Random) -> Inputs:
    suit = rng.choice(SUITS)
    return {"hand": [rank + suit for rank in "K9742"]}


@tc_2_flush.kind("K 9 7 4 2 of several suits")
def _these_of_several_suits(rng: Random) -> Inputs:
    return {"hand": [rank + suit for rank, suit in zip("K9742", rng.sample("SHDCS", 5), strict=True)]}


def _suit(rng: Random) -> Hand:
    suit = rng.choice(SUITS)
    return [rank + suit for rank in RANKS]


for _letter in SUITS:
    tc_2_flush.kind(f"a flush of {_letter}")(
        lambda rng, suit=_letter: {"hand": [rank + suit for rank in rng.sample(RANKS, 5)]}
    )
    tc_2_flush.requires(f"a flush of five cards of the suit {_letter}")(
        lambda case, suit=_letter: case["output_0"] and len(case["hand"]) == 5 and case["hand"][0][1] == suit
    )


# --- exercise 3: ranks that occur so often, and nearly ---------------------------------------------------


def _counted(sampler: Sampler, name: str, n: int, *counts: int, order: str = "mixed", weight: int = 1) -> None:
    """Declare a kind of lists in which ranks occur so often, the first the highest; `kind` looks for n of them."""

    @sampler.kind(name, weight=weight)
    def draw(rng: Random) -> Inputs:
        ranks = _numbers(_groups(*counts)(rng))
        if order == "lowest first":
            ranks.reverse()
        elif order == "mixed":
            rng.shuffle(ranks)
        return {"n": n, "ranks": ranks}


_counted(tc_3_kind, "a pair", 2, 1, 2, 1, 1, order="highest first", weight=2)
_counted(tc_3_kind, "a pair, unsorted", 2, 2, 1, 1, 1)
_counted(tc_3_kind, "the first of two pairs, the highest first", 2, 2, 2, 1, order="highest first", weight=3)
_counted(tc_3_kind, "the first of two pairs, the lowest first", 2, 1, 2, 2, order="lowest first", weight=3)
_counted(tc_3_kind, "the first of two pairs, unsorted", 2, 2, 1, 2, weight=4)
_counted(tc_3_kind, "the pair of a full house", 2, 3, 2, order="highest first", weight=2)
_counted(tc_3_kind, "the lower pair of a full house, the lowest first", 2, 2, 3, order="lowest first")
_counted(tc_3_kind, "no pair among three of a kind", 2, 3, 1, 1, order="highest first", weight=2)
_counted(tc_3_kind, "no pair among four of a kind", 2, 4, 1, order="highest first", weight=2)
_counted(tc_3_kind, "no pair at all", 2, 1, 1, 1, 1, 1, order="highest first", weight=2)
_counted(tc_3_kind, "three of a kind", 3, 1, 3, 1, order="highest first", weight=2)
_counted(tc_3_kind, "three of a kind, unsorted", 3, 1, 1, 3)
_counted(tc_3_kind, "the three of a full house", 3, 2, 3, order="highest first", weight=2)
_counted(tc_3_kind, "the first of two threes", 3, 3, 3)
_counted(tc_3_kind, "no three among four of a kind", 3, 1, 4, order="highest first", weight=2)
_counted(tc_3_kind, "no three among two pairs", 3, 2, 2, 1, order="highest first")
_counted(tc_3_kind, "four of a kind", 4, 4, 1, order="highest first", weight=2)
_counted(tc_3_kind, "four of a kind, the other rank first", 4, 1, 4, order="highest first")
_counted(tc_3_kind, "no four in a full house", 4, 3, 2, order="highest first")
_counted(tc_3_kind, "no four, and five there are", 4, 5)
_counted(tc_3_kind, "five of a kind", 5, 5)
_counted(tc_3_kind, "no five", 5, 4, 1)
_counted(tc_3_kind, "the first of five single ranks", 1, 1, 1, 1, 1, 1, order="highest first", weight=2)
_counted(tc_3_kind, "the first of five single ranks, unsorted", 1, 1, 1, 1, 1, 1, weight=2)
_counted(tc_3_kind, "the single rank below two pairs", 1, 2, 2, 1, order="highest first", weight=2)
_counted(tc_3_kind, "the single rank above two pairs", 1, 1, 2, 2, order="highest first")
_counted(tc_3_kind, "the single rank of four of a kind", 1, 4, 1, order="highest first", weight=2)
_counted(tc_3_kind, "the first of the single ranks after a pair", 1, 2, 1, 1, 1, order="highest first")
_counted(tc_3_kind, "no single rank in a full house", 1, 2, 3, order="highest first", weight=2)
_counted(tc_3_kind, "no five, and six there are", 5, 6)
_counted(tc_3_kind, "a single rank beside six of another", 1, 6, 1)
_counted(tc_3_kind, "a pair beside eleven of another rank", 2, 11, 2)
_counted(tc_3_kind, "three of a kind in a list of more than forty", 3, 20, 3, 12, 6, 3)


def _placed(sampler: Sampler, n: int, pattern: str) -> None:
    """Declare a kind of lists in which a capital is one rank, drawn anew for each list: A stands first."""

    @sampler.kind(f"{n} of a kind in {pattern}", weight=2)
    def draw(rng: Random) -> Inputs:
        letters = set_in_order(pattern)
        ranks = dict(zip(letters, rng.sample(range(2, 15), len(letters)), strict=True))
        return {"n": n, "ranks": [ranks[letter] for letter in pattern]}


# The first to come, the first to be complete, the last and the largest are others; lists of all lengths. Some come
# after five others, and some would be complete among the first five, were there no more behind them.
for _n, _patterns in {
    1: ("A", "ABB", "BBA", "BABAC", "ABCDEFG", "BBBCCCA", "ABBCCA"),
    2: ("AA", "ABBA", "ABBAC", "ABAB", "CABBA", "AABB", "CCCABAB", "ABBACCDD", "BCBCBCAA", "AABCDA"),
    3: ("ABBBAA", "AABBAB", "AAABBB", "CABBABA", "BCCBCCAAA", "AABACDA"),
    4: ("ABBBBAAA", "BABABABBA", "BBCBCCAAAA", "AAABACA"),
    5: ("AABBBBBAAA", "ABABABABAB", "BCBCBCAAAAA", "AAAAABA"),
}.items():
    for _pattern in _patterns:
        _placed(tc_3_kind, _n, _pattern)


@tc_3_kind.kind("a single rank is no pair")
def _single_is_no_pair(rng: Random) -> Inputs:
    return {"n": rng.randint(2, 5), "ranks": [rng.randint(2, 14)]}


for _n in (1, 2, 3, 4, 5):
    for _ranks in ([10, 10, 10, 7, 7], [3, 3, 11, 11, 13], [13, 11, 11, 3, 3]):
        tc_3_kind.kind(f"{_n} of a kind in {' '.join(map(str, _ranks))}", constant=True)(
            lambda rng, n=_n, ranks=_ranks: {"n": n, "ranks": list(ranks)}
        )


@tc_3_kind.kind("a single low ace", weight=2)
def _single_low_ace(rng: Random) -> Inputs:
    return {"n": 1, "ranks": [*[rng.choice([2, 3])] * 2, 1, *[rng.choice([4, 5])] * 2]}


for _n in (1, 2, 3, 4):
    tc_3_kind.requires(f"{_n} found")(lambda case, n=_n: case["n"] == n and case["output_0"] is not None)
    tc_3_kind.requires(f"{_n} not found")(lambda case, n=_n: case["n"] == n and case["output_0"] is None)


@tc_3_kind.requires("a rank more than five times, and another one that is found")
def _found_beside_more_than_five(case: Mapping[str, Any]) -> bool:
    return case["output_0"] is not None and max(Counter(case["ranks"]).values()) > 5


@tc_3_kind.requires("two ranks to choose from, the second one complete first")
def _complete_first(case: Mapping[str, Any]) -> bool:
    ranks = case["ranks"]
    found = {rank for rank in ranks if ranks.count(rank) == case["n"]}
    return len(found) == 2 and min(found, key=lambda rank: ranks[::-1].index(rank)) == case["output_0"]


@tc_3_kind.requires("two ranks to choose from, the lower one first")
def _lower_first(case: Mapping[str, Any]) -> bool:
    found = [rank for rank in case["ranks"] if case["ranks"].count(rank) == case["n"]]
    return case["n"] > 1 and len(set(found)) == 2 and found[0] == min(found)


_PAIRED = ("four of", "a full", "three of", "two pair", "a pair, ", "a high card", "a straight in", "four in a row")
_HEAVY_PAIRS = ("two pair with",)
for _name, _draw in RANK_KINDS.items():
    if _name.startswith(_PAIRED) and _varies(_draw):
        tc_3_two_pair.kind(_name, weight=6 if _name.startswith(_HEAVY_PAIRS) else 2)(
            lambda rng, draw=_draw: {"ranks": _numbers(draw(rng))}
        )


@tc_3_two_pair.kind("two pair with a two", weight=2)
def _pair_of_twos(rng: Random) -> Inputs:
    high, other = rng.sample(RANKS[1:], 2)
    return {"ranks": _numbers("22" + high * 2 + other)}


@tc_3_two_pair.kind("two pair with aces", weight=2)
def _pair_of_aces(rng: Random) -> Inputs:
    low, other = rng.sample(RANKS[:-1], 2)
    return {"ranks": _numbers("AA" + low * 2 + other)}


@tc_3_two_pair.kind("two neighbouring pairs", weight=2)
def _neighbouring_pairs(rng: Random) -> Inputs:
    low = rng.randrange(12)
    other = rng.choice([rank for rank in RANKS if rank not in RANKS[low : low + 2]])
    return {"ranks": _numbers(RANKS[low] * 2 + RANKS[low + 1] * 2 + other)}


@tc_3_two_pair.every
def _all_ranks_again() -> Iterator[Inputs]:
    return _all_ranks()


def _shows_counts(*counts: int) -> Callable[[Mapping[str, Any]], bool]:
    return lambda case: sorted(Counter(case["ranks"]).values(), reverse=True) == list(counts)


for _counts in [(4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1)]:
    tc_3_two_pair.requires(f"ranks that occur {' '.join(map(str, _counts))} times")(_shows_counts(*_counts))


@tc_3_two_pair.requires("two pairs with the single rank between")
def _single_between(case: Mapping[str, Any]) -> bool:
    ranks = case["ranks"]
    return bool(case["output_0"] and ranks[1] > ranks[2] > ranks[3])


# --- exercise 4: every type, in the form of its tuple ------------------------------------------------------


_declare_hands(tc_4, _LOW_ACE | {"two pair with a fifth card between", "a flush", "a full house whose two are higher"})
_declare_near_wheels(tc_4)


for _name, _draw in _FOUR_APART.items():
    _deal = _mixed(_draw)
    tc_4.kind(_name)(lambda rng, deal=_deal: {"hand": deal(rng)})


@tc_4.kind("any five cards", weight=5)
def _any_five_cards(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 5)}


@tc_4.every
def _every_class() -> Iterator[Inputs]:
    return ({"hand": hand} for hand, _ in classes())


for _code in range(9):
    tc_4.requires(f"a hand of code {_code}")(lambda case, code=_code: case["output_0"][0] == code)


@tc_4.requires("a straight that is five high")
def _five_high(case: Mapping[str, Any]) -> bool:
    return bool(case["output_0"] == (4, 5))


@tc_4.requires("a straight flush that is five high")
def _five_high_flush(case: Mapping[str, Any]) -> bool:
    return bool(case["output_0"] == (8, 5))


@tc_4.requires("a full house whose pair is higher")
def _higher_pair(case: Mapping[str, Any]) -> bool:
    code, *ranks = case["output_0"]
    return bool(code == 6 and ranks[0] < ranks[1])


def classes() -> Iterator[tuple[Hand, int]]:
    """Yield a hand of each of the 7,462 classes of equally strong hands, and how many hands the class has."""
    for drawn in map("".join, combinations_with_replacement(RANKS, 5)):
        held = Counter(drawn)
        ways = prod(comb(4, count) for count in held.values())
        if len(held) == 5:
            yield [rank + "H" for rank in drawn], 4
            yield [drawn[0] + "D", *(rank + "H" for rank in drawn[1:])], ways - 4
        elif max(held.values()) < 5:
            # Equal ranks are neighbours, and at most four.
            yield [rank + SUITS[place % 4] for place, rank in enumerate(drawn)], ways


# --- exercise 5: ties, keys, and what can be gone through only once -----------------------------------------


def _case_5(items: list[Any], key_name: str, passed_as: str) -> Inputs:
    return {"items": items, "key_name": key_name, "passed_as": passed_as}


def _shuffled(rng: Random, items: list[Any]) -> list[Any]:
    return rng.sample(items, len(items))


def _tied(rng: Random, most: int, times: int) -> list[int]:
    """Draw numbers of which the largest occurs so often, the others being smaller."""
    return _shuffled(rng, [most] * times + [most - rng.randint(1, 9) for _ in range(rng.randint(2, 6))])


def _words(rng: Random, length: int, count: int) -> list[str]:
    return ["".join(rng.choices(string.ascii_lowercase, k=length)) for _ in range(count)]


for _way in ("list", "tuple", "generator"):

    @tc_5.kind(f"a {_way} without a key, one largest", weight=2)
    def _one_largest(rng: Random, way: str = _way) -> Inputs:
        return _case_5(_tied(rng, rng.randint(20, 99), 1), "none", way)

    @tc_5.kind(f"a {_way} without a key, several largest", weight=3)
    def _several_largest(rng: Random, way: str = _way) -> Inputs:
        return _case_5(_tied(rng, rng.randint(20, 99), rng.randint(2, 4)), "none", way)

    @tc_5.kind(f"a {_way} with a key, several largest of both signs", weight=4)
    def _both_signs(rng: Random, way: str = _way) -> Inputs:
        most = rng.randint(20, 99)
        others = [rng.randint(-19, 19) for _ in range(rng.randint(1, 5))]
        return _case_5(_shuffled(rng, [most, -most, *rng.sample([most, -most], 1), *others]), "abs", way)

    @tc_5.kind(f"a {_way} with a key, one largest", weight=2)
    def _one_negative(rng: Random, way: str = _way) -> Inputs:
        return _case_5(_shuffled(rng, [-rng.randint(20, 99), *(rng.randint(-9, 19) for _ in range(4))]), "abs", way)

    @tc_5.kind(f"a {_way} of words by length", weight=2)
    def _by_length(rng: Random, way: str = _way) -> Inputs:
        longest = rng.randint(4, 8)
        words = [*_words(rng, longest, rng.randint(2, 3)), *_words(rng, rng.randint(1, longest - 1), 3)]
        return _case_5(_shuffled(rng, words), "len", way)

    @tc_5.kind(f"a {_way} of a single item")
    def _single_item(rng: Random, way: str = _way) -> Inputs:
        return _case_5([rng.randint(-99, 99)], rng.choice(["none", "abs"]), way)


@tc_5.kind("nothing but negative numbers", weight=2)
def _negative_numbers(rng: Random) -> Inputs:
    return _case_5(_tied(rng, -rng.randint(1, 50), 2), "none", "list")


@tc_5.kind("the largest is 0", weight=2)
def _largest_zero(rng: Random) -> Inputs:
    return _case_5(_tied(rng, 0, rng.randint(1, 3)), "none", "list")


for _passed_as in ("list", "generator"):

    @tc_5.kind(f"a {_passed_as} whose first item is 0, the largest")
    def _zero_first(rng: Random, way: str = _passed_as) -> Inputs:
        return _case_5([0, *(-rng.randint(1, 9) for _ in range(rng.randint(1, 6)))], "none", way)

    @tc_5.kind(f"a {_passed_as} whose last item is 0, the largest")
    def _zero_last(rng: Random, way: str = _passed_as) -> Inputs:
        return _case_5([*(-rng.randint(1, 9) for _ in range(rng.randint(1, 6))), 0], "none", way)


@tc_5.kind("a key whose values are negative", weight=2)
def _negative_key(rng: Random) -> Inputs:
    least = rng.randint(1, 50)
    return _case_5(_shuffled(rng, [least, least, least + 3, least + rng.randint(1, 9)]), "negative", "list")


@tc_5.kind("a key that is 0 for all")
def _key_zero(rng: Random) -> Inputs:
    return _case_5([0] * rng.randint(2, 5), "abs", "list")


@tc_5.kind("nothing but empty texts")
def _empty_texts(rng: Random) -> Inputs:
    return _case_5([""] * rng.randint(1, 5), rng.choice(["none", "len"]), "list")


@tc_5.kind("words without a key", weight=2)
def _words_alone(rng: Random) -> Inputs:
    words = ["z" + word for word in _words(rng, 3, 1)] * 2 + ["a" + word for word in _words(rng, 5, 4)]
    return _case_5(_shuffled(rng, words), "none", "list")


@tc_5.kind("words by their last character", weight=2)
def _last_characters(rng: Random) -> Inputs:
    words = [word + "z" for word in _words(rng, 2, 3)] + [word + "a" for word in _words(rng, 4, 3)]
    return _case_5(_shuffled(rng, words), "last character", "list")


@tc_5.kind("lists by their sum", weight=2)
def _lists_by_sum(rng: Random) -> Inputs:
    total = rng.randint(20, 40)
    equal = [[first := rng.randint(1, 9), total - first] for _ in range(2)]
    return _case_5(_shuffled(rng, [*equal, [rng.randint(1, 9)], [rng.randint(1, 5), 2]]), "sum", "list")


@tc_5.kind("lists with a key that sorts them", weight=2)
def _lists_sorted(rng: Random) -> Inputs:
    best = [9, 9, rng.randint(1, 9)]
    return _case_5([_shuffled(rng, best), [1, 2, 3], _shuffled(rng, best), [rng.randint(1, 8), 9, 8]], "sorted", "list")


@tc_5.kind("complex numbers, which cannot be compared", weight=2)
def _complex_numbers(rng: Random) -> Inputs:
    most = rng.randint(6, 9)
    numbers = [complex(0, most), complex(-most, 0), complex(0, -most), complex(rng.randint(1, 3), 2)]
    return _case_5(_shuffled(rng, numbers), "abs", rng.choice(["list", "tuple", "generator"]))


@tc_5.kind("texts, lists and tuples of one length", weight=2)
def _of_one_length(rng: Random) -> Inputs:
    items = [
        *_words(rng, 3, 1),
        [rng.randint(1, 9)] * 3,
        (1, 2, rng.randint(3, 9)),
        {"a": 1, "b": 2, "c": rng.randint(3, 9)},
    ]
    return _case_5(_shuffled(rng, [*items, *_words(rng, 2, 1), [1]]), "len", "list")


@tc_5.kind("numbers that differ very little", weight=2)
def _nearly_equal(rng: Random) -> Inputs:
    most, less = rng.randint(1, 9) + 0.5, rng.choice([2**-20, 2**-30, 2**-40, 2**-48])
    return _case_5(_shuffled(rng, [most, most - less, most, most - 2 * less, 1.0]), rng.choice(["none", "abs"]), "list")


@tc_5.kind("numbers with the same whole part", weight=2)
def _same_whole_part(rng: Random) -> Inputs:
    whole = rng.randint(2, 9)
    return _case_5(_shuffled(rng, [whole + part for part in (0.0, 0.25, 0.5, 0.75)]), "none", "list")


@tc_5.kind("integers that are equal as floats")
def _equal_as_floats(rng: Random) -> Inputs:
    most = 2 ** rng.randint(60, 70) + 2
    return _case_5(_shuffled(rng, [most, most - 1, most - 2, most]), rng.choice(["none", "abs"]), "list")


@tc_5.kind("numbers far below 0")
def _far_below_zero(rng: Random) -> Inputs:
    return _case_5(_tied(rng, -(10 ** rng.randint(20, 30)), 2), "none", "list")


@tc_5.kind("an integer and a float that are equal")
def _equal_numbers_of_two_types(rng: Random) -> Inputs:
    most = rng.randint(2, 99)
    return _case_5(_shuffled(rng, [most, float(most), most - 1, most - 0.5]), "none", "list")


@tc_5.kind("lists without a key")
def _lists_alone(rng: Random) -> Inputs:
    best = [rng.randint(5, 9), rng.randint(1, 9)]
    return _case_5(_shuffled(rng, [best, list(best), best[:1], [4, 9, 9]]), "none", "list")


for _key in ("none", "abs", "negative"):
    tc_5.kind(f"the numbers -8 5 -8 8, and the key {_key}", constant=True)(
        lambda rng, key=_key: _case_5([-8, 5, -8, 8], key, "list")
    )


@tc_5.kind("equal items far apart")
def _far_apart(rng: Random) -> Inputs:
    most = rng.randint(20, 99)
    return _case_5([most, *(rng.randint(0, 19) for _ in range(20)), most], "none", "list")


@tc_5.kind("many items")
def _many_items(rng: Random) -> Inputs:
    return _case_5([rng.randint(-30, 30) for _ in range(60)], "abs", "generator")


@tc_5.requires("several largest items that differ")
def _different_items(case: Mapping[str, Any]) -> bool:
    return len({repr(item) for item in case["output_0"]}) > 1


@tc_5.requires("several largest items, from a generator, with a key")
def _several_from_generator(case: Mapping[str, Any]) -> bool:
    return case["passed_as"] == "generator" and case["key_name"] != "none" and len(case["output_0"]) > 1


# --- exercise 6: showdowns ---------------------------------------------------------------------------------


def _alike(rng: Random, hand: Hand) -> Hand:
    """Return the hand in other suits, and in another order: it ties with the first."""
    renamed = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    return _shuffled(rng, [card[0] + renamed[card[1]] for card in hand])


for _code in range(8):

    @tc_6.kind(f"a hand of code {_code + 1} beats one of code {_code}", weight=2)
    def _next_type(rng: Random, code: int = _code) -> Inputs:
        pair = [rng.choice(TYPES[code + 1])(rng), rng.choice(TYPES[code])(rng)]
        return {"hands": _shuffled(rng, pair)}


for _code in range(9):

    @tc_6.kind(f"two hands of code {_code}", weight=2)
    def _same_type(rng: Random, code: int = _code) -> Inputs:
        return {"hands": [rng.choice(TYPES[code])(rng) for _ in range(2)]}

    @tc_6.kind(f"a tie of code {_code}")
    def _same_strength(rng: Random, code: int = _code) -> Inputs:
        hand = rng.choice(TYPES[code])(rng)
        weaker = [rng.choice(TYPES[max(code - 1, 0)])(rng)] if code else []
        return {"hands": _shuffled(rng, [hand, _alike(rng, hand), *weaker])}


def _versus(stronger: Deal, weaker: Deal) -> Callable[[Random], Inputs]:
    return lambda rng: {"hands": _shuffled(rng, [stronger(rng), weaker(rng)])}


for _name, (_stronger, _weaker) in {
    "2 3 4 5 6 beats A 2 3 4 5": (HANDS["the straight 2 3 4 5 6"], HANDS["the straight A 2 3 4 5"]),
    "2 3 4 5 6 beats A 2 3 4 5, of one suit each": (
        HANDS["a straight flush 2 3 4 5 6"],
        HANDS["a straight flush A 2 3 4 5"],
    ),
    "A 2 3 4 5 beats three aces": (HANDS["the straight A 2 3 4 5"], _mixed(_exactly("AAAKQ"))),
    "A 2 3 4 5 beats a high card": (HANDS["the straight A 2 3 4 5"], HANDS["the ace in the middle"]),
    "the ace in the middle loses against a pair of twos": (_mixed(_exactly("22345")), HANDS["the ace in the middle"]),
    "two pair, the fifth card decides": (_mixed(_exactly("TT99A")), _mixed(_exactly("TT99K"))),
    "two pair, the lower pair decides": (_mixed(_exactly("TT992")), _mixed(_exactly("TT88A"))),
    "a pair, the last card decides": (_mixed(_exactly("TTAK7")), _mixed(_exactly("TTAK6"))),
    "a high card, the last card decides": (_mixed(_exactly("AKQJ9")), _mixed(_exactly("AKQJ8"))),
    "a flush, the last card decides": (_one_suit(_exactly("AKQJ9")), _one_suit(_exactly("AKQJ8"))),
    "a full house, the three decide": (_mixed(_exactly("33322")), _mixed(_exactly("222AA"))),
    "four of a kind, the four decide": (_mixed(_exactly("33332")), _mixed(_exactly("2222A"))),
    "three of a kind, the last card decides": (_mixed(_exactly("777A5")), _mixed(_exactly("777A4"))),
}.items():
    tc_6.kind(_name)(_versus(_stronger, _weaker))


for _place in range(5):

    @tc_6.kind(f"a straight, only card number {_place + 1} of another suit, loses against four of a kind")
    def _nearly_straight_flush(rng: Random, place: int = _place) -> Inputs:
        return {"hands": _shuffled(rng, [_odd_suit(_sequence(*_INNER), place)(rng), rng.choice(TYPES[7])(rng)])}

    @tc_6.kind(f"a high card, only card number {_place + 1} of another suit, loses against a straight")
    def _nearly_flush(rng: Random, place: int = _place) -> Inputs:
        return {"hands": _shuffled(rng, [_odd_suit(_no_straight(), place)(rng), rng.choice(TYPES[4])(rng)])}


for _name, _draw in (("a high card", _no_straight()), ("a straight", _sequence(*_INNER))):

    @tc_6.kind(f"{_name} in one suit beats the same ranks in several", weight=2)
    def _same_ranks(rng: Random, draw: RankDraw = _draw) -> Inputs:
        ranks = _exactly(draw(rng))
        return {"hands": _shuffled(rng, [_one_suit(ranks)(rng), _mixed(ranks)(rng), _mixed(ranks)(rng)])}


@tc_6.kind("a single hand", weight=2)
def _single_hand(rng: Random) -> Inputs:
    return {"hands": [_any_hand(rng)]}


@tc_6.kind("the same hand twice", weight=2)
def _same_hand(rng: Random) -> Inputs:
    hand = rng.choice(TYPES[6])(rng)
    return {"hands": [list(hand), list(hand)]}


@tc_6.kind("many hands", weight=2)
def _many_hands(rng: Random) -> Inputs:
    return {"hands": [_any_hand(rng) for _ in range(rng.randint(10, 20))]}


@tc_6.kind("one straight flush among a hundred hands")
def _a_hundred_hands(rng: Random) -> Inputs:
    return {"hands": _shuffled(rng, [TYPES[8][0](rng), *([rng.choice(TYPES[6])(rng)] * 99)])}


@tc_6.kind("a tie of three and a stronger one", weight=2)
def _stronger_than_a_tie(rng: Random) -> Inputs:
    hand = rng.choice(TYPES[2])(rng)
    return {"hands": _shuffled(rng, [hand, _alike(rng, hand), _alike(rng, hand), rng.choice(TYPES[5])(rng)])}


@tc_6.kind("a tie of three at the top", weight=2)
def _tie_of_three(rng: Random) -> Inputs:
    hand = rng.choice(TYPES[4])(rng)
    return {"hands": [rng.choice(TYPES[1])(rng), hand, _alike(rng, hand), rng.choice(TYPES[0])(rng), _alike(rng, hand)]}


@tc_6.kind("ten hands of one deck", weight=4)
def _one_deck(rng: Random) -> Inputs:
    cards = rng.sample(DECK, 50)
    return {"hands": [cards[first : first + 5] for first in range(0, 50, 5)]}


@tc_6.requires("the best hand behind another")
def _best_is_later(case: Mapping[str, Any]) -> bool:
    return bool(case["hands"][0] != case["output_0"][0])


@tc_6.requires("a tie of hands of other cards")
def _tie_of_others(case: Mapping[str, Any]) -> bool:
    return len({repr(hand) for hand in case["output_0"]}) > 1


# --- exercise 7: decks and hands of all sizes, seeds, and many deals -------------------------------------------


def _deck(rng: Random, size: int = 52) -> Hand:
    return rng.sample(DECK, size)


def _seed(rng: Random) -> int:
    return rng.randrange(1_000_000)


def _deals(rng: Random, numhands: int, n: int, deck: Hand, seeds: list[int] | None = None, times: int = 1) -> Inputs:
    """The inputs of so many deals after each of the seeds; by default, of one deal after one seed."""
    return {"seeds": seeds or [_seed(rng)], "times": times, "numhands": numhands, "n": n, "deck": deck}


def _divided(rng: Random, cards: int) -> tuple[int, int]:
    """Draw how many hands all these cards make, and how many cards each hand has."""
    numhands = rng.choice([number for number in range(1, cards + 1) if cards % number == 0])
    return numhands, cards // numhands


@tc_7_mydeck.kind("so many deals that each card is among them")
def _from_mydeck(rng: Random) -> Inputs:
    return {"seeds": [_seed(rng)], "times": 30, "numhands": rng.randint(8, 10)}


@tc_7_hands.kind("a single hand of five")
def _one_hand(rng: Random) -> Inputs:
    return _deals(rng, 1, 5, _deck(rng))


@tc_7_hands.kind("some hands of five", weight=3)
def _some_hands(rng: Random) -> Inputs:
    return _deals(rng, rng.randint(2, 10), 5, _deck(rng))


@tc_7_hands.kind("a deck for four")
def _for_four(rng: Random) -> Inputs:
    return _deals(rng, 4, 13, _deck(rng))


@tc_7_hands.kind("all cards of a deck", weight=3)
def _whole_deck(rng: Random) -> Inputs:
    return _deals(rng, *_divided(rng, 52), _deck(rng))


@tc_7_hands.kind("one card each")
def _one_card_each(rng: Random) -> Inputs:
    return _deals(rng, rng.randint(2, 51), 1, _deck(rng))


@tc_7_hands.kind("a single large hand")
def _large_hand(rng: Random) -> Inputs:
    return _deals(rng, 1, rng.randint(6, 51), _deck(rng))


@tc_7_hands.kind("some cards of a short deck", weight=3)
def _some_of_a_short_deck(rng: Random) -> Inputs:
    numhands, n = rng.randint(1, 3), rng.randint(2, 4)
    return _deals(rng, numhands, n, _deck(rng, numhands * n + rng.randint(1, 5)))


@tc_7_hands.kind("all cards of a short deck", weight=3)
def _whole_short_deck(rng: Random) -> Inputs:
    numhands, n = rng.randint(2, 4), rng.randint(2, 4)
    return _deals(rng, numhands, n, _deck(rng, numhands * n))


@tc_7_hands.kind("the only card")
def _only_card(rng: Random) -> Inputs:
    return _deals(rng, 1, 1, _deck(rng, 1))


@tc_7_hands.kind("some cards of two decks", weight=3)
def _some_of_two_decks(rng: Random) -> Inputs:
    return _deals(rng, rng.randint(11, 20), 5, 2 * _deck(rng))


@tc_7_hands.kind("all cards of two decks", weight=2)
def _whole_two_decks(rng: Random) -> Inputs:
    return _deals(rng, *_divided(rng, 104), 2 * _deck(rng))


@tc_7_hands.kind("no hands")
def _no_hands(rng: Random) -> Inputs:
    return _deals(rng, 0, rng.randint(1, 5), _deck(rng, rng.randint(6, 12)))


@tc_7_hands.kind("no hands, each of more cards than there are")
def _no_large_hands(rng: Random) -> Inputs:
    size = rng.randint(1, 12)
    return _deals(rng, 0, size + rng.randint(1, 5), _deck(rng, size))


@tc_7_hands.kind("no hands of an empty deck")
def _nothing(rng: Random) -> Inputs:
    return _deals(rng, 0, rng.randint(1, 5), [])


@tc_7_hands.kind("one card too few", weight=3)
def _one_too_few(rng: Random) -> Inputs:
    numhands, n = rng.randint(2, 4), rng.randint(2, 4)
    return _deals(rng, numhands, n, _deck(rng, numhands * n - 1))


@tc_7_hands.kind("one hand too many of a whole deck")
def _one_hand_too_many(rng: Random) -> Inputs:
    n = rng.randint(1, 13)
    return _deals(rng, 52 // n + 1, n, _deck(rng))


@tc_7_hands.kind("a hand that is larger than the deck")
def _too_large_a_hand(rng: Random) -> Inputs:
    size = rng.randint(2, 12)
    return _deals(rng, 1, size + rng.randint(1, 5), _deck(rng, size))


@tc_7_hands.kind("too few cards in two decks")
def _too_few_in_two_decks(rng: Random) -> Inputs:
    return _deals(rng, rng.randint(21, 25), 5, 2 * _deck(rng))


@tc_7_hands.kind("a hand of an empty deck")
def _hand_of_nothing(rng: Random) -> Inputs:
    return _deals(rng, 1, rng.randint(1, 5), [])


def _cards_and_deck(case: Mapping[str, Any]) -> tuple[int, int]:
    return case["numhands"] * case["n"], len(case["deck"])


for _name, _shows_cards in {
    "fewer cards to deal than there are": lambda cards, size: 0 < cards < size,
    "all cards to deal": lambda cards, size: 0 < cards == size,
    "one card to deal that is not there": lambda cards, size: cards == size + 1,
    "nothing to deal": lambda cards, size: cards == 0 < size,
}.items():
    tc_7_hands.requires(_name)(lambda case, shows=_shows_cards: shows(*_cards_and_deck(case)))
tc_7_hands.requires("a deck that has each card twice")(lambda case: len(case["deck"]) > 52)
tc_7_hands.bound("n", 1, 104, "at least one")
tc_7_hands.bound("deck", 0, 104, "two decks in one list")


def _seeds(rng: Random, count: int) -> list[int]:
    return rng.sample(range(1_000_000), count)


@tc_7_seeds.kind("a seed that comes again", weight=3)
def _same_seed(rng: Random) -> Inputs:
    seed, other = _seeds(rng, 2)
    return _deals(rng, 5, 5, _deck(rng), [seed, other, seed])


@tc_7_seeds.kind("seeds that come again, and several deals after each", weight=3)
def _same_seeds(rng: Random) -> Inputs:
    seeds = _seeds(rng, 3)
    return _deals(rng, rng.randint(3, 5), 5, _deck(rng), rng.sample(2 * seeds, 6), rng.randint(2, 4))


@tc_7_seeds.kind("fifty seeds")
def _fifty_seeds(rng: Random) -> Inputs:
    return _deals(rng, 5, 5, _deck(rng), _seeds(rng, 50))


@tc_7_seeds.kind("fifty deals after one seed")
def _fifty_deals(rng: Random) -> Inputs:
    return _deals(rng, 5, 5, _deck(rng), times=50)


@tc_7_seeds.requires("the same seed again")
def _comes_again(case: Mapping[str, Any]) -> bool:
    return len(set(case["seeds"])) < len(case["seeds"])


# So many deals show what is wrong with a hundred random swaps, and with seven riffles.
@tc_7_shuffle.kind("all cards of a deck")
def _whole_decks(rng: Random) -> Inputs:
    return _deals(rng, *_divided(rng, 52), _deck(rng), times=600)


@tc_7_shuffle.kind("some cards of a deck")
def _parts_of_decks(rng: Random) -> Inputs:
    return _deals(rng, rng.randint(2, 4), rng.randint(3, 6), _deck(rng), times=800)


@tc_7_shuffle.kind("all cards of two decks, one after the other")
def _two_whole_decks(rng: Random) -> Inputs:
    return _deals(rng, *_divided(rng, 104), 2 * _deck(rng), times=300)


@tc_7_shuffle.kind("the orders of five cards")
def _orders_of_five(rng: Random) -> Inputs:
    return _deals(rng, *_divided(rng, 5), _deck(rng, 5), times=1200)


# --- exercise 8: counting and turning round -----------------------------------------------------------------


def _counted_items(sampler: Sampler, name: str, *counts: int, weight: int = 1) -> None:
    @sampler.kind(name, weight=weight)
    def draw(rng: Random) -> Inputs:
        return {"items": _shuffled(rng, _numbers(_groups(*counts)(rng)))}


_counted_items(tc_8_group, "five of a kind", 5)
_counted_items(tc_8_group, "four of a kind, lower than the other", 1, 4, weight=2)
_counted_items(tc_8_group, "four of a kind, higher than the other", 4, 1)
_counted_items(tc_8_group, "a full house whose three are lower", 2, 3, weight=2)
_counted_items(tc_8_group, "a full house whose three are higher", 3, 2)
_counted_items(tc_8_group, "three of a kind between others", 1, 3, 1, weight=2)
_counted_items(tc_8_group, "three of a kind, lower than the others", 1, 1, 3)
_counted_items(tc_8_group, "two pair below a higher card", 1, 2, 2, weight=2)
_counted_items(tc_8_group, "two pair around another card", 2, 1, 2)
_counted_items(tc_8_group, "a pair below three others", 1, 1, 1, 2, weight=2)
_counted_items(tc_8_group, "a pair above three others", 2, 1, 1, 1)
_counted_items(tc_8_group, "five different ranks", 1, 1, 1, 1, 1, weight=2)


@tc_8_group.kind("no items", constant=True)
def _no_items(rng: Random) -> Inputs:
    return {"items": []}


@tc_8_group.kind("a single item")
def _one_item(rng: Random) -> Inputs:
    return {"items": [rng.randint(1, 99)]}


@tc_8_group.kind("numbers with a fraction")
def _fractions_as_items(rng: Random) -> Inputs:
    low = rng.randint(1, 9)
    return {"items": _shuffled(rng, [low, low + 0.25, low + 0.5, low + 0.5, low + 0.25, low + 0.75])}


@tc_8_group.kind("words in capitals and small letters")
def _capitals_as_items(rng: Random) -> Inputs:
    small = _words(rng, 3, 1) * 2
    return {"items": _shuffled(rng, [*small, small[0].upper(), small[0].capitalize(), *_words(rng, 2, 2), ""])}


@tc_8_group.kind("suits", weight=2)
def _suits_as_items(rng: Random) -> Inputs:
    return {"items": rng.choices(SUITS, k=rng.randint(4, 9))}


@tc_8_group.kind("words", weight=2)
def _words_as_items(rng: Random) -> Inputs:
    words = _words(rng, 4, 4)
    return {"items": _shuffled(rng, words + words[:2] + words[:1])}


@tc_8_group.kind("words that begin alike, equally often")
def _words_that_begin_alike(rng: Random) -> Inputs:
    (begin,) = _words(rng, 5, 1)
    ends = rng.sample(string.ascii_lowercase, 4)
    return {"items": _shuffled(rng, [begin[: rng.randint(1, 5)] + end for end in ends] + [begin + end for end in ends])}


@tc_8_group.kind("words that others begin with, equally often")
def _words_in_words(rng: Random) -> Inputs:
    (word,) = _words(rng, 6, 1)
    return {"items": _shuffled(rng, [word[:length] for length in range(1, 7)] * 2)}


@tc_8_group.requires("words that begin alike, equally often")
def _begin_alike(case: Mapping[str, Any]) -> bool:
    words = [pair for pair in case["output_0"] if isinstance(pair[1], str)]
    return any(one[0] == other[0] and one[1][:1] == other[1][:1] != "" for one, other in pairwise(words))


@tc_8_group.kind("many numbers, some of them negative or 0", weight=2)
def _many_numbers(rng: Random) -> Inputs:
    return {"items": [rng.randint(-9, 9) for _ in range(rng.randint(20, 40))] + [0]}


@tc_8_group.kind("more than nine of one item")
def _more_than_nine(rng: Random) -> Inputs:
    low = rng.randint(1, 40)
    return {"items": _shuffled(rng, [low] * rng.randint(10, 15) + [low + 3] * 9 + [low + 1] * 2)}


@tc_8_group.kind("equal counts and numbers of one and two digits", weight=2)
def _one_and_two_digits(rng: Random) -> Inputs:
    return {"items": _shuffled(rng, [rng.randint(2, 9), rng.randint(10, 14), rng.choice([20, 30]), 1])}


@tc_8_group.kind("numbers far larger than their counts, the larger the rarer", weight=2)
def _large_and_rare(rng: Random) -> Inputs:
    low = rng.randint(10**3, 10**6)
    return {"items": _shuffled(rng, [low] * 3 + [10 * low] * 2 + [1000 * low] + [-low] * 4)}


@tc_8_group.requires("a higher item that occurs less often")
def _higher_and_rarer(case: Mapping[str, Any]) -> bool:
    found = case["output_0"]
    return any(one[1] < other[1] for one, other in pairwise(found) if one[0] > other[0])


@tc_8_group.requires("two items that occur several times, equally often")
def _equally_often(case: Mapping[str, Any]) -> bool:
    counts = [count for count, _ in case["output_0"] if count > 1]
    return len(set(counts)) < len(counts)


@tc_8_unzip.kind("groups of ranks", weight=5)
def _groups_as_pairs(rng: Random) -> Inputs:
    counts = rng.choice([(4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1)])
    return {"pairs": list(zip(counts, rng.sample(range(2, 15), len(counts)), strict=True))}


@tc_8_unzip.kind("a single pair", weight=3)
def _single_pair(rng: Random) -> Inputs:
    return {"pairs": [(rng.randint(1, 5), rng.randint(2, 14))]}


@tc_8_unzip.kind("two pairs", weight=3)
def _two_pairs(rng: Random) -> Inputs:
    return {"pairs": [(rng.randint(1, 9), rng.randint(10, 20)) for _ in range(2)]}


@tc_8_unzip.kind("pairs out of order", weight=2)
def _unordered_pairs(rng: Random) -> Inputs:
    return {"pairs": [(1, rng.randint(2, 5)), (9, rng.randint(6, 9)), (4, rng.randint(20, 30)), (7, 0)]}


@tc_8_unzip.kind("equal pairs", weight=2)
def _equal_pairs(rng: Random) -> Inputs:
    pair = (rng.randint(1, 5), rng.randint(6, 14))
    return {"pairs": [pair, (3, 3), pair]}


@tc_8_unzip.kind("pairs of texts", weight=2)
def _pairs_of_texts(rng: Random) -> Inputs:
    return {"pairs": [(card[0], card[1]) for card in rng.sample(DECK, rng.randint(2, 6))]}


@tc_8_unzip.kind("pairs of a text and a number", weight=2)
def _text_and_number(rng: Random) -> Inputs:
    return {"pairs": list(zip(_words(rng, 3, 4), rng.sample(range(99), 4), strict=True))}


@tc_8_unzip.kind("many pairs")
def _many_pairs(rng: Random) -> Inputs:
    return {"pairs": [(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(60)]}


@tc_8_unzip.requires("more than two pairs")
def _more_than_two(case: Mapping[str, Any]) -> bool:
    return len(case["pairs"]) > 2


# --- exercise 9: every partition of five ---------------------------------------------------------------------


_declare_hands(tc_9, _LOW_ACE | {"two pair with a fifth card between", "a flush", "a pair, third of the ranks"})
_declare_near_wheels(tc_9)


@tc_9.kind("any five cards", weight=3)
def _five_cards_again(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 5)}


@tc_9.kind("five of a kind, of several suits", weight=3)
def _five_of_a_kind(rng: Random) -> Inputs:
    rank, suits = rng.choice(RANKS), [*SUITS, rng.choice(SUITS)]
    return {"hand": [rank + suit for suit in _shuffled(rng, suits)]}


@tc_9.kind("five of a kind, of one suit", weight=3)
def _five_times_one_card(rng: Random) -> Inputs:
    return {"hand": [rng.choice(DECK)] * 5}


@tc_9.kind("five aces, of several suits")
def _five_aces(rng: Random) -> Inputs:
    return {"hand": ["A" + suit for suit in _shuffled(rng, [*SUITS, rng.choice(SUITS)])]}


@tc_9.kind("five aces, of one suit")
def _five_aces_of_one_suit(rng: Random) -> Inputs:
    return {"hand": ["A" + rng.choice(SUITS)] * 5}


for _counts in ((4, 1), (1, 4), (3, 2), (2, 3), (3, 1, 1), (1, 1, 3), (2, 2, 1), (1, 2, 2), (2, 1, 1, 1), (1, 1, 2, 1)):
    _deal = _one_suit(_groups(*_counts))
    tc_9.kind(f"{' '.join(map(str, _counts))} of the ranks, the highest first, in one suit")(
        lambda rng, deal=_deal: {"hand": deal(rng)}
    )


for _name, _draw in _FOUR_APART.items():
    for _suits, _dealt in (("", _mixed), (", in one suit", _one_suit)):
        _deal = _dealt(_draw)
        tc_9.kind(_name + _suits)(lambda rng, deal=_deal: {"hand": deal(rng)})


@tc_9.requires("five aces")
def _all_aces(case: Mapping[str, Any]) -> bool:
    return bool(case["output_0"][1] == (14,))


@tc_9.requires("fewer than five ranks, the last four below the first")
def _four_below_and_no_straight(case: Mapping[str, Any]) -> bool:
    code, ranks = case["output_0"]
    return bool(code < 4 and ranks[0] - ranks[-1] == 4)


@tc_9.every
def _every_class_again() -> Iterator[Inputs]:
    yield from _every_class()
    for rank in RANKS:
        for suits in ("SHDCS", "SSSSS", "SSSSH", "SSHHD"):
            yield {"hand": [rank + suit for suit in suits]}
    for ranks in combinations_with_replacement(RANKS, 5):
        if 1 < len(set(ranks)) < 5:
            yield {"hand": [rank + "S" for rank in ranks]}


for _code in (5, 6, 7):
    tc_9.requires(f"a hand of code {_code} in one suit, with equal ranks")(
        lambda case, code=_code: (
            case["output_0"][0] == code
            and len(case["output_0"][1]) < 5 == sum(card[1] == case["hand"][0][1] for card in case["hand"])
        )
    )
for _code in (0, 1, 2, 3, 4, 5, 6, 7, 9, 10):
    tc_9.requires(f"a hand of code {_code}")(lambda case, code=_code: case["output_0"][0] == code)
for _code in (4, 9):
    tc_9.requires(f"a five-high hand of code {_code}")(
        lambda case, code=_code: case["output_0"] == (code, (5, 4, 3, 2, 1))
    )


# --- exercise 10: hands that the test knows, and random ones ---------------------------------------------------


def _known_hands(rng: Random, counts: list[int]) -> list[Hand]:
    """Draw so many hands of each type, the high cards first, and shuffle them."""
    hands = [
        _other_suits(rng, hand) for code, count in enumerate(counts) for hand, _ in rng.sample(_by_code()[code], count)
    ]
    return _shuffled(rng, hands)


def _any_types(rng: Random, size: int) -> list[Hand]:
    """Draw hands of any types, each type as likely as any other."""
    codes = rng.choices(range(9), k=size)
    return _known_hands(rng, [codes.count(code) for code in range(9)])


def _hundred(rng: Random) -> list[Hand]:
    """Draw 99 hands, of each type another number of them."""
    return _known_hands(rng, [19, 17, 15, 13, 9, 8, 7, 6, 5])


# It takes long. So it is the same for every seed, and `course check` tries it only once.
@tc_10_known.kind("as many hands as by default", constant=True)
def _by_default(rng: Random) -> Inputs:
    return {"hands": _hundred(Random(1)), "n": 100_000}


@tc_10_known.kind("one hand", weight=2)
def _one_known_hand(rng: Random) -> Inputs:
    return {"hands": _any_types(rng, 2), "n": 1}


@tc_10_known.kind("each type once")
def _each_type(rng: Random) -> Inputs:
    return {"hands": _known_hands(rng, [1] * 9), "n": 9}


@tc_10_known.kind("a few hands", weight=3)
def _few_known_hands(rng: Random) -> Inputs:
    n = rng.randint(2, 9)
    return {"hands": _any_types(rng, n + 1), "n": n}


@tc_10_known.kind("ten hands")
def _ten_known_hands(rng: Random) -> Inputs:
    return {"hands": _any_types(rng, 11), "n": 10}


@tc_10_known.kind("more than ten hands", weight=3)
def _dozens(rng: Random) -> Inputs:
    return {"hands": _hundred(rng), "n": rng.randint(11, 98)}


@tc_10_known.kind("99 hands")
def _all_known_hands(rng: Random) -> Inputs:
    return {"hands": _hundred(rng), "n": 99}


@tc_10_known.kind("a thousand hands or so", weight=2)
def _thousand(rng: Random) -> Inputs:
    return {"hands": _hundred(rng), "n": rng.randint(900, 1100)}


for _code in range(9):
    tc_10_known.requires(f"a hand of code {_code} among others")(
        lambda case, code=_code: 0 < case["output_0"][code] < 100
    )
    tc_10_known.requires(f"no hand of code {_code}")(lambda case, code=_code: case["output_0"][code] == 0)


def _samples(rng: Random, n: int, times: int = 1) -> Inputs:
    return {"seed": _seed(rng), "times": times, "n": n}


# No percentages of fewer hands are percentages of a prime number of hands.
_PRIMES = (20_011, 20_021, 20_023, 20_029, 20_047, 20_051, 20_063, 20_071)


@tc_10_random.kind("a prime number of hands")
def _prime_number(rng: Random) -> Inputs:
    return _samples(rng, rng.choice(_PRIMES))


@tc_10_random.kind("fewer than ten hands", weight=2)
def _few_hands_of_a_deck(rng: Random) -> Inputs:
    return _samples(rng, rng.randint(1, 9))


@tc_10_random.kind("ten hands and some more", weight=2)
def _more_than_ten(rng: Random) -> Inputs:
    return _samples(rng, rng.randint(11, 19))


@tc_10_random.kind("a thousand random hands or so")
def _thousand_of_a_deck(rng: Random) -> Inputs:
    return _samples(rng, rng.randint(900, 1300))


@tc_10_random.kind("eight calls after one seed")
def _eight_calls(rng: Random) -> Inputs:
    return _samples(rng, rng.randint(95, 110), times=8)


@tc_10_random.kind("forty calls of one hand each")
def _forty_calls(rng: Random) -> Inputs:
    return _samples(rng, 1, times=40)


tc_10_known.bound("n", 1, 100_000, "at least 1")
tc_10_random.bound("n", 1, max(_PRIMES), "at least 1")


# --- exercise 11: classes and how many hands they have ---------------------------------------------------------


@cache
def _by_code() -> dict[int, list[tuple[Hand, int]]]:
    """Return the classes by the code of their type, told from counts and suits."""
    found: dict[int, list[tuple[Hand, int]]] = {code: [] for code in range(9)}
    for hand, count in classes():
        found[_code_of(hand)].append((hand, count))
    return found


def _code_of(hand: Hand) -> int:
    counts = tuple(sorted(Counter(card[0] for card in hand).values(), reverse=True))
    if len(counts) < 5:
        return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}[counts]
    is_one_suit = len({card[1] for card in hand}) == 1
    is_run = _is_straight("".join(card[0] for card in hand))
    return {(True, True): 8, (True, False): 5, (False, True): 4, (False, False): 0}[is_one_suit, is_run]


def _some_classes(rng: Random, code: int, most: int = 5) -> list[tuple[Hand, int]]:
    return [(_other_suits(rng, hand), count) for hand, count in rng.sample(_by_code()[code], rng.randint(1, most))]


def _other_suits(rng: Random, hand: Hand) -> Hand:
    """Return an equally strong hand in any order: of five different ranks in several suits, any card is the odd one."""
    if len({card[0] for card in hand}) < 5 or len({card[1] for card in hand}) == 1:
        return _alike(rng, hand)
    return _shuffled(rng, _odd_suit(_exactly("".join(card[0] for card in hand)), rng.randrange(5))(rng))


for _code in range(9):

    @tc_11.kind(f"only code {_code}")
    def _only(rng: Random, code: int = _code) -> Inputs:
        return {"classes": _some_classes(rng, code)}

    @tc_11.kind(f"all but code {_code}", weight=2)
    def _all_but(rng: Random, code: int = _code) -> Inputs:
        others = [each for other in range(9) if other != code for each in _some_classes(rng, other)]
        return {"classes": _shuffled(rng, others)}


@tc_11.kind("all types", weight=8)
def _all_types(rng: Random) -> Inputs:
    return {"classes": _shuffled(rng, [each for code in range(9) for each in _some_classes(rng, code)])}


@tc_11.kind("two types, sorted", weight=3)
def _two_types(rng: Random) -> Inputs:
    one, other = rng.sample(range(9), 2)
    return {"classes": _some_classes(rng, one) + _some_classes(rng, other)}


@tc_11.kind("a single class", weight=2)
def _single_class(rng: Random) -> Inputs:
    return {"classes": _some_classes(rng, rng.randrange(9), most=1)}


@tc_11.kind("straights and flushes", weight=3)
def _straights_and_flushes(rng: Random) -> Inputs:
    return {"classes": _shuffled(rng, [each for code in (4, 5, 8) for each in _some_classes(rng, code)])}


@tc_11.kind("a few hundred classes", weight=2)
def _hundreds(rng: Random) -> Inputs:
    return {"classes": rng.sample([*classes()], 300)}


for _code in range(9):
    tc_11.requires(f"a hand of code {_code} among others")(lambda case, code=_code: 0 < case["output_0"][code] < 100)
    tc_11.requires(f"no hand of code {_code}")(lambda case, code=_code: case["output_0"][code] == 0)


# --- exercise 12: functions that tests are judged on ------------------------------------------------------------

# Three ways to take the first of the largest, so that no two draws need be alike.
_WAYS = (
    """
def best_hand(hands):
    return max(hands, key=value)
""",
    """
def best_hand(hands):
    found = hands[0]
    for other in hands[1:]:
        if value(other) > value(found):
            found = other
    return found
""",
    """
def best_hand(hands):
    return sorted(hands, key=value, reverse=True)[0]
""",
)
_IMPORTS = "from given_lesson1 import given_strength, given_type\n"
_OF_RANKS = """
def numbers(hand):
    return ['  23456789TJQKA'.index(card[0]) for card in hand]

def often(hand, times):
    found = numbers(hand)
    return max(one for one in found if found.count(one) == times)
"""


def _by_value(rng: Random, *lines: str) -> str:
    """Source of a function that returns the first of the hands with the largest `value`, whose body these lines are."""
    body = "\n".join(f"    {line}" for line in lines)
    return f"{_IMPORTS}{_OF_RANKS}\n\ndef value(hand):\n{body}\n{rng.choice(_WAYS)}"


def _by_body(rng: Random, *lines: str) -> str:
    """Source of a function whose body these lines are; what it calls the strength of a hand is drawn."""
    value = rng.choice(
        ["given_strength(hand)", "(given_type(hand), given_strength(hand))", "10 * given_strength(hand)"]
    )
    body = "\n".join(f"    {line}" for line in lines)
    return f"{_IMPORTS}\n\ndef value(hand):\n    return {value}\n\n\ndef best_hand(hands):\n{body}\n"


def _wrong_value(name: str, about: str, *lines: str, weight: int = 1) -> None:
    tc_12.wrong(name, about, weight)(lambda rng: _by_value(rng, *lines))


def _wrong_body(name: str, about: str, *lines: str) -> None:
    tc_12.wrong(name, about)(lambda rng: _by_body(rng, *lines))


@tc_12.right("the first of the strongest", weight=16)
def _first_of_the_strongest(rng: Random) -> str:
    return _by_value(rng, rng.choice(["return given_strength(hand)", "return given_type(hand), given_strength(hand)"]))


@tc_12.right("a copy of the strongest", weight=8)
def _copy_of_the_strongest(rng: Random) -> str:
    return _by_body(rng, f"return list(max({rng.choice(['hands', 'list(hands)', 'tuple(hands)'])}, key=value))")


@tc_12.right("one that refuses all that is not promised", weight=8)
def _refuses(rng: Random) -> str:
    error = rng.choice(["ValueError", "TypeError", "KeyError"])
    return _by_body(
        rng,
        "if not 1 <= len(hands) <= 100 or any(len(set(hand)) != 5 for hand in hands):",
        f"    raise {error}('this is no list of hands')",
        "return max(hands, key=value)",
    )


@tc_12.right("one that has an answer to all that is not promised", weight=8)
def _answers_all(rng: Random) -> str:
    answer = rng.choice(["None", "[]", "hands", "''"])
    return _by_body(
        rng,
        f"if not hands or any(len(set(hand)) != 5 for hand in hands):\n        return {answer}",
        "return max(hands, key=value)",
    )


_IS_WHEEL = "{card[0] for card in hand} == set('A2345')"
_wrong_value(
    "A 2 3 4 5 is the strongest straight", "the straight A 2 3 4 5",
    f"if given_type(hand) == 4 and {_IS_WHEEL}:", "    return 5863", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "A 2 3 4 5 of one suit is the strongest straight flush", "the straight A 2 3 4 5",
    f"if given_type(hand) == 8 and {_IS_WHEEL}:", "    return 7462", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "A 2 3 4 5 is no straight", "the straight A 2 3 4 5",
    f"if given_type(hand) == 4 and {_IS_WHEEL}:", "    return 800", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "A 2 3 4 5 of one suit is just a flush", "the straight A 2 3 4 5",
    f"if given_type(hand) == 8 and {_IS_WHEEL}:", "    return 6500", "return given_strength(hand)",
)  # fmt: skip
for _ranks in WRAPPED:
    _wrong_value(
        f"{_ranks} is a straight", "an ace in the middle",
        f"if given_type(hand) == 0 and {{card[0] for card in hand}} == set('{_ranks}'):",
        "    return 5853.5", "return given_strength(hand)",
    )  # fmt: skip


@tc_12.wrong("two neighbouring types are the wrong way round", about="the order of the types", weight=16)
def _types_swapped(rng: Random) -> str:
    order = [*range(9)]
    code = rng.randrange(8)
    order[code : code + 2] = code + 1, code
    return _by_value(rng, f"return {order}[given_type(hand)], given_strength(hand)")


@tc_12.wrong("a type counts as one that is much lower", about="the order of the types", weight=8)
def _type_missed(rng: Random) -> str:
    code = rng.randrange(2, 9)
    lower = rng.randrange(code - 1)
    return _by_value(rng, f"return {lower} if given_type(hand) == {code} else given_type(hand), given_strength(hand)")


_wrong_value(
    "the highest card counts before the type",
    "the order of the types",
    "return max(numbers(hand)), given_strength(hand)",
)
_wrong_value("only the type counts", "hands of the same type", "return given_type(hand)")
for _code, _what, _counts in (
    (0, "high cards: only the highest card counts", "max(numbers(hand))"),
    (1, "pairs: only the pair counts", "often(hand, 2)"),
    (2, "two pair: only the higher pair counts", "often(hand, 2)"),
    (2, "two pair: the fifth card does not count", "sorted(set(numbers(hand)) - {often(hand, 1)}, reverse=True)"),
    (3, "three of a kind: only the three count", "often(hand, 3)"),
    (5, "flushes: only the highest card counts", "max(numbers(hand))"),
    (6, "full houses: the pair counts before the three", "(often(hand, 2), often(hand, 3))"),
    (7, "four of a kind: the fifth card counts before the four", "(often(hand, 1), often(hand, 4))"),
):
    _wrong_value(
        _what, "hands of the same type",
        f"if given_type(hand) == {_code}:", f"    return {_code}, {_counts}",
        "return given_type(hand), given_strength(hand)",
    )  # fmt: skip


def _ranks_swapped(name: str, *lows: int) -> None:
    @tc_12.wrong(name, about="the order of the ranks")
    def draw(rng: Random) -> str:
        low = rng.choice(lows)
        return _by_value(
            rng,
            "if given_type(hand) == 1:",
            f"    pair = {{{low}: {low + 1}, {low + 1}: {low}}}.get(often(hand, 2), often(hand, 2))",
            "    return 1, pair, given_strength(hand)",
            "return given_type(hand), given_strength(hand)",
        )


_ranks_swapped("pairs of two neighbouring low ranks are the wrong way round", 2, 3, 4)
_ranks_swapped("pairs of two neighbouring ranks in the middle are the wrong way round", 5, 6, 7)
_ranks_swapped("pairs of two neighbouring high ranks are the wrong way round", *range(8, 14))
_wrong_value(
    "ranks are compared as letters",
    "the order of the ranks",
    "other = dict(zip('AJKQT', 'TJQKA'))",
    "return given_strength([other.get(card[0], card[0]) + card[1] for card in hand])",
)


def _straight_missed(name: str, tops: str) -> None:
    @tc_12.wrong(name, about="straights")
    def draw(rng: Random) -> str:
        return _by_value(
            rng,
            f"if given_type(hand) == 4 and min(numbers(hand)) == {RANKS.index(rng.choice(tops)) - 2}:",
            f"    return {rng.randint(900, 1200)}",
            "return given_strength(hand)",
        )


_straight_missed("a straight to one of the low ranks is none", "789")
_straight_missed("a straight to one of the high ranks is none", "TJQK")
_straight_missed("the straight to the ace is none", "A")


@tc_12.wrong("a flush of one suit is none", about="flushes")
def _flush_missed(rng: Random) -> str:
    return _by_value(
        rng,
        f"if given_type(hand) == 5 and hand[0][1] == '{rng.choice('HDC')}':",
        "    return given_strength([card[0] + suit for card, suit in zip(hand, 'SHDCS')])",
        "return given_strength(hand)",
    )


_wrong_value(
    "four cards of one suit are a flush", "four cards that almost make it",
    "suits = [card[1] for card in hand]",
    "if given_type(hand) < 5 and max(suits.count(suit) for suit in suits) == 4:",
    "    return 6000", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "four ranks in a row are a straight", "four cards that almost make it",
    "found = sorted(numbers(hand))",
    "if given_type(hand) == 0 and (found[3] - found[0] == 3 or found[4] - found[1] == 3):",
    "    return 5855", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "a straight counts only if its cards stand in order", "the order of the cards in a hand",
    "if given_type(hand) == 4 and numbers(hand) != sorted(numbers(hand), reverse=True) and max(numbers(hand)) < 14:",
    "    return 1000", "return given_strength(hand)",
)  # fmt: skip
_wrong_value(
    "a pair counts only if its cards stand side by side", "the order of the cards in a hand",
    "if given_type(hand) == 1 and all(one[0] != other[0] for one, other in zip(hand, hand[1:])):",
    "    return 1000", "return given_strength(hand)",
)  # fmt: skip

_wrong_body(
    "the last of the strongest", "hands that tie",
    "return max(reversed(hands), key=value)",
)  # fmt: skip
_wrong_body(
    "suits decide a tie", "hands that tie",
    "return max(hands, key=lambda hand: (value(hand), hand[0][1]))",
)  # fmt: skip
_wrong_body("the weakest hand", "which hand is asked for", "return min(hands, key=value)")
_wrong_body("always the first hand", "which hand is asked for", "return hands[0]")
_wrong_body(
    "the last hand is left out", "where the strongest hand stands", "return max(hands[:-1] or hands, key=value)"
)
_wrong_body(
    "the first hand is left out", "where the strongest hand stands", "return max(hands[1:] or hands, key=value)"
)
_wrong_body("one hand alone is refused", "a single hand", "one, other, *rest = hands", "return max(hands, key=value)")
_wrong_body("the cards of the result are sorted", "what is returned", "return sorted(max(hands, key=value))")
_wrong_body("the place of the hand", "what is returned", "return hands.index(max(hands, key=value))")
_wrong_body(
    "the list is sorted in its place",
    "what happens to the list",
    "hands.sort(key=value, reverse=True)",
    "return hands[0]",
)
_wrong_body(
    "hands are taken out of the list", "what happens to the list",
    "found = max(hands, key=value)", "del hands[1:]", "return found",
)  # fmt: skip
_wrong_body(
    "a hand is added to the list", "what happens to the list",
    "found = max(hands, key=value)", "hands.append(found)", "return found",
)  # fmt: skip


@tc_12.wrong("only a few hands are looked at", about="many hands")
def _few_hands(rng: Random) -> str:
    return _by_body(rng, f"return max(hands[:{rng.randint(10, 60)}], key=value)")


# --- the ladder: every class is stronger than the one before -----------------------------------------------------


@proof("the ladder of strength by codes", "ex4")
def ladder(names: Mapping[str, Any]) -> Iterator[str]:
    """Climb the classes: the tuples of exercise 4 rise just as the given strengths do."""
    yield from _ladder(names, "hand_rank")


@proof("the ladder of strength by groups", "ex9")
def ladder_by_groups(names: Mapping[str, Any]) -> Iterator[str]:
    """Climb the classes: the tuples of exercise 9 rise just as the given strengths do."""
    yield from _ladder(names, "hand_rank_by_groups")


def _ladder(names: Mapping[str, Any], function: str) -> Iterator[str]:
    steps = sorted((hand for hand, _ in classes()), key=names["given_strength"])
    if [names["given_strength"](hand) for hand in steps] != [*range(1, 7463)]:
        yield "the given strengths are not one number for each of the 7,462 classes"
    values = [names[function](hand) for hand in steps]
    for (weaker, stronger), hand in zip(pairwise(values), steps[1:], strict=True):
        if not stronger > weaker:
            yield f"{' '.join(hand)} is {stronger}, not more than {weaker}, which is weaker"
            return


@proof("the exact percentages add up all hands", "ex11")
def exact(names: Mapping[str, Any]) -> Iterator[str]:
    """The counts of the nine types among all 2,598,960 hands, the high cards first."""
    wanted = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    found = names["exact_percentages"](names["HAND_CLASSES"])
    for code, (count, percentage) in enumerate(zip(wanted, found, strict=True)):
        if abs(count / 25989.6 - percentage) > 1e-9:
            yield f"code {code} has {percentage} %, and it should have {count / 25989.6} %"
