"""Writes the two tables that challenge1 gives: all hands by strength, and about a thousand with their nine places.

    python resource/make_challenge1_data.py

It writes to `asnlib/publicdata` beside this file, the same bytes every time.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

RANKS = range(2, 15)
SUITS = "cdhs"
NAMES = {11: "J", 12: "Q", 13: "K", 14: "A"}
WHEEL = (14, 5, 4, 3, 2)

# The hands that the examples of the course show, and neighbours of theirs.
EXAMPLES = [
    "As Ks Qs Js 10s",
    "2s 2c 3s 3c As",
    "2s 2c 9s 9c Js",
    "2s 2c 9s 8s 7s",
    "2s 2c 9s 8s 6s",
    "2d 2h 9c 8c 7d",
    "2s 2c 2d 9s 9c",
]
# Ranks of which the known hands are made: few, so that many of the hands differ in one place only.
NEAR = (14, 13, 11, 10, 9, 6, 5, 3, 2)
MOST = {"high card": 70, "pair": 90, "two pair": 80, "three": 70, "flush": 60, "full house": 60, "four": 50}

Ranks = tuple[int, ...]


def main() -> None:
    """Write both tables."""
    steps = sorted(classes(), key=strength)
    write("hands_by_strength.txt", "".join(f"{line(ranks, suited)}\n" for ranks, suited in steps))
    rows = [f"{json.dumps(text)}: {json.dumps(places(text))}" for text in known_hands()]
    write("evaluated_hands.json", "{\n" + ",\n".join(rows) + "\n}\n")


def classes() -> Iterator[tuple[Ranks, bool]]:
    """Every hand that differs in strength from the others: its ranks, the highest first, and whether it is suited."""
    for ranks in combinations_with_replacement(reversed(RANKS), 5):
        if len(set(ranks)) == 5:
            yield ranks, True
        if len(set(ranks)) > 1:
            yield ranks, False


def strength(hand: tuple[Ranks, bool]) -> tuple[int, list[tuple[int, int]]]:
    """What orders hands: the type, then the ranks that occur most often, the highest first."""
    ranks, suited = hand
    if ranks == WHEEL:
        return (8 if suited else 4), [(1, 5)]
    return kind(ranks, suited), sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)


def kind(ranks: Ranks, suited: bool) -> int:
    """The number of a hand's type, from 0 for a high card to 8 for a straight flush."""
    is_straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == WHEEL)
    if is_straight or suited:
        return 8 if is_straight and suited else 4 if is_straight else 5
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(times(ranks), 0)


def times(ranks: Ranks) -> tuple[int, ...]:
    """How often each rank occurs, the most frequent first."""
    return tuple(sorted(Counter(ranks).values(), reverse=True))


def line(ranks: Ranks, suited: bool) -> str:
    """A hand as a line of the table."""
    return " ".join(map(str, ranks)) + (" suited" if suited else "")


def known_hands() -> Iterator[str]:
    """The texts of the hands whose nine places are given: the examples, and two in different suits of each class."""
    rng = Random("known hands")
    yield from EXAMPLES
    seen = {frozenset(text.split()) for text in EXAMPLES}
    for ranks, suited in chosen(rng):
        for _ in range(2):
            names = dealt(rng, ranks, suited)
            while frozenset(names) in seen:
                names = dealt(rng, ranks, suited)
            seen.add(frozenset(names))
            yield " ".join(names)


def chosen(rng: Random) -> Iterator[tuple[Ranks, bool]]:
    """The classes of the known hands: all straights, and so many of each other type."""
    near = [hand for hand in classes() if set(hand[0]) <= set(NEAR)]
    numbers = dict(zip(MOST, (0, 1, 2, 3, 5, 6, 7), strict=True))
    for name, most in MOST.items():
        fitting = [hand for hand in near if kind(*hand) == numbers[name]]
        yield from rng.sample(fitting, min(most, len(fitting)))
    yield from (hand for hand in classes() if kind(*hand) in (4, 8))


def dealt(rng: Random, ranks: Ranks, suited: bool) -> list[str]:
    """Names of cards of these ranks, in any order."""
    while True:
        suits = rng.choice(SUITS) * 5 if suited else "".join(rng.choices(SUITS, k=5))
        names = [NAMES.get(rank, str(rank)) + suit for rank, suit in zip(ranks, suits, strict=True)]
        if len(set(names)) == 5 and (suited or len(set(suits)) > 1):
            return rng.sample(names, 5)


def places(text: str) -> list[Any]:
    """The nine places of a hand."""
    values = {name: rank for rank, name in NAMES.items()}
    cards = [(values.get(name[:-1]) or int(name[:-1]), name[-1]) for name in text.split()]
    ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
    suited = len({suit for _, suit in cards}) == 1
    by_times = {n: sorted((rank for rank in set(ranks) if ranks.count(rank) == n), reverse=True) for n in (2, 3, 4)}
    top = (5 if ranks == WHEEL else ranks[0]) if kind(ranks, suited) in (4, 8) else 0
    pairs, trips, quads = by_times[2], by_times[3], by_times[4]
    return [
        top if suited else 0,
        quads[0] if quads else 0,
        [trips[0], pairs[0]] if trips and pairs else 0,
        int(suited),
        top,
        trips[0] if trips else 0,
        pairs if len(pairs) == 2 else 0,
        pairs[0] if pairs and not trips else 0,
        list(ranks),
    ]


def write(name: str, text: str) -> None:
    """Write a file of the public data."""
    (PUBLIC_DATA / name).write_text(text, encoding="utf-8")
    print(f"wrote {PUBLIC_DATA / name}")


if __name__ == "__main__":
    main()
