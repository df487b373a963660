"""Draws the inputs of the cases of homework1, by kind; the reference provides the right answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

from nbproctor import Sampler, proof

Inputs = dict[str, Any]
Cards = list[str]
Deal = Callable[[Random], Cards]
Shows = Callable[[Cards], bool]
Rank = tuple[int, ...]

RANKS = "23456789TJQKA"
RED, BLACK = "HD", "SC"
SUITS = {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"}
DECK = [rank + suit for rank in RANKS for suit in SUITS]
VALUES = {rank: value for value, rank in enumerate(RANKS, start=2)}
JOKERS = {"?R": RED, "?B": BLACK}
COLOURS = {"?R": "red", "?B": "black"}
COLOURS_OF_SUITS = {suits: COLOURS[joker] for joker, suits in JOKERS.items()}
TYPES = (
    "a high card",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)

tc_1 = Sampler(count=32)
tc_2 = Sampler(count=100)
tc_3 = Sampler(count=30)
tc_4 = Sampler(count=42)
tc_5 = Sampler(count=116)
tc_6 = Sampler(count=142)


# --- what cards are worth, without choosing five of them -------------------------------------------------


def rank_of(cards: Cards) -> Rank:
    """Return the code of the best five of these cards, five to seven, and the values that decide in their order."""
    counts = Counter(_values(cards))
    flush = _values(_longest_suit(cards))
    groups = sorted(((count, value) for value, count in counts.items()), reverse=True)
    (most, first), (next_most, second) = groups[:2]
    if len(flush) >= 5 and _run(flush):
        return STRAIGHT_FLUSH, _run(flush)
    if most == 4:
        return FOUR, first, _highest(counts, 1, first)[0]
    if most == 3 and next_most >= 2:
        return FULL_HOUSE, first, max(value for count, value in groups[1:] if count >= 2)
    if len(flush) >= 5:
        return FLUSH, *flush[:5]
    if _run(counts):
        return STRAIGHT, _run(counts)
    if most == 3:
        return THREE, first, *_highest(counts, 2, first)
    if next_most == 2:
        return TWO_PAIR, first, second, *_highest(counts, 1, first, second)
    if most == 2:
        return PAIR, first, *_highest(counts, 3, first)
    return HIGH_CARD, *_highest(counts, 5)


def _values(cards: Cards) -> list[int]:
    return sorted((VALUES[card[0]] for card in cards), reverse=True)


def _longest_suit(cards: Cards) -> Cards:
    suit = Counter(card[1] for card in cards).most_common(1)[0][0]
    return [card for card in cards if card[1] == suit]


def _run(values: Any, length: int = 5) -> int:
    """Return the highest card of the strongest straight of which so many values are there; 0 if there is none."""
    held = _with_low_ace(values)
    return next((top for top in range(14, 4, -1) if sum(top - down in held for down in range(5)) >= length), 0)


def _with_low_ace(values: Any) -> set[int]:
    """Return the values, with 1 for an ace beside its 14."""
    return {*values, *([1] if 14 in values else [])}


def _highest(counts: Mapping[int, int], size: int, *without: int) -> list[int]:
    return sorted(set(counts) - set(without), reverse=True)[:size]


def _replacements(hand: Cards) -> dict[str, Rank]:
    """Return, for each card that the only joker may stand for, the rank that it leads to."""
    known, (joker,) = _without_jokers(hand), [card for card in hand if card in JOKERS]
    return {card: rank_of([*known, card]) for card in DECK if card[1] in JOKERS[joker] and card not in known}


def _without_jokers(hand: Cards) -> Cards:
    return [card for card in hand if card not in JOKERS]


def _held(hand: Cards) -> tuple[str, ...]:
    return tuple(joker for joker in JOKERS if joker in hand)


def _holds(*jokers: str) -> Shows:
    return lambda hand: _held(hand) == jokers


# --- how hands are dealt ---------------------------------------------------------------------------------


def _until(deal: Deal, shows: Shows) -> Deal:
    """Deal and shuffle again and again until the cards show it."""

    def dealt(rng: Random) -> Cards:
        while True:
            cards = deal(rng)
            rng.shuffle(cards)
            if shows(cards):
                return cards

    return dealt


def _any(size: int) -> Deal:
    return lambda rng: rng.sample(DECK, size)


def _groups(*counts: int) -> Deal:
    """Deal so many cards of one rank, so many of another, and so on."""

    def deal(rng: Random) -> Cards:
        ranks = rng.sample(RANKS, len(counts))
        return [
            rank + suit for rank, count in zip(ranks, counts, strict=True) for suit in rng.sample(list(SUITS), count)
        ]

    return deal


def _ranks(draw: str | Callable[[Random], str], size: int, others: str = RANKS) -> Deal:
    """Deal a card of each of these ranks, and more, of other ranks if they are named, until there are so many."""

    def deal(rng: Random) -> Cards:
        ranks = draw if isinstance(draw, str) else draw(rng)
        cards = [rank + rng.choice(list(SUITS)) for rank in ranks]
        return [*cards, *_more(rng, size - len(cards), cards, others)]

    return deal


def _suited(draw: str | Callable[[Random], str], size: int, suits: str = RED + BLACK, others: str = RANKS) -> Deal:
    """Deal a card of each of these ranks, all of one suit, and more, of other ranks if they are named."""

    def deal(rng: Random) -> Cards:
        ranks, suit = draw if isinstance(draw, str) else draw(rng), rng.choice(suits)
        cards = [rank + suit for rank in ranks]
        return [*cards, *_more(rng, size - len(cards), cards, others)]

    return deal


def _more(rng: Random, size: int, cards: Cards, ranks: str = RANKS) -> Cards:
    return rng.sample([card for card in DECK if card not in cards and card[0] in ranks], size)


def _run_of(length: int) -> Callable[[Random], str]:
    """Draw so many ranks in a row, without an ace at the lower end."""

    def draw(rng: Random) -> str:
        start = rng.randint(0, len(RANKS) - length)
        return RANKS[start : start + length]

    return draw


def _some(length: int, must: str = "") -> Callable[[Random], str]:
    """Draw so many different ranks, among them those that must be."""
    others = [rank for rank in RANKS if rank not in must]
    return lambda rng: must + "".join(rng.sample(others, length - len(must)))


# --- the sorts of seven cards ----------------------------------------------------------------------------


def _code(*codes: int) -> Shows:
    return lambda cards: rank_of(cards)[0] in codes


def _counts(cards: Cards) -> list[int]:
    """Return how often each rank occurs, the most frequent first."""
    return sorted(Counter(card[0] for card in cards).values(), reverse=True)


def _of_times(cards: Cards, times: int) -> list[int]:
    """Return the values that occur so many times, the highest first."""
    return sorted((value for value, count in Counter(_values(cards)).items() if count == times), reverse=True)


def _both(*conditions: Shows) -> Shows:
    return lambda cards: all(shows(cards) for shows in conditions)


def _is(*rank: int) -> Shows:
    return lambda cards: rank_of(cards)[: len(rank)] == rank


def _pattern(*counts: int) -> Shows:
    return lambda cards: _counts(cards) == list(counts)


def _suit_size(size: int) -> Shows:
    return lambda cards: len(_longest_suit(cards)) == size


def _is_inner(cards: Cards) -> bool:
    return rank_of(cards)[1] not in (5, 14)


def _goes_on_below(values: Any, top: int) -> bool:
    """Tell whether the rank below the straight up to `top` is there as well: a weaker straight."""
    return top - 5 in _with_low_ace(values)


def _sevens() -> dict[str, tuple[Deal, Shows]]:
    """Return, by its name, how each sort of seven cards is dealt, and how it is told from the cards."""
    return {
        "a straight flush between six-high and king-high": (
            _suited(_run_of(5), 7),
            _both(_code(STRAIGHT_FLUSH), _is_inner),
        ),
        "a five-high straight flush": (_suited("A2345", 7), _is(STRAIGHT_FLUSH, 5)),
        "a five-high straight flush and a higher card of its suit": (
            lambda rng: _suited("A2345" + rng.choice("789TJQK"), 7)(rng),
            lambda cards: _is(STRAIGHT_FLUSH, 5)(cards) and len(_longest_suit(cards)) > 5,
        ),
        "an ace-high straight flush": (_suited("TJQKA", 7), _is(STRAIGHT_FLUSH, 14)),
        "a six-high straight flush with its ace": (
            _suited("A23456", 7),
            lambda cards: _is(STRAIGHT_FLUSH, 6)(cards) and 14 in _values(_longest_suit(cards)),
        ),
        "a straight flush and a weaker one": (
            _suited(_run_of(6), 7),
            lambda cards: (
                _code(STRAIGHT_FLUSH)(cards) and _goes_on_below(_values(_longest_suit(cards)), rank_of(cards)[1])
            ),
        ),
        "a straight flush and a higher card of its suit": (
            _suited(_run_of(5), 7),
            lambda cards: _code(STRAIGHT_FLUSH)(cards) and _values(_longest_suit(cards))[0] > rank_of(cards)[1] > 5,
        ),
        "a straight flush and a higher straight": (
            _suited(_run_of(5), 7),
            lambda cards: _code(STRAIGHT_FLUSH)(cards) and _run(_values(cards)) > rank_of(cards)[1],
        ),
        "four of a kind and a pair above the seventh card": (
            _groups(4, 2, 1),
            lambda cards: _pattern(4, 2, 1)(cards) and _of_times(cards, 2) > _of_times(cards, 1),
        ),
        "four of a kind and a pair below the seventh card": (
            _groups(4, 2, 1),
            lambda cards: _pattern(4, 2, 1)(cards) and _of_times(cards, 2) < _of_times(cards, 1),
        ),
        "four of a kind and three of another": (_groups(4, 3), _pattern(4, 3)),
        "four of a kind and three other ranks": (_groups(4, 1, 1, 1), _pattern(4, 1, 1, 1)),
        "a full house with the three above the pair": (
            _groups(3, 2, 1, 1),
            lambda cards: _pattern(3, 2, 1, 1)(cards) and _of_times(cards, 3) > _of_times(cards, 2),
        ),
        "a full house with the three below the pair": (
            _groups(3, 2, 1, 1),
            lambda cards: _pattern(3, 2, 1, 1)(cards) and _of_times(cards, 3) < _of_times(cards, 2),
        ),
        "three of a kind twice": (_groups(3, 3, 1), _pattern(3, 3, 1)),
        "three of a kind and two pair": (_groups(3, 2, 2), _pattern(3, 2, 2)),
        "a flush of five": (_suited(_some(5), 7), _both(_code(FLUSH), _suit_size(5))),
        "a flush of six": (_suited(_some(6), 7), _both(_code(FLUSH), _suit_size(6))),
        "a flush of seven": (_suited(_some(7), 7), _both(_code(FLUSH), _suit_size(7))),
        "a flush and a straight": (
            _straight_and_flush,
            lambda cards: _code(FLUSH)(cards) and _run(_values(cards)) > 0,
        ),
        "a flush and a straight that ends above it": (
            _straight_and_flush,
            lambda cards: _code(FLUSH)(cards) and _run(_values(cards)) > rank_of(cards)[1],
        ),
        "a flush and three of a kind": (
            _suited(_some(5), 7),
            lambda cards: _code(FLUSH)(cards) and _counts(cards)[0] == 3,
        ),
        "a flush and two pair": (
            _suited(_some(5), 7),
            lambda cards: _code(FLUSH)(cards) and _counts(cards)[:2] == [2, 2],
        ),
        "a straight between six-high and king-high": (_ranks(_run_of(5), 7), _both(_code(STRAIGHT), _is_inner)),
        "a five-high straight": (_ranks("A2345", 7, "2345789TJQA"), _is(STRAIGHT, 5)),
        "a five-high straight and a king": (
            _ranks("A2345K", 7, "2345789JQKA"),
            lambda cards: _is(STRAIGHT, 5)(cards) and 13 in _values(cards),
        ),
        "a six-high straight with an ace": (
            _ranks("A23456", 7, "2345689TJQKA"),
            lambda cards: _is(STRAIGHT, 6)(cards) and 14 in _values(cards),
        ),
        "an ace-high straight": (_ranks("TJQKA", 7), _is(STRAIGHT, 14)),
        "a straight and a weaker one": (
            _ranks(_run_of(6), 7),
            lambda cards: _code(STRAIGHT)(cards) and _goes_on_below(_values(cards), rank_of(cards)[1]),
        ),
        "a straight and three of a kind": (
            _straight_with(3),
            lambda cards: _code(STRAIGHT)(cards) and _counts(cards)[0] == 3,
        ),
        "a straight and two pair": (
            _straight_with(2, 2),
            lambda cards: _code(STRAIGHT)(cards) and _counts(cards)[:2] == [2, 2],
        ),
        "a straight and four cards of one suit": (
            _suited(_run_of(4), 7),
            _both(_code(STRAIGHT), _suit_size(4)),
        ),
        "three of a kind": (_groups(3, 1, 1, 1, 1), _code(THREE)),
        "two pair and three other ranks": (
            _groups(2, 2, 1, 1, 1),
            _both(_code(TWO_PAIR), _pattern(2, 2, 1, 1, 1)),
        ),
        "three pairs above the seventh card": (
            _groups(2, 2, 2, 1),
            lambda cards: _pattern(2, 2, 2, 1)(cards) and _of_times(cards, 2)[2] > _of_times(cards, 1)[0],
        ),
        "three pairs and a seventh card above the third": (
            _groups(2, 2, 2, 1),
            lambda cards: _pattern(2, 2, 2, 1)(cards) and _of_times(cards, 2)[2] < _of_times(cards, 1)[0],
        ),
        "a pair above all other cards": (
            _groups(2, 1, 1, 1, 1, 1),
            lambda cards: _code(PAIR)(cards) and _of_times(cards, 2)[0] > _of_times(cards, 1)[0],
        ),
        "a pair below three other cards": (
            _groups(2, 1, 1, 1, 1, 1),
            lambda cards: _code(PAIR)(cards) and _of_times(cards, 2)[0] < _of_times(cards, 1)[2],
        ),
        "a high card": (_groups(1, 1, 1, 1, 1, 1, 1), _code(HIGH_CARD)),
        "a high card and ranks that run round the ace": (
            _ranks("QKA23", 7, "56789"),
            lambda cards: _code(HIGH_CARD)(cards) and {2, 3, 12, 13, 14} <= set(_values(cards)),
        ),
        "a high card and four cards of one suit": (
            _suited(_some(4), 7),
            _both(_code(HIGH_CARD), _suit_size(4)),
        ),
    }


def _straight_and_flush(rng: Random) -> Cards:
    """Deal a straight of which all cards but one are of one suit, and another two of that suit."""
    suit, ranks = rng.choice(list(SUITS)), _run_of(5)(rng)
    odd = rng.randrange(5)
    cards = [rank + (suit if place != odd else rng.choice(list(SUITS))) for place, rank in enumerate(ranks)]
    return [*cards, *rng.sample([rank + suit for rank in RANKS if rank not in ranks], 2)]


def _straight_with(*counts: int) -> Deal:
    """Deal a straight in which ranks occur so often."""

    def deal(rng: Random) -> Cards:
        ranks = list(_run_of(5)(rng))
        times = dict(zip(rng.sample(ranks, len(counts)), counts, strict=True))
        return [rank + suit for rank in ranks for suit in rng.sample(list(SUITS), times.get(rank, 1))]

    return deal


# Where there are jokers in other cases, these have none.
SEVENS = {name: (deal, _both(_holds(), shows)) for name, (deal, shows) in _sevens().items()}


def _register(sampler: Sampler, sorts: Mapping[str, tuple[Deal, Shows]]) -> None:
    """Make each sort of hand a kind, and require that some case is of it, whatever it was drawn for."""
    for name, (deal, shows) in sorts.items():
        dealt = _until(deal, shows)
        sampler.kind(name)(lambda rng, dealt=dealt: {"hand": dealt(rng)})
        remembered = _by_hand(shows)
        sampler.requires(name)(lambda case, remembered=remembered: remembered(tuple(case["hand"])))


def _by_hand(shows: Shows) -> Callable[[tuple[str, ...]], bool]:
    """Look at each hand only once."""
    return cache(lambda hand: shows(list(hand)))


# --- each choice of five is the best of some hand ---------------------------------------------------------


CHOICES = list(combinations(range(7), 5))


def _declare_choices(sampler: Sampler) -> None:
    """Make a kind for each choice of five places: the cards there are the best, and no other choice is as good."""
    for places in CHOICES:

        @sampler.kind(f"only the cards number {_numbered(places)} are the best")
        def draw(rng: Random, places: tuple[int, ...] = places) -> Inputs:
            return {"hand": _at_places(places, *_only_best(rng))}


def _numbered(places: tuple[int, ...]) -> str:
    return " ".join(str(place + 1) for place in places)


def _only_best(rng: Random) -> tuple[Cards, Cards]:
    """Draw seven cards of which only one choice of five is the best; return the five and the other two, shuffled."""
    while True:
        cards = rng.sample(DECK, 7)
        best = [five for five in combinations(cards, 5) if rank_of(list(five)) == rank_of(cards)]
        if len(best) == 1:
            return list(best[0]), [card for card in cards if card not in best[0]]


def _at_places(places: tuple[int, ...], chosen: Cards, others: Cards) -> Cards:
    """Return a hand with the chosen cards at these places, in their order, and the others elsewhere."""
    hand, left = dict(zip(places, chosen, strict=True)), iter(others)
    return [hand[place] if place in hand else next(left) for place in range(7)]


def _declare_choices_with_a_joker(sampler: Sampler) -> None:
    """Make a kind for each choice: the five are a straight flush, the joker its highest card."""
    for number, places in enumerate(CHOICES):

        @sampler.kind(f"only the cards number {_numbered(places)} are the best, one of them a joker")
        def draw(rng: Random, places: tuple[int, ...] = places, number: int = number) -> Inputs:
            joker = rng.choice(list(JOKERS))
            four, others = _run_of_four(rng, joker)
            # The joker's place among the five differs, so that the four are at all places among the cards without it.
            four.insert(number // 5 % 5, joker)
            return {"hand": _at_places(places, four, others)}


def _run_of_four(rng: Random, joker: str) -> tuple[Cards, Cards]:
    """Draw four cards of a suit in a row for the joker to go on above them, and two cards that are of no use then."""
    low, suit = rng.randrange(9), rng.choice(JOKERS[joker])
    run = RANKS[low : low + 5]
    ranks = [rank for rank in RANKS if rank not in run and rank != RANKS[low - 1]]
    others = [rank + rng.choice([each for each in SUITS if each != suit]) for rank in rng.sample(ranks, 2)]
    return rng.sample([rank + suit for rank in run[:4]], 4), others


def _declare_same_ranks(sampler: Sampler, joker: str = "") -> None:
    """Make two kinds of the same ranks in the same order: what is remembered of them is wrong for other suits."""
    ranks, flush = ("KJ8642", 4) if joker else ("KJ97432", 5)
    with_joker = f", and the {COLOURS[joker]} joker" if joker else ""

    @sampler.kind(f"{' '.join(ranks)}, the lowest {flush} of one suit{with_joker}")
    def with_a_flush(rng: Random) -> Inputs:
        suit, *others = rng.sample(list(SUITS), 3)
        suits = [*others, *suit * flush]
        return {"hand": [*map("".join, zip(ranks, suits, strict=True)), *filter(None, [joker])]}

    @sampler.kind(f"{' '.join(ranks)} of several suits{with_joker}")
    def of_several_suits(rng: Random) -> Inputs:
        suits = rng.sample([*SUITS, *SUITS], len(ranks))
        return {"hand": [*map("".join, zip(ranks, suits, strict=True)), *filter(None, [joker])]}


# --- exercise 1: seven cards of every make ---------------------------------------------------------------


_register(
    tc_1,
    {
        "seven different ranks": (_any(7), _pattern(1, 1, 1, 1, 1, 1, 1)),
        "two cards of one rank": (_any(7), _pattern(2, 1, 1, 1, 1, 1)),
        "all four cards of a rank": (_groups(4, 1, 1, 1), _pattern(4, 1, 1, 1)),
        "seven cards of one suit": (_suited(_some(7), 7), _suit_size(7)),
        "no more than two cards of a suit": (_any(7), _suit_size(2)),
        "a flush among other cards": (_suited(_some(5), 7), _both(_code(FLUSH), _suit_size(5))),
        "a straight": (_ranks(_run_of(5), 7), _code(STRAIGHT)),
    },
)


@tc_1.kind("cards in alphabetical order", weight=2)
def _in_alphabetical_order(rng: Random) -> Inputs:
    return {"hand": sorted(rng.sample(DECK, 7))}


@tc_1.kind("any seven cards", weight=4)
def _any_seven(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 7)}


@tc_1.requires("cards that are in no alphabetical order")
def _is_unordered(case: dict[str, Any]) -> bool:
    return case["hand"] != sorted(case["hand"])


# --- exercise 2: every type, and whatever distracts from it ----------------------------------------------


_register(tc_2, SEVENS)
_declare_choices(tc_2)


def _in_order(times: int, order: tuple[int, ...]) -> Shows:
    """Tell whether the ranks that occur so often come in this order, where 0 is the highest of them."""

    def shows(cards: Cards) -> bool:
        ranks = _of_times(cards, times)
        found = dict.fromkeys(VALUES[card[0]] for card in cards if VALUES[card[0]] in ranks)
        return tuple(map(ranks.index, found)) == order

    return shows


def _orders() -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of seven cards in which ranks occur equally often, in every order."""
    sorts = {}
    for name, counts, times in (
        ("three of a kind and two pair", (3, 2, 2), 2),
        ("three of a kind twice", (3, 3, 1), 3),
        ("two pair and three other ranks", (2, 2, 1, 1, 1), 2),
        ("three pairs and a seventh card", (2, 2, 2, 1), 2),
    ):
        for order in permutations(range(counts.count(times))):
            words = " ".join(("highest", "second", "third")[place] for place in order)
            sorts[f"{name}, first the {words}"] = _groups(*counts), _both(_pattern(*counts), _in_order(times, order))
    return sorts


_register(tc_2, _orders())


def _beside(*counts: int, ranks: str) -> Deal:
    """Deal low ranks that occur so often, a card of each of these ranks, and lower ones until there are seven."""

    def deal(rng: Random) -> Cards:
        times = [*counts, *[1] * (7 - sum(counts) - len(ranks))]
        held = [*zip(rng.sample("2345678", len(times)), times, strict=True), *((rank, 1) for rank in ranks)]
        return [rank + suit for rank, count in held for suit in rng.sample(list(SUITS), count)]

    return deal


# The alphabet has tens after kings, and kings after aces.
_register(
    tc_2,
    {
        f"{name}, and of the letters {' '.join(ranks)}": (
            _beside(*counts, ranks=ranks),
            lambda cards, code=code, ranks=ranks: (
                _code(code)(cards) and {VALUES[rank] for rank in ranks} <= set(_of_times(cards, 1))
            ),
        )
        for name, code, counts, ranks in (
            ("a pair", PAIR, (2,), "AKQT"),
            ("three of a kind", THREE, (3,), "AKT"),
            ("two pair", TWO_PAIR, (2, 2), "AKT"),
            ("four of a kind", FOUR, (4,), "AKT"),
        )
    },
)


_declare_same_ranks(tc_1)
_declare_same_ranks(tc_2)


@tc_2.kind("any seven cards", weight=9)
def _seven_of_the_deck(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 7)}


for _code_of_type, _type in enumerate(TYPES):
    tc_2.requires(f"{_type} as the best")(lambda case, code=_code_of_type: rank_of([*case["output_0"]])[0] == code)


# --- exercise 3: cards of every suit, and the jokers -----------------------------------------------------


for _joker, _colour in COLOURS.items():
    tc_3.kind(f"the {_colour} joker", constant=True)(lambda rng, joker=_joker: {"card": joker})
    tc_3.requires(f"the {_colour} joker")(lambda case, joker=_joker: case["card"] == joker)
for _suit, _suit_name in SUITS.items():
    tc_3.kind(f"one of the {_suit_name}", weight=4)(lambda rng, suit=_suit: {"card": rng.choice(RANKS) + suit})
    tc_3.requires(f"one of the {_suit_name}")(lambda case, suit=_suit: case["card"][1] == suit)


@tc_3.kind("an ace or a two", weight=2)
def _at_an_end(rng: Random) -> Inputs:
    return {"card": rng.choice("A2") + rng.choice(list(SUITS))}


@tc_3.kind("a ten", weight=2)
def _ten(rng: Random) -> Inputs:
    return {"card": "T" + rng.choice(list(SUITS))}


@tc_3.every
def _every_card() -> list[Inputs]:
    return [{"card": card} for card in (*DECK, *JOKERS)]


# --- exercise 4: no joker, one, both, anywhere -----------------------------------------------------------


def _with_jokers(*jokers: str, deal: Deal | None = None) -> Deal:
    """Deal these jokers, and other cards until there are seven."""
    dealt = deal or _any(7 - len(jokers))
    return lambda rng: [*dealt(rng), *jokers]


def _of_suits(suits: str, size: int) -> Deal:
    return lambda rng: rng.sample([card for card in DECK if card[1] in suits], size)


def _all_of(suits: str, *jokers: str) -> Shows:
    return lambda hand: _held(hand) == jokers and all(card[1] in suits for card in _without_jokers(hand))


def _wild_sevens() -> dict[str, tuple[Deal, Shows]]:
    both = _with_jokers("?R", "?B")
    sorts: dict[str, tuple[Deal, Shows]] = {
        "no joker": (_any(7), _holds()),
        "no joker and one colour": (_one_colour(7), lambda hand: _all_of(RED)(hand) or _all_of(BLACK)(hand)),
        "both jokers, the red one first": (
            both,
            lambda hand: _holds("?R", "?B")(hand) and hand.index("?R") < hand.index("?B"),
        ),
        "both jokers, the black one first": (
            both,
            lambda hand: _holds("?R", "?B")(hand) and hand.index("?B") < hand.index("?R"),
        ),
    }
    for joker, suits in JOKERS.items():
        colour, others = COLOURS[joker], _other(suits)
        sorts |= {
            f"the {colour} joker in front": (_with_jokers(joker), lambda hand, joker=joker: hand[0] == joker),
            f"the {colour} joker at the end": (_with_jokers(joker), lambda hand, joker=joker: hand[-1] == joker),
            f"the {colour} joker among cards of its colour": (
                _with_jokers(joker, deal=_of_suits(suits, 6)),
                _all_of(suits, joker),
            ),
            f"the {colour} joker among cards of the other colour": (
                _with_jokers(joker, deal=_of_suits(others, 6)),
                _all_of(others, joker),
            ),
        }
    for first, second in permutations(JOKERS):
        for suits, colour in COLOURS_OF_SUITS.items():
            sorts[f"both jokers, the {COLOURS[first]} one first, and cards that are all {colour}"] = (
                _with_jokers(first, second, deal=_of_suits(suits, 5)),
                lambda hand, first=first, second=second, suits=suits: (
                    _all_of(suits, *JOKERS)(hand) and hand.index(first) < hand.index(second)
                ),
            )
    return sorts


def _other(suits: str) -> str:
    return BLACK if suits == RED else RED


def _one_colour(size: int) -> Deal:
    return lambda rng: _of_suits(rng.choice([RED, BLACK]), size)(rng)


_register(tc_4, _wild_sevens())


@tc_4.kind("any hand with one joker", weight=4)
def _one_of_the_jokers(rng: Random) -> Inputs:
    return {"hand": rng.sample([*rng.sample(DECK, 6), rng.choice(list(JOKERS))], 7)}


@tc_4.kind("any hand without a joker")
def _none_of_the_jokers(rng: Random) -> Inputs:
    return {"hand": rng.sample(DECK, 7)}


# --- exercise 5: what a joker makes of six cards ---------------------------------------------------------


def _best(hand: Cards) -> tuple[int, list[str]]:
    """Return the code of the best that the only joker leads to, and all cards for it that lead there."""
    ranks = _replacements(hand)
    best = max(ranks.values())
    return best[0], [card for card, rank in ranks.items() if rank == best]


def _leads_to(code: int, fewest: int = 1, most: int = 26) -> Shows:
    """Tell whether the only joker leads to this type, and that with so many different cards."""
    return lambda hand: _best(hand)[0] == code and fewest <= len(_best(hand)[1]) <= most


def _improves(hand: Cards) -> bool:
    known = _without_jokers(hand)
    return any(rank > rank_of(known) for rank in _replacements(hand).values())


def _is_nut_flush(hand: Cards) -> bool:
    """Tell whether the joker completes a flush whose ace is in the hand: another ace of the suit would be stronger."""
    (joker,) = _held(hand)
    suited = _longest_suit(_without_jokers(hand))
    return _best(hand)[0] == FLUSH and 14 in _values(suited) and suited[0][1] in JOKERS[joker]


def _fourth_is_of_the_other_colour(hand: Cards) -> bool:
    """Tell whether three of a kind are in the hand, and the fourth is a card that the joker cannot be."""
    (joker,) = _held(hand)
    counts = Counter(card[0] for card in _without_jokers(hand))
    threes = {rank for rank, count in counts.items() if count == 3}
    return any(rank + suit not in hand for rank in threes for suit in _other(JOKERS[joker]))


def _pair_of_the_joker(hand: Cards) -> bool:
    """Tell whether the only pair has both cards of its rank that the joker could be, so that it cannot join them."""
    (joker,) = _held(hand)
    counts = Counter(card[0] for card in _without_jokers(hand))
    pairs = [rank for rank, count in counts.items() if count == 2]
    return len(pairs) == 1 and all(pairs[0] + suit in hand for suit in JOKERS[joker])


def _reaches(hand: Cards, *values: int) -> bool:
    known = _without_jokers(hand)
    ranks = _replacements(hand)
    return max(ranks.values())[: len(values)] == values and rank_of(known)[0] < values[0]


def _sixes(joker: str) -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of six cards and this joker."""

    def with_joker(deal: Deal) -> Deal:
        return lambda rng: [*deal(rng), joker]

    own = JOKERS[joker]
    sorts: dict[str, tuple[Deal, Shows]] = {
        "a straight flush that one card completes": (_suited(_run_but_one, 6, own), _leads_to(STRAIGHT_FLUSH, 1, 1)),
        "a straight flush that goes on at both ends": (
            _suited(_run_of(4), 6, own),
            lambda hand: _reaches(hand, STRAIGHT_FLUSH) and _goes_on_at_both_ends(hand),
        ),
        "a five-high straight flush for the joker": (
            _suited(_but_one("A2345"), 6, own),
            lambda hand: _reaches(hand, STRAIGHT_FLUSH, 5),
        ),
        "a five-high straight flush for the joker, and a higher card of its suit": (
            _suited(lambda rng: _but_one("A2345")(rng) + rng.choice("789TJQK"), 6, own),
            lambda hand: _reaches(hand, STRAIGHT_FLUSH, 5) and len(_longest_suit(_without_jokers(hand))) > 4,
        ),
        "an ace-high straight flush for the joker": (
            _suited(_but_one("TJQKA"), 6, own),
            lambda hand: _reaches(hand, STRAIGHT_FLUSH, 14),
        ),
        "an ace-high straight flush in the hand": (
            _suited("TJQKA", 6),
            lambda hand: rank_of(_without_jokers(hand)) == (STRAIGHT_FLUSH, 14),
        ),
        "four cards of a straight flush of the other colour": (
            _suited(_run_of(4), 6, _other(own)),
            lambda hand: _longest_suit(_without_jokers(hand))[0][1] not in own and _leads_to(STRAIGHT, 2)(hand),
        ),
        "three of a kind that the joker completes": (
            _groups(3, 1, 1, 1),
            lambda hand: _leads_to(FOUR, 1, 1)(hand) and _reaches(hand, FOUR),
        ),
        "three of a kind whose fourth is of the other colour": (_groups(3, 1, 1, 1), _fourth_is_of_the_other_colour),
        "four of a kind in the hand": (
            _groups(4, 1, 1),
            lambda hand: _leads_to(FOUR, 2, 2)(hand) and 14 not in _values(_without_jokers(hand)),
        ),
        "four of a kind and a fifth card that cannot be better": (
            _groups(4, 1, 1),
            lambda hand: rank_of(_without_jokers(hand))[0] == FOUR and not _improves(hand),
        ),
        "two pair that become a full house": (_groups(2, 2, 1, 1), _leads_to(FULL_HOUSE)),
        "a flush for the joker": (_suited(_some(4), 6, own), lambda hand: _reaches(hand, FLUSH)),
        "a flush whose ace is in the hand": (_suited(_some(4, "A"), 6, own), _is_nut_flush),
        "a flush in the hand": (
            _suited(_some(5), 6),
            lambda hand: rank_of(_without_jokers(hand))[0] == FLUSH and _leads_to(FLUSH)(hand),
        ),
        "a straight that goes on at both ends": (
            _ranks(_run_of(4), 6),
            lambda hand: _reaches(hand, STRAIGHT) and _goes_on_at_both_ends(hand),
        ),
        **{
            f"a straight with a gap, {place} below the highest": (
                _ranks(_run_but_one, 6),
                lambda hand, place=place: _reaches(hand, STRAIGHT) and _missing(hand, 4) == [place],
            )
            for place in (1, 2, 3)
        },
        "a five-high straight for the joker": (
            _ranks(_but_one("A2345"), 6),
            lambda hand: _reaches(hand, STRAIGHT, 5),
        ),
        "an ace-high straight for the joker": (
            _ranks(_but_one("TJQKA"), 6),
            lambda hand: _reaches(hand, STRAIGHT, 14),
        ),
        "a pair that becomes three of a kind": (_groups(2, 1, 1, 1, 1), lambda hand: _reaches(hand, THREE)),
        "a pair that the joker cannot join": (
            _groups(2, 1, 1, 1, 1),
            lambda hand: _pair_of_the_joker(hand) and _leads_to(TWO_PAIR)(hand),
        ),
        "nothing but a pair for the joker": (_groups(1, 1, 1, 1, 1, 1), _leads_to(PAIR)),
    }
    return {
        f"{name} ({COLOURS[joker]})": (
            with_joker(deal),
            lambda hand, shows=shows: _held(hand) == (joker,) and shows(hand),
        )
        for name, (deal, shows) in sorts.items()
    }


def _straights_in_one_colour(*jokers: str) -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of cards of one colour, in which only a card of another suit than theirs completes a straight.

    Args:
        jokers: one joker, and then all other cards have the other colour; or both.
    """
    size = 7 - len(jokers)
    sorts: dict[str, tuple[Deal, Shows]] = {}
    for suits in [_other(JOKERS[jokers[0]])] if len(jokers) == 1 else [RED, BLACK]:
        for name, draw, where in (
            ("with a gap", _run_but_one if len(jokers) == 1 else _without_two(1, 3), (1, 2, 3)),
            ("that goes on at an end", _run_of(5 - len(jokers)), (0, 4)),
        ):
            sorts[f"a straight {name}, all {COLOURS_OF_SUITS[suits]}, and {_named(jokers)}"] = (
                _with_jokers(*jokers, deal=_recoloured(_ranks(draw, size), suits)),
                lambda hand, suits=suits, where=where: (
                    _all_of(suits, *jokers)(hand)
                    and _leads_to_straights(hand, len(jokers))
                    and bool({*_missing(hand, 5 - len(jokers))} & {*where})
                ),
            )
    return sorts


def _named(jokers: tuple[str, ...]) -> str:
    return f"the {COLOURS[jokers[0]]} joker" if len(jokers) == 1 else "both jokers"


def _recoloured(deal: Deal, suits: str) -> Deal:
    """Deal the same ranks in these suits, again until no card is there twice."""

    def recoloured(rng: Random) -> Cards:
        while True:
            cards = [card[0] + rng.choice(suits) for card in deal(rng)]
            if len({*cards}) == len(cards):
                return cards

    return recoloured


def _leads_to_straights(hand: Cards, jokers: int) -> bool:
    """Tell whether a straight is the best that the jokers lead to."""
    return _reaches(hand, STRAIGHT) if jokers == 1 else _code_of_two(hand) == STRAIGHT


def _straights_beyond_the_cards() -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of six cards and a joker that has to be below all of them, or above, for the best straight."""
    sorts: dict[str, tuple[Deal, Shows]] = {}
    for joker, code in product(JOKERS, (STRAIGHT, STRAIGHT_FLUSH)):
        for where, ranks, others, top in (
            ("a ten below", "JQKA", "JQKA", 14),
            ("a two below", "345A", "345789TJQKA", 5),
            ("an ace above", "TJQK", RANKS, 14),
        ):
            deal = _ranks(ranks, 6, others) if code == STRAIGHT else _suited(ranks, 6, JOKERS[joker], others)
            sorts[f"{TYPES[code]}, for which the {COLOURS[joker]} joker is {where} all other cards"] = (
                _with_jokers(joker, deal=deal),
                lambda hand, joker=joker, code=code, where=where, top=top: (
                    _held(hand) == (joker,) and _reaches(hand, code, top) and _is_beyond(hand, where)
                ),
            )
    return sorts


def _is_beyond(hand: Cards, where: str) -> bool:
    """Tell whether all that the only joker may be at best are below all other cards, or above them."""
    values, best = _values(_without_jokers(hand)), _values(_best(hand)[1])
    return min(best) > max(values) if where.endswith("above") else max(best) < min(values)


def _but_one(ranks: str) -> Callable[[Random], str]:
    return lambda rng: "".join(rng.sample(ranks, 4))


def _run_but_one(rng: Random) -> str:
    """Draw four of five ranks in a row, the first and the last among them."""
    ranks = _run_of(5)(rng)
    return ranks.replace(ranks[rng.randint(1, 3)], "")


def _without_two(first: int, second: int) -> Callable[[Random], str]:
    """Draw the ranks of a straight but for two, which are so far below the highest."""

    def draw(rng: Random) -> str:
        ranks = _run_of(5)(rng)[::-1]
        return "".join(rank for place, rank in enumerate(ranks) if place not in (first, second))

    return draw


def _missing(hand: Cards, length: int) -> list[int]:
    """Tell how far below the highest the ranks are that are missing to the best straight of which so many are there."""
    held = _with_low_ace(_values(_without_jokers(hand)))
    top = _run(held, length)
    return [down for down in range(5) if top - down not in held]


def _is_next_to_a_missing_rank(hand: Cards) -> bool:
    """Tell whether a card that is not in the best straight is next to a rank that three of its cards lack."""
    held = _with_low_ace(_values(_without_jokers(hand)))
    top, lacked = _run(held, 3), _missing(hand, 3)
    return any(abs(value - (top - down)) == 1 for value in held if not top - 4 <= value <= top for down in lacked)


def _goes_on_at_both_ends(hand: Cards) -> bool:
    """Tell whether cards for the joker lead to two straights, of which only one is the best."""
    code, best = _best(hand)
    lower = {rank[1] for rank in _replacements(hand).values() if rank[0] == code}
    return len(lower) == 2 and len(best) < sum(rank[0] == code for rank in _replacements(hand).values())


def _jokers_at_the_ends() -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of hands that begin or end with their only joker, and the joker is of use."""
    return {
        f"the {COLOURS[joker]} joker {where}": (
            _with_jokers(joker),
            lambda hand, joker=joker, place=place: hand[place] == joker and _held(hand) == (joker,) and _improves(hand),
        )
        for joker in JOKERS
        for where, place in (("in front", 0), ("at the end", -1))
    }


_register(tc_5, _jokers_at_the_ends())
_register(tc_6, _jokers_at_the_ends())
_register(tc_5, _straights_beyond_the_cards())
_register(tc_6, _straights_beyond_the_cards())
SIXES = {name: sort for joker in JOKERS for name, sort in _sixes(joker).items()}
_register(tc_5, SIXES)
for _joker in JOKERS:
    _register(tc_5, _straights_in_one_colour(_joker))
    _register(tc_6, _straights_in_one_colour(_joker))


@tc_5.kind("any six cards and a joker", weight=6)
def _six_of_the_deck(rng: Random) -> Inputs:
    return {"hand": rng.sample([*rng.sample(DECK, 6), rng.choice(list(JOKERS))], 7)}


_declare_choices_with_a_joker(tc_5)


def _register_the_picture(sampler: Sampler) -> None:
    """Add the cards of the picture, with either joker."""
    for joker, colour in COLOURS.items():
        sampler.kind(f"the cards of the picture, and the {colour} joker", constant=True)(
            lambda rng, joker=joker: {"hand": ["8D", "9D", "TD", "JD", "4S", "4C", joker]}
        )


_register_the_picture(tc_4)
_register_the_picture(tc_5)
_register_the_picture(tc_6)
for _joker in JOKERS:
    _declare_same_ranks(tc_4, _joker)
    _declare_same_ranks(tc_5, _joker)


tc_5.requires("one best card")(lambda case: len(case["output_0"]) == 1)
tc_5.requires("two cards that are equally good")(lambda case: len(case["output_0"]) == 2)
tc_5.requires("more than twenty cards that are equally good")(lambda case: len(case["output_0"]) > 20)


# --- exercise 6: all of it, with both jokers -------------------------------------------------------------


def _code_of_two(hand: Cards) -> int:
    """Return the code of the best that both jokers lead to; five of one suit can have but one of them."""
    known = _without_jokers(hand)
    ranks, suited = Counter(card[0] for card in known), _longest_suit(known)
    suits = {rank: {card[1] in RED for card in known if card[0] == rank} for rank in ranks}
    if any(_run([VALUES[c[0]] for c in known if c[1] == suit], 4) for suit in SUITS):
        return STRAIGHT_FLUSH
    if max(ranks.values()) > 2 or any(count == 2 and len(suits[rank]) == 2 for rank, count in ranks.items()):
        return FOUR
    if max(ranks.values()) == 2:
        return FULL_HOUSE
    if len(suited) >= 4:
        return FLUSH
    return STRAIGHT if _run(_values(known), 3) else THREE


def _two(code: int, *counts: int) -> Shows:
    """Tell whether both jokers lead to this type at best, from ranks that occur so often."""
    return lambda hand: (
        _held(hand) == ("?R", "?B")
        and _code_of_two(hand) == code
        and (not counts or _counts(_without_jokers(hand)) == list(counts))
    )


def _fives() -> dict[str, tuple[Deal, Shows]]:
    """Return the sorts of five cards and both jokers."""
    sorts: dict[str, tuple[Deal, Shows]] = {
        "a straight flush with one of two jokers": (_suited(_run_of(4), 5), _two(STRAIGHT_FLUSH)),
        "a straight flush in the hand": (
            _suited(_run_of(5), 5),
            lambda hand: _two(STRAIGHT_FLUSH)(hand) and rank_of(_without_jokers(hand))[0] == STRAIGHT_FLUSH,
        ),
        "a pair of two colours and two jokers": (_groups(2, 1, 1, 1), _two(FOUR, 2, 1, 1, 1)),
        "three of a kind and two jokers": (_groups(3, 1, 1), _two(FOUR, 3, 1, 1)),
        "four of a kind and two jokers": (_groups(4, 1), _two(FOUR, 4, 1)),
        "four of a kind, two jokers, and a fifth card that a joker beats": (
            _groups(4, 1),
            lambda hand: _two(FOUR, 4, 1)(hand) and 14 not in _values(_without_jokers(hand)),
        ),
        "a pair of one colour and two jokers": (_groups(2, 1, 1, 1), _two(FULL_HOUSE, 2, 1, 1, 1)),
        "two pair of one colour each and two jokers": (_groups(2, 2, 1), _two(FULL_HOUSE, 2, 2, 1)),
        "a flush with one of two jokers": (_suited(_some(4), 5), _two(FLUSH)),
        "a flush whose ace is there and two jokers": (
            _suited(_some(4, "A"), 5),
            lambda hand: _two(FLUSH)(hand) and 14 in _values(_longest_suit(_without_jokers(hand))),
        ),
        **{
            f"a straight that needs both jokers, {first} and {second} below the highest": (
                _ranks(_without_two(first, second), 5),
                lambda hand, places=[first, second]: (
                    _two(STRAIGHT)(hand) and _missing(hand, 3) == places and not _is_next_to_a_missing_rank(hand)
                ),
            )
            for first, second in combinations(range(5), 2)
        },
        "a five-high straight that needs both jokers": (
            _ranks("A2", 5),
            lambda hand: (
                _two(STRAIGHT)(hand)
                and _run(_values(_without_jokers(hand)), 3) == 5
                and not _run(_values(_without_jokers(hand)), 4)
            ),
        ),
        "three of a kind with both jokers": (_any(5), _two(THREE)),
    }
    return {name: (_with_jokers("?R", "?B", deal=deal), shows) for name, (deal, shows) in sorts.items()}


_register(tc_6, _fives())
_register(tc_6, _straights_in_one_colour("?R", "?B"))
_register(
    tc_6,
    {
        name: SIXES[name]
        for name in SIXES
        if name.startswith(
            (
                "a straight flush that one card completes",
                "four cards of a straight flush of the other colour",
                "three of a kind that the joker completes",
                "three of a kind whose fourth is of the other colour",
                "four of a kind and a fifth card that cannot be better",
                "two pair that become a full house",
                "a flush whose ace is in the hand",
                "a five-high straight for the joker",
                "a five-high straight flush for the joker",
                "an ace-high straight flush in the hand",
                "a pair that becomes three of a kind",
                "a pair that the joker cannot join",
                "nothing but a pair for the joker",
            )
        )
    },
)
_register(
    tc_6,
    {
        name: SEVENS[name]
        for name in (
            "a straight flush and a higher card of its suit",
            "a five-high straight flush and a higher card of its suit",
            "four of a kind and three of another",
            "three of a kind and two pair",
            "a flush and a straight",
            "a straight and three of a kind",
            "three pairs and a seventh card above the third",
            "a pair below three other cards",
            "a high card",
        )
    },
)


_declare_choices(tc_6)
_declare_choices_with_a_joker(tc_6)


# Of 552 hands or so, four of a kind are in one only: whoever tries just some of them misses it.
for _red, _first in product(range(4), JOKERS):

    @tc_6.kind(f"two of one rank in both colours, {_red} of three others red, both jokers, the {COLOURS[_first]} first")
    def _one_hand_of_all(rng: Random, red: int = _red, first: str = _first) -> Inputs:
        pair, *others = rng.sample(RANKS, 4)
        suits = [rng.choice(RED if place < red else BLACK) for place in range(3)]
        cards = [pair + rng.choice(RED), pair + rng.choice(BLACK), *map("".join, zip(others, suits, strict=True))]
        hand = rng.sample([*cards, "", ""], 7)
        jokers = iter(sorted(JOKERS, key=lambda joker: joker != first))
        return {"hand": [card or next(jokers) for card in hand]}


@tc_6.kind("any hand with one joker", weight=8)
def _wild_hand(rng: Random) -> Inputs:
    return {"hand": rng.sample([*rng.sample(DECK, 6), rng.choice(list(JOKERS))], 7)}


for _code_of_type, _type in enumerate(TYPES):
    tc_6.requires(f"{_type} as the best")(lambda case, code=_code_of_type: rank_of([*case["output_0"]])[0] == code)


for _suits_told, _five_low in {
    "a straight flush below five": "2H 3H 4H 5H",
    "the same ranks in several suits": "2H 3S 4D 5C",
}.items():
    tc_6.kind(f"{_suits_told}, and a joker", constant=True)(
        lambda rng, held=_five_low: {"hand": [*held.split(), "9S", "JD", "?R"]}
    )


tc_1.bound("hand", 7, 7, "seven different cards")
tc_2.bound("hand", 7, 7, "seven different cards")
tc_4.bound("hand", 7, 7, "seven different cards")
tc_5.bound("hand", 7, 7, "seven different cards")
tc_6.bound("hand", 7, 7, "seven different cards")


# --- the reference ranks hands in one way, this file in another ------------------------------------------


@proof("another way to rank seven cards", "ex2")
def ranked_alike(names: Mapping[str, Any]) -> Iterator[str]:
    """Order hands by what best_hand finds, and by what rank_of tells without choosing: the order is the same."""
    rng = Random("ranked alike")
    hands = [dealt(rng) for dealt in [_until(*sort) for sort in SEVENS.values()] for _ in range(20)]
    hands += [rng.sample(DECK, 7) for _ in range(3000)]
    rank, best_hand = names["hand_rank"], names["best_hand"]
    ranks = sorted({(rank_of(hand), rank(best_hand(list(hand)))) for hand in hands})
    for (one, found), (next_one, next_found) in pairwise(ranks):
        if not (one < next_one and found < next_found):
            yield f"best_hand finds {found} and {next_found} where the cards are worth {one} and {next_one}"
            return
