"""Draws the inputs of the cases of challenge1, by kind; the reference provides the right answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

from nbproctor import Sampler, proof

Inputs = dict[str, Any]
Names = list[str]
Ranks = tuple[int, ...]
RankDraw = Callable[[Random], Ranks]
Deal = Callable[[Random], Names]

PUBLIC_DATA = Path(__file__).parent / "resource" / "asnlib" / "publicdata"

RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SUITS = "cdhs"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
NAME_OF = {number: name for name, number in RANKS.items()}
DECK = [rank + suit for rank in RANKS for suit in SUITS]
# Numbers that no card is named by, although they might be taken for a ten, a jack, a queen, a king, an ace or a two.
NUMBERS_THAT_ARE_NO_RANKS = ("0", "1", "11", "12", "13", "14", "20")

SIGNS = "-.;:/|_+*!?()'&"

WHEEL = (14, 5, 4, 3, 2)
BROADWAY = (14, 13, 12, 11, 10)
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
_NTH = ("first", "second", "third", "fourth", "fifth")

tc_1 = Sampler(count=100)
tc_2 = Sampler(count=70)
tc_3 = Sampler(count=150)
tc_4 = Sampler(count=170)
tc_5 = Sampler(count=100)
tc_6 = Sampler(count=100)
tc_7 = Sampler(count=100)


# --- what a hand is, told from the names of its cards --------------------------------------------------


def _rank(name: str) -> int:
    return RANKS[name[:-1]]


def _ranks(names: Names) -> Ranks:
    return tuple(sorted(map(_rank, names), reverse=True))


def _times(names: Names) -> str:
    """How often each rank occurs, the highest rank first."""
    held = Counter(_ranks(names))
    return "".join(str(held[rank]) for rank in sorted(held, reverse=True))


def _is_suited(names: Names) -> bool:
    return len({name[-1] for name in names}) == 1


def _is_straight(ranks: Ranks) -> bool:
    return len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == WHEEL)


def _type(names: Names) -> str:
    suited, straight = _is_suited(names), _is_straight(_ranks(names))
    if suited or straight:
        return "a straight flush" if suited and straight else "a flush" if suited else "a straight"
    times = "".join(sorted(_times(names), reverse=True))
    paired = {"41": "four of a kind", "32": "a full house", "311": "three of a kind", "221": "two pair"}
    return paired.get(times, "a pair" if times == "2111" else "a high card")


# --- drawing hands ---------------------------------------------------------------------------------------


def _hands() -> dict[str, Deal]:
    """Return what deals hands of every type, and near misses."""
    return {
        "a straight flush": _suited(_inner_run),
        "a straight flush that is the wheel": _suited(_exactly(WHEEL)),
        "a straight flush from six to two": _suited(_exactly((6, 5, 4, 3, 2))),
        "a straight flush up to the ace": _suited(_exactly(BROADWAY)),
        "four of a kind above the fifth card": _unsuited(_groups(4, 1)),
        "four of a kind below the fifth card": _unsuited(_groups(1, 4)),
        "a full house with the three above the pair": _unsuited(_groups(3, 2)),
        "a full house with the three below the pair": _unsuited(_groups(2, 3)),
        "a flush": _suited(_unconnected),
        "a flush with a two and an ace": _suited(_with_two_and_ace),
        "a flush whose ranks run round the ace": _suited(_round_the_ace),
        "a flush one rank short of a straight": _suited(_gapped_run),
        "a flush one rank short of the wheel": _suited(_almost_wheel),
        "a straight": _unsuited(_inner_run),
        "a straight that is the wheel": _unsuited(_exactly(WHEEL)),
        "a straight from six to two": _unsuited(_exactly((6, 5, 4, 3, 2))),
        "a straight up to the ace": _unsuited(_exactly(BROADWAY)),
        "a straight with four cards of one suit": _four_suited(_inner_run),
        "three of a kind above the other two": _unsuited(_groups(3, 1, 1)),
        "three of a kind between the other two": _unsuited(_groups(1, 3, 1)),
        "three of a kind below the other two": _unsuited(_groups(1, 1, 3)),
        "two pair above the fifth card": _unsuited(_groups(2, 2, 1)),
        "two pair around the fifth card": _unsuited(_groups(2, 1, 2)),
        "two pair below the fifth card": _unsuited(_groups(1, 2, 2)),
        "a pair above all other cards": _unsuited(_groups(2, 1, 1, 1)),
        "a pair between the other cards": _unsuited(_groups(1, 2, 1, 1)),
        "a pair below all other cards": _unsuited(_groups(1, 1, 1, 2)),
        "a pair within four ranks in a row": _unsuited(_doubled_run),
        **{
            f"the ends four apart, the ranks {', '.join(map(str, sizes))} times": _unsuited(_four_apart(*sizes))
            for count in (2, 3, 4)
            for sizes in product(range(1, 5), repeat=count)
            if sum(sizes) == 5
        },
        "equal ranks, and the third halfway between the first and the last": _unsuited(_halfway),
        "five ranks whose mean is the third": _unsuited(_around_the_third),
        "five ranks of one suit whose mean is the third": _suited(_around_the_third),
        "a pair one rank short of the wheel": _unsuited(_doubled_wheel),
        "a high card": _unsuited(_unconnected),
        "a high card with a two and an ace": _unsuited(_with_two_and_ace),
        "a high card whose ranks run round the ace": _unsuited(_round_the_ace),
        "a high card one rank short of a straight": _unsuited(_gapped_run),
        "a high card one rank short of the wheel": _unsuited(_almost_wheel),
        "a high card with four cards of one suit": _four_suited(_unconnected),
    }


def _named(ranks: Ranks, suits: str) -> Names:
    return [NAME_OF[rank] + suit for rank, suit in zip(ranks, suits, strict=True)]


def _shuffled(rng: Random, names: Names) -> Names:
    return rng.sample(names, len(names))


def _suited(ranks: RankDraw) -> Deal:
    return lambda rng: _shuffled(rng, _named(ranks(rng), rng.choice(SUITS) * 5))


def _unsuited(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Names:
        drawn = ranks(rng)
        while True:
            names = _named(drawn, "".join(rng.choices(SUITS, k=5)))
            if len(set(names)) == 5 and not _is_suited(names):
                return _shuffled(rng, names)

    return deal


def _four_suited(ranks: RankDraw) -> Deal:
    def deal(rng: Random) -> Names:
        suit, other = rng.sample(SUITS, 2)
        return _shuffled(rng, _named(tuple(rng.sample(ranks(rng), 5)), suit * 4 + other))

    return deal


def _odd_suit_by_rank(place: int) -> Deal:
    """Deal four cards of one suit, and one of another in this place of their ranks from the highest."""

    def deal(rng: Random) -> Names:
        suit, other = rng.sample(SUITS, 2)
        return _shuffled(rng, _named(_unconnected(rng), suit * place + other + suit * (4 - place)))

    return deal


def _in_two_suits(pattern: str) -> Deal:
    """Deal five ranks that are no straight in two suits, in the order of the two letters of the pattern."""

    def deal(rng: Random) -> Names:
        suit_of = dict(zip("AB", rng.sample(SUITS, 2), strict=True))
        ranks = tuple(rng.sample(_unconnected(rng), 5))
        return _named(ranks, "".join(suit_of[letter] for letter in pattern))

    return deal


def _exactly(ranks: Ranks) -> RankDraw:
    return lambda rng: ranks


def _groups(*sizes: int) -> RankDraw:
    """Draw so many cards of one rank, so many of another; the highest rank comes first."""

    def draw(rng: Random) -> Ranks:
        ranks = sorted(rng.sample(range(2, 15), len(sizes)), reverse=True)
        return tuple(rank for rank, size in zip(ranks, sizes, strict=True) for _ in range(size))

    return draw


def _run(rng: Random, length: int, least: int = 2, most: int = 14) -> Ranks:
    highest = rng.randint(least + length - 1, most)
    return tuple(range(highest, highest - length, -1))


def _inner_run(rng: Random) -> Ranks:
    """Draw a straight that neither the wheel nor an ace or a two is in."""
    return _run(rng, 5, 3, 13)


def _unconnected(rng: Random) -> Ranks:
    return _until_unconnected(lambda: rng.sample(range(2, 15), 5))


def _with_two_and_ace(rng: Random) -> Ranks:
    return _until_unconnected(lambda: [14, 2, *rng.sample(range(3, 14), 3)])


def _until_unconnected(draw: Callable[[], list[int]]) -> Ranks:
    while _is_straight(ranks := tuple(sorted(draw(), reverse=True))):
        pass
    return ranks


def _round_the_ace(rng: Random) -> Ranks:
    return rng.choice([(14, 13, 12, 11, 2), (14, 13, 12, 3, 2), (14, 13, 4, 3, 2)])


def _gapped_run(rng: Random) -> Ranks:
    """Draw five of six ranks in a row, both ends among them."""
    return _without_one(rng, _run(rng, 6))


def _without_one(rng: Random, ranks: Ranks) -> Ranks:
    """Leave out a rank that is neither the first nor the last."""
    gap = rng.randrange(1, len(ranks) - 1)
    return ranks[:gap] + ranks[gap + 1 :]


def _almost_wheel(rng: Random) -> Ranks:
    """Draw an ace, three of 5 4 3 2, and a rank with which they make no straight."""
    return (14, rng.randint(7, 13), *sorted(rng.sample(range(2, 6), 3), reverse=True))


def _doubled(rng: Random, ranks: Ranks) -> Ranks:
    return tuple(sorted((*ranks, rng.choice(ranks)), reverse=True))


def _doubled_run(rng: Random) -> Ranks:
    return _doubled(rng, _run(rng, 4))


def _four_apart(*sizes: int) -> RankDraw:
    """Draw ranks that occur so often, the highest first, which lies four above the last."""

    def draw(rng: Random) -> Ranks:
        highest = rng.randint(6, 14)
        between = sorted(rng.sample(range(highest - 3, highest), len(sizes) - 2), reverse=True)
        ranks = (highest, *between, highest - 4)
        return tuple(rank for rank, size in zip(ranks, sizes, strict=True) for _ in range(size))

    return draw


def _halfway(rng: Random) -> Ranks:
    """Draw ranks that are no straight, although the first, third and last are those of one."""
    highest = rng.randint(6, 14)
    second = rng.choice([highest, highest - 1, highest - 2])
    fourth = rng.choice(
        [highest - 2, highest - 3, highest - 4] if second != highest - 1 else [highest - 2, highest - 4]
    )
    return highest, second, highest - 2, fourth, highest - 4


def _around_the_third(rng: Random) -> Ranks:
    """Draw five different ranks that are no straight, although their mean is the third, as that of a straight is."""
    while True:
        ranks = _unconnected(rng)
        if sum(ranks) == 5 * ranks[2]:
            return ranks


def _evenly(near: int, far: int) -> RankDraw:
    """Draw five different ranks that lie evenly around the third."""

    def draw(rng: Random) -> Ranks:
        third = rng.randint(2 + far, 14 - far)
        return third + far, third + near, third, third - near, third - far

    return draw


def _doubled_wheel(rng: Random) -> Ranks:
    return _doubled(rng, (14, *rng.sample(range(2, 6), 3)))


# --- exercise 1: what people type ------------------------------------------------------------------------


def _typed(draw: Callable[[Random], str], name: str, weight: int = 1) -> None:
    tc_1.kind(name, weight)(lambda rng: {"typed": draw(rng)})


def _five(rng: Random) -> Names:
    return rng.sample(DECK, 5)


def _with_tens(rng: Random) -> Names:
    tens = [name for name in DECK if name.startswith("10")]
    others = [name for name in DECK if name not in tens]
    count = rng.randint(1, 4)
    return _shuffled(rng, rng.sample(tens, count) + rng.sample(others, 5 - count))


def _with_letters(rng: Random) -> Names:
    """Five cards, some of which have a letter for their rank."""
    return _shuffled(rng, rng.sample([n for n in DECK if n[0] in "JQKA"], 3) + rng.sample(DECK[:32], 2))


def _replaced(rng: Random, draw: Callable[[Random], str]) -> str:
    """Four cards and another word, in no order, and none of the word's suit: read as a card, it is a fifth one."""
    word = draw(rng)
    return " ".join(_shuffled(rng, [word, *rng.sample([name for name in DECK if name[-1] not in word.lower()], 4)]))


def _disguised(rng: Random, front: str = "", back: str = "") -> str:
    """Five cards, one of which has something in front of its name, or after it."""
    names = _five(rng)
    place = rng.randrange(5)
    names[place] = front + names[place] + back
    return " ".join(names)


def _with_gap(rng: Random, gap: str) -> str:
    """Five cards, two of which have this between them instead of a space."""
    names = _five(rng)
    place = rng.randrange(4)
    return " ".join([*names[:place], names[place] + gap + names[place + 1], *names[place + 2 :]])


def _as_int_reads_it(rng: Random, front: str) -> str:
    """Five cards, one of which has its number in a form that int reads, and no name has."""
    number = rng.choice([name for name in DECK if name[:-1].isdigit()])
    others = rng.sample([name for name in DECK if name != number], 4)
    return " ".join(_shuffled(rng, [front + number, *others]))


def _with_number(rng: Random, number: str) -> str:
    """Four cards and one of this number, which is a hand if the number stands for any rank."""
    return _replaced(rng, lambda rng: number + rng.choice(SUITS))


def _five_of_six(rng: Random, draw: Callable[[Random], str]) -> str:
    """Five cards and another word."""
    return " ".join(_shuffled(rng, [*_five(rng), draw(rng)]))


def _of_every_gap(rng: Random) -> str:
    words = [_any_case(rng, name.replace("10", rng.choice(["10", "T"]))) for name in _five(rng)]
    gaps = ["".join(rng.choices(" \t\n,", k=rng.randint(1, 4))) for _ in range(6)]
    return gaps[0] + "".join(word + gap for word, gap in zip(words, gaps[1:], strict=True))


def _any_case(rng: Random, text: str) -> str:
    return "".join(rng.choice([letter.lower(), letter.upper()]) for letter in text)


_typed(lambda rng: " ".join(_five(rng)), "names as they are", weight=3)
_typed(lambda rng: " ".join(_with_letters(rng)).upper(), "upper case letters only", weight=2)
_typed(lambda rng: " ".join(_with_letters(rng)).lower(), "lower case letters only", weight=2)
_typed(lambda rng: " ".join(name[:-1].lower() + name[-1].upper() for name in _with_letters(rng)), "suits in upper case")
_typed(lambda rng: " ".join(_with_tens(rng)), "tens as 10")
_typed(lambda rng: " ".join(_with_tens(rng)).replace("10", "T"), "tens as T", weight=2)
_typed(lambda rng: " ".join(_with_tens(rng)).replace("10", "t"), "tens as t")
_typed(lambda rng: " ".join(["10" + SUITS[0], "T" + SUITS[1], *rng.sample(DECK[36:], 3)]), "tens in both ways")
for _separator in (",", ", ", " ,", "\t", "\n", "  ", ",,", " , ,\t"):
    _typed(lambda rng, gap=_separator: gap.join(_five(rng)), f"{_separator!r} between two cards")
_typed(lambda rng: rng.choice([" ", "\n", "\t  "]) + " ".join(_five(rng)), "white space before the first card")
_typed(lambda rng: " ".join(_five(rng)) + rng.choice([" ", "\n", " \t"]), "white space after the last card")
_typed(lambda rng: rng.choice([",", ", "]) + ",".join(_five(rng)), "a comma before the first card")
_typed(lambda rng: ",".join(_five(rng)) + rng.choice([",", ", "]), "a comma after the last card")
_typed(_of_every_gap, "everything mixed", weight=6)
_typed(lambda rng: rng.choice(["", " ", ",", "\n", " , "]), "no card at all")
_typed(lambda rng: rng.choice(DECK), "a single card")
_typed(lambda rng: " ".join(rng.sample(DECK, 4)), "four cards", weight=2)
_typed(lambda rng: " ".join(rng.sample(DECK, 6)), "six cards", weight=2)
_typed(lambda rng: " ".join(rng.sample(DECK, rng.randint(7, 12))), "more than six cards")
_typed(lambda rng: "".join(_five(rng)), "names without a gap")
for _number in NUMBERS_THAT_ARE_NO_RANKS:
    _typed(lambda rng, number=_number: _with_number(rng, number), f"the number {_number}, which is no rank")
_typed(
    lambda rng: _replaced(rng, lambda r: r.choice("BCDEFGILMNOPRUVWXYZ") + r.choice(SUITS)), "no letter of a rank", 2
)
_typed(lambda rng: _replaced(rng, lambda r: r.choice(list(RANKS)) + r.choice("abefgix♠")), "no suit", 2)
_typed(lambda rng: _replaced(rng, lambda r: r.choice(list(RANKS))), "a rank without a suit", 2)
_typed(lambda rng: _replaced(rng, lambda r: r.choice(SUITS)), "a suit without a rank", 2)
_typed(lambda rng: _replaced(rng, lambda r: r.choice(SUITS) + r.choice("23456789")), "a suit before its rank")
_typed(lambda rng: _replaced(rng, lambda r: r.choice(DECK) + r.choice("cdhsx9")), "a letter too many", 2)
_typed(lambda rng: _replaced(rng, lambda r: "1" + r.choice(["T", "10", "J", "2"]) + r.choice(SUITS)), "a 1 too many")
for _ten in ("T", "t", "10"):
    _typed(
        lambda rng, ten=_ten: _replaced(rng, lambda r: ten + r.choice("0123456789TJQKA") + r.choice(SUITS)),
        f"more between {_ten} and the suit",
    )
_typed(
    lambda rng: _replaced(rng, lambda r: r.choice("23456789JQKA") + r.choice("23456789TJQKA") + r.choice(SUITS)),
    "two ranks in a name",
)
_typed(lambda rng: _disguised(rng, front=rng.choice("12345x")), "something in front of a name", 2)
_typed(lambda rng: _disguised(rng, front="0"), "a 0 in front of a name")
for _front in "0+":
    _typed(
        lambda rng, front=_front: _as_int_reads_it(rng, front),
        f"a number that is no rank, though int reads it, with a {_front}",
    )
for _sign in SIGNS[:3]:
    _typed(lambda rng, sign=_sign: _disguised(rng, back=sign), f"{_sign!r} after a name")
    _typed(lambda rng, sign=_sign: _with_gap(rng, sign), f"{_sign!r} between two cards instead of a gap")
_typed(lambda rng: _disguised(rng, back=rng.choice(SIGNS)), "a sign after a name")
_typed(lambda rng: _disguised(rng, front=rng.choice(SIGNS)), "a sign in front of a name")
_typed(lambda rng: _with_gap(rng, rng.choice(SIGNS)), "a sign between two cards")
_typed(lambda rng: rng.choice(SIGNS).join(_five(rng)), "a sign between all cards", 2)
_typed(lambda rng: (rng.choice(SIGNS) + " ").join(_five(rng)), "a sign and a space between all cards")
_typed(lambda rng: _with_gap(rng, ""), "two names without a gap", 2)
_typed(lambda rng: " ".join(" ".join([name[:-1], name[-1]]) for name in _five(rng)), "gaps within the names")
_typed(lambda rng: _five_of_six(rng, lambda r: r.choice(SIGNS)), "five cards and a sign", 2)


@tc_1.kind("five cards and a word that is none", weight=3)
def _one_word_more(rng: Random) -> Inputs:
    other = rng.choice(["1", "x", "and", "11h", "10", "A", "s", "Zs", "7x", "hand", "0c", "."])
    return {"typed": " ".join(_shuffled(rng, [*_five(rng), other]))}


@tc_1.kind("a card twice", weight=3)
def _twice(rng: Random) -> Inputs:
    four = rng.sample(DECK, 4)
    return {"typed": " ".join(_shuffled(rng, [*four, rng.choice(four)]))}


@tc_1.kind("a card twice, not side by side")
def _twice_apart(rng: Random) -> Inputs:
    four = rng.sample(DECK, 4)
    return {"typed": " ".join([*four, rng.choice(four[:3])])}


@tc_1.kind("a card twice among six")
def _twice_among_six(rng: Random) -> Inputs:
    five = _five(rng)
    return {"typed": " ".join(_shuffled(rng, [*five, rng.choice(five)]))}


@tc_1.kind("a card twice, written differently", weight=2)
def _twice_differently(rng: Random) -> Inputs:
    first, *others = rng.sample([name for name in DECK if name[0] in "JQKA"], 4)
    return {"typed": " ".join(_shuffled(rng, [first, first.lower(), *others]))}


@tc_1.kind("a ten twice, as 10 and as T", weight=2)
def _ten_twice(rng: Random) -> Inputs:
    suit = rng.choice(SUITS)
    others = rng.sample([name for name in DECK if name != "10" + suit], 3)
    return {"typed": " ".join(_shuffled(rng, ["10" + suit, "T" + suit, *others]))}


for _name, _five_typed in {
    "a broadway from the ace down": "As Kd Qs Js 10c",
    "the same broadway from the ten up": "10c Js Qs Kd As",
}.items():
    tc_1.kind(_name, constant=True)(lambda rng, typed=_five_typed: {"typed": typed})


@tc_1.kind("a card twice in a row", weight=1)
def _twice_in_a_row(rng: Random) -> Inputs:
    four = rng.sample(DECK, 4)
    return {"typed": " ".join([four[0], *four])}


def _is_hand(case: Mapping[str, Any]) -> bool:
    return bool(case["output_0"] != "ValueError")


def _words(case: Mapping[str, Any]) -> Names:
    return str(case["typed"]).replace(",", " ").split()


def _joined(word: str, *signs: str) -> bool:
    """Whether a word is two names of cards with one of these between them."""
    fronts = [word.removesuffix(other) for other in DECK if word.endswith(other)]
    return any(front.removesuffix(sign) in DECK for front in fronts for sign in signs if front.endswith(sign))


def _clean(case: Mapping[str, Any]) -> Names:
    """The words as the names of cards, if they are such."""
    words = [word.upper() for word in _words(case)]
    return [word[:-1].replace("T", "10") + word[-1].lower() for word in words]


for _name, _shows in {
    "clean names": lambda case: _is_hand(case) and case["typed"] == case["output_0"],
    "a rank in lower case": lambda case: _is_hand(case) and any(w[0] in "jqka" for w in _words(case)),
    "a suit in upper case": lambda case: _is_hand(case) and any(w[-1].isupper() for w in _words(case)),
    "a ten as 10": lambda case: _is_hand(case) and any(w.startswith("10") for w in _words(case)),
    "a ten as T": lambda case: _is_hand(case) and any(w[0] == "T" for w in _words(case)),
    "a ten as t": lambda case: _is_hand(case) and any(w[0] == "t" for w in _words(case)),
    "commas and nothing else between two cards": lambda case: _is_hand(case) and " " not in case["typed"].strip(),
    "a tab": lambda case: _is_hand(case) and "\t" in case["typed"].strip(),
    "a line break": lambda case: _is_hand(case) and "\n" in case["typed"].strip(),
    "two commas in a row": lambda case: _is_hand(case) and ",," in case["typed"],
    "two spaces in a row": lambda case: _is_hand(case) and "  " in case["typed"].strip(),
    "white space before the first card": lambda case: _is_hand(case) and case["typed"][0].isspace(),
    "white space after the last card": lambda case: _is_hand(case) and case["typed"][-1].isspace(),
    "a comma before the first card": lambda case: _is_hand(case) and case["typed"].strip()[0] == ",",
    "a comma after the last card": lambda case: _is_hand(case) and case["typed"].strip()[-1] == ",",
    "nothing but white space and commas": lambda case: not _words(case),
    "four different cards": lambda case: len(set(_clean(case)) & set(DECK)) == 4 == len(_words(case)),
    "six different cards": lambda case: len(set(_clean(case)) & set(DECK)) == 6 == len(_words(case)),
    "five different cards and a word that is none": lambda case: (
        len(_words(case)) == 6 and len(set(_clean(case)) & set(DECK)) == 5 and not set(_clean(case)) <= set(DECK)
    ),
    "five different cards among six": lambda case: len(set(_clean(case))) == 5 < len(_words(case)),
    "a card twice among five": lambda case: (
        len(_words(case)) == 5 and set(_clean(case)) <= set(DECK) and len(set(_clean(case))) == 4
    ),
    "a card twice, not side by side": lambda case: (
        set(_clean(case)) <= set(DECK)
        and len(set(_clean(case))) == 4 == len(_words(case)) - 1
        and all(one != other for one, other in pairwise(_clean(case)))
    ),
    "a card twice, written differently": lambda case: (
        len(set(_words(case))) == 5 and set(_clean(case)) <= set(DECK) and len(set(_clean(case))) == 4
    ),
    "a ten twice, as 10 and as T": lambda case: (
        len(_words(case)) == 5 and any({"10" + s, "T" + s} <= set(_words(case)) for s in SUITS)
    ),
    **{
        f"the number {number}, which is no rank": lambda case, number=number: (
            not _is_hand(case) and any(w[:-1] == number for w in _words(case) if len(_words(case)) == 5)
        )
        for number in NUMBERS_THAT_ARE_NO_RANKS
    },
    "no suit": lambda case: not _is_hand(case) and any(w[:-1] in RANKS and w[-1] not in "cdhs0" for w in _words(case)),
    "a rank without a suit": lambda case: len(_words(case)) == 5 and any(w in RANKS for w in _words(case)),
    "a suit without a rank": lambda case: len(_words(case)) == 5 and any(w in SUIT_NAMES for w in _words(case)),
    "a letter too many": lambda case: any(w[:-1] in DECK for w in _words(case) if len(_words(case)) == 5),
    **{
        f"{sign!r} after a name": lambda case, sign=sign: any(w[:-1] in DECK and w[-1] == sign for w in _words(case))
        for sign in SIGNS[:3]
    },
    **{
        f"{sign!r} between two of five cards": lambda case, sign=sign: (
            len(_words(case)) == 4 and sum(_joined(w, sign) for w in _words(case)) == 1
        )
        for sign in SIGNS[:3]
    },
    "a 0 in front of a name": lambda case: any(w[0] == "0" and w[1:] in DECK for w in _words(case)),
    **{
        f"a number that is no rank, though int reads it, with a {front}": lambda case, front=front: any(
            w[0] == front and w[1].isdigit() and w[1:] in DECK for w in _words(case) if len(w) > 2
        )
        for front in "0+"
    },
    **{
        f"more between {ten} and the suit": lambda case, ten=ten: any(
            w.startswith(ten) and len(w) > len(ten) + 1 and w[-1] in SUITS
            for w in _words(case)
            if len(_words(case)) == 5
        )
        for ten in ("T", "t", "10")
    },
    "a sign after a name": lambda case: any(w[:-1] in DECK and w[-1] in SIGNS for w in _words(case)),
    "a sign in front of a name": lambda case: any(w[0] in SIGNS and w[1:] in DECK for w in _words(case)),
    "a sign between two of five cards": lambda case: (
        len(_words(case)) == 4 and sum(_joined(w, *SIGNS) for w in _words(case)) == 1
    ),
    "two names without a gap": lambda case: len(_words(case)) == 4 and sum(_joined(w, "") for w in _words(case)) == 1,
    "signs between all cards": lambda case: (
        len(_words(case)) == 1 and any(w.count(s) == 4 for w in _words(case) for s in SIGNS)
    ),
    "gaps within the names": lambda case: len(_words(case)) == 10 and set(_words(case)[1::2]) <= set(SUITS),
    "five cards and a sign": lambda case: len(_words(case)) == 6 and any(w in SIGNS for w in _words(case)),
}.items():
    tc_1.requires(_name)(_shows)


# --- exercises 2 and 3: hands of every type ---------------------------------------------------------------


def _hand(deal: Deal) -> Callable[[Random], Inputs]:
    return lambda rng: {"text": " ".join(deal(rng))}


def _with_suits_of_a_rank(count: int, rank: str = "") -> Deal:
    """Deal so many cards of one rank, this one or any, in an order that is not that of their suits, and others."""

    def deal(rng: Random) -> Names:
        first, *others = rng.sample([name for name in RANKS if name != rank], 6 - count)
        twin = rank or first
        suits = rng.sample(SUITS, count)
        while suits in (sorted(suits), sorted(suits, reverse=True)) and count > 2:
            suits = rng.sample(SUITS, count)
        if count == 2:
            suits.sort(reverse=True)
        names = [twin + suit for suit in suits]
        for other in others:
            names.insert(rng.randint(0, len(names)), other + rng.choice(SUITS))
        return names

    return deal


def _in_order(*, reverse: bool) -> Deal:
    return lambda rng: sorted(_five(rng), key=lambda name: (_rank(name), -SUITS.index(name[-1])), reverse=reverse)


def _with_cards(*needed: str) -> Deal:
    """Deal one card of each of these ranks, and others."""

    def deal(rng: Random) -> Names:
        names = [rank + rng.choice(SUITS) for rank in needed]
        return _shuffled(rng, names + rng.sample([name for name in DECK if name[:-1] not in needed], 5 - len(names)))

    return deal


def _club_below_a_spade(rng: Random) -> Names:
    """Deal a club, after it the spade one rank above, and others of other ranks."""
    ranks = list(RANKS)
    low, high = ranks[(place := rng.randrange(12)) : place + 2]
    names = [rank + rng.choice(SUITS) for rank in rng.sample([rank for rank in ranks if rank not in (low, high)], 3)]
    first, second = sorted(rng.sample(range(5), 2))
    names.insert(first, low + "c")
    names.insert(second, high + "s")
    return names


for _name, _deal in {
    "two cards of one rank": _with_suits_of_a_rank(2),
    "two tens": _with_suits_of_a_rank(2, "10"),
    "three cards of one rank": _with_suits_of_a_rank(3),
    "four cards of one rank": _with_suits_of_a_rank(4),
    "cards that are in order already": _in_order(reverse=True),
    "cards in the opposite order": _in_order(reverse=False),
    "a ten and a nine": _with_cards("10", "9"),
    "a ten and a two": _with_cards("10", "2"),
    "an ace and a king": _with_cards("A", "K"),
    "a club, and after it the spade one rank above": _club_below_a_spade,
    "a king, a queen and a jack": _with_cards("K", "Q", "J"),
    "the wheel": _unsuited(_exactly(WHEEL)),
    "five cards at random": _five,
}.items():
    tc_2.kind(_name, weight=2)(_hand(_deal))
# Whoever treats one type of hand otherwise meets it.
for _name, _deal in _hands().items():
    tc_2.kind(_name)(_hand(_deal))


def _texts(shows: Callable[[Names], bool]) -> Callable[[Mapping[str, Any]], bool]:
    return lambda case: shows(case["text"].split(" "))


def _suits_of_most(names: Names) -> list[str]:
    """The suits of the rank that occurs most often, in the order of the hand."""
    most = max(_ranks(names), key=lambda rank: _ranks(names).count(rank))
    return [name[-1] for name in names if _rank(name) == most]


_SHOWN_BY_ORDER: dict[str, Callable[[Names], bool]] = {
    **{
        f"{count} cards of one rank whose suits are not in order": lambda names, n=number: (
            str(n) in _times(names) and _suits_of_most(names) != sorted(_suits_of_most(names))
        )
        for number, count in ((2, "two"), (3, "three"), (4, "four"))
    },
    "three cards of one rank whose suits are in neither order": lambda names: (
        "3" in _times(names)
        and _suits_of_most(names) not in (sorted(_suits_of_most(names)), sorted(_suits_of_most(names), reverse=True))
    ),
    "two tens whose suits are not in order": lambda names: (
        sorted(tens := [name[-1] for name in names if _rank(name) == 10]) != tens
    ),
    "a ten and a nine": lambda names: {10, 9} <= set(_ranks(names)),
    "a ten and a two": lambda names: {10, 2} <= set(_ranks(names)),
    "a king, a queen and a jack": lambda names: {13, 12, 11} <= set(_ranks(names)),
    "the wheel": lambda names: _ranks(names) == WHEEL,
    "the wheel of one suit": lambda names: _ranks(names) == WHEEL and _is_suited(names),
    "cards in the opposite order": lambda names: [*map(_rank, names)] == sorted(map(_rank, names)),
    "cards in order": lambda names: [*map(_rank, names)] == sorted(map(_rank, names), reverse=True),
    "a club, and after it the spade one rank above": lambda names: any(
        earlier[-1] + later[-1] == "cs" and _rank(later) == _rank(earlier) + 1
        for earlier, later in combinations(names, 2)
    ),
    "clubs beside spades": lambda names: {"c", "s"} <= {name[-1] for name in names},
}
for _name, _shown in _SHOWN_BY_ORDER.items():
    tc_2.requires(_name)(_texts(_shown))


for _name, _deal in _hands().items():
    tc_3.kind(_name)(_hand(_deal))
for _place, _nth in enumerate(_NTH):
    tc_3.kind(f"four cards of one suit, the {_nth} by rank of another")(_hand(_odd_suit_by_rank(_place)))
for _near, _far in ((near, far) for far in range(3, 7) for near in range(1, far)):
    tc_3.kind(f"five ranks, {_near} and {_far} above the third and below")(_hand(_unsuited(_evenly(_near, _far))))
for _pattern in ("A" + "".join(letters) for letters in product("AB", repeat=4)):
    if "B" in _pattern:
        tc_3.kind(f"cards of two suits, {_pattern}")(_hand(_in_two_suits(_pattern)))
for _suit, _name in SUIT_NAMES.items():
    tc_3.kind(f"a flush of {_name}")(_hand(lambda rng, suit=_suit: _shuffled(rng, _named(_unconnected(rng), suit * 5))))
for _name, _held in {
    "three aces and two kings": (14, 14, 14, 13, 13),
    "three kings and two aces": (14, 14, 13, 13, 13),
    "four aces and a king": (14, 14, 14, 14, 13),
}.items():
    tc_3.kind(_name)(_hand(_unsuited(_exactly(_held))))
# How many cards have the highest of the three ranks, the next one, and the lowest.
_TWO_PAIR = {
    "below the fifth card": (1, 2, 2),
    "around the fifth card": (2, 1, 2),
    "above the fifth card": (2, 2, 1),
}


def _two_pair_at(place: int, sizes: Ranks) -> Deal:
    """Deal two pair, the single card in this place of the hand."""

    def deal(rng: Random) -> Names:
        ranks = sorted(rng.sample(range(2, 15), 3), reverse=True)
        single = ranks.pop(sizes.index(1))
        names = _shuffled(rng, [NAME_OF[rank] + suit for rank in ranks for suit in rng.sample(SUITS, 2)])
        return [*names[:place], NAME_OF[single] + rng.choice(SUITS), *names[place:]]

    return deal


def _two_pair_of(highest: Ranks, others: Ranks) -> RankDraw:
    """Draw two pair of these ranks, and a single card."""

    def draw(rng: Random) -> Ranks:
        first, second = rng.choice(highest), rng.choice(others)
        single = rng.choice([rank for rank in RANKS.values() if rank not in (first, second)])
        return first, first, second, second, single

    return draw


for _place, _nth in enumerate(_NTH):
    for _name, _sizes in _TWO_PAIR.items():
        tc_3.kind(f"two pair {_name}, which is the {_nth} in the hand")(_hand(_two_pair_at(_place, _sizes)))
# Two pair whose ranks, as they are written, come in another order as text.
for _name, _highest, _others in (
    ("tens and a lower rank", (10,), (2, 3, 4, 5, 6, 7, 8, 9)),
    ("aces and jacks, queens or kings", (14,), (11, 12, 13)),
    ("kings and queens", (13,), (12,)),
):
    tc_3.kind(f"two pair of {_name}")(_hand(_unsuited(_two_pair_of(_highest, _others))))
tc_3.kind("five cards at random", weight=4)(_hand(_five))


def _near_wheels() -> Iterator[tuple[str, RankDraw]]:
    """Yield ranks that differ from the wheel in one: another of its ranks comes twice, or a higher one comes in."""
    for place, lost in enumerate(WHEEL):
        before, after = WHEEL[:place], WHEEL[place + 1 :]
        for twice in (*before, *after):
            yield f"the wheel, but {twice} twice and no {lost}", _always(*before, twice, *after)
        yield f"the wheel, but a rank above six for {lost}", _high_between(before, after)


def _always(*ranks: int) -> RankDraw:
    return lambda rng: ranks


def _high_between(before: Ranks, after: Ranks) -> RankDraw:
    return lambda rng: (*before, rng.randint(7, 13), *after)


for _name, _draw in _near_wheels():
    tc_3.kind(_name)(_hand(_unsuited(_draw)))


def _spans(names: Names) -> int:
    ranks = set(_ranks(names))
    return max(ranks) - min(ranks)


def _odd_place(names: Names) -> int | None:
    """The place of the only card that is not of the suit of the other four; None if there is none."""
    held = Counter(name[-1] for name in names)
    places = [place for place, name in enumerate(names) if held[name[-1]] == 1]
    return places[0] if sorted(held.values()) == [1, 4] else None


def _is(kind: str, shows: Callable[[Names], bool] = lambda names: True) -> Callable[[Names], bool]:
    return lambda names: _type(names) == kind and shows(names)


_SHOWN: dict[str, Callable[[Names], bool]] = {
    **{kind: _is(kind) for kind in TYPES},
    **{
        f"{kind} that {what}": _is(kind, lambda names, ranks=ranks: _ranks(names) == ranks)
        for kind in ("a straight", "a straight flush")
        for what, ranks in {
            "is the wheel": WHEEL,
            "goes up to the ace": BROADWAY,
            "ends at two": (6, 5, 4, 3, 2),
        }.items()
    },
    **{
        f"{kind} that {what}": _is(kind, shows)
        for kind in ("a flush", "a high card")
        for what, shows in {
            "has a two and an ace": lambda names: {2, 14} <= set(_ranks(names)),
            "runs round the ace": lambda names: (
                _ranks(names) in ((14, 13, 12, 11, 2), (14, 13, 12, 3, 2), (14, 13, 4, 3, 2))
            ),
            "is one rank short of a straight": lambda names: _spans(names) == 5,
            "is one rank short of the wheel": lambda names: len(set(WHEEL) & set(_ranks(names))) == 4,
        }.items()
    },
    **{
        name: lambda names, times=times: _times(names) == times
        for name, times in {
            "four of a kind above the fifth card": "41",
            "four of a kind below the fifth card": "14",
            "a full house with the three above the pair": "32",
            "a full house with the three below the pair": "23",
            "three of a kind above the other two": "311",
            "three of a kind between the other two": "131",
            "three of a kind below the other two": "113",
            "two pair above the fifth card": "221",
            "two pair around the fifth card": "212",
            "two pair below the fifth card": "122",
            "a pair above all other cards": "2111",
            "a pair below all other cards": "1112",
        }.items()
    },
    "a pair within four ranks in a row": _is("a pair", lambda names: _spans(names) == 3),
    "a pair with ranks as far apart as in a straight": _is("a pair", lambda names: _spans(names) == 4),
    "equal ranks, and the third halfway between the first and the last": lambda names: (
        len(set(_ranks(names))) < 5 and [_ranks(names)[n] - _ranks(names)[4] for n in (0, 2)] == [4, 2]
    ),
    **{
        f"{kind} whose mean rank is the third": _is(kind, lambda names: sum(_ranks(names)) == 5 * _ranks(names)[2])
        for kind in ("a high card", "a flush")
    },
    "a pair one rank short of the wheel": _is("a pair", lambda names: set(_ranks(names)) < set(WHEEL)),
    **{
        f"four cards of one suit, the {nth}{how} of another": lambda names, place=place, order=order: (
            _odd_place(order(names)) == place
        )
        for place, nth in enumerate(_NTH)
        for how, order in {"": list, " by rank": lambda names: sorted(names, key=_rank, reverse=True)}.items()
    },
    "four cards of one suit and no flush": lambda names: max(Counter(name[-1] for name in names).values()) == 4,
    **{
        f"a flush of {name}": lambda names, suit=suit: _is_suited(names) and names[0][-1] == suit
        for suit, name in SUIT_NAMES.items()
    },
    "cards in no order": lambda names: (
        [*map(_rank, names)]
        not in (
            sorted(map(_rank, names)),
            sorted(map(_rank, names), reverse=True),
        )
    ),
}
for _name, _shown in _SHOWN.items():
    tc_3.requires(_name)(_texts(_shown))


def _steps() -> Iterator[str]:
    """One hand of each of the 7,462 classes of strength, the weakest first."""
    for line in (PUBLIC_DATA / "hands_by_strength.txt").read_text("utf-8").splitlines():
        ranks = tuple(int(word) for word in line.split() if word != "suited")
        suits = "s" * 5 if "suited" in line else "cdhsc" if len(set(ranks)) == 5 else _suits_for(ranks)
        yield " ".join(_named(ranks, suits))


def _suits_for(ranks: Ranks) -> str:
    """Equal ranks are neighbours, and at most four."""
    return "".join(SUITS[place % 4] for place in range(len(ranks)))


@tc_3.every
def _every_class() -> Iterator[Inputs]:
    return ({"text": text} for text in _steps())


# --- exercise 4: pairs of known hands ----------------------------------------------------------------------

_PLACES = ("straight flush", "four", "full house", "flush", "straight", "three", "two pair", "pair", "cards")


@cache
def _known() -> dict[str, list[Any]]:
    """The hands that are given with their nine places, but for those that the notebook shows."""
    known: dict[str, list[Any]] = json.loads((PUBLIC_DATA / "evaluated_hands.json").read_text("utf-8"))
    shown = (PUBLIC_DATA.parents[2] / "challenge1.ipynb").read_text("utf-8")
    return {text: places for text, places in known.items() if text not in shown}


@cache
def _places() -> dict[frozenset[str], list[Any]]:
    return {frozenset(text.split(" ")): places for text, places in _known().items()}


def _places_of(text: str) -> list[Any]:
    return _places()[frozenset(text.split(" "))]


@cache
def _by_type() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {kind: [] for kind in TYPES}
    for text in _known():
        found[_type(text.split(" "))].append(text)
    return found


@cache
def _partners(text: str, shows: Callable[[str, str], bool]) -> list[str]:
    """The hands of the same type that make a pair with this one which shows something."""
    return [other for other in _by_type()[_type(text.split(" "))] if shows(text, other)]


def _first_difference(one: str, other: str) -> tuple[int, int]:
    """The first place in which two hands differ, and within a list the first item; (9, 0) if they tie."""
    for place, (left, right) in enumerate(zip(_places_of(one), _places_of(other), strict=True)):
        if left != right:
            both = isinstance(left, list) and isinstance(right, list)
            return place, next(n for n, (a, b) in enumerate(zip(left, right, strict=True)) if a != b) if both else 0
    return 9, 0


def _sum_disagrees(one: str, other: str) -> bool:
    """Whether of two full houses, or two two pairs, the one with the higher first rank has no higher sum."""
    place = 2 if _places_of(one)[2] else 6
    left, right = _places_of(one)[place], _places_of(other)[place]
    return (left[0] > right[0] and sum(left) <= sum(right)) or (left[0] < right[0] and sum(left) >= sum(right))


def _kicker_disagrees(one: str, other: str) -> bool:
    """Whether two two pairs have the same higher pair, and the one with the higher lower pair has no higher card."""
    left, right = _places_of(one), _places_of(other)
    has_both = left[6] and right[6] and left[7] == right[7] and left[6] != right[6]
    return bool(has_both) and (left[6] > right[6]) != (left[8] > right[8])


def _cards_disagree(one: str, other: str) -> bool:
    """Whether only the cards of two hands differ, and the one with the higher sum of ranks is not the stronger."""
    left, right = _places_of(one)[8], _places_of(other)[8]
    is_by_cards = _first_difference(one, other)[0] == 8
    return is_by_cards and (left > right) != (sum(left) > sum(right))


@cache
def _differing_at(place: int, item: int) -> Callable[[str, str], bool]:
    return lambda one, other: one != other and _first_difference(one, other) == (place, item)


@cache
def _differing_in_digits(place: int, item: int) -> Callable[[str, str], bool]:
    """Whether two hands differ first in a place, where one has a number of two digits, which is less as text."""

    def shows(one: str, other: str) -> bool:
        found = (_places_of(text)[place] for text in (one, other))
        left, right = (found_one[item] if isinstance(found_one, list) else found_one for found_one in found)
        return _differing_at(place, item)(one, other) and (left < 10) != (right < 10)

    return shows


@cache
def _lower_but_for(place: int, item: int) -> Callable[[str, str], bool]:
    """Whether two hands differ first in a place, and what follows it says the opposite."""
    return lambda one, other: _differing_at(place, item)(one, other) and _what_follows_disagrees(one, other)


def _pair(rng: Random, one: str, other: str) -> Inputs:
    """The two hands, each with its cards in any order."""
    return {name: " ".join(_shuffled(rng, text.split(" "))) for name, text in (("one", one), ("other", other))}


def _within(kind: str, shows: Callable[[str, str], bool]) -> Callable[[Random], Inputs]:
    def draw(rng: Random) -> Inputs:
        while not (others := _partners(one := rng.choice(_by_type()[kind]), shows)):
            pass
        return _pair(rng, one, rng.choice(others))

    return draw


def _between(*kinds: str, shows: Callable[[str, str], bool] | None = None) -> Callable[[Random], Inputs]:
    def draw(rng: Random) -> Inputs:
        while True:
            one, other = (rng.choice(_by_type()[kind]) for kind in rng.sample(kinds, 2))
            if shows is None or shows(one, other):
                return _pair(rng, one, other)

    return draw


# The place that decides first between two hands of a type.
_FIRST_PLACE = dict(zip(TYPES, (8, 7, 6, 5, 4, 8, 2, 1, 0), strict=True))


def _own_rank(text: str) -> int:
    """The rank that decides first between two hands of its type."""
    place = _places_of(text)[_FIRST_PLACE[_type(text.split(" "))]]
    return int(place[0] if isinstance(place, list) else place)


def _own_ranks_disagree(one: str, other: str) -> bool:
    """Whether the hand of the weaker type has the higher rank of its own."""
    weaker, stronger = sorted((one, other), key=_comparable)
    return _own_rank(weaker) > _own_rank(stronger)


def _what_follows_disagrees(one: str, other: str) -> bool:
    """Whether the weaker of two hands has the higher cards, the highest first."""
    weaker, stronger = sorted((one, other), key=_comparable)
    return bool(_places_of(weaker)[8] > _places_of(stronger)[8])


def _of_ranks(kind: str, one: Ranks, other: Ranks) -> Callable[[Random], Inputs]:
    """Draw two hands of these ranks, either first."""

    def draw(rng: Random) -> Inputs:
        texts = [rng.choice([t for t in _by_type()[kind] if _ranks(t.split(" ")) == ranks]) for ranks in (one, other)]
        return _pair(rng, *rng.sample(texts, 2))

    return draw


_ORDERS = {"the weaker hand first": False, "the stronger hand first": True}


def _comparable(text: str) -> list[list[int]]:
    """What orders known hands, the weakest first."""
    return [place if isinstance(place, list) else [place] for place in _places_of(text)]


def _is_in_order(case: Mapping[str, Any], is_stronger_first: bool) -> bool:
    one, other = (_comparable(case[name]) for name in ("one", "other"))
    return one > other if is_stronger_first else one < other


def _in_both_orders(
    name: str, draw: Callable[[Random], Inputs], stronger_first: Callable[[Random], Inputs] | None = None
) -> None:
    """Make two kinds of two hands of which one is stronger: __lt__ may be wrong in one order only."""
    for order, is_stronger_first in _ORDERS.items():
        draw_this = stronger_first if stronger_first and is_stronger_first else draw

        @tc_4.kind(f"{name}, {order}")
        def ordered(
            rng: Random, draw: Callable[[Random], Inputs] = draw_this, is_stronger_first: bool = is_stronger_first
        ) -> Inputs:
            one, other = sorted(draw(rng).values(), key=_comparable, reverse=is_stronger_first)
            return {"one": one, "other": other}


_WITHIN = {
    "a high card": [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4)],
    "a pair": [(7, 0), (8, 0), (8, 2), (8, 4)],
    "two pair": [(6, 0), (6, 1), (8, 0), (8, 4)],
    "three of a kind": [(5, 0), (8, 0), (8, 1), (8, 4)],
    "a straight": [(4, 0)],
    "a flush": [(8, 0), (8, 2), (8, 4)],
    "a full house": [(2, 0), (2, 1)],
    "four of a kind": [(1, 0), (8, 0), (8, 4)],
    "a straight flush": [(0, 0)],
}
# What decides, although all cards, the highest first, would decide otherwise.
_OUTWEIGHED = [(7, 0), (6, 0), (6, 1), (5, 0), (4, 0), (2, 0), (1, 0), (0, 0)]
# Where no two of the given hands differ first in a rank that is below ten in one of them only.
_OF_AS_MANY_DIGITS = {
    "a high card": [(8, 4)],
    "a pair": [(8, 4)],
    "two pair": [(8, 4)],
    "three of a kind": [(8, 4)],
    "a flush": [(8, 0), (8, 4)],
}


def _is_told_by_digits(kind: str, difference: tuple[int, int]) -> bool:
    """Whether there are two given hands of the type that differ first here, in the number of digits."""
    return difference[0] < 9 and difference not in _OF_AS_MANY_DIGITS.get(kind, [])


for _kind, _differences in _WITHIN.items():
    tc_4.kind(f"{_kind} twice that tie")(_within(_kind, _differing_at(9, 0)))
    for _difference in _differences:
        _where = f"{_PLACES[_difference[0]]}, item {_difference[1]}"
        _shows = _differing_in_digits if _is_told_by_digits(_kind, _difference) else _differing_at
        _in_both_orders(
            f"{_kind} twice that differ first in {_where}",
            _within(_kind, _shows(*_difference)),
            _within(_kind, _lower_but_for(*_difference)) if _difference in _OUTWEIGHED else None,
        )
for _kind, _higher in combinations(TYPES, 2):
    _in_both_orders(
        f"{_kind} and {_higher}", _between(_kind, _higher), _between(_kind, _higher, shows=_own_ranks_disagree)
    )
tc_4.kind("any two hands", weight=6)(lambda rng: _pair(rng, *rng.sample(list(_known()), 2)))
for _kind in ("two pair", "a full house"):
    _in_both_orders(
        f"{_kind} twice, of which the first rank and the sum of both ranks disagree", _within(_kind, _sum_disagrees)
    )

_in_both_orders(
    "two pair twice, of which the lower pair and the highest card disagree", _within("two pair", _kicker_disagrees)
)

for _kind in ("a high card", "a pair", "a flush"):
    _in_both_orders(
        f"{_kind} twice, of which the highest cards and the sum of the ranks disagree", _within(_kind, _cards_disagree)
    )


@tc_4.kind("the same text twice")
def _same_text(rng: Random) -> Inputs:
    return dict.fromkeys(("one", "other"), _pair(rng, *[rng.choice(list(_known()))] * 2)["one"])


def _of_equal_ranks(weaker: str, stronger: str) -> Callable[[Random], Inputs]:
    """Draw two hands of these types that have the same ranks: only the suits make the difference."""

    def draw(rng: Random) -> Inputs:
        ranks = sorted(_held_ranks(weaker) & _held_ranks(stronger))
        chosen = rng.choice(ranks)
        found = [
            rng.choice([t for t in _by_type()[kind] if _ranks(t.split(" ")) == chosen]) for kind in (weaker, stronger)
        ]
        return _pair(rng, *rng.sample(found, 2))

    return draw


@cache
def _held_ranks(kind: str) -> set[Ranks]:
    return {_ranks(text.split(" ")) for text in _by_type()[kind]}


_OF_EQUAL_RANKS = {"a flush": "a high card", "a straight flush": "a straight"}
for _higher, _kind in _OF_EQUAL_RANKS.items():
    _in_both_orders(f"{_kind} and {_higher} of the same ranks", _of_equal_ranks(_kind, _higher))
    tc_4.requires(f"{_kind} and {_higher} of the same ranks")(
        lambda case, kinds=frozenset((_kind, _higher)): (
            {_type_of(case, "one"), _type_of(case, "other")} == kinds
            and _ranks(case["one"].split(" ")) == _ranks(case["other"].split(" "))
        )
    )
_in_both_orders(
    "two full houses, of which the ranks and the ranks as digits of a number disagree",
    _of_ranks("a full house", (14, 14, 2, 2, 2), (3, 3, 3, 2, 2)),
)
_in_both_orders("the wheel and a straight to the six", _of_ranks("a straight", WHEEL, (6, 5, 4, 3, 2)))
_in_both_orders("the wheel and a straight to the ace", _of_ranks("a straight", WHEEL, BROADWAY))
_in_both_orders("a straight to the nine and one to the ten", _of_ranks("a straight", (9, 8, 7, 6, 5), (10, 9, 8, 7, 6)))


@tc_4.kind("the same cards in another order")
def _reordered(rng: Random) -> Inputs:
    while (drawn := _pair(rng, *[rng.choice(list(_known()))] * 2))["one"] == drawn["other"]:
        pass
    return drawn


def _type_of(case: Mapping[str, Any], name: str) -> str:
    return _type(case[name].split(" "))


for _kind, _differences in _WITHIN.items():
    for _difference in [*_differences, (9, 0)]:
        _what = f"in {_PLACES[_difference[0]]}, item {_difference[1]}" if _difference[0] < 9 else "in nothing"
        tc_4.requires(f"two hands of the type {_kind} that differ first {_what}")(
            lambda case, kind=_kind, difference=_difference: (
                _type_of(case, "one") == kind == _type_of(case, "other")
                and _first_difference(case["one"], case["other"]) == difference
            )
        )
        if _is_told_by_digits(_kind, _difference):
            tc_4.requires(f"two hands of the type {_kind} that differ first {_what}, in the number of digits")(
                lambda case, kind=_kind, difference=_difference: (
                    _type_of(case, "one") == kind == _type_of(case, "other")
                    and _differing_in_digits(*difference)(case["one"], case["other"])
                )
            )
        if _difference in _OUTWEIGHED:
            tc_4.requires(f"two hands of the type {_kind} that differ first {_what}, and whose cards say the opposite")(
                lambda case, kind=_kind, difference=_difference: (
                    _type_of(case, "one") == kind == _type_of(case, "other")
                    and _lower_but_for(*difference)(case["one"], case["other"])
                )
            )
for _kind, _higher in combinations(TYPES, 2):
    tc_4.requires(f"{_kind} and {_higher}, of which the weaker hand has the higher rank")(
        lambda case, kinds=frozenset((_kind, _higher)): (
            {_type_of(case, "one"), _type_of(case, "other")} == kinds
            and _own_ranks_disagree(case["one"], case["other"])
        )
    )
    for _order, _is_stronger_first in _ORDERS.items():
        tc_4.requires(f"{_kind} and {_higher}, {_order}")(
            lambda case, kinds=frozenset((_kind, _higher)), is_stronger_first=_is_stronger_first: (
                {_type_of(case, "one"), _type_of(case, "other")} == kinds and _is_in_order(case, is_stronger_first)
            )
        )
for _kind in ("two pair", "a full house"):
    tc_4.requires(f"{_kind} twice, of which the first rank and the sum of both ranks disagree")(
        lambda case, kind=_kind: (
            _type_of(case, "one") == kind == _type_of(case, "other") and _sum_disagrees(case["one"], case["other"])
        )
    )
tc_4.requires("two pair twice, of which the lower pair and the highest card disagree")(
    lambda case: _kicker_disagrees(case["one"], case["other"])
)
for _kind in ("a high card", "a pair", "a flush"):
    tc_4.requires(f"{_kind} twice, of which the highest cards and the sum of the ranks disagree")(
        lambda case, kind=_kind: (
            _type_of(case, "one") == kind == _type_of(case, "other") and _cards_disagree(case["one"], case["other"])
        )
    )
tc_4.requires("the same cards in another order")(
    lambda case: case["one"] != case["other"] and {*case["one"].split(" ")} == {*case["other"].split(" ")}
)
for _sign in ("<", "==", ">"):
    tc_4.requires(f"hands with one {_sign} other")(lambda case, sign=_sign: case["output_0"][sign])
tc_4.requires("the wheel and a higher straight")(
    lambda case: (
        {_type_of(case, "one"), _type_of(case, "other")} == {"a straight"}
        and (_ranks(case["one"].split(" ")) == WHEEL) != (_ranks(case["other"].split(" ")) == WHEEL)
    )
)


# --- exercise 5: seven cards ------------------------------------------------------------------------------


def _seven(deal: Deal) -> Deal:
    """Deal five cards with a deal, and two that leave their type the best."""

    def draw(rng: Random) -> Names:
        five = deal(rng)
        while True:
            seven = five + rng.sample([name for name in DECK if name not in five], 2)
            if _best_type(seven) == _type(five):
                return _shuffled(rng, seven)

    return draw


def _best_type(names: Names) -> str:
    return max((_type(list(five)) for five in combinations(names, 5)), key=TYPES.index)


def _of_sevens(*sizes: int) -> Deal:
    """Deal seven cards of so many ranks, of each so many cards."""

    def draw(rng: Random) -> Names:
        ranks = rng.sample(list(RANKS), len(sizes))
        names = [rank + suit for rank, size in zip(ranks, sizes, strict=True) for suit in rng.sample(SUITS, size)]
        return _shuffled(rng, names)

    return draw


def _long_flush(count: int) -> Deal:
    """Deal so many cards of one suit, and others."""

    def draw(rng: Random) -> Names:
        suit = rng.choice(SUITS)
        held = rng.sample([name for name in DECK if name[-1] == suit], count)
        return _shuffled(rng, held + rng.sample([name for name in DECK if name[-1] != suit], 7 - count))

    return draw


def _long_straight(length: int) -> Deal:
    """Deal a run of so many ranks in different suits, and others."""

    def draw(rng: Random) -> Names:
        ranks = _run(rng, length)
        suits = [SUITS[place % 4] for place in range(length)]
        names = [NAME_OF[rank] + suit for rank, suit in zip(ranks, rng.sample(suits, length), strict=True)]
        others = [name for name in DECK if _rank(name) not in ranks]
        return _shuffled(rng, names + rng.sample(others, 7 - length))

    return draw


def _straight_beside_flush(rng: Random) -> Names:
    """Deal a straight and a flush that are not of the same cards: no straight flush."""
    while True:
        suit, *others = rng.sample(SUITS, 4)
        run = _inner_run(rng)
        names = [NAME_OF[rank] + (suit if place < 3 else rng.choice(others)) for place, rank in enumerate(run)]
        free = [NAME_OF[rank] + suit for rank in range(2, 15) if rank not in run]
        seven = names + rng.sample(free, 2)
        if _best_type(seven) == "a flush":
            return _shuffled(rng, seven)


def _wheel_and_more(extra: Ranks) -> Deal:
    """Deal the wheel and two more cards, in mixed suits."""

    def draw(rng: Random) -> Names:
        while True:
            names = _named((*WHEEL, *extra), "".join(rng.choices(SUITS, k=7)))
            if len(set(names)) == 7 and _best_type(names) == "a straight":
                return _shuffled(rng, names)

    return draw


def _straight_flush_and_higher(run: RankDraw) -> Deal:
    """Deal a straight flush, a higher card of its suit that does not go on with it, and another card."""

    def deal(rng: Random) -> Names:
        ranks = run(rng)
        highest = 5 if ranks == WHEEL else ranks[0]
        suit = rng.choice(SUITS)
        higher = rng.choice([rank for rank in RANKS.values() if rank > highest + 1 and rank not in ranks])
        names = _named((*ranks, higher), suit * 6)
        others = [name for name in DECK if name not in (*names, NAME_OF[highest + 1] + suit)]
        return _shuffled(rng, [*names, rng.choice(others)])

    return deal


_SEVENS: dict[str, Deal] = {
    **{
        f"{kind} at best": _seven(_hands()[kind])
        for kind in ("a straight flush", "a flush", "a straight", "a high card")
    },
    "four of a kind at best": _seven(_hands()["four of a kind below the fifth card"]),
    "a full house at best": _seven(_hands()["a full house with the three below the pair"]),
    "three of a kind at best": _seven(_hands()["three of a kind below the other two"]),
    "two pair at best": _seven(_hands()["two pair below the fifth card"]),
    "a pair at best": _seven(_hands()["a pair below all other cards"]),
    "a straight flush that is the wheel, at best": _seven(_hands()["a straight flush that is the wheel"]),
    "two threes of a kind": _of_sevens(3, 3, 1),
    "three of a kind and two pairs": _of_sevens(3, 2, 2),
    "four of a kind and three of a kind": _of_sevens(4, 3),
    "four of a kind and a pair": _of_sevens(4, 2, 1),
    "three pairs": _of_sevens(2, 2, 2, 1),
    "six cards of one suit": _long_flush(6),
    "seven cards of one suit": _long_flush(7),
    "six ranks in a row": _long_straight(6),
    "seven ranks in a row": _long_straight(7),
    "a straight beside a flush": _straight_beside_flush,
    "the wheel and a six": _wheel_and_more((6, 10)),
    "the wheel and a pair of aces": _wheel_and_more((14, 9)),
    "the wheel and two kings": _wheel_and_more((13, 13)),
    "a straight flush below a card of its suit": _straight_flush_and_higher(lambda rng: _run(rng, 5, 2, 12)),
    "the wheel of one suit below a card of its suit": _straight_flush_and_higher(_exactly(WHEEL)),
    "seven cards at random": lambda rng: rng.sample(DECK, 7),
}
for _name, _deal in _SEVENS.items():
    tc_5.kind(_name, weight=4 if "random" in _name else 1)(lambda rng, deal=_deal: {"cards": deal(rng)})


# Of the same seven ranks, in the same order, the best five are others if five cards are of one suit.
_SCATTERED = (14, 13, 12, 11, 9, 4, 3)


@tc_5.kind("ace, king, queen, jack, nine, four and three without a flush", weight=2)
def _scattered(rng: Random) -> Inputs:
    while max(Counter(suits := rng.choices(SUITS, k=7)).values()) > 4:
        pass
    return {"cards": _named(_SCATTERED, "".join(suits))}


@tc_5.kind("ace, king, queen, jack, nine, four and three with a flush of the lowest five", weight=2)
def _scattered_flush(rng: Random) -> Inputs:
    suit, *others = rng.sample(SUITS, 3)
    return {"cards": _named(_SCATTERED, "".join(others) + suit * 5)}


@cache
def _strengths() -> dict[tuple[Ranks, bool], int]:
    """The strength of five cards, by their ranks, the highest first, and by whether they are of one suit."""
    lines = (PUBLIC_DATA / "hands_by_strength.txt").read_text("utf-8").splitlines()
    ranks = (tuple(int(word) for word in line.split() if word != "suited") for line in lines)
    return {(held, "suited" in line): number for number, (held, line) in enumerate(zip(ranks, lines, strict=True), 1)}


@cache
def _best_of(cards: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The strength of the best five of seven cards, and a choice of them that has it."""
    in_order = sorted(((_rank(name), name[-1], name) for name in cards), reverse=True)
    return max(_judged(five) for five in combinations(in_order, 5))


def _judged(cards: tuple[tuple[int, str, str], ...]) -> tuple[int, tuple[str, ...]]:
    ranks, suits, names = zip(*cards, strict=True)
    return _strengths()[ranks, len(set(suits)) == 1], names


def _sevens(shows: Callable[[Names], bool]) -> Callable[[Mapping[str, Any]], bool]:
    return lambda case: shows(case["cards"])


for _kind in TYPES:
    tc_5.requires(f"{_kind} at best")(lambda case, kind=_kind: _type(list(_best_of(tuple(case["cards"]))[1])) == kind)
for _name, _shown in {
    "two threes of a kind": lambda c: sorted(_times(c)) == ["1", "3", "3"],
    "three of a kind and two pairs": lambda c: sorted(_times(c)) == ["2", "2", "3"],
    "four of a kind and a pair": lambda c: sorted(_times(c)) == ["1", "2", "4"],
    "four of a kind and three of a kind": lambda c: sorted(_times(c)) == ["3", "4"],
    "three pairs": lambda c: sorted(_times(c)) == ["1", "2", "2", "2"],
    "more than five cards of one suit": lambda c: max(Counter(name[-1] for name in c).values()) > 5,
    "more than five ranks in a row": lambda c: any(set(range(low, low + 6)) <= set(_ranks(c)) for low in range(2, 10)),
    "the wheel and a six": lambda c: {14, 6, 5, 4, 3, 2} <= set(_ranks(c)),
    "the wheel at best": lambda c: _ranks(list(_best_of(tuple(c))[1])) == WHEEL,
    "a straight beside a flush": lambda c: (
        _type(list(_best_of(tuple(c))[1])) == "a flush"
        and any(_is_straight(tuple(sorted(ranks, reverse=True))) for ranks in combinations(set(_ranks(c)), 5))
    ),
    "a best hand without the first card": lambda c: c[0] not in _best_of(tuple(c))[1],
    "a best hand without the last card": lambda c: c[-1] not in _best_of(tuple(c))[1],
}.items():
    tc_5.requires(_name)(_sevens(_shown))


# --- exercise 6: games of Texas Hold 'em -------------------------------------------------------------------

PLAYERS = (
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kim", "Leo", "Mia", "Noor", "Ole", "Pia",
)  # fmt: skip


def _game(rng: Random, community: Names, *owned: Names) -> Inputs:
    names = rng.sample(PLAYERS, len(owned))
    return {
        "players": dict(zip(names, rng.sample(owned, len(owned)), strict=True)),
        "community": _shuffled(rng, community),
    }


def _dealt(rng: Random, community: Names, count: int) -> Inputs:
    """Deal two cards to each of so many players."""
    free = _shuffled(rng, [name for name in DECK if name not in community])
    return _game(rng, community, *(free[2 * place : 2 * place + 2] for place in range(count)))


def _any_game(least: int, most: int) -> Callable[[Random], Inputs]:
    return lambda rng: _dealt(rng, _five(rng), rng.randint(least, most))


def _until(shows: Callable[[Mapping[str, Any]], bool], draw: Callable[[Random], Inputs]) -> Callable[[Random], Inputs]:
    def drawn(rng: Random) -> Inputs:
        while not shows(game := draw(rng)):
            pass
        return game

    return drawn


def _winners(game: Mapping[str, Any]) -> list[str]:
    strengths = {name: _best_of((*own, *game["community"]))[0] for name, own in game["players"].items()}
    return [name for name in strengths if strengths[name] == max(strengths.values())]


def _used(game: Mapping[str, Any]) -> int:
    """How many of their own cards the first winner needs at least for the best hand."""
    own, table = game["players"][_winners(game)[0]], game["community"]
    best = _best_of((*own, *table))[0]
    for used in (0, 1):
        kept = (mine + theirs for mine in combinations(own, used) for theirs in combinations(table, 5 - used))
        if any(_best_of(five)[0] == best for five in kept):
            return used
    return 2


def _on_the_table(name: str) -> Callable[[Random], Inputs]:
    """Deal community cards that are such a hand."""
    return lambda rng: _dealt(rng, _hands()[name](rng), rng.randint(2, 6))


def _beats_the_order_of_names(game: Mapping[str, Any]) -> bool:
    """Whether neither the first nor the last player wins alone."""
    names = list(game["players"])
    return len(names) > 2 and not {names[0], names[-1]} & set(_winners(game))


def _needs_kicker(game: Mapping[str, Any]) -> bool:
    """Whether the best two hands are a pair of the same rank, and the winner has the higher kicker."""
    hands = sorted((_best_of((*own, *game["community"])) for own in game["players"].values()), reverse=True)[:2]
    types = {_type(list(five)) for _, five in hands}
    pairs = {rank for _, five in hands for rank, times in Counter(map(_rank, five)).items() if times == 2}
    return len(hands) == 2 and hands[0][0] > hands[1][0] and types == {"a pair"} and len(pairs) == 1


def _sixth_card_differs(game: Mapping[str, Any]) -> bool:
    """Whether winners tie although their other cards differ."""
    winners = _winners(game)
    return len(winners) > 1 and len({_ranks(game["players"][name]) for name in winners}) > 1


_GAMES: dict[str, tuple[Callable[[Random], Inputs], int]] = {
    "a single player": (_any_game(1, 1), 2),
    "two players": (_any_game(2, 2), 6),
    "three to nine players": (_any_game(3, 9), 12),
    "ten players": (_any_game(10, 10), 3),
    "a winner in the middle": (_until(_beats_the_order_of_names, _any_game(3, 8)), 4),
    "several winners and losers": (
        _until(lambda game: 1 < len(_winners(game)) < len(game["players"]), _any_game(4, 9)), 6,
    ),
    "three winners or more": (
        _until(lambda game: 2 < len(_winners(game)) < len(game["players"]), _any_game(6, 10)), 3,
    ),
    "a kicker that decides": (_until(_needs_kicker, _any_game(2, 5)), 4),
    "other cards that do not break a tie": (_until(_sixth_card_differs, _any_game(2, 6)), 4),
    "one card of one's own": (_until(lambda game: _used(game) == 1, _any_game(2, 6)), 3),
    "two cards of one's own": (_until(lambda game: _used(game) == 2, _any_game(2, 6)), 3),
    "a straight to the ace on the table": (_on_the_table("a straight up to the ace"), 2),
    "a straight flush to the ace on the table": (_on_the_table("a straight flush up to the ace"), 2),
    "a straight flush on the table": (_on_the_table("a straight flush"), 2),
    "a full house on the table": (_on_the_table("a full house with the three above the pair"), 3),
    "four of a kind on the table": (_on_the_table("four of a kind above the fifth card"), 3),
    "a flush on the table": (_on_the_table("a flush"), 3),
    "the wheel on the table": (_on_the_table("a straight that is the wheel"), 3),
    "two pair on the table": (_on_the_table("two pair above the fifth card"), 3),
}  # fmt: skip
for _name, (_draw, _weight) in _GAMES.items():
    tc_6.kind(_name, weight=_weight)(_draw)

# Games that differ in one respect: in the table, in one player's cards, in who has which, in the order of the players.
_ANN, _BEN, _ACE_ON_TABLE = ["As", "2c"], ["Kc", "3d"], ["Ah", "9h", "8s", "7h", "4c"]
for _name, _players, _table in (
    ("an ace on the table", {"Ann": _ANN, "Ben": _BEN}, _ACE_ON_TABLE),
    ("a king on the table", {"Ann": _ANN, "Ben": _BEN}, ["Kh", "9h", "8s", "7h", "4c"]),
    ("an ace on the table, and a pair of kings", {"Ann": ["Qs", "2c"], "Ben": ["Kc", "Kd"]}, _ACE_ON_TABLE),
    ("an ace on the table, and the players have changed cards", {"Ann": _BEN, "Ben": _ANN}, _ACE_ON_TABLE),
    ("an ace on the table, and both win", {"Ann": ["Jd", "2c"], "Ben": ["Jc", "3d"]}, _ACE_ON_TABLE),
    ("both win, one with a spade", {"Ann": ["Js", "2c"], "Ben": ["Jc", "3d"]}, ["Ah", "9h", "8d", "7h", "4c"]),
    ("an ace on the table, and both win in the other order", {"Ben": ["Jc", "3d"], "Ann": ["Jd", "2c"]}, _ACE_ON_TABLE),
):
    tc_6.kind(_name, constant=True)(
        lambda rng, players=_players, table=_table: {
            "players": {name: list(own) for name, own in players.items()},
            "community": list(table),
        }
    )

for _name, _shows in {
    "a single player": lambda game: len(game["players"]) == 1,
    "ten players": lambda game: len(game["players"]) == 10,
    "a winner who is neither first nor last": _beats_the_order_of_names,
    "one winner of several players": lambda game: len(_winners(game)) == 1 < len(game["players"]),
    "several winners and losers": lambda game: 1 < len(_winners(game)) < len(game["players"]),
    "nobody but winners": lambda game: 1 < len(_winners(game)) == len(game["players"]),
    "a kicker that decides": _needs_kicker,
    "other cards that do not break a tie": _sixth_card_differs,
    "winners whose names are not in alphabetical order": lambda game: _winners(game) != sorted(_winners(game)),
    **{
        f"a winner with {what} cards of their own": lambda game, count=count: _used(game) == count
        for count, what in enumerate(("no", "one", "two"))
    },
}.items():
    tc_6.requires(_name)(_shows)


# --- exercise 7: pots ----------------------------------------------------------------------------------------


def _pot(
    rng: Random,
    odd: int | None = None,
    winners: int | None = None,
    dealer: str = "any",
    share: int | None = None,
    players: int | None = None,
) -> Inputs:
    """Draw a pot with so many odd chips for so many winners, whom the dealer is among or not, as asked."""
    count = players or rng.randint(max(winners or 2, 2) + (dealer == "loses"), 9)
    seats = rng.sample(PLAYERS, count)
    won = rng.sample(seats, winners or rng.randint(1, count - (dealer == "loses")))
    place = {"wins": won, "loses": [name for name in seats if name not in won], "any": seats}[dealer]
    left = rng.randrange(len(won)) if odd is None else odd
    pot = (rng.randint(1, 500) if share is None else share) * len(won) + left
    return {"pot": pot, "seats": seats, "dealer": rng.choice(place), "winners": _shuffled(rng, won)}


def _pots(name: str, weight: int = 1, **asked: Any) -> None:
    tc_7.kind(name, weight)(lambda rng: _pot(rng, **asked))


_pots("one winner", 3, winners=1, odd=0)
_pots("one winner who deals", winners=1, odd=0, dealer="wins")
_pots("two winners and an even pot", 2, winners=2, odd=0)
_pots("two winners and an odd chip", 4, winners=2, odd=1)
_pots("an odd chip, and the dealer is one of two winners", 3, winners=2, odd=1, dealer="wins")
_pots("an odd chip, and the dealer does not win", 3, winners=2, odd=1, dealer="loses")
_pots("three winners and one odd chip", 4, winners=3, odd=1)
_pots("three winners and two odd chips", 4, winners=3, odd=2)
_pots("four winners and two odd chips", 3, winners=4, odd=2)
_pots("five winners and four odd chips", 3, winners=5, odd=4)
_pots("five winners, the dealer among them", 3, winners=5, dealer="wins")
_pots("five winners, not the dealer", 3, winners=5, dealer="loses")
_pots("all of four players win", 2, winners=4, players=4)
_pots("fewer chips than winners", 4, winners=4, odd=3, share=0)
_pots("one chip for several", 2, winners=3, odd=1, share=0)
_pots("an empty pot", 2, odd=0, share=0)
_pots("a large pot", 2, winners=3, odd=2, share=10**17 + 1)
_pots("any pot", 10)


@tc_7.kind("two players")
def _heads_up(rng: Random) -> Inputs:
    return _pot(rng, winners=2, players=2, odd=1)


@tc_7.kind("a dealer in the last seat", weight=2)
def _last_seat_deals(rng: Random) -> Inputs:
    drawn = _pot(rng, winners=3, odd=1)
    return {**drawn, "dealer": drawn["seats"][-1]}


@tc_7.kind("a dealer in the first seat", weight=2)
def _first_seat_deals(rng: Random) -> Inputs:
    drawn = _pot(rng, winners=3, odd=2)
    return {**drawn, "dealer": drawn["seats"][0]}


# Pots that differ in one respect from the first.
_FOUR = ["Ann", "Ben", "Cleo", "Dan"]
for _name, _pot_of, _seats, _dealer, _won in (
    ("100 chips for Ann, Ben and Cleo, who deals", 100, _FOUR, "Cleo", ["Ben", "Cleo", "Ann"]),
    ("another pot", 101, _FOUR, "Cleo", ["Ben", "Cleo", "Ann"]),
    ("another dealer", 100, _FOUR, "Ann", ["Ben", "Cleo", "Ann"]),
    ("another winner", 100, _FOUR, "Cleo", ["Ben", "Dan", "Ann"]),
    ("another order of the seats", 100, ["Ann", "Dan", "Cleo", "Ben"], "Cleo", ["Ben", "Cleo", "Ann"]),
):
    tc_7.kind(_name, constant=True)(
        lambda rng, pot=_pot_of, seats=_seats, dealer=_dealer, won=_won: {
            "pot": pot,
            "seats": list(seats),
            "dealer": dealer,
            "winners": list(won),
        }
    )

_ALIKE = (("Ann", "Anna"), ("Jo", "Joan"), ("Al", "Alma"), ("Eve", "Evelyn"), ("Tom", "Tomas"))


@tc_7.kind("a winner whose name begins with that of a loser", weight=3)
def _names_alike(rng: Random) -> Inputs:
    loser, winner = rng.choice(_ALIKE)
    others = rng.sample([*_FOUR[1:], "Finn", "Gus"], 3)
    won = [winner, *others[:2]]
    seats = _shuffled(rng, [loser, *won, others[2]])
    return {
        "pot": 3 * rng.randint(1, 500) + rng.randint(1, 2),
        "seats": seats,
        "dealer": rng.choice(seats),
        "winners": _shuffled(rng, won),
    }


@tc_7.kind("a dealer whose name begins another, seated before", weight=2)
def _dealer_alike(rng: Random) -> Inputs:
    dealer, other = rng.choice(_ALIKE)
    first, second = rng.sample(_FOUR[1:], 2)
    return {
        "pot": 2 * rng.randint(1, 500) + 1,
        "seats": [other, first, dealer, second],
        "dealer": dealer,
        "winners": _shuffled(rng, [first, second]),
    }


tc_5.bound("cards", 7, 7, "seven different cards")
tc_6.bound("players", 1, 10, "from 1 to 10 players")
tc_6.bound("community", 5, 5, "the five community cards")
tc_7.bound("pot", 0, 10**18, "from 0 to 10¹⁸")
tc_7.bound("seats", 2, 9, "2 to 9 players")
tc_7.bound("winners", 1, 9, "at least one")


def _odd(case: Mapping[str, Any]) -> int:
    return int(case["pot"] % len(case["winners"]))


def _clockwise(case: Mapping[str, Any], start: int) -> list[str]:
    """The winners as they sit, from a seat on."""
    seats = case["seats"]
    return [name for name in seats[start:] + seats[:start] if name in case["winners"]]


def _lucky(case: Mapping[str, Any]) -> set[str]:
    return set(_clockwise(case, case["seats"].index(case["dealer"]) + 1)[: _odd(case)])


for _name, _shows in {
    "a single winner": lambda case: len(case["winners"]) == 1 and case["pot"],
    "several winners and no odd chip": lambda case: len(case["winners"]) > 1 and not _odd(case) and case["pot"],
    "nobody but winners": lambda case: len(case["winners"]) == len(case["seats"]),
    "fewer chips than winners": lambda case: 0 < case["pot"] < len(case["winners"]),
    "an empty pot": lambda case: case["pot"] == 0,
    "more chips than a float can count": lambda case: case["pot"] > 2**53,
    "two players": lambda case: len(case["seats"]) == 2,
    "a dealer in the first seat": lambda case: case["dealer"] == case["seats"][0] and _odd(case),
    "a dealer in the last seat": lambda case: case["dealer"] == case["seats"][-1] and _odd(case),
    "a dealer who wins without an odd chip": lambda case: (
        case["dealer"] in case["winners"] and _odd(case) and case["dealer"] not in _lucky(case)
    ),
    "odd chips and a dealer who does not win": lambda case: _odd(case) and case["dealer"] not in case["winners"],
    "several odd chips": lambda case: _odd(case) > 1,
    "odd chips for others than the first of the list": lambda case: set(case["winners"][: _odd(case)]) != _lucky(case),
    "odd chips for others than the first in the seats": lambda case: (
        set(_clockwise(case, 0)[: _odd(case)]) != _lucky(case)
    ),
    "odd chips for others than those who follow the first winner": lambda case: (
        set(_clockwise(case, case["seats"].index(case["dealer"]))[: _odd(case)]) != _lucky(case)
    ),
    "a winner whose name begins with that of a loser": lambda case: any(
        winner.startswith(name) for winner in case["winners"] for name in set(case["seats"]) - set(case["winners"])
    ),
    "a dealer whose name begins another, seated before": lambda case: any(
        name.startswith(case["dealer"]) for name in case["seats"][: case["seats"].index(case["dealer"])]
    ),
    "odd chips that go past the last seat": lambda case: any(
        case["seats"].index(name) < case["seats"].index(case["dealer"]) for name in _lucky(case)
    ),
}.items():
    tc_7.requires(_name)(lambda case, shows=_shows: bool(shows(case)))


# --- the ladder ------------------------------------------------------------------------------------------------


@proof("the ladder of strength", "ex3", "ex4")
def ladder(names: Mapping[str, Any]) -> Iterator[str]:
    """Climb the 7,462 classes of hands, the weakest first: every hand is stronger than the one before."""
    hands = [names["Hand"](text) for text in _steps()]
    if len(hands) != 7462:
        yield f"the table of hands by strength has {len(hands)} lines, not 7462"
    for weaker, stronger in pairwise(hands):
        if not (weaker < stronger and stronger > weaker and weaker != stronger):
            yield f"{stronger.text} is no stronger than {weaker.text}, by what the class says of them"
            return
