"""Writes the 7,462 classes of equally strong hands: of each an example, and how many of the 2,598,960 hands it has.

    python resource/make_hand_classes.py

It writes `asnlib/publicdata/hand_classes.txt` beside this file, a line for each class, the weakest first. It is made
without any solution, so that it can prove one wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path

FILE = Path(__file__).resolve().parent / "asnlib" / "publicdata" / "hand_classes.txt"

RANKS = "23456789TJQKA"
SUITS = "SHDC"
WHEEL = "2345A"
# How often the ranks of a hand occur, from the weakest pattern to the strongest; a straight stands in before a flush
# and a flush before a full house.
PATTERNS = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "straight", "flush", (3, 2), (4, 1), "straight flush"]


def main() -> None:
    """Write the file."""
    lines = [f"{''.join(cards)} {count}\n" for _, cards, count in sorted(classes())]
    FILE.write_text("".join(lines), encoding="ascii")
    print(f"wrote {len(lines):,} classes to {FILE}")


def classes() -> Iterator[tuple[tuple[int, ...], list[str], int]]:
    """Yield of each class what orders it, an example, and how many hands it has."""
    for ranks in map("".join, combinations_with_replacement(RANKS, 5)):
        held = Counter(ranks)
        pattern = tuple(sorted(held.values(), reverse=True))
        if pattern == (5,):
            continue
        is_straight = ranks in RANKS or ranks == WHEEL
        ways = prod(comb(4, count) for count in held.values())
        if len(held) == 5:
            suited = "straight flush" if is_straight else "flush"
            yield order(ranks, suited), [rank + SUITS[0] for rank in reversed(ranks)], 4
            ways -= 4
        # Equal ranks are neighbours and at most four, so that their suits differ.
        cards = [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]
        yield order(ranks, "straight" if is_straight else pattern), cards[::-1], ways


def order(ranks: str, pattern: object) -> tuple[int, ...]:
    """Return numbers that are larger for stronger hands: the pattern, then the ranks, the most frequent first."""
    if ranks == WHEEL:
        return PATTERNS.index(pattern), RANKS.index("5")
    strongest = sorted(set(ranks), key=lambda rank: (ranks.count(rank), RANKS.index(rank)), reverse=True)
    return PATTERNS.index(pattern), *(RANKS.index(rank) for rank in strongest)


if __name__ == "__main__":
    main()
