"""Writes the lookup tables of lookup1: the 7,462 classes of hands of equal strength, the strongest first.

    python resource/make_lookup_tables.py

It writes to `asnlib/publicdata` beside this file, the same bytes every time: three tables of lines such as
`SF  AKQJT  1`, and memos.json, which holds for each table what leads from the key of a hand to its strength.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from json import dumps
from math import prod
from pathlib import Path

from poker_game import Card, poker_info

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

RANKS = "".join(reversed(poker_info["RANKS"]))  # AKQJT98765432
STRAIGHTS = [*(RANKS[start : start + 5] for start in range(9)), "5432A"]
TABLES = {
    "flush_lookup.txt": ("SF", "FL"),
    "unique_five_lookup.txt": ("ST", "HC"),
    "dupe_lookup.txt": ("4K", "FH", "3K", "2P", "1P"),
}


def main() -> None:
    """Write the three tables and the memos."""
    lines = [(label, ranks, place) for place, (label, ranks) in enumerate(classes(), 1)]
    memos = []
    for name, labels in TABLES.items():
        table = [line for line in lines if line[0] in labels]
        write(PUBLIC_DATA / name, "".join(f"{label}  {ranks}  {place}\n" for label, ranks, place in table))
        key = product if name == "dupe_lookup.txt" else rank_bits
        memos.append({key(ranks): place for _, ranks, place in table})
    write(PUBLIC_DATA / "memos.json", dumps(memos) + "\n")


def classes() -> Iterator[tuple[str, str]]:
    """Go through the classes from the strongest to the weakest, each as its label and its five ranks."""
    unlike = [ranks for ranks in chosen(5) if ranks not in STRAIGHTS and ranks != "A5432"]
    yield from labelled("SF", STRAIGHTS)
    yield from labelled("4K", (four * 4 + other for four in RANKS for other in without(four)))
    yield from labelled("FH", (three * 3 + two * 2 for three in RANKS for two in without(three)))
    yield from labelled("FL", unlike)
    yield from labelled("ST", STRAIGHTS)
    yield from labelled("3K", (three * 3 + rest for three in RANKS for rest in chosen(2, without(three))))
    yield from labelled("2P", (a * 2 + b * 2 + other for a, b in chosen(2) for other in without(a + b)))
    yield from labelled("1P", (two * 2 + rest for two in RANKS for rest in chosen(3, without(two))))
    yield from labelled("HC", unlike)


def labelled(label: str, hands: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Give all of these hands the same label."""
    return ((label, ranks) for ranks in hands)


def chosen(count: int, ranks: str = RANKS) -> Iterator[str]:
    """Choose so many ranks in every way, from strong to weak."""
    return map("".join, combinations(ranks, count))


def without(ranks: str) -> str:
    """Return the other ranks."""
    return "".join(rank for rank in RANKS if rank not in ranks)


def rank_bits(ranks: str) -> int:
    """Return the number of 13 bits in which the bits of these ranks are 1."""
    return sum(1 << poker_info["RANKS"][rank] for rank in ranks)


def product(ranks: str) -> int:
    """Return the product of the prime numbers of these ranks."""
    return prod(Card.PRIMES[poker_info["RANKS"][rank]] for rank in ranks)


def write(file: Path, text: str) -> None:
    """Write the file with the same line ends everywhere."""
    file.write_bytes(text.encode("ascii"))
    print(f"wrote {file}")


if __name__ == "__main__":
    main()
