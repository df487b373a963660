"""Draws the inputs of the cases of lookup1, by kind; the reference provides the right answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import prod
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nbproctor import Sampler, proof
from poker_game import Card, Deck, Hand, poker_info

Inputs = dict[str, Any]
Cards = list[str]
Deal = Callable[[Random], Cards]
RankDraw = Callable[[Random], str]
Shows = Callable[[Cards], bool]
Lines = list[str]

RANKS = "".join(poker_info["RANKS"])  # 23456789TJQKA
SUITS = "SHDC"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NAMES = list(poker_info["CARDS"])

FIVE_HIGH = "A2345"
ACE_HIGH = "TJQKA"

tc_1 = Sampler(count=70)
tc_2 = Sampler(count=70)
tc_3 = Sampler(count=70)
tc_4 = Sampler(count=70)
tc_5 = Sampler(count=60)
tc_6 = Sampler(count=120)
tc_7 = Sampler(count=90)
tc_8 = Sampler(count=70)
tc_9 = Sampler(count=40)


class Sort(NamedTuple):
    """A sort of hands: how one is dealt, and what tells that a hand is one."""

    deal: Deal
    shows: Shows


# --- what the samplers know of hands ------------------------------------------------------------------------


def _counts(cards: Iterable[str]) -> Counter[str]:
    return Counter(card[0] for card in cards)


def _ranks(cards: Iterable[str]) -> str:
    """Return the ranks, the weakest first."""
    return "".join(sorted((card[0] for card in cards), key=RANKS.index))


def _times(cards: Iterable[str]) -> str:
    """Return how often each rank occurs, that of the weakest first."""
    held = _counts(cards)
    return "".join(str(held[rank]) for rank in RANKS if rank in held)


def _is_flush(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def _is_straight(ranks: Iterable[str]) -> bool:
    in_order = _ranks(set(ranks))
    return len(in_order) == 5 and (in_order in RANKS or in_order == _ranks(FIVE_HIGH))


def _category(cards: Cards) -> str:
    match "".join(sorted(_times(cards))), _is_straight(_ranks(cards)), _is_flush(cards):
        case "11111", True, True:
            return "royal flush" if _ranks(cards) == ACE_HIGH else "straight flush"
        case "11111", straight, flush:
            return "flush" if flush else "straight" if straight else "high card"
        case times, _, _:
            of_a_kind = {"14": "four of a kind", "23": "full house", "113": "three of a kind", "122": "two pair"}
            return of_a_kind.get(times, "pair")


# --- dealing hands of one sort ------------------------------------------------------------------------------


def _suited(ranks: RankDraw, suits: str = SUITS) -> Deal:
    def deal(rng: Random) -> Cards:
        suit = rng.choice(suits)
        return _mixed(rng, [rank + suit for rank in ranks(rng)])

    return deal


def _unsuited(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Cards:
        held = Counter(ranks(rng))
        while _is_flush(cards := [rank + suit for rank, n in held.items() for suit in rng.sample(SUITS, n)]):
            pass
        return _mixed(rng, cards)

    return deal


def _mixed(rng: Random, cards: Cards) -> Cards:
    return rng.sample(cards, len(cards))


def _exactly(ranks: str) -> RankDraw:
    return lambda rng: ranks


def _groups(times: str) -> RankDraw:
    """Draw ranks that occur so often, the weakest first."""

    def draw(rng: Random) -> str:
        ranks = _ranks(rng.sample(RANKS, len(times)))
        return "".join(rank * int(n) for rank, n in zip(ranks, times, strict=True))

    return draw


def _inner_run(rng: Random) -> str:
    """Draw a straight without a two and an ace."""
    start = rng.randrange(1, len(RANKS) - 5)
    return RANKS[start : start + 5]


def _round_the_ace(rng: Random) -> str:
    return rng.choice(["JQKA2", "QKA23", "KA234"])


def _almost_a_run(rng: Random) -> str:
    """Draw five of six ranks in a row, both ends among them."""
    start, hole = rng.randrange(len(RANKS) - 5), rng.randrange(1, 5)
    run = RANKS[start : start + 6]
    return run[:hole] + run[hole + 1 :]


def _almost_five_high(rng: Random) -> str:
    """Draw an ace, three of 2 3 4 5, and a rank with which they make no straight."""
    return "A" + "".join(rng.sample("2345", 3)) + rng.choice("6789TJQK")


def _unconnected(rng: Random) -> str:
    while _is_straight(ranks := "".join(rng.sample(RANKS, 5))):
        pass
    return ranks


# --- sorts of hands: the exercises 2, 3, 4 and 6 --------------------------------------------------------------

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
_EXACTLY = {
    "four aces and a king": "KAAAA",
    "four twos and a three": "22223",
    "a full house of three aces and two kings": "KKAAA",
    "a full house of three twos and two threes": "22233",
    "the strongest two pairs": "QKKAA",
    "the weakest pair": "22345",
    "a five-high straight": "2345A",
    "a six-high straight": "23456",
    "an ace-high straight": ACE_HIGH,
    "the weakest high card": "23457",
    "the strongest high card": "9JQKA",
}
_EXACTLY_SUITED = {
    "a five-high straight flush": "2345A",
    "a six-high straight flush": "23456",
    "a royal flush": ACE_HIGH,
    "the weakest flush": "23457",
    "the strongest flush": "9JQKA",
}

# The places of two cards of the same rank; all others differ.
_TWINS = {
    "a pair that was dealt first and second": (0, 1),
    "a pair that was dealt second and third": (1, 2),
    "a pair that was dealt third and fourth": (2, 3),
    "a pair that was dealt fourth and fifth": (3, 4),
    "a pair that was dealt first and last": (0, 4),
    "a pair that was dealt first and third": (0, 2),
    "a pair that was dealt first and fourth": (0, 3),
    "a pair that was dealt second and fourth": (1, 3),
    "a pair that was dealt second and last": (1, 4),
    "a pair that was dealt third and last": (2, 4),
}


def _sorts() -> dict[str, Sort]:
    sorts = {
        name: Sort(_unsuited(_groups(times)), lambda cards, times=times: _times(cards) == times)
        for name, times in _TIMES.items()
    }
    for name, ranks in _EXACTLY.items():
        sorts[name] = Sort(
            _unsuited(_exactly(ranks)), lambda cards, ranks=ranks: _ranks(cards) == ranks and not _is_flush(cards)
        )
    for name, ranks in _EXACTLY_SUITED.items():
        sorts[name] = Sort(
            _suited(_exactly(ranks)), lambda cards, ranks=ranks: _ranks(cards) == ranks and _is_flush(cards)
        )
    for word, dealt, suited in (("a high card", _unsuited, False), ("a flush", _suited, True)):
        for name, (draw, shows) in _near_straights().items():
            sorts[f"{word} {name}"] = Sort(
                dealt(draw),
                lambda cards, shows=shows, suited=suited: shows(_ranks(cards)) and _is_flush(cards) is suited,
            )
    for name, places in _TWINS.items():
        sorts[name] = Sort(_twins(*places), lambda cards, places=places: _twin_places(cards) == list(places))
    return sorts | {
        "a straight without a two and an ace": Sort(
            _unsuited(_inner_run), lambda cards: _category(cards) == "straight" and not {"2", "A"} & set(_ranks(cards))
        ),
        "a straight flush without a two and an ace": Sort(
            _suited(_inner_run),
            lambda cards: _category(cards) == "straight flush" and not {"2", "A"} & set(_ranks(cards)),
        ),
        "a high card with four cards of one suit": Sort(
            _four_suited, lambda cards: _category(cards) == "high card" and 4 in Counter(c[1] for c in cards).values()
        ),
    }


def _near_straights() -> dict[str, tuple[RankDraw, Callable[[str], bool]]]:
    return {
        "whose ranks run round the ace": (_round_the_ace, lambda ranks: ranks in ("2JQKA", "23QKA", "234KA")),
        "one rank short of a straight": (
            _almost_a_run,
            lambda ranks: len(set(ranks)) == 5 and RANKS.index(ranks[-1]) - RANKS.index(ranks[0]) == 5,
        ),
        "one rank short of five-high": (
            _almost_five_high,
            lambda ranks: len(set(ranks)) == 5 and "A" in ranks and len(set(FIVE_HIGH) & set(ranks)) == 4,
        ),
        "of any ranks": (_unconnected, lambda ranks: len(set(ranks)) == 5 and not _is_straight(ranks)),
    }


def _twins(one: int, other: int) -> Deal:
    """Deal a pair at these two places."""

    def deal(rng: Random) -> Cards:
        twin, *others = rng.sample(RANKS, 4)
        cards = [rank + rng.choice(SUITS) for rank in others]
        for place, suit in zip((one, other), rng.sample(SUITS, 2), strict=True):
            cards.insert(place, twin + suit)
        return cards

    return deal


def _twin_places(cards: Cards) -> list[int]:
    held = _counts(cards)
    return [place for place, card in enumerate(cards) if held[card[0]] == 2]


def _four_suited(rng: Random) -> Cards:
    suit, other = rng.sample(SUITS, 2)
    first, *others = _unconnected(rng)
    return _mixed(rng, [first + other, *(rank + suit for rank in others)])


# --- exercise 1: hands whose suits differ or not ---------------------------------------------------------------


def _flush_sorts() -> dict[str, Sort]:
    sorts: dict[str, Sort] = {}
    for suit, name in SUIT_NAMES.items():
        sorts[f"a flush of {name}"] = Sort(
            _suited(_unconnected, suit), lambda cards, suit=suit: _category(cards) == "flush" and cards[0][1] == suit
        )
        sorts[f"a straight flush of {name}"] = Sort(
            _suited(_inner_run, suit),
            lambda cards, suit=suit: _category(cards) == "straight flush" and cards[0][1] == suit,
        )
    for place, word in enumerate(("first", "second", "third", "fourth", "fifth")):
        sorts[f"a {word} card of another suit"] = Sort(
            _odd_one(place), lambda cards, place=place: _odd_places(cards) == [place]
        )
    return sorts


def _odd_one(place: int) -> Deal:
    def deal(rng: Random) -> Cards:
        suit, other = rng.sample(SUITS, 2)
        return [rank + (other if at == place else suit) for at, rank in enumerate(rng.sample(RANKS, 5))]

    return deal


def _odd_places(cards: Cards) -> list[int]:
    """Return the place of the card whose suit differs from that of the other four."""
    suits = Counter(card[1] for card in cards)
    return [place for place, card in enumerate(cards) if suits[card[1]] == 1] if 4 in suits.values() else []


def _in_suits(suits: str) -> Deal:
    """Deal five different ranks in these suits."""
    return lambda rng: _mixed(rng, [rank + suit for rank, suit in zip(rng.sample(RANKS, 5), suits, strict=True)])


def _until(deal: Deal, place: int, suit: str) -> Deal:
    """Deal again until the card at this place is of this suit."""

    def dealt(rng: Random) -> Cards:
        while (cards := deal(rng))[place][1] != suit:
            pass
        return cards

    return dealt


def _with_a_mean() -> dict[str, Sort]:
    """Return sorts of hands of several suits whose bits add up to five times a suit's, as those of a flush do."""
    sums = {5 << place: suit for place, suit in enumerate(SUITS)}
    sorts = {}
    for held in map("".join, combinations_with_replacement(SUITS, 5)):
        mean = sums.get(sum(1 << SUITS.index(suit) for suit in held))
        if mean is None or held == mean * 5:
            continue
        name = f"the suits {held}, whose bits have a suit's bit as their mean"
        shows = partial(_holds_suits, held)
        sorts[name] = Sort(_in_suits(held), shows)
        for place, words in ((0, "first"), (-1, "last")) if mean in held else ():
            sorts[f"{name}, that of the {words} card"] = Sort(
                _until(_in_suits(held), place, mean),
                lambda cards, shows=shows, place=place, mean=mean: shows(cards) and cards[place][1] == mean,
            )
    return sorts


def _holds_suits(suits: str, cards: Cards) -> bool:
    return sorted(suits) == sorted(card[1] for card in cards)


def _unlike_suits() -> dict[str, Sort]:
    def suits(cards: Cards) -> str:
        return "".join(str(n) for n in sorted(Counter(card[1] for card in cards).values(), reverse=True))

    def dealt(pattern: str) -> Deal:
        def deal(rng: Random) -> Cards:
            drawn = zip(rng.sample(SUITS, len(pattern)), pattern, strict=True)
            return _mixed(
                rng,
                [
                    rank + suit
                    for rank, suit in zip(
                        rng.sample(RANKS, 5), "".join(suit * int(n) for suit, n in drawn), strict=True
                    )
                ],
            )

        return deal

    sorts = {
        name: Sort(dealt(pattern), lambda cards, pattern=pattern: suits(cards) == pattern)
        for name, pattern in {
            "three cards of one suit and two of another": "32",
            "three cards of one suit and two of two others": "311",
            "two cards of one suit and two of another": "221",
            "all four suits": "2111",
        }.items()
    }
    return (
        _with_a_mean()
        | sorts
        | {
            "no flush, and all cards tens or higher": Sort(
                _unsuited(_exactly(ACE_HIGH)),
                lambda cards: set(_ranks(cards)) == set(ACE_HIGH) and not _is_flush(cards),
            ),
            "no flush, and four cards of one rank": Sort(_unsuited(_groups("41")), lambda cards: "4" in _times(cards)),
            "five cards of any kind": Sort(lambda rng: rng.sample(NAMES, 5), lambda cards: True),
        }
    )


def _alike_keys() -> dict[str, Sort]:
    """Return sorts of hands with a key of 13 bits that is the product of other hands: they belong to two memos."""
    primes = dict(zip(RANKS, (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True))
    different = {sum(1 << RANKS.index(rank) for rank in ranks): "".join(ranks) for ranks in combinations(RANKS, 5)}
    equal = {
        "".join(ranks): different.get(prod(primes[rank] for rank in ranks), "")
        for ranks in combinations_with_replacement(RANKS, 5)
        if 1 < len(set(ranks)) < 5
    }
    products = [ranks for ranks, key in equal.items() if key]
    keys = [key for key in equal.values() if key]
    return {
        "equal ranks whose product is a key of 13 bits": Sort(
            _unsuited(lambda rng: rng.choice(products)), lambda cards: _ranks(cards) in products
        ),
        "different ranks whose key is a product of equal ones": Sort(
            _unsuited(lambda rng: rng.choice(keys)), lambda cards: _ranks(cards) in keys and not _is_flush(cards)
        ),
        "a flush whose key is a product of equal ranks": Sort(
            _suited(lambda rng: rng.choice(keys)), lambda cards: _ranks(cards) in keys and _is_flush(cards)
        ),
    }


def _all_pairs_of_ranks() -> dict[str, Sort]:
    """Return sorts of five different ranks in which every two ranks meet: none may be taken for another."""
    apart = set(combinations(RANKS, 2))
    sorts = {}
    while apart:
        held = max(combinations(RANKS, 5), key=lambda ranks: len(apart.intersection(combinations(ranks, 2))))
        apart.difference_update(combinations(held, 2))
        ranks = "".join(held)
        sorts[f"five different ranks, {', '.join(held)}"] = Sort(
            _unsuited(lambda rng, ranks=ranks: ranks), lambda cards, ranks=ranks: set(_ranks(cards)) == set(ranks)
        )
    return sorts


def _hand(cards: Cards) -> Inputs:
    return {"hand": Hand.from_str(" ".join(cards))}


def _declare(sampler: Sampler, sorts: Mapping[str, Sort], weights: Mapping[str, int] | None = None) -> None:
    """Let the sampler draw hands of these sorts, and require that it does."""
    for name, (deal, shows) in sorts.items():
        weight = (weights or {}).get(name, 1)
        sampler.kind(name, weight=weight)(lambda rng, deal=deal: _hand(deal(rng)))
        sampler.requires(name)(lambda case, shows=shows: shows([card.name for card in case["hand"]]))


_declare(tc_1, _flush_sorts() | _unlike_suits(), {"five cards of any kind": 5})
_declare(tc_2, _sorts())
_declare(tc_3, _sorts() | _all_pairs_of_ranks())
_declare(tc_4, _sorts())
_declare(tc_6, _sorts() | _flush_sorts() | _unlike_suits() | _alike_keys(), {"five cards of any kind": 5})


# --- exercise 5: lines of the tables ---------------------------------------------------------------------------

_DATA = Path(__file__).parent / "resource" / "asnlib" / "publicdata"
_FLUSH, _UNIQUE_FIVE, _DUPE = (
    (_DATA / f"{name}_lookup.txt").read_text(encoding="ascii").splitlines(keepends=True)
    for name in ("flush", "unique_five", "dupe")
)


def _lines(flush: Lines, unique_five: Lines, dupe: Lines) -> Inputs:
    return {"flush_lines": flush, "unique_five_lines": unique_five, "dupe_lines": dupe}


def _some(rng: Random, table: Lines, least: int = 2, most: int = 12) -> Lines:
    """Choose lines of a table, in its order."""
    return [table[place] for place in sorted(rng.sample(range(len(table)), rng.randint(least, most)))]


def _some_of_each(rng: Random) -> list[Lines]:
    return [_some(rng, table) for table in (_FLUSH, _UNIQUE_FIVE, _DUPE)]


def _renumbered(rng: Random, lines: Lines, digits: int = 4) -> Lines:
    """Give lines other strengths, with so many digits at most."""
    numbers = rng.sample(range(1, 10**digits), len(lines))
    return [f"{line[:11]}{number}\n" for line, number in zip(lines, numbers, strict=True)]


@tc_5.kind("lines as in the files", weight=3)
def _as_in_the_files(rng: Random) -> Inputs:
    return _lines(*_some_of_each(rng))


@tc_5.kind("lines in any order", weight=2)
def _in_any_order(rng: Random) -> Inputs:
    return _lines(*(_mixed(rng, lines) for lines in _some_of_each(rng)))


@tc_5.kind("other strengths than in the files", weight=4)
def _other_strengths(rng: Random) -> Inputs:
    return _lines(*(_renumbered(rng, lines) for lines in _some_of_each(rng)))


@tc_5.kind("strengths of one digit")
def _one_digit(rng: Random) -> Inputs:
    return _lines(*(_renumbered(rng, _some(rng, table, 2, 6), digits=1) for table in (_FLUSH, _UNIQUE_FIVE, _DUPE)))


@tc_5.kind("strengths of four digits")
def _four_digits(rng: Random) -> Inputs:
    numbered = [_renumbered(rng, lines) for lines in _some_of_each(rng)]
    return _lines(*([f"{line[:11]}{1000 + int(line[11:]) % 9000}\n" for line in lines] for lines in numbered))


@tc_5.kind("no line breaks")
def _no_line_breaks(rng: Random) -> Inputs:
    return _lines(*([line.rstrip("\n") for line in lines] for lines in _some_of_each(rng)))


@tc_5.kind("no line break at the end", weight=2)
def _no_last_line_break(rng: Random) -> Inputs:
    return _lines(*([*lines[:-1], lines[-1].rstrip("\n")] for lines in _some_of_each(rng)))


def _register_line_breaks(name: str, has_break: Callable[[int, int], bool]) -> None:
    """Let lines have a line break or not, as a function says of each by its place and how many there are."""

    def line(rng: Random, start: str, place: int, count: int) -> str:
        return f"{start}{rng.randint(100, 999)}" + "\n" * has_break(place, count)

    @tc_5.kind(name)
    def draw(rng: Random) -> Inputs:
        return _lines(
            *(
                [line(rng, each[:11], place, len(lines)) for place, each in enumerate(lines)]
                for lines in _some_of_each(rng)
            )
        )


_register_line_breaks("a line break in the last lines alone", lambda place, count: place == count - 1)
_register_line_breaks("no line break in the first lines", lambda place, count: place > 0)
_register_line_breaks("a line break in some lines", lambda place, count: (place + count) % 3 == 0)


@tc_5.kind("a single line in each list")
def _single_lines(rng: Random) -> Inputs:
    return _lines(*([rng.choice(table)] for table in (_FLUSH, _UNIQUE_FIVE, _DUPE)))


@tc_5.kind("nothing but a list of flushes")
def _only_flushes(rng: Random) -> Inputs:
    return _lines(_some(rng, _FLUSH), [], [])


@tc_5.kind("nothing but a list of five different ranks")
def _only_unique_fives(rng: Random) -> Inputs:
    return _lines([], _some(rng, _UNIQUE_FIVE), [])


@tc_5.kind("nothing but a list of equal ranks")
def _only_dupes(rng: Random) -> Inputs:
    return _lines([], [], _some(rng, _DUPE))


@tc_5.kind("three empty lists", constant=True)
def _empty_lists(rng: Random) -> Inputs:
    return _lines([], [], [])


@tc_5.kind("the same ranks as a flush and not as a flush", weight=2)
def _same_ranks(rng: Random) -> Inputs:
    places = sorted(rng.sample(range(10, 1287), 8))
    return _lines([_FLUSH[place] for place in places], [_UNIQUE_FIVE[place] for place in places], _some(rng, _DUPE))


@tc_5.kind("straights, five-high among them")
def _straights(rng: Random) -> Inputs:
    rest = rng.sample(range(9), 4)
    tables = ([table[place] for place in [*rest, 9]] for table in (_FLUSH, _UNIQUE_FIVE))
    return _lines(*tables, _some(rng, _DUPE))


@tc_5.kind("equal ranks of every category", weight=2)
def _every_dupe(rng: Random) -> Inputs:
    dupes = [rng.choice([line for line in _DUPE if line.startswith(label)]) for label in ("4K", "FH", "3K", "2P", "1P")]
    return _lines(_some(rng, _FLUSH), _some(rng, _UNIQUE_FIVE), dupes)


# Whoever knows a strength by heart is wrong about it.
@tc_5.kind("all straights, with other strengths")
def _renumbered_straights(rng: Random) -> Inputs:
    tables = (_mixed(rng, [line for line in table if line[:2] in ("SF", "ST")]) for table in (_FLUSH, _UNIQUE_FIVE))
    return _lines(*(_renumbered(rng, lines) for lines in tables), _renumbered(rng, _some(rng, _DUPE)))


@tc_5.kind("the first and the last line of each category, with other strengths")
def _renumbered_extremes(rng: Random) -> Inputs:
    def extremes(table: Lines) -> Lines:
        by_category = ([line for line in table if line[:2] == label] for label in sorted({each[:2] for each in table}))
        return [line for lines in by_category for line in (lines[0], lines[-1])]

    return _lines(*(_renumbered(rng, _mixed(rng, extremes(table))) for table in (_FLUSH, _UNIQUE_FIVE, _DUPE)))


@tc_5.kind("the same two ranks three to two and two to three")
def _mirrored_houses(rng: Random) -> Inputs:
    one, two = _ranks(rng.sample(RANKS, 2))
    houses = [line for line in _DUPE if line[4:9] in (one * 3 + two * 2, two * 3 + one * 2)]
    return _lines(_some(rng, _FLUSH), _some(rng, _UNIQUE_FIVE), houses)


@tc_5.kind("many lines")
def _many_lines(rng: Random) -> Inputs:
    return _lines(*(_some(rng, table, 60, 90) for table in (_FLUSH, _UNIQUE_FIVE, _DUPE)))


def _tables(case: Mapping[str, Any]) -> list[Lines]:
    return [case[f"{name}_lines"] for name in ("flush", "unique_five", "dupe")]


def _strengths(lines: Lines) -> list[int]:
    return [int(line[11:]) for line in lines]


for _name, _shows in {
    "lines in the order of their strengths": lambda tables: all(
        len(lines) > 1 and _strengths(lines) == sorted(_strengths(lines)) for lines in tables
    ),
    "lines in another order": lambda tables: all(_strengths(lines) != sorted(_strengths(lines)) for lines in tables),
    "other strengths than in the files": lambda tables: all(
        lines and not set(lines) & {*_FLUSH, *_UNIQUE_FIVE, *_DUPE} for lines in tables
    ),
    "no strength of more than one digit": lambda tables: all(lines and max(_strengths(lines)) < 10 for lines in tables),
    "no strength of less than four digits": lambda tables: all(
        lines and min(_strengths(lines)) > 999 for lines in tables
    ),
    "no line break at all": lambda tables: all(lines and not any("\n" in line for line in lines) for lines in tables),
    "a last line without a line break": lambda tables: all(
        len(lines) > 1 and "\n" in lines[0] and "\n" not in lines[-1] for lines in tables
    ),
    "a single line in each list": lambda tables: [len(lines) for lines in tables] == [1, 1, 1],
    "only flushes": lambda tables: [bool(lines) for lines in tables] == [True, False, False],
    "only five different ranks": lambda tables: [bool(lines) for lines in tables] == [False, True, False],
    "only equal ranks": lambda tables: [bool(lines) for lines in tables] == [False, False, True],
    "three empty lists": lambda tables: not any(tables),
    "the same ranks in the first two lists": lambda tables: (
        {line[4:9] for line in tables[0]} == {line[4:9] for line in tables[1]} != set()
    ),
    "five-high": lambda tables: all(any(line[4:9] == "5432A" for line in lines) for lines in tables[:2]),
    "equal ranks of every category": lambda tables: {line[:2] for line in tables[2]} == {"4K", "FH", "3K", "2P", "1P"},
    "a full house and its mirror image": lambda tables: (
        {line[:2] for line in tables[2]} == {"FH"} and len({frozenset(line[4:9]) for line in tables[2]}) == 1
    ),
    "more than fifty lines in each list": lambda tables: min(map(len, tables)) > 50,
}.items():
    tc_5.requires(_name)(lambda case, shows=_shows: shows(_tables(case)))


# --- exercise 7: where categories begin and end ------------------------------------------------------------------

# How many strengths there are of each category, the strongest first.
_SIZES = {
    "royal flush": 1,
    "straight flush": 9,
    "four of a kind": 156,
    "full house": 156,
    "flush": 1277,
    "straight": 10,
    "three of a kind": 858,
    "two pair": 858,
    "pair": 2860,
    "high card": 1277,
}


def _bounds() -> Iterator[tuple[str, int, int]]:
    """Go through the categories with the first and the last strength of each."""
    first = 1
    for category, size in _SIZES.items():
        yield category, first, first + size - 1
        first += size


def _fixed(strength: int) -> Callable[[Random], Inputs]:
    return lambda rng: {"strength": strength}


for _category_name, _first, _last in _bounds():
    for _word, _strength_of_it in {"first": _first, "last": _last}.items():
        tc_7.kind(f"the {_word} {_category_name}", constant=True)(_fixed(_strength_of_it))
        tc_7.requires(f"the {_word} {_category_name}")(lambda case, it=_strength_of_it: case["strength"] == it)
    if _last > _first:
        tc_7.kind(f"some {_category_name}", weight=2)(
            lambda rng, first=_first, last=_last: {"strength": rng.randrange(first + 1, last)}
        )
        tc_7.requires(f"some {_category_name}")(lambda case, first=_first, last=_last: first < case["strength"] < last)


@tc_7.kind("any strength", weight=3)
def _any_strength(rng: Random) -> Inputs:
    return {"strength": rng.randint(1, 7462)}


# --- exercise 8: a shuffled deck, and what of the hand is kept ----------------------------------------------------


def _deal(rng: Random, *groups: int) -> tuple[Deck, list[int]]:
    """Shuffle a deck until its hand has ranks that occur so often; return these ranks' numbers as well."""
    while True:
        deck = Deck().shuffle(rng)
        held = Counter(card.value_i for card in deck[:5])
        if sorted(held.values()) == sorted(groups):
            return deck, [rank for rank, _ in held.most_common()]


def _elsewhere(rng: Random, deck: Deck, count: int) -> set[int]:
    """Draw ranks that are not in the hand."""
    return set(rng.sample(sorted(set(range(13)) - {card.value_i for card in deck[:5]}), count))


def _kept(deck: Deck, keep: set[int]) -> list[int]:
    """Return the places of the hand's cards that are kept."""
    return [place for place, card in enumerate(deck[:5]) if card.value_i in keep]


def _until_met_again(rng: Random, place: int) -> Deck:
    """Shuffle a deck until its hand has the rank of the card in this place."""
    while not _kept(deck := Deck().shuffle(rng), {deck[place].value_i}):
        pass
    return deck


@tc_8.kind("nothing is kept", weight=2)
def _keep_nothing(rng: Random) -> Inputs:
    return {"deck": Deck().shuffle(rng), "keep": set()}


@tc_8.kind("only ranks are kept that the hand does not have", weight=2)
def _keep_absent(rng: Random) -> Inputs:
    deck, _ = _deal(rng, 2, 1, 1, 1)
    return {"deck": deck, "keep": _elsewhere(rng, deck, rng.randint(1, 3))}


@tc_8.kind("a rank is kept that only the new cards have", weight=2)
def _keep_what_comes(rng: Random) -> Inputs:
    while True:
        deck = Deck().shuffle(rng)
        coming = {card.value_i for card in deck[5:8]} - {card.value_i for card in deck[:5]}
        if coming:
            return {"deck": deck, "keep": {rng.choice(sorted(coming))}}


for _place in range(5, 10):

    @tc_8.kind(f"new card {_place - 4} has a rank that is kept")
    def _keep_and_meet_again(rng: Random, place: int = _place) -> Inputs:
        deck = _until_met_again(rng, place)
        return {"deck": deck, "keep": {deck[place].value_i}}

    tc_8.requires(f"new card {_place - 4} has a rank that is kept")(
        lambda case, place=_place: (
            0 < len(_kept(case["deck"], case["keep"])) < 5 and case["deck"][place].value_i in case["keep"]
        )
    )


@tc_8.kind("all cards are kept", weight=2)
def _keep_all(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 2, 1, 1, 1)
    return {"deck": deck, "keep": set(ranks)}


@tc_8.kind("all ranks there are")
def _keep_every_rank(rng: Random) -> Inputs:
    return {"deck": Deck().shuffle(rng), "keep": set(range(13))}


@tc_8.kind("one card is kept", weight=3)
def _keep_one(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 1, 1, 1, 1, 1)
    return {"deck": deck, "keep": {rng.choice(ranks)}}


@tc_8.kind("four cards are kept", weight=3)
def _keep_four(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 1, 1, 1, 1, 1)
    return {"deck": deck, "keep": set(rng.sample(ranks, 4))}


@tc_8.kind("a pair is kept", weight=3)
def _keep_pair(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 2, 1, 1, 1)
    return {"deck": deck, "keep": {ranks[0]}}


@tc_8.kind("two pairs are kept", weight=2)
def _keep_two_pairs(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 2, 2, 1)
    return {"deck": deck, "keep": set(ranks[:2]) | _elsewhere(rng, deck, 1)}


@tc_8.kind("three of a kind are kept", weight=2)
def _keep_three(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 3, 1, 1)
    return {"deck": deck, "keep": {ranks[0]}}


@tc_8.kind("twos are kept, whose number is 0", weight=3)
def _keep_twos(rng: Random) -> Inputs:
    while not (kept := _kept(deck := Deck().shuffle(rng), {0})) or len(kept) > 2:
        pass
    return {"deck": deck, "keep": {0}}


@tc_8.kind("the last card alone is kept", weight=2)
def _keep_last(rng: Random) -> Inputs:
    deck, _ = _deal(rng, 1, 1, 1, 1, 1)
    return {"deck": deck, "keep": {deck[4].value_i}}


@tc_8.kind("the first card is swapped, the others are kept", weight=2)
def _swap_first(rng: Random) -> Inputs:
    deck, _ = _deal(rng, 1, 1, 1, 1, 1)
    return {"deck": deck, "keep": {card.value_i for card in deck[1:5]}}


@tc_8.kind("no more than ten cards", weight=3)
def _ten_cards(rng: Random) -> Inputs:
    deck, ranks = _deal(rng, 2, 1, 1, 1)
    del deck[10:]
    return {"deck": deck, "keep": rng.choice([set(), {ranks[0]}, set(ranks[2:])])}


# What differs from the first in one respect: in the ranks that are kept, or in the cards that are new.
_NAMED = "3D KS 3S 6S 6H 7D KH JS 9D 5D AC"
for _name, _dealt_names, _ranks_kept in (
    ("threes are kept of a certain deck", _NAMED, {1}),
    ("sixes are kept of the same deck", _NAMED, {4}),
    ("threes are kept of the same hand, with other new cards", "3D KS 3S 6S 6H AC 5D 9D JS KH 7D", {1}),
    ("threes are kept of the same cards in another order", "KS 3S 6H 3D 6S 7D KH JS 9D 5D AC", {1}),
):
    tc_8.kind(_name, constant=True)(
        lambda rng, names=_dealt_names, keep=_ranks_kept: {"deck": Hand.from_str(names), "keep": set(keep)}
    )

for _name, _places in {
    "nothing kept": lambda deck, keep: not keep,
    "only ranks kept that the hand does not have": lambda deck, keep: bool(keep) and not _kept(deck, keep),
    "a rank kept that only the new cards have": lambda deck, keep: (
        not _kept(deck, keep) and any(card.value_i in keep for card in deck[5:8])
    ),
    "all cards kept": lambda deck, keep: len(_kept(deck, keep)) == 5 and len(keep) < 13,
    "all ranks there are": lambda deck, keep: len(keep) == 13,
    "one card kept": lambda deck, keep: len(_kept(deck, keep)) == 1,
    "four cards kept": lambda deck, keep: len(_kept(deck, keep)) == 4,
    "a pair kept": lambda deck, keep: len(_kept(deck, keep)) == 2 and len(keep) == 1,
    "two pairs kept": lambda deck, keep: (
        sorted(Counter(deck[place].value_i for place in _kept(deck, keep)).values()) == [2, 2]
    ),
    "three of a kind kept": lambda deck, keep: len(_kept(deck, keep)) == 3 and len(keep) == 1,
    "a two kept": lambda deck, keep: keep == {0} and bool(_kept(deck, keep)),
    "the last card alone kept": lambda deck, keep: _kept(deck, keep) == [4],
    "all but the first card kept": lambda deck, keep: _kept(deck, keep) == [1, 2, 3, 4],
    "no more than ten cards": lambda deck, keep: len(deck) == 10,
}.items():
    tc_8.requires(_name)(lambda case, shows=_places: bool(shows(case["deck"], case["keep"])))


# --- exercise 9: arrays of many hands -----------------------------------------------------------------------------

_BITS = {name: Card(name).b for name in NAMES}
_NAMES_OF_BITS = {bits: name for name, bits in _BITS.items()}
_DEALT = {
    "royal flush": _suited(_exactly(ACE_HIGH)),
    "straight flush": _suited(_inner_run),
    "four of a kind": _unsuited(_groups("41")),
    "full house": _unsuited(_groups("32")),
    "flush": _suited(_unconnected),
    "straight": _unsuited(_inner_run),
    "three of a kind": _unsuited(_groups("131")),
    "two pair": _unsuited(_groups("212")),
    "pair": _unsuited(_groups("1121")),
    "high card": _unsuited(_unconnected),
}
_SUITED = ("royal flush", "straight flush", "flush")
_UNLIKE = ("straight", "high card")
_EQUAL = ("four of a kind", "full house", "three of a kind", "two pair", "pair")


def _array(hands: Iterable[Cards]) -> Inputs:
    rows = [[_BITS[card] for card in cards] for cards in hands]
    return {"cards": np.array(rows, dtype=np.int64).reshape(len(rows), 5)}


def _of(rng: Random, categories: Iterable[str], least: int = 5, most: int = 30) -> Inputs:
    """Deal some hands of these categories, in any order."""
    chosen = rng.choices(list(categories), k=rng.randint(least, most))
    return _array(_DEALT[category](rng) for category in chosen)


@tc_9.kind("no hands at all", constant=True)
def _no_hands(rng: Random) -> Inputs:
    return _array([])


@tc_9.kind("a single hand", weight=2)
def _single_hand(rng: Random) -> Inputs:
    return _array([rng.sample(NAMES, 5)])


@tc_9.kind("one hand of each category", weight=3)
def _each_category(rng: Random) -> Inputs:
    return _array(deal(rng) for deal in _mixed(rng, list(_DEALT.values())))


@tc_9.kind("nothing but flushes")
def _all_flushes(rng: Random) -> Inputs:
    return _of(rng, _SUITED)


@tc_9.kind("nothing but hands of five different ranks, and no flush")
def _all_unlike(rng: Random) -> Inputs:
    return _of(rng, _UNLIKE)


@tc_9.kind("nothing but hands with equal ranks")
def _all_equal(rng: Random) -> Inputs:
    return _of(rng, _EQUAL)


@tc_9.kind("no flush")
def _no_flush(rng: Random) -> Inputs:
    return _of(rng, _UNLIKE + _EQUAL)


@tc_9.kind("no hand with equal ranks")
def _no_equal(rng: Random) -> Inputs:
    return _of(rng, _UNLIKE + _SUITED)


@tc_9.kind("the same ranks as a flush and not as a flush")
def _flush_and_not(rng: Random) -> Inputs:
    ranks = [_unconnected(rng) for _ in range(rng.randint(3, 20))]
    return _array(_mixed(rng, [deal(_exactly(each))(rng) for each in ranks for deal in (_suited, _unsuited)]))


@tc_9.kind("one hand many times")
def _one_hand_again(rng: Random) -> Inputs:
    cards = _DEALT[rng.choice(_EQUAL)](rng)
    return _array(_mixed(rng, cards) for _ in range(rng.randint(5, 30)))


@tc_9.kind("the strongest and the weakest of every category")
def _extremes(rng: Random) -> Inputs:
    ranks = [*_EXACTLY.values(), "KKAAA", "22233", "QKAAA", "22234", "22334"]
    suited = [_suited(_exactly(each))(rng) for each in _EXACTLY_SUITED.values()]
    return _array(_mixed(rng, suited + [_unsuited(_exactly(each))(rng) for each in ranks]))


@tc_9.kind("flushes of all four suits")
def _four_flushes(rng: Random) -> Inputs:
    return _array(_mixed(rng, [_suited(_unconnected, suit)(rng) for suit in SUITS * 3]))


@tc_9.kind("four cards of one suit, with another one at each place", weight=2)
def _almost_flushes(rng: Random) -> Inputs:
    return _array(_mixed(rng, [_odd_one(place)(rng) for place in range(5)] * 2))


# Arrays that are alike in their size, in their first hand, or in all but the order of the hands.
for _name, _two in {
    "a royal flush and a high card": ("AS KS QS JS TS", "TC 3H 5C JS 2D"),
    "a royal flush and four of a kind": ("AS KS QS JS TS", "AS AH AD AC KS"),
    "a high card and a royal flush": ("TC 3H 5C JS 2D", "AS KS QS JS TS"),
}.items():
    tc_9.kind(_name, constant=True)(lambda rng, two=_two: _array(names.split() for names in two))


@tc_9.kind("hands of any kind", weight=6)
def _any_hands(rng: Random) -> Inputs:
    return _array(rng.sample(NAMES, 5) for _ in range(rng.randint(30, 60)))


# More than any block in which somebody may work, and no multiple of one: prime numbers.
@tc_9.kind("more than a thousand hands")
def _many_hands(rng: Random) -> Inputs:
    count = rng.choice([1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061])
    return _array(rng.sample(NAMES, 5) for _ in range(count))


def _hands_in(case: Mapping[str, Any]) -> list[Cards]:
    return [[_NAMES_OF_BITS[bits] for bits in row] for row in case["cards"].tolist()]


for _name, _shows_all in {
    "no hands at all": lambda hands, held: not hands,
    "a single hand": lambda hands, held: len(hands) == 1,
    "one hand of each category": lambda hands, held: len(hands) == len(held) == 10,
    "nothing but flushes": lambda hands, held: len(hands) > 4 and held <= set(_SUITED),
    "nothing but five different ranks": lambda hands, held: len(hands) > 4 and held <= set(_UNLIKE),
    "nothing but equal ranks": lambda hands, held: len(hands) > 4 and held <= set(_EQUAL),
    "no flush, but both other kinds": lambda hands, held: (
        not held & set(_SUITED) and bool(held & set(_UNLIKE)) and bool(held & set(_EQUAL))
    ),
    "no equal ranks, but both other kinds": lambda hands, held: (
        not held & set(_EQUAL) and bool(held & set(_UNLIKE)) and bool(held & set(_SUITED))
    ),
    "the same ranks as a flush and not as a flush": lambda hands, held: held == {"flush", "high card"},
    "one hand many times": lambda hands, held: len(hands) > 4 and len({frozenset(cards) for cards in hands}) == 1,
    "the strongest and the weakest hand": lambda hands, held: (
        {ACE_HIGH, "23457"} <= {_ranks(cards) for cards in hands} and "royal flush" in held
    ),
    "a flush of each suit": lambda hands, held: len({cards[0][1] for cards in hands if _is_flush(cards)}) == 4,
    "four cards of one suit, with another one at each place": lambda hands, held: (
        {place for cards in hands for place in _odd_places(cards)} == set(range(5)) and not held & set(_EQUAL)
    ),
    "thirty to sixty hands": lambda hands, held: 30 <= len(hands) <= 60,
    "more than a thousand hands": lambda hands, held: len(hands) > 1000,
}.items():
    tc_9.requires(_name)(
        lambda case, shows=_shows_all: bool(shows(hands := _hands_in(case), {_category(cards) for cards in hands}))
    )


# --- all inputs that there can be, and the ladder ------------------------------------------------------------------


@tc_1.every
@tc_2.every
@tc_3.every
@tc_4.every
@tc_6.every
def _every_hand() -> Iterator[Inputs]:
    return ({"hand": Hand(cards)} for cards in combinations(Deck(), 5))


@tc_7.every
def _every_strength() -> Iterator[Inputs]:
    return ({"strength": strength} for strength in range(1, 7463))


def _classes() -> Iterator[Cards]:
    """Deal one hand of each of the 7,462 classes of equal strength."""
    for ranks in combinations_with_replacement(RANKS, 5):
        if len(set(ranks)) == 5:
            yield [rank + "H" for rank in ranks]
            yield [ranks[0] + "D", *(rank + "H" for rank in ranks[1:])]
        elif max(Counter(ranks).values()) < 5:
            # Equal ranks are neighbours, and at most four.
            yield [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]


def _order(cards: Cards) -> tuple[object, ...]:
    """Return what orders hands as the rules do: the category, then the commonest ranks, strong ones first."""
    place = -list(_SIZES).index(_category(cards))
    if set(_ranks(cards)) == set(FIVE_HIGH):
        return place, ((1, RANKS.index("5")),)
    return place, tuple(sorted(((n, RANKS.index(rank)) for rank, n in _counts(cards).items()), reverse=True))


@proof("the ladder of strength", "ex6", "ex7", "ex9")
def ladder(names: Mapping[str, Any]) -> Iterator[str]:
    """Go down the 7,462 classes, the strongest first: their strengths are 1, 2, 3 and so on."""
    steps = sorted(_classes(), key=_order, reverse=True)
    if len({_order(cards) for cards in steps}) != 7462:
        yield "the ladder in cases.py has not one step for each of the 7,462 classes of strength"
    for strength, cards in enumerate(steps, 1):
        found = names["get_strength"](_hand(cards)["hand"])
        if found != strength:
            yield f"{' '.join(cards)} has the strength {found}, and not {strength}"
            return
        if names["get_category"](strength) != _category(cards):
            yield f"{' '.join(cards)} is a {_category(cards)}, and {strength} is called otherwise"
            return
    if names["get_strengths"](_array(steps)["cards"]).tolist() != list(range(1, 7463)):
        yield "the strengths of one hand of each class, as an array, are not 1, 2, 3 and so on"


@proof("one key for each strength", "ex1", "ex2", "ex3", "ex4")
def keys(names: Mapping[str, Any]) -> Iterator[str]:
    """Look whether hands of different strength in one memo have different keys."""
    found: dict[tuple[bool, int], Cards] = {}
    for cards in _classes():
        hand = _hand(cards)["hand"]
        is_unique = names["check_unique_five"](hand)
        key = names["get_encoding"](hand) if is_unique else names["get_godel_number"](hand)
        memo = "flush" if names["check_flush"](hand) else "unique five" if is_unique else "dupe"
        if (memo, key) in found:
            yield f"{' '.join(cards)} and {' '.join(found[memo, key])} have the same key {key} in the {memo} memo"
            return
        found[memo, key] = cards
